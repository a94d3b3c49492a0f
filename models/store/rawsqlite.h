// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"

#include <QByteArray>
#include <QSqlDatabase>
#include <QString>
#include <memory>

struct sqlite3;
struct sqlite3_stmt;

namespace heed {

//! SQLite without QtSql, for what QtSql cannot do: opening without touching the file, result codes, and
//! reading row by row from a damaged file. Everything here belongs to the thread that made it.
namespace raw {

//! The connection under a QSqlDatabase; null when it is not open.
[[nodiscard]] sqlite3 *handle(const QSqlDatabase &database);

//! Runs SQL without results; gives SQLite's extended result code.
int run(sqlite3 *connection, const QByteArray &sql);

//! Writes a compact copy into a new file that nobody else may read; gives the result code.
int vacuumInto(sqlite3 *connection, const QString &copy);

//! The code without its extension: SQLITE_IOERR_WRITE becomes SQLITE_IOERR.
[[nodiscard]] constexpr int primary(int code)
{
    return code & 0xff;
}

//! Whether the failure lies outside the statement and can pass: full, read-only, locked, I/O error, no
//! memory.
[[nodiscard]] bool canPass(int code);
//! Whether the file's content is at fault.
[[nodiscard]] bool isDamage(int code);

//! What the person is told when the database in \a file cannot be written.
[[nodiscard]] Error unwritable(int code, const QString &file, const QString &detail);
//! What the person is told when the database in \a file cannot be read.
[[nodiscard]] Error unreadable(int code, const QString &file, const QString &detail);
//! What the person is told when damage is met: neither rights nor room would help. The next start repairs.
[[nodiscard]] Error damaged(const QString &detail);

//! A connection that is closed with its owner.
class Connection
{
public:
    enum class Mode {
        ReadOnly,  //!< sees the write-ahead log, never changes file or log
        Untouched, //!< reads the file alone and makes nothing beside it; only right when there is no log
    };
    Connection(const QString &file, Mode mode);
    [[nodiscard]] int openCode() const { return m_code; } //!< SQLITE_OK: it is open
    [[nodiscard]] sqlite3 *get() const { return m_connection.get(); }
    [[nodiscard]] QString message() const;

private:
    struct Closer {
        void operator()(sqlite3 *connection) const;
    };
    std::unique_ptr<sqlite3, Closer> m_connection{};
    int m_code = 0;
};

//! A prepared statement.
class Statement
{
public:
    Statement(sqlite3 *connection, const QByteArray &sql);
    [[nodiscard]] int prepareCode() const { return m_code; } //!< SQLITE_OK: it can be stepped
    //! SQLITE_ROW, SQLITE_DONE or an error; after an error of prepare, that one.
    int step();
    void reset();
    void bind(int parameter, qint64 value); //!< 1-based
    [[nodiscard]] qint64 number(int column) const;
    [[nodiscard]] QByteArray text(int column) const;
    [[nodiscard]] sqlite3_stmt *get() const { return m_statement.get(); }

private:
    struct Finaliser {
        void operator()(sqlite3_stmt *statement) const;
    };
    std::unique_ptr<sqlite3_stmt, Finaliser> m_statement{};
    int m_code = 0;
};

} // namespace raw
} // namespace heed
