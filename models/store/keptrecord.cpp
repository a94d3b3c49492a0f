// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Facts, notes and the audit.
#include "models/store/keptrecord.h"
#include "models/store/sql.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace heed::records {

namespace {

Result<Done> indexFact(QSqlDatabase &database, FactId id)
{
    return sql::set(database,
                    u"INSERT INTO found (text, title, kind, ref, chat, at_ms)"
                    " SELECT value, name, 'answer', id, chat, at_ms FROM fact WHERE id = ?"_s,
                    {id.value});
}

Result<Done> removeFromIndex(QSqlDatabase &database, FactId id)
{
    return sql::set(database, u"DELETE FROM found WHERE kind = 'answer' AND ref = ?"_s, {id.value});
}

} // namespace

Result<FactId> addFact(QSqlDatabase &database, const FactRecord &fact)
{
    const auto id = sql::insert(
        database, u"INSERT INTO fact (chat, subject, name, value, source, at_ms) VALUES (?, ?, ?, ?, ?, ?)"_s,
        {fact.chat.value, sql::text(fact.subject), sql::text(fact.name), sql::text(fact.value),
         sql::text(fact.source), fact.atMs});
    if (!id)
        return id.error();
    if (auto indexed = indexFact(database, {*id}); !indexed)
        return indexed.error();
    return FactId{*id};
}

Result<QList<FactRecord>> facts(QSqlDatabase &database, ChatId chat)
{
    return sql::rows<FactRecord>(
        database,
        u"SELECT id, chat, subject, name, value, source, at_ms FROM fact WHERE chat = ? ORDER BY id"_s,
        {chat.value}, [](const QSqlQuery &query) {
            return FactRecord{.id = {query.value(0).toLongLong()},
                              .chat = {query.value(1).toLongLong()},
                              .subject = query.value(2).toString(),
                              .name = query.value(3).toString(),
                              .value = query.value(4).toString(),
                              .source = query.value(5).toString(),
                              .atMs = query.value(6).toLongLong()};
        });
}

Result<Done> setFact(QSqlDatabase &database, FactId id, const QString &value)
{
    if (auto changed =
            sql::set(database, u"UPDATE fact SET value = ? WHERE id = ?"_s, {sql::text(value), id.value});
        !changed)
        return changed;
    if (auto removed = removeFromIndex(database, id); !removed)
        return removed;
    return indexFact(database, id);
}

Result<Done> removeFact(QSqlDatabase &database, FactId id)
{
    if (auto removed = sql::set(database, u"DELETE FROM fact WHERE id = ?"_s, {id.value}); !removed)
        return removed;
    return removeFromIndex(database, id);
}

Result<Done> addAudit(QSqlDatabase &database, const AuditRecord &row)
{
    return sql::set(database,
                    u"INSERT INTO audit (at_ms, kind, chat, reply, fields) VALUES (?, ?, ?, ?, ?)"_s,
                    {row.atMs, sql::text(row.kind), sql::reference(row.chat), sql::reference(row.reply),
                     sql::json(row.fields)});
}

Result<QList<AuditRecord>> audit(QSqlDatabase &database, const AuditQuery &query)
{
    QString where = u" WHERE 1"_s;
    QVariantList values;
    if (query.chat) {
        where += u" AND chat = ?"_s;
        values.append(query.chat->value);
    }
    if (query.sinceMs) {
        where += u" AND at_ms >= ?"_s;
        values.append(*query.sinceMs);
    }
    if (query.beforeId) {
        where += u" AND id < ?"_s;
        values.append(*query.beforeId);
    }
    const QString order = query.newestFirst ? u" ORDER BY id DESC LIMIT ?"_s : u" ORDER BY id LIMIT ?"_s;
    values.append(query.limit > 0 ? query.limit : -1); // SQLite: a negative limit is none
    return sql::rows<AuditRecord>(database,
                                  u"SELECT id, at_ms, kind, chat, reply, fields FROM audit"_s + where + order,
                                  values, [](const QSqlQuery &row) {
                                      return AuditRecord{.id = row.value(0).toLongLong(),
                                                         .atMs = row.value(1).toLongLong(),
                                                         .kind = row.value(2).toString(),
                                                         .chat = {row.value(3).toLongLong()},
                                                         .reply = {row.value(4).toLongLong()},
                                                         .fields = sql::object(row.value(5))};
                                  });
}

Result<NoteId> addNote(QSqlDatabase &database, const NoteRecord &note)
{
    if (note.call.isValid()) {
        const auto known =
            sql::row<NoteId>(database, u"SELECT id FROM note WHERE call = ?"_s, {note.call.value},
                             [](const QSqlQuery &query) { return NoteId{query.value(0).toLongLong()}; });
        if (!known)
            return known.error();
        if (*known)
            return **known;
    }
    const auto id =
        sql::insert(database, u"INSERT INTO note (chat, call, title, text, at_ms) VALUES (?, ?, ?, ?, ?)"_s,
                    {sql::reference(note.chat), sql::reference(note.call), sql::text(note.title),
                     sql::text(note.text), note.atMs});
    if (!id)
        return id.error();
    // A note is the person's own and outlives the chat in which it was made: no chat in its full-text row.
    if (auto indexed = sql::set(
            database,
            u"INSERT INTO found (text, title, kind, ref, chat, at_ms) VALUES (?, ?, 'note', ?, NULL, ?)"_s,
            {sql::text(note.text), sql::text(note.title), *id, note.atMs});
        !indexed)
        return indexed.error();
    return NoteId{*id};
}

Result<NoteRecord> note(QSqlDatabase &database, NoteId id)
{
    const auto found =
        sql::row<NoteRecord>(database, u"SELECT id, chat, call, title, text, at_ms FROM note WHERE id = ?"_s,
                             {id.value}, [](const QSqlQuery &query) {
                                 return NoteRecord{.id = {query.value(0).toLongLong()},
                                                   .chat = {query.value(1).toLongLong()},
                                                   .call = {query.value(2).toLongLong()},
                                                   .title = query.value(3).toString(),
                                                   .text = query.value(4).toString(),
                                                   .atMs = query.value(5).toLongLong()};
                             });
    if (!found)
        return found.error();
    if (!*found)
        return sql::notFound(
            QCoreApplication::translate("heed::Store", "There is no note %1.").arg(id.value));
    return **found;
}

Result<Done> removeNote(QSqlDatabase &database, NoteId id)
{
    if (auto removed = sql::set(database, u"DELETE FROM note WHERE id = ?"_s, {id.value}); !removed)
        return removed;
    return sql::set(database, u"DELETE FROM found WHERE kind = 'note' AND ref = ?"_s, {id.value});
}

} // namespace heed::records
