// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mcp/transcript.h"

#include "app/mcp/threaduri.h"
#include "app/mcp/turnreport.h"
#include "models/store/chatrecord.h"
#include "models/store/keptrecord.h"
#include "models/store/parkedrecord.h"
#include "models/store/replyrecord.h"
#include "models/store/sql.h"

#include <QDateTime>
#include <QJsonArray>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed::transcript {

namespace {

QString timeOf(qint64 ms)
{
    return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC).toString(Qt::ISODate);
}

//! A question that was put to the person; what a rule refused was never one.
bool wasAsked(const QuestionRecord &record)
{
    return record.question.askedMs > 0 &&
           !(record.settlement && record.settlement->outcome == Outcome::Refused);
}

QJsonObject questionJson(const QuestionRecord &record, const QString &name)
{
    QJsonObject json = questionSummary(record, name);
    json[u"asked"_s] = timeOf(record.question.askedMs);
    json[u"parked"_s] = record.question.parkedMs.has_value();
    if (const auto &settlement = record.settlement) {
        json[u"settled"_s] = timeOf(settlement->atMs);
        if (!settlement->text.isEmpty())
            json[u"answer"_s] = settlement->text;
        if (settlement->via)
            json[u"via"_s] = faceName(*settlement->via);
    }
    return json;
}

QJsonObject said(const QString &who, const QString &text, qint64 atMs)
{
    return {{u"from"_s, who}, {u"text"_s, text}, {u"at"_s, timeOf(atMs)}};
}

Result<QString> textOf(QSqlDatabase &database, ReplyId reply)
{
    const auto turns = records::turns(database, reply);
    if (!turns)
        return turns.error();
    QStringList texts;
    for (const auto &turn : *turns) {
        if (!turn.text.trimmed().isEmpty())
            texts.append(turn.text.trimmed());
    }
    return texts.join(u"\n\n"_s);
}

Result<Done> addStep(QSqlDatabase &database, const records::BranchStep &step, QJsonArray &messages,
                     QList<QuestionRecord> &questions)
{
    const MessageRecord &message = step.message;
    if (!message.note.isEmpty())
        messages.append(said(u"heed"_s, message.note, message.atMs));
    messages.append(said(message.face == Face::Mcp ? u"caller"_s : u"person"_s, message.text, message.atMs));
    if (!step.reply)
        return Done{};
    const auto text = textOf(database, step.reply->id);
    if (!text)
        return text.error();
    if (!text->isEmpty())
        messages.append(said(u"model"_s, *text, step.reply->finishedMs.value_or(step.reply->startedMs)));
    const auto asked = records::questionsOfReply(database, step.reply->id);
    if (!asked)
        return asked.error();
    std::ranges::copy_if(*asked, std::back_inserter(questions), wasAsked);
    return Done{};
}

} // namespace

Result<QJsonObject> of(QSqlDatabase &database, const QString &name)
{
    const auto thread = records::thread(database, name);
    if (!thread)
        return thread.error();
    if (!*thread)
        return sql::notFound(u"There is no thread \"%1\"."_s.arg(name));
    const ChatId chat = (*thread)->chat;
    const auto steps = records::branch(database, chat);
    if (!steps)
        return steps.error();
    QJsonArray messages;
    QList<QuestionRecord> questions;
    for (const auto &step : *steps) {
        if (auto added = addStep(database, step, messages, questions); !added)
            return added.error();
    }
    QJsonArray asked;
    for (const auto &record : std::as_const(questions))
        asked.append(questionJson(record, name));
    const auto kept = records::facts(database, chat);
    if (!kept)
        return kept.error();
    QJsonArray facts;
    for (const auto &fact : *kept)
        facts.append(QJsonObject{{u"question"_s, fact.name}, {u"answer"_s, fact.value}});
    return QJsonObject{{u"thread"_s, name},
                       {u"uri"_s, threaduri::of(name)},
                       {u"messages"_s, messages},
                       {u"questions"_s, asked},
                       {u"facts"_s, facts}};
}

Result<QList<QuestionRecord>> questionsOfTurn(QSqlDatabase &database, ChatId chat, ReplyId reply)
{
    const auto asked = records::questionsOfReply(database, reply);
    if (!asked)
        return asked;
    QList<QuestionRecord> questions;
    std::ranges::copy_if(*asked, std::back_inserter(questions), wasAsked);
    const auto parked = records::parkedQuestions(database, chat);
    if (!parked)
        return parked.error();
    for (const auto &[record, keeper] : *parked) {
        if (!record.settlement && record.question.reply != reply)
            questions.append(record);
    }
    return questions;
}

Result<QList<Summary>> summaries(QSqlDatabase &database)
{
    const auto threads = records::threads(database);
    if (!threads)
        return threads.error();
    const auto waiting = records::waitingQuestions(database);
    if (!waiting)
        return waiting.error();
    QList<Summary> summaries;
    for (const auto &thread : *threads) {
        const auto chat = records::chat(database, thread.chat);
        if (!chat)
            return chat.error();
        Summary summary{.record = thread, .title = chat->title, .writing = chat->writing};
        for (const auto &record : *waiting) {
            if (record.question.chat == thread.chat)
                summary.waiting.append(record);
        }
        summaries.append(summary);
    }
    return summaries;
}

} // namespace heed::transcript
