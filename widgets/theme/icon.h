// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QPalette>
#include <QString>

namespace heed {

//! An icon of :/icons in the text colour of \a palette: button text, disabled button text, highlighted text.
//! It is drawn anew for every size, so it is crisp at any. A null icon when there is none of that name (a
//! Bug, logged). Make it again when the palette changes. GUI thread. \param name without folder and ending:
//! "new-chat".
[[nodiscard]] QIcon icon(const QString &name, const QPalette &palette);

} // namespace heed
