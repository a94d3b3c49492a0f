// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/terminal/story.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QUuid>
#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace heed::test {

namespace {

QJsonObject object(const QVariant &value)
{
    return QJsonDocument::fromJson(value.toString().toUtf8()).object();
}

void each(const QSqlDatabase &database, const QString &select,
          const std::function<void(const QSqlQuery &)> &row)
{
    QSqlQuery query(database);
    if (!query.exec(select))
        qFatal("%s: %s", qPrintable(select), qPrintable(query.lastError().text()));
    while (query.next())
        row(query);
}

void readEvents(const QSqlDatabase &database, Story &story)
{
    qint64 number = 0;
    each(database, u"SELECT seq, first_seq, type, fields FROM event ORDER BY reply, seq"_s,
         [&](const QSqlQuery &row) {
             ++number;
             const QJsonObject fields = object(row.value(3));
             const QString type = row.value(2).toString();
             if (!fields.contains(u"deltas"_s)) {
                 story.events.append(
                     {.seq = row.value(0).toLongLong(), .row = number, .type = type, .fields = fields});
                 return;
             }
             qint64 seq = row.value(1).toLongLong();
             const QJsonArray deltas = fields[u"deltas"_s].toArray();
             for (const QJsonValue &delta : deltas)
                 story.events.append(
                     {.seq = seq++, .row = number, .type = type, .fields = {{u"delta"_s, delta}}});
         });
}

void readAll(const QSqlDatabase &database, Story &story)
{
    each(database, u"PRAGMA integrity_check"_s,
         [&](const QSqlQuery &row) { story.integrity += row.value(0).toString(); });
    each(database, u"SELECT id, text FROM message ORDER BY id"_s, [&](const QSqlQuery &row) {
        story.messages.append({row.value(0).toLongLong(), row.value(1).toString()});
    });
    each(database, u"SELECT id, state FROM reply ORDER BY id"_s, [&](const QSqlQuery &row) {
        story.replies.append({row.value(0).toLongLong(), row.value(1).toString()});
    });
    each(database, u"SELECT id, text, asked_ms, outcome, answer, draft FROM question ORDER BY reply, filed"_s,
         [&](const QSqlQuery &row) {
             story.questions.append(
                 {.id = row.value(0).toString(),
                  .text = row.value(1).toString(),
                  .isAsked = row.value(2).toLongLong() > 0,
                  .outcome = row.value(3).isNull() ? std::nullopt : std::optional(row.value(3).toString()),
                  .answer = row.value(4).toString(),
                  .draft = row.value(5).toString()});
         });
    each(database, u"SELECT id, name, result FROM call ORDER BY id"_s, [&](const QSqlQuery &row) {
        story.calls.append(
            {.id = row.value(0).toLongLong(),
             .name = row.value(1).toString(),
             .result = row.value(2).isNull() ? std::nullopt : std::optional(row.value(2).toString())});
    });
    each(database, u"SELECT text FROM turn ORDER BY reply, number"_s,
         [&](const QSqlQuery &row) { story.turns.append(row.value(0).toString()); });
    each(database, u"SELECT kind, fields FROM audit ORDER BY id"_s, [&](const QSqlQuery &row) {
        story.audit.append({row.value(0).toString(), object(row.value(1))});
    });
    each(database, u"SELECT text FROM note ORDER BY id"_s,
         [&](const QSqlQuery &row) { story.notes.append(row.value(0).toString()); });
    each(database, u"SELECT text FROM reminder ORDER BY id"_s,
         [&](const QSqlQuery &row) { story.reminders.append(row.value(0).toString()); });
    readEvents(database, story);
}

} // namespace

Story Story::read(const QString &home)
{
    Story story;
    const QDir from(home);
    if (!from.exists(u"heed.sqlite"_s))
        return story;
    const QTemporaryDir copy;
    for (const QString &name : {u"heed.sqlite"_s, u"heed.sqlite-wal"_s}) {
        if (from.exists(name) && !QFile::copy(from.filePath(name), copy.filePath(name)))
            qFatal("%s cannot be copied", qPrintable(name));
    }
    const QString connection = QUuid::createUuid().toString();
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, connection);
        database.setDatabaseName(copy.filePath(u"heed.sqlite"_s));
        if (!database.open())
            qFatal("the copy does not open: %s", qPrintable(database.lastError().text()));
        if (database.tables().contains(u"audit"_s))
            readAll(database, story);
    }
    QSqlDatabase::removeDatabase(connection);
    return story;
}

void insertReminder(const QString &home, const QString &text, int minutesAgo)
{
    const QString connection = QUuid::createUuid().toString();
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, connection);
        database.setDatabaseName(QDir(home).filePath(u"heed.sqlite"_s));
        if (!database.open())
            qFatal("the database does not open: %s", qPrintable(database.lastError().text()));
        QSqlQuery insert(database);
        insert.prepare(
            u"INSERT INTO reminder (text, local_time, repeat, day, state) VALUES (?, ?, 'once', 0, 'set')"_s);
        insert.addBindValue(text);
        insert.addBindValue(
            QDateTime::currentDateTimeUtc().addSecs(-60 * minutesAgo).toString(u"yyyy-MM-ddTHH:mm:00"_s));
        if (!insert.exec())
            qFatal("no reminder: %s", qPrintable(insert.lastError().text()));
    }
    QSqlDatabase::removeDatabase(connection);
}

std::optional<Story::Question> Story::question(const QString &id) const
{
    const auto found = std::ranges::find(questions, id, &Question::id);
    return found == questions.end() ? std::nullopt : std::optional(*found);
}

int Story::count(const QString &auditKind, const QString &questionId) const
{
    return int(std::ranges::count_if(audit, [&](const Audit &row) {
        return row.kind == auditKind && row.fields[u"id"_s].toString() == questionId;
    }));
}

} // namespace heed::test
