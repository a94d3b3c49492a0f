// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace heed {

//! What a word can be in a time.
enum class WhenKind {
    Unknown,
    Number,      //!< value: the number; from a word or digits
    Ordinal,     //!< value: 1 to 31
    OrdinalMark, //!< "st" after digits
    Unit,        //!< value: a WhenUnit
    Weekday,     //!< value: 1 Monday to 7 Sunday
    Weekdays,    //!< plural weekday, value as Weekday: every one of them
    Month,       //!< value: 1 to 12
    DayOffset,   //!< today 0, tomorrow 1
    Tonight,
    Part, //!< value: a WhenPart
    Noon,
    Midnight,
    At,
    In,
    On,
    The,
    Of,
    A,
    And,
    Next,
    This,
    Every,
    Repeating, //!< "daily"; value: a Repeat
    WorkingDays,
    Weekend,
    Half,
    Quarter,
    Past,
    To,
    After,
    From,
    Now,
    OClock,
    Am,
    Pm,
    End,
    Couple,
    Filler,
    Clock, //!< "9:30"; value: minutes of the day
    Date,  //!< "2026-12-03", "3/12/2026": read from the token's text
};

enum WhenUnit { UnitMinute, UnitHour, UnitDay, UnitWeek, UnitFortnight, UnitMonth, UnitYear, UnitSecond };
enum WhenPart { PartMorning, PartLunch, PartAfternoon, PartEvening, PartNight };

struct WhenWord {
    WhenKind kind = WhenKind::Unknown;
    int value = 0;
    //! Also an ordinary word ("sun", "may", "second"): counts inside a sentence only with a companion.
    bool ordinary = false;
};

//! The table of the language (English now). \param word lower case.
[[nodiscard]] WhenWord whenWord(const QString &word);

} // namespace heed
