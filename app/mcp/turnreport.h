// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/questionrecord.h"

#include <QJsonObject>

namespace heed {

//! What the caller of `respond` gets. Some programs show their model only the structured form, others only
//! the text: everything that must be read is in both. Values; pure functions, any thread.
struct TurnReport {
    //! Parked: done, and a question of this turn or of an earlier one waits for the person: its answer
    //! reaches a later turn.
    enum class State { Complete, Parked, Failed };
    State state = State::Complete;
    QString thread{};
    QString reply{};
    QString notice{}; //!< empty: nothing to say
    QList<QuestionRecord> questions{};
    QJsonObject usage{}; //!< tokens_in, tokens_out, model_seconds, waited_seconds

    //! For arguments that cannot be taken and other failures before anything ran.
    [[nodiscard]] static TurnReport failed(const QString &thread, const QString &notice);

    [[nodiscard]] QJsonObject structured() const;
    [[nodiscard]] QString text() const;
    //! The result of tools/call. A parked turn is no error.
    [[nodiscard]] QJsonObject toolResult() const;
};

//! "waiting", or how it ended: "answered", "declined", ….
[[nodiscard]] QString questionState(const QuestionRecord &record);
//! For the list of a result. Never what was answered.
[[nodiscard]] QJsonObject questionSummary(const QuestionRecord &record, const QString &thread);
//! What the caller is told about a question that waits.
[[nodiscard]] QString waitingNotice(const Question &question);
//! A result of tools/call with the same in both forms.
[[nodiscard]] QJsonObject toolResult(const QJsonObject &structured, const QString &text,
                                     bool isError = false);

} // namespace heed
