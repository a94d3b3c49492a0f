// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/api/apicontrol.h"
#include "app/cli/output.h"

namespace heed {

//! `heed serve`: the API without a window, until SIGTERM or Ctrl-C. Takes up interrupted replies as the
//! window does. Reminders do not fire: nobody would see them. Says on \a err where it listens, never the
//! token. Runs the event loop. \return the exit code.
[[nodiscard]] int runServe(const ApiControl::Parts &parts, Output &err);

} // namespace heed
