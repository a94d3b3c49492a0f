// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/inspection.h"
#include "models/store/opening.h"
#include "models/store/sql.h"
#include "models/store/store.h"

#include <QDir>
#include <QFile>
#include <QScopeGuard>
#include <QSqlError>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>
#include <array>
#include <cstring>
#include <sqlite3.h>
#include <sys/inotify.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

constexpr int manyMessages = 3000;

QByteArray content(const QString &file)
{
    QFile opened(file);
    return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray("missing");
}

void setContent(const QString &file, const QByteArray &bytes)
{
    QFile opened(file);
    QVERIFY(opened.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(opened.write(bytes), bytes.size());
}

//! What a process that was killed leaves.
void leaveDeadMark(const QString &file)
{
    setContent(file + u".open-1-1"_s, "1:1@gone");
}

qint64 count(const QSqlDatabase &database, const QString &sql)
{
    QSqlQuery query(database);
    return query.exec(sql) && query.next() ? query.value(0).toLongLong() : -1;
}

//! Three chats with messages, replies, events and an index.
void fill(const QString &file, const Clock &clock)
{
    auto open = openDatabase(file, clock);
    QVERIFY2(bool(open), open ? "" : qPrintable(open.error().detail));
    const auto run = [&open](const QString &sql) {
        QSqlQuery query((*open).database);
        QVERIFY2(query.exec(sql), qPrintable(sql + query.lastError().text()));
    };
    const QString numbers =
        u"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %1) "_s.arg(manyMessages);
    run(u"BEGIN"_s);
    for (int chat = 1; chat <= 3; ++chat)
        run(u"INSERT INTO chat (id, title, created_ms, updated_ms) VALUES (%1, 'Chat %1', 1, 1)"_s.arg(chat));
    run(u"INSERT INTO message (id, chat, text, at_ms, face) "_s + numbers +
        u"SELECT i, 1 + i % 3, 'message ' || i || ' ' || hex(zeroblob(100)), i, 'window' FROM n"_s);
    run(u"INSERT INTO reply (id, chat, message, state, face, provider, model, owner, started_ms) "_s +
        numbers + u"SELECT i, 1 + i % 3, i, 'done', 'window', '{}', 'm', '', i FROM n"_s);
    run(u"INSERT INTO event "_s + numbers + u"SELECT i, 1, 1, i, 'text', hex(zeroblob(50)) FROM n"_s);
    run(u"INSERT INTO found (rowid, text, title, kind, ref, chat, at_ms) "_s + numbers +
        u"SELECT i, 'word' || i || ' common', '', 'message', i, 1 + i % 3, i FROM n"_s);
    run(u"INSERT INTO audit (at_ms, kind, fields) "_s + numbers + u"SELECT i, 'tool.called', '{}' FROM n"_s);
    run(u"COMMIT"_s);
    closeDatabase(*open);
}

} // namespace

//! Opening: new, old, damaged, from the future, in the wrong place.
class tst_StoreOpening : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void leavesTheFutureUntouched();
    void leavesTheFutureInTheLogUntouched();
    void recoversWhatCanBeRead_data();
    void recoversWhatCanBeRead();
    void givesLostChatsAPlace();
    void goesBackToABackup_data();
    void goesBackToABackup();
    void aNewFileIsWholeWhenItAppears();
    void aNewFileWhoseMakingWasKilledIsMadeAnew();
    void opensPastTheLockOfAKilledStart();
    void saysThatAFileWasEmptied();
    void anEmptiedFileKeepsItsLog();
    void leavesTheDatabaseOfAnotherProgram_data();
    void leavesTheDatabaseOfAnotherProgram();
    void aSoundFileAfterACrashIsKept();
    void checksOnlyAfterAnUncleanEnd();
    void damageMetWhileRunningIsRepairedAtTheNextStart();
    void leavesADamagedFileThatIsInUse();
    void finishesARecoveryThatWasKilled();
    void saysWhatToDo_data();
    void saysWhatToDo();
    void readerRefusesTheFuture();
    void readerTellsDamage();

