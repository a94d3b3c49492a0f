// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/base/processlock.h"

#include <QDateTime>
#include <QDeadlineTimer>
#include <QFileInfo>
#include <QLockFile>
#include <QThread>

namespace heed {

namespace {

// Two system calls lie between the empty file and the name in it.
constexpr qint64 namingMs = 5000;
constexpr int retryMs = 20; // QLockFile itself waits longer every time, up to seconds

enum class Name { Written, NotYet, Never };

[[nodiscard]] Name nameIn(const QString &file)
{
    const QFileInfo info(file);
    if (!info.exists() || info.size() > 0)
        return Name::Written;
    // The time of the file system, with which no clock of a test has to do.
    return qAbs(info.lastModified().msecsTo(QDateTime::currentDateTime())) < namingMs ? Name::NotYet
                                                                                      : Name::Never;
}

} // namespace

bool tryProcessLock(QLockFile &lock, Milliseconds wait)
{
    lock.setStaleLockTime(0);
    const QDeadlineTimer limit(wait);
    while (!lock.tryLock(0)) {
        if (lock.error() != QLockFile::LockFailedError)
            return false;
        const Name name = nameIn(lock.fileName());
        // Not removed while a living process holds it open.
        if (name == Name::Never && lock.removeStaleLockFile())
            continue;
        if (limit.hasExpired() && name != Name::NotYet)
            return false;
        QThread::msleep(retryMs);
    }
    return true;
}

} // namespace heed
