// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/face.h"
#include "models/provider/modelrequest.h"
#include "models/question/question.h"

#include <QHash>

namespace heed {

//! How a reply behaves: a snapshot of the person's settings, by value. Names as in `heed config`.
struct ReplySettings {
    //! What differs by face (book 2.3 and 2.6).
    struct FaceRules {
        int questionsPerReply = 4;
        int timeoutSeconds = 1800; //!< 0: waits until the person answers
        SilencePolicy onSilence = SilencePolicy::Assume;
    };

    ProviderChoice provider{};         //!< for chats without a choice of their own
    int maxTurns = 24;                 //!< reply.maxTurns
    int researchSeconds = 300;         //!< research.seconds
    int contextTokens = 0;             //!< context.tokens; 0: what the provider tells
    int waitingMax = 64;               //!< questions.waitingMax
    bool neverAsks = false;            //!< tools.ask off: the model is not offered ask_user
    QHash<QString, FaceRules> faces{}; //!< by faceName(); missing: the book's defaults

    [[nodiscard]] FaceRules rulesFor(Face face) const;
};

} // namespace heed

Q_DECLARE_METATYPE(heed::ReplySettings)