private:
    [[nodiscard]] QStringList names() const
    {
        return QDir(m_folder->path()).entryList(QDir::Files | QDir::Hidden, QDir::Name);
    }
    [[nodiscard]] QString damagedFile() const;
    //! Overwrites pages; 0-based.
    void spoil(const QList<int> &pages);
    //! Spoils some pages of the table's own rows.
    void spoilTable(const QString &table, int pages);

    ManualClock m_clock{QDateTime(QDate(2026, 11, 29), QTime(21, 1), QTimeZone("Europe/Berlin"))};
    std::unique_ptr<QTemporaryDir> m_folder{};
    QString m_file{};
};

void tst_StoreOpening::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_file = m_folder->filePath(u"heed.sqlite"_s);
}

QString tst_StoreOpening::damagedFile() const
{
    return m_file + u".damaged-2026-11-29-2101"_s;
}

void tst_StoreOpening::spoil(const QList<int> &pages)
{
    QByteArray bytes = content(m_file);
    for (const int page : pages) {
        QVERIFY((page + 1) * 4096 <= bytes.size());
        for (int i = 0; i < 4096; ++i)
            bytes[page * 4096 + i] = char(i * 7 + 13);
    }
    setContent(m_file, bytes);
}

void tst_StoreOpening::spoilTable(const QString &table, int pages)
{
    QList<int> found;
    auto reader = Store::openReader(m_file);
    QVERIFY(bool(reader));
    {
        QSqlQuery query(*reader);
        QVERIFY2(
            query.exec(
                u"SELECT pageno - 1 FROM dbstat WHERE name = '%1' AND pagetype = 'leaf' ORDER BY path"_s.arg(
                    table)),
            qPrintable(query.lastError().text()));
        while (query.next())
            found.append(query.value(0).toInt());
    }
    Store::closeReader(*reader);
    QVERIFY(found.size() > pages + 4);
    spoil(found.sliced(2, pages)); // leaves some before and after
}

void tst_StoreOpening::leavesTheFutureUntouched()
{
    fill(m_file, m_clock);
    {
        auto open = openDatabase(m_file, m_clock);
        QVERIFY(bool(open));
        QVERIFY(QSqlQuery((*open).database).exec(u"PRAGMA user_version = 99"_s));
        closeDatabase(*open);
    }
    const QByteArray before = content(m_file);
    leaveDeadMark(m_file); // not even after a crash
    const QStringList files = names();
    const auto store = Store::open(m_file, m_clock);
    QVERIFY(!store);
    QCOMPARE(store.error().code, Error::Code::FromFuture);
    QVERIFY(!store.error().text.isEmpty());
    QVERIFY(content(m_file) == before);
    QCOMPARE(names(), files);
}

void tst_StoreOpening::leavesTheFutureInTheLogUntouched()
{
    // A newer Heed was killed: the file has the old number, the log the new one.
    const QString live = m_folder->filePath(u"live.sqlite"_s);
    {
        auto open = openDatabase(live, m_clock);
        QVERIFY(bool(open));
        QVERIFY(QSqlQuery((*open).database).exec(u"PRAGMA wal_checkpoint(TRUNCATE)"_s));
        QVERIFY(QSqlQuery((*open).database).exec(u"PRAGMA user_version = 99"_s));
        QVERIFY(QFile::copy(live, m_file) && QFile::copy(live + u"-wal"_s, m_file + u"-wal"_s));
        closeDatabase(*open);
    }
    const QByteArray before = content(m_file);
    const QByteArray log = content(m_file + u"-wal"_s);
    QVERIFY(log.size() > 4096);
    const auto store = Store::open(m_file, m_clock);
    QVERIFY(!store);
    QCOMPARE(store.error().code, Error::Code::FromFuture);
    QVERIFY(content(m_file) == before);
    QVERIFY(content(m_file + u"-wal"_s) == log);
}

