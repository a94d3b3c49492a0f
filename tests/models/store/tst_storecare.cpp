// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/backup.h"
#include "models/store/opening.h"
#include "models/store/store.h"
#include "models/store/storethread.h"
#include "tests/models/store/storetest.h"

#include <QDir>
#include <QFile>
#include <QFileSystemWatcher>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::storetest;

//! What the store does for its file: brings it back when it is deleted, makes copies of it.
class tst_StoreCare : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void bringsADeletedDatabaseBack_data();
    void bringsADeletedDatabaseBack();
    void makesWayForAnotherFile();
    void backsUpWhenItIsQuiet();
    void aBackupMakesWay();

private:
    void open();
    [[nodiscard]] int chats();

    SystemClock m_clock{};
    std::unique_ptr<QTemporaryDir> m_folder{};
    QString m_file{};
    std::unique_ptr<Store> m_store{};
};

void tst_StoreCare::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_file = m_folder->filePath(u"data/heed.sqlite"_s);
    open();
}

void tst_StoreCare::cleanup()
{
    m_store.reset();
    m_folder.reset();
}

void tst_StoreCare::open()
{
    auto opened = Store::open(m_file, m_clock);
    QVERIFY2(bool(opened), opened ? "" : qPrintable(opened.error().detail));
    m_store = *std::move(opened);
}

int tst_StoreCare::chats()
{
    std::optional<int> count;
    m_store->read<int>(this, countChats,
                       [&count](const Result<int> &result) { count = result ? *result : -1; });
    [&count] { QTRY_VERIFY(count.has_value()); }();
    return count.value_or(-2);
}

void tst_StoreCare::bringsADeletedDatabaseBack_data()
{
    QTest::addColumn<bool>("folder");
    QTest::addRow("the file was deleted") << false;
    QTest::addRow("the whole folder was deleted") << true;
}

void tst_StoreCare::bringsADeletedDatabaseBack()
{
    QFETCH(bool, folder);
    QSignalSpy trouble(m_store.get(), &Store::trouble);
    QSignalSpy recovered(m_store.get(), &Store::recovered);
    for (int i = 0; i < 10; ++i)
        m_store->write<qint64>(Durability::AtOnce, this, adding(u"before"_s), {});
    m_store->flush();
    QVERIFY(folder ? QDir(m_folder->filePath(u"data"_s)).removeRecursively() : QFile::remove(m_file));
    m_store->write<qint64>(Durability::AtOnce, this, adding(u"after"_s), {});
    QTRY_COMPARE(recovered.size(), 1);
    QCOMPARE(trouble.size(), 1);
    QVERIFY(trouble[0][0].value<Error>().text.contains(u"deleted"_s));
    QCOMPARE(chats(), 11);
    m_store.reset(); // nothing hangs on the old file any more
    open();
    QCOMPARE(chats(), 11);
    QVERIFY(m_store->notes().isEmpty());
    QCOMPARE(QFile::permissions(m_file) & (QFileDevice::ReadGroup | QFileDevice::ReadOther),
             QFileDevice::Permissions());
}

void tst_StoreCare::makesWayForAnotherFile()
{
    m_store->write<qint64>(Durability::AtOnce, this, adding(u"ours"_s), {});
    m_store->flush();
    const QString other = m_folder->filePath(u"other.sqlite"_s);
    {
        auto store = Store::open(other, m_clock);
        QVERIFY(bool(store));
        for (int i = 0; i < 5; ++i)
            (*store)->write<qint64>(Durability::AtOnce, this, adding(u"theirs"_s), {});
    }
    QVERIFY(QFile::remove(m_file) && QFile::rename(other, m_file));
    QSignalSpy trouble(m_store.get(), &Store::trouble);
    QCOMPARE(chats(), 5);
    QTRY_COMPARE(trouble.size(), 1);
    const QStringList kept = QDir(m_folder->filePath(u"data"_s)).entryList({u"*.replaced-*"_s}, QDir::Files);
    QCOMPARE(kept.size(), 1);
    auto reader = Store::openReader(m_folder->filePath(u"data/"_s + kept.first()));
    QVERIFY(bool(reader));
    QCOMPARE(*countChats(*reader), 1);
    Store::closeReader(*reader);
}

