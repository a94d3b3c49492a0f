// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"

#include <QByteArray>
#include <QJsonObject>
#include <QLatin1StringView>

namespace heed::signing {

// What makes a file of the pending channel one of ours: HMAC-SHA-256 over all its other fields. The canonical
// form is compact JSON with sorted keys, after a first line that names the kind of file, so that no question
// passes for an answer. Pure functions, any thread.

//! \param field where the code stands; it is left out of what the code is over.
[[nodiscard]] QString codeOf(const QJsonObject &object, QLatin1StringView kind, QLatin1StringView field,
                             const QByteArray &key);
//! The file's bytes: the object with its code.
[[nodiscard]] QByteArray sign(QJsonObject object, QLatin1StringView kind, QLatin1StringView field,
                              const QByteArray &key);
//! Reads a file whose code holds. Protocol: it is no JSON object; Refused: the code does not hold.
[[nodiscard]] Result<QJsonObject> verified(const QByteArray &bytes, QLatin1StringView kind,
                                           QLatin1StringView field, const QByteArray &key);

} // namespace heed::signing
