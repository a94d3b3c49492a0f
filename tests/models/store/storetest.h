// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/rawsqlite.h"

#include <QSqlError>
#include <QSqlQuery>
#include <QTest>
#include <functional>
#include <sqlite3.h>

//! Small works that the tests of the store hand in.
namespace heed::storetest {

using namespace Qt::StringLiterals;

inline Error sqlError(const QSqlQuery &query)
{
    return {.code = Error::Code::Storage, .text = u"test"_s, .detail = query.lastError().text()};
}

//! Adds a chat with this title; gives its id.
inline std::function<Result<qint64>(QSqlDatabase &)> adding(const QString &title)
{
    return [title](QSqlDatabase &database) -> Result<qint64> {
        QSqlQuery query(database);
        query.prepare(u"INSERT INTO chat (title, created_ms, updated_ms) VALUES (?, 0, 0)"_s);
        query.addBindValue(title);
        if (!query.exec())
            return sqlError(query);
        return query.lastInsertId().toLongLong();
    };
}

inline Result<int> countChats(QSqlDatabase &database)
{
    QSqlQuery query(database);
    if (!query.exec(u"SELECT count(*) FROM chat"_s) || !query.next())
        return sqlError(query);
    return query.value(0).toInt();
}

inline Result<Done> runSql(QSqlDatabase &database, const QString &sql)
{
    QSqlQuery query(database);
    if (!query.exec(sql))
        return sqlError(query);
    return Done{};
}

//! Another program that holds the database's write lock.
class Locked
{
public:
    explicit Locked(const QString &file)
    {
        [&] { QCOMPARE(sqlite3_open(file.toUtf8().constData(), &m_connection), SQLITE_OK); }();
        [&] { QCOMPARE(raw::run(m_connection, "BEGIN IMMEDIATE"), SQLITE_OK); }();
    }
    ~Locked() { release(); }
    Q_DISABLE_COPY_MOVE(Locked)
    void release()
    {
        sqlite3_close(m_connection);
        m_connection = nullptr;
    }

private:
    sqlite3 *m_connection = nullptr;
};

} // namespace heed::storetest
