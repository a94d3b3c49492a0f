// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/reply/replies.h"

#include <QLoggingCategory>

namespace heed {

Q_DECLARE_LOGGING_CATEGORY(lcMcp) // heed.mcp

//! What the person's settings say about MCP, as they are now.
struct McpRules {
    bool mayAsk = false;        //!< mcp.tools.ask, and questions.outOfBand: somebody can be reached
    bool showsForms = false;    //!< inquiry.elicitation
    ProviderChoice provider{};  //!< for a call that names a model
    bool providerIsOwn = false; //!< the command line chose it, for this run
};

//! What the MCP server works with. A port, so that nothing is opened, locked or written before the first
//! call: hosts start such a server more than once, as probes. Lives in the main thread.
class Workshop
{
public:
    virtual ~Workshop() = default;
    //! Gets ready what a reply needs besides, such as the provider's key; \a then runs in \a context's
    //! thread.
    virtual void prepare(QObject *context, const std::function<void()> &then) = 0;
    //! Opens the database with the first call. The same at every call.
    [[nodiscard]] virtual Result<Replies *> replies() = 0;
    //! Whether there is a database that lists threads: without one there are none, and none is made to tell.
    [[nodiscard]] virtual bool hasThreads() const = 0;
    [[nodiscard]] virtual McpRules rules() const = 0;
    [[nodiscard]] virtual const Clock &clock() const = 0;
    //! Which program asks, for whoever shows its questions.
    virtual void setClient(const QString &name) = 0;
    //! Tells the person of a question, once; and that it has ended.
    virtual void tellAsked(const Question &question, const QString &thread) = 0;
    virtual void tellOver(const QuestionId &id) = 0;
};

} // namespace heed
