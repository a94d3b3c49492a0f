// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/blocklayout.h"

#include "widgets/chat/highlighter.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <cmath>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

// The gap between lines, as a share of a line: text is read more easily with some air.
constexpr qreal LineGap = 0.16;
constexpr qreal PanelPadding = 12;

QTextCharFormat formatOf(const InlineSpan &span, const RowStyle &style)
{
    QTextCharFormat format;
    if (span.formats.testFlag(InlineFormat::Bold))
        format.setFontWeight(QFont::Bold);
    if (span.formats.testFlag(InlineFormat::Italic))
        format.setFontItalic(true);
    if (span.formats.testFlag(InlineFormat::Strike))
        format.setFontStrikeOut(true);
    if (span.formats.testFlag(InlineFormat::Code)) {
        format.setFontFamilies(style.mono.families());
        format.setFontFixedPitch(true);
        format.setBackground(style.colors.panel);
    }
    if (span.formats.testFlag(InlineFormat::Image))
        format.setBackground(style.colors.panel);
    if (!span.target.isEmpty()) {
        format.setForeground(style.colors.link);
        format.setFontUnderline(true);
    }
    return format;
}

} // namespace

BlockLayout::BlockLayout(const MarkdownBlock &block, qreal width, const RowStyle &style, Options options,
                         std::unique_ptr<BlockLayout> old)
    : m_block(block)
    , m_width(width)
    , m_isRightToLeft(block.kind != MarkdownBlock::Kind::Code && block.text.isRightToLeft())
    , m_color(options.isQuiet ? style.colors.quiet : style.colors.text)
    , m_old(std::move(old))
{
    m_isGrown = m_old && !m_old->m_pieces.empty() && m_block.kind != MarkdownBlock::Kind::Table &&
                m_block.text.startsWith(m_old->m_block.text);
    indent(style);
    switch (block.kind) {
    case MarkdownBlock::Kind::Code:
        layCode(style);
        break;
    case MarkdownBlock::Kind::Table:
        layTable(style);
        break;
    case MarkdownBlock::Kind::Rule:
        m_height = std::ceil(style.em);
        break;
    default:
        layText(style, options);
    }
    m_old.reset();
}

void BlockLayout::indent(const RowStyle &style)
{
    m_step = style.em * 1.35;
    // Deep nesting in a narrow window must leave room for words.
    if (!m_block.nest.isEmpty())
        m_step = qMin(m_step, m_width * 0.5 / qreal(m_block.nest.size()));
    m_left = m_step * qreal(m_block.nest.size());
    m_contentWidth = m_width - m_left;
    if (m_isRightToLeft)
        m_left = 0;
}

BlockLayout::Formats BlockLayout::formats(TextChunk chunk, const RowStyle &style) const
{
    Formats out;
    for (const auto &span : m_block.spans) {
        const int start = qMax(span.start, chunk.start);
        const int end = qMin(span.start + span.length, chunk.start + chunk.length);
        if (start >= end)
            continue;
        QTextLayout::FormatRange range;
        range.start = start - chunk.start;
        range.length = end - start;
        range.format = formatOf(span, style);
        out.append(range);
    }
    return out;
}

// Of a text that has grown only the end is looked at: chunks before the last one stay.
QList<TextChunk> BlockLayout::chunks() const
{
    const bool isCode = m_block.kind == MarkdownBlock::Kind::Code;
    QList<TextChunk> all;
    int from = 0;
    if (m_isGrown) {
        for (size_t i = 0; i + 1 < m_old->m_pieces.size(); ++i)
            all.append(m_old->m_pieces.at(i).chunk);
        from = m_old->m_pieces.back().chunk.start;
    }
    const QStringView rest = QStringView(m_block.text).sliced(from);
    for (TextChunk chunk : isCode ? codeChunks(rest) : textChunks(rest)) {
        chunk.start += from;
        all.append(chunk);
    }
    return all;
}

std::unique_ptr<QTextLayout> BlockLayout::reused(TextChunk chunk, const Formats &formats)
{
    if (!m_old || m_old->m_pieces.size() <= m_pieces.size())
        return {};
    Piece &piece = m_old->m_pieces.at(m_pieces.size());
    if (piece.chunk != chunk || !piece.layout)
        return {};
    const QStringView words = QStringView(m_block.text).sliced(chunk.start, chunk.length);
    const QStringView had = QStringView(m_old->m_block.text).sliced(piece.chunk.start, piece.chunk.length);
    if ((!m_isGrown && words != had) || piece.layout->formats() != formats)
        return {};
    return std::move(piece.layout);
}

qreal BlockLayout::add(TextChunk chunk, const Place &place, const Formats &formats)
{
    Piece piece;
    piece.chunk = chunk;
    piece.at = place.at;
    piece.layout = reused(chunk, formats);
    if (piece.layout && m_made == 0)
        m_keptHeight = place.at.y(); // the last piece is painted again: something may follow it now
    if (!piece.layout) {
        ++m_made;
        QString words = m_block.text.mid(chunk.start, chunk.length);
        words.replace(u'\n', QChar(QChar::LineSeparator));
        piece.layout = std::make_unique<QTextLayout>(words, place.font);
        piece.layout->setCacheEnabled(true);
        QTextOption option(place.align);
        option.setTextDirection(m_isRightToLeft ? Qt::RightToLeft : Qt::LeftToRight);
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        option.setTabStopDistance(QFontMetricsF(place.font).horizontalAdvance(u' ') * 4);
        piece.layout->setTextOption(option);
        piece.layout->setFormats(formats);
        piece.layout->beginLayout();
        qreal y = 0;
        for (QTextLine line = piece.layout->createLine(); line.isValid(); line = piece.layout->createLine()) {
            line.setLineWidth(qMax(1.0, place.width));
            line.setPosition(QPointF(0, y));
            y += std::ceil(line.height() * (1 + LineGap));
        }
        piece.layout->endLayout();
    }
    qreal height = 0;
    if (const int lines = piece.layout->lineCount(); lines > 0) {
        const QTextLine last = piece.layout->lineAt(lines - 1);
        height = last.y() + std::ceil(last.height() * (1 + LineGap));
    }
    piece.height = height;
    m_pieces.push_back(std::move(piece));
    return height;
}

