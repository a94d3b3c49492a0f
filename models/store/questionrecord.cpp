// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/store/questionrecord.h"

#include "models/store/sql.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace heed::records {

namespace {

const QString questionColumns =
    u"id, chat, reply, call, text, options, allow_other, position, count, face, asked_ms, deadline_ms, "
    u"on_silence, draft,"
    " outcome, answer, answer_kind, answer_option, answer_text, via, process, settled_ms, held_back,"
    " (SELECT group_concat(receipt.face, ' ') FROM receipt WHERE receipt.question = question.id), parked_ms"_s;

QString kindName(Answer::Kind kind)
{
    switch (kind) {
    case Answer::Kind::Choose:
        return u"choose"_s;
    case Answer::Kind::Text:
        return u"text"_s;
    case Answer::Kind::None:
        return u"none"_s;
    case Answer::Kind::Decline:
        return u"decline"_s;
    case Answer::Kind::AskBack:
        return u"ask_back"_s;
    }
    return {};
}

Answer::Kind kindFrom(const QString &name)
{
    for (const auto kind :
         {Answer::Kind::Choose, Answer::Kind::None, Answer::Kind::Decline, Answer::Kind::AskBack}) {
        if (kindName(kind) == name)
            return kind;
    }
    return Answer::Kind::Text;
}

Settlement readSettlement(const QSqlQuery &query)
{
    Settlement settlement{.id = {query.value(0).toString()},
                          .outcome = outcomeFromName(query.value(14).toString()).value_or(Outcome::Withdrawn),
                          .text = query.value(15).toString(),
                          .via = faceFromName(query.value(19).toString()),
                          .process = query.value(20).toString(),
                          .atMs = query.value(21).toLongLong(),
                          .answer = {.kind = kindFrom(query.value(16).toString()),
                                     .option = query.value(17).toInt(),
                                     .text = query.value(18).toString()}};
    const auto marks = sql::array(query.value(22));
    for (const auto &mark : marks)
        settlement.heldBack.append(mark.toString());
    return settlement;
}

QuestionRecord readQuestion(const QSqlQuery &query)
{
    QuestionRecord record{.question = {.id = {query.value(0).toString()},
                                       .chat = {query.value(1).toLongLong()},
                                       .reply = {query.value(2).toLongLong()},
                                       .call = {query.value(3).toLongLong()},
                                       .text = query.value(4).toString(),
                                       .options = optionsFromJson(sql::array(query.value(5))),
                                       .allowOther = query.value(6).toBool(),
                                       .index = query.value(7).toInt(),
                                       .count = query.value(8).toInt(),
                                       .face = faceFromName(query.value(9).toString()).value_or(Face::Window),
                                       .askedMs = query.value(10).toLongLong(),
                                       .deadlineMs = sql::optionalNumber(query.value(11)),
                                       .onSilence = query.value(12).toString() == "stop"_L1
                                                        ? SilencePolicy::Stop
                                                        : SilencePolicy::Assume,
                                       .parkedMs = sql::optionalNumber(query.value(24))},
                          .draft = query.value(13).toString()};
    if (!query.value(14).isNull())
        record.settlement = readSettlement(query);
    const auto faces = query.value(23).toString().split(u' ', Qt::SkipEmptyParts);
    for (const auto &name : faces) {
        if (const auto face = faceFromName(name))
            record.shownOn.append(*face);
    }
    return record;
}

} // namespace

Result<Done> addQuestion(QSqlDatabase &database, const Question &question)
{
    return sql::set(
        database,
        u"INSERT INTO question (id, chat, reply, call, filed, text, options, allow_other, position, count, "
        u"face,"
        " asked_ms, deadline_ms, on_silence) VALUES (?, ?, ?, ?,"
        " (SELECT coalesce(max(filed), 0) + 1 FROM question WHERE reply = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?)"_s,
        {question.id.value, question.chat.value, question.reply.value, question.call.value,
         question.reply.value, sql::text(question.text), sql::json(optionsToJson(question.options)),
         int(question.allowOther), question.index, question.count, faceName(question.face), question.askedMs,
         sql::optional(question.deadlineMs),
         question.onSilence == SilencePolicy::Stop ? u"stop"_s : u"assume"_s});
}

