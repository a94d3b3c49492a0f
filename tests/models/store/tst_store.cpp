// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/store.h"
#include "models/store/storethread.h"
#include "tests/models/store/storetest.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>
#include <sqlite3.h>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::storetest;

//! The queue of the store: order, groups, commits, errors, trouble.
class tst_Store : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void makesPrivateFiles();
    void commitsGroups_data();
    void commitsGroups();
    void usesTheAskedForStrength();
    void runsInOrder();
    void tellsAfterCommit();
    void aFailingWorkLeavesItsNeighboursAlone();
    void aWorkThatSpoilsTheCommitIsFound();
    void tellsNobodyWhoHasDied();
    void keepsWorksWhileTheDiskIsFull();
    void keepsWorksWhileLocked();
    void whoDoesNotWaitIsToldAndTheWorkIsNeverDone();
    void commitsWhatIsQueuedAtTheEnd();
    void givesUpAtTheEndOfTheProgram();
    void readersSeeAndCannotWrite();
    void twoStoresAtOnce();

private:
    void open();
    //! Runs SQL on the store thread and waits.
    void sql(const QString &statement);
    [[nodiscard]] int chats();
    //! Holds the store thread inside a work until the returned function is called.
    [[nodiscard]] std::function<void()> hold();
    void countCommits();

    SystemClock m_clock{};
    std::unique_ptr<QTemporaryDir> m_folder{};
    QString m_file{};
    std::unique_ptr<Store> m_store{};
    std::atomic<int> m_commits = 0;
};

void tst_Store::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_file = m_folder->filePath(u"data/heed.sqlite"_s);
    open();
}

void tst_Store::cleanup()
{
    m_store.reset();
    m_folder.reset();
}

void tst_Store::open()
{
    auto opened = Store::open(m_file, m_clock);
    QVERIFY2(bool(opened), opened ? "" : qPrintable(opened.error().detail));
    m_store = *std::move(opened);
}

void tst_Store::sql(const QString &statement)
{
    bool told = false;
    m_store->read<Done>(
        this, [statement](QSqlDatabase &database) { return runSql(database, statement); },
        [&told](const Result<Done> &result) { told = bool(result); });
    QTRY_VERIFY2(told, qPrintable(statement));
}

int tst_Store::chats()
{
    std::optional<int> count;
    m_store->read<int>(this, countChats,
                       [&count](const Result<int> &result) { count = result ? *result : -1; });
    [&count] { QTRY_VERIFY(count.has_value()); }();
    return count.value_or(-2);
}

std::function<void()> tst_Store::hold()
{
    auto gate = std::make_shared<std::atomic<int>>(0); // 1: the work has begun, 2: it may end
    m_store->read<Done>(this,
                        [gate](QSqlDatabase &) -> Result<Done> {
                            *gate = 1;
                            gate->notify_all();
                            gate->wait(1);
                            return Done{};
                        },
                        {});
    gate->wait(0);
    return [gate] {
        *gate = 2;
        gate->notify_all();
    };
}

void tst_Store::countCommits()
{
    m_store->read<Done>(this,
                        [this](QSqlDatabase &database) -> Result<Done> {
                            sqlite3_commit_hook(
                                raw::handle(database),
                                [](void *count) {
                                    ++*static_cast<std::atomic<int> *>(count);
                                    return 0;
                                },
                                &m_commits);
                            return Done{};
                        },
                        {});
    m_store->flush();
    m_commits = 0;
}

void tst_Store::makesPrivateFiles()
{
    m_store->write<qint64>(Durability::AtOnce, this, adding(u"one"_s), {});
    m_store->flush();
    const auto file =
        QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ReadUser | QFileDevice::WriteUser;
    QCOMPARE(QFile::permissions(m_folder->filePath(u"data"_s)),
             file | QFileDevice::ExeOwner | QFileDevice::ExeUser);
    for (const QString &ending : QStringList{u""_s, u"-wal"_s, u"-shm"_s}) {
        QVERIFY2(QFile::exists(m_file + ending), qPrintable(ending));
        QCOMPARE(QFile::permissions(m_file + ending), file);
    }
    m_store.reset();
    QCOMPARE(QDir(m_folder->filePath(u"data"_s)).entryList(QDir::Files | QDir::Hidden),
             QStringList{u"heed.sqlite"_s});
}

