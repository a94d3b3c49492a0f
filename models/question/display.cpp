// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/question/display.h"

#include "models/question/fold.h"

#include <QList>
#include <array>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

struct CodePoints {
    char32_t first;
    char32_t last;
};

template <size_t N>
bool isIn(const std::array<CodePoints, N> &ranges, char32_t c)
{
    for (const auto &range : ranges) {
        if (c >= range.first && c <= range.last)
            return true;
    }
    return false;
}

// Blocks whose characters are drawn as emoji and may be joined or carry a variation selector.
constexpr std::array pictographs{
    CodePoints{0x00A9, 0x00A9},   CodePoints{0x00AE, 0x00AE}, CodePoints{0x203C, 0x203C},
    CodePoints{0x2049, 0x2049},   CodePoints{0x2122, 0x2122}, CodePoints{0x2139, 0x2139},
    CodePoints{0x2190, 0x21FF},   CodePoints{0x2300, 0x23FF}, CodePoints{0x24C2, 0x24C2},
    CodePoints{0x25A0, 0x27BF},   CodePoints{0x2900, 0x297F}, CodePoints{0x2B00, 0x2BFF},
    CodePoints{0x3030, 0x3030},   CodePoints{0x303D, 0x303D}, CodePoints{0x3297, 0x3299},
    CodePoints{0x1F000, 0x1FAFF},
};

// Dangerous or structural rather than merely invisible: the person sees that something was there.
constexpr std::array escaped{
    CodePoints{0x0000, 0x0008}, CodePoints{0x000B, 0x001F}, CodePoints{0x007F, 0x009F},
    CodePoints{0x2028, 0x202E}, CodePoints{0x2066, 0x2069}, CodePoints{0xD800, 0xDFFF},
    CodePoints{0xFDD0, 0xFDEF}, CodePoints{0xFFF9, 0xFFFC},
};

// Format characters that are drawn: Arabic and Kaithi number signs, hieroglyph joining.
constexpr std::array drawnFormats{
    CodePoints{0x0600, 0x0605},   CodePoints{0x06DD, 0x06DD},   CodePoints{0x070F, 0x070F},
    CodePoints{0x0890, 0x0891},   CodePoints{0x08E2, 0x08E2},   CodePoints{0x110BD, 0x110BD},
    CodePoints{0x110CD, 0x110CD}, CodePoints{0x13430, 0x1343F},
};

constexpr char32_t zeroWidthNonJoiner = 0x200C;
constexpr char32_t zeroWidthJoiner = 0x200D;
constexpr char32_t textStyle = 0xFE0E;
constexpr char32_t emojiStyle = 0xFE0F;
constexpr char32_t keycap = 0x20E3;

bool isPictograph(char32_t c)
{
    return isIn(pictographs, c);
}

//! Scripts whose letters change shape or break apart by a joiner.
bool needsJoiners(QChar::Script script)
{
    switch (script) {
    case QChar::Script_Arabic:
    case QChar::Script_Syriac:
    case QChar::Script_Mandaic:
    case QChar::Script_Mongolian:
    case QChar::Script_PhagsPa:
    case QChar::Script_Nko:
    case QChar::Script_Devanagari:
    case QChar::Script_Bengali:
    case QChar::Script_Gurmukhi:
    case QChar::Script_Gujarati:
    case QChar::Script_Oriya:
    case QChar::Script_Tamil:
    case QChar::Script_Telugu:
    case QChar::Script_Kannada:
    case QChar::Script_Malayalam:
    case QChar::Script_Sinhala:
    case QChar::Script_Khmer:
    case QChar::Script_Myanmar:
    case QChar::Script_Tibetan:
    case QChar::Script_Balinese:
    case QChar::Script_Javanese:
    case QChar::Script_Sundanese:
        return true;
    default:
        return false;
    }
}

bool isVirama(char32_t c)
{
    return QChar::combiningClass(c) == 9;
}

//! Writes text character by character, with what was written last as the context of the next.
class Shower
{
public:
    explicit Shower(QList<uint> text)
        : m_text(std::move(text))
    {
        m_shown.reserve(m_text.size());
    }

    QString show()
    {
        for (; m_at < m_text.size(); ++m_at)
            take(m_text[m_at]);
        return m_shown;
    }

private:
    [[nodiscard]] char32_t following() const { return m_at + 1 < m_text.size() ? m_text[m_at + 1] : 0; }

