// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/markdowntext.h"

#include <QCoreApplication>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace heed::MarkdownText {

namespace {

QString marker(const MarkdownBlock &block)
{
    switch (block.marker.kind) {
    case ListMarker::Kind::None:
        return {};
    case ListMarker::Kind::Bullet:
        return u"- "_s;
    case ListMarker::Kind::Ordinal:
        return QString::number(block.marker.ordinal) + QChar(block.marker.delimiter) + u' ';
    case ListMarker::Kind::Task:
        return block.marker.checked ? u"- [x] "_s : u"- [ ] "_s;
    }
    return {};
}

QString withBreaks(QStringView words)
{
    return words.toString().replace(QChar(QChar::LineSeparator), u'\n');
}

//! Calls \a visit(block, from, to) with the range inside each block that the range of positions touches.
template <typename Visit>
void eachBlock(const QList<MarkdownBlock> &blocks, int from, int to, Visit visit)
{
    int start = 0;
    for (const auto &block : blocks) {
        const int size = int(block.text.size());
        if (to <= start && start > 0)
            return;
        if (from <= start + size && (from < start + size || size == 0 || from == start))
            visit(block, qMax(0, from - start), qMin(size, to - start));
        start += size + 1;
    }
}

QString escaped(QStringView words)
{
    QString out;
    for (const QChar c : words) {
        if (u"\\`*_[]<"_s.contains(c))
            out += u'\\';
        out += c == QChar(QChar::LineSeparator) ? u"\\\n"_s : QString(c);
    }
    return out;
}

QString wrapped(QStringView words, const InlineSpan &span)
{
    const QStringView inner = words.trimmed();
    if (inner.isEmpty())
        return words.toString();
    const auto lead = inner.data() - words.data();
    QString body;
    if (span.formats.testFlag(InlineFormat::Code))
        body = inner.contains(u'`') ? u"`` "_s + inner.toString() + u" ``"_s
                                    : u"`"_s + inner.toString() + u"`"_s;
    else
        body = escaped(inner);
    const auto around = [&](InlineFormat format, const QString &sign) {
        if (span.formats.testFlag(format))
            body = sign + body + sign;
    };
    around(InlineFormat::Strike, u"~~"_s);
    around(InlineFormat::Italic, u"*"_s);
    around(InlineFormat::Bold, u"**"_s);
    if (span.formats.testFlag(InlineFormat::Image))
        body = u"!["_s + body + u"]("_s + span.target + u")"_s;
    else if (span.formats.testFlag(InlineFormat::Link))
        body = u"["_s + body + u"]("_s + span.target + u")"_s;
    return words.left(lead).toString() + body + words.sliced(lead + inner.size()).toString();
}

QString inlineMarkdown(const MarkdownBlock &block, int from, int to)
{
    const QStringView words(block.text);
    QString out;
    int at = from;
    for (const auto &span : block.spans) {
        const int start = qMax(span.start, from);
        const int end = qMin(span.start + span.length, to);
        if (start >= end)
            continue;
        out += escaped(words.sliced(at, start - at)) + wrapped(words.sliced(start, end - start), span);
        at = end;
    }
    return out + escaped(words.sliced(at, qMax(0, to - at)));
}

QString tableMarkdown(const MarkdownBlock &block, int from, int to)
{
    QStringList rows;
    QString row;
    int current = 0;
    const auto finish = [&] {
        rows += row + u"|"_s;
        if (current == 0)
            rows += u"|"_s + u" --- |"_s.repeated(block.columns);
        row.clear();
    };
    for (const auto &cell : block.cells) {
        if (cell.row != current)
            finish();
        current = cell.row;
        const int start = qBound(cell.start, from, cell.start + cell.length);
        const int end = qBound(start, to, cell.start + cell.length);
        row += u"| "_s + inlineMarkdown(block, start, end).replace(u'|', u"\\|"_s) + u' ';
    }
    finish();
    return rows.join(u'\n');
}

QString blockMarkdown(const MarkdownBlock &block, int from, int to)
{
    switch (block.kind) {
    case MarkdownBlock::Kind::Heading:
        return QString(block.level, u'#') + u' ' + inlineMarkdown(block, from, to);
    case MarkdownBlock::Kind::Code: {
        QString fence = u"```"_s;
        while (block.text.contains(fence))
            fence += u'`';
        return fence + block.language + u'\n' + block.text.mid(from, to - from) + u'\n' + fence;
    }
    case MarkdownBlock::Kind::Table:
        return tableMarkdown(block, from, to);
    case MarkdownBlock::Kind::Rule:
        return u"---"_s;
    case MarkdownBlock::Kind::Paragraph:
        break;
    }
    return inlineMarkdown(block, from, to);
}

//! Quotes and indentation before each line of a block; the first line carries the list marker.
QString prefixed(const MarkdownBlock &block, const QString &body)
{
    QString first;
    QString rest;
    for (qsizetype i = 0; i < block.nest.size(); ++i) {
        const bool isLast = block.nest.lastIndexOf('l') == i;
        const QString step = block.nest.at(i) == 'q' ? u"> "_s : u"   "_s;
        first += isLast && block.isListItem() ? marker(block) : step;
        rest += step;
    }
    return first + QString(body).replace(u'\n', u'\n' + rest);
}

struct MarkdownRowText {
    Q_DECLARE_TR_FUNCTIONS(heed::ChatView)
};

QString spokenWords(const MarkdownBlock &block)
{
    QString out;
    int at = 0;
    const QStringView words(block.text);
    for (const auto &span : block.spans) {
        const bool isImage = span.formats.testFlag(InlineFormat::Image);
        if (!isImage && !span.formats.testFlag(InlineFormat::Link))
            continue;
        const QString inner = words.sliced(span.start, span.length).toString();
        out += words.sliced(at, span.start - at).toString();
        out += isImage ? MarkdownRowText::tr("%1 (picture)").arg(inner)
                       : MarkdownRowText::tr("%1 (link)").arg(inner);
        at = span.start + span.length;
    }
    out += words.sliced(at).toString();
    return withBreaks(out);
}

QString spokenTable(const MarkdownBlock &block)
{
    QStringList rows;
    for (const auto line : QStringView(block.text).split(u'\n'))
        rows += line.toString().replace(u'\t', u", "_s);
    const QString size = MarkdownRowText::tr("%n column(s)", "table", block.columns);
    return MarkdownRowText::tr("Table, %1: %2").arg(size, rows.join(u"; "_s));
}

QString spokenBlock(const MarkdownBlock &block)
{
    switch (block.kind) {
    case MarkdownBlock::Kind::Heading:
        return MarkdownRowText::tr("Heading %1: %2").arg(QString::number(block.level), spokenWords(block));
    case MarkdownBlock::Kind::Code: {
        const int lines = int(block.text.count(u'\n')) + 1;
        const QString size = MarkdownRowText::tr("%n line(s)", "code", lines);
        return MarkdownRowText::tr("Code block, %1: %2")
            .arg(block.language.isEmpty() ? size : block.language + u", "_s + size, block.text);
    }
    case MarkdownBlock::Kind::Table:
        return spokenTable(block);
    case MarkdownBlock::Kind::Rule:
        return {};
    case MarkdownBlock::Kind::Paragraph:
        break;
    }
    return spokenWords(block);
}

QString spokenMarker(const MarkdownBlock &block)
{
    if (block.marker.kind == ListMarker::Kind::Bullet)
        return u"\u2022 "_s;
    if (block.marker.kind == ListMarker::Kind::Task)
        return block.marker.checked ? MarkdownRowText::tr("Done: ") : MarkdownRowText::tr("To do: ");
    return marker(block);
}

} // namespace

