// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/opening.h"

#include "models/base/logging.h"
#include "models/base/processlock.h"
#include "models/store/inspection.h"
#include "models/store/migrations.h"
#include "models/store/newdatabase.h"
#include "models/store/rawsqlite.h"
#include "models/store/recovery.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QSqlError>
#include <atomic>
#include <sqlite3.h>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

// How long one process waits for another that opens (and may be checking) the same file.
constexpr Milliseconds openingWait = std::chrono::minutes(1);
constexpr auto ownerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner;

Error storage(const QString &text, const QString &detail = {})
{
    return {.code = Error::Code::Storage, .text = text, .detail = detail};
}

QString uniqueName(const QString &kind)
{
    static std::atomic<int> count = 0;
    return u"heed-%1-%2"_s.arg(kind).arg(++count);
}

//! Takes from others what they may do with the file, which SQLite then gives to the log, too.
void keepToOwner(const QString &file)
{
    for (const QString &part : QStringList{file, file + u"-wal"_s, file + u"-shm"_s}) {
        if (QFile::exists(part) &&
            QFile::permissions(part) != (ownerOnly | QFileDevice::ReadUser | QFileDevice::WriteUser))
            QFile::setPermissions(part, ownerOnly);
    }
}

Result<Done> setUp(const QSqlDatabase &database, const QString &file)
{
    sqlite3 *connection = raw::handle(database);
    // temp_store: sorted rows are the person's words too, and /tmp is everybody's.
    for (const char *pragma : {"PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL",
                               "PRAGMA foreign_keys = ON", "PRAGMA secure_delete = ON",
                               "PRAGMA temp_store = MEMORY", "PRAGMA journal_size_limit = 16777216"}) {
        if (const int code = raw::run(connection, pragma); code != SQLITE_OK)
            return raw::unwritable(code, file, QString::fromUtf8(sqlite3_errmsg(connection)));
    }
    if (sqlite3_db_readonly(connection, "main") != 0)
        return raw::unwritable(SQLITE_READONLY, file, u"opened read-only"_s);
    raw::Statement mode(connection, "PRAGMA journal_mode");
    if (mode.step() == SQLITE_ROW && mode.text(0) != "wal")
        qCWarning(lcStore) << "no write-ahead log on this file system; journal mode" << mode.text(0);
    return Done{};
}

struct Connected {
    Result<QSqlDatabase> database;
    bool damaged = false;
};

//! A writing connection, up to date.
Connected connectAndMigrate(const QString &file)
{
    QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, uniqueName(u"store"_s));
    database.setDatabaseName(file);
    database.setConnectOptions(u"QSQLITE_BUSY_TIMEOUT=2000"_s);
    if (!database.open()) {
        const QString detail = database.lastError().text();
        closeConnection(database);
        return {.database = raw::unwritable(SQLITE_CANTOPEN, file, detail)};
    }
    Result<Done> ready = setUp(database, file);
    if (ready)
        ready = migrate(database);
    if (ready)
        return {.database = database};
    const bool damaged = raw::isDamage(sqlite3_extended_errcode(raw::handle(database)));
    closeConnection(database);
    if (damaged)
        return {.database = raw::damaged(ready.error().detail), .damaged = true};
    return {.database = ready.error()};
}

Error fromFuture()
{
    return {
        .code = Error::Code::FromFuture,
        .text = QCoreApplication::translate(
            "heed::Store",
            "Heed's database was made by a newer Heed. It was left untouched: start the newer version, or "
            "choose another folder with HEED_HOME.")};
}

Error foreign(const QString &file)
{
    return storage(QCoreApplication::translate(
                       "heed::Store", "%1 should be Heed's database, but another program made it. "
                                      "Heed left it untouched. Move it away and start Heed again, or "
                                      "choose another folder with HEED_HOME.")
                       .arg(QDir::toNativeSeparators(file)));
}

Result<Done> waitForOthers(QLockFile &lock, const QString &file)
{
    if (tryProcessLock(lock, openingWait))
        return Done{};
    if (lock.error() == QLockFile::PermissionError)
        return raw::unwritable(SQLITE_CANTOPEN, file, u"no lock file could be made"_s);
    return storage(QCoreApplication::translate(
        "heed::Store",
        "Another Heed has been opening the database for a minute. Close it and start Heed again."));
}

//! Sets a damaged file aside and puts what can be read in its place.
Result<Done> recover(const QString &file, const Clock &clock, bool othersOpen, QStringList &notes)
{
    if (othersOpen) {
        return storage(QCoreApplication::translate("heed::Store",
                                                   "Heed's database is damaged and another Heed still uses "
                                                   "it. Close every Heed and start again: what "
                                                   "can be read is then recovered."));
    }
    Result<QString> note = recoverDatabase(file, clock);
    if (!note)
        return note.error();
    if (!note->isEmpty())
        notes.append(*note);
    return Done{};
}

} // namespace