    void keep(char32_t c)
    {
        m_shown += QChar::fromUcs4(c);
        m_beforePrevious = m_previous;
        m_previous = c;
    }

    void escape(char32_t c)
    {
        m_shown += u"⟨U+"_s + QString::number(uint(c), 16).toUpper().rightJustified(4, u'0') + u'⟩';
        m_beforePrevious = 0;
        m_previous = u'⟩';
    }

    void take(char32_t c)
    {
        if (c == u'\r') {
            if (following() != u'\n')
                keep(u'\n');
        } else if (c == u'\n') {
            keep(c);
        } else if (c == u'\t' || c == 0x2800) { // the blank braille cell is a space that looks like none
            keep(u' ');
        } else if (isIn(escaped, c) || (c & 0xFFFE) == 0xFFFE) {
            escape(c);
        } else if (c == zeroWidthJoiner || c == zeroWidthNonJoiner) {
            if (isJoinerNeeded(c))
                keep(c);
        } else if (isSelector(c)) {
            if (isSelectorNeeded(c))
                keep(c);
        } else if (!isHidden(c)) {
            keep(c);
        }
    }

    static bool isHidden(char32_t c)
    {
        return isIgnorable(c) || (QChar::category(c) == QChar::Other_Format && !isIn(drawnFormats, c));
    }

    static bool isSelector(char32_t c)
    {
        return (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF) ||
               (c >= 0x180B && c <= 0x180D) || c == 0x180F;
    }

    [[nodiscard]] bool isJoinerNeeded(char32_t joiner) const
    {
        const char32_t before = m_previous == emojiStyle ? m_beforePrevious : m_previous;
        if (joiner == zeroWidthJoiner && isPictograph(before) && isPictograph(following()))
            return true;
        const auto script = QChar::script(m_previous);
        if (!needsJoiners(script) || !(QChar::isLetter(m_previous) || QChar::isMark(m_previous)))
            return false;
        if (isVirama(m_previous)) // chillu and half forms may end a word
            return true;
        return !isHidden(following()) && QChar::script(following()) == script &&
               (QChar::isLetter(following()) || QChar::isMark(following()));
    }

    [[nodiscard]] bool isSelectorNeeded(char32_t selector) const
    {
        const auto script = QChar::script(m_previous);
        if (selector == emojiStyle || selector == textStyle) {
            const bool isKeycapBase =
                (m_previous >= u'0' && m_previous <= u'9') || m_previous == u'#' || m_previous == u'*';
            return isPictograph(m_previous) || (isKeycapBase && following() == keycap);
        }
        if (selector >= 0x180B && selector <= 0x180F)
            return script == QChar::Script_Mongolian && QChar::isLetter(m_previous);
        return script == QChar::Script_Han && QChar::isLetter(m_previous);
    }

    const QList<uint> m_text;
    QString m_shown{};
    qsizetype m_at = 0;
    char32_t m_previous = 0;
    char32_t m_beforePrevious = 0;
};

//! toUcs4() would replace unpaired surrogates; they are to be seen.
QList<uint> codePoints(QStringView text)
{
    QList<uint> points;
    points.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (c.isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate()) {
            points.append(QChar::surrogateToUcs4(c, text[i + 1]));
            ++i;
        } else {
            points.append(c.unicode());
        }
    }
    return points;
}

} // namespace

QString displayText(QStringView text)
{
    return Shower(codePoints(text)).show();
}

QString withoutControls(QStringView text)
{
    const QList<uint> points = codePoints(text);
    QString kept;
    kept.reserve(text.size());
    for (qsizetype i = 0; i < points.size(); ++i) {
        const char32_t c = points[i];
        const bool breaks = (c >= 0x0A && c <= 0x0D) || c == 0x85 || c == 0x2028 || c == 0x2029;
        if (breaks && !(c == u'\r' && i + 1 < points.size() && points[i + 1] == u'\n'))
            kept += u'\n';
        else if (!isIn(escaped, c) && (c & 0xFFFE) != 0xFFFE)
            kept += QChar::fromUcs4(c);
    }
    return kept;
}

QString displayLine(QStringView text)
{
    return displayText(text).simplified();
}

qsizetype codePointCount(QStringView text)
{
    qsizetype count = 0;
    for (qsizetype i = 0; i < text.size(); ++i, ++count) {
        if (text[i].isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate())
            ++i;
    }
    return count;
}

} // namespace heed
