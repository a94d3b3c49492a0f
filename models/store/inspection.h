// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace heed {

//! What can be said about a database file without changing it or making anything beside it.
struct Inspection {
    enum class State {
        Missing, //!< no file, or an empty one
        Readable,
        Damaged,     //!< not a database, or its first pages are broken
        Unreachable, //!< may not be read, or the disk fails
    };
    State state = State::Missing;
    bool isForeign = false; //!< a sound database, but not one of Heed's
    int version = 0;        //!< of the schema
    int code = 0;           //!< SQLite's, when not readable
    QString detail{};
};

[[nodiscard]] Inspection inspect(const QString &file);

//! Whether every page is in order (PRAGMA quick_check). Reads the whole file. A file that cannot be
//! looked at just now counts as sound.
[[nodiscard]] bool isSound(const QString &file);

//! Whether a write-ahead log with content lies beside the file.
[[nodiscard]] bool hasLog(const QString &file);

} // namespace heed
