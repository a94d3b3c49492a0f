// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/readprivacyplaces.h"

#include "models/store/backup.h"

#include <QFileInfo>

namespace heed {

PrivacyPlaces readPrivacyPlaces(const QString &databaseFile, const QString &settingsFile,
                                const QString &keyFile, const Clock &clock)
{
    return {.dataFolder = QFileInfo(databaseFile).absolutePath(),
            .settingsFile = settingsFile,
            .keyFile = keyFile,
            .backups = Backup(databaseFile, clock).all()};
}

} // namespace heed
