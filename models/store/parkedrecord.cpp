// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/store/parkedrecord.h"

#include "models/store/sql.h"

using namespace Qt::StringLiterals;

namespace heed::records {

Result<bool> parkQuestion(QSqlDatabase &database, const QuestionId &id, const QString &keeper, qint64 atMs)
{
    const auto changed = sql::change(database,
                                     u"UPDATE question SET parked_ms = ?, keeper = ?"
                                     " WHERE id = ? AND outcome IS NULL AND parked_ms IS NULL"_s,
                                     {atMs, sql::text(keeper), id.value});
    if (!changed)
        return changed.error();
    return *changed == 1;
}

Result<QList<ParkedRecord>> parkedQuestions(QSqlDatabase &database, std::optional<ChatId> chat)
{
    const auto found = sql::rows<std::pair<QuestionId, QString>>(
        database,
        u"SELECT id, keeper FROM question WHERE parked_ms IS NOT NULL AND told = 0"_s +
            (chat ? u" AND chat = ?"_s : QString()) + u" ORDER BY parked_ms, id"_s,
        chat ? QVariantList{chat->value} : QVariantList{}, [](const QSqlQuery &query) {
            return std::pair(QuestionId{query.value(0).toString()}, query.value(1).toString());
        });
    if (!found)
        return found.error();
    QList<ParkedRecord> parked;
    for (const auto &[id, keeper] : *found) {
        const auto record = question(database, id);
        if (!record)
            return record.error();
        parked.append({.record = *record, .keeper = keeper});
    }
    return parked;
}

Result<int> parkedWaitingCount(QSqlDatabase &database, ChatId chat)
{
    const auto count =
        sql::row<int>(database,
                      u"SELECT count(*) FROM question WHERE chat = ? AND parked_ms IS NOT NULL AND told = 0"
                      " AND outcome IS NULL"_s,
                      {chat.value}, [](const QSqlQuery &query) { return query.value(0).toInt(); });
    if (!count)
        return count.error();
    return **count;
}

Result<bool> claimParked(QSqlDatabase &database, const QuestionId &id, const QString &from, const QString &to)
{
    const auto changed = sql::change(database,
                                     u"UPDATE question SET keeper = ? WHERE id = ? AND keeper = ?"
                                     " AND outcome IS NULL AND parked_ms IS NOT NULL"_s,
                                     {sql::text(to), id.value, sql::text(from)});
    if (!changed)
        return changed.error();
    return *changed == 1;
}

Result<Done> setParkedTold(QSqlDatabase &database, const QuestionId &id, MessageId message)
{
    return sql::set(database, u"UPDATE question SET told = ? WHERE id = ?"_s, {message.value, id.value});
}

Result<QList<QuestionId>> toldWith(QSqlDatabase &database, ChatId chat, MessageId message)
{
    return sql::rows<QuestionId>(
        database, u"SELECT id FROM question WHERE chat = ? AND parked_ms IS NOT NULL AND told = ?"_s,
        {chat.value, message.value},
        [](const QSqlQuery &query) { return QuestionId{query.value(0).toString()}; });
}

} // namespace heed::records
