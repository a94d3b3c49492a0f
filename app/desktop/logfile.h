// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/clock.h"

#include <QFile>
#include <QMutex>
#include <QtGlobal>

namespace heed {

//! What the categories log, in a file beside standard error, for the window (a command logs to standard error
//! only). Files of mode 0600; a full one becomes heed.log.1, and so on; three are kept.
//!
//! Message texts, answers and keys are not in it because nothing logs them. One at a time in a process; takes
//! messages from any thread.
class LogFile
{
public:
    static constexpr qint64 sizeLimit = 1024 * 1024; //!< bytes of one file
    static constexpr int kept = 3;                   //!< files, the current one included

    //! \param folder made when missing. Without it the log goes to standard error only.
    LogFile(const QString &folder, const Clock &clock);
    ~LogFile();
    LogFile(const LogFile &) = delete;
    LogFile &operator=(const LogFile &) = delete;

    [[nodiscard]] QString fileName() const { return m_file.fileName(); }
    //! Called by the message handler.
    void write(QtMsgType type, const char *category, const QString &message);

private:
    void rotate();

    const Clock &m_clock;
    QMutex m_mutex{}; //!< guards the file
    QFile m_file;
};

} // namespace heed
