// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"
#include "models/question/question.h"

namespace heed {

//! An answer on its way to the process that asked: <id>.answer.json. Secrets in it have been replaced before.
struct PendingAnswer {
    QuestionId id{};
    Answer answer{};
    AnswerSource source{};
    QString binding{}; //!< of the question's file that the person was shown

    [[nodiscard]] QByteArray toFile(const QByteArray &key) const;
    //! Protocol or Refused: it cannot be read, was altered, is about another id, or comes from nowhere that a
    //! person answers at. Whether it answers the question is for the caller to check.
    [[nodiscard]] static Result<PendingAnswer> fromFile(const QByteArray &bytes, const QuestionId &id,
                                                        const QByteArray &key);
};

} // namespace heed
