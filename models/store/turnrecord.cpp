// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Model turns and their calls.
#include "models/store/replyrecord.h"
#include "models/store/sql.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace heed::records {

namespace {

CallRecord readCall(const QSqlQuery &query)
{
    CallRecord record{.id = {query.value(0).toLongLong()},
                      .call = {.id = query.value(1).toString(),
                               .name = query.value(2).toString(),
                               .rawArguments = query.value(3).toString(),
                               .arguments = sql::object(query.value(4)),
                               .problem = query.value(5).toString(),
                               .extra = sql::object(query.value(6))},
                      .ok = query.value(8).toBool(),
                      .summary = query.value(9).toString()};
    if (!query.value(7).isNull())
        record.result = query.value(7).toString();
    return record;
}

Result<CallId> addCall(QSqlDatabase &database, ReplyId reply, int turn, int position,
                       const CallRecord &record)
{
    const auto id = sql::insert(
        database,
        u"INSERT INTO call (reply, turn, position, provider_id, name, raw_arguments, arguments, problem,"
        " extra, result, ok, summary) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"_s,
        {reply.value, turn, position, sql::text(record.call.id), sql::text(record.call.name),
         sql::text(record.call.rawArguments), sql::json(record.call.arguments),
         sql::text(record.call.problem), sql::json(record.call.extra),
         record.result ? sql::text(*record.result) : QVariant(QMetaType::fromType<QString>()), int(record.ok),
         sql::text(record.summary)});
    if (!id)
        return id.error();
    return CallId{*id};
}

//! Keeps the full-text row of a reply at all its turns' text.
Result<Done> indexReply(QSqlDatabase &database, ReplyId reply)
{
    const auto texts =
        sql::row<int>(database, u"SELECT count(*) FROM turn WHERE reply = ? AND text <> ''"_s, {reply.value},
                      [](const QSqlQuery &query) { return query.value(0).toInt(); });
    if (!texts)
        return texts.error();
    if (**texts > 1) {
        // The index has no index of its own: newest first, the row is soon found; one that is not there never
        // is.
        if (auto removed = sql::set(database,
                                    u"DELETE FROM found WHERE rowid = (SELECT rowid FROM found"
                                    " WHERE kind = 'reply' AND ref = ? ORDER BY rowid DESC LIMIT 1)"_s,
                                    {reply.value});
            !removed)
            return removed;
    }
    return sql::set(
        database,
        u"INSERT INTO found (text, title, kind, ref, chat, at_ms)"
        " SELECT group_concat(turn.text, char(10)), '', 'reply', reply.id, reply.chat, reply.started_ms"
        " FROM turn JOIN reply ON reply.id = turn.reply WHERE turn.reply = ? AND turn.text <> ''"
        " GROUP BY reply.id"_s,
        {reply.value});
}

Result<std::optional<CallId>> copy(QSqlDatabase &database, ReplyId from, ReplyId to, int lastTurn,
                                   CallId without)
{
    const auto all = turns(database, from);
    if (!all)
        return all.error();
    std::optional<CallId> left;
    for (auto turn : *all) {
        if (turn.number > lastTurn || turn.finish == "partial"_L1)
            break;
        qsizetype place = -1;
        for (qsizetype i = 0; i < turn.calls.size(); ++i) {
            if (turn.calls[i].id == without && without.isValid()) {
                turn.calls[i].result.reset();
                place = i;
            }
        }
        const auto ids = addTurn(database, to, turn);
        if (!ids)
            return ids.error();
        if (place >= 0)
            left = ids->at(place);
    }
    return left;
}

} // namespace

Result<QList<CallId>> addTurn(QSqlDatabase &database, ReplyId reply, const TurnRecord &turn)
{
    if (auto added = sql::set(
            database,
            u"INSERT INTO turn (reply, number, text, thinking, echo, finish) VALUES (?, ?, ?, ?, ?, ?)"_s,
            {reply.value, turn.number, sql::text(turn.text), sql::text(turn.thinking), sql::json(turn.echo),
             sql::text(turn.finish)});
        !added)
        return added.error();
    QList<CallId> ids;
    for (const auto &record : turn.calls) {
        const auto id = addCall(database, reply, turn.number, int(ids.size()), record);
        if (!id)
            return id.error();
        ids.append(*id);
    }
    if (!turn.text.isEmpty()) {
        if (auto indexed = indexReply(database, reply); !indexed)
            return indexed.error();
    }
    return ids;
}

Result<QList<TurnRecord>> turns(QSqlDatabase &database, ReplyId reply)
{
    auto list = sql::rows<TurnRecord>(
        database, u"SELECT number, text, thinking, echo, finish FROM turn WHERE reply = ? ORDER BY number"_s,
        {reply.value}, [](const QSqlQuery &query) {
            return TurnRecord{.number = query.value(0).toInt(),
                              .text = query.value(1).toString(),
                              .thinking = query.value(2).toString(),
                              .echo = sql::object(query.value(3)),
                              .finish = query.value(4).toString()};
        });
    if (!list)
        return list.error();
    for (auto &turn : *list) {
        auto calls = sql::rows<CallRecord>(
            database,
            u"SELECT id, provider_id, name, raw_arguments, arguments, problem, extra, result, ok,"
            " summary FROM call WHERE reply = ? AND turn = ? ORDER BY position"_s,
            {reply.value, turn.number}, readCall);
        if (!calls)
            return calls.error();
        turn.calls = *calls;
    }
    return list;
}

Result<bool> setCallResult(QSqlDatabase &database, CallId call, const QString &result, bool ok,
                           const QString &summary)
{
    const auto changed = sql::change(
        database, u"UPDATE call SET result = ?, ok = ?, summary = ? WHERE id = ? AND result IS NULL"_s,
        {sql::text(result), int(ok), sql::text(summary), call.value});
    if (!changed)
        return changed.error();
    return *changed == 1;
}

Result<CallId> copyTurns(QSqlDatabase &database, ReplyId from, ReplyId to, int lastTurn, CallId without)
{
    const auto left = copy(database, from, to, lastTurn, without);
    if (!left)
        return left.error();
    if (!*left)
        return sql::notFound(
            QCoreApplication::translate("heed::Store", "The question's place in its reply was not found."));
    return **left;
}

Result<Done> copyTurns(QSqlDatabase &database, ReplyId from, ReplyId to, int lastTurn)
{
    const auto left = copy(database, from, to, lastTurn, {});
    if (!left)
        return left.error();
    return Done{};
}

} // namespace heed::records
