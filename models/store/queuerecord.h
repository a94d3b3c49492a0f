// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/chatrecord.h"

namespace heed::records {

//! Messages that have no reply yet: queued behind one that is being written. Oldest first; of one chat or of
//! all chats that are not in the trash.
[[nodiscard]] Result<QList<MessageRecord>> queuedMessages(QSqlDatabase &database,
                                                          std::optional<ChatId> chat = {});
//! A queued message's turn has come: it now follows this reply.
[[nodiscard]] Result<Done> setMessageAfter(QSqlDatabase &database, MessageId message, ReplyId after);

//! Takes a queued message out again and gives its text; none: its turn has come meanwhile.
[[nodiscard]] Result<std::optional<QString>> takeBackMessage(QSqlDatabase &database, MessageId message);

} // namespace heed::records