Result<Done> openQuestion(QSqlDatabase &database, const Question &question)
{
    return sql::set(database,
                    u"UPDATE question SET asked_ms = ?, deadline_ms = ?, position = ?, count = ?"
                    " WHERE id = ? AND outcome IS NULL"_s,
                    {question.askedMs, sql::optional(question.deadlineMs), question.index, question.count,
                     question.id.value});
}

Result<QuestionRecord> question(QSqlDatabase &database, const QuestionId &id)
{
    const auto found =
        sql::row<QuestionRecord>(database, u"SELECT "_s + questionColumns + u" FROM question WHERE id = ?"_s,
                                 {id.value}, readQuestion);
    if (!found)
        return found.error();
    if (!*found)
        return sql::notFound(
            QCoreApplication::translate("heed::Store", "There is no question %1.").arg(id.value));
    return **found;
}

Result<QList<QuestionRecord>> waitingQuestions(QSqlDatabase &database)
{
    return sql::rows<QuestionRecord>(
        database,
        u"SELECT "_s + questionColumns +
            u" FROM question WHERE outcome IS NULL AND asked_ms > 0"
            " AND chat NOT IN (SELECT chat.id FROM chat WHERE chat.trashed_ms IS NOT NULL)"
            " ORDER BY asked_ms, id"_s,
        {}, readQuestion);
}

Result<QList<QuestionRecord>> questionsOfReply(QSqlDatabase &database, ReplyId reply)
{
    return sql::rows<QuestionRecord>(
        database, u"SELECT "_s + questionColumns + u" FROM question WHERE reply = ? ORDER BY filed"_s,
        {reply.value}, readQuestion);
}

Result<int> waitingCount(QSqlDatabase &database)
{
    const auto count = sql::row<int>(database,
                                     u"SELECT count(*) FROM question WHERE outcome IS NULL AND asked_ms > 0"
                                     " AND chat NOT IN (SELECT id FROM chat WHERE trashed_ms IS NOT NULL)"_s,
                                     {}, [](const QSqlQuery &query) { return query.value(0).toInt(); });
    if (!count)
        return count.error();
    return **count;
}

Result<bool> settleQuestion(QSqlDatabase &database, const Settlement &settlement)
{
    const auto changed = sql::change(
        database,
        u"UPDATE question SET outcome = ?, answer = ?, answer_kind = ?, answer_option = ?, answer_text = ?, "
        u"via = ?,"
        " process = ?, settled_ms = ?, held_back = ? WHERE id = ? AND outcome IS NULL"_s,
        {outcomeName(settlement.outcome), sql::text(settlement.text), kindName(settlement.answer.kind),
         settlement.answer.option, sql::text(settlement.answer.text),
         settlement.via ? QVariant(faceName(*settlement.via)) : QVariant(QMetaType::fromType<QString>()),
         sql::text(settlement.process), settlement.atMs,
         sql::json(QJsonArray::fromStringList(settlement.heldBack)), settlement.id.value});
    if (!changed)
        return changed.error();
    return *changed == 1;
}

Result<Done> addReceipt(QSqlDatabase &database, const QuestionId &id, Face face, qint64 atMs)
{
    return sql::set(database, u"INSERT OR IGNORE INTO receipt (question, face, at_ms) VALUES (?, ?, ?)"_s,
                    {id.value, faceName(face), atMs});
}

Result<Done> setQuestionDraft(QSqlDatabase &database, const QuestionId &id, const QString &draft)
{
    return sql::set(database, u"UPDATE question SET draft = ? WHERE id = ?"_s, {sql::text(draft), id.value});
}

Result<Done> setDeadline(QSqlDatabase &database, const QuestionId &id, std::optional<qint64> deadlineMs)
{
    return sql::set(database, u"UPDATE question SET deadline_ms = ? WHERE id = ? AND outcome IS NULL"_s,
                    {sql::optional(deadlineMs), id.value});
}

} // namespace heed::records
