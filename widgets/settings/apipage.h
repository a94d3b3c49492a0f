// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/clock.h"
#include "widgets/settings/settingspage.h"

namespace heed {

class SettingsPort;

//! Whether other programs on this computer may take part: scripts, a companion. GUI thread.
class ApiPage final : public SettingsPage
{
    Q_OBJECT
public:
    ApiPage(SettingsPort &port, const Clock &clock, QWidget *parent = nullptr);

Q_SIGNALS:
    //! The old token is to open nothing any more.
    void newTokenWanted();
};

} // namespace heed