void BlockLayout::layText(const RowStyle &style, const Options &options)
{
    const bool isHeading = m_block.kind == MarkdownBlock::Kind::Heading;
    Place place;
    place.font = isHeading ? style.heading(m_block.level) : (options.isQuiet ? style.small : style.text);
    place.width = m_contentWidth;
    place.align = options.align ? options.align : (m_isRightToLeft ? Qt::AlignRight : Qt::AlignLeft);
    for (const TextChunk chunk : chunks()) {
        place.at = QPointF(m_left, m_height);
        m_height += add(chunk, place, formats(chunk, style));
    }
}

void BlockLayout::layCode(const RowStyle &style)
{
    const QFontMetricsF small(style.small);
    const qreal head = std::ceil(small.height() + 10);
    const CodeLanguage *language = Highlighter::language(m_block.language);
    m_height = head + 8;
    int state = 0;
    for (const TextChunk chunk : chunks()) {
        const int before = state;
        Formats formats;
        const size_t number = m_pieces.size();
        // A group of lines that did not change keeps its colours without being read again.
        if (m_old && number + 1 < m_old->m_pieces.size() && m_old->m_pieces.at(number).chunk == chunk &&
            m_old->m_pieces.at(number).stateBefore == before && m_old->m_block.language == m_block.language) {
            formats = m_old->m_pieces.at(number).layout->formats();
            state = m_old->m_pieces.at(number).stateAfter;
        } else if (language) {
            const QStringView words = QStringView(m_block.text).sliced(chunk.start, chunk.length);
            for (const auto &span : Highlighter::spans(words, *language, state)) {
                QTextLayout::FormatRange range;
                range.start = span.start;
                range.length = span.length;
                range.format.setForeground(style.colors.token(span.token));
                formats.append(range);
            }
        }
        Place place;
        place.at = QPointF(m_left + PanelPadding, m_height);
        place.width = m_contentWidth - 2 * PanelPadding;
        place.align = Qt::AlignLeft;
        place.font = style.mono;
        m_height += add(chunk, place, formats);
        m_pieces.back().stateBefore = before;
        m_pieces.back().stateAfter = state;
    }
    m_height += 10;
    m_panel = QRectF(m_left, 0, m_contentWidth, m_height);
    const qreal button =
        small.horizontalAdvance(QCoreApplication::translate("heed::ChatView", "Copy")) + 2 * PanelPadding;
    m_copyButton = QRectF(m_panel.right() - button, 0, button, head);
}

qreal BlockLayout::naturalWidth() const
{
    qreal widest = 0;
    for (const auto &piece : m_pieces) {
        for (int i = 0; i < piece.layout->lineCount(); ++i)
            widest = qMax(widest, piece.layout->lineAt(i).naturalTextWidth());
    }
    return std::ceil(widest + 1 + (m_width - m_contentWidth));
}

const BlockLayout::Piece *BlockLayout::nearest(QPointF point) const
{
    const Piece *best = nullptr;
    qreal closest = 0;
    for (const auto &piece : m_pieces) {
        const QRectF box = piece.layout->boundingRect().translated(piece.at);
        const qreal down = qMax(0.0, qMax(box.top() - point.y(), point.y() - box.bottom()));
        const qreal across = qMax(0.0, qMax(box.left() - point.x(), point.x() - box.right()));
        const qreal distance = down * 1000 + across;
        if (!best || distance < closest) {
            best = &piece;
            closest = distance;
        }
    }
    return best;
}

int BlockLayout::positionAt(QPointF point) const
{
    const Piece *piece = nearest(point);
    if (!piece)
        return 0;
    const QPointF inside = point - piece->at;
    const int lines = piece->layout->lineCount();
    for (int i = 0; i < lines; ++i) {
        const QTextLine line = piece->layout->lineAt(i);
        if (i + 1 < lines && inside.y() >= piece->layout->lineAt(i + 1).y())
            continue;
        return piece->chunk.start + line.xToCursor(inside.x());
    }
    return piece->chunk.start;
}

bool BlockLayout::hasTextAt(QPointF point) const
{
    for (const auto &piece : m_pieces) {
        for (int i = 0; i < piece.layout->lineCount(); ++i) {
            if (piece.layout->lineAt(i).naturalTextRect().translated(piece.at).contains(point))
                return true;
        }
    }
    return false;
}

QRectF BlockLayout::lineRect(int position) const
{
    for (const auto &piece : m_pieces) {
        if (position > piece.chunk.start + piece.chunk.length)
            continue;
        const QTextLine line = piece.layout->lineForTextPosition(qMax(0, position - piece.chunk.start));
        if (line.isValid())
            return line.rect().translated(piece.at);
    }
    return QRectF(0, 0, m_width, m_height);
}

qreal BlockLayout::caretX(int position) const
{
    for (const auto &piece : m_pieces) {
        if (position > piece.chunk.start + piece.chunk.length)
            continue;
        const int inside = qMax(0, position - piece.chunk.start);
        const QTextLine line = piece.layout->lineForTextPosition(inside);
        if (line.isValid())
            return piece.at.x() + line.cursorToX(inside);
    }
    return m_left;
}

} // namespace heed
