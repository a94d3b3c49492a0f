// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/markdownbuilder.h"

#include "widgets/chat/htmlentities.h"
#include "widgets/chat/markdownblocks.h"

namespace heed {

namespace {

// A table of n empty cells costs two characters of source for each of n columns and each of n rows, so
// cells grow with the square of the text. No table for reading comes near this many.
constexpr int MaxCells = 20'000;

QString attribute(const MD_ATTRIBUTE &from)
{
    QString out;
    if (from.size == 0)
        return out;
    for (int i = 0; from.substr_offsets[i] < from.size; ++i) {
        const MD_OFFSET start = from.substr_offsets[i];
        const QByteArrayView part(from.text + start, qsizetype(from.substr_offsets[i + 1] - start));
        switch (from.substr_types[i]) {
        case MD_TEXT_ENTITY:
            out += decodedEntity(QString::fromUtf8(part));
            break;
        case MD_TEXT_NULLCHAR:
            out += QChar(QChar::ReplacementCharacter);
            break;
        default:
            out += QString::fromUtf8(part);
        }
    }
    return out;
}

Qt::Alignment alignment(MD_ALIGN align)
{
    switch (align) {
    case MD_ALIGN_LEFT:
        return Qt::AlignLeft;
    case MD_ALIGN_CENTER:
        return Qt::AlignHCenter;
    case MD_ALIGN_RIGHT:
        return Qt::AlignRight;
    case MD_ALIGN_DEFAULT:
        break;
    }
    return {};
}

} // namespace

void MarkdownBuilder::begin(MarkdownBlock::Kind kind)
{
    end();
    MarkdownBlock block;
    block.kind = kind;
    block.nest = m_nest.left(MarkdownBlock::MaxNest);
    block.marker = std::exchange(m_marker, {});
    m_open = block;
}

void MarkdownBuilder::end()
{
    if (!m_open)
        return;
    if (m_open->kind == MarkdownBlock::Kind::Code && m_open->text.endsWith(u'\n'))
        m_open->text.chop(1);
    m_blocks.append(*std::exchange(m_open, std::nullopt));
}

void MarkdownBuilder::flushMarker()
{
    if (m_marker.kind == ListMarker::Kind::None)
        return;
    begin(MarkdownBlock::Kind::Paragraph);
    end();
}

void MarkdownBuilder::beginOrdered(const MD_BLOCK_OL_DETAIL &detail)
{
    m_lists.append(List{true, int(detail.start), char16_t(uchar(detail.mark_delimiter))});
}

void MarkdownBuilder::beginItem(const MD_BLOCK_LI_DETAIL &detail)
{
    end();
    flushMarker();
    m_nest.append('l');
    List bare;
    List &list = m_lists.isEmpty() ? bare : m_lists.last();
    const int ordinal = list.next++;
    if (m_nest.size() > MarkdownBlock::MaxNest)
        return;
    m_marker.kind = detail.is_task ? ListMarker::Kind::Task
                    : list.ordered ? ListMarker::Kind::Ordinal
                                   : ListMarker::Kind::Bullet;
    m_marker.checked = detail.is_task && detail.task_mark != ' ';
    if (!list.ordered)
        return;
    m_marker.ordinal = ordinal;
    m_marker.delimiter = list.delimiter;
    m_marker.startsOrdered = std::exchange(list.isFirst, false);
}

void MarkdownBuilder::beginCell(const MD_BLOCK_TD_DETAIL &detail)
{
    if (!m_open)
        return;
    QString &words = m_open->text;
    if (m_column > 0)
        words += u'\t';
    else if (m_row > 0)
        words += u'\n';
    m_open->cells.append({m_row, m_column, int(words.size()), 0, alignment(detail.align)});
    ++m_column;
    m_open->columns = qMax(m_open->columns, m_column);
}

int MarkdownBuilder::enterBlock(MD_BLOCKTYPE type, const void *detail)
{
    switch (type) {
    case MD_BLOCK_QUOTE:
        end();
        flushMarker();
        m_nest.append('q');
        break;
    case MD_BLOCK_UL:
        end();
        m_lists.append(List{});
        break;
    case MD_BLOCK_OL:
        end();
        beginOrdered(*static_cast<const MD_BLOCK_OL_DETAIL *>(detail));
        break;
    case MD_BLOCK_LI:
        beginItem(*static_cast<const MD_BLOCK_LI_DETAIL *>(detail));
        break;
    case MD_BLOCK_HR:
        begin(MarkdownBlock::Kind::Rule);
        break;
    case MD_BLOCK_H:
        begin(MarkdownBlock::Kind::Heading);
        m_open->level = int(static_cast<const MD_BLOCK_H_DETAIL *>(detail)->level);
        break;
    case MD_BLOCK_CODE:
        begin(MarkdownBlock::Kind::Code);
        m_open->language = attribute(static_cast<const MD_BLOCK_CODE_DETAIL *>(detail)->lang);
        break;
    case MD_BLOCK_HTML:
    case MD_BLOCK_P:
        begin(MarkdownBlock::Kind::Paragraph);
        break;
    case MD_BLOCK_TABLE:
        begin(MarkdownBlock::Kind::Table);
        m_row = -1;
        break;
    case MD_BLOCK_TR:
        ++m_row;
        m_column = 0;
        break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
        if (++m_cells > MaxCells)
            return 1;
        beginCell(*static_cast<const MD_BLOCK_TD_DETAIL *>(detail));
        break;
    case MD_BLOCK_DOC:
    case MD_BLOCK_THEAD:
    case MD_BLOCK_TBODY:
        break;
    }
    return 0;
}

int MarkdownBuilder::leaveBlock(MD_BLOCKTYPE type)
{
    switch (type) {
    case MD_BLOCK_QUOTE:
        end();
        m_nest.chop(1);
        break;
    case MD_BLOCK_UL:
    case MD_BLOCK_OL:
        end();
        m_lists.removeLast();
        break;
    case MD_BLOCK_LI:
        end();
        flushMarker();
        m_nest.chop(1);
        break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
        if (m_open && !m_open->cells.isEmpty())
            m_open->cells.last().length = int(m_open->text.size()) - m_open->cells.last().start;
        break;
    case MD_BLOCK_HR:
    case MD_BLOCK_H:
    case MD_BLOCK_CODE:
    case MD_BLOCK_HTML:
    case MD_BLOCK_P:
    case MD_BLOCK_TABLE:
    case MD_BLOCK_DOC:
        end();
        break;
    default:
        break;
    }
    return 0;
}

int MarkdownBuilder::enterSpan(MD_SPANTYPE type, const void *detail)
{
    Span span = current();
    switch (type) {
    case MD_SPAN_EM:
        span.formats |= InlineFormat::Italic;
        break;
    case MD_SPAN_STRONG:
        span.formats |= InlineFormat::Bold;
        break;
    case MD_SPAN_DEL:
        span.formats |= InlineFormat::Strike;
        break;
    case MD_SPAN_CODE:
        span.formats |= InlineFormat::Code;
        break;
    case MD_SPAN_A:
        span.target =
            MarkdownBlocks::allowedTarget(attribute(static_cast<const MD_SPAN_A_DETAIL *>(detail)->href));
        span.formats.setFlag(InlineFormat::Link, !span.target.isEmpty());
        break;
    case MD_SPAN_IMG:
        span.formats |= InlineFormat::Image;
        if (!span.formats.testFlag(InlineFormat::Link)) // the link around a picture wins
            span.target = MarkdownBlocks::allowedTarget(
                attribute(static_cast<const MD_SPAN_IMG_DETAIL *>(detail)->src));
        break;
    default:
        break;
    }
    m_spans.append(span);
    return 0;
}

int MarkdownBuilder::leaveSpan(MD_SPANTYPE type)
{
    // A picture without words would vanish: it gets a sign that the view shows as a chip.
    if (type == MD_SPAN_IMG && m_open) {
        const auto &spans = m_open->spans;
        const bool shown = !spans.isEmpty() && spans.last().formats.testFlag(InlineFormat::Image) &&
                           spans.last().start + spans.last().length == m_open->text.size();
        if (!shown)
            append(QStringLiteral("\u25A3"));
    }
    m_spans.removeLast();
    return 0;
}

int MarkdownBuilder::text(MD_TEXTTYPE type, QByteArrayView utf8)
{
    switch (type) {
    case MD_TEXT_NULLCHAR:
        append(QString(QChar(QChar::ReplacementCharacter)));
        break;
    case MD_TEXT_BR:
        append(QString(QChar(QChar::LineSeparator)));
        break;
    case MD_TEXT_SOFTBR:
        append(QStringLiteral(" "));
        break;
    case MD_TEXT_ENTITY:
        append(decodedEntity(QString::fromUtf8(utf8)));
        break;
    default:
        append(QString::fromUtf8(utf8));
    }
    return 0;
}

void MarkdownBuilder::append(const QString &words)
{
    if (!m_open) // the text of a tight list item comes without a paragraph around it
        begin(MarkdownBlock::Kind::Paragraph);
    MarkdownBlock &block = *m_open;
    const int start = int(block.text.size());
    block.text += words;
    if (block.kind == MarkdownBlock::Kind::Table)
        std::replace(block.text.begin() + start, block.text.end(), QChar(u'\t'), QChar(u' '));
    const Span span = current();
    if (!span.formats)
        return;
    if (!block.spans.isEmpty()) {
        InlineSpan &last = block.spans.last();
        if (last.start + last.length == start && last.formats == span.formats && last.target == span.target) {
            last.length += int(words.size());
            return;
        }
    }
    block.spans.append({start, int(words.size()), span.formats, span.target});
}

QList<MarkdownBlock> MarkdownBuilder::take()
{
    end();
    return std::exchange(m_blocks, {});
}

} // namespace heed
