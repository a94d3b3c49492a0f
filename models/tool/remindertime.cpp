// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tool/remindertime.h"

#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr qint64 secondsPerDay = 86'400;

constexpr std::array<std::pair<Repeat, const char *>, 6> repeatNames{{
    {Repeat::Once, "once"},
    {Repeat::Daily, "daily"},
    {Repeat::Weekdays, "weekdays"},
    {Repeat::Weekly, "weekly"},
    {Repeat::Monthly, "monthly"},
    {Repeat::Yearly, "yearly"},
}};

QDate withDay(const QDate &month, int day)
{
    return {month.year(), month.month(), std::min(day, month.daysInMonth())};
}

//! The day of the n-th repeat after \a first.
QDate repeated(const QDate &first, Repeat repeat, int day, int n)
{
    switch (repeat) {
    case Repeat::Once:
        break;
    case Repeat::Daily:
    case Repeat::Weekdays:
        return first.addDays(n);
    case Repeat::Weekly:
        return first.addDays(7 * n);
    case Repeat::Monthly:
        return withDay(QDate(first.year(), first.month(), 1).addMonths(n), day);
    case Repeat::Yearly:
        return withDay(QDate(first.year(), first.month(), 1).addYears(n), day);
    }
    return {};
}

//! A number of repeats that surely does not reach \a to, so that a year's absence is no loop of 365 steps.
int repeatsBefore(const QDate &first, Repeat repeat, const QDate &to)
{
    const int days = int(std::max<qint64>(0, first.daysTo(to)));
    switch (repeat) {
    case Repeat::Once:
        return 0;
    case Repeat::Daily:
    case Repeat::Weekdays:
        return std::max(0, days - 1);
    case Repeat::Weekly:
        return std::max(0, days / 7 - 1);
    case Repeat::Monthly:
        return std::max(0, days / 31 - 1);
    case Repeat::Yearly:
        return std::max(0, days / 366 - 1);
    }
    return 0;
}

} // namespace

QDateTime zonedTime(const QDate &date, const QTime &time, const QTimeZone &zone)
{
    const qint64 wall = QDateTime(date, time, Qt::UTC).toSecsSinceEpoch();
    const auto offsetAt = [&zone](qint64 seconds) {
        return zone.offsetFromUtc(QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC));
    };
    const int before = offsetAt(wall - secondsPerDay);
    const int after = offsetAt(wall + secondsPerDay);
    // The larger offset is the earlier instant.
    for (const int offset : {std::max(before, after), std::min(before, after)}) {
        if (offsetAt(wall - offset) == offset)
            return QDateTime::fromSecsSinceEpoch(wall - offset, zone);
    }
    return QDateTime::fromSecsSinceEpoch(wall - before, zone);
}

QString toLocalTime(const QDateTime &at)
{
    QString text = at.toString(u"yyyy-MM-ddTHH:mm");
    const QDateTime minute = at.addSecs(-at.time().second());
    if (zonedTime(minute.date(), minute.time(), at.timeZone()).toSecsSinceEpoch() ==
        minute.toSecsSinceEpoch())
        return text;
    const int offset = at.offsetFromUtc() / 60;
    text += (offset < 0 ? u'-' : u'+') + u"%1:%2"_s.arg(std::abs(offset) / 60, 2, 10, QChar(u'0'))
                                             .arg(std::abs(offset) % 60, 2, 10, QChar(u'0'));
    return text;
}

std::optional<QDateTime> fromLocalTime(const QString &localTime, const QTimeZone &zone)
{
    static const QRegularExpression form(
        uR"(^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d)?(?:([+-])(\d\d):(\d\d))?$)"_s);
    const auto match = form.match(localTime);
    const QDate date = QDate::fromString(match.captured(1), Qt::ISODate);
    const QTime time = QTime::fromString(match.captured(2), u"HH:mm"_s);
    if (!match.hasMatch() || !date.isValid() || !time.isValid())
        return {};
    if (!match.captured(3).isEmpty()) {
        const int minutes = match.captured(4).toInt() * 60 + match.captured(5).toInt();
        const int offset = (match.captured(3) == u"-" ? -minutes : minutes) * 60;
        const QDateTime at =
            QDateTime::fromSecsSinceEpoch(QDateTime(date, time, Qt::UTC).toSecsSinceEpoch() - offset, zone);
        // The offset only tells two equal wall times apart; in another zone the wall time counts.
        if (at.date() == date && at.time() == time)
            return at;
    }
    return zonedTime(date, time, zone);
}

QString nextLocalTime(const ReminderRecord &reminder, const QDateTime &after)
{
    const auto first = fromLocalTime(reminder.localTime, after.timeZone());
    if (reminder.repeat == Repeat::Once || !first)
        return {};
    const QDate firstDay = QDate::fromString(reminder.localTime.left(10), Qt::ISODate);
    const QTime time = QTime::fromString(reminder.localTime.mid(11, 5), u"HH:mm"_s);
    const int day = reminder.day > 0 ? reminder.day : firstDay.day();
    for (int n = std::max(1, repeatsBefore(firstDay, reminder.repeat, after.date()));; ++n) {
        const QDate date = repeated(firstDay, reminder.repeat, day, n);
        if (!date.isValid())
            return {};
        if (reminder.repeat == Repeat::Weekdays && date.dayOfWeek() > Qt::Friday)
            continue;
        if (zonedTime(date, time, after.timeZone()) > after)
            return QDateTime(date, time, Qt::UTC).toString(u"yyyy-MM-ddTHH:mm");
    }
}

QString repeatName(Repeat repeat)
{
    for (const auto &[value, name] : repeatNames) {
        if (value == repeat)
            return QString::fromLatin1(name);
    }
    return {};
}

std::optional<Repeat> repeatFromName(const QString &name)
{
    for (const auto &[value, word] : repeatNames) {
        if (name.compare(QLatin1StringView(word), Qt::CaseInsensitive) == 0)
            return value;
    }
    return {};
}

} // namespace heed
