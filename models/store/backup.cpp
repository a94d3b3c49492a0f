// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/backup.h"

#include "models/base/logging.h"
#include "models/base/processlock.h"
#include "models/store/rawsqlite.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <sqlite3.h>

using namespace Qt::StringLiterals;

namespace heed {

namespace {
constexpr int everyDays = 7;
constexpr qsizetype kept = 3;
// So many steps of SQLite's machine between two looks at whether somebody calls: well below a millisecond.
constexpr int stepsBetweenLooks = 2000;

int someoneCalls(void *called)
{
    return static_cast<const std::atomic<bool> *>(called)->load() ? 1 : 0;
}
} // namespace

Backup::Backup(const QString &database, const Clock &clock)
    : m_folder(QFileInfo(database).absolutePath() + u"/backups"_s)
    , m_stem(QFileInfo(database).completeBaseName() + u'-')
    , m_clock(clock)
{
}

QStringList Backup::all() const
{
    const QDir folder(m_folder);
    QStringList files;
    // Names sort as their dates do. Others that somebody put there are not ours to touch.
    const QStringList names =
        folder.entryList({m_stem + u"*.sqlite"_s}, QDir::Files, QDir::Name | QDir::Reversed);
    for (const QString &name : names) {
        if (day(name).isValid())
            files.append(folder.filePath(name));
    }
    return files;
}

QDate Backup::day(const QString &file) const
{
    return QDate::fromString(QFileInfo(file).completeBaseName().sliced(m_stem.size()), Qt::ISODate);
}

qint64 Backup::dueMs() const
{
    const QStringList files = all();
    if (files.isEmpty())
        return 0;
    const QDate made = day(files.first());
    // A copy from the future: the clock was wrong once, and would keep us from making any.
    if (made > m_clock.now().date())
        return 0;
    return made.addDays(everyDays).startOfDay(m_clock.zone()).toMSecsSinceEpoch();
}

Backup::End Backup::make(QSqlDatabase &connection, const std::atomic<bool> &called) const
{
    if (!QDir().mkpath(m_folder))
        return End::Failed;
    QFile::setPermissions(m_folder, QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    QLockFile lock(m_folder + u"/lock"_s);
    if (!tryProcessLock(lock, Milliseconds(0)))
        return End::Failed; // another Heed makes it
    if (m_clock.wallMs() < dueMs())
        return End::Made; // another Heed made it
    const QString file = m_folder + u'/' + m_stem + m_clock.now().date().toString(Qt::ISODate) + u".sqlite"_s;
    const QString part = file + u".part"_s;
    QFile::remove(part); // of a process that was killed
    const End end = copy(connection, called, part);
    if (end != End::Made) {
        QFile::remove(part);
        return end;
    }
    QFile::remove(file);
    if (!QFile::rename(part, file))
        return End::Failed;
    removeOld();
    qCInfo(lcStore) << "a backup of the database was made";
    return End::Made;
}

Backup::End Backup::copy(QSqlDatabase &connection, const std::atomic<bool> &called, const QString &to) const
{
    sqlite3 *handle = raw::handle(connection);
    sqlite3_progress_handler(handle, stepsBetweenLooks, someoneCalls,
                             const_cast<std::atomic<bool> *>(&called));
    const int code = raw::vacuumInto(handle, to);
    sqlite3_progress_handler(handle, 0, nullptr, nullptr);
    if (raw::primary(code) == SQLITE_INTERRUPT)
        return End::Interrupted;
    if (code != SQLITE_OK) {
        qCWarning(lcStore) << "no backup could be made:" << sqlite3_errmsg(handle);
        return End::Failed;
    }
    return End::Made;
}

void Backup::removeOld() const
{
    const QStringList files = all();
    for (qsizetype i = kept; i < files.size(); ++i)
        QFile::remove(files[i]);
}

} // namespace heed
