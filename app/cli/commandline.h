// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/auditcommand.h"
#include "app/cli/chatrequest.h"
#include "app/cli/configcommand.h"
#include "app/cli/output.h"
#include "app/cli/questionscommand.h"

#include <QStringList>
#include <variant>

namespace heed {

//! What the command line asks for.
struct CommandLine {
    enum class Command { Window, Chat, Serve, Config, Audit, Questions, Mcp };
    Command command = Command::Window;
    ChatRequest chat{};
    ConfigRequest config{};
    AuditRequest audit{};
    QuestionsRequest questions{};
    QList<std::pair<QString, QString>> overrides{}; //!< settings for this run: name, value
};

//! Whether these arguments open the window. Decides, before any application object is made, which one it is:
//! commands start no GUI platform.
[[nodiscard]] bool wantsWindow(const QStringList &arguments);

//! Reads the arguments (the program's name first). Help, the version and wrong use are printed and give the
//! exit code instead. Needs an application object.
[[nodiscard]] std::variant<CommandLine, int> parseCommandLine(const QStringList &arguments, Output &out,
                                                              Output &err);

} // namespace heed
