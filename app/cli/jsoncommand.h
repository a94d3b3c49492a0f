// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"
#include "models/question/question.h"

#include <QByteArray>
#include <variant>

namespace heed {

//! What a line of `heed chat --json` asks for.
struct JsonMessage {
    QString text{};
};
struct JsonAnswer {
    QuestionId id{};
    Answer answer{};
};
struct JsonStop {
};
using JsonCommand = std::variant<JsonMessage, JsonAnswer, JsonStop>;

//! Why a line cannot be taken, with the `code` of the error line.
struct JsonRefusal {
    QString code{};
    QString message{}; //!< translated
};

//! Reads one line: {"message": text}, {"choose": id, "option": n}, {"answer": id, "text"}, {"ask_back": id,
//! "text"},
//! {"none": id}, {"decline": id}, {"stop": true}. Exactly these keys. A pure function.
[[nodiscard]] std::variant<JsonCommand, JsonRefusal> readJsonCommand(const QByteArray &line);

//! The `code` of an error line: "bad_input", "not_found", "conflict", ….
[[nodiscard]] QString errorCodeName(Error::Code code);

} // namespace heed
