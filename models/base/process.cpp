// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/base/process.h"

#include <QCoreApplication>
#include <QFile>

#ifdef Q_OS_UNIX
#include <cerrno>
#include <csignal>
#endif

using namespace Qt::StringLiterals;

namespace heed {

namespace {

#ifdef Q_OS_LINUX

// Start times count from the boot, so a name needs to say which boot it was.
QString bootName()
{
    static const QString name = [] {
        QFile file(u"/proc/sys/kernel/random/boot_id"_s);
        return file.open(QIODevice::ReadOnly) ? QString::fromLatin1(file.readAll().left(8)) : QString();
    }();
    return name;
}

// Empty when there is no such process, or only its remains.
QString identityOf(qint64 pid)
{
    QFile file(u"/proc/%1/stat"_s.arg(pid));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray stat = file.readAll();
    // The second field, the program's name in parentheses, may itself hold spaces and parentheses.
    const QList<QByteArray> fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    constexpr qsizetype stateField = 0;      // field 3 of proc(5)
    constexpr qsizetype startTimeField = 19; // field 22
    if (fields.size() <= startTimeField || fields.at(stateField) == "Z" || fields.at(stateField) == "X")
        return {};
    return u"%1:%2@%3"_s.arg(pid).arg(QString::fromLatin1(fields.at(startTimeField)), bootName());
}

#else

QString identityOf(qint64 pid)
{
    const bool own = pid == QCoreApplication::applicationPid();
#ifdef Q_OS_UNIX
    const bool runs = own || ::kill(pid_t(pid), 0) == 0 || errno == EPERM;
#else
    const bool runs = own;
#endif
    return runs ? u"%1:0"_s.arg(pid) : QString();
}

#endif

} // namespace

QString processIdentity()
{
    static const QString identity = identityOf(QCoreApplication::applicationPid());
    return identity;
}

QString processIdentity(qint64 pid)
{
    return identityOf(pid);
}

bool isProcessAlive(const QString &identity)
{
    const qsizetype colon = identity.indexOf(u':');
    bool isNumber = false;
    const qint64 pid = colon > 0 ? QStringView(identity).left(colon).toLongLong(&isNumber) : 0;
    return isNumber && pid > 0 && identityOf(pid) == identity;
}

} // namespace heed
