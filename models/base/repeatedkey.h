// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <optional>

namespace heed {

//! A key that an object in a JSON text has twice; readers differ in which of the two counts, so that nobody
//! can tell what was meant. Nothing: there is none. \param json is valid. A pure function; any thread.
[[nodiscard]] std::optional<QString> repeatedKey(const QByteArray &json);

} // namespace heed
