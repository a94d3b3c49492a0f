// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/settings/settingspage.h"

namespace heed {

class SettingsPort;

//! How the window looks. GUI thread.
class AppearancePage final : public SettingsPage
{
    Q_OBJECT
public:
    explicit AppearancePage(SettingsPort &port, QWidget *parent = nullptr);
};

} // namespace heed
