// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/base/process.h"

#include <QCoreApplication>
#include <QTest>

#include <csignal>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace heed;

class tst_Process : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void thisProcessIsAlive();
    void othersNameIsNotAlive_data();
    void othersNameIsNotAlive();
    void killedProcessIsNotAliveEvenBeforeItIsReaped();
};

void tst_Process::thisProcessIsAlive()
{
    const QString own = processIdentity();
    QVERIFY(own.startsWith(QString::number(QCoreApplication::applicationPid()) + u':'));
    QCOMPARE(processIdentity(), own);
    QVERIFY(isProcessAlive(own));
}

void tst_Process::othersNameIsNotAlive_data()
{
    QTest::addColumn<QString>("name");
    const QString pid = QString::number(QCoreApplication::applicationPid());
    QTest::newRow("empty") << QString();
    QTest::newRow("no start time") << pid;
    QTest::newRow("the same id with another start time") << QString(pid + u":1"_s);
    QTest::newRow("the same id and start time, another boot")
        << QString(processIdentity().section(u'@', 0, 0) + u"@00000000"_s);
    QTest::newRow("an id that cannot be") << u"-1:5"_s;
    QTest::newRow("no number") << u"heed:5"_s;
    QTest::newRow("zero") << u"0:5"_s;
    QTest::newRow("an id beyond all") << u"99999999999999999999:5"_s;
    QTest::newRow("a path instead of an id") << u"../self:5"_s;
}

void tst_Process::othersNameIsNotAlive()
{
    QFETCH(QString, name);
    QVERIFY(!isProcessAlive(name));
}

// Forked by hand: QProcess would reap it at once.
void tst_Process::killedProcessIsNotAliveEvenBeforeItIsReaped()
{
    int names[2];
    QVERIFY(::pipe(names) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
        // A fresh program, since processIdentity() of this one is remembered: the shell says who it is.
        ::dup2(names[1], 1);
        ::execl("/bin/sh", "sh", "-c",
                "set -- $(cat /proc/$$/stat); shift 21; printf '%s:%s@%.8s\\n' $$ $1 \"$(cat "
                "/proc/sys/kernel/random/boot_id)\"; "
                "exec 1>&-; exec sleep 1000",
                static_cast<char *>(nullptr));
        ::_exit(1);
    }
    ::close(names[1]);
    QByteArray name(200, '\0');
    const ssize_t length = ::read(names[0], name.data(), size_t(name.size()));
    ::close(names[0]);
    QVERIFY(length > 0);
    const QString identity = QString::fromLatin1(name.left(length)).trimmed();
    QVERIFY2(isProcessAlive(identity), qPrintable(identity));
    ::kill(child, SIGKILL);
    siginfo_t info{};
    QVERIFY(::waitid(P_PID, id_t(child), &info, WEXITED | WNOWAIT) == 0); // dead, and still in the table
    QVERIFY(!isProcessAlive(identity));
    QVERIFY(::waitpid(child, nullptr, 0) == child);
    QVERIFY(!isProcessAlive(identity));
}

QTEST_GUILESS_MAIN(tst_Process)
#include "tst_process.moc"
