// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/migrations.h"

#include "models/base/logging.h"

#include <QCoreApplication>
#include <QSqlError>
#include <QSqlQuery>
#include <array>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

// Times are ms since 1970 UTC. JSON columns hold compact objects or lists. AUTOINCREMENT: what outlives a
// deleted chat (audit, notes, reminders) names its rows, and no later row may have their numbers.
constexpr std::array firstStep{
    "CREATE TABLE chat (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, title_is_own INTEGER NOT "
    "NULL DEFAULT 0,"
    " created_ms INTEGER NOT NULL, updated_ms INTEGER NOT NULL, provider TEXT NOT NULL DEFAULT '',"
    " head INTEGER, draft TEXT NOT NULL DEFAULT '', pinned INTEGER NOT NULL DEFAULT 0, trashed_ms INTEGER,"
    " summary TEXT NOT NULL DEFAULT '', summarised_up_to INTEGER) STRICT",
    "CREATE INDEX chat_by_update ON chat (updated_ms)",

    "CREATE TABLE message (id INTEGER PRIMARY KEY AUTOINCREMENT, chat INTEGER NOT NULL REFERENCES chat ON "
    "DELETE CASCADE,"
    " after_reply INTEGER, text TEXT NOT NULL, at_ms INTEGER NOT NULL, face TEXT NOT NULL,"
    " note TEXT NOT NULL DEFAULT '') STRICT",
    "CREATE INDEX message_by_chat ON message (chat, id)",
    "CREATE INDEX message_by_after ON message (after_reply)",

    "CREATE TABLE reply (id INTEGER PRIMARY KEY AUTOINCREMENT, chat INTEGER NOT NULL REFERENCES chat ON "
    "DELETE CASCADE,"
    " message INTEGER NOT NULL REFERENCES message ON DELETE CASCADE, branched_from INTEGER,"
    " state TEXT NOT NULL, face TEXT NOT NULL, provider TEXT NOT NULL, model TEXT NOT NULL, owner TEXT NOT "
    "NULL,"
    " started_ms INTEGER NOT NULL, finished_ms INTEGER, research_used_ms INTEGER NOT NULL DEFAULT 0,"
    " questions INTEGER NOT NULL DEFAULT 0, fruitless INTEGER NOT NULL DEFAULT 0,"
    " concluding INTEGER NOT NULL DEFAULT 0, model_ms INTEGER NOT NULL DEFAULT 0,"
    " tool_ms INTEGER NOT NULL DEFAULT 0, waited_ms INTEGER NOT NULL DEFAULT 0, first_token_ms INTEGER,"
    " tokens_in INTEGER NOT NULL DEFAULT 0, tokens_out INTEGER NOT NULL DEFAULT 0,"
    " model_turns INTEGER NOT NULL DEFAULT 0, reason TEXT NOT NULL DEFAULT '') STRICT",
    "CREATE INDEX reply_by_message ON reply (message)",
    "CREATE INDEX reply_by_chat ON reply (chat, id)",
    "CREATE INDEX reply_unfinished ON reply (id) WHERE state IN ('running', 'waiting')",

    "CREATE TABLE turn (reply INTEGER NOT NULL REFERENCES reply ON DELETE CASCADE, number INTEGER NOT NULL,"
    " text TEXT NOT NULL, thinking TEXT NOT NULL, echo TEXT NOT NULL, finish TEXT NOT NULL,"
    " PRIMARY KEY (reply, number)) STRICT, WITHOUT ROWID",

    "CREATE TABLE call (id INTEGER PRIMARY KEY AUTOINCREMENT, reply INTEGER NOT NULL REFERENCES reply ON "
    "DELETE CASCADE,"
    " turn INTEGER NOT NULL, position INTEGER NOT NULL, provider_id TEXT NOT NULL, name TEXT NOT NULL,"
    " raw_arguments TEXT NOT NULL, arguments TEXT NOT NULL, problem TEXT NOT NULL, extra TEXT NOT NULL,"
    " result TEXT, ok INTEGER NOT NULL DEFAULT 1, summary TEXT NOT NULL DEFAULT '') STRICT",
    "CREATE INDEX call_by_turn ON call (reply, turn, position)",

    "CREATE TABLE event (reply INTEGER NOT NULL REFERENCES reply ON DELETE CASCADE, seq INTEGER NOT NULL,"
    " first_seq INTEGER NOT NULL, at_ms INTEGER NOT NULL, type TEXT NOT NULL, fields TEXT NOT NULL,"
    " PRIMARY KEY (reply, seq)) STRICT, WITHOUT ROWID",

    "CREATE TABLE question (id TEXT PRIMARY KEY, chat INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,"
    " reply INTEGER NOT NULL REFERENCES reply ON DELETE CASCADE,"
    " call INTEGER NOT NULL, filed INTEGER NOT NULL, text TEXT NOT NULL, options TEXT NOT NULL,"
    " allow_other INTEGER NOT NULL, position INTEGER NOT NULL, count INTEGER NOT NULL, face TEXT NOT NULL,"
    " asked_ms INTEGER NOT NULL, deadline_ms INTEGER, on_silence TEXT NOT NULL, draft TEXT NOT NULL DEFAULT "
    "'',"
    " outcome TEXT, answer TEXT, answer_kind TEXT, answer_option INTEGER, answer_text TEXT, via TEXT,"
    " process TEXT, settled_ms INTEGER, held_back TEXT, parked_ms INTEGER, keeper TEXT NOT NULL DEFAULT '',"
    " told INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID",
    "CREATE INDEX question_by_reply ON question (reply, filed)",
    "CREATE INDEX question_waiting ON question (asked_ms) WHERE outcome IS NULL AND asked_ms > 0",

    "CREATE INDEX question_parked ON question (chat) WHERE parked_ms IS NOT NULL AND told = 0",

    "CREATE TABLE receipt (question TEXT NOT NULL REFERENCES question ON DELETE CASCADE, face TEXT NOT NULL,"
    " at_ms INTEGER NOT NULL, PRIMARY KEY (question, face)) STRICT, WITHOUT ROWID",

    "CREATE TABLE fact (id INTEGER PRIMARY KEY AUTOINCREMENT, chat INTEGER NOT NULL REFERENCES chat ON "
    "DELETE CASCADE,"
    " subject TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, source TEXT NOT NULL,"
    " at_ms INTEGER NOT NULL) STRICT",
    "CREATE INDEX fact_by_chat ON fact (chat)",

    // The audit outlives its chat: no reference.
    "CREATE TABLE audit (id INTEGER PRIMARY KEY AUTOINCREMENT, at_ms INTEGER NOT NULL, kind TEXT NOT NULL,"
    " chat INTEGER, reply INTEGER, fields TEXT NOT NULL) STRICT",
    "CREATE INDEX audit_by_chat ON audit (chat, id)",
    "CREATE TRIGGER audit_stays BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is "
    "append-only'); END",
    "CREATE TRIGGER audit_adds BEFORE INSERT ON audit WHEN EXISTS (SELECT 1 FROM audit WHERE id = new.id)"
    " BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END", // REPLACE asks no other trigger
    "CREATE TRIGGER audit_keeps BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit is "
    "append-only'); END",

    "CREATE TABLE note (id INTEGER PRIMARY KEY AUTOINCREMENT, chat INTEGER, call INTEGER, title TEXT NOT "
    "NULL, text TEXT "
    "NOT NULL,"
    " at_ms INTEGER NOT NULL) STRICT",
    "CREATE UNIQUE INDEX note_by_call ON note (call) WHERE call IS NOT NULL",

    "CREATE TABLE reminder (id INTEGER PRIMARY KEY AUTOINCREMENT, chat INTEGER, call INTEGER, text TEXT NOT "
    "NULL,"
    " local_time TEXT NOT NULL, repeat TEXT NOT NULL, day INTEGER NOT NULL, state TEXT NOT NULL, fired_ms "
    "INTEGER) STRICT",
    "CREATE UNIQUE INDEX reminder_by_call ON reminder (call) WHERE call IS NOT NULL",

    // The names under which other programs know a chat.
    "CREATE TABLE thread (name TEXT PRIMARY KEY, chat INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,"
    " used_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE INDEX thread_by_chat ON thread (chat)",

    "CREATE TABLE secret_mark (chat INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE, digest BLOB NOT NULL,"
    " number INTEGER NOT NULL, PRIMARY KEY (chat, digest)) STRICT, WITHOUT ROWID",

    // kind: 'message', 'reply', 'note', 'answer'; ref: the row there. Rows are newest last.
    "CREATE VIRTUAL TABLE found USING fts5 (text, title, kind UNINDEXED, ref UNINDEXED, chat UNINDEXED,"
    " at_ms UNINDEXED, prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2')",
    "CREATE TRIGGER found_leaves_with_chat AFTER DELETE ON chat BEGIN DELETE FROM found WHERE chat = old.id; "
    "END",
};

