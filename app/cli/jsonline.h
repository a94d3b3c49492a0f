// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonObject>

namespace heed {

//! The object as one line of JSON with its line break. Invisible and control characters are written as \uXXXX
//! escapes: the same text to a program, and harmless on a terminal.
[[nodiscard]] QByteArray jsonLine(const QJsonObject &object);

} // namespace heed