Result<Done> prepareFolder(const QString &file)
{
    const QString folder = QFileInfo(file).absolutePath();
    const QString shown = QDir::toNativeSeparators(folder);
    const QFileInfo info(folder);
    if (!info.exists()) {
        if (!QDir().mkpath(folder)) {
            return storage(QCoreApplication::translate("heed::Store",
                                                       "Heed keeps your chats in %1, but cannot make that "
                                                       "folder. Make it yourself, or choose another with "
                                                       "HEED_HOME.")
                               .arg(shown));
        }
        QFile::setPermissions(folder, ownerOnly | QFileDevice::ExeOwner);
        return Done{};
    }
    if (!info.isDir()) {
        return storage(QCoreApplication::translate("heed::Store",
                                                   "Heed keeps your chats in the folder %1, but that is a "
                                                   "file. Move it away, or choose another folder with "
                                                   "HEED_HOME.")
                           .arg(shown));
    }
    if (!info.isReadable() || !info.isWritable() || !info.isExecutable()) {
        return storage(QCoreApplication::translate("heed::Store",
                                                   "Heed keeps your chats in %1, but may not read and write "
                                                   "there. Give yourself both rights for that folder, or "
                                                   "choose another with HEED_HOME.")
                           .arg(shown));
    }
    if (QFileInfo(file).isDir()) {
        return storage(QCoreApplication::translate("heed::Store",
                                                   "%1 should be Heed's database, but is a folder. Move it "
                                                   "away and start Heed again.")
                           .arg(QDir::toNativeSeparators(file)));
    }
    return Done{};
}

QString freeName(const QString &file, const QString &kind, const Clock &clock)
{
    const QString name = file + u'.' + kind + u'-' + clock.now().toString(u"yyyy-MM-dd-HHmm");
    QString free = name;
    for (int i = 2; QFile::exists(free); ++i)
        free = name + u'-' + QString::number(i);
    return free;
}

Result<OpenDatabase> openDatabase(const QString &file, const Clock &clock)
{
    if (Result<Done> folder = prepareFolder(file); !folder)
        return folder.error();
    QLockFile lock(file + u".opening"_s);
    if (Result<Done> waited = waitForOthers(lock, file); !waited)
        return waited.error();
    finishRecovery(file);

    const Inspection found = inspect(file);
    if (found.state == Inspection::State::Unreachable)
        return raw::unreadable(found.code, file, found.detail);
    if (found.isForeign)
        return foreign(file);
    if (found.version > int(migrationSteps().size()))
        return fromFuture();

    OpenDatabase open;
    const OpenMark::Found marks = OpenMark::look(file);
    const bool uncleanEnd = !marks.left.isEmpty() || (!marks.othersOpen && hasLog(file));
    bool damaged = found.state == Inspection::State::Damaged || lostItsContent(file);
    if (!damaged && uncleanEnd && found.state == Inspection::State::Readable)
        damaged = !isSound(file);
    if (damaged) {
        if (Result<Done> done = recover(file, clock, marks.othersOpen, open.notes); !done)
            return done.error();
    }
    if (Result<Done> made = makeMissingDatabase(file); !made)
        return made.error();
    keepToOwner(file);
    open.mark = std::make_unique<OpenMark>(file);
    Connected connected = connectAndMigrate(file);
    if (connected.damaged && !damaged) {
        if (Result<Done> done = recover(file, clock, marks.othersOpen, open.notes); !done)
            return done.error();
        connected = connectAndMigrate(file);
    }
    if (!connected.database)
        return connected.database.error();
    open.database = *connected.database;
    for (const QString &mark : marks.left)
        QFile::remove(mark);
    return open;
}

void closeDatabase(OpenDatabase &open)
{
    sqlite3 *connection = raw::handle(open.database);
    if (!connection)
        return;
    // A reader that closes last could not empty the log, and the next start would take that for an unclean
    // end.
    sqlite3_busy_timeout(connection, 0);
    raw::run(connection, "PRAGMA wal_checkpoint(TRUNCATE)");
    closeConnection(open.database);
    open.mark.reset();
}

Result<QSqlDatabase> openForReading(const QString &file)
{
    QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, uniqueName(u"reader"_s));
    database.setDatabaseName(file);
    database.setConnectOptions(u"QSQLITE_OPEN_READONLY;QSQLITE_BUSY_TIMEOUT=2000"_s);
    if (!database.open()) {
        const QString detail = database.lastError().text();
        closeConnection(database);
        return raw::unreadable(SQLITE_CANTOPEN, file, detail);
    }
    sqlite3 *connection = raw::handle(database);
    int code = 0;
    int found = 0;
    QString detail;
    { // a connection with a statement left is not closed
        raw::Statement version(connection, "PRAGMA user_version");
        code = version.step();
        found = code == SQLITE_ROW ? int(version.number(0)) : 0;
        detail = QString::fromUtf8(sqlite3_errmsg(connection));
    }
    raw::run(connection, "PRAGMA temp_store = MEMORY");
    if (code == SQLITE_ROW && found <= int(migrationSteps().size()))
        return database;
    closeConnection(database);
    return code == SQLITE_ROW ? fromFuture() : raw::unreadable(code, file, detail);
}

void closeConnection(QSqlDatabase &database)
{
    const QString name = database.connectionName();
    database.close();
    database = QSqlDatabase();
    QSqlDatabase::removeDatabase(name);
}

} // namespace heed
