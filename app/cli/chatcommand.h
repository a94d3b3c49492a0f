// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/chatrequest.h"
#include "models/question/elsewhere.h"
#include "models/reply/replies.h"

namespace heed {

class TerminalChat;

//! Makes sure that standard input, output and error are open, so that no file of ours ever gets one of their
//! numbers. The first thing a program does.
void openStandardStreams();

//! Runs `heed chat` on the standard streams in the application's event loop, and gives the exit code.
//! \param elsewhere what other processes ask; null: nobody looks.
//! \param provider what the command line says about it, for this run only.
//! \param begun is called with the chat before anything happens in it.
[[nodiscard]] int runChat(const ChatRequest &request, Replies &replies, QuestionsElsewhere *elsewhere,
                          const std::optional<ProviderChoice> &provider,
                          const std::function<void(TerminalChat &)> &begun);

} // namespace heed
