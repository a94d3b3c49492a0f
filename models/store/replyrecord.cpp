// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/store/replyrecord.h"
#include "models/store/sql.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace heed::records {

namespace {

struct StateName {
    ReplyState state;
    QLatin1StringView name;
};
constexpr std::array stateNames{
    StateName{ReplyState::Running, QLatin1StringView("running")},
    StateName{ReplyState::Waiting, QLatin1StringView("waiting")},
    StateName{ReplyState::Done, QLatin1StringView("done")},
    StateName{ReplyState::Stopped, QLatin1StringView("stopped")},
    StateName{ReplyState::Failed, QLatin1StringView("failed")},
};

QString stateName(ReplyState state)
{
    return std::ranges::find(stateNames, state, &StateName::state)->name;
}

ReplyState stateFrom(const QString &name)
{
    const auto found =
        std::ranges::find_if(stateNames, [&name](const StateName &row) { return row.name == name; });
    return found == stateNames.end() ? ReplyState::Failed : found->state;
}

const QString replyColumns = u"id, chat, message, branched_from, state, face, provider, model, owner, "
                             u"started_ms, finished_ms, research_used_ms,"
                             " questions, fruitless, concluding, model_ms, tool_ms, waited_ms, "
                             "first_token_ms, tokens_in, tokens_out, model_turns,"
                             " reason"_s;

ReplyRecord readReply(const QSqlQuery &query)
{
    return {.id = {query.value(0).toLongLong()},
            .chat = {query.value(1).toLongLong()},
            .message = {query.value(2).toLongLong()},
            .branchedFrom = {query.value(3).toLongLong()},
            .state = stateFrom(query.value(4).toString()),
            .face = faceFromName(query.value(5).toString()).value_or(Face::Window),
            .provider = sql::object(query.value(6)),
            .model = query.value(7).toString(),
            .owner = query.value(8).toString(),
            .startedMs = query.value(9).toLongLong(),
            .finishedMs = sql::optionalNumber(query.value(10)),
            .researchUsedMs = query.value(11).toLongLong(),
            .questions = query.value(12).toInt(),
            .fruitless = query.value(13).toInt(),
            .concluding = query.value(14).toBool(),
            .figures = {.modelMs = query.value(15).toLongLong(),
                        .toolMs = query.value(16).toLongLong(),
                        .waitedMs = query.value(17).toLongLong(),
                        .firstTokenMs = sql::optionalNumber(query.value(18)),
                        .tokensIn = query.value(19).toLongLong(),
                        .tokensOut = query.value(20).toLongLong(),
                        .modelTurns = query.value(21).toInt()},
            .reason = query.value(22).toString()};
}

//! Everything that saveReply() writes, in the order of its statement.
QVariantList changingValues(const ReplyRecord &reply)
{
    const Figures &figures = reply.figures;
    return {stateName(reply.state),    faceName(reply.face),
            sql::json(reply.provider), sql::text(reply.model),
            sql::text(reply.owner),    sql::optional(reply.finishedMs),
            reply.researchUsedMs,      reply.questions,
            reply.fruitless,           int(reply.concluding),
            figures.modelMs,           figures.toolMs,
            figures.waitedMs,          sql::optional(figures.firstTokenMs),
            figures.tokensIn,          figures.tokensOut,
            figures.modelTurns,        sql::text(reply.reason)};
}

} // namespace

Result<ReplyId> addReply(QSqlDatabase &database, const ReplyRecord &reply)
{
    const auto id = sql::insert(
        database,
        u"INSERT INTO reply (chat, message, branched_from, started_ms, state, face, provider, model,"
        " owner, finished_ms, research_used_ms, questions, fruitless, concluding, model_ms, tool_ms,"
        " waited_ms, first_token_ms, tokens_in, tokens_out, model_turns, reason)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"_s,
        QVariantList{reply.chat.value, reply.message.value, sql::reference(reply.branchedFrom),
                     reply.startedMs} +
            changingValues(reply));
    if (!id)
        return id.error();
    return ReplyId{*id};
}

