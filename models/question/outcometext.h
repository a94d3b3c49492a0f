// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/question/question.h"

#include <QStringView>

namespace heed {

// The fixed English that a model reads (book 2.6), and its readers. Pure functions, any thread.

//! Why a question is not put to the person.
enum class RefusalReason {
    LimitPerReply, //!< this reply has asked as often as it may
    WaitingMax,    //!< too many questions wait across all chats
    Repeated,      //!< this reply asked it before
    AsksForSecret, //!< it asks for a password or the like
    NobodyHere,    //!< no face that could deliver an answer
    AlreadyWaits,  //!< one question waits already and this face takes only one (MCP)
};

//! The tool result for a model.
//! \param text the answer for Chosen and Answered (see answerText()), the person's question for AskedBack,
//!   the reason (see refusalForModel()) for Refused; ignored otherwise.
//! \param policy what is said when nobody answered.
//! \return empty for Withdrawn: the reply has ended and nothing is sent.
[[nodiscard]] QString resultForModel(Outcome outcome, const QString &text,
                                     SilencePolicy policy = SilencePolicy::Assume);

//! The tool result that says why nothing was asked and what to do instead.
//! \param earlierResult for Repeated: what the model was told the first time (a resultForModel() text);
//!   empty while that is still to come.
[[nodiscard]] QString refusalForModel(RefusalReason reason, const QString &earlierResult = {});

//! The stable word of a reason for the audit: "limit", "waiting_max", "repeated", "secret", "nobody",
//! "waits".
[[nodiscard]] QString refusalName(RefusalReason reason);

//! The tool result of a question that is parked: it waits on while the reply goes on without its answer.
[[nodiscard]] QString parkedForModel();
//! What the chat's next turn begins with when a parked question has ended (book 7.3): the answer, or why
//! there is none. Empty for Withdrawn. \param time when, as a person reads it: "14:02".
[[nodiscard]] QString noteForModel(const Question &question, const Settlement &settlement,
                                   const QString &time);
//! What it begins with while a parked question waits on.
[[nodiscard]] QString stillWaitsForModel(const Question &question);

//! The answer inside a result that says one was given (Chosen, Answered); nothing for every other result.
[[nodiscard]] std::optional<QString> answerFromResult(QStringView result);

//! The outcome that a result reports; nothing when it has none of the fixed forms.
[[nodiscard]] std::optional<Outcome> outcomeFromResult(QStringView result);

} // namespace heed
