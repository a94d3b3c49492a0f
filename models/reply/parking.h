// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/parkedrecord.h"

#include <QTimeZone>

//! What parked questions do to the database (book 7.3). Each function is part of a transaction on the store
//! thread.
namespace heed::parking {

//! When something happens, and who does it.
struct Moment {
    qint64 atMs = 0;   //!< ms since 1970 UTC
    QTimeZone zone{};  //!< in which a person reads times
    QString process{}; //!< "pid:start time"
};

//! What the end of a question leaves besides its own row, parked or not: the fact and the audit.
[[nodiscard]] Result<Done> keepTraces(QSqlDatabase &database, const Question &question,
                                      const Settlement &settlement);

//! The last number that an event of the chat has, or that is kept free: each parked question that waits has
//! one, behind the end of its reply, for the event of its own end.
[[nodiscard]] Result<qint64> lastNumber(QSqlDatabase &database, ChatId chat);

//! Commits the end of a parked question with its fact and audit, and shows it in the log of its reply. False
//! when it had ended already.
[[nodiscard]] Result<bool> settle(QSqlDatabase &database, const Question &question,
                                  const Settlement &settlement);

//! Gives a message, whose reply is about to begin, the note about the chat's parked questions: the ends that
//! nobody was told yet (and now are), and those that still wait. One whose deadline has passed ends here, in
//! case no process was there to see it.
[[nodiscard]] Result<Done> attachNote(QSqlDatabase &database, ChatId chat, MessageId message,
                                      const Moment &now);

//! Withdraws the parked questions of a chat that wait.
[[nodiscard]] Result<QList<Settlement>> withdraw(QSqlDatabase &database, ChatId chat, const Moment &now);

} // namespace heed::parking
