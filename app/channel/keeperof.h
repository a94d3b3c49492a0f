// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"
#include "models/question/question.h"

class QSqlDatabase;

namespace heed {

//! The process that takes answers to a question that waits, whether or not it could file it: the one that
//! writes its reply or, when the reply went on without an answer, the one that keeps the question. It may
//! have ended. Runs on the store thread.
[[nodiscard]] Result<QString> keeperOf(QSqlDatabase &database, const Question &question);

} // namespace heed
