// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"

#include <optional>

namespace heed {

//! Where Heed keeps things. HEED_HOME puts everything into one folder; without it the platform's data,
//! config and runtime folders are used.
namespace places {

//! Forgets what the environment says of the platform's folders where that is no absolute path, as the XDG
//! base directory specification asks. Called once, before any thread.
void ignoreRelativeFolders();

//! Why there is no place to keep anything, with what to do about it; nothing when all is well. Asked before
//! any of the others: they would give a place that nobody meant. Makes nothing.
[[nodiscard]] std::optional<Error> problem();

//! What becomes of a folder that is missing: it is made (mode 0700), or stays missing, for who only reads.
enum class Missing { IsMade, Stays };

[[nodiscard]] QString dataFolder(Missing missing = Missing::IsMade); //!< heed.sqlite, pending/, attachments/
[[nodiscard]] QString configFolder(Missing missing = Missing::IsMade); //!< heed.ini
[[nodiscard]] QString runtimeFolder();                                 //!< api.json, single-instance socket
[[nodiscard]] QString databaseFile(Missing missing = Missing::IsMade);
[[nodiscard]] QString settingsFile(Missing missing = Missing::IsMade);

} // namespace places
} // namespace heed
