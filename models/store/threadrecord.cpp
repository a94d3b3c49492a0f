// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/store/threadrecord.h"

#include "models/store/sql.h"

using namespace Qt::StringLiterals;

namespace heed::records {

namespace {

const QString shownThreads =
    u"SELECT thread.name, thread.chat, thread.used_ms FROM thread JOIN chat ON chat.id = thread.chat"
    " WHERE chat.trashed_ms IS NULL"_s;

ThreadRecord readThread(const QSqlQuery &query)
{
    return {.name = query.value(0).toString(),
            .chat = {query.value(1).toLongLong()},
            .usedMs = query.value(2).toLongLong()};
}

} // namespace

Result<Done> setThread(QSqlDatabase &database, const ThreadRecord &thread)
{
    return sql::set(database,
                    u"INSERT INTO thread (name, chat, used_ms) VALUES (?, ?, ?)"
                    " ON CONFLICT (name) DO UPDATE SET chat = excluded.chat, used_ms = excluded.used_ms"_s,
                    {sql::text(thread.name), thread.chat.value, thread.usedMs});
}

Result<std::optional<ThreadRecord>> thread(QSqlDatabase &database, const QString &name)
{
    return sql::row<ThreadRecord>(database, shownThreads + u" AND thread.name = ?"_s, {sql::text(name)},
                                  readThread);
}

Result<QList<ThreadRecord>> threads(QSqlDatabase &database)
{
    return sql::rows<ThreadRecord>(database, shownThreads + u" ORDER BY thread.used_ms DESC, thread.name"_s,
                                   {}, readThread);
}

Result<bool> removeThread(QSqlDatabase &database, const QString &name)
{
    const auto changed = sql::change(database, u"DELETE FROM thread WHERE name = ?"_s, {sql::text(name)});
    if (!changed)
        return changed.error();
    return *changed == 1;
}

} // namespace heed::records