Result<ReplyRecord> reply(QSqlDatabase &database, ReplyId id)
{
    const auto found = sql::row<ReplyRecord>(
        database, u"SELECT "_s + replyColumns + u" FROM reply WHERE id = ?"_s, {id.value}, readReply);
    if (!found)
        return found.error();
    if (!*found)
        return sql::notFound(
            QCoreApplication::translate("heed::Store", "There is no reply %1.").arg(id.value));
    return **found;
}

Result<Done> saveReply(QSqlDatabase &database, const ReplyRecord &reply)
{
    return sql::set(
        database,
        u"UPDATE reply SET state = ?, face = ?, provider = ?, model = ?, owner = ?, finished_ms = ?,"
        " research_used_ms = ?, questions = ?, fruitless = ?, concluding = ?, model_ms = ?, tool_ms = ?,"
        " waited_ms = ?, first_token_ms = ?, tokens_in = ?, tokens_out = ?, model_turns = ?, reason = ?"
        " WHERE id = ?"_s,
        changingValues(reply) + QVariantList{reply.id.value});
}

Result<QList<ReplyRecord>> unfinishedReplies(QSqlDatabase &database)
{
    return sql::rows<ReplyRecord>(
        database,
        u"SELECT "_s + replyColumns +
            u" FROM reply WHERE state IN ('running', 'waiting')"
            " AND chat IN (SELECT id FROM chat WHERE trashed_ms IS NULL) ORDER BY id"_s,
        {}, readReply);
}

Result<bool> claimReply(QSqlDatabase &database, ReplyId id, const QString &from, const QString &to)
{
    const auto changed = sql::change(
        database,
        u"UPDATE reply SET owner = ? WHERE id = ? AND owner = ? AND state IN ('running', 'waiting')"_s,
        {sql::text(to), id.value, sql::text(from)});
    if (!changed)
        return changed.error();
    return *changed == 1;
}

Result<std::optional<ReplyRecord>> headReply(QSqlDatabase &database, ChatId chat)
{
    return sql::row<ReplyRecord>(database,
                                 u"SELECT "_s + replyColumns +
                                     u" FROM reply WHERE id = (SELECT head FROM chat WHERE id = ?)"_s,
                                 {chat.value}, readReply);
}

Result<Done> addEvents(QSqlDatabase &database, ReplyId reply, const QList<EventRow> &rows)
{
    for (const auto &row : rows) {
        if (auto added = sql::set(
                database,
                u"INSERT INTO event (reply, seq, first_seq, at_ms, type, fields) VALUES (?, ?, ?, ?, ?, ?)"_s,
                {reply.value, row.seq, row.firstSeq, row.atMs, row.type, sql::json(row.fields)});
            !added)
            return added;
    }
    return Done{};
}

Result<QList<EventRow>> events(QSqlDatabase &database, ReplyId reply, qint64 after)
{
    return sql::rows<EventRow>(
        database,
        u"SELECT seq, first_seq, at_ms, type, fields FROM event WHERE reply = ? AND seq > ? ORDER BY seq"_s,
        {reply.value, after}, [](const QSqlQuery &query) {
            return EventRow{.seq = query.value(0).toLongLong(),
                            .firstSeq = query.value(1).toLongLong(),
                            .atMs = query.value(2).toLongLong(),
                            .type = query.value(3).toString(),
                            .fields = sql::object(query.value(4))};
        });
}

Result<qint64> lastSeq(QSqlDatabase &database, ReplyId reply)
{
    const auto last =
        sql::row<qint64>(database, u"SELECT coalesce(max(seq), 0) FROM event WHERE reply = ?"_s,
                         {reply.value}, [](const QSqlQuery &query) { return query.value(0).toLongLong(); });
    if (!last)
        return last.error();
    return **last;
}

Result<qint64> lastSeqInChat(QSqlDatabase &database, ChatId chat)
{
    // One look into the index a reply; joined, every event of the chat would be read.
    const auto last = sql::row<qint64>(
        database,
        u"SELECT coalesce(max((SELECT max(seq) FROM event WHERE event.reply = reply.id)), 0) FROM reply WHERE chat = ?"_s,
        {chat.value}, [](const QSqlQuery &query) { return query.value(0).toLongLong(); });
    if (!last)
        return last.error();
    return **last;
}

} // namespace heed::records
