// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/clock.h"

#include <QDate>
#include <QSqlDatabase>
#include <QString>
#include <QStringList>
#include <atomic>

namespace heed {

//! The weekly copies of the database: "backups/heed-2026-11-29.sqlite" beside it, three kept (book 8.1).
//! Thread: the store thread.
class Backup
{
public:
    enum class End { Made, Interrupted, Failed };

    Backup(const QString &database, const Clock &clock);

    //! The copies, newest first.
    [[nodiscard]] QStringList all() const;
    //! Wall time in ms since 1970 from which a copy is due; 0: there is none yet.
    [[nodiscard]] qint64 dueMs() const;
    //! Makes one and takes away the oldest above three. Stops soon when \a called becomes true: whoever
    //! has something to write does not wait for a copy.
    [[nodiscard]] End make(QSqlDatabase &connection, const std::atomic<bool> &called) const;

private:
    [[nodiscard]] QDate day(const QString &file) const; //!< from its name; invalid: not a copy of ours
    [[nodiscard]] End copy(QSqlDatabase &connection, const std::atomic<bool> &called,
                           const QString &to) const;
    void removeOld() const;

    QString m_folder;
    QString m_stem; //!< "heed-"
    const Clock &m_clock;
};

} // namespace heed
