// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLoggingCategory>

namespace heed {

// Logs never carry message texts, answers or keys.
Q_DECLARE_LOGGING_CATEGORY(lcReply)    // heed.reply
Q_DECLARE_LOGGING_CATEGORY(lcQuestion) // heed.question
Q_DECLARE_LOGGING_CATEGORY(lcProvider) // heed.provider
Q_DECLARE_LOGGING_CATEGORY(lcStore)    // heed.store
Q_DECLARE_LOGGING_CATEGORY(lcTool)     // heed.tool
Q_DECLARE_LOGGING_CATEGORY(lcWindow)   // heed.window
Q_DECLARE_LOGGING_CATEGORY(lcSettings) // heed.settings

} // namespace heed
