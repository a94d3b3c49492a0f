// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The shown branch of a chat.
#include "models/store/queuerecord.h"
#include "models/store/replyrecord.h"
#include "models/store/sql.h"

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace heed::records {

namespace {

template <typename Identity>
Result<QList<Identity>> ids(QSqlDatabase &database, const QString &statement, const QVariantList &values)
{
    return sql::rows<Identity>(database, statement, values,
                               [](const QSqlQuery &query) { return Identity{query.value(0).toLongLong()}; });
}

Result<BranchStep> stepOf(QSqlDatabase &database, const MessageRecord &message,
                          const std::optional<ReplyRecord> &reply)
{
    BranchStep step{.message = message, .reply = reply};
    const auto replies =
        ids<ReplyId>(database, u"SELECT id FROM reply WHERE message = ? ORDER BY id"_s, {message.id.value});
    if (!replies)
        return replies.error();
    step.siblings = *replies;
    const auto messages =
        ids<MessageId>(database,
                       u"SELECT id FROM message WHERE chat = ? AND after_reply IS ?"
                       " AND EXISTS (SELECT 1 FROM reply WHERE reply.message = message.id) ORDER BY id"_s,
                       {message.chat.value, sql::reference(message.after)});
    if (!messages)
        return messages.error();
    step.messageSiblings = *messages;
    return step;
}

} // namespace

Result<QList<BranchStep>> branchEnd(QSqlDatabase &database, ReplyId last, int most)
{
    QList<BranchStep> steps;
    for (ReplyId at = last; at.isValid() && steps.size() < most;) {
        const auto record = reply(database, at);
        if (!record)
            return record.error();
        const auto asked = message(database, record->message);
        if (!asked)
            return asked.error();
        const auto step = stepOf(database, *asked, *record);
        if (!step)
            return step.error();
        steps.append(*step);
        at = asked->after;
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
}

Result<QList<BranchStep>> branch(QSqlDatabase &database, ChatId chatId)
{
    const auto shown = chat(database, chatId);
    if (!shown)
        return shown.error();
    auto steps = branchEnd(database, shown->head, std::numeric_limits<int>::max());
    if (!steps)
        return steps;
    const auto queued = queuedMessages(database, chatId);
    if (!queued)
        return queued.error();
    for (const auto &waiting : *queued)
        (*steps).append(BranchStep{.message = waiting});
    return steps;
}

Result<ReplyId> newestEnd(QSqlDatabase &database, ReplyId reply)
{
    const auto read = [](const QSqlQuery &query) { return query.value(0).toLongLong(); };
    for (ReplyId end = reply;;) {
        const auto next =
            sql::row<qint64>(database,
                             u"SELECT max(reply.id) FROM reply JOIN message ON message.id = reply.message"
                             " WHERE message.after_reply = ?"_s,
                             {end.value}, read);
        if (!next)
            return next.error();
        if (!*next || **next == 0)
            return end;
        end = {**next};
    }
}

} // namespace heed::records
