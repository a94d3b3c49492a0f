// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/reply/branching.h"

#include "models/question/outcometext.h"
#include "models/reply/event.h"
#include "models/reply/exchange.h"
#include "models/reply/parking.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed::branching {

namespace {

const QuestionRecord *questionOf(const QList<QuestionRecord> &questions, CallId call)
{
    const auto found = std::ranges::find_if(
        questions, [call](const QuestionRecord &record) { return record.question.call == call; });
    return found == questions.end() ? nullptr : &*found;
}

//! Files copies of the settled questions under the new reply's calls, so that its history shows them.
Result<Done> copyQuestions(QSqlDatabase &database, const QList<QuestionRecord> &questions,
                           const QList<TurnRecord> &oldTurns, const QList<TurnRecord> &newTurns, ReplyId to)
{
    for (qsizetype turn = 0; turn < newTurns.size() && turn < oldTurns.size(); ++turn) {
        for (qsizetype place = 0; place < newTurns[turn].calls.size(); ++place) {
            const auto *old = questionOf(questions, oldTurns[turn].calls[place].id);
            if (!old || !old->settlement || !newTurns[turn].calls[place].result)
                continue;
            Question copy = old->question;
            copy.id = QuestionId::generate();
            copy.reply = to;
            copy.call = newTurns[turn].calls[place].id;
            Settlement settlement = *old->settlement;
            settlement.id = copy.id;
            if (auto added = records::addQuestion(database, copy); !added)
                return added;
            if (auto settled = records::settleQuestion(database, settlement); !settled)
                return settled.error();
        }
    }
    return Done{};
}

Result<Done> storeEvents(QSqlDatabase &database, ReplyId to)
{
    const auto reply = records::reply(database, to);
    if (!reply)
        return reply.error();
    const auto turns = records::turns(database, to);
    if (!turns)
        return turns.error();
    const auto questions = records::questionsOfReply(database, to);
    if (!questions)
        return questions.error();
    const auto before = parking::lastNumber(database, reply->chat);
    if (!before)
        return before.error();
    return records::addEvents(database, to, eventsOfTurns(*reply, *turns, *questions, *before));
}

//! The fact of the old answer gives way: one question has one answer that counts.
Result<Done> replaceFact(QSqlDatabase &database, const QuestionRecord &old, const Settlement &settlement)
{
    const auto facts = records::facts(database, old.question.chat);
    if (!facts)
        return facts.error();
    const auto before = old.settlement ? factOf(old.question, *old.settlement) : std::nullopt;
    for (const auto &fact : *facts) {
        if (before && fact.name == before->name && fact.value == before->value) {
            if (auto removed = records::removeFact(database, fact.id); !removed)
                return removed;
        }
    }
    if (const auto fact = factOf(old.question, settlement)) {
        if (auto added = records::addFact(database, *fact); !added)
            return added.error();
    }
    return Done{};
}

} // namespace

Result<Done> copyComplete(QSqlDatabase &database, const ReplyRecord &from, ReplyId to)
{
    const auto turns = records::turns(database, from.id);
    if (!turns)
        return turns.error();
    int last = -1;
    for (const auto &turn : *turns) {
        const bool complete = turn.finish != "partial"_L1 && !turn.calls.isEmpty() &&
                              std::ranges::all_of(turn.calls, [](const CallRecord &record) {
                                  return record.result && (record.ok || !record.summary.isEmpty());
                              });
        if (!complete)
            break;
        last = turn.number;
    }
    if (last < 0)
        return Done{};
    if (auto copied = records::copyTurns(database, from.id, to, last); !copied)
        return copied;
    const auto copies = records::turns(database, to);
    if (!copies)
        return copies.error();
    const auto questions = records::questionsOfReply(database, from.id);
    if (!questions)
        return questions.error();
    if (auto copied = copyQuestions(database, *questions, *turns, *copies, to); !copied)
        return copied;
    return storeEvents(database, to);
}

Result<Done> copyWithAnswer(QSqlDatabase &database, const QuestionRecord &question, ReplyId to,
                            const Settlement &settlement)
{
    const ReplyId from = question.question.reply;
    const auto turns = records::turns(database, from);
    if (!turns)
        return turns.error();
    const auto holder = std::ranges::find_if(*turns, [&question](const TurnRecord &turn) {
        return std::ranges::any_of(turn.calls, [&question](const CallRecord &record) {
            return record.id == question.question.call;
        });
    });
    const int lastTurn = holder == turns->end() ? -1 : holder->number;
    const auto call = records::copyTurns(database, from, to, lastTurn, question.question.call);
    if (!call)
        return call.error();
    const auto copies = records::turns(database, to);
    if (!copies)
        return copies.error();
    const auto questions = records::questionsOfReply(database, from);
    if (!questions)
        return questions.error();
    if (auto copied = copyQuestions(database, *questions, *turns, *copies, to); !copied)
        return copied;

    Question copy = question.question;
    copy.id = settlement.id;
    copy.reply = to;
    copy.call = *call;
    if (auto added = records::addQuestion(database, copy); !added)
        return added;
    if (auto settled = records::settleQuestion(database, settlement); !settled)
        return settled.error();
    const QString result = resultForModel(settlement.outcome, settlement.text, copy.onSilence);
    if (auto set = records::setCallResult(database, *call, result, true, settledSummary(settlement)); !set)
        return set.error();
    if (auto replaced = replaceFact(database, question, settlement); !replaced)
        return replaced;
    for (const auto &row : {answeredAudit(copy, settlement), settledAudit(copy, settlement)}) {
        if (auto added = records::addAudit(database, row); !added)
            return added;
    }
    return storeEvents(database, to);
}

QList<EventRow> eventsOfTurns(const ReplyRecord &reply, const QList<TurnRecord> &turns,
                              const QList<QuestionRecord> &questions, qint64 before)
{
    QList<EventRow> rows;
    const auto add = [&](EventType type, const QJsonObject &fields) {
        const qint64 seq = before + rows.size() + 1;
        rows.append({.seq = seq,
                     .firstSeq = seq,
                     .atMs = reply.startedMs,
                     .type = eventTypeName(type),
                     .fields = fields});
    };
    add(EventType::Started,
        {{u"reply"_s, reply.id.value}, {u"message"_s, reply.message.value}, {u"model"_s, reply.model}});
    for (const auto &turn : turns) {
        if (!turn.thinking.isEmpty())
            add(EventType::Thinking, {{u"delta"_s, turn.thinking}});
        if (!turn.text.isEmpty())
            add(EventType::Text, {{u"delta"_s, turn.text}});
        add(EventType::Usage, {});
        for (const auto &record : turn.calls) {
            if (const auto *question = questionOf(questions, record.id); question && question->settlement) {
                add(EventType::Question, questionFields(question->question));
                add(EventType::Answer, answerFields(*question->settlement));
                continue;
            }
            const QString arguments =
                QString::fromUtf8(QJsonDocument(record.call.arguments).toJson(QJsonDocument::Compact));
            add(EventType::Tool,
                {{u"id"_s, record.call.id}, {u"name"_s, record.call.name}, {u"arguments"_s, arguments}});
            if (record.result)
                add(EventType::ToolResult,
                    {{u"id"_s, record.call.id}, {u"ok"_s, record.ok}, {u"summary"_s, record.summary}});
        }
    }
    return rows;
}

} // namespace heed::branching
