// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/recovery.h"

#include "models/base/logging.h"
#include "models/store/backup.h"
#include "models/store/inspection.h"
#include "models/store/migrations.h"
#include "models/store/newdatabase.h"
#include "models/store/opening.h"
#include "models/store/salvage.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

QString unfinished(const QString &file)
{
    return file + u".recovering"_s;
}

QString finished(const QString &file)
{
    return file + u".recovered"_s;
}

//! Builds a new database beside the file from what can be read in \a source.
Result<Salvaged> build(const QString &file, const QString &source, const Clock &clock)
{
    const int latest = int(migrationSteps().size());
    // Where there is nothing to read it is not even opened: SQLite deletes the log of an empty file.
    const bool isEmpty = lostItsContent(source);
    const int version = isEmpty ? latest : versionOf(source);
    Result<QSqlDatabase> made =
        makeEmptyDatabase(unfinished(file), version > 0 && version <= latest ? version : latest);
    if (!made)
        return made.error();
    const Salvaged salvaged = isEmpty ? Salvaged() : salvage(source, *made, clock.wallMs());
    closeConnection(*made);
    return salvaged;
}

//! Moves the damaged file and its log out of the way and the new one in.
Result<QString> exchange(const QString &file, const Clock &clock)
{
    QFile::remove(finished(file));
    const QString aside = freeName(file, u"damaged"_s, clock);
    bool moved = QFile::rename(unfinished(file), finished(file)) && QFile::rename(file, aside);
    if (moved && hasLog(file))
        moved = QFile::rename(file + u"-wal"_s, aside + u"-wal"_s);
    QFile::remove(file + u"-wal"_s);
    QFile::remove(file + u"-shm"_s);
    if (moved && QFile::rename(finished(file), file))
        return aside;
    return Error{.code = Error::Code::Storage,
                 .text = QCoreApplication::translate(
                             "heed::Store", "Heed's database is damaged, and what was recovered could "
                                            "not be put in its place. Nothing was deleted; make "
                                            "the folder %1 writable and start Heed again.")
                             .arg(QDir::toNativeSeparators(QFileInfo(file).absolutePath()))};
}

//! What is said of a file that something outside Heed has emptied.
QString sentenceOfEmpty(const QString &file, const QString &backupDay)
{
    const QString place = QDir::toNativeSeparators(file);
    if (!backupDay.isEmpty()) {
        return QCoreApplication::translate(
                   "heed::Store", "The file of Heed's database %1 was empty: something outside Heed has "
                                  "emptied it. Heed went back to the backup of %2; what came after that day "
                                  "is missing.")
            .arg(place, backupDay);
    }
    return QCoreApplication::translate(
               "heed::Store", "The file of Heed's database %1 was there, but empty, so Heed begins without "
                              "chats. If there were chats, something outside Heed has emptied the file: "
                              "close Heed and put a copy of yours in its place.")
        .arg(place);
}

QString sentence(const Salvaged &salvaged, const QString &backupDay, const QString &aside)
{
    const QString kept = QFileInfo(aside).fileName();
    if (!backupDay.isEmpty()) {
        return QCoreApplication::translate(
                   "heed::Store", "Heed's database was damaged and could not be read. Heed went back "
                                  "to the backup of %1; the damaged file was kept as %2.")
            .arg(backupDay, kept);
    }
    if (salvaged.rows == 0) {
        return QCoreApplication::translate(
                   "heed::Store", "Heed's database was damaged and nothing in it could be read. Heed "
                                  "begins with an empty one; the damaged file was kept as %1.")
            .arg(kept);
    }
    if (salvaged.gaps) {
        return QCoreApplication::translate(
                   "heed::Store", "Heed's database was damaged. What could be read was recovered, but "
                                  "something is missing; the damaged file was kept as %1.")
            .arg(kept);
    }
    return QCoreApplication::translate("heed::Store",
                                       "Heed's database was damaged. Everything in it could be read and was "
                                       "recovered; the damaged file was kept as %1.")
        .arg(kept);
}

} // namespace

Result<QString> recoverDatabase(const QString &file, const Clock &clock)
{
    qCWarning(lcStore) << "the database is damaged; recovering what can be read";
    const bool wasEmpty = lostItsContent(file);
    Result<Salvaged> salvaged = build(file, file, clock);
    QString backupDay;
    if (salvaged && salvaged->rows == 0) {
        const QStringList backups = Backup(file, clock).all();
        for (const QString &backup : backups) {
            salvaged = build(file, backup, clock);
            if (!salvaged || salvaged->rows > 0) {
                backupDay = QFileInfo(backup).completeBaseName().right(10);
                break;
            }
        }
    }
    if (!salvaged) {
        removeDatabaseFiles(unfinished(file));
        return salvaged.error();
    }
    const Result<QString> aside = exchange(file, clock);
    if (!aside)
        return aside.error();
    return wasEmpty ? sentenceOfEmpty(file, backupDay) : sentence(*salvaged, backupDay, *aside);
}

void finishRecovery(const QString &file)
{
    if (!QFile::exists(finished(file)))
        return;
    if (QFile::exists(file)) {
        QFile::remove(finished(file)); // the damaged one was not moved yet: all is done again
    } else {
        QFile::remove(file + u"-wal"_s);
        QFile::remove(file + u"-shm"_s);
        QFile::rename(finished(file), file);
    }
}

bool lostItsContent(const QString &file)
{
    const QFileInfo info(file);
    return info.isFile() && info.size() == 0;
}

} // namespace heed
