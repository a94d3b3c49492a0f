// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/provider/modelrequest.h"
#include "models/store/keptrecord.h"
#include "models/store/replyrecord.h"

#include <QSqlDatabase>

namespace heed {

//! One earlier exchange of the chat.
struct PastStep {
    ReplyId reply{};
    QString message{};
    QList<TurnRecord> turns{};
    QString note{};                   //!< what stands before the message
    QHash<CallId, LateResult> late{}; //!< of its questions that were parked
};

//! What a reply knows of its chat when it begins: by value, read once.
struct History {
    QList<PastStep> past{}; //!< oldest first, those that the summary does not cover
    QString summary{};
    QList<FactRecord> facts{};
    QString message{};         //!< the one that is being answered
    QString note{};            //!< what the model is told before it, \sa MessageRecord::note
    int answeredQuestions = 0; //!< in the earlier replies of the branch
};

//! Reads the history of a reply on the store thread. At most \a maxSteps steps back.
[[nodiscard]] Result<History> readHistory(QSqlDatabase &database, const ReplyRecord &reply,
                                          int maxSteps = 400);

//! The request for the next model turn, and what did not fit into it.
struct Context {
    ModelRequest request{};
    qsizetype leftOut = 0; //!< how many of History::past, from the oldest, are not in the request
};

//! A rough count: about four characters a token in Latin scripts, one in others. Providers count differently;
//! the builder leaves a tenth free.
[[nodiscard]] qint64 estimateTokens(const QString &text);

//! Strategy guide, facts and summary as the system prompt, then recent steps whole, then the current reply
//! (book 3.7). The current reply is never left out. Pure.
[[nodiscard]] Context buildContext(const History &history, const QList<TurnRecord> &current,
                                   const QList<ToolSpec> &tools, int contextTokens);

//! What the model is asked to condense older steps: a turn of its own, without tools.
[[nodiscard]] ModelRequest condensingRequest(const History &history, qsizetype steps, int contextTokens);

//! Cut to 16 KiB of UTF-8 with a marker that says so (book 3.7).
[[nodiscard]] QString boundedResult(const QString &result);

//! The tool that the reply itself serves (book 2.1).
[[nodiscard]] ToolSpec askUserSpec();

} // namespace heed
