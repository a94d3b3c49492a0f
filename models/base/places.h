// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"

#include <optional>

namespace heed {

//! Where Heed keeps things. HEED_HOME puts everything into one folder; without it the platform's data,
//! config and runtime folders are used. Folders are made with mode 0700 when first asked for.
namespace places {

//! Why there is no place to keep anything, with what to do about it; nothing when all is well. Asked before
//! any of the others: they would give a place that nobody meant.
[[nodiscard]] std::optional<Error> problem();

[[nodiscard]] QString dataFolder();    //!< heed.sqlite, pending/, attachments/
[[nodiscard]] QString configFolder();  //!< heed.ini
[[nodiscard]] QString runtimeFolder(); //!< api.json, single-instance socket
[[nodiscard]] QString databaseFile();
[[nodiscard]] QString settingsFile();

} // namespace places
} // namespace heed