int length(const QList<MarkdownBlock> &blocks)
{
    int total = 0;
    for (const auto &block : blocks)
        total += int(block.text.size()) + 1;
    return qMax(0, total - 1);
}

QString bare(const QList<MarkdownBlock> &blocks)
{
    QStringList texts;
    for (const auto &block : blocks)
        texts += block.text;
    return texts.join(u'\n');
}

QString plain(const QList<MarkdownBlock> &blocks, int from, int to)
{
    QStringList lines;
    eachBlock(blocks, from, to, [&](const MarkdownBlock &block, int start, int end) {
        QString line = withBreaks(QStringView(block.text).sliced(start, qMax(0, end - start)));
        if (start == 0 && block.isListItem())
            line = QString(2 * qMax(0, block.listDepth() - 1), u' ') + marker(block) + line;
        lines += line;
    });
    return lines.join(u'\n');
}

QString markdown(const QList<MarkdownBlock> &blocks, int from, int to)
{
    QString out;
    const MarkdownBlock *before = nullptr;
    eachBlock(blocks, from, to, [&](const MarkdownBlock &block, int start, int end) {
        const bool isTight = before && block.isListItem() && before->listDepth() > 0;
        if (before)
            out += isTight ? u"\n"_s : u"\n\n"_s;
        out += prefixed(block, blockMarkdown(block, start, qMax(start, end)));
        before = &block;
    });
    return out;
}

QString spoken(const QList<MarkdownBlock> &blocks)
{
    QStringList lines;
    int quotes = 0;
    for (const auto &block : blocks) {
        QString line = spokenMarker(block) + spokenBlock(block);
        if (block.quoteDepth() > quotes)
            line = MarkdownRowText::tr("Quote: ") + line;
        quotes = block.quoteDepth();
        if (!line.isEmpty())
            lines += line;
    }
    return lines.join(u'\n');
}

} // namespace heed::MarkdownText
