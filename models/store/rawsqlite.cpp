// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/rawsqlite.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QSqlDriver>
#include <QUrl>
#include <QVariant>
#include <cstring>
#include <sqlite3.h>

using namespace Qt::StringLiterals;

namespace heed::raw {

sqlite3 *handle(const QSqlDatabase &database)
{
    if (!database.isOpen())
        return nullptr;
    const QVariant handle = database.driver()->handle();
    if (std::strcmp(handle.typeName(), "sqlite3*") != 0)
        return nullptr;
    return *static_cast<sqlite3 *const *>(handle.constData());
}

int run(sqlite3 *connection, const QByteArray &sql)
{
    const int code = sqlite3_exec(connection, sql.constData(), nullptr, nullptr, nullptr);
    return code == SQLITE_OK ? code : sqlite3_extended_errcode(connection);
}

int vacuumInto(sqlite3 *connection, const QString &copy)
{
    // Made by us first, so that it is at no moment readable by others.
    QFile made(copy);
    if (!made.open(QIODevice::WriteOnly | QIODevice::NewOnly,
                   QFileDevice::ReadOwner | QFileDevice::WriteOwner))
        return SQLITE_CANTOPEN;
    made.close();
    QString quoted = QDir::toNativeSeparators(copy);
    quoted.replace(u'\'', u"''"_s);
    return run(connection, "VACUUM INTO '" + quoted.toUtf8() + "'");
}

bool canPass(int code)
{
    switch (primary(code)) {
    case SQLITE_FULL:
    case SQLITE_READONLY:
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_PROTOCOL:
    case SQLITE_NOMEM:
        return true;
    default:
        return false;
    }
}

bool isDamage(int code)
{
    return primary(code) == SQLITE_CORRUPT || primary(code) == SQLITE_NOTADB;
}

Error damaged(const QString &detail)
{
    return {.code = Error::Code::Storage,
            .text = QCoreApplication::translate(
                "heed::Store",
                "Heed's database is damaged: a part of it cannot be read, and what stood there may be lost. "
                "Close Heed everywhere and start it again. It then keeps the damaged file, recovers what can "
                "be read, and says what it found."),
            .detail = detail};
}

Error unreadable(int code, const QString &file, const QString &detail)
{
    const QString full = u"SQLite %1: %2"_s.arg(code).arg(detail);
    if (isDamage(code))
        return damaged(full);
    return {.code = Error::Code::Storage,
            .text = QCoreApplication::translate(
                        "heed::Store", "Heed cannot read its database %1. Give yourself the right to "
                                       "read and write it, and check the disk; then start Heed "
                                       "again.")
                        .arg(QDir::toNativeSeparators(file)),
            .detail = full};
}

Error unwritable(int code, const QString &file, const QString &detail)
{
    if (isDamage(code))
        return damaged(u"SQLite %1: %2"_s.arg(code).arg(detail));
    const QString place = QDir::toNativeSeparators(file);
    Error error{.code = Error::Code::Storage, .text = {}, .detail = u"SQLite %1: %2"_s.arg(code).arg(detail)};
    switch (primary(code)) {
    case SQLITE_FULL:
        error.text = QCoreApplication::translate(
                         "heed::Store",
                         "The disk that holds %1 is full. Make room on it: Heed keeps everything and goes on "
                         "saving by itself.")
                         .arg(place);
        break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
        error.text =
            QCoreApplication::translate(
                "heed::Store",
                "Another program keeps %1 locked. Close that program: Heed keeps everything and goes "
                "on saving by itself.")
                .arg(place);
        break;
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
        error.text =
            QCoreApplication::translate(
                "heed::Store",
                "Heed may not write to %1. Make the file and its folder writable for you: Heed keeps "
                "everything and goes on saving by itself.")
                .arg(place);
        break;
    default:
        error.text = QCoreApplication::translate(
                         "heed::Store",
                         "The disk does not take what Heed writes to %1. Check the disk and how much room it "
                         "has: Heed keeps everything and tries again by itself.")
                         .arg(place);
    }
    return error;
}

Connection::Connection(const QString &file, Mode mode)
{
    QByteArray name = QDir::toNativeSeparators(file).toUtf8();
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
    if (mode == Mode::Untouched) {
        name = QUrl::fromLocalFile(QFileInfo(file).absoluteFilePath()).toEncoded() + "?immutable=1";
        flags |= SQLITE_OPEN_URI;
    }
    sqlite3 *connection = nullptr;
    m_code = sqlite3_open_v2(name.constData(), &connection, flags, nullptr);
    m_connection.reset(connection);
    if (!connection)
        return;
    sqlite3_extended_result_codes(connection, 1);
    sqlite3_busy_timeout(connection, 2000);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

QString Connection::message() const
{
    return QString::fromUtf8(sqlite3_errmsg(m_connection.get()));
}

void Connection::Closer::operator()(sqlite3 *connection) const
{
    sqlite3_close_v2(connection);
}

Statement::Statement(sqlite3 *connection, const QByteArray &sql)
{
    sqlite3_stmt *statement = nullptr;
    m_code = sqlite3_prepare_v2(connection, sql.constData(), int(sql.size()), &statement, nullptr);
    m_statement.reset(statement);
}

int Statement::step()
{
    return m_statement ? sqlite3_step(m_statement.get()) : m_code;
}

void Statement::reset()
{
    sqlite3_reset(m_statement.get());
}

void Statement::bind(int parameter, qint64 value)
{
    sqlite3_bind_int64(m_statement.get(), parameter, value);
}

qint64 Statement::number(int column) const
{
    return sqlite3_column_int64(m_statement.get(), column);
}

QByteArray Statement::text(int column) const
{
    const auto *bytes = static_cast<const char *>(sqlite3_column_blob(m_statement.get(), column));
    return {bytes, sqlite3_column_bytes(m_statement.get(), column)};
}

void Statement::Finaliser::operator()(sqlite3_stmt *statement) const
{
    sqlite3_finalize(statement);
}

} // namespace heed::raw
