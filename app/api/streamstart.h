// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/api/httpmessage.h"
#include "models/question/question.h"

#include <QSqlDatabase>
#include <optional>

namespace heed {

// Where in a reply's events a stream begins. The readers run on the store thread; the rest is pure.

//! The numbers that the client says it had last: `after` in the query, and Last-Event-ID, since a browser
//! that comes back repeats its first address. Nothing when one of them is no number.
[[nodiscard]] std::optional<QList<qint64>> lastNumbers(const HttpRequest &request);

//! A number in the query; nothing when it is not there, -1 when it is none.
[[nodiscard]] std::optional<qint64> queryNumber(const HttpRequest &request, const QString &name);

//! The reply that a stream of the chat is about: \a wanted, or the newest.
[[nodiscard]] Result<ReplyId> readStreamReply(QSqlDatabase &database, ChatId session,
                                              std::optional<ReplyId> wanted);

struct StreamStart {
    qint64 after = 0;
    std::optional<QuestionId> seen{}; //!< the waiting question, if the client has it already
};
//! After the latest of the numbers that the client can have from this reply. Any other says nothing about it
//! and leaves nothing out: a number of an earlier reply lies before all of its events, and one that no event
//! has had yet does not count. To be read after Replies::flush(), which tells \a runsHere.
[[nodiscard]] Result<StreamStart> readStreamStart(QSqlDatabase &database, ReplyId reply,
                                                  const QList<qint64> &numbers, bool runsHere);

} // namespace heed
