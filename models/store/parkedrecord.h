// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/questionrecord.h"

namespace heed {

//! A question whose reply went on without an answer (book 7.3), until its chat's next turn was told of the
//! end.
struct ParkedRecord {
    QuestionRecord record{};
    QString keeper{}; //!< the process that takes answers for it, "pid:start time"; empty: none
};

namespace records {

//! Parks a question that waits; false when it was settled (or parked) already.
[[nodiscard]] Result<bool> parkQuestion(QSqlDatabase &database, const QuestionId &id, const QString &keeper,
                                        qint64 atMs);
//! Those that wait, and those whose end nobody was told yet; oldest first; of one chat or of all.
[[nodiscard]] Result<QList<ParkedRecord>> parkedQuestions(QSqlDatabase &database,
                                                          std::optional<ChatId> chat = {});
//! How many of a chat's parked questions wait.
[[nodiscard]] Result<int> parkedWaitingCount(QSqlDatabase &database, ChatId chat);
//! Takes over a parked question that waits. False: somebody else was quicker, or it has ended.
[[nodiscard]] Result<bool> claimParked(QSqlDatabase &database, const QuestionId &id, const QString &from,
                                       const QString &to);
//! The turn of that message begins with how the question ended: no other turn does.
[[nodiscard]] Result<Done> setParkedTold(QSqlDatabase &database, const QuestionId &id, MessageId message);
//! Those whose end the turn of a message began with.
[[nodiscard]] Result<QList<QuestionId>> toldWith(QSqlDatabase &database, ChatId chat, MessageId message);

} // namespace records
} // namespace heed
