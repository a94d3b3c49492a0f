// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/questionrecord.h"
#include "models/store/threadrecord.h"

#include <QJsonObject>

//! Readings about threads, for the store thread.
namespace heed::transcript {

//! The resource of a thread: messages (the caller's words are never called the person's), questions with
//! their state and, once taken, answer, and facts. NotFound: no such thread.
[[nodiscard]] Result<QJsonObject> of(QSqlDatabase &database, const QString &name);

//! The questions that a turn reports: those of its reply, then those of earlier ones that wait.
[[nodiscard]] Result<QList<QuestionRecord>> questionsOfTurn(QSqlDatabase &database, ChatId chat,
                                                            ReplyId reply);

//! One thread as the list of them shows it.
struct Summary {
    ThreadRecord record{};
    QString title{};
    bool writing = false;
    QList<QuestionRecord> waiting{};
};
[[nodiscard]] Result<QList<Summary>> summaries(QSqlDatabase &database);

} // namespace heed::transcript
