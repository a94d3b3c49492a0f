// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tool/whenreader.h"
#include "models/tool/whenwords.h"

#include <QList>

namespace heed {

//! One word of a time, and where it stands in the text.
struct WhenToken {
    WhenWord word{};
    QString text{}; //!< lower case
    qsizetype begin = 0;
    qsizetype end = 0;
    bool digits = false;
};

//! Splits a text into words, numbers and dates. Positions are those of the text as given.
[[nodiscard]] QList<WhenToken> whenTokens(const QString &text);

//! What the words said, before it is set against the present time.
struct WhenDraft {
    std::optional<qint64> relativeSeconds{};
    std::optional<QDate> date{};
    std::optional<QDate> otherDate{}; //!< month and day swapped
    bool keepsTime = false;           //!< "in 3 days": the hour of now, if it is a usual one
    std::optional<int> weekday{};     //!< the nearest one
    int weeksOn = 0;                  //!< 1: that weekday of the next week
    bool weekUnsure = false;          //!< "next friday"
    std::optional<int> dayOfMonth{};
    std::optional<int> month{};
    std::optional<int> year{};
    std::optional<int> minutes{}; //!< of the day
    bool open = false;            //!< morning or afternoon not said
    bool midnight = false;
    std::optional<int> part{}; //!< a WhenPart
    bool tonight = false;
    std::optional<Repeat> repeat{};

    [[nodiscard]] bool hasDay() const { return date || weekday || dayOfMonth || month; }
};

//! Turns words into a draft; fails unless every word is understood.
class WhenParser
{
public:
    //! \param strict inside a sentence: words that are often none of a time need a companion.
    WhenParser(QList<WhenToken> tokens, const QDate &today, bool strict);
    [[nodiscard]] std::optional<WhenDraft> parse();

private:
    struct Span {
        qint64 seconds = 0;
        int days = 0;
        int months = 0;
    };
    [[nodiscard]] WhenWord word(qsizetype ahead = 0) const;
    [[nodiscard]] bool is(WhenKind kind, qsizetype ahead = 0) const { return word(ahead).kind == kind; }
    [[nodiscard]] bool isUnit(WhenUnit unit, qsizetype ahead = 0) const;
    bool take(WhenKind kind);
    bool takeUnit(WhenUnit unit);
    bool attempt(bool (WhenParser::*piece)());
    [[nodiscard]] std::optional<int> number();
    [[nodiscard]] std::optional<int> ordinal();
    [[nodiscard]] std::optional<Span> span();
    [[nodiscard]] std::optional<Span> oneSpan();

    bool repeating();
    bool relative();
    bool dayByName();
    bool weekdayName();
    bool stretch();
    bool dayByNumber();
    bool writtenDate();
    bool partOfDay();
    bool clock();
    bool spokenClock(std::optional<int> &minutes);
    bool filler();
    bool setClock(int minutes, bool exact);
    bool setDate(const QDate &date);
    bool optionalYear();

    QList<WhenToken> m_tokens;
    QDate m_today;
    bool m_strict;
    qsizetype m_at = 0;
    WhenDraft m_draft{};
    bool m_loose = false; //!< only words that need a companion so far
};

} // namespace heed
