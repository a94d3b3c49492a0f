// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/store/queuerecord.h"
#include "models/store/sql.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace heed::records {

namespace {

const QString messageColumns =
    u"message.id, message.chat, message.after_reply, message.text, message.at_ms, message.face,"
    " message.note"_s;

MessageRecord readMessage(const QSqlQuery &query)
{
    return {.id = {query.value(0).toLongLong()},
            .chat = {query.value(1).toLongLong()},
            .after = {query.value(2).toLongLong()},
            .text = query.value(3).toString(),
            .atMs = query.value(4).toLongLong(),
            .face = faceFromName(query.value(5).toString()).value_or(Face::Window),
            .note = query.value(6).toString()};
}

} // namespace

Result<MessageId> addMessage(QSqlDatabase &database, const MessageRecord &message)
{
    const auto id = sql::insert(
        database, u"INSERT INTO message (chat, after_reply, text, at_ms, face) VALUES (?, ?, ?, ?, ?)"_s,
        {message.chat.value, sql::reference(message.after), sql::text(message.text), message.atMs,
         faceName(message.face)});
    if (!id)
        return id.error();
    if (auto indexed = sql::set(database,
                                u"INSERT INTO found (text, title, kind, ref, chat, at_ms)"
                                " VALUES (?, '', 'message', ?, ?, ?)"_s,
                                {sql::text(message.text), *id, message.chat.value, message.atMs});
        !indexed)
        return indexed.error();
    if (auto touched = sql::set(database, u"UPDATE chat SET updated_ms = max(updated_ms, ?) WHERE id = ?"_s,
                                {message.atMs, message.chat.value});
        !touched)
        return touched.error();
    return MessageId{*id};
}

Result<MessageRecord> message(QSqlDatabase &database, MessageId id)
{
    const auto found = sql::row<MessageRecord>(
        database, u"SELECT "_s + messageColumns + u" FROM message WHERE id = ?"_s, {id.value}, readMessage);
    if (!found)
        return found.error();
    if (!*found)
        return sql::notFound(
            QCoreApplication::translate("heed::Store", "There is no message %1.").arg(id.value));
    return **found;
}

Result<Done> setMessageNote(QSqlDatabase &database, MessageId id, const QString &note)
{
    return sql::set(database, u"UPDATE message SET note = ? WHERE id = ?"_s, {sql::text(note), id.value});
}

Result<QList<MessageRecord>> queuedMessages(QSqlDatabase &database, std::optional<ChatId> chat)
{
    const QString ofChat = chat ? u" AND message.chat = ?"_s : QString();
    return sql::rows<MessageRecord>(
        database,
        u"SELECT "_s + messageColumns +
            u" FROM message JOIN chat ON chat.id = message.chat"
            " WHERE chat.trashed_ms IS NULL"_s +
            ofChat +
            u" AND NOT EXISTS (SELECT 1 FROM reply WHERE reply.message = message.id)"
            " ORDER BY message.id"_s,
        chat ? QVariantList{chat->value} : QVariantList{}, readMessage);
}

Result<Done> setMessageAfter(QSqlDatabase &database, MessageId message, ReplyId after)
{
    return sql::set(database, u"UPDATE message SET after_reply = ? WHERE id = ?"_s,
                    {sql::reference(after), message.value});
}

Result<std::optional<QString>> takeBackMessage(QSqlDatabase &database, MessageId message)
{
    const auto text =
        sql::row<QString>(database,
                          u"SELECT text FROM message WHERE id = ?"
                          " AND NOT EXISTS (SELECT 1 FROM reply WHERE reply.message = message.id)"_s,
                          {message.value}, [](const QSqlQuery &query) { return query.value(0).toString(); });
    if (!text || !*text)
        return text;
    // Newest first: it is one of the last that came, and nothing but the text is indexed.
    const QString indexed =
        u"DELETE FROM found WHERE rowid = (SELECT rowid FROM found WHERE kind = 'message' AND ref = ?"
        " ORDER BY rowid DESC LIMIT 1)"_s;
    for (const QString &statement : {indexed, u"DELETE FROM message WHERE id = ?"_s}) {
        if (const auto deleted = sql::change(database, statement, {message.value}); !deleted)
            return deleted.error();
    }
    return text;
}

} // namespace heed::records