void tst_Store::commitsGroups_data()
{
    QTest::addColumn<QList<Durability>>("works");
    QTest::addColumn<int>("commits");
    const QList<Durability> hundred(100, Durability::Grouped);
    QTest::addRow("a hundred grouped works are one commit") << hundred << 1;
    QTest::addRow("the hundred and first begins another") << hundred + QList{Durability::Grouped} << 2;
    QTest::addRow("one at once takes those before it along")
        << QList{Durability::Grouped, Durability::Grouped, Durability::AtOnce} << 1;
    QTest::addRow("two at once that wait together are one commit")
        << QList{Durability::AtOnce, Durability::AtOnce} << 1;
}

void tst_Store::commitsGroups()
{
    QFETCH(QList<Durability>, works);
    QFETCH(int, commits);
    countCommits();
    const auto release = hold();
    int told = 0;
    for (const Durability durability : works)
        m_store->write<qint64>(durability, this, adding(u"x"_s),
                               [&told](const Result<qint64> &result) { told += bool(result); });
    release();
    m_store->flush();
    QCOMPARE(m_commits.load(), commits);
    QTRY_COMPARE(told, works.size());
    QCOMPARE(chats(), works.size());
}

void tst_Store::usesTheAskedForStrength()
{
    const auto level = [](QSqlDatabase &database) -> Result<int> {
        QSqlQuery query(database);
        query.exec(u"PRAGMA synchronous"_s);
        return query.next() ? query.value(0).toInt() : -1;
    };
    QList<int> levels;
    const auto note = [&levels](const Result<int> &result) { levels.append(result ? *result : -2); };
    for (const Durability durability : {Durability::Grouped, Durability::AtOnce, Durability::Grouped}) {
        m_store->write<int>(durability, this, level, note);
        m_store->flush();
    }
    QTRY_COMPARE(levels, (QList{1, 2, 1})); // NORMAL, FULL, NORMAL
    // Grouped ones that share a commit with one at once are as strong as that.
    const auto release = hold();
    levels.clear();
    m_store->write<int>(Durability::Grouped, this, level, note);
    m_store->write<int>(Durability::AtOnce, this, level, note);
    release();
    QTRY_COMPARE(levels, (QList{2, 2}));
}

void tst_Store::runsInOrder()
{
    QStringList seen;
    QList<int> counts;
    for (int i = 0; i < 300; ++i) {
        const QString name = QString::number(i);
        m_store->write<qint64>(i % 7 == 0 ? Durability::AtOnce : Durability::Grouped, this, adding(name),
                               [&seen, name](const Result<qint64> &) { seen.append(name); });
        if (i % 5 == 0) {
            m_store->read<int>(this, countChats, [&counts, &seen, i](const Result<int> &result) {
                counts.append(result ? *result : -1);
                QCOMPARE(seen.size(), i + 1); // told in order too
            });
        }
    }
    QTRY_COMPARE(seen.size(), 300);
    for (int i = 0; i < 300; ++i)
        QCOMPARE(seen[i], QString::number(i));
    QCOMPARE(counts.size(), 60);
    for (int i = 0; i < 60; ++i)
        QCOMPARE(counts[i], 5 * i + 1); // a read sees every write handed in before it, and none after
}

