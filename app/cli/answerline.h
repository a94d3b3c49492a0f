// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/question/question.h"

#include <variant>

namespace heed {

// What a person types under a question in the terminal, and how the question is printed there. Pure
// functions.

struct SkipLine {
}; //!< an empty line
struct RepeatLine {
}; //!< "?" alone: show the question again
struct RefusedLine {
    QString text{}; //!< why it is no answer, translated
};
using AnswerLine = std::variant<Answer, SkipLine, RepeatLine, RefusedLine>;

//! A number of an option, an option's text, own words, "?" and words to ask back, or nothing to skip.
[[nodiscard]] AnswerLine readAnswerLine(const Question &question, const QString &line);

//! The question with its numbered options and what may be typed, fit for a terminal; ends with a line break.
//! \param chatName the title of its chat; \param deadline when the model goes on without an answer, as the
//! person reads it, or empty.
[[nodiscard]] QString questionText(const Question &question, const QString &chatName,
                                   const QString &deadline);

} // namespace heed
