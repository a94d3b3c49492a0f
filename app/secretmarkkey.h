// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"

#include <QByteArray>
#include <QString>

namespace heed {

//! The key for the digests that let the same secret get the same number within a chat: 32 random bytes in a
//! file of mode 0600 in \a folder, made at the first start. It is no secret of the person's; without it a
//! digest in the database tells nothing about the value.
[[nodiscard]] Result<QByteArray> secretMarkKey(const QString &folder);

} // namespace heed
