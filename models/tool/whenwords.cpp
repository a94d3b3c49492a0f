// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tool/whenwords.h"

#include "models/store/keptrecord.h"

#include <QHash>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

struct Row {
    WhenKind kind = WhenKind::Unknown;
    int value = 0;
    const char *words = ""; //!< separated by spaces
    bool ordinary = false;
};

using enum WhenKind;

constexpr Row english[] = {
    {Number, 0, "zero"},
    {Number, 1, "one"},
    {Number, 2, "two"},
    {Number, 3, "three"},
    {Number, 4, "four"},
    {Number, 5, "five"},
    {Number, 6, "six"},
    {Number, 7, "seven"},
    {Number, 8, "eight"},
    {Number, 9, "nine"},
    {Number, 10, "ten"},
    {Number, 11, "eleven"},
    {Number, 12, "twelve"},
    {Number, 13, "thirteen"},
    {Number, 14, "fourteen"},
    {Number, 15, "fifteen"},
    {Number, 16, "sixteen"},
    {Number, 17, "seventeen"},
    {Number, 18, "eighteen"},
    {Number, 19, "nineteen"},
    {Number, 20, "twenty"},
    {Number, 30, "thirty"},
    {Number, 40, "forty"},
    {Number, 45, "fortyfive"},
    {Number, 50, "fifty"},
    {Number, 60, "sixty"},
    {Number, 90, "ninety"},
    {Ordinal, 1, "first"},
    {Ordinal, 2, "second", true},
    {Ordinal, 3, "third"},
    {Ordinal, 4, "fourth"},
    {Ordinal, 5, "fifth"},
    {Ordinal, 6, "sixth"},
    {Ordinal, 7, "seventh"},
    {Ordinal, 8, "eighth"},
    {Ordinal, 9, "ninth"},
    {Ordinal, 10, "tenth"},
    {Ordinal, 11, "eleventh"},
    {Ordinal, 12, "twelfth"},
    {Ordinal, 13, "thirteenth"},
    {Ordinal, 14, "fourteenth"},
    {Ordinal, 15, "fifteenth"},
    {Ordinal, 16, "sixteenth"},
    {Ordinal, 17, "seventeenth"},
    {Ordinal, 18, "eighteenth"},
    {Ordinal, 19, "nineteenth"},
    {Ordinal, 20, "twentieth"},
    {Ordinal, 30, "thirtieth"},
    {OrdinalMark, 0, "st nd rd th"},
    {Unit, UnitSecond, "seconds sec secs"},
    {Unit, UnitMinute, "minute minutes min mins m"},
    {Unit, UnitHour, "hour hours hr hrs h"},
    {Unit, UnitDay, "day days"},
    {Unit, UnitWeek, "week weeks"},
    {Unit, UnitFortnight, "fortnight fortnights"},
    {Unit, UnitMonth, "month months"},
    {Unit, UnitYear, "year years"},
    {Weekday, 1, "monday"},
    {Weekday, 2, "tuesday"},
    {Weekday, 3, "wednesday"},
    {Weekday, 4, "thursday"},
    {Weekday, 5, "friday"},
    {Weekday, 6, "saturday"},
    {Weekday, 7, "sunday"},
    {Weekday, 1, "mon", true},
    {Weekday, 2, "tue tues", true},
    {Weekday, 3, "wed weds", true},
    {Weekday, 4, "thu thur thurs", true},
    {Weekday, 5, "fri", true},
    {Weekday, 6, "sat", true},
    {Weekday, 7, "sun", true},
    {Weekdays, 1, "mondays"},
    {Weekdays, 2, "tuesdays"},
    {Weekdays, 3, "wednesdays"},
    {Weekdays, 4, "thursdays"},
    {Weekdays, 5, "fridays"},
    {Weekdays, 6, "saturdays"},
    {Weekdays, 7, "sundays"},
    {Month, 1, "january jan"},
    {Month, 2, "february feb"},
    {Month, 3, "march mar"},
    {Month, 4, "april apr"},
    {Month, 5, "may"},
    {Month, 6, "june jun"},
    {Month, 7, "july jul"},
    {Month, 8, "august aug"},
    {Month, 9, "september sep sept"},
    {Month, 10, "october oct"},
    {Month, 11, "november nov"},
    {Month, 12, "december dec"},
    {DayOffset, 0, "today"},
    {DayOffset, 1, "tomorrow tomorow tommorow tommorrow tmrw tmr"},
    {Tonight, 0, "tonight tonite"},
    {Part, PartMorning, "morning morn", true},
    {Part, PartLunch, "lunch lunchtime", true},
    {Part, PartAfternoon, "afternoon", true},
    {Part, PartEvening, "evening", true},
    {Part, PartNight, "night", true},
    {Noon, 0, "noon midday"},
    {Midnight, 0, "midnight"},
    {At, 0, "at by around about towards @"},
    {In, 0, "in"},
    {On, 0, "on"},
    {The, 0, "the"},
    {Of, 0, "of"},
    {A, 0, "a an"},
    {And, 0, "and"},
    {Next, 0, "next"},
    {This, 0, "this coming"},
    {Every, 0, "every each"},
    {Repeating, int(Repeat::Daily), "daily everyday"},
    {Repeating, int(Repeat::Weekly), "weekly"},
    {Repeating, int(Repeat::Monthly), "monthly"},
    {Repeating, int(Repeat::Yearly), "yearly annually"},
    {WorkingDays, 0, "weekday weekdays workday workdays"},
    {Weekend, 0, "weekend"},
    {Half, 0, "half"},
    {Quarter, 0, "quarter"},
    {Past, 0, "past"},
    {To, 0, "to till"},
    {After, 0, "after"},
    {From, 0, "from"},
    {Now, 0, "now"},
    {OClock, 0, "o'clock oclock"},
    {Am, 0, "am"},
    {Pm, 0, "pm"},
    {End, 0, "end"},
    {Couple, 0, "couple"},
    {Filler, 0,
     "please pls then maybe ok okay sure yes say say, let's lets say how hmm well just later sharp starting"},
};

QHash<QString, WhenWord> table()
{
    QHash<QString, WhenWord> words;
    for (const Row &row : english) {
        const QStringList names = QString::fromLatin1(row.words).split(u' ', Qt::SkipEmptyParts);
        for (const QString &name : names)
            words.insert(name, {row.kind, row.value, row.ordinary});
    }
    return words;
}

} // namespace

WhenWord whenWord(const QString &word)
{
    static const QHash<QString, WhenWord> words = table();
    return words.value(word);
}

} // namespace heed
