// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/settingkey.h"
#include "models/base/result.h"

#include <QVariant>

namespace heed {

//! Whether a value may be had for a setting, in its canonical form: a QString, or a QStringList for
//! lists. BadInput with a sentence that names what is allowed. A pure function.
[[nodiscard]] Result<QVariant> checkSetting(const SettingKey &key, const QVariant &value);

//! The value on one line, as `heed config` prints it.
[[nodiscard]] QString settingText(const QVariant &value);

} // namespace heed
