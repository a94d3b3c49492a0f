// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/channel/channelwatch.h"
#include "app/cli/output.h"

#include <QStringList>

namespace heed {

//! `heed questions …`.
struct QuestionsRequest {
    enum class Verb { Pending, Answer, Decline };
    Verb verb = Verb::Pending;
    QString id{}; //!< or its beginning
    bool json = false;
};

//! Reads what follows `questions`; BadInput with a sentence when it cannot be taken. An answer is no part of
//! it: that would be in the shell's history and in the list of processes.
[[nodiscard]] Result<QuestionsRequest> readQuestionsRequest(const QStringList &words);

//! Where questions stand.
struct QuestionPlaces {
    QString channelFolder{};
    QString databaseFile{};
};

//! Prints every question that waits for the person, oldest first: in running programs, and in chats that no
//! program has open. Makes nothing. \return the exit code.
[[nodiscard]] int runPending(const QuestionsRequest &request, const QuestionPlaces &places,
                             const Clock &clock, Output &out, Output &err);

//! Why the terminal does not do for an answer: it is not a person's on both ends.
[[nodiscard]] std::optional<Error> checkTerminal();

//! Shows a question and takes the person's answer to it, or declines it, in the application's event loop.
//! \return the exit code.
[[nodiscard]] int runAnswer(const QuestionsRequest &request, const ChannelWatch::Parts &parts, Output &err);

//! The question of another program in this chat, when there is one: it can be answered here, though the
//! reply is written there.
[[nodiscard]] std::optional<QuestionElsewhere> questionElsewhere(ChatId chat, const QString &channelFolder,
                                                                 const Clock &clock);
//! How many questions wait in other programs.
[[nodiscard]] int countElsewhere(const QString &channelFolder, const Clock &clock);

} // namespace heed
