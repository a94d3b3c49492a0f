// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/question/elsewhere.h"

namespace heed {

//! A question as it lies in the pending channel: <id>.question.json.
struct PendingQuestion {
    QuestionElsewhere waiting{};
    QString binding{}; //!< the code over all its other fields; names this very file to an answer

    //! The file's bytes, with the binding that it then has.
    [[nodiscard]] QByteArray toFile(const QByteArray &key) const;
    //! Protocol or Refused: it cannot be read, its binding does not hold, or it is about another id;
    //! FromFuture: a newer Heed wrote it.
    [[nodiscard]] static Result<PendingQuestion> fromFile(const QByteArray &bytes, const QuestionId &id,
                                                          const QByteArray &key);
    //! Whether the person was asked the same, whoever asks.
    [[nodiscard]] bool asksTheSame(const Question &question) const;
};

} // namespace heed
