// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"
#include "models/question/question.h"

#include <QJsonObject>

namespace heed {

// What models really send as a question (book 2.1, 2.2). Pure functions, any thread.

//! An ask_user call that may be shown: every text has gone through displayText().
struct AskCall {
    QString question{};
    QList<Option> options{}; //!< none, or 2 to 5
    bool allowOther = true;
    friend bool operator==(const AskCall &, const AskCall &) = default;
};

constexpr qsizetype questionLimit = 500; //!< code points, as are the next two (book 2.1)
constexpr qsizetype optionLabelLimit = 80;
constexpr qsizetype optionDescriptionLimit = 200;
constexpr qsizetype optionsMax = 5;

//! Reads the arguments of ask_user.
//! \return an Error (BadInput) when the call cannot be shown as it is: its `detail` is the result for the
//!   model and says the limit, so that it can ask again better. Nothing is ever cut.
[[nodiscard]] Result<AskCall> normaliseAskCall(const QJsonObject &arguments);

//! The items of a list that was written as one text: JSON or a Python list, lines with or without bullets
//! and numbers, or a semicolon, bar or comma list. Text that reads as one sentence stays one item.
//! Linear in the length of the text.
[[nodiscard]] QStringList splitOptions(const QString &text);

} // namespace heed
