// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/questionrecord.h"
#include "models/store/replyrecord.h"

namespace heed {

//! Making a new reply out of an earlier one (book 2.7 and 3.2): all of it runs inside a transaction on the
//! store thread.
namespace branching {

//! Try again: the turns up to the last complete one, with the questions that were answered in them.
[[nodiscard]] Result<Done> copyComplete(QSqlDatabase &database, const ReplyRecord &from, ReplyId to);

//! The turns up to the question, with \a settlement in place of its answer. Other calls keep their results.
[[nodiscard]] Result<Done> copyWithAnswer(QSqlDatabase &database, const QuestionRecord &question, ReplyId to,
                                          const Settlement &settlement);

//! The events that the turns of a new branch would have told, so that its log begins whole. Numbered
//! from the one after \a before.
[[nodiscard]] QList<EventRow> eventsOfTurns(const ReplyRecord &reply, const QList<TurnRecord> &turns,
                                            const QList<QuestionRecord> &questions, qint64 before);

} // namespace branching
} // namespace heed
