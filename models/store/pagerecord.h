// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/replyrecord.h"

namespace heed {

//! Where a page of chats begins: after this one.
struct ChatPlace {
    qint64 updatedMs = 0;
    ChatId chat{}; //!< of chats updated in that very millisecond, those with a lower id follow
};

namespace records {

// Parts of lists that can be long, for readers that go on where they stopped.

//! Chats by time alone, newest first, those in the trash left out; not more than \a most.
[[nodiscard]] Result<QList<ChatRecord>> chatsAfter(QSqlDatabase &database, std::optional<ChatPlace> place,
                                                   int most);
//! Rows that hold an event with a number above \a after, in order; not more than \a most.
[[nodiscard]] Result<QList<EventRow>> eventsAfter(QSqlDatabase &database, ReplyId reply, qint64 after,
                                                  int most);

} // namespace records
} // namespace heed
