// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/reply/replysettings.h"
#include "models/store/questionrecord.h"
#include "models/store/replyrecord.h"

namespace heed {

//! What decides whether a reply may ask.
struct AskRules {
    bool personIsThere = true;
    ReplySettings::FaceRules face{};
    Face where = Face::Window;
    ChatId chat{};
    ReplyId reply{};
    qint64 nowMs = 0;
};

//! What becomes of one ask_user call: a question to file, or a text that goes back to the model.
struct AskDecision {
    CallId call{};
    std::optional<Question> question{};
    QString refusal{};      //!< for the model, when there is no question
    bool isRefused = false; //!< a rule said no (outcome `refused`), rather than arguments that cannot be used
    QString asked{};        //!< what the model wanted to ask, fit to be shown, for the audit
};

//! Decides the ask_user calls of one model turn together (book 2.1 to 2.5), so that "2 of 2" is known before
//! the first is shown. The first question of the turn is opened (askedMs set), the others are queued. Pure.
//! \param earlier every question of this reply so far.
[[nodiscard]] QList<AskDecision> decideAsks(const QList<CallRecord> &calls, const AskRules &rules,
                                            const QList<QuestionRecord> &earlier);

//! A queued question whose turn has come: its waiting time begins now.
[[nodiscard]] Question opened(Question question, const AskRules &rules);

} // namespace heed
