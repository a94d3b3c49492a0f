// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/reply/prose.h"

#include <QHash>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr QChar blank = u'\uFFFC'; //!< in place of what the reply does not say itself

//! The Markdown with code, quotes and quotations blanked; every character keeps its place.
class Prose
{
public:
    explicit Prose(const QString &markdown)
        : m_text(markdown)
    {
        blankBlocks();
        blankCodeSpans();
        blankQuotations();
    }
    [[nodiscard]] const QString &text() const { return m_text; }

private:
    void hide(qsizetype from, qsizetype to)
    {
        for (qsizetype i = from; i < to; ++i) {
            if (m_text[i] != u'\n')
                m_text[i] = blank;
        }
    }

    //! A fence: three or more ` or ~ after at most three spaces.
    [[nodiscard]] static qsizetype fenceLength(QStringView line, QChar *sign)
    {
        qsizetype at = 0;
        while (at < line.size() && at < 4 && line[at] == u' ')
            ++at;
        if (at == 4 || at >= line.size() || (line[at] != u'`' && line[at] != u'~'))
            return 0;
        *sign = line[at];
        const qsizetype start = at;
        while (at < line.size() && line[at] == *sign)
            ++at;
        return at - start >= 3 ? at - start : 0;
    }

    void blankBlocks()
    {
        QChar fence;
        qsizetype fenceSize = 0;
        bool isAfterBlank = true;
        bool isIndentedCode = false;
        for (qsizetype at = 0; at < m_text.size();) {
            qsizetype end = m_text.indexOf(u'\n', at);
            end = end < 0 ? m_text.size() : end;
            const QStringView line = QStringView(m_text).mid(at, end - at);
            const QStringView trimmed = line.trimmed();
            QChar sign;
            const qsizetype size = fenceLength(line, &sign);
            isIndentedCode = !trimmed.isEmpty() && (line.startsWith(u"    ") || line.startsWith(u'\t')) &&
                             (isAfterBlank || isIndentedCode);
            isAfterBlank = trimmed.isEmpty();
            if (fenceSize > 0) {
                if (size >= fenceSize && sign == fence && trimmed.size() == size)
                    fenceSize = 0;
                hide(at, end);
            } else if (size > 0) {
                fence = sign;
                fenceSize = size;
                hide(at, end);
            } else if (trimmed.startsWith(u'>') || isIndentedCode) {
                hide(at, end);
            }
            at = end + 1;
        }
    }

    void blankCodeSpans()
    {
        // For each length of a run of backticks, where the next one of it stands: one pass from the end.
        QList<std::pair<qsizetype, qsizetype>> runs; // at, length
        for (qsizetype i = 0; i < m_text.size(); ++i) {
            if (m_text[i] != u'`')
                continue;
            const qsizetype start = i;
            while (i < m_text.size() && m_text[i] == u'`')
                ++i;
            runs.append({start, i - start});
        }
        QHash<qsizetype, qsizetype> next; // length of a run -> its index
        QList<qsizetype> partner(runs.size(), -1);
        for (qsizetype i = runs.size() - 1; i >= 0; --i) {
            partner[i] = next.value(runs[i].second, -1);
            next[runs[i].second] = i;
        }
        for (qsizetype i = 0; i < runs.size(); ++i) {
            if (partner[i] < 0)
                continue;
            hide(runs[i].first, runs[partner[i]].first + runs[partner[i]].second);
            i = partner[i];
        }
    }

    //! Quotation marks that open and close within one paragraph.
    void blankQuotations()
    {
        qsizetype open = -1;
        QString closers;
        for (qsizetype i = 0; i < m_text.size(); ++i) {
            const QChar c = m_text[i];
            if (c == u'\n' && i + 1 < m_text.size() && m_text[i + 1] == u'\n')
                open = -1;
            if (open >= 0 && closers.contains(c)) {
                hide(open, i + 1);
                open = -1;
            } else if (open < 0) {
                const bool startsWord = i == 0 || !m_text[i - 1].isLetterOrNumber();
                closers = c == u'"' && startsWord   ? u"\""_s
                          : c == u'“'               ? u"”\""_s
                          : c == u'„'               ? u"“”"_s
                          : c == u'«'               ? u"»"_s
                          : c == u'‘' && startsWord ? u"’"_s
                                                    : QString();
                if (!closers.isEmpty())
                    open = i;
            }
        }
    }

    QString m_text;
};

bool endsSentence(const QString &text, qsizetype at)
{
    const QChar c = text[at];
    if (c == u'。' || c == u'？' || c == u'！')
        return true;
    if (c != u'.' && c != u'!' && c != u'?' && c != u'…')
        return false;
    qsizetype next = at + 1;
    while (next < text.size() && QStringView(u"\"'”’)*_").contains(text[next]))
        ++next;
    return next >= text.size() || text[next].isSpace() || text[next] == blank;
}

bool startsBlock(const QString &text, qsizetype at)
{
    while (at < text.size() && (text[at] == u' ' || text[at] == u'\t'))
        ++at;
    if (at >= text.size() || text[at] == u'\n')
        return true;
    const QChar c = text[at];
    return c == u'#' || c == u'|' || c == u'>' || c == blank ||
           ((c == u'-' || c == u'*' || c == u'+') && at + 1 < text.size() && text[at + 1] == u' ') ||
           (c.isDigit() && at + 1 < text.size() && (text[at + 1] == u'.' || text[at + 1] == u')'));
}

} // namespace

QString ownProse(const QString &markdown)
{
    return Prose(markdown).text();
}

QList<ProseSentence> sentencesOf(const QString &text)
{
    QList<ProseSentence> sentences;
    qsizetype start = 0;
    const auto close = [&](qsizetype end, bool isQuestion) {
        qsizetype from = start;
        const auto isEdge = [&](qsizetype i) {
            return text[i].isSpace() || QStringView(u"-*+#|").contains(text[i]);
        };
        while (from < end && isEdge(from))
            ++from;
        qsizetype to = end;
        while (to > from && text[to - 1].isSpace())
            --to;
        if (to > from)
            sentences.append({from, to, isQuestion});
        start = end;
    };
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == u'\n' && startsBlock(text, i + 1))
            close(i, false);
        else if (endsSentence(text, i))
            close(i + 1, text[i] == u'?' || text[i] == u'？');
    }
    close(text.size(), false);
    return sentences;
}

QList<Word> wordsOf(QStringView text, qsizetype from, qsizetype to)
{
    QList<Word> words;
    for (qsizetype i = from; i < to;) {
        const auto isPart = [&](qsizetype at) {
            const QChar c = text[at];
            const bool isInside = at > from && at + 1 < to && text[at - 1].isLetterOrNumber() &&
                                  text[at + 1].isLetterOrNumber();
            return c.isLetterOrNumber() || c.isMark() || (isInside && (c == u'\'' || c == u'’' || c == u'-'));
        };
        if (isPart(i)) {
            const qsizetype start = i;
            while (i < to && isPart(i))
                ++i;
            QString word = text.mid(start, i - start).toString().toCaseFolded();
            words.append({word.replace(u'’', u'\''), start});
            continue;
        }
        if (QStringView(u",;:—–()").contains(text[i]))
            words.append({u","_s, i});
        ++i;
    }
    return words;
}

} // namespace heed
