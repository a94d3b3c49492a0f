// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/chatsession.h"

namespace heed {

//! Reads what the terminal shows of a chat when it opens it. NotFound: no such chat, or it is in the trash;
//! Conflict: another living process writes its reply. Runs on the store thread.
[[nodiscard]] Result<OpenedChat> readChat(QSqlDatabase &database, ChatId chat);

} // namespace heed
