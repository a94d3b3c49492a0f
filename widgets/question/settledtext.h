// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/question/question.h"

#include <QDateTime>

namespace heed {

// The words of a question that waits or has ended, for the card, the transcript and the announcer.
// Translated; pure functions, GUI thread.

namespace settledtext {

//! What ended it: "Answered: Billing", "Skipped", "No answer came".
[[nodiscard]] QString outcome(const Settlement &settlement);
//! Who gave it, where and when: "From you, in the window, 14:02", "Answered elsewhere: on the companion,
//! 14:02". \param here whether it was given on the face that shows this. \param now in the person's zone; an
//! earlier day is named.
[[nodiscard]] QString whoAndWhen(const Settlement &settlement, bool here, const QDateTime &now);
//! What the model was told, where the person gave no answer; empty otherwise.
[[nodiscard]] QString told(const Question &question, const Settlement &settlement);
//! Says what was held back and what can be done.
[[nodiscard]] QString heldBack(const QStringList &markers);
//! The quiet line of a question with a deadline; says so when there is none.
[[nodiscard]] QString deadline(const Question &question, const QDateTime &now);
//! A time of day, with the date when that is not \a today.
[[nodiscard]] QString timeOfDay(const QDateTime &time, const QDate &today);

//! "The model asks: Which one? 3 choices.": one sentence that says everything, the group name of the card.
[[nodiscard]] QString asksInOne(const Question &question);
//! The same and every option, for the key that says it again.
[[nodiscard]] QString asksInFull(const Question &question);

} // namespace settledtext
} // namespace heed
