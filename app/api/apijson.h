// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/question/question.h"
#include "models/store/pagerecord.h"

#include <QJsonObject>
#include <QSqlDatabase>

namespace heed {

// What the API says of chats, replies and questions. The readers run on the store thread; the rest is pure.

[[nodiscard]] QJsonValue timeJson(qint64 ms); //!< ISO 8601, UTC
[[nodiscard]] QJsonObject chatJson(const ChatRecord &chat);
//! The question as in its event (book 3.2), with the chat it belongs to and when it was asked.
[[nodiscard]] QJsonObject questionJson(const Question &question);

//! NotFound also for a chat in the trash: over the API it is gone.
[[nodiscard]] Result<ChatRecord> readSession(QSqlDatabase &database, ChatId id);

//! The question of a reply that waits for the person, if one does.
[[nodiscard]] Result<std::optional<Question>> waitingQuestion(QSqlDatabase &database, ReplyId reply);

//! A chat as its own call gives it, and the question in it.
struct SessionView {
    QJsonObject json{};
    std::optional<QuestionId> question{};
};
[[nodiscard]] Result<SessionView> readSessionView(QSqlDatabase &database, ChatId id);

//! A page of \a limit chats, newest first: {"sessions": [...], "next": cursor or null}.
[[nodiscard]] Result<QJsonObject> readSessionPage(QSqlDatabase &database, std::optional<ChatPlace> after,
                                                  int limit);
//! What a page gave as `next`; nothing when it is none.
[[nodiscard]] std::optional<ChatPlace> readCursor(const QString &cursor);

} // namespace heed
