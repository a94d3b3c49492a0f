// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminalchat.h"

#include "app/cli/jsonterminal.h"
#include "app/cli/plainterminal.h"

#include <utility>

namespace heed {

std::unique_ptr<TerminalChat> TerminalChat::make(const ChatRequest &request, Replies &replies,
                                                 const Ends &ends,
                                                 const std::optional<ProviderChoice> &provider)
{
    // A program on the other end of --json stands for a person; else a person needs a terminal to type at.
    const bool personIsThere = !request.yes && (request.json || ends.input->isTerminal());
    const SendOptions options{.face = Face::Terminal, .personIsThere = personIsThere, .provider = provider};
    if (request.json)
        return std::make_unique<JsonTerminal>(request, ends, replies, options);
    return std::make_unique<PlainTerminal>(request, ends, replies, options);
}

void TerminalChat::terminate()
{
    finish(exitcode::interrupted);
}

void TerminalChat::finish(int exitCode)
{
    if (std::exchange(m_finished, true))
        return;
    m_ends.input->setPaused(true);
    Q_EMIT finished(exitCode);
}

} // namespace heed
