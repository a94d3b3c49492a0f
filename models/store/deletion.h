// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/clock.h"
#include "models/base/result.h"
#include "models/store/opening.h"

#include <QSqlDatabase>
#include <QString>

namespace heed {

//! Whether the file under an open database was deleted, moved or replaced. One look at the folder.
[[nodiscard]] bool isGone(const QSqlDatabase &database);

//! Brings a database back whose file is gone: all of it is still readable through the open connection. When
//! another file has taken its place, ours is kept beside it as "heed.sqlite.replaced-<date>" and the other
//! one is opened. Gives the sentence for the person; on an Error the old connection stays open.
[[nodiscard]] Result<QString> bringBack(OpenDatabase &open, const QString &file, const Clock &clock);

} // namespace heed
