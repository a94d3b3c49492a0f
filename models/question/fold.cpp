// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/question/fold.h"

#include <algorithm>
#include <array>

namespace heed {

namespace {
struct Range {
    char32_t first;
    char32_t last;
};

// Default_Ignorable_Code_Point of Unicode 15, ascending.
constexpr std::array ignorable{
    Range{0x00AD, 0x00AD},   Range{0x034F, 0x034F}, Range{0x061C, 0x061C},   Range{0x115F, 0x1160},
    Range{0x17B4, 0x17B5},   Range{0x180B, 0x180F}, Range{0x200B, 0x200F},   Range{0x202A, 0x202E},
    Range{0x2060, 0x206F},   Range{0x3164, 0x3164}, Range{0xFE00, 0xFE0F},   Range{0xFEFF, 0xFEFF},
    Range{0xFFA0, 0xFFA0},   Range{0xFFF0, 0xFFF8}, Range{0x1BCA0, 0x1BCA3}, Range{0x1D173, 0x1D17A},
    Range{0xE0000, 0xE0FFF},
};

struct LookAlike {
    char16_t from;
    char16_t to;
};
// Letters that most fonts draw like a Latin one; case-folded.
constexpr std::array lookAlikes{
    LookAlike{u'а', u'a'}, LookAlike{u'в', u'b'}, LookAlike{u'с', u'c'}, LookAlike{u'ԁ', u'd'},
    LookAlike{u'е', u'e'}, LookAlike{u'һ', u'h'}, LookAlike{u'і', u'i'}, LookAlike{u'ј', u'j'},
    LookAlike{u'к', u'k'}, LookAlike{u'ӏ', u'l'}, LookAlike{u'м', u'm'}, LookAlike{u'н', u'h'},
    LookAlike{u'о', u'o'}, LookAlike{u'р', u'p'}, LookAlike{u'ԛ', u'q'}, LookAlike{u'ѕ', u's'},
    LookAlike{u'т', u't'}, LookAlike{u'ԝ', u'w'}, LookAlike{u'х', u'x'}, LookAlike{u'у', u'y'},
    LookAlike{u'α', u'a'}, LookAlike{u'ε', u'e'}, LookAlike{u'ι', u'i'}, LookAlike{u'κ', u'k'},
    LookAlike{u'ν', u'v'}, LookAlike{u'ο', u'o'}, LookAlike{u'ρ', u'p'}, LookAlike{u'τ', u't'},
    LookAlike{u'υ', u'u'}, LookAlike{u'χ', u'x'}, LookAlike{u'ı', u'i'}, LookAlike{u'ɡ', u'g'},
};

QString withoutIgnorable(QStringView text)
{
    QString kept;
    kept.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const bool isPair = text[i].isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate();
        const QStringView character = text.mid(i, isPair ? 2 : 1);
        if (!isIgnorable(isPair ? QChar::surrogateToUcs4(text[i], text[i + 1]) : text[i].unicode()))
            kept += character;
        i += character.size() - 1;
    }
    return kept;
}

//! toCaseFolded() folds one character to one only; by way of capitals ß and ss are the same too.
QString foldCase(const QString &text)
{
    return text.toUpper().toCaseFolded();
}

bool isDigitAt(const QString &text, qsizetype at)
{
    return at >= 0 && at < text.size() && text[at].isDigit();
}

QString questionKey(QStringView question)
{
    const QString folded = foldText(question);
    QString key;
    key.reserve(folded.size());
    for (qsizetype i = 0; i < folded.size(); ++i) {
        const QChar c = folded[i];
        // 1.5 and 15 are two values: a point between digits is no punctuation.
        const bool isPoint = c == u'.' && isDigitAt(folded, i - 1) && isDigitAt(folded, i + 1);
        if (isPoint || !(c.isSpace() || c.isPunct()))
            key += c;
    }
    return key.isEmpty() ? folded.simplified() : key;
}
} // namespace

bool isIgnorable(char32_t character)
{
    const auto found = std::lower_bound(ignorable.begin(), ignorable.end(), character,
                                        [](const Range &range, char32_t c) { return range.last < c; });
    return found != ignorable.end() && character >= found->first;
}

QString foldText(QStringView text)
{
    return foldCase(withoutIgnorable(text).normalized(QString::NormalizationForm_KC))
        .normalized(QString::NormalizationForm_KC);
}

QString foldLookAlikes(QStringView text)
{
    const QString apart = foldText(text).normalized(QString::NormalizationForm_KD);
    QString folded;
    folded.reserve(apart.size());
    for (const QChar c : apart) {
        if (c.isMark())
            continue;
        const auto found = std::find_if(lookAlikes.begin(), lookAlikes.end(),
                                        [c](const LookAlike &row) { return row.from == c.unicode(); });
        folded += found == lookAlikes.end() ? c : QChar(found->to);
    }
    return folded;
}

QString labelKey(QStringView label)
{
    return foldCase(label.toString().normalized(QString::NormalizationForm_C))
        .simplified()
        .normalized(QString::NormalizationForm_C);
}

bool isSameQuestion(QStringView a, QStringView b)
{
    return questionKey(a) == questionKey(b);
}

} // namespace heed
