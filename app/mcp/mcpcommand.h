// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"
#include "models/base/clock.h"

#include <QList>
#include <QString>
#include <utility>

namespace heed {

//! Runs `heed mcp` on the standard streams in the application's event loop, and gives the exit code.
//! \param overrides settings for this run: name, value; checked here, since the settings are read with the
//!   first call only.
[[nodiscard]] int runMcp(const QList<std::pair<QString, QString>> &overrides, const Clock &clock,
                         Output &err);

} // namespace heed
