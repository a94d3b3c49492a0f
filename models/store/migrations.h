// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"

#include <QSqlDatabase>
#include <span>

namespace heed {

//! One step of the schema: its statements, run in one transaction together with the new number.
//! Steps are appended, never edited.
using MigrationStep = std::span<const char *const>;

//! Step n takes a database from version n to n + 1.
[[nodiscard]] std::span<const MigrationStep> migrationSteps();

//! Brings the database up to date. FromFuture when a newer Heed made it: then nothing is touched.
[[nodiscard]] Result<Done> migrate(QSqlDatabase &database);

} // namespace heed
