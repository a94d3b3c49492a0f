// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace heed {

//! Where this Heed keeps things, for the privacy page. A value.
struct PrivacyPlaces {
    QString dataFolder{}; //!< chats, answers, notes, reminders
    QString settingsFile{};
    QString keyFile{};     //!< of keys that the person wanted in a file
    QStringList backups{}; //!< copies of the database, newest first
};

} // namespace heed
