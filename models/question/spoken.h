// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/question/question.h"

namespace heed {

//! The question as it is said aloud, with its choices: "Which project? You can say Imprint or Billing, or
//! something else." Choices of more than six words are offered by number. One line, translated, without
//! markup. Pure, any thread.
[[nodiscard]] QString spokenQuestion(const Question &question);

} // namespace heed
