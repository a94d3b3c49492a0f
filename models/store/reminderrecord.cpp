// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/store/keptrecord.h"
#include "models/store/sql.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace heed::records {

namespace {

template <typename Value>
struct Name {
    Value value;
    QLatin1StringView name;
};
template <typename Value>
Name(Value, QLatin1StringView) -> Name<Value>; // clang 14 does not deduce it for an aggregate
constexpr std::array repeats{
    Name{Repeat::Once, QLatin1StringView("once")},         Name{Repeat::Daily, QLatin1StringView("daily")},
    Name{Repeat::Weekdays, QLatin1StringView("weekdays")}, Name{Repeat::Weekly, QLatin1StringView("weekly")},
    Name{Repeat::Monthly, QLatin1StringView("monthly")},   Name{Repeat::Yearly, QLatin1StringView("yearly")},
};
constexpr std::array states{
    Name{ReminderRecord::State::Set, QLatin1StringView("set")},
    Name{ReminderRecord::State::Fired, QLatin1StringView("fired")},
    Name{ReminderRecord::State::Cancelled, QLatin1StringView("cancelled")},
};

template <typename Table, typename Value>
QString nameIn(const Table &table, Value value)
{
    return std::ranges::find_if(table, [value](const auto &row) { return row.value == value; })->name;
}

template <typename Table>
auto valueIn(const Table &table, const QString &name)
{
    const auto found = std::ranges::find_if(table, [&name](const auto &row) { return row.name == name; });
    return found == table.end() ? table.front().value : found->value;
}

const QString reminderColumns = u"id, chat, call, text, local_time, repeat, day, state, fired_ms"_s;

ReminderRecord readReminder(const QSqlQuery &query)
{
    return {.id = {query.value(0).toLongLong()},
            .chat = {query.value(1).toLongLong()},
            .call = {query.value(2).toLongLong()},
            .text = query.value(3).toString(),
            .localTime = query.value(4).toString(),
            .repeat = valueIn(repeats, query.value(5).toString()),
            .day = query.value(6).toInt(),
            .state = valueIn(states, query.value(7).toString()),
            .firedMs = sql::optionalNumber(query.value(8))};
}

} // namespace

Result<ReminderId> addReminder(QSqlDatabase &database, const ReminderRecord &reminder)
{
    if (reminder.call.isValid()) {
        const auto known = sql::row<ReminderId>(
            database, u"SELECT id FROM reminder WHERE call = ?"_s, {reminder.call.value},
            [](const QSqlQuery &query) { return ReminderId{query.value(0).toLongLong()}; });
        if (!known)
            return known.error();
        if (*known)
            return **known;
    }
    const auto id = sql::insert(
        database,
        u"INSERT INTO reminder (chat, call, text, local_time, repeat, day, state, fired_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"_s,
        {sql::reference(reminder.chat), sql::reference(reminder.call), sql::text(reminder.text),
         sql::text(reminder.localTime), nameIn(repeats, reminder.repeat), reminder.day,
         nameIn(states, reminder.state), sql::optional(reminder.firedMs)});
    if (!id)
        return id.error();
    return ReminderId{*id};
}

Result<Done> saveReminder(QSqlDatabase &database, const ReminderRecord &reminder)
{
    return sql::set(
        database,
        u"UPDATE reminder SET text = ?, local_time = ?, repeat = ?, day = ?, state = ?, fired_ms = ?"
        " WHERE id = ?"_s,
        {sql::text(reminder.text), sql::text(reminder.localTime), nameIn(repeats, reminder.repeat),
         reminder.day, nameIn(states, reminder.state), sql::optional(reminder.firedMs), reminder.id.value});
}

Result<ReminderRecord> reminder(QSqlDatabase &database, ReminderId id)
{
    const auto found =
        sql::row<ReminderRecord>(database, u"SELECT "_s + reminderColumns + u" FROM reminder WHERE id = ?"_s,
                                 {id.value}, readReminder);
    if (!found)
        return found.error();
    if (!*found)
        return sql::notFound(
            QCoreApplication::translate("heed::Store", "There is no reminder %1.").arg(id.value));
    return **found;
}

Result<QList<ReminderRecord>> reminders(QSqlDatabase &database)
{
    return sql::rows<ReminderRecord>(database,
                                     u"SELECT "_s + reminderColumns +
                                         u" FROM reminder WHERE state = 'set' ORDER BY local_time, id"_s,
                                     {}, readReminder);
}

} // namespace heed::records