void tst_StoreCare::backsUpWhenItIsQuiet()
{
    m_store->write<qint64>(Durability::AtOnce, this, adding(u"x"_s), {});
    m_store.reset();
    const QString folder = m_folder->filePath(u"data/backups"_s);
    QVERIFY(QDir().mkpath(folder));
    QFile foreign(folder + u"/heed-before-the-move.sqlite"_s);
    QVERIFY(foreign.open(QIODevice::WriteOnly));
    ManualClock clock(QDateTime(QDate(2026, 11, 1), QTime(12, 0), QTimeZone::utc()));
    QFileSystemWatcher watcher({folder});
    QStringList copies;
    const auto look = [&] {
        copies = QDir(folder).entryList({u"heed-2026-*.sqlite"_s}, QDir::Files, QDir::Name);
    };
    connect(&watcher, &QFileSystemWatcher::directoryChanged, this, look);
    StoreThread thread(m_file, clock, {.quiet = Milliseconds(0)},
                       {.trouble = [](const Error &) {}, .recovered = [] {}});
    QVERIFY(bool(thread.start()));
    // It looks at the clock when it becomes idle.
    const auto wake = [&thread] {
        thread.submit({.run = [](QSqlDatabase &) { return std::optional<Error>(); },
                       .told = [](const std::optional<Error> &) {}});
    };
    QTRY_COMPARE(copies, QStringList{u"heed-2026-11-01.sqlite"_s});
    for (const int day : {8, 15, 22}) {
        clock.advance(std::chrono::hours(24 * 6)); // not yet due
        wake();
        thread.flush();
        clock.advance(std::chrono::hours(24));
        wake();
        const QString name = u"heed-2026-11-%1.sqlite"_s.arg(day, 2, 10, QChar(u'0'));
        QTRY_VERIFY2(copies.contains(name), qPrintable(copies.join(u' ')));
    }
    QTRY_COMPARE(copies, (QStringList{u"heed-2026-11-08.sqlite"_s, u"heed-2026-11-15.sqlite"_s,
                                      u"heed-2026-11-22.sqlite"_s}));
    QVERIFY(foreign.exists()); // only its own copies are taken away
    auto reader = Store::openReader(folder + u'/' + copies.last());
    QVERIFY(bool(reader));
    QCOMPARE(*countChats(*reader), 1);
    Store::closeReader(*reader);
    QCOMPARE(QFile::permissions(folder + u'/' + copies.last()) &
                 (QFileDevice::ReadGroup | QFileDevice::ReadOther),
             QFileDevice::Permissions());
}

void tst_StoreCare::aBackupMakesWay()
{
    auto connection = openDatabase(m_file, m_clock);
    QVERIFY(bool(connection));
    const Result<Done> filled =
        runSql((*connection).database,
               u"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT "
               "INTO chat (title, created_ms, updated_ms) SELECT 'x', 0, 0 FROM n"_s);
    QVERIFY(bool(filled));
    const Backup backup(m_file, m_clock);
    QVERIFY(backup.make((*connection).database, std::atomic<bool>(true)) == Backup::End::Interrupted);
    QCOMPARE(backup.all(), QStringList());
    QCOMPARE(QDir(m_folder->filePath(u"data/backups"_s)).entryList(QDir::Files), QStringList());
    QVERIFY(backup.make((*connection).database, std::atomic<bool>(false)) == Backup::End::Made);
    QCOMPARE(backup.all().size(), 1);
    closeDatabase(*connection);
}

QTEST_GUILESS_MAIN(tst_StoreCare)
#include "tst_storecare.moc"
