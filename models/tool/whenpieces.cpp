// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The pieces of a time: repeats, days, parts of the day, clock times. Each takes the words of one piece at
// the present place and fails without harm (attempt() goes back).
#include "models/tool/whenparser.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace heed {

using enum WhenKind;

//! "every weekday", "daily", "on mondays", "every morning", "every month".
bool WhenParser::repeating()
{
    if (m_draft.repeat)
        return false;
    if (is(Repeating)) {
        m_draft.repeat = Repeat(word().value);
        ++m_at;
        return true;
    }
    take(On);
    if (is(Weekdays) && !m_draft.hasDay()) {
        m_draft.repeat = Repeat::Weekly;
        m_draft.weekday = word().value;
        ++m_at;
        return true;
    }
    const bool every = take(Every);
    if (take(WorkingDays)) {
        m_draft.repeat = Repeat::Weekdays;
        return true;
    }
    if (!every)
        return false;
    if (is(Weekday) && !m_draft.hasDay()) {
        m_draft.repeat = Repeat::Weekly;
        m_draft.weekday = word().value;
    } else if (is(Part)) {
        m_draft.repeat = Repeat::Daily;
        m_draft.part = word().value;
    } else if (isUnit(UnitDay)) {
        m_draft.repeat = Repeat::Daily;
    } else if (isUnit(UnitWeek)) {
        m_draft.repeat = Repeat::Weekly;
    } else if (isUnit(UnitMonth)) {
        m_draft.repeat = Repeat::Monthly;
    } else if (isUnit(UnitYear)) {
        m_draft.repeat = Repeat::Yearly;
    } else {
        return false;
    }
    ++m_at;
    // "every tuesday morning"
    if (is(Part) && !m_draft.part) {
        m_draft.part = word().value;
        ++m_at;
    }
    return true;
}

//! "tomorrow", "the day after tomorrow", "tonight".
bool WhenParser::dayByName()
{
    if (is(At) && !is(DayOffset, 1) && !is(Tonight, 1))
        return false;
    take(At);
    if (is(The) || isUnit(UnitDay)) {
        take(The);
        return takeUnit(UnitDay) && take(After) && is(DayOffset) && word().value == 1 && take(DayOffset) &&
               setDate(m_today.addDays(2));
    }
    if (is(DayOffset)) {
        const int days = word().value;
        ++m_at;
        return setDate(m_today.addDays(days));
    }
    if (!is(Tonight) || m_draft.part)
        return false;
    ++m_at;
    m_draft.tonight = true;
    m_draft.part = PartNight;
    return setDate(m_today);
}

//! "monday", "on monday", "next monday", "this friday", "monday next week", "next week on monday".
bool WhenParser::weekdayName()
{
    const bool by = take(At);
    bool companion = take(On) || by;
    const bool next = take(Next);
    const bool thisOne = !next && take(This);
    companion = companion || next || thisOne;
    bool nextWeek = false;
    if (next && takeUnit(UnitWeek)) {
        nextWeek = true;
        take(On);
    }
    if (!is(Weekday) || m_draft.hasDay() || (m_strict && word().ordinary && !companion))
        return false;
    m_draft.weekday = word().value;
    ++m_at;
    if (is(Next) && isUnit(UnitWeek, 1)) {
        m_at += 2;
        nextWeek = true;
    }
    m_draft.weeksOn = next || nextWeek ? 1 : 0;
    m_draft.weekUnsure = next && !nextWeek;
    return true;
}

