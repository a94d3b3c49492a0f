// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"
#include "models/question/question.h"

#include <QSqlDatabase>

namespace heed {

//! A question with what is kept about it.
struct QuestionRecord {
    Question question{};
    QString draft{};                        //!< what the person was typing; secrets already replaced
    std::optional<Settlement> settlement{}; //!< none: it waits, or is queued (askedMs 0)
    QList<Face> shownOn{};                  //!< display receipts
};

namespace records {

//! Files a question. Queued ones have askedMs 0.
[[nodiscard]] Result<Done> addQuestion(QSqlDatabase &database, const Question &question);
//! A queued question's turn has come: sets askedMs, deadline and count.
[[nodiscard]] Result<Done> openQuestion(QSqlDatabase &database, const Question &question);
[[nodiscard]] Result<QuestionRecord> question(QSqlDatabase &database, const QuestionId &id); //!< NotFound
//! Asked and not settled, oldest first, over all chats; a chat in the trash is left out.
[[nodiscard]] Result<QList<QuestionRecord>> waitingQuestions(QSqlDatabase &database);
//! All of a reply, queued and settled ones too, in the order in which they were filed.
[[nodiscard]] Result<QList<QuestionRecord>> questionsOfReply(QSqlDatabase &database, ReplyId reply);
[[nodiscard]] Result<int> waitingCount(QSqlDatabase &database);
//! Settles the question if nobody has; false when it was settled already.
[[nodiscard]] Result<bool> settleQuestion(QSqlDatabase &database, const Settlement &settlement);
[[nodiscard]] Result<Done> addReceipt(QSqlDatabase &database, const QuestionId &id, Face face, qint64 atMs);
[[nodiscard]] Result<Done> setQuestionDraft(QSqlDatabase &database, const QuestionId &id,
                                            const QString &draft);
[[nodiscard]] Result<Done> setDeadline(QSqlDatabase &database, const QuestionId &id,
                                       std::optional<qint64> deadlineMs);

} // namespace records
} // namespace heed
