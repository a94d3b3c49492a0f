// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/clock.h"
#include "models/base/result.h"

#include <QString>

namespace heed {

//! Sets a damaged database aside as "heed.sqlite.damaged-<date>" (never deleted) and puts a new one in its
//! place with what can be read of it, table by table; when nothing can, the newest readable backup.
//! Gives the sentence for the person. Nobody may have the file open.
[[nodiscard]] Result<QString> recoverDatabase(const QString &file, const Clock &clock);

//! A recovery that was killed between its last two steps: takes the last one.
void finishRecovery(const QString &file);

//! Whether the file is there, but empty: Heed leaves none like that, so something has emptied it.
[[nodiscard]] bool lostItsContent(const QString &file);

} // namespace heed
