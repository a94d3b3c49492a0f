// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"

#include <QJsonObject>
#include <QString>
#include <QStringList>

namespace heed {

//! What reading a model's tool arguments gave.
struct ParsedArguments {
    QJsonObject arguments{};
    QStringList repairs{}; //!< what was mended: "trailing comma", "python literal", …
    QString problem{}; //!< not empty: cannot be read; a sentence for the model that says what to send instead
};

//! Reads arguments as models really write them and types them by the tool's schema.
//!
//! Repairs only what has one reading: trailing commas, single quotes and True/False/None, raw newlines
//! in strings, a doubly encoded object, a code fence around it, literal \n outside strings, empty as {}.
//! Coerces by schema: "true" to a boolean, a JSON list inside a string, lines, bullets or commas to a list.
//! \param raw what the model wrote; \param schema the tool's schema (an object with `properties`).
//! A pure function; any thread.
[[nodiscard]] ParsedArguments parseArguments(const QString &raw, const QJsonObject &schema);

//! The typing half of the above, for arguments that came as an object or as markup parameters.
[[nodiscard]] QJsonObject coerceArguments(const QJsonObject &arguments, const QJsonObject &schema);

} // namespace heed
