// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/store/chatrecord.h"

#include "models/store/sql.h"

#include <QCoreApplication>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed::records {

namespace {

const QString chatColumns =
    u"chat.id, chat.title, chat.title_is_own, chat.created_ms, chat.updated_ms, chat.provider, chat.head, "
    u"chat.draft,"
    " chat.pinned, chat.trashed_ms, chat.summary, chat.summarised_up_to,"
    " (SELECT count(*) FROM question WHERE question.chat = chat.id AND outcome IS NULL AND asked_ms > 0),"
    " EXISTS (SELECT 1 FROM reply WHERE reply.chat = chat.id AND reply.state IN ('running', 'waiting'))"_s;

ChatRecord readChat(const QSqlQuery &query)
{
    return {.id = {query.value(0).toLongLong()},
            .title = query.value(1).toString(),
            .titleIsOwn = query.value(2).toBool(),
            .createdMs = query.value(3).toLongLong(),
            .updatedMs = query.value(4).toLongLong(),
            .provider = sql::object(query.value(5)),
            .head = {query.value(6).toLongLong()},
            .draft = query.value(7).toString(),
            .pinned = query.value(8).toBool(),
            .trashedMs = sql::optionalNumber(query.value(9)),
            .summary = query.value(10).toString(),
            .summarisedUpTo = {query.value(11).toLongLong()},
            .waiting = query.value(12).toInt(),
            .writing = query.value(13).toBool()};
}

} // namespace

Result<ChatId> addChat(QSqlDatabase &database, const ChatRecord &chat)
{
    const auto id =
        sql::insert(database,
                    u"INSERT INTO chat (title, title_is_own, created_ms, updated_ms, provider, draft, pinned)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?)"_s,
                    {sql::text(chat.title), int(chat.titleIsOwn), chat.createdMs, chat.updatedMs,
                     sql::json(chat.provider), sql::text(chat.draft), int(chat.pinned)});
    if (!id)
        return id.error();
    return ChatId{*id};
}

Result<ChatRecord> chat(QSqlDatabase &database, ChatId id)
{
    const auto found = sql::row<ChatRecord>(
        database, u"SELECT "_s + chatColumns + u" FROM chat WHERE id = ?"_s, {id.value}, readChat);
    if (!found)
        return found.error();
    if (!*found)
        return sql::notFound(
            QCoreApplication::translate("heed::Store", "There is no chat %1.").arg(id.value));
    return **found;
}

Result<QList<ChatRecord>> chats(QSqlDatabase &database, const ChatQuery &query)
{
    QString where = query.trashed ? u" WHERE trashed_ms IS NOT NULL"_s : u" WHERE trashed_ms IS NULL"_s;
    QVariantList values;
    if (query.updatedBefore) {
        where += u" AND updated_ms < ?"_s;
        values.append(*query.updatedBefore);
    }
    auto rows = sql::run(database,
                         u"SELECT "_s + chatColumns + u" FROM chat"_s + where +
                             u" ORDER BY pinned DESC, updated_ms DESC, id DESC"_s,
                         values);
    if (!rows)
        return rows.error();
    // Compared here: SQLite knows capitals of ASCII only.
    const auto words = query.search.split(u' ', Qt::SkipEmptyParts);
    QList<ChatRecord> found;
    while (found.size() < query.limit && (*rows).next()) {
        const QString title = (*rows).value(1).toString();
        if (std::ranges::all_of(
                words, [&title](const QString &word) { return title.contains(word, Qt::CaseInsensitive); }))
            found.append(readChat(*rows));
    }
    if (const auto error = sql::cutShort(*rows))
        return *error;
    return found;
}

Result<Done> setTitle(QSqlDatabase &database, ChatId id, const QString &title, bool own)
{
    return sql::set(database, u"UPDATE chat SET title = ?, title_is_own = ? WHERE id = ?"_s,
                    {sql::text(title), int(own), id.value});
}

Result<Done> setPinned(QSqlDatabase &database, ChatId id, bool pinned)
{
    return sql::set(database, u"UPDATE chat SET pinned = ? WHERE id = ?"_s, {int(pinned), id.value});
}

Result<Done> setTrashed(QSqlDatabase &database, ChatId id, std::optional<qint64> atMs)
{
    return sql::set(database, u"UPDATE chat SET trashed_ms = ? WHERE id = ?"_s,
                    {sql::optional(atMs), id.value});
}

Result<Done> setChatDraft(QSqlDatabase &database, ChatId id, const QString &draft)
{
    return sql::set(database, u"UPDATE chat SET draft = ? WHERE id = ?"_s, {sql::text(draft), id.value});
}

Result<Done> setChatProvider(QSqlDatabase &database, ChatId id, const QJsonObject &choice)
{
    return sql::set(database, u"UPDATE chat SET provider = ? WHERE id = ?"_s, {sql::json(choice), id.value});
}

Result<Done> setHead(QSqlDatabase &database, ChatId id, ReplyId head, qint64 updatedMs)
{
    return sql::set(database, u"UPDATE chat SET head = ?, updated_ms = max(updated_ms, ?) WHERE id = ?"_s,
                    {sql::reference(head), updatedMs, id.value});
}

Result<Done> setSummary(QSqlDatabase &database, ChatId id, const QString &summary, ReplyId upTo)
{
    return sql::set(database, u"UPDATE chat SET summary = ?, summarised_up_to = ? WHERE id = ?"_s,
                    {sql::text(summary), sql::reference(upTo), id.value});
}

Result<int> emptyTrash(QSqlDatabase &database, qint64 trashedBeforeMs)
{
    return sql::change(database, u"DELETE FROM chat WHERE trashed_ms IS NOT NULL AND trashed_ms < ?"_s,
                       {trashedBeforeMs});
}

Result<int> secretNumber(QSqlDatabase &database, ChatId chat, const QByteArray &digest)
{
    const auto read = [](const QSqlQuery &query) { return query.value(0).toInt(); };
    const auto known =
        sql::row<int>(database, u"SELECT number FROM secret_mark WHERE chat = ? AND digest = ?"_s,
                      {chat.value, digest}, read);
    if (!known)
        return known.error();
    if (*known)
        return **known;
    const auto next =
        sql::row<int>(database, u"SELECT coalesce(max(number), 0) + 1 FROM secret_mark WHERE chat = ?"_s,
                      {chat.value}, read);
    if (!next)
        return next.error();
    if (auto added = sql::set(database, u"INSERT INTO secret_mark (chat, digest, number) VALUES (?, ?, ?)"_s,
                              {chat.value, digest, **next});
        !added)
        return added.error();
    return **next;
}

} // namespace heed::records
