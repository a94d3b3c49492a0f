// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace heed {

//! Names this process so that no other process, now or after a restart of the machine, has the same
//! name: "pid:start time@boot". Compare it as a whole, or ask isProcessAlive(). Thread: any.
[[nodiscard]] QString processIdentity();
//! The same of another process; empty when there is none with this id.
[[nodiscard]] QString processIdentity(qint64 pid);

//! Whether the process with this name still runs. False for a name that cannot be read, for a process
//! id that another process has meanwhile, and for one that has ended but was not reaped yet.
//!
//! Where the system does not tell start times (not Linux) the id alone decides. Thread: any.
[[nodiscard]] bool isProcessAlive(const QString &identity);

} // namespace heed
