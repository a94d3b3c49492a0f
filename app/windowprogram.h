// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"
#include "app/settings/settings.h"
#include "models/base/clock.h"

namespace heed {

//! Runs the window until the person quits, and gives the exit code. A second start raises the first and
//! leaves.
[[nodiscard]] int runWindow(Settings &settings, const Clock &clock, Output &err);

} // namespace heed
