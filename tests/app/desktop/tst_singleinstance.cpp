// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/singleinstance.h"

#include <QDir>
#include <QEventLoop>
#include <QLocalSocket>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QTimer>

#include <array>
#include <atomic>
#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace Qt::StringLiterals;
using namespace heed;

using Role = SingleInstance::Role;

class tst_SingleInstance : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void secondRaisesTheFirst();
    void tokenReachesTheFirst();
    void foldersDoNotMeet();
    void nextOneIsFirstAgain();
    void killedOneIsClearedAway();
    void ofManyAtOnceOneIsFirst();
    void deepFolderWorks();
    void missingFolderIsTold();
    void rubbishRaisesNothing();
};

namespace {

// Claims in a thread of its own, as another process would, while this one serves.
std::optional<Role> claimElsewhere(const QString &folder)
{
    std::optional<Role> role;
    QEventLoop loop;
    const std::unique_ptr<QThread> other(QThread::create([&] {
        SingleInstance second(folder);
        if (const auto claimed = second.claim())
            role = *claimed;
    }));
    QObject::connect(other.get(), &QThread::finished, &loop, &QEventLoop::quit);
    other->start();
    loop.exec();
    other->wait();
    return role;
}

} // namespace

void tst_SingleInstance::secondRaisesTheFirst()
{
    const QTemporaryDir folder;
    SingleInstance first(folder.path());
    QSignalSpy raised(&first, &SingleInstance::raiseAsked);
    const auto role = first.claim();
    QVERIFY(role);
    QVERIFY(*role == Role::First);
    for (int times = 1; times <= 2; ++times) {
        QVERIFY(claimElsewhere(folder.path()) == Role::Raised);
        QCOMPARE(raised.count(), times);
    }
}

void tst_SingleInstance::tokenReachesTheFirst()
{
    const QTemporaryDir folder;
    SingleInstance first(folder.path());
    QSignalSpy raised(&first, &SingleInstance::raiseAsked);
    QVERIFY(first.claim());
    qputenv("XDG_ACTIVATION_TOKEN", "shell-7\nraise me");
    QVERIFY(claimElsewhere(folder.path()) == Role::Raised);
    qunsetenv("XDG_ACTIVATION_TOKEN");
    QCOMPARE(raised.at(0).at(0).toByteArray(), QByteArray("shell-7 raise me"));
}

void tst_SingleInstance::foldersDoNotMeet()
{
    const QTemporaryDir one;
    const QTemporaryDir other;
    SingleInstance first(one.path());
    SingleInstance second(other.path());
    QVERIFY(*first.claim() == Role::First);
    QVERIFY(*second.claim() == Role::First);
    const auto permissions = QFile::permissions(one.filePath(QStringLiteral("window.lock")));
    QCOMPARE(permissions & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions()); // the person's alone
}

void tst_SingleInstance::nextOneIsFirstAgain()
{
    const QTemporaryDir folder;
    {
        SingleInstance first(folder.path());
        QVERIFY(*first.claim() == Role::First);
    }
    SingleInstance next(folder.path());
    QVERIFY(*next.claim() == Role::First);
}

void tst_SingleInstance::killedOneIsClearedAway()
{
    const QTemporaryDir folder;
    int ready[2];
    QVERIFY(::pipe(ready) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
        SingleInstance first(folder.path());
        const auto role = first.claim();
        const char told = role && *role == Role::First ? 'y' : 'n';
        std::ignore = ::write(ready[1], &told, 1);
        for (;;)
            ::pause();
    }
    char told = 0;
    QVERIFY(::read(ready[0], &told, 1) == 1);
    QCOMPARE(told, 'y');
    ::kill(child, SIGKILL);
    QVERIFY(::waitpid(child, nullptr, 0) == child);
    ::close(ready[0]);
    ::close(ready[1]);
    QVERIFY(QFile::exists(folder.filePath(u"window.lock"_s))); // what it left behind
    QVERIFY(QFile::exists(folder.filePath(u"window.socket"_s)));

    SingleInstance next(folder.path());
    QSignalSpy raised(&next, &SingleInstance::raiseAsked);
    const auto role = next.claim();
    QVERIFY(role && *role == Role::First);
    QVERIFY(claimElsewhere(folder.path()) == Role::Raised);
    QCOMPARE(raised.count(), 1);
}

void tst_SingleInstance::ofManyAtOnceOneIsFirst()
{
    const QTemporaryDir folder;
    constexpr int starts = 8;
    std::atomic<int> firsts = 0;
    std::atomic<int> raised = 0;
    std::atomic<int> atTheLine = starts;
    QSemaphore losersDone;
    QSemaphore allDone;
    std::array<QString, starts> problems;
    std::vector<std::unique_ptr<QThread>> threads;
    for (QString &problem : problems) {
        threads.emplace_back(QThread::create([&] {
            --atTheLine;
            while (atTheLine > 0)
                std::this_thread::yield();
            SingleInstance instance(folder.path());
            const auto role = instance.claim();
            if (!role) {
                problem = role.error().text;
            } else if (*role == Role::First) {
                ++firsts;
                QEventLoop loop;
                QObject::connect(&instance, &SingleInstance::raiseAsked, &loop, [&] { ++raised; });
                QTimer look; // at whether it is over
                look.start(20);
                while (!allDone.tryAcquire())
                    loop.processEvents(QEventLoop::WaitForMoreEvents);
                return;
            }
            losersDone.release();
        }));
    }
    for (const auto &thread : threads)
        thread->start();
    losersDone.acquire(starts - 1);
    allDone.release(starts);
    for (const auto &thread : threads)
        QVERIFY(thread->wait());
    for (const QString &problem : problems)
        QCOMPARE(problem, QString());
    QCOMPARE(firsts.load(), 1);
    QCOMPARE(raised.load(), starts - 1);
}

void tst_SingleInstance::deepFolderWorks()
{
    const QTemporaryDir base;
    const QString folder = base.filePath(QString(120, u'd'));
    QVERIFY(QDir().mkpath(folder));
    SingleInstance first(folder);
    QSignalSpy raised(&first, &SingleInstance::raiseAsked);
    QVERIFY(*first.claim() == Role::First);
    QVERIFY(claimElsewhere(folder) == Role::Raised);
    QCOMPARE(raised.count(), 1);
}

void tst_SingleInstance::missingFolderIsTold()
{
    const QTemporaryDir base;
    SingleInstance instance(base.filePath(u"not/there"_s));
    const auto role = instance.claim();
    QVERIFY(!role);
    QCOMPARE(role.error().code, Error::Code::Storage);
    QVERIFY(role.error().text.contains(base.filePath(u"not/there"_s)));
}

void tst_SingleInstance::rubbishRaisesNothing()
{
    const QTemporaryDir folder;
    SingleInstance first(folder.path());
    QSignalSpy raised(&first, &SingleInstance::raiseAsked);
    QVERIFY(first.claim());
    for (const QByteArray &request : {QByteArray("raised\n"), QByteArray("\n"), QByteArray(100'000, 'x')}) {
        QLocalSocket socket;
        socket.connectToServer(folder.filePath(u"window.socket"_s));
        socket.write(request);
        QTRY_COMPARE(socket.state(), QLocalSocket::UnconnectedState); // it is not kept waiting for
    }
    QCOMPARE(raised.count(), 0);
    QVERIFY(claimElsewhere(folder.path()) == Role::Raised);
    QCOMPARE(raised.count(), 1);
}

QTEST_GUILESS_MAIN(tst_SingleInstance)
#include "tst_singleinstance.moc"
