// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/newdatabase.h"

#include "models/store/migrations.h"
#include "models/store/opening.h"
#include "models/store/rawsqlite.h"

#include <QFile>
#include <sqlite3.h>

using namespace Qt::StringLiterals;

namespace heed {

Result<QSqlDatabase> makeEmptyDatabase(const QString &file, int version)
{
    removeDatabaseFiles(file);
    QFile made(file);
    if (!made.open(QIODevice::WriteOnly | QIODevice::NewOnly,
                   QFileDevice::ReadOwner | QFileDevice::WriteOwner))
        return raw::unwritable(SQLITE_CANTOPEN, file, made.errorString());
    made.close();
    QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"heed-new-"_s + file);
    database.setDatabaseName(file);
    int code = database.open() ? SQLITE_OK : SQLITE_CANTOPEN;
    sqlite3 *connection = raw::handle(database);
    if (code == SQLITE_OK)
        code = raw::run(connection, "BEGIN");
    for (int step = 0; step < version && code == SQLITE_OK; ++step) {
        for (const char *statement : migrationSteps()[size_t(step)])
            code = code == SQLITE_OK ? raw::run(connection, statement) : code;
    }
    if (code == SQLITE_OK)
        code = raw::run(connection, "PRAGMA user_version = " + QByteArray::number(version));
    if (code == SQLITE_OK)
        code = raw::run(connection, "COMMIT");
    if (code == SQLITE_OK)
        return database;
    const QString detail = connection ? QString::fromUtf8(sqlite3_errmsg(connection)) : QString();
    closeConnection(database);
    return raw::unwritable(code, file, detail);
}

Result<Done> makeMissingDatabase(const QString &file)
{
    if (QFile::exists(file))
        return Done{};
    const QString unfinished = file + u".making"_s;
    Result<QSqlDatabase> made = makeEmptyDatabase(unfinished, int(migrationSteps().size()));
    if (!made)
        return made.error();
    // Later is not soon enough: the change would have a journal of its own beside the file, which a kill
    // leaves and which nobody who only reads could put back.
    const int code = raw::run(raw::handle(*made), "PRAGMA journal_mode = WAL");
    closeConnection(*made);
    if (code != SQLITE_OK) {
        removeDatabaseFiles(unfinished);
        return raw::unwritable(code, file, u"no write-ahead log"_s);
    }
    if (QFile::rename(unfinished, file))
        return Done{};
    removeDatabaseFiles(unfinished);
    return raw::unwritable(SQLITE_CANTOPEN, file, u"the new database could not be renamed"_s);
}

void removeDatabaseFiles(const QString &file)
{
    for (const QString &ending : {u""_s, u"-journal"_s, u"-wal"_s, u"-shm"_s})
        QFile::remove(file + ending);
}

} // namespace heed
