// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>

namespace heed::test {

//! What of a value does not fit a JSON schema, for the part of the language that our schemas use: type, enum,
//! properties, required, additionalProperties, items. Empty: it fits.
[[nodiscard]] QString misfit(const QJsonValue &value, const QJsonObject &schema,
                             const QString &where = QStringLiteral("$"));

} // namespace heed::test
