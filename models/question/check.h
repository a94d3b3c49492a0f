// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"
#include "models/question/question.h"

#include <optional>

namespace heed {

// What a face may hand in for a question (book 2.6, 2.7). Pure functions, any thread.

constexpr qsizetype answerLimit = 2000; //!< code points (book 2.3)

//! Why the answer cannot be taken, in words for the person; nothing when it can.
[[nodiscard]] std::optional<Error> checkAnswer(const Question &question, const Answer &answer);

//! The one form of an answer: own words that only repeat an option's label become that choice, text is
//! trimmed and without control characters, and members that its kind does not use are cleared, so that equal
//! answers compare equal.
[[nodiscard]] Answer canonicalAnswer(const Question &question, const Answer &answer);

//! What the model and the history get: "Billing", "Billing: only this year's", the own words; empty for
//! None and Decline, and for an option that does not exist.
[[nodiscard]] QString answerText(const Question &question, const Answer &answer);

//! The outcome that a valid answer gives its question.
[[nodiscard]] Outcome outcomeOf(const Answer &answer);

} // namespace heed
