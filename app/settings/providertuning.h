// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/provider/providersettings.h"

namespace heed {

class Settings;

//! How providers talk to their servers, from the person's settings: a snapshot by value. Called in the thread
//! of the settings.
[[nodiscard]] ProviderSettings providerSettings(const Settings &settings);

} // namespace heed
