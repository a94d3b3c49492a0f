// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/openchat.h"

#include "models/base/process.h"
#include "models/store/chatrecord.h"

using namespace Qt::StringLiterals;

namespace heed {

namespace {

Result<Done> readLastExchange(QSqlDatabase &database, OpenedChat &opened)
{
    const auto steps = records::branch(database, opened.chat);
    if (!steps)
        return steps.error();
    if (steps->isEmpty())
        return Done{};
    const records::BranchStep &last = steps->constLast();
    opened.lastMessage = last.message.text;
    if (!last.reply)
        return Done{};
    const auto turns = records::turns(database, last.reply->id);
    if (!turns)
        return turns.error();
    for (const TurnRecord &turn : *turns)
        opened.lastReply += turn.text;
    return Done{};
}

//! The event of this type that is about this question.
Result<std::optional<Event>> readEventAbout(QSqlDatabase &database, ReplyId reply, EventType type,
                                            const QuestionId &question)
{
    const auto rows = records::events(database, reply, 0);
    if (!rows)
        return rows.error();
    for (const EventRow &row : *rows) {
        if (row.type == eventTypeName(type) && row.fields.value(u"id"_s).toString() == question.value)
            return std::optional(Event{.seq = row.seq, .atMs = row.atMs, .type = type, .fields = row.fields});
    }
    return std::optional<Event>();
}

Result<Done> readWaitingQuestion(QSqlDatabase &database, OpenedChat &opened)
{
    const auto questions = records::questionsOfReply(database, opened.unfinished);
    if (!questions)
        return questions.error();
    for (const QuestionRecord &record : *questions) {
        if (!record.settlement && record.question.askedMs > 0) {
            opened.waiting = record.question;
            opened.draft = record.draft;
        }
    }
    if (!opened.waiting)
        return Done{};
    const auto event = readEventAbout(database, opened.unfinished, EventType::Question, opened.waiting->id);
    if (!event)
        return event.error();
    opened.waitingEvent = *event;
    return Done{};
}

Error writtenElsewhere(const QString &owner, const OpenedChat &opened)
{
    if (opened.waiting)
        return {
            Error::Code::Conflict,
            ChatSession::tr("Another Heed (process %1) is writing this chat's reply, and its question waits. "
                            "To answer it, run in a terminal: heed questions answer %2")
                .arg(owner.section(u':', 0, 0), opened.waiting->id.value),
            {}};
    return {
        Error::Code::Conflict,
        ChatSession::tr(
            "Another Heed (process %1) is writing this chat's reply. Answer there, or end it and try again.")
            .arg(owner.section(u':', 0, 0)),
        {}};
}

Result<Done> readUnfinished(QSqlDatabase &database, OpenedChat &opened)
{
    const auto unfinished = records::unfinishedReplies(database);
    if (!unfinished)
        return unfinished.error();
    for (const ReplyRecord &reply : *unfinished) {
        if (reply.chat != opened.chat)
            continue;
        opened.unfinished = reply.id;
        if (reply.owner.isEmpty() || !isProcessAlive(reply.owner) || reply.owner == processIdentity())
            continue;
        if (const auto read = readWaitingQuestion(database, opened); !read)
            return read.error();
        return writtenElsewhere(reply.owner, opened);
    }
    if (!opened.unfinished.isValid())
        return Done{};
    const auto seq = records::lastSeq(database, opened.unfinished);
    if (!seq)
        return seq.error();
    opened.lastSeq = *seq;
    return readWaitingQuestion(database, opened);
}

} // namespace

Result<OpenedChat> readChat(QSqlDatabase &database, ChatId chat)
{
    const auto record = records::chat(database, chat);
    if (!record && record.error().code == Error::Code::NotFound)
        return Error{Error::Code::NotFound,
                     ChatSession::tr("There is no chat %1. Without --chat, heed chat starts a new one.")
                         .arg(chat.value),
                     {}};
    if (!record)
        return record.error();
    if (record->trashedMs)
        return Error{Error::Code::NotFound, ChatSession::tr("Chat %1 is in the trash.").arg(chat.value), {}};
    OpenedChat opened{.chat = chat, .title = record->title};
    if (const auto read = readLastExchange(database, opened); !read)
        return read.error();
    if (const auto read = readUnfinished(database, opened); !read)
        return read.error();
    return opened;
}

Result<SettledQuestion> readSettledQuestion(QSqlDatabase &database, ChatId chat, const QuestionId &id)
{
    const auto record = records::question(database, id);
    const bool isOurs = record && record->question.chat == chat && record->settlement;
    if (!isOurs && (record || record.error().code == Error::Code::NotFound))
        return Error{
            Error::Code::NotFound, ChatSession::tr("This chat was not shown a question with that id."), {}};
    if (!record)
        return record.error();
    const auto event = readEventAbout(database, record->question.reply, EventType::Answer, id);
    if (!event)
        return event.error();
    if (!*event) // withdrawn: nobody answered it
        return Error{Error::Code::Conflict, ChatSession::tr("This question is no longer open."), {}};
    return SettledQuestion{.reply = record->question.reply, .event = **event};
}

} // namespace heed