//! "next week", "this weekend", "end of the month".
bool WhenParser::stretch()
{
    take(At);
    take(On);
    take(The);
    if (take(End)) {
        take(Of);
        const bool nextOne = take(Next);
        if (!nextOne && !take(The))
            take(This);
        if (takeUnit(UnitMonth)) {
            const QDate month = nextOne ? m_today.addMonths(1) : m_today;
            return setDate({month.year(), month.month(), month.daysInMonth()});
        }
        if (takeUnit(UnitWeek))
            return setDate(m_today.addDays(Qt::Friday - m_today.dayOfWeek() + (nextOne ? 7 : 0)));
        return !nextOne && takeUnit(UnitDay) && setDate(m_today) && setClock(17 * 60, true);
    }
    const bool next = take(Next);
    if (!next)
        take(This);
    if (take(Weekend)) {
        m_draft.weeksOn = next ? 1 : 0;
        if (m_draft.hasDay())
            return false;
        m_draft.weekday = Qt::Saturday;
        return true;
    }
    if (!next)
        return false;
    m_draft.keepsTime = false;
    if (takeUnit(UnitWeek))
        return setDate(m_today.addDays(7));
    if (takeUnit(UnitMonth))
        return setDate(m_today.addMonths(1));
    return takeUnit(UnitYear) && setDate(m_today.addYears(1));
}

bool WhenParser::optionalYear()
{
    // "3 december 2027", but not the 1400 of "3 december 1400".
    if (is(Number) && word().value >= 2000 && word().value < 2200) {
        m_draft.year = word().value;
        ++m_at;
    }
    return true;
}

//! "3 december", "december 3rd", "the 3rd of december 2027", "the 3rd", "the first of next month".
bool WhenParser::dayByNumber()
{
    if (!is(On))
        take(At);
    take(On);
    take(The);
    if (m_draft.hasDay() && !m_draft.weekday)
        return false;
    // "monday 3 december": the date counts.
    m_draft.weekday.reset();
    if (is(Month)) {
        m_draft.month = word().value;
        ++m_at;
        take(The);
        const auto nth = ordinal();
        m_draft.dayOfMonth = nth ? nth : number();
        return m_draft.dayOfMonth && *m_draft.dayOfMonth >= 1 && *m_draft.dayOfMonth <= 31 && optionalYear();
    }
    const auto nth = ordinal();
    const auto day = nth ? nth : number();
    if (!day || *day < 1 || *day > 31)
        return false;
    m_draft.dayOfMonth = *day;
    take(Of);
    if (is(Month)) {
        m_draft.month = word().value;
        ++m_at;
        return optionalYear();
    }
    if (!nth)
        return false;
    if (is(Every) && isUnit(UnitMonth, 1)) {
        m_at += 2;
        m_draft.repeat = Repeat::Monthly;
        return true;
    }
    const bool next = take(Next);
    const bool named = next || take(The) || take(This);
    if (named && !takeUnit(UnitMonth))
        return false;
    if (!next)
        return true;
    const QDate month = m_today.addMonths(1);
    m_draft.month = month.month();
    m_draft.year = month.year();
    return true;
}

//! "2026-12-03", "3.12.", "3.12.2026", "25/12/2026", "3/12" (which may be read two ways).
bool WhenParser::writtenDate()
{
    if (!is(On))
        take(At);
    take(On);
    take(The);
    if (!is(Date) || m_draft.hasDay())
        return false;
    const QString text = m_tokens.at(m_at).text;
    ++m_at;
    if (text.contains(u'-'))
        return setDate(QDate::fromString(text, u"yyyy-M-d"_s));
    const bool slash = text.contains(u'/');
    const QStringList parts = text.split(slash ? u'/' : u'.', Qt::SkipEmptyParts);
    if (parts.size() < 2)
        return false;
    int year = parts.size() > 2 ? parts.at(2).toInt() : 0;
    if (year > 0 && year < 100)
        year += 2000;
    const auto dateOf = [&](int day, int month) {
        if (year > 0)
            return QDate(year, month, day);
        const QDate date(m_today.year(), month, day);
        return date.isValid() && date < m_today ? QDate(m_today.year() + 1, month, day) : date;
    };
    const QDate dayFirst = dateOf(parts.at(0).toInt(), parts.at(1).toInt());
    const QDate monthFirst = slash ? dateOf(parts.at(1).toInt(), parts.at(0).toInt()) : QDate();
    if (dayFirst.isValid() && monthFirst.isValid() && dayFirst != monthFirst)
        m_draft.otherDate = monthFirst;
    return setDate(dayFirst.isValid() ? dayFirst : monthFirst);
}

