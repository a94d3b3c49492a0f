// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/streamstart.h"

#include "app/api/apijson.h"
#include "models/reply/eventlog.h"
#include "models/store/replyrecord.h"

#include <QCoreApplication>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

struct StreamStartText {
    Q_DECLARE_TR_FUNCTIONS(heed::Api)
};

//! The highest number that a client can have from the reply.
Result<qint64> highestTold(QSqlDatabase &database, ReplyId reply, bool runsHere)
{
    const auto record = records::reply(database, reply);
    if (!record)
        return record.error();
    const auto last = records::lastSeq(database, reply);
    if (!last || record->finishedMs || runsHere)
        return last;
    // It was interrupted, or another process writes it: what that one told last may not be stored.
    return *last + EventLog::mostUnstored;
}

} // namespace

std::optional<qint64> queryNumber(const HttpRequest &request, const QString &name)
{
    if (!request.query.hasQueryItem(name))
        return std::nullopt;
    bool isNumber = false;
    const qint64 number = request.query.queryItemValue(name).toLongLong(&isNumber);
    return isNumber && number >= 0 ? number : -1;
}

std::optional<QList<qint64>> lastNumbers(const HttpRequest &request)
{
    QList<qint64> numbers{queryNumber(request, u"after"_s).value_or(0)};
    if (const QByteArray last = request.header("last-event-id"); !last.isEmpty()) {
        bool isNumber = false;
        const qint64 number = last.toLongLong(&isNumber);
        numbers.append(isNumber ? number : -1);
    }
    if (std::ranges::any_of(numbers, [](qint64 number) { return number < 0; }))
        return std::nullopt;
    return numbers;
}

Result<ReplyId> readStreamReply(QSqlDatabase &database, ChatId session, std::optional<ReplyId> wanted)
{
    const Error none{Error::Code::NotFound, StreamStartText::tr("There is no reply in this chat yet."), {}};
    const auto chat = readSession(database, session);
    if (!chat)
        return chat.error();
    if (!wanted)
        return chat->head.isValid() ? Result<ReplyId>(chat->head) : Result<ReplyId>(none);
    const auto reply = records::reply(database, *wanted);
    if (!reply || reply->chat != session)
        return Error{Error::Code::NotFound, StreamStartText::tr("There is no such reply in this chat."), {}};
    return reply->id;
}

Result<StreamStart> readStreamStart(QSqlDatabase &database, ReplyId reply, const QList<qint64> &numbers,
                                    bool runsHere)
{
    const auto highest = highestTold(database, reply, runsHere);
    if (!highest)
        return highest.error();
    StreamStart start;
    for (const qint64 number : numbers)
        start.after = number <= *highest ? std::max(start.after, number) : start.after;
    const auto question = waitingQuestion(database, reply);
    if (!question)
        return question.error();
    if (start.after == 0 || !*question)
        return start;
    // A client that comes back after a crash may have seen a question whose receipt was not stored any more.
    const auto unseen = records::events(database, reply, start.after);
    if (!unseen)
        return unseen.error();
    const bool comes = std::ranges::any_of(*unseen, [&](const EventRow &row) {
        return row.fields[u"id"_s].toString() == (*question)->id.value &&
               row.type == eventTypeName(EventType::Question);
    });
    if (!comes)
        start.seen = (*question)->id;
    return start;
}

} // namespace heed
