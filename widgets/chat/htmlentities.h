// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace heed {

//! The character that an entity of HTML 4 (with the few of HTML 5 that models write) or a numeric
//! reference stands for; \a entity itself when it is not known. Pure.
[[nodiscard]] QString decodedEntity(const QString &entity);

} // namespace heed
