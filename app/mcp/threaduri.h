// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

//! Names of threads and their addresses, heed://threads/NAME. Pure functions, any thread.
namespace heed::threaduri {

inline constexpr qsizetype nameLimit = 200; //!< characters

//! What is wrong with a name, in a sentence for the one who gave it; nothing when it can be taken.
[[nodiscard]] std::optional<QString> problemWith(const QString &name);
[[nodiscard]] QString of(const QString &name);
//! The name in an address; none: it is not the address of a thread.
[[nodiscard]] std::optional<QString> nameIn(const QString &uri);

} // namespace heed::threaduri
