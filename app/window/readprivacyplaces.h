// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/clock.h"
#include "widgets/settings/privacyplaces.h"

namespace heed {

//! Where this program keeps things now, for the privacy page.
//! \param keyFile where keys go that the person wants in a file.
[[nodiscard]] PrivacyPlaces readPrivacyPlaces(const QString &databaseFile, const QString &settingsFile,
                                              const QString &keyFile, const Clock &clock);

} // namespace heed
