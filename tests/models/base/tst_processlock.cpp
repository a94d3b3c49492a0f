// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/base/processlock.h"

#include <QDateTime>
#include <QFile>
#include <QLockFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

//! A lock is held by a living process only, whatever a dead one has left.
class TestProcessLock : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void isTakenOnce();
    void fileWithoutANameIsRemovedWhenItIsOld();
    void fileWithoutANameIsWaitedForWhileItIsNew();
    void folderThatIsMissingIsToldAtOnce();
    void oldLockOfALivingProcessHolds();

private:
    static void age(const QString &file, int seconds)
    {
        QFile opened(file);
        QVERIFY(opened.open(QIODevice::ReadWrite));
        QVERIFY(opened.setFileTime(QDateTime::currentDateTime().addSecs(-seconds),
                                   QFileDevice::FileModificationTime));
    }

    QTemporaryDir m_folder{};
    QString m_file = m_folder.filePath(u"a.lock"_s);
};

void TestProcessLock::isTakenOnce()
{
    QLockFile first(m_file);
    QVERIFY(tryProcessLock(first, Milliseconds(0)));
    QLockFile second(m_file);
    QVERIFY(!tryProcessLock(second, Milliseconds(30)));
    QCOMPARE(second.error(), QLockFile::LockFailedError);
    first.unlock();
    QVERIFY(tryProcessLock(second, Milliseconds(0)));
}

void TestProcessLock::fileWithoutANameIsRemovedWhenItIsOld()
{
    age(m_file, 60);
    QLockFile lock(m_file);
    QVERIFY(tryProcessLock(lock, Milliseconds(0)));
    QVERIFY(QFile(m_file).size() > 0);
}

//! Its owner may be about to write its name.
void TestProcessLock::fileWithoutANameIsWaitedForWhileItIsNew()
{
    age(m_file, 4);
    QLockFile lock(m_file);
    QVERIFY(tryProcessLock(lock, Milliseconds(0)));
}

void TestProcessLock::folderThatIsMissingIsToldAtOnce()
{
    QLockFile lock(m_folder.filePath(u"missing/a.lock"_s));
    QVERIFY(!tryProcessLock(lock, std::chrono::minutes(5)));
    QVERIFY(lock.error() != QLockFile::LockFailedError);
}

void TestProcessLock::oldLockOfALivingProcessHolds()
{
    QLockFile first(m_file);
    QVERIFY(tryProcessLock(first, Milliseconds(0)));
    age(m_file, 100'000);
    QLockFile second(m_file);
    QVERIFY(!tryProcessLock(second, Milliseconds(0)));
}

QTEST_APPLESS_MAIN(TestProcessLock)
#include "tst_processlock.moc"