void tst_Store::tellsAfterCommit()
{
    auto reader = Store::openReader(m_file);
    QVERIFY(bool(reader));
    int told = 0;
    for (int i = 1; i <= 20; ++i) {
        m_store->write<qint64>(i % 2 ? Durability::AtOnce : Durability::Grouped, this, adding(u"x"_s),
                               [&](const Result<qint64> &result) {
                                   QVERIFY(bool(result));
                                   const Result<int> seen = countChats(*reader);
                                   QVERIFY(bool(seen) && *seen >= *result);
                                   ++told;
                               });
    }
    QTRY_COMPARE(told, 20);
    Store::closeReader(*reader);
}

void tst_Store::aFailingWorkLeavesItsNeighboursAlone()
{
    countCommits();
    const auto release = hold();
    QStringList told;
    const auto note = [&told](const QString &name) {
        return
            [&told, name](const Result<qint64> &result) { told.append(name + (result ? u"+"_s : u"-"_s)); };
    };
    m_store->write<qint64>(Durability::Grouped, this, adding(u"a"_s), note(u"a"_s));
    m_store->write<qint64>(
        Durability::Grouped, this,
        [](QSqlDatabase &database) -> Result<qint64> {
            if (const auto half = adding(u"half"_s)(database); !half)
                return half.error();
            return Error{.code = Error::Code::Conflict, .text = u"no"_s};
        },
        note(u"b"_s));
    m_store->write<qint64>(
        Durability::Grouped, this,
        [](QSqlDatabase &database) -> Result<qint64> {
            const Result<Done> done = runSql(database, u"INSERT INTO nowhere VALUES (1)"_s);
            return done ? Result<qint64>(1) : Result<qint64>(done.error());
        },
        note(u"c"_s));
    m_store->write<qint64>(Durability::AtOnce, this, adding(u"d"_s), note(u"d"_s));
    release();
    QTRY_COMPARE(told, (QStringList{u"a+"_s, u"b-"_s, u"c-"_s, u"d+"_s}));
    QCOMPARE(m_commits.load(), 1);
    QCOMPARE(chats(), 2);
}

void tst_Store::aWorkThatSpoilsTheCommitIsFound()
{
    // A commit that SQLite refuses for a reason that does not pass: here its commit hook, while the bad row
    // is there.
    static std::atomic<bool> spoilt = false;
    m_store->read<Done>(this,
                        [](QSqlDatabase &database) -> Result<Done> {
                            sqlite3_commit_hook(
                                raw::handle(database), [](void *) { return spoilt.exchange(false) ? 1 : 0; },
                                nullptr);
                            return Done{};
                        },
                        {});
    const auto release = hold();
    QStringList told;
    for (int i = 0; i < 5; ++i) {
        m_store->write<qint64>(
            i % 2 ? Durability::Grouped : Durability::AtOnce, this,
            [i](QSqlDatabase &database) {
                spoilt = spoilt || i == 2;
                return adding(QString::number(i))(database);
            },
            [&told, i](const Result<qint64> &result) {
                told.append(QString::number(i) + (result ? u"+"_s : u"-"_s));
            });
    }
    release();
    QTRY_COMPARE(told, (QStringList{u"0+"_s, u"1+"_s, u"2-"_s, u"3+"_s, u"4+"_s}));
    QCOMPARE(chats(), 4);
}

void tst_Store::tellsNobodyWhoHasDied()
{
    bool told = false;
    {
        QObject context;
        m_store->write<qint64>(Durability::AtOnce, &context, adding(u"x"_s),
                               [&told](const Result<qint64> &) { told = true; });
    }
    m_store->flush();
    QCOMPARE(chats(), 1); // its words came after the dead one's would have
    QVERIFY(!told);
}

