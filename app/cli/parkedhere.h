// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/channel/channelwatch.h"
#include "models/question/elsewhere.h"
#include "models/reply/replies.h"

namespace heed {

//! The parked questions of a chat that no running program holds: this one takes answers to them while it
//! runs. No reply is taken up, and no provider or tool is needed: an answer is stored for the chat's next
//! turn. Lives in the main thread of a command.
class ParkedHere final : public QuestionsElsewhere
{
    Q_OBJECT
public:
    explicit ParkedHere(const ChannelWatch::Parts &parts, QObject *parent = nullptr);

    //! \a then gets how many there were, once they can be answered here.
    void take(ChatId chat, QObject *context, const Replies::Then<int> &then);

    [[nodiscard]] QList<QuestionElsewhere> questions() const override { return {}; }
    void answer(const QuestionId &id, const Answer &answer, Face face, QObject *context,
                const Then &then) override;

private:
    Replies m_replies;
};

} // namespace heed
