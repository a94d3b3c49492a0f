// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/base/logging.h"

namespace heed {

Q_LOGGING_CATEGORY(lcReply, "heed.reply", QtInfoMsg)
Q_LOGGING_CATEGORY(lcQuestion, "heed.question", QtInfoMsg)
Q_LOGGING_CATEGORY(lcProvider, "heed.provider", QtInfoMsg)
Q_LOGGING_CATEGORY(lcStore, "heed.store", QtInfoMsg)
Q_LOGGING_CATEGORY(lcTool, "heed.tool", QtInfoMsg)
Q_LOGGING_CATEGORY(lcWindow, "heed.window", QtInfoMsg)
Q_LOGGING_CATEGORY(lcSettings, "heed.settings", QtInfoMsg)

} // namespace heed
