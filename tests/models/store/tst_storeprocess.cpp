// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/store.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <QSet>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

//! A child whose lines are read as they come.
class Child : public QProcess
{
public:
    explicit Child(const QStringList &arguments)
    {
        setProcessChannelMode(QProcess::ForwardedErrorChannel);
        start(QStringLiteral(HEED_STORECHILD), arguments);
        [this] { QVERIFY(waitForStarted()); }();
    }

    //! Waits until so many lines came; false: the child ended or is silent.
    [[nodiscard]] bool waitForLines(qsizetype count)
    {
        take();
        while (m_lines.size() < count) {
            if (!waitForReadyRead(30'000))
                return false;
            take();
        }
        return true;
    }

    void killNow()
    {
        kill();
        waitForFinished();
        take();
    }

    //! All whole lines: what was acknowledged. The last may have been cut by the kill.
    [[nodiscard]] const QStringList &lines() const { return m_lines; }

private:
    void take()
    {
        while (canReadLine())
            m_lines.append(QString::fromUtf8(readLine()).trimmed());
    }
    QStringList m_lines{};
};

} // namespace

//! The store in processes that are killed, starved, shut out, and side by side.
class tst_StoreProcess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void losesNothingAcknowledgedWhenKilled();
    void twoProcessesWriteAtOnceAndOneIsKilled();
    void carriesOnWhenThereIsRoomAgain();
    void saysWhatToDoWithoutRights_data();
    void saysWhatToDoWithoutRights();

private:
    //! Opens as the next start would, and finds every title.
    void verifyHolds(const QStringList &titles);

    SystemClock m_clock{};
    std::unique_ptr<QTemporaryDir> m_folder{};
    QString m_file{};
};

void tst_StoreProcess::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_file = m_folder->filePath(u"heed.sqlite"_s);
}

void tst_StoreProcess::verifyHolds(const QStringList &titles)
{
    const auto store = Store::open(m_file, m_clock);
    QVERIFY2(bool(store), store ? "" : qPrintable(store.error().detail));
    QVERIFY2((*store)->notes().isEmpty(), qPrintable((*store)->notes().join(u' ')));
    auto reader = Store::openReader(m_file);
    QVERIFY(bool(reader));
    QSet<QString> there;
    QString integrity;
    {
        QSqlQuery query(*reader);
        QVERIFY(query.exec(u"SELECT title FROM chat"_s));
        qsizetype rows = 0;
        for (; query.next(); ++rows)
            there.insert(query.value(0).toString());
        QCOMPARE(there.size(), rows); // none twice
        QVERIFY(query.exec(u"PRAGMA integrity_check"_s) && query.next());
        integrity = query.value(0).toString();
    }
    Store::closeReader(*reader);
    QCOMPARE(integrity, u"ok"_s);
    for (const QString &title : titles) {
        // On a busy machine one may have to wait for another longer than it waits without a word.
        if (!title.startsWith(u"trouble "_s) && title != u"recovered"_s)
            QVERIFY2(there.contains(title), qPrintable(u"lost: "_s + title));
    }
}

void tst_StoreProcess::losesNothingAcknowledgedWhenKilled()
{
    QRandomGenerator random(20261129);
    QStringList acknowledged;
    for (int round = 0; round < 15; ++round) {
        Child child({u"write"_s, m_file, u"round%1"_s.arg(round)});
        // Some are killed while they open, before a line came.
        QVERIFY(child.waitForLines(round % 5 == 4 ? 0 : random.bounded(1, 200)));
        child.killNow();
        acknowledged += child.lines();
        verifyHolds(acknowledged);
        if (QTest::currentTestFailed())
            return;
    }
    QVERIFY(acknowledged.size() > 500);
}

void tst_StoreProcess::twoProcessesWriteAtOnceAndOneIsKilled()
{
    Child one({u"write"_s, m_file, u"one"_s});
    Child two({u"write"_s, m_file, u"two"_s});
    QVERIFY(one.waitForLines(150) && two.waitForLines(150));
    one.killNow();
    QVERIFY(two.waitForLines(two.lines().size() + 150)); // the other is not disturbed
    Child three({u"write"_s, m_file, u"three"_s});       // opens, and checks, beside the second
    QVERIFY(three.waitForLines(100));
    QVERIFY(two.waitForLines(two.lines().size() + 50));
    two.killNow();
    three.killNow();
    verifyHolds(one.lines() + two.lines() + three.lines());
}

void tst_StoreProcess::carriesOnWhenThereIsRoomAgain()
{
    Child child({u"full"_s, m_file});
    while (child.lines().isEmpty() || !child.lines().last().startsWith(u"trouble "_s))
        QVERIFY(child.waitForLines(child.lines().size() + 1));
    const qsizetype before = child.lines().size();
    child.write("room\n");
    QVERIFY(child.waitForFinished());
    QVERIFY(!child.waitForLines(10'000)); // takes the rest
    QCOMPARE(child.exitStatus(), QProcess::NormalExit);
    const QStringList lines = child.lines();
    QCOMPARE(lines.filter(QRegularExpression(u"^trouble "_s)).size(), 1);
    QCOMPARE(lines.indexOf(u"recovered"_s), before);
    QCOMPARE(lines.filter(QRegularExpression(u"^lost "_s)), QStringList());
    QStringList all;
    for (int i = 1; i <= 1000; ++i)
        all.append(u"full %1"_s.arg(i));
    verifyHolds(all);
}

void tst_StoreProcess::saysWhatToDoWithoutRights_data()
{
    QTest::addColumn<int>("folder"); // rights of others, who the child then is; or ours when we are not root
    QTest::addColumn<int>("file");   // 0: there is none
    QTest::addColumn<QString>("says");
    QTest::addRow("a folder that may not be written") << 5 << 0 << u"Give yourself both rights"_s;
    QTest::addRow("a folder that may not be read") << 0 << 0 << u"Give yourself both rights"_s;
    QTest::addRow("a file that may not be written") << 7 << 4 << u"writable for you"_s;
    QTest::addRow("a file that may not be read") << 7 << 2 << u"right to read and write"_s;
    QTest::addRow("rights enough") << 7 << 0 << u"opened"_s;
}

void tst_StoreProcess::saysWhatToDoWithoutRights()
{
    QFETCH(int, folder);
    QFETCH(int, file);
    QFETCH(QString, says);
    const bool root = geteuid() == 0;
    if (file != 0 && !root)
        QSKIP("an owner's missing right to the file is simply taken back");
    QVERIFY(QFile::setPermissions(m_folder->path(), QFileDevice::Permissions(0x7005)));
    const QString data = m_folder->filePath(u"data"_s);
    m_file = data + u"/heed.sqlite"_s;
    if (file != 0) {
        QVERIFY(bool(Store::open(m_file, m_clock)));
        QVERIFY(QFile::setPermissions(m_file, QFileDevice::Permissions(0x6000 | file)));
    } else {
        QVERIFY(QDir().mkpath(data));
    }
    QVERIFY(QFile::setPermissions(data, QFileDevice::Permissions(root ? 0x7000 | folder : folder << 12)));
    Child child({u"open"_s, m_file});
    QVERIFY(child.waitForLines(1));
    QVERIFY2(child.lines().first().contains(says), qPrintable(child.lines().first()));
    QVERIFY(child.waitForFinished());
    QVERIFY(QFile::setPermissions(data, QFileDevice::Permissions(0x7000)));
}

QTEST_GUILESS_MAIN(tst_StoreProcess)
#include "tst_storeprocess.moc"