void tst_StoreOpening::recoversWhatCanBeRead_data()
{
    QTest::addColumn<QString>("table"); // of which leaves are spoilt; empty: the file is cut
    QTest::addColumn<int>("messages");  // at least
    QTest::addColumn<int>("events");
    QTest::addColumn<int>("found");
    QTest::addRow("garbage in the messages")
        << u"message"_s << manyMessages - 60 << manyMessages - 60 << manyMessages;
    QTest::addRow("garbage in the events")
        << u"event"_s << manyMessages << manyMessages - 120 << manyMessages;
    QTest::addRow("garbage in the search index")
        << u"found_data"_s << manyMessages << manyMessages << manyMessages;
    QTest::addRow("garbage in the searched texts")
        << u"found_content"_s << manyMessages << manyMessages << manyMessages - 400;
    QTest::addRow("garbage in an index")
        << u"message_by_chat"_s << manyMessages << manyMessages << manyMessages;
    QTest::addRow("a file that was cut") << QString() << 1000 << 0 << 0;
}

void tst_StoreOpening::recoversWhatCanBeRead()
{
    QFETCH(QString, table);
    QFETCH(int, messages);
    QFETCH(int, events);
    QFETCH(int, found);
    fill(m_file, m_clock);
    if (table.isEmpty()) {
        const QByteArray bytes = content(m_file);
        setContent(m_file, bytes.first(bytes.size() * 6 / 10 / 4096 * 4096 - 100));
    } else {
        spoilTable(table, 2);
        leaveDeadMark(m_file);
    }
    const QByteArray damaged = content(m_file);
    {
        auto store = Store::open(m_file, m_clock);
        QVERIFY2(bool(store), store ? "" : qPrintable(store.error().text + store.error().detail));
        const QStringList notes = (*store)->notes();
        QCOMPARE(notes.size(), 1);
        QVERIFY2(notes.first().contains(QFileInfo(damagedFile()).fileName()), qPrintable(notes.first()));
        auto reader = Store::openReader(m_file);
        QVERIFY(bool(reader));
        const auto atLeast = [&reader](const QString &name, int rows) {
            const qint64 there = count(*reader, u"SELECT count(*) FROM "_s + name);
            QVERIFY2(there >= rows && there <= manyMessages, qPrintable(name + u": %1"_s.arg(there)));
        };
        atLeast(u"message"_s, messages);
        atLeast(u"event"_s, events);
        atLeast(u"found"_s, found);
        QCOMPARE(count(*reader, u"SELECT count(*) FROM chat WHERE title LIKE 'Chat _'"_s), 3);
        if (found == manyMessages) {
            QCOMPARE(count(*reader, u"SELECT count(*) FROM found WHERE found MATCH 'common'"_s),
                     manyMessages);
        }
        QCOMPARE(count(*reader, u"SELECT count(*) FROM pragma_foreign_key_check"_s), 0);
        QCOMPARE(
            count(*reader, u"SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'"_s), 1);
        Store::closeReader(*reader);
    }
    QVERIFY(content(damagedFile()) == damaged); // kept as it was
    QCOMPARE(names(), (QStringList{u"heed.sqlite"_s, QFileInfo(damagedFile()).fileName()}));
    QCOMPARE(QFile::permissions(m_file) & (QFileDevice::ReadGroup | QFileDevice::ReadOther),
             QFileDevice::Permissions());
    auto again = Store::open(m_file, m_clock);
    QVERIFY(bool(again) && (*again)->notes().isEmpty());
}

void tst_StoreOpening::givesLostChatsAPlace()
{
    fill(m_file, m_clock);
    {
        auto open = openDatabase(m_file, m_clock);
        QVERIFY(bool(open));
        QSqlQuery query((*open).database);
        QVERIFY(query.exec(u"PRAGMA foreign_keys = OFF"_s) &&
                query.exec(u"DELETE FROM chat WHERE id = 2"_s) &&
                query.exec(u"DELETE FROM message WHERE id = 7"_s));
        query.finish();
        closeDatabase(*open);
    }
    spoilTable(u"audit"_s, 1);
    leaveDeadMark(m_file);
    auto store = Store::open(m_file, m_clock);
    QVERIFY(bool(store));
    auto reader = Store::openReader(m_file);
    QCOMPARE(count(*reader,
                   u"SELECT count(*) FROM chat WHERE id = 2 AND title = 'Recovered chat' AND head > 2900"_s),
             1);
    QCOMPARE(count(*reader, u"SELECT count(*) FROM message"_s), manyMessages - 1);
    QCOMPARE(count(*reader, u"SELECT count(*) FROM reply"_s),
             manyMessages - 1); // the one without its message went
    QCOMPARE(count(*reader, u"SELECT count(*) FROM event"_s), manyMessages - 1); // and what hung on that
    Store::closeReader(*reader);
}

