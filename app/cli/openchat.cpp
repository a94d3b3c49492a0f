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

Result<Done> readWaitingQuestion(QSqlDatabase &database, OpenedChat &opened)
{
    const auto questions = records::questionsOfReply(database, opened.unfinished);
    if (!questions)
        return questions.error();
    for (const QuestionRecord &record : *questions) {
        if (!record.settlement && record.question.askedMs > 0)
            opened.waiting = record.question;
    }
    if (!opened.waiting)
        return Done{};
    const auto rows = records::events(database, opened.unfinished, 0);
    if (!rows)
        return rows.error();
    for (const EventRow &row : *rows) {
        if (row.type == eventTypeName(EventType::Question)
            && row.fields.value(u"id"_s).toString() == opened.waiting->id.value)
            opened.waitingEvent = Event{.seq = row.seq, .atMs = row.atMs, .type = EventType::Question, .fields = row.fields};
    }
    return Done{};
}

Error writtenElsewhere(const QString &owner)
{
    return {Error::Code::Conflict,
            ChatSession::tr("Another Heed (process %1) is writing this chat's reply. Answer there, or end it and try again.")
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
        if (!reply.owner.isEmpty() && isProcessAlive(reply.owner) && reply.owner != processIdentity())
            return writtenElsewhere(reply.owner);
        opened.unfinished = reply.id;
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
                     ChatSession::tr("There is no chat %1. Without --chat, heed chat starts a new one.").arg(chat.value),
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

} // namespace heed
