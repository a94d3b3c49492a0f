// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/apijson.h"

#include "models/reply/exchange.h"
#include "models/store/questionrecord.h"
#include "models/store/queuerecord.h"
#include "models/store/replyrecord.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr int mostSteps = 1000; // of a chat in one answer: some ten megabytes at most

QString stateName(ReplyState state)
{
    switch (state) {
    case ReplyState::Running:
        return u"running"_s;
    case ReplyState::Waiting:
        return u"waiting"_s;
    case ReplyState::Done:
        return u"done"_s;
    case ReplyState::Stopped:
        return u"stopped"_s;
    case ReplyState::Failed:
        return u"failed"_s;
    }
    return {};
}

QJsonObject messageJson(const MessageRecord &message)
{
    return {{u"role"_s, u"user"_s},
            {u"id"_s, message.id.value},
            {u"text"_s, message.text},
            {u"at"_s, timeJson(message.atMs)}};
}

Result<QJsonObject> replyMessage(QSqlDatabase &database, const ReplyRecord &reply)
{
    const auto turns = records::turns(database, reply.id);
    if (!turns)
        return turns.error();
    QString text;
    for (const TurnRecord &turn : *turns)
        text += turn.text;
    return QJsonObject{{u"role"_s, u"assistant"_s},
                       {u"reply"_s, reply.id.value},
                       {u"text"_s, text},
                       {u"state"_s, stateName(reply.state)},
                       {u"at"_s, timeJson(reply.finishedMs.value_or(reply.startedMs))}};
}

Result<QJsonArray> messages(QSqlDatabase &database, const ChatRecord &chat, bool &earlier)
{
    QJsonArray all;
    const auto steps = records::branchEnd(database, chat.head, mostSteps);
    if (!steps)
        return steps.error();
    earlier = !steps->isEmpty() && steps->constFirst().message.after.isValid();
    for (const records::BranchStep &step : *steps) {
        all.append(messageJson(step.message));
        if (!step.reply)
            continue;
        const auto reply = replyMessage(database, *step.reply);
        if (!reply)
            return reply.error();
        all.append(*reply);
    }
    const auto queued = records::queuedMessages(database, chat.id);
    if (!queued)
        return queued.error();
    for (const MessageRecord &message : *queued) {
        QJsonObject json = messageJson(message);
        json[u"queued"_s] = true;
        all.append(json);
    }
    return all;
}

} // namespace

QJsonValue timeJson(qint64 ms)
{
    return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC).toString(Qt::ISODateWithMs);
}

QJsonObject chatJson(const ChatRecord &chat)
{
    return {{u"id"_s, chat.id.value},
            {u"title"_s, chat.title},
            {u"created"_s, timeJson(chat.createdMs)},
            {u"updated"_s, timeJson(chat.updatedMs)},
            {u"writing"_s, chat.writing},
            {u"waiting"_s, chat.waiting}};
}

QJsonObject questionJson(const Question &question)
{
    QJsonObject json = questionFields(question);
    json[u"session"_s] = question.chat.value;
    json[u"reply"_s] = question.reply.value;
    json[u"asked"_s] = timeJson(question.askedMs);
    return json;
}

Result<ChatRecord> readSession(QSqlDatabase &database, ChatId id)
{
    auto chat = records::chat(database, id);
    if (chat && chat->trashedMs)
        return Error{Error::Code::NotFound,
                     QCoreApplication::translate("heed::Api", "Chat %1 is in the trash.").arg(id.value),
                     {}};
    return chat;
}

Result<std::optional<Question>> waitingQuestion(QSqlDatabase &database, ReplyId reply)
{
    const auto questions = records::questionsOfReply(database, reply);
    if (!questions)
        return questions.error();
    for (const QuestionRecord &record : *questions) {
        if (!record.settlement && record.question.askedMs > 0)
            return std::optional(record.question);
    }
    return std::optional<Question>();
}

Result<SessionView> readSessionView(QSqlDatabase &database, ChatId id)
{
    const auto chat = readSession(database, id);
    if (!chat)
        return chat.error();
    SessionView view{.json = chatJson(*chat)};
    bool earlier = false;
    const auto said = messages(database, *chat, earlier);
    if (!said)
        return said.error();
    view.json[u"messages"_s] = *said;
    view.json[u"earlier"_s] = earlier; // older messages were left out
    view.json[u"reply"_s] = QJsonValue();
    const auto reply = records::headReply(database, id);
    if (!reply)
        return reply.error();
    if (!*reply)
        return view;
    const auto question = waitingQuestion(database, (*reply)->id);
    if (!question)
        return question.error();
    if (*question)
        view.question = (*question)->id;
    view.json[u"reply"_s] =
        QJsonObject{{u"id"_s, (*reply)->id.value},
                    {u"state"_s, stateName((*reply)->state)},
                    {u"model"_s, (*reply)->model},
                    {u"reason"_s, (*reply)->reason.isEmpty() ? QJsonValue() : QJsonValue((*reply)->reason)},
                    {u"question"_s, *question ? QJsonValue(questionJson(**question)) : QJsonValue()}};
    return view;
}

Result<QJsonObject> readSessionPage(QSqlDatabase &database, std::optional<ChatPlace> after, int limit)
{
    const auto chats =
        records::chatsAfter(database, after, limit + 1); // one more tells whether there is a next
    if (!chats)
        return chats.error();
    QJsonArray sessions;
    for (const ChatRecord &chat : chats->first(std::min<qsizetype>(limit, chats->size())))
        sessions.append(chatJson(chat));
    QJsonValue next;
    if (chats->size() > limit) {
        const ChatRecord &last = chats->at(limit - 1);
        next = QStringLiteral("%1.%2").arg(last.updatedMs).arg(last.id.value);
    }
    return QJsonObject{{u"sessions"_s, sessions}, {u"next"_s, next}};
}

std::optional<ChatPlace> readCursor(const QString &cursor)
{
    bool isTime = false;
    bool isChat = false;
    const ChatPlace place{.updatedMs = cursor.section(u'.', 0, 0).toLongLong(&isTime),
                          .chat = {cursor.section(u'.', 1).toLongLong(&isChat)}};
    return isTime && isChat ? std::optional(place) : std::nullopt;
}

} // namespace heed
