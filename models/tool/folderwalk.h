// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <atomic>

namespace heed {

struct WalkedFile {
    QString path{}; //!< absolute
    qint64 modifiedMs = 0;
    qint64 size = 0;
};

//! What a walk through a folder met.
struct FolderWalk {
    QList<WalkedFile> files{};
    QStringList problems{}; //!< translated, for the person and the model
    bool complete = false;  //!< false: cancelled, unreadable, or more files than the limit
};

//! Lists the files below a folder that are worth searching. Hidden ones, version control, dependencies and
//! build results are left out, and so are keys and what is surely no text. Links are not followed: they lead
//! in circles, or out of what the person added. Runs long: pool thread.
[[nodiscard]] FolderWalk walkFolder(const QString &folder, qsizetype mostFiles,
                                    const std::atomic_bool &cancelled);

//! Whether walkFolder() of one of the folders would list this file: nothing else may be read.
[[nodiscard]] bool isWithin(const QString &file, const QStringList &folders);

} // namespace heed