void tst_StoreOpening::goesBackToABackup_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addRow("a text file") << QByteArray("This is not a database.\n").repeated(400);
    QTest::addRow("a short text file") << QByteArray("oops");
    QTest::addRow("nothing at all") << QByteArray();
    QTest::addRow("a first page of zeros") << QByteArray(40960, '\0');
}

void tst_StoreOpening::goesBackToABackup()
{
    QFETCH(QByteArray, bytes);
    setContent(m_file, bytes);
    if (!bytes.isEmpty()) {
        auto store = Store::open(m_file, m_clock);
        QVERIFY2(bool(store), store ? "" : qPrintable(store.error().text + store.error().detail));
        QCOMPARE((*store)->notes().size(), 1);
        QVERIFY2((*store)->notes().first().contains(u"empty"_s), qPrintable((*store)->notes().first()));
    }
    QFile::remove(m_file);
    QVERIFY(QDir().mkpath(m_folder->filePath(u"backups"_s)));
    const QString backup = m_folder->filePath(u"backups/heed-2026-11-2%1.sqlite"_s);
    fill(m_file, m_clock);
    QVERIFY(QFile::rename(m_file, backup.arg(2)));
    setContent(backup.arg(3), "a damaged backup");
    setContent(m_file, bytes);
    auto store = Store::open(m_file, m_clock);
    QVERIFY(bool(store));
    QCOMPARE((*store)->notes().size(), 1);
    QVERIFY2((*store)->notes().first().contains(u"2026-11-22"_s), qPrintable((*store)->notes().first()));
    auto reader = Store::openReader(m_file);
    QCOMPARE(count(*reader, u"SELECT count(*) FROM message"_s), manyMessages);
    Store::closeReader(*reader);
    const QString aside = damagedFile() + (bytes.isEmpty() ? u""_s : u"-2"_s);
    QVERIFY(content(aside) == bytes);
}

//! A kill may come at any moment; an empty file would then be taken for one that something has emptied.
void tst_StoreOpening::aNewFileIsWholeWhenItAppears()
{
    const QFileInfo info(m_file);
    const int watch = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    QVERIFY(watch >= 0);
    const auto close = qScopeGuard([watch] { ::close(watch); });
    QVERIFY(::inotify_add_watch(watch, QFile::encodeName(info.absolutePath()).constData(),
                                IN_CREATE | IN_MOVED_TO) >= 0);
    QVERIFY(bool(Store::open(m_file, m_clock)));
    QList<uint32_t> ways;
    alignas(inotify_event) std::array<char, 16'384> events{};
    const ssize_t size = ::read(watch, events.data(), events.size());
    for (ssize_t at = 0; at < size;) {
        inotify_event event{};
        std::memcpy(&event, events.data() + at, sizeof event);
        const QString name = QFile::decodeName(events.data() + at + sizeof event);
        if (name == info.fileName())
            ways.append(event.mask);
        // A kill would leave it, and nobody who only reads could put it back.
        QVERIFY(name != QString(info.fileName() + u"-journal"_s));
        at += ssize_t(sizeof event + event.len);
    }
    QCOMPARE(ways, QList<uint32_t>{IN_MOVED_TO});
}

void tst_StoreOpening::aNewFileWhoseMakingWasKilledIsMadeAnew()
{
    setContent(m_file + u".making"_s, "half of it");
    setContent(m_file + u".making-journal"_s, "what it was before");
    auto store = Store::open(m_file, m_clock);
    QVERIFY(bool(store));
    QVERIFY((*store)->notes().isEmpty());
    for (const QString &left : {u".making"_s, u".making-journal"_s})
        QVERIFY(!QFile::exists(m_file + left));
}

//! Killed after the lock was made, before the process's name was in it.
void tst_StoreOpening::opensPastTheLockOfAKilledStart()
{
    setContent(m_file + u".opening"_s, {});
    QVERIFY(bool(Store::open(m_file, m_clock)));
}

