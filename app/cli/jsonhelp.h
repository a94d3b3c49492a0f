// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace heed {

//! The protocol of `heed chat --json` for whoever writes a program for it: every line in and out with its
//! fields. Translated; ends with a line break.
[[nodiscard]] QString jsonHelp();

} // namespace heed
