// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/mcp/turn.h"

#include <QJsonArray>
#include <QJsonObject>
#include <variant>

//! The tools of the MCP server: what they are told to be, and their arguments. Pure functions, any thread.
namespace heed::tools {

enum class Tool { Respond, Threads, CloseThread };

[[nodiscard]] std::optional<Tool> named(const QString &name);
//! For tools/list: names, descriptions, schemas of input and output.
[[nodiscard]] QJsonArray list();

//! Arguments that can be used, or a sentence that helps the caller mend them.
//! \param canChooseModel false: the built-in guide replies, which has no models.
[[nodiscard]] std::variant<TurnRequest, QString> respondArguments(const QJsonObject &arguments,
                                                                  bool canChooseModel);
//! The name of a thread.
struct ThreadName {
    QString name{};
};
[[nodiscard]] std::variant<ThreadName, QString> closeArguments(const QJsonObject &arguments);
//! What is wrong with arguments of a tool that takes none; empty: nothing.
[[nodiscard]] QString noArguments(const QJsonObject &arguments);

//! The result of a call whose arguments cannot be taken; valid against the tool's output schema.
[[nodiscard]] QJsonObject refusal(Tool tool, const QJsonObject &arguments, const QString &why);
[[nodiscard]] QJsonObject closed(const QString &name, int withdrawn);

} // namespace heed::tools