void tst_StoreOpening::saysThatAFileWasEmptied()
{
    setContent(m_file, {});
    {
        auto store = Store::open(m_file, m_clock);
        QVERIFY(bool(store));
        QCOMPARE((*store)->notes().size(), 1); // it was no first start
        const QString note = (*store)->notes().first();
        QVERIFY2(note.contains(u"was there, but empty"_s) && note.contains(u"put a copy of yours"_s) &&
                     note.contains(m_file),
                 qPrintable(note));
        QCOMPARE(QFile::permissions(m_file) & (QFileDevice::ReadGroup | QFileDevice::ReadOther),
                 QFileDevice::Permissions());
    }
    auto again = Store::open(m_file, m_clock);
    QVERIFY(bool(again) && (*again)->notes().isEmpty());
}

//! SQLite would delete it.
void tst_StoreOpening::anEmptiedFileKeepsItsLog()
{
    setContent(m_file, {});
    setContent(m_file + u"-wal"_s, "what was written last");
    auto store = Store::open(m_file, m_clock);
    QVERIFY(bool(store));
    QCOMPARE((*store)->notes().size(), 1);
    QCOMPARE(content(damagedFile() + u"-wal"_s), QByteArray("what was written last"));
}

void tst_StoreOpening::leavesTheDatabaseOfAnotherProgram_data()
{
    QTest::addColumn<QString>("sql");
    QTest::addRow("without a number") << u"CREATE TABLE mail (id)"_s;
    QTest::addRow("with one") << u"CREATE TABLE mail (id); PRAGMA user_version = 1"_s;
    QTest::addRow("with a high one") << u"CREATE TABLE mail (id); PRAGMA user_version = 70"_s;
    QTest::addRow("that has chats too") << u"CREATE TABLE chat (id)"_s;
}

void tst_StoreOpening::leavesTheDatabaseOfAnotherProgram()
{
    QFETCH(QString, sql);
    {
        sqlite3 *other = nullptr;
        QCOMPARE(sqlite3_open(m_file.toUtf8().constData(), &other), SQLITE_OK);
        QCOMPARE(sqlite3_exec(other, sql.toUtf8().constData(), nullptr, nullptr, nullptr), SQLITE_OK);
        sqlite3_close(other);
    }
    const QByteArray before = content(m_file);
    const QStringList files = names();
    const auto store = Store::open(m_file, m_clock);
    QVERIFY(!store);
    QCOMPARE(store.error().code, Error::Code::Storage);
    QVERIFY2(store.error().text.contains(u"another program made it"_s) &&
                 store.error().text.contains(u"Move it away"_s),
             qPrintable(store.error().text));
    QVERIFY(content(m_file) == before);
    QCOMPARE(names(), files);
}

void tst_StoreOpening::aSoundFileAfterACrashIsKept()
{
    fill(m_file, m_clock);
    leaveDeadMark(m_file);
    {
        auto store = Store::open(m_file, m_clock);
        QVERIFY(bool(store) && (*store)->notes().isEmpty());
    }
    QCOMPARE(names(), QStringList(u"heed.sqlite"_s)); // the mark is gone
}

void tst_StoreOpening::checksOnlyAfterAnUncleanEnd()
{
    fill(m_file, m_clock);
    spoilTable(u"message"_s, 2);
    {
        auto store = Store::open(m_file, m_clock);
        QVERIFY(bool(store) && (*store)->notes().isEmpty()); // a whole read of the file would have met it
    }
    leaveDeadMark(m_file);
    auto store = Store::open(m_file, m_clock);
    QVERIFY(bool(store));
    QCOMPARE((*store)->notes().size(), 1);
}

