// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSqlDatabase>
#include <QString>

namespace heed {

//! What was read out of a damaged database.
struct Salvaged {
    qint64 rows = 0;
    bool gaps = false; //!< somewhere rows could not be read or not be kept
};

//! The schema version of a damaged file, as far as it can be read; 0: it cannot.
[[nodiscard]] int versionOf(const QString &file);

//! Copies every row that can be read from the damaged \a file into \a database, an empty one of the same
//! version; then mends what hangs in the air: rows whose chat is lost get one, others without a parent go.
[[nodiscard]] Salvaged salvage(const QString &file, QSqlDatabase &database, qint64 nowMs);

} // namespace heed
