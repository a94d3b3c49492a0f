// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"
#include "app/cli/questionscommand.h"

namespace heed {

//! A question as `heed questions` shows it.
struct ListedQuestion {
    QuestionElsewhere waiting{};
    bool isHeld = false; //!< and filed, by a running program; else it stands in the database alone
    //! A running program asks it, filed or not.
    [[nodiscard]] bool isAsked() const { return !waiting.asker.process.isEmpty(); }
};

struct QuestionListing {
    QList<ListedQuestion> questions{}; //!< oldest first
    QStringList problems{};            //!< sentences for the person
};

//! Those in the pending channel that running programs hold. Makes and removes nothing.
[[nodiscard]] Result<QuestionListing> heldQuestions(const QString &channelFolder, const Clock &clock);
//! Those, and the ones that wait in the database without a program that holds them.
[[nodiscard]] Result<QuestionListing> listQuestions(const QuestionPlaces &places, const Clock &clock);

//! "2 min": how long it has waited, translated.
[[nodiscard]] QString ageText(qint64 sinceMs, const Clock &clock);
void printQuestion(const ListedQuestion &one, const Clock &clock, Output &out);
void printQuestionJson(const ListedQuestion &one, Output &out);

} // namespace heed
