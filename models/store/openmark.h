// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace heed {

//! Tells an unclean end: each process that has the database open keeps a small file beside it with its name
//! in it, and takes it away when it closes. A file whose process is gone was left by a crash or a power cut.
//!
//! One file a process, so that several have the database open at once without a lock.
class OpenMark
{
public:
    //! What the files beside the database say.
    struct Found {
        bool othersOpen = false; //!< a living process (or this one) has it open
        QStringList left{};      //!< files of processes that ended without closing
    };
    [[nodiscard]] static Found look(const QString &database);

    //! Leaves a file that says "check me at the next start": damage was met while running.
    static void askForCheck(const QString &database);

    //! Makes this process's file; without room for it an unclean end goes unnoticed, nothing worse.
    explicit OpenMark(const QString &database);
    //! Takes it away: the end was clean.
    ~OpenMark();
    Q_DISABLE_COPY_MOVE(OpenMark)

private:
    QString m_file;
};

} // namespace heed
