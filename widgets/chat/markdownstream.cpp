// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/markdownstream.h"

#include "widgets/chat/markdownblocks.h"

#include <algorithm>

namespace heed {

void MarkdownStream::setBlocks(QList<MarkdownBlock> blocks)
{
    start({});
    m_blocks = std::move(blocks);
}

void MarkdownStream::start(const QString &text)
{
    m_source = text;
    m_text.clear();
    m_used = 0;
    m_line = 0;
    m_part = {};
    m_ordinal = -1;
    m_closed = 0;
    m_isWhole = false;
    m_blocks.clear();
}

int MarkdownStream::update(const QString &text)
{
    int firstChanged = m_closed;
    if (!text.startsWith(m_source) || m_source.isEmpty()) {
        start(text);
        firstChanged = 0;
    } else {
        m_source = text;
    }
    // Half a line end or half a character at the end may become something else.
    qsizetype usable = text.size();
    if (usable > m_used && (text.back() == u'\r' || text.back().isHighSurrogate()))
        --usable;
    m_text += MarkdownBlocks::sanitised(QStringView(text).sliced(m_used, usable - m_used));
    m_used = usable;
    const bool wasWhole = m_isWhole;
    scan();
    if (!m_isWhole || !wasWhole) {
        parseOpen();
        return m_isWhole ? 0 : firstChanged; // parts may have been closed on the way
    }
    // Everything was parsed, but little of it came out different.
    const QList<MarkdownBlock> before = m_blocks;
    parseOpen();
    const auto differs = std::mismatch(before.begin(), before.end(), m_blocks.begin(), m_blocks.end());
    return int(differs.first - before.begin());
}

void MarkdownStream::readMarker(Line &line)
{
    const QStringView rest = line.text.sliced(line.indent);
    qsizetype i = 0;
    if (rest[0] == u'-' || rest[0] == u'*' || rest[0] == u'+') {
        line.marker = rest[0].unicode();
        i = 1;
    } else {
        while (i < rest.size() && i < 9 && rest[i] >= u'0' && rest[i] <= u'9')
            line.number = line.number * 10 + (rest[i++].unicode() - u'0');
        if (i == 0 || i >= rest.size() || (rest[i] != u'.' && rest[i] != u')'))
            return;
        line.marker = rest[i++].unicode();
    }
    if (i < rest.size() && rest[i] != u' ' && rest[i] != u'\t') {
        line.marker = 0;
        return;
    }
    qsizetype spaces = 0;
    while (i + spaces < rest.size() && (rest[i + spaces] == u' ' || rest[i + spaces] == u'\t'))
        ++spaces;
    line.isEmptyItem = i + spaces == rest.size();
    line.content = line.indent + int(i + (spaces >= 1 && spaces <= 4 && !line.isEmptyItem ? spaces : 1));
    // "- - -" and "* * *" are rules.
    QChar only = rest[0];
    int signs = 0;
    for (const QChar c : rest) {
        if (c == only)
            ++signs;
        else if (c != u' ' && c != u'\t')
            return;
    }
    if (signs >= 3 && (only == u'-' || only == u'*'))
        line.marker = 0;
}

void MarkdownStream::readFence(Line &line)
{
    const QStringView rest = line.text.sliced(line.indent);
    const QChar sign = rest[0];
    if (sign != u'`' && sign != u'~')
        return;
    int count = 0;
    while (count < rest.size() && rest[count] == sign)
        ++count;
    const QStringView info = rest.sliced(count);
    if (count < 3 || (sign == u'`' && info.contains(u'`')))
        return;
    line.fence = sign.unicode();
    line.fenceLength = count;
    line.canClose = info.trimmed().isEmpty();
}

MarkdownStream::Line MarkdownStream::read(QStringView text)
{
    Line line;
    line.text = text;
    while (line.indent < text.size() && text[line.indent] == u' ')
        ++line.indent;
    qsizetype i = line.indent;
    while (i < text.size() && (text[i] == u' ' || text[i] == u'\t' || text[i] == u'\v' || text[i] == u'\f'))
        ++i;
    line.isBlank = i == text.size();
    line.hasTabs = i != line.indent || (line.isBlank && text.contains(u'\t'));
    if (line.isBlank)
        return line;
    readFence(line);
    readMarker(line);
    line.hasTabs = line.hasTabs || (line.marker && text.contains(u'\t'));
    return line;
}

// md4c lets a fence at the margin close one that was opened inside an item or a quote.
bool MarkdownStream::mayCloseFence(QStringView line)
{
    const QStringView rest = line.trimmed();
    return rest.startsWith(u'`') || rest.startsWith(u'~');
}

bool MarkdownStream::isSplit(const Line &line) const
{
    if (m_isWhole || m_part.isFirstLine || m_part.isUnsure || m_part.fence || line.isBlank ||
        line.indent > 0 || line.hasTabs)
        return false;
    if (line.marker && line.marker == m_part.list)
        return true; // the next item of this list
    if (m_part.hasInnerFence && mayCloseFence(line.text))
        return false;
    if (!m_part.isPrevBlank)
        return false;
    const bool isOrdered = line.marker == u'.' || line.marker == u')';
    return !isOrdered || !m_part.hasOrdinals;
}

void MarkdownStream::takeFence(const Line &line, qsizetype next)
{
    if (m_part.fence) {
        if (line.fence == m_part.fence && line.canClose && line.fenceLength >= m_part.fenceLength &&
            line.indent < 4) {
            m_part.fence = 0;
            m_part.isFencePart = false;
        }
        return;
    }
    if (m_part.hasInnerFence && mayCloseFence(line.text) &&
        !(m_part.list && line.indent >= m_part.itemIndent))
        m_part.isUnsure = true;
    const bool looksFenced =
        line.fence || (line.hasTabs && (line.text.contains(u"```") || line.text.contains(u"~~~")));
    if (looksFenced && (line.indent > 3 || line.hasTabs)) {
        // md4c takes a fence indented by four as one when it follows a line of a paragraph.
        m_part.isUnsure = m_part.isUnsure || !m_part.isPrevBlank;
        m_part.hasInnerFence = true;
        return;
    }
    if (!looksFenced) {
        m_part.hasInnerFence =
            m_part.hasInnerFence || line.text.contains(u"```") || line.text.contains(u"~~~");
        return;
    }
    if (line.indent > 0 && m_part.hasList) {
        // Inside the item it ends with the item; beside it, it would hide what follows.
        if (!m_part.list || line.indent < m_part.itemIndent)
            m_part.isUnsure = true;
        m_part.hasInnerFence = true;
        return;
    }
    m_part.fence = line.fence;
    m_part.fenceLength = line.fenceLength;
    m_part.isFencePart = m_part.isFirstLine && line.indent == 0;
    m_part.fenceText = next;
}

void MarkdownStream::take(const Line &line, qsizetype next)
{
    const bool wasFence = m_part.fence != 0;
    if (!wasFence && line.text.contains(u"]:"))
        m_isWhole = true;
    // md4c reads a list otherwise when an empty item is the first line that it sees.
    if (!wasFence && m_part.isFirstLine && m_part.start > 0 && line.isEmptyItem)
        m_isWhole = true;
    if (m_part.isFirstLine && line.marker && line.indent == 0 && !line.hasTabs && !line.isEmptyItem) {
        m_part.list = line.marker;
        m_part.itemIndent = line.content;
        m_part.number = line.number;
    } else if (!line.isBlank && (line.hasTabs || line.indent < m_part.itemIndent)) {
        m_part.list = 0; // the list has ended here, or the line carries on lazily
    }
    if (!wasFence && (line.marker || line.hasTabs)) {
        m_part.hasList = true;
        m_part.hasOrdinals = m_part.hasOrdinals || line.marker == u'.' || line.marker == u')' || line.hasTabs;
    }
    takeFence(line, next);
    m_part.isPrevBlank = line.isBlank;
    if (!line.isBlank)
        m_part.isFirstLine = false;
}

void MarkdownStream::close(qsizetype at, const Line &next)
{
    const bool isSameList = next.marker && next.marker == m_part.list;
    parsePart(at);
    const int ordinal = !isSameList ? -1 : (m_ordinal >= 0 ? m_ordinal : m_part.number) + 1;
    m_closed = int(m_blocks.size());
    m_part = {};
    m_part.start = at;
    m_ordinal = ordinal;
}

void MarkdownStream::scan()
{
    while (true) {
        const qsizetype end = m_text.indexOf(u'\n', m_line);
        if (end < 0) {
            m_isWhole = m_isWhole || (!m_part.fence && QStringView(m_text).sliced(m_line).contains(u"]:"));
            return;
        }
        // A view into m_text, which nothing below appends to.
        const Line line = read(QStringView(m_text).sliced(m_line, end - m_line));
        if (isSplit(line))
            close(m_line, line);
        take(line, end + 1);
        m_line = end + 1;
    }
}

namespace {

// The parser shows the tabs that indent a line of code as spaces, to columns of four.
QString withSpaces(QStringView lines)
{
    QString out;
    out.reserve(lines.size() + lines.size() / 4);
    int column = 0; // -1 after the indentation
    for (const QChar c : lines) {
        if (c == u'\n') {
            column = 0;
        } else if (column >= 0 && c == u'\t') {
            const int step = 4 - column % 4;
            out += QString(step, u' ');
            column += step;
            continue;
        } else if (column >= 0) {
            column = c == u' ' ? column + 1 : -1;
        }
        out += c;
    }
    return out;
}

// The items of the list that the blocks begin with, numbered from \a ordinal.
void countOn(QList<MarkdownBlock> &blocks, int ordinal)
{
    if (!blocks.first().marker.startsOrdered)
        return;
    blocks.first().marker.startsOrdered = false;
    const int shift = ordinal - blocks.first().marker.ordinal;
    for (MarkdownBlock &block : blocks) {
        if (!block.nest.startsWith('l') || (block.nest.size() == 1 && block.marker.startsOrdered))
            return;
        if (block.nest.size() == 1 &&
            (block.marker.kind == ListMarker::Kind::Ordinal || block.marker.ordinal > 0))
            block.marker.ordinal += shift;
    }
}

} // namespace

void MarkdownStream::parsePart(qsizetype end)
{
    m_blocks.resize(m_closed);
    m_parsed += end - m_part.start;
    QList<MarkdownBlock> parsed =
        MarkdownBlocks::parseSanitised(QStringView(m_text).sliced(m_part.start, end - m_part.start));
    if (m_ordinal >= 0 && !parsed.isEmpty())
        countOn(parsed, m_ordinal);
    m_blocks.append(std::move(parsed));
}

// Lines inside an open fence are taken as they are: a long program costs only its new words.
bool MarkdownStream::appendToFence()
{
    if (!m_part.isFencePart || !m_part.isFenceParsed || m_blocks.size() != m_closed + 1)
        return false;
    MarkdownBlock &block = m_blocks.last();
    const QStringView lines = QStringView(m_text).sliced(m_part.fenceText);
    if (block.kind != MarkdownBlock::Kind::Code || !block.nest.isEmpty())
        return false;
    // The last line may turn out to be the closing fence: then the parser has to see it.
    const QStringView last = QStringView(m_text).sliced(m_line);
    if (last.trimmed().startsWith(QChar(m_part.fence)))
        return false;
    block.text = lines.contains(u'\t') ? withSpaces(lines) : lines.toString();
    if (block.text.endsWith(u'\n'))
        block.text.chop(1);
    return true;
}

void MarkdownStream::parseOpen()
{
    if (m_isWhole) {
        m_part.start = 0;
        m_closed = 0;
        m_ordinal = -1;
    } else if (appendToFence()) {
        return;
    }
    parsePart(m_text.size());
    m_part.isFenceParsed = m_part.isFencePart;
}

} // namespace heed
