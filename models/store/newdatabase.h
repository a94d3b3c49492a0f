// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"

#include <QSqlDatabase>
#include <QString>

namespace heed {

//! Makes a database without rows in \a file, with the schema of \a version, readable by its owner only, and
//! gives the open connection to it. What a kill has left there is removed first. Any thread; the connection
//! is the caller's to close.
[[nodiscard]] Result<QSqlDatabase> makeEmptyDatabase(const QString &file, int version);

//! Puts a new database in the place of a missing one. It is made beside it and renamed when it is whole: a
//! kill in the middle never leaves an empty file, which at the next start would look like one that something
//! has emptied. Nobody else may be opening the file.
[[nodiscard]] Result<Done> makeMissingDatabase(const QString &file);

//! Removes a database and all that SQLite keeps beside it.
void removeDatabaseFiles(const QString &file);

} // namespace heed