void tst_Store::keepsWorksWhileTheDiskIsFull()
{
    QSignalSpy trouble(m_store.get(), &Store::trouble);
    QSignalSpy recovered(m_store.get(), &Store::recovered);
    sql(u"PRAGMA max_page_count = 1"_s); // becomes the present size: nothing more fits
    const auto over = std::make_shared<std::atomic<bool>>(false);
    std::atomic<int> tries = 0;
    QStringList told;
    const auto note = [&told](int i) {
        return [&told, i](const Result<qint64> &result) {
            told.append(QString::number(i) + (result ? u"+"_s : u"-"_s));
        };
    };
    const auto release = hold();
    // The first work lifts the trouble when its time has come: only the store thread may touch its
    // connection.
    const QString big(50'000, u'x');
    m_store->write<qint64>(
        Durability::Grouped, this,
        [&, over](QSqlDatabase &database) -> Result<qint64> {
            ++tries;
            if (*over && !runSql(database, u"PRAGMA max_page_count = 1000000"_s))
                return Error{};
            return adding(big)(database);
        },
        note(0));
    for (int i = 1; i < 5; ++i)
        m_store->write<qint64>(i % 2 ? Durability::AtOnce : Durability::Grouped, this, adding(big), note(i));
    release();
    QTRY_COMPARE(trouble.size(), 1);
    const Error error = trouble[0][0].value<Error>();
    QCOMPARE(error.code, Error::Code::Storage);
    QVERIFY2(error.text.contains(u"full"_s) && error.text.contains(m_file), qPrintable(error.text));
    QTRY_VERIFY(tries >= 3); // tries again by itself, without a second signal and telling nobody
    QCOMPARE(trouble.size(), 1);
    QCOMPARE(recovered.size(), 0);
    QVERIFY(told.isEmpty());
    m_store->write<qint64>(Durability::AtOnce, this, adding(big), note(5));

    *over = true;
    QTRY_COMPARE(told, (QStringList{u"0+"_s, u"1+"_s, u"2+"_s, u"3+"_s, u"4+"_s, u"5+"_s}));
    QCOMPARE(recovered.size(), 1);
    QCOMPARE(trouble.size(), 1);
    QCOMPARE(chats(), 6);
}

void tst_Store::keepsWorksWhileLocked()
{
    QSignalSpy trouble(m_store.get(), &Store::trouble);
    QSignalSpy recovered(m_store.get(), &Store::recovered);
    sql(u"PRAGMA busy_timeout = 0"_s);
    Locked other(m_file);
    bool told = false;
    m_store->write<qint64>(Durability::AtOnce, this, adding(u"x"_s),
                           [&told](const Result<qint64> &result) { told = bool(result); });
    QTRY_COMPARE(trouble.size(), 1);
    QVERIFY(trouble[0][0].value<Error>().text.contains(u"locked"_s));
    QVERIFY(!told);
    other.release();
    QTRY_VERIFY(told);
    QCOMPARE(recovered.size(), 1);
    QCOMPARE(chats(), 1);
}

void tst_Store::whoDoesNotWaitIsToldAndTheWorkIsNeverDone()
{
    QSignalSpy trouble(m_store.get(), &Store::trouble);
    QSignalSpy recovered(m_store.get(), &Store::recovered);
    QStringList told;
    const auto note = [&told](const QString &name) {
        return [&told, name](const auto &result) { told.append(name + (result ? u'+' : u'-')); };
    };
    {
        // Among others that are kept, and then while the trouble lasts.
        Locked other(m_file);
        m_store->write<qint64>(Durability::AtOnce, this, adding(u"kept"_s), note(u"kept"_s));
        m_store->write<qint64>(Durability::AtOnce, this, adding(u"given up"_s), note(u"write"_s),
                               Patience::GivesUp);
        m_store->read<int>(this, countChats, note(u"read"_s), Patience::GivesUp);
        QTRY_COMPARE(told, (QStringList{u"write-"_s, u"read-"_s}));
        QCOMPARE(trouble.size(), 1);
        m_store->read<int>(this, countChats, note(u"late"_s), Patience::GivesUp);
        QTRY_COMPARE(told, (QStringList{u"write-"_s, u"read-"_s, u"late-"_s}));
        QCOMPARE(recovered.size(), 0);
    }
    QTRY_COMPARE(told.constLast(), u"kept+"_s);
    QTRY_COMPARE(recovered.size(), 1);
    QCOMPARE(chats(), 1);
    {
        // Alone: whoever asked is told, and nobody else need know. Until somebody wants something kept.
        Locked other(m_file);
        m_store->write<qint64>(Durability::AtOnce, this, adding(u"given up"_s), note(u"alone"_s),
                               Patience::GivesUp);
        QTRY_COMPARE(told.constLast(), u"alone-"_s);
        QCOMPARE(trouble.size(), 1);
        m_store->write<qint64>(Durability::AtOnce, this, adding(u"kept"_s), note(u"behind"_s));
        QTRY_COMPARE(trouble.size(), 2);
    }
    QTRY_COMPARE(told.constLast(), u"behind+"_s);
    m_store->write<qint64>(Durability::AtOnce, this, adding(u"again"_s), note(u"again"_s), Patience::GivesUp);
    QTRY_COMPARE(told.constLast(), u"again+"_s);
    QCOMPARE(chats(), 3);
}

void tst_Store::commitsWhatIsQueuedAtTheEnd()
{
    for (int i = 0; i < 250; ++i)
        m_store->write<qint64>(Durability::Grouped, this, adding(u"x"_s), {});
    m_store.reset();
    open();
    QCOMPARE(chats(), 250);
    QVERIFY(m_store->notes().isEmpty());
}

void tst_Store::givesUpAtTheEndOfTheProgram()
{
    m_store.reset();
    std::atomic<int> troubles = 0;
    std::optional<Error> told;
    std::optional<Locked> other;
    {
        StoreThread thread(
            m_file, m_clock,
            {.firstRetry = Milliseconds(1), .mostRetry = Milliseconds(2), .giveUp = Milliseconds(20)},
            {.trouble = [&troubles](const Error &) { ++troubles; }, .recovered = [] {}});
        QVERIFY(bool(thread.start()));
        thread.submit({.run = [](QSqlDatabase &database) -> std::optional<Error> {
                           const Result<Done> done = runSql(database, u"PRAGMA busy_timeout = 0"_s);
                           return done ? std::nullopt : std::optional(done.error());
                       },
                       .told = [](const std::optional<Error> &) {}});
        QVERIFY(thread.flush());
        other.emplace(m_file);
        thread.submit({.writes = true,
                       .run = [](QSqlDatabase &) -> std::optional<Error> { return {}; },
                       .told = [&told](std::optional<Error> error) { told = std::move(error); }});
        QVERIFY(!thread.flush());
        QVERIFY(!told); // still kept
    }
    QVERIFY(told.has_value()); // but who waits is not left believing
    QCOMPARE(troubles.load(), 1);
    other.reset();
    open();
}

void tst_Store::readersSeeAndCannotWrite()
{
    auto one = Store::openReader(m_file);
    auto two = Store::openReader(m_file);
    QVERIFY(bool(one) && bool(two));
    QVERIFY(one->connectionName() != two->connectionName());
    QVERIFY(bool(countChats(*one)));
    QVERIFY(!runSql(*one, u"DELETE FROM chat"_s));
    const QStringList names{one->connectionName(), two->connectionName()};
    Store::closeReader(*one);
    Store::closeReader(*two);
    for (const QString &name : names)
        QVERIFY(!QSqlDatabase::contains(name));
}

void tst_Store::twoStoresAtOnce()
{
    auto other = Store::open(m_file, m_clock);
    QVERIFY(bool(other));
    int told = 0;
    for (int i = 0; i < 100; ++i) {
        const auto note = [&told](const Result<qint64> &result) { told += bool(result); };
        m_store->write<qint64>(i % 3 ? Durability::Grouped : Durability::AtOnce, this, adding(u"a"_s), note);
        (*other)->write<qint64>(i % 3 ? Durability::Grouped : Durability::AtOnce, this, adding(u"b"_s), note);
    }
    QTRY_COMPARE(told, 200);
    QCOMPARE(chats(), 200);
}

QTEST_GUILESS_MAIN(tst_Store)
#include "tst_store.moc"
