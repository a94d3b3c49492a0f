// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/migrations.h"
#include "models/store/opening.h"

#include <QDir>
#include <QFile>
#include <QSqlError>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

//! What a database of each version held. A new version gets a list here, the old ones stay.
const QList<QStringList> fixtures{
    {},
    {u"INSERT INTO chat (id, title, created_ms, updated_ms, head) VALUES (1, 'Roof', 1, 2, 1)"_s,
     u"INSERT INTO message (id, chat, text, at_ms, face) VALUES (1, 1, 'What about the roof?', 1, 'window')"_s,
     u"INSERT INTO reply (id, chat, message, state, face, provider, model, owner, started_ms) VALUES (1, 1, "
     u"1, 'waiting', "
     "'window', '{}', 'm', '', 1)"_s,
     u"INSERT INTO turn VALUES (1, 0, 'Let me ask.', '', '{}', 'calls')"_s,
     u"INSERT INTO call (id, reply, turn, position, provider_id, name, raw_arguments, arguments, problem, "
     u"extra) VALUES (1, "
     "1, 0, 0, 'c1', 'ask_user', '{}', '{}', '', '{}')"_s,
     u"INSERT INTO event VALUES (1, 1, 1, 1, 'asked', '{}')"_s,
     u"INSERT INTO question (id, chat, reply, call, filed, text, options, allow_other, position, count, "
     u"face, asked_ms, "
     "on_silence) VALUES ('00000001', 1, 1, 1, 0, 'Which roof?', '[]', 1, 1, 1, 'window', 1, 'assume')"_s,
     u"INSERT INTO receipt VALUES ('00000001', 'window', 1)"_s,
     u"INSERT INTO fact (chat, subject, name, value, source, at_ms) VALUES (1, 'answer', 'Which?', 'The red', 'person', 1)"_s,
     u"INSERT INTO audit (at_ms, kind, chat, fields) VALUES (1, 'inquiry.requested', 1, '{}')"_s,
     u"INSERT INTO note (title, text, at_ms) VALUES ('Roof', 'is red', 1)"_s,
     u"INSERT INTO reminder (text, local_time, repeat, day, state) VALUES ('roof', '2026-11-29T18:00', 'once', 0, 'set')"_s,
     u"INSERT INTO secret_mark VALUES (1, x'00ff', 1)"_s,
     u"INSERT INTO found (text, title, kind, ref, chat, at_ms) VALUES ('What about the roof?', '', 'message', 1, 1, 1)"_s},
};

QStringList rows(const QSqlDatabase &database, const QString &sql)
{
    QStringList rows;
    QSqlQuery query(database);
    if (!query.exec(sql))
        return {query.lastError().text()};
    while (query.next())
        rows.append(query.value(0).toString());
    return rows;
}

QString errorOf(const Result<Done> &result)
{
    return result ? QString() : result.error().detail;
}

//! A closed file's database, for tests.
class Database
{
public:
    explicit Database(const QString &file)
        : m_database(QSqlDatabase::addDatabase(u"QSQLITE"_s, file))
    {
        m_database.setDatabaseName(file);
        m_database.open();
    }
    ~Database() { closeConnection(m_database); }
    Q_DISABLE_COPY_MOVE(Database)
    QSqlDatabase &operator*() { return m_database; }

private:
    QSqlDatabase m_database;
};

} // namespace

//! Each step of the schema, from every version there was.
class tst_Migrations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyVersionHasAFixture() { QCOMPARE(fixtures.size(), qsizetype(migrationSteps().size()) + 1); }
    void comesUpFrom_data();
    void comesUpFrom();
    void leavesTheFutureAlone();
    void aFailingStepChangesNothing();
};

void tst_Migrations::comesUpFrom_data()
{
    QTest::addColumn<int>("version");
    for (int version = 0; version <= int(migrationSteps().size()); ++version)
        QTest::addRow("version %d", version) << version;
}

void tst_Migrations::comesUpFrom()
{
    QFETCH(int, version);
    QTemporaryDir folder;
    Database fresh(folder.filePath(u"fresh.sqlite"_s));
    QCOMPARE(errorOf(migrate(*fresh)), QString());

    Database old(folder.filePath(u"old.sqlite"_s));
    QStringList statements;
    for (int step = 0; step < version; ++step) {
        for (const char *statement : migrationSteps()[size_t(step)])
            statements.append(QString::fromLatin1(statement));
    }
    statements += fixtures.value(version);
    statements.append(u"PRAGMA user_version = %1"_s.arg(version));
    for (const QString &statement : statements) {
        QSqlQuery query(*old);
        QVERIFY2(query.exec(statement), qPrintable(statement + u": "_s + query.lastError().text()));
    }
    const QString tables =
        u"SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') AND name "
        "NOT LIKE 'sqlite_%'"_s;
    QMap<QString, QStringList> counts;
    for (const QString &table : rows(*old, tables))
        counts.insert(table, rows(*old, u"SELECT count(*) FROM "_s + table));

    QCOMPARE(errorOf(migrate(*old)), QString());
    const QString schema = u"SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name"_s;
    QCOMPARE(rows(*old, schema), rows(*fresh, schema));
    QCOMPARE(rows(*old, u"PRAGMA user_version"_s), QStringList(QString::number(migrationSteps().size())));
    QCOMPARE(rows(*old, u"PRAGMA integrity_check"_s), QStringList(u"ok"_s));
    QCOMPARE(rows(*old, u"PRAGMA foreign_key_check"_s), QStringList());
    for (auto count = counts.cbegin(); count != counts.cend(); ++count)
        QCOMPARE(rows(*old, u"SELECT count(*) FROM "_s + count.key()), count.value());
    if (version > 0)
        QCOMPARE(
            rows(
                *old,
                u"SELECT chat.title FROM chat JOIN found ON found.chat = chat.id WHERE found MATCH 'roof'"_s),
            QStringList(u"Roof"_s));
    QCOMPARE(errorOf(migrate(*old)), QString()); // a second time changes nothing
}

void tst_Migrations::leavesTheFutureAlone()
{
    QTemporaryDir folder;
    Database database(folder.filePath(u"new.sqlite"_s));
    const int next = int(migrationSteps().size()) + 1;
    QVERIFY(QSqlQuery(*database).exec(u"PRAGMA user_version = %1"_s.arg(next)));
    const Result<Done> result = migrate(*database);
    QVERIFY(!result);
    QCOMPARE(result.error().code, Error::Code::FromFuture);
    QCOMPARE(rows(*database, u"SELECT name FROM sqlite_schema"_s), QStringList());
    QCOMPARE(rows(*database, u"PRAGMA user_version"_s), QStringList(QString::number(next)));
}

void tst_Migrations::aFailingStepChangesNothing()
{
    QTemporaryDir folder;
    Database database(folder.filePath(u"odd.sqlite"_s));
    QVERIFY(QSqlQuery(*database).exec(u"CREATE TABLE note (oddity)"_s)); // in the way of the first step
    const Result<Done> result = migrate(*database);
    QVERIFY(!result);
    QCOMPARE(result.error().code, Error::Code::Storage);
    QCOMPARE(rows(*database, u"SELECT name FROM sqlite_schema"_s), QStringList(u"note"_s));
    QCOMPARE(rows(*database, u"PRAGMA user_version"_s), QStringList(u"0"_s));
}

QTEST_GUILESS_MAIN(tst_Migrations)
#include "tst_migrations.moc"
