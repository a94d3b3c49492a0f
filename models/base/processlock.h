// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/clock.h"

class QLockFile;

namespace heed {

//! Takes a lock that belongs to its process for as long as that lives, however old the file is; blocks for up
//! to \a wait. False: another process has it, or the file cannot be made (QLockFile::error() tells).
//!
//! A process that was killed between making the file and writing its name into it leaves an empty one, which
//! QLockFile would take for held for ever: such a file is removed when it is five seconds old, for which this
//! waits beyond \a wait. Any thread.
[[nodiscard]] bool tryProcessLock(QLockFile &lock, Milliseconds wait);

} // namespace heed
