// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/settings/settingspage.h"

namespace heed {

class SettingsPort;

//! When and how a reply may ask the person. GUI thread.
class QuestionsPage final : public SettingsPage
{
    Q_OBJECT
public:
    explicit QuestionsPage(SettingsPort &port, QWidget *parent = nullptr);
};

} // namespace heed
