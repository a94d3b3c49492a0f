// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/clock.h"
#include "models/base/result.h"
#include "models/store/openmark.h"

#include <QSqlDatabase>
#include <QStringList>
#include <memory>

namespace heed {

//! The open database of the store thread.
struct OpenDatabase {
    QSqlDatabase database{};
    QStringList notes{}; //!< what the person should know, translated
    std::unique_ptr<OpenMark> mark{};
};

//! Opens the database for writing: makes it when missing, checks it after an unclean end, recovers it when
//! damaged, brings it up to date. A file of a newer Heed is not touched, nor is anything made beside it.
//! Thread: the one that will use it. Waits while another process opens the same file.
[[nodiscard]] Result<OpenDatabase> openDatabase(const QString &file, const Clock &clock);

//! Makes the folder when it is missing; an Error says what to do when it cannot be used.
[[nodiscard]] Result<Done> prepareFolder(const QString &file);

//! A name that nothing has yet: "heed.sqlite.damaged-2026-11-29-2101".
[[nodiscard]] QString freeName(const QString &file, const QString &kind, const Clock &clock);

//! Empties the write-ahead log into the file and closes: a clean end.
void closeDatabase(OpenDatabase &open);

//! A connection that can only read.
[[nodiscard]] Result<QSqlDatabase> openForReading(const QString &file);
//! Closes and forgets the connection.
void closeConnection(QSqlDatabase &database);

} // namespace heed
