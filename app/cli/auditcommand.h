// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"
#include "models/base/clock.h"
#include "models/base/id.h"

#include <optional>

namespace heed {

//! `heed audit …`.
struct AuditRequest {
    std::optional<ChatId> chat{};
    std::optional<QString> since{};
    bool json = false;
};

//! When "2026-11-29", "2026-11-29 14:00", "today" or "yesterday" begins for the person, ms since 1970 UTC.
[[nodiscard]] std::optional<qint64> readSince(const QString &text, const Clock &clock);

//! Prints the audit from a connection of its own for reading, beside whatever else uses the database.
//! \return the exit code; 2 for a date that cannot be read.
[[nodiscard]] int runAudit(const AuditRequest &request, const QString &databaseFile, const Clock &clock,
                           Output &out, Output &err);

} // namespace heed
