// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/list/transcriptrole.h"

#include <QString>
#include <QStringList>

namespace heed {

// The words of TranscriptRole::Actions, as a person reads them. Pure functions.

//! With a mnemonic, for a menu. A word that is not known is its own name.
[[nodiscard]] QString rowActionName(const QString &word);
//! Without one, as it is painted and said.
[[nodiscard]] QString rowActionLabel(const QString &word);
//! Those that a row shows. Copying is in the menu of every row; only under a whole reply it stands by itself.
[[nodiscard]] QStringList shownRowActions(RowKind kind, const QStringList &words);

} // namespace heed