void tst_StoreOpening::damageMetWhileRunningIsRepairedAtTheNextStart()
{
    fill(m_file, m_clock);
    spoilTable(u"message"_s, 2);
    {
        auto store = Store::open(m_file, m_clock);
        QVERIFY(bool(store) && (*store)->notes().isEmpty());
        std::optional<QString> told;
        (*store)->read<Done>(
            this,
            [](QSqlDatabase &database) -> Result<Done> {
                // The damage is in the middle: the first rows are given.
                const auto texts =
                    sql::rows<QString>(database, u"SELECT text FROM message ORDER BY id"_s, {},
                                       [](const QSqlQuery &row) { return row.value(0).toString(); });
                if (!texts)
                    return texts.error();
                return Done{};
            },
            [&told](const Result<Done> &result) { told = result ? QString() : result.error().text; });
        QTRY_VERIFY(told.has_value());
        QVERIFY2(told->contains(u"is damaged"_s) && told->contains(u"start it again"_s), qPrintable(*told));
        QVERIFY2(!told->contains(u"right"_s) && !told->contains(u"safe"_s), qPrintable(*told));
    }
    auto store = Store::open(m_file, m_clock);
    QVERIFY(bool(store));
    QCOMPARE((*store)->notes().size(), 1);
}

void tst_StoreOpening::leavesADamagedFileThatIsInUse()
{
    fill(m_file, m_clock);
    spoilTable(u"message"_s, 2);
    const QByteArray before = content(m_file);
    auto running = Store::open(m_file, m_clock);
    QVERIFY(bool(running));
    leaveDeadMark(m_file);
    auto store = Store::open(m_file, m_clock);
    QVERIFY(!store);
    QCOMPARE(store.error().code, Error::Code::Storage);
    QVERIFY2(store.error().text.contains(u"another Heed"_s), qPrintable(store.error().text));
    QVERIFY(content(m_file) == before);
    QVERIFY(!QFile::exists(damagedFile()));
}

void tst_StoreOpening::finishesARecoveryThatWasKilled()
{
    fill(m_file, m_clock);
    QVERIFY(QFile::rename(
        m_file, m_file + u".recovered"_s)); // the damaged one was moved away, and then it was killed
    auto store = Store::open(m_file, m_clock);
    QVERIFY(bool(store));
    auto reader = Store::openReader(m_file);
    QCOMPARE(count(*reader, u"SELECT count(*) FROM message"_s), manyMessages);
    Store::closeReader(*reader);
}

void tst_StoreOpening::saysWhatToDo_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("says");
    QTest::addRow("the folder is a file") << u"file/heed.sqlite"_s << u"Move it away"_s;
    QTest::addRow("the folder cannot be made") << u"file/folder/heed.sqlite"_s << u"Make it yourself"_s;
    QTest::addRow("the database is a folder") << u"folder"_s << u"Move it away"_s;
}

void tst_StoreOpening::saysWhatToDo()
{
    QFETCH(QString, file);
    QFETCH(QString, says);
    setContent(m_folder->filePath(u"file"_s), "text");
    QVERIFY(QDir(m_folder->path()).mkdir(u"folder"_s));
    const auto store = Store::open(m_folder->filePath(file), m_clock);
    QVERIFY(!store);
    QCOMPARE(store.error().code, Error::Code::Storage);
    QVERIFY2(store.error().text.contains(says), qPrintable(store.error().text));
    QCOMPARE(content(m_folder->filePath(u"file"_s)), QByteArray("text"));
}

void tst_StoreOpening::readerRefusesTheFuture()
{
    auto open = openDatabase(m_file, m_clock);
    QVERIFY(bool(open));
    QVERIFY(QSqlQuery((*open).database).exec(u"PRAGMA user_version = 99"_s));
    const auto reader = Store::openReader(m_file);
    QVERIFY(!reader);
    QCOMPARE(reader.error().code, Error::Code::FromFuture);
    QVERIFY(!Store::openReader(m_folder->filePath(u"none.sqlite"_s)));
    closeDatabase(*open);
}

void tst_StoreOpening::readerTellsDamage()
{
    setContent(m_file, QByteArray("This is not a database.\n").repeated(400));
    const auto reader = Store::openReader(m_file);
    QVERIFY(!reader);
    QVERIFY2(reader.error().text.contains(u"is damaged"_s) && !reader.error().text.contains(u"right"_s),
             qPrintable(reader.error().text));
}

QTEST_GUILESS_MAIN(tst_StoreOpening)
#include "tst_storeopening.moc"
