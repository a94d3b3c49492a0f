// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace heed {

//! Where Heed keeps things. HEED_HOME puts everything into one folder; without it the platform's data,
//! config and runtime folders are used. Folders are made with mode 0700 when first asked for.
namespace places {

[[nodiscard]] QString dataFolder();    //!< heed.sqlite, pending/, attachments/
[[nodiscard]] QString configFolder();  //!< heed.ini
[[nodiscard]] QString runtimeFolder(); //!< api.json, single-instance socket
[[nodiscard]] QString databaseFile();
[[nodiscard]] QString settingsFile();

} // namespace places
} // namespace heed
