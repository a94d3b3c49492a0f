// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/question/question.h"

#include <QJsonObject>
#include <optional>

//! The client's own form for a question (MCP: elicitation). Pure functions, any thread.
namespace heed::form {

//! How a client wants a choice written: with titled values, or with names beside the values (2025-06-18).
enum class Dialect { Titled, Named };

//! The parameters of elicitation/create: one required field `answer`, the options repeated in the message,
//! and where the answer goes. \param client the name of the program that shows it.
[[nodiscard]] QJsonObject of(const Question &question, const QString &thread, const QString &client,
                             Dialect dialect);

//! What came back: the person's answer, or why it is none (for the log; no text of the person's).
struct Reply {
    std::optional<Answer> answer{};
    QString why{};
};
//! Book 7.3: a decline or cancel that is quicker than a person (400 ms), or an error, was not the person. A
//! dialog that was closed answers nothing, however slowly.
//! \param result of elicitation/create, or the entry of inputResponses; none: the client said that it failed.
//! \param tookMs from showing the form to the reply.
[[nodiscard]] Reply read(const Question &question, const std::optional<QJsonObject> &result, qint64 tookMs);

//! Whether a client's capabilities say that it can show a form.
[[nodiscard]] bool isOffered(const QJsonObject &capabilities);

} // namespace heed::form
