// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/reply/parking.h"

#include "models/question/outcometext.h"
#include "models/reply/event.h"
#include "models/reply/exchange.h"
#include "models/store/chatrecord.h"
#include "models/store/replyrecord.h"

#include <QDateTime>

using namespace Qt::StringLiterals;

namespace heed::parking {

namespace {

//! The transcript of a reply is its log: so the end of its question stands there too. The log of a reply that
//! is being written belongs to the process that writes it.
Result<Done> addAnswerEvent(QSqlDatabase &database, const Question &question, const Settlement &settlement)
{
    const auto reply = records::reply(database, question.reply);
    if (!reply)
        return reply.error();
    if (reply->state == ReplyState::Running || reply->state == ReplyState::Waiting)
        return Done{};
    const auto last = records::lastSeq(database, question.reply);
    if (!last)
        return last.error();
    const EventRow row{.seq = *last + 1,
                       .firstSeq = *last + 1,
                       .atMs = settlement.atMs,
                       .type = eventTypeName(EventType::Answer),
                       .fields = answerFields(settlement)};
    return records::addEvents(database, question.reply, {row});
}

Result<Settlement> unanswered(QSqlDatabase &database, const Question &question, const Moment &now)
{
    const Settlement settlement{.id = question.id,
                                .outcome = Outcome::Unanswered,
                                .process = now.process,
                                .atMs = *question.deadlineMs};
    if (const auto first = settle(database, question, settlement); !first)
        return first.error();
    return settlement;
}

QString timeOf(const Settlement &settlement, const Moment &now)
{
    return QDateTime::fromMSecsSinceEpoch(settlement.atMs, now.zone).toString(u"HH:mm"_s);
}

} // namespace

Result<Done> keepTraces(QSqlDatabase &database, const Question &question, const Settlement &settlement)
{
    if (const auto fact = factOf(question, settlement)) {
        if (auto added = records::addFact(database, *fact); !added)
            return added.error();
    }
    if (settlement.via) {
        if (auto added = records::addAudit(database, answeredAudit(question, settlement)); !added)
            return added;
    }
    return records::addAudit(database, settledAudit(question, settlement));
}

Result<qint64> lastNumber(QSqlDatabase &database, ChatId chat)
{
    const auto last = records::lastSeqInChat(database, chat);
    if (!last)
        return last.error();
    const auto waiting = records::parkedWaitingCount(database, chat);
    if (!waiting)
        return waiting.error();
    return *last + *waiting;
}

Result<bool> settle(QSqlDatabase &database, const Question &question, const Settlement &settlement)
{
    const auto first = records::settleQuestion(database, settlement);
    if (!first || !*first)
        return first;
    if (auto added = addAnswerEvent(database, question, settlement); !added)
        return added.error();
    if (auto kept = keepTraces(database, question, settlement); !kept)
        return kept.error();
    return true;
}

Result<Done> attachNote(QSqlDatabase &database, ChatId chat, MessageId message, const Moment &now)
{
    const auto parked = records::parkedQuestions(database, chat);
    if (!parked)
        return parked.error();
    QStringList notes;
    for (const auto &[record, keeper] : *parked) {
        const Question &question = record.question;
        std::optional<Settlement> settlement = record.settlement;
        if (!settlement && question.deadlineMs && *question.deadlineMs <= now.atMs) {
            const auto ended = unanswered(database, question, now);
            if (!ended)
                return ended.error();
            settlement = *ended;
        }
        if (!settlement) {
            notes.append(stillWaitsForModel(question));
            continue;
        }
        if (const QString note = noteForModel(question, *settlement, timeOf(*settlement, now));
            !note.isEmpty())
            notes.append(note);
        if (auto told = records::setParkedTold(database, question.id, message); !told)
            return told;
    }
    return notes.isEmpty() ? Result<Done>(Done{})
                           : records::setMessageNote(database, message, notes.join(u"\n"_s));
}

Result<QList<Settlement>> withdraw(QSqlDatabase &database, ChatId chat, const Moment &now)
{
    const auto parked = records::parkedQuestions(database, chat);
    if (!parked)
        return parked.error();
    QList<Settlement> withdrawn;
    for (const auto &one : *parked) {
        const Question &question = one.record.question;
        if (one.record.settlement)
            continue;
        const Settlement settlement{
            .id = question.id, .outcome = Outcome::Withdrawn, .process = now.process, .atMs = now.atMs};
        if (const auto first = settle(database, question, settlement); !first)
            return first.error();
        withdrawn.append(settlement);
    }
    return withdrawn;
}

} // namespace heed::parking
