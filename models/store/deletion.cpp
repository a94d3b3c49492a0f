// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/deletion.h"

#include "models/base/logging.h"
#include "models/store/rawsqlite.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <sqlite3.h>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

Result<Done> copyTo(const QSqlDatabase &database, const QString &copy)
{
    sqlite3 *connection = raw::handle(database);
    const int code = raw::vacuumInto(connection, copy);
    if (code == SQLITE_OK)
        return Done{};
    const QString detail = QString::fromUtf8(sqlite3_errmsg(connection));
    QFile::remove(copy);
    return raw::unwritable(raw::canPass(code) ? code : SQLITE_CANTOPEN, copy, detail);
}

void putInPlace(const QString &copy, const QString &file)
{
    // Without their file these belong to nothing, and SQLite would take them for the copy's.
    QFile::remove(file + u"-wal"_s);
    QFile::remove(file + u"-shm"_s);
    QFile::rename(copy, file);
}

QString sentence(bool replaced, const QString &copy)
{
    if (replaced) {
        return QCoreApplication::translate(
                   "heed::Store", "Another file took the place of Heed's database while Heed was "
                                  "running. Heed goes on with that one and kept its own as %1. Start "
                                  "Heed again to see what it now holds.")
            .arg(QFileInfo(copy).fileName());
    }
    return QCoreApplication::translate("heed::Store",
                                       "Heed's database was deleted while Heed was running. Heed put it back "
                                       "with everything in it. Start Heed again to be sure that every window "
                                       "shows it.");
}

} // namespace

bool isGone(const QSqlDatabase &database)
{
    int moved = 0;
    sqlite3_file_control(raw::handle(database), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return moved != 0;
}

Result<QString> bringBack(OpenDatabase &open, const QString &file, const Clock &clock)
{
    qCWarning(lcStore) << "the database was deleted or replaced while it was open";
    if (Result<Done> folder = prepareFolder(file); !folder)
        return folder.error();
    const bool replaced = QFile::exists(file);
    const QString copy = replaced ? freeName(file, u"replaced"_s, clock) : file + u".recovering"_s;
    // Closed: the copy was put in place by an earlier try, and could not be opened.
    if (open.database.isOpen()) {
        QFile::remove(file + u".recovering"_s);
        if (Result<Done> copied = copyTo(open.database, copy); !copied)
            return copied.error();
        closeDatabase(open);
        if (!replaced)
            putInPlace(copy, file);
    }
    Result<OpenDatabase> opened = openDatabase(file, clock);
    if (!opened)
        return opened.error();
    open = *std::move(opened);
    return sentence(replaced, copy);
}

} // namespace heed