//! "this evening", "in the morning", "morning" beside a day.
bool WhenParser::partOfDay()
{
    bool companion = take(In) || take(At);
    if (companion)
        take(The);
    const bool thisOne = take(This);
    companion = companion || thisOne;
    if (!is(Part) || m_draft.part)
        return false;
    m_draft.part = word().value;
    ++m_at;
    m_loose = m_loose || !companion;
    if (thisOne && !m_draft.hasDay())
        m_draft.date = m_today;
    return true;
}

//! "half past seven", "quarter to five", "ten past nine", "half seven".
bool WhenParser::spokenClock(std::optional<int> &minutes)
{
    int shift = 0;
    take(A);
    if (take(Half)) {
        take(Past);
        shift = 30;
    } else if (take(Quarter) || is(Number)) {
        shift = 15;
        if (is(Number)) {
            shift = number().value_or(0);
            takeUnit(UnitMinute);
        }
        if (take(To))
            shift = -shift;
        else if (!take(Past) && !take(After))
            return false;
    } else {
        return false;
    }
    const auto hour = number();
    if (!hour || *hour < 1 || *hour > 12 || shift > 59 || shift < -59)
        return false;
    minutes = *hour * 60 + shift;
    if (*minutes < 60)
        *minutes += 12 * 60; // "quarter to one"
    return true;
}

//! "at 9", "9:30 pm", "nine o'clock", "nine thirty", "noon"; a bare number only in an answer.
bool WhenParser::clock()
{
    const bool at = take(At);
    if (is(Noon) || is(Midnight)) {
        m_loose = m_loose || !at;
        m_draft.midnight = is(Midnight);
        ++m_at;
        return setClock(m_draft.midnight ? 0 : 12 * 60, true);
    }
    std::optional<int> minutes;
    bool exact = false;
    bool plain = true; // a number and nothing that makes it a time
    const qsizetype start = m_at;
    if (is(Clock)) {
        exact = m_tokens.at(m_at).text.startsWith(u'0');
        minutes = word().value;
        plain = m_tokens.at(m_at).text.contains(u'.');
        ++m_at;
    } else if (spokenClock(minutes)) {
        plain = m_tokens.at(start).word.kind == Number;
    } else {
        m_at = start;
        minutes.reset();
        const bool digits = is(Number) && m_tokens.at(m_at).digits;
        const bool fourDigits = digits && m_tokens.at(m_at).text.size() == 4;
        exact = digits && m_tokens.at(m_at).text.startsWith(u'0');
        const auto hour = number();
        if (!hour || (fourDigits ? !at || *hour / 100 > 24 || *hour % 100 > 59 : *hour > 24))
            return false;
        minutes = fourDigits ? *hour / 100 * 60 + *hour % 100 : *hour * 60;
        exact = exact || fourDigits;
        if (isUnit(UnitHour) && at)
            ++m_at;
        else if (!digits && is(Number) && !m_tokens.at(m_at).digits && word().value >= 5)
            *minutes += number().value_or(0);
    }
    plain = !take(OClock) && plain;
    if (is(Am) || is(Pm)) {
        const int hour = *minutes / 60;
        if (hour < 1 || hour > 12)
            return is(Pm) && hour > 12 && take(Pm) && setClock(*minutes, true); // "18:00 pm"
        minutes = *minutes % (12 * 60) + (is(Pm) ? 12 * 60 : 0);
        exact = true;
        plain = false;
        ++m_at;
    }
    if (is(Unit) || (m_strict && plain && !at))
        return false;
    return setClock(*minutes, exact);
}

} // namespace heed
