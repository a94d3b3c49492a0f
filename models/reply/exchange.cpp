// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/reply/exchange.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QJsonArray>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

QJsonObject questionFields(const Question &question)
{
    return {
        {u"id"_s, question.id.value},
        {u"question"_s, question.text},
        {u"options"_s, optionsToJson(question.options)},
        {u"allow_other"_s, question.allowOther},
        {u"index"_s, question.index},
        {u"count"_s, question.count},
        {u"deadline"_s,
         question.deadlineMs
             ? QJsonValue(QDateTime::fromMSecsSinceEpoch(*question.deadlineMs, Qt::UTC).toString(Qt::ISODate))
             : QJsonValue()}};
}

QJsonObject answerFields(const Settlement &settlement)
{
    QJsonObject fields{{u"id"_s, settlement.id.value},
                       {u"outcome"_s, outcomeName(settlement.outcome)},
                       {u"text"_s, settlement.text.isEmpty() ? QJsonValue() : QJsonValue(settlement.text)},
                       {u"via"_s, settlement.via ? QJsonValue(faceName(*settlement.via)) : QJsonValue()}};
    if (!settlement.heldBack.isEmpty())
        fields[u"held_back"_s] = QJsonArray::fromStringList(settlement.heldBack);
    return fields;
}

AuditRecord requestedAudit(const Question &question)
{
    QJsonObject fields = questionFields(question);
    fields[u"face"_s] = faceName(question.face);
    return {.atMs = question.askedMs,
            .kind = u"inquiry.requested"_s,
            .chat = question.chat,
            .reply = question.reply,
            .fields = fields};
}

AuditRecord answeredAudit(const Question &question, const Settlement &settlement)
{
    return {.atMs = settlement.atMs,
            .kind = u"inquiry.answered"_s,
            .chat = question.chat,
            .reply = question.reply,
            .fields = {{u"id"_s, question.id.value},
                       {u"text"_s, settlement.text},
                       {u"via"_s, faceName(*settlement.via)},
                       {u"process"_s, settlement.process}}};
}

QJsonObject parkedFields(const Question &question)
{
    return {{u"code"_s, u"parked"_s},
            {u"id"_s, question.id.value},
            {u"text"_s, QCoreApplication::translate(
                            "heed::Reply", "The reply goes on; the question waits for your answer, which the "
                                           "model gets with the next message.")}};
}

AuditRecord parkedAudit(const Question &question)
{
    return {.atMs = question.parkedMs.value_or(0),
            .kind = u"inquiry.parked"_s,
            .chat = question.chat,
            .reply = question.reply,
            .fields = {{u"id"_s, question.id.value}}};
}

double waitedSeconds(const Question &question, const Settlement &settlement)
{
    return question.askedMs > 0 ? double(std::max<qint64>(0, settlement.atMs - question.askedMs)) / 1000 : 0;
}

AuditRecord settledAudit(const Question &question, const Settlement &settlement)
{
    return {.atMs = settlement.atMs,
            .kind = u"inquiry.settled"_s,
            .chat = question.chat,
            .reply = question.reply,
            .fields = {{u"id"_s, question.id.value},
                       {u"outcome"_s, outcomeName(settlement.outcome)},
                       {u"waited_seconds"_s, waitedSeconds(question, settlement)},
                       {u"delivered"_s, question.parkedMs ? u"notice"_s : u"result"_s}}};
}

std::optional<FactRecord> factOf(const Question &question, const Settlement &settlement)
{
    if (settlement.outcome != Outcome::Chosen && settlement.outcome != Outcome::Answered)
        return std::nullopt;
    return FactRecord{.chat = question.chat,
                      .subject = u"answer"_s,
                      .name = question.text.left(80), // book 8.4
                      .value = settlement.text,
                      .source = u"person"_s,
                      .atMs = settlement.atMs};
}

QString parkedSummary()
{
    return QCoreApplication::translate("heed::Reply", "Waits for your answer");
}

QString settledSummary(const Settlement &settlement)
{
    if (!settlement.text.isEmpty())
        return QCoreApplication::translate("heed::Reply", "Answered: %1").arg(settlement.text);
    return QCoreApplication::translate("heed::Reply", "No answer");
}

} // namespace heed
