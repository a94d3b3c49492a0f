// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/windowprogram.h"

namespace heed {

int runWindow(Settings &, const Clock &, Output &err)
{
    err.line(QStringLiteral("no window yet"));
    return 1;
}

} // namespace heed