constexpr std::array<MigrationStep, 1> steps{MigrationStep(firstStep)};

Error failure(const QSqlError &error)
{
    return {.code = Error::Code::Storage,
            .text = QCoreApplication::translate("heed::Store",
                                                "Heed's database could not be brought up to date. Nothing "
                                                "was changed; check that the disk has room and try again."),
            .detail = error.text()};
}

} // namespace

std::span<const MigrationStep> migrationSteps()
{
    return steps;
}

Result<Done> migrate(QSqlDatabase &database)
{
    QSqlQuery query(database);
    if (!query.exec(u"PRAGMA user_version"_s) || !query.next())
        return failure(query.lastError());
    const int found = query.value(0).toInt();
    query.finish();
    if (found > int(steps.size())) {
        return Error{.code = Error::Code::FromFuture,
                     .text = QCoreApplication::translate(
                         "heed::Store",
                         "Heed's database was made by a newer Heed. It was left untouched: start the newer "
                         "version, or choose another folder with HEED_HOME.")};
    }
    for (int step = found; step < int(steps.size()); ++step) {
        if (!database.transaction())
            return failure(database.lastError());
        bool ok = true;
        for (const char *statement : steps[size_t(step)])
            ok = ok && query.exec(QString::fromLatin1(statement));
        ok = ok && query.exec(u"PRAGMA user_version = %1"_s.arg(step + 1));
        const QSqlError cause = query.lastError();
        if (!ok || !database.commit()) {
            const QSqlError why = ok ? database.lastError() : cause;
            database.rollback();
            return failure(why);
        }
        if (found > 0) // a new one is no news
            qCInfo(lcStore) << "the database is now at version" << step + 1;
    }
    return Done{};
}

} // namespace heed
