// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QList>
#include <QString>
#include <QStringView>
#include <optional>

namespace heed {

//! A tool call that was written into the text.
struct MarkupCall {
    QString id{}; //!< where the dialect has one
    QString name{};
    QString arguments{};                     //!< as written, for dialects that write JSON
    std::optional<QJsonObject> parameters{}; //!< for dialects that write one value a parameter
    QString problem{};                       //!< not empty: cannot be run, for the model
};

//! Readers of what stands between the tags of one dialect. All pure functions, any thread; each returns
//! an empty list when the text is no call.
namespace markupcalls {

//! {"name", "arguments" | "parameters"}, several of them, or a list of them (Hermes, Llama, LM Studio, …).
//! \param mend a call whose JSON is broken is still told from its name, with the rest as its arguments.
[[nodiscard]] QList<MarkupCall> fromJson(QStringView body, bool mend = true);
//! <function=NAME><parameter=KEY>…, <invoke name="NAME"><parameter name="KEY">…, and the DSML spelling.
[[nodiscard]] QList<MarkupCall> fromParameters(const QString &body);
//! NAME <arg_key>KEY</arg_key><arg_value>VALUE</arg_value>… (GLM), or NAME {…}.
[[nodiscard]] QList<MarkupCall> fromNamed(const QString &body);
//! Kimi's sections: <|tool_call_begin|>functions.NAME:0<|tool_call_argument_begin|>{…}<|tool_call_end|>.
[[nodiscard]] QList<MarkupCall> fromKimi(const QString &body);
//! DeepSeek's token form, with and without "function" and a fence.
[[nodiscard]] QList<MarkupCall> fromDeepSeek(const QString &body);
//! NAME[ARGS]{…}, NAME[CALL_ID]ID[ARGS]{…}, or the older JSON list (Mistral).
[[nodiscard]] QList<MarkupCall> fromMistral(const QString &body);
//! [NAME(KEY=VALUE, …), …]: literals only, nothing is evaluated (LFM2, Llama 4).
[[nodiscard]] QList<MarkupCall> fromPython(QStringView body);

} // namespace markupcalls
} // namespace heed
