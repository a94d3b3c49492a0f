// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/chatsession.h"

namespace heed {

//! Reads what the terminal shows of a chat when it opens it. NotFound: no such chat, or it is in the trash;
//! Conflict: another living process writes its reply. Runs on the store thread.
[[nodiscard]] Result<OpenedChat> readChat(QSqlDatabase &database, ChatId chat);

//! The end of a question of this chat, as it stands in its reply's log.
struct SettledQuestion {
    ReplyId reply{};
    Event event{}; //!< `answer`
};
//! NotFound: it is no question of this chat, or none that was settled; Conflict: it was withdrawn.
[[nodiscard]] Result<SettledQuestion> readSettledQuestion(QSqlDatabase &database, ChatId chat,
                                                          const QuestionId &id);

} // namespace heed
