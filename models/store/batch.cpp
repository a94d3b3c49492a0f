// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/batch.h"

#include "models/base/logging.h"
#include "models/store/openmark.h"
#include "models/store/rawsqlite.h"

#include <algorithm>
#include <sqlite3.h>

namespace heed {

Batch::Batch(QSqlDatabase &database, QString file)
    : m_database(database)
    , m_file(std::move(file))
    , m_connection(raw::handle(database))
{
}

BatchOutcome Batch::run(const std::vector<StoreWork> &works)
{
    const bool writes =
        std::any_of(works.begin(), works.end(), [](const StoreWork &work) { return work.writes; });
    const bool full = std::any_of(works.begin(), works.end(), [](const StoreWork &work) {
        return work.writes && work.durability == Durability::AtOnce;
    });
    if (const int code = begin(writes, full); code != SQLITE_OK)
        return failed(code);

    BatchOutcome outcome;
    outcome.results.reserve(works.size());
    for (const StoreWork &one : works) {
        int trouble = SQLITE_OK;
        outcome.results.push_back(work(one, trouble));
        if (trouble != SQLITE_OK)
            return failed(trouble);
    }
    if (const int code = raw::run(m_connection, "COMMIT"); code != SQLITE_OK)
        return failed(code);
    return outcome;
}

// The level cannot be changed inside a transaction, and a FULL commit syncs every commit before it too.
int Batch::begin(bool writes, bool full)
{
    if (writes && m_full != full) {
        if (const int code =
                raw::run(m_connection, full ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
            code != SQLITE_OK)
            return code;
        m_full = full;
    }
    // IMMEDIATE: another process's lock is met here, before any work has run.
    return raw::run(m_connection, writes ? "BEGIN IMMEDIATE" : "BEGIN");
}

//! Runs one work. \a trouble is set when the failure is the disk's, not the work's.
std::optional<Error> Batch::work(const StoreWork &work, int &trouble)
{
    // Besides its use, this clears the error code, so that the code below is of this work.
    if (trouble = raw::run(m_connection, "SAVEPOINT work"); trouble != SQLITE_OK)
        return std::nullopt;
    std::optional<Error> error = work.run(m_database);
    const int code = sqlite3_extended_errcode(m_connection);
    // SQLite gives the whole transaction up when the disk is full or fails in the middle.
    const bool givenUp = sqlite3_get_autocommit(m_connection) != 0;
    if (givenUp || (error && work.writes && raw::canPass(code))) {
        trouble = raw::canPass(code) ? code : SQLITE_IOERR;
        return error;
    }
    if (error) {
        noteDamage(code);
        trouble = raw::run(m_connection, "ROLLBACK TO work");
    }
    if (trouble == SQLITE_OK)
        trouble = raw::run(m_connection, "RELEASE work");
    return error;
}

BatchOutcome Batch::failed(int code)
{
    const QString detail = QString::fromUtf8(sqlite3_errmsg(m_connection));
    noteDamage(code);
    if (sqlite3_get_autocommit(m_connection) == 0)
        raw::run(m_connection, "ROLLBACK");
    const auto end = raw::canPass(code) ? BatchOutcome::End::TryAgain : BatchOutcome::End::Refused;
    return {.end = end, .error = raw::unwritable(code, m_file, detail), .results = {}};
}

void Batch::noteDamage(int code)
{
    if (!raw::isDamage(code) || m_damageNoted)
        return;
    m_damageNoted = true;
    qCCritical(lcStore) << "the database is damaged; it is checked and repaired at the next start";
    OpenMark::askForCheck(m_file);
}

} // namespace heed
