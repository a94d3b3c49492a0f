// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"
#include "models/store/storethread.h"

#include <QSqlDatabase>
#include <QString>
#include <optional>
#include <vector>

struct sqlite3;

namespace heed {

//! What became of a batch.
struct BatchOutcome {
    enum class End {
        Committed, //!< results says which works failed on their own
        TryAgain,  //!< nothing was written: the disk is full, read-only or locked; error says which
        Refused,   //!< nothing was written and trying again would not help
    };
    End end = End::Committed;
    Error error{};
    std::vector<std::optional<Error>> results{}; //!< one a work
};

//! Runs works in one transaction, each in a savepoint, so that one that fails leaves its neighbours alone.
//! Thread: the store thread.
class Batch
{
public:
    Batch(QSqlDatabase &database, QString file);
    [[nodiscard]] BatchOutcome run(const std::vector<StoreWork> &works);

private:
    [[nodiscard]] int begin(bool writes, bool full);
    [[nodiscard]] std::optional<Error> work(const StoreWork &work, int &trouble);
    [[nodiscard]] BatchOutcome failed(int code);
    void noteDamage(int code);

    QSqlDatabase &m_database;
    const QString m_file;
    sqlite3 *m_connection;
    std::optional<bool> m_full{}; //!< the connection stands at synchronous=FULL
    bool m_damageNoted = false;
};

} // namespace heed
