// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QSocketNotifier;

namespace heed {

//! Turns Ctrl-C and the wish to end into signals of the event loop. One at a time in a process; the handlers
//! that were there before are put back at its end. Lives in its owner's thread.
class SignalWatch final : public QObject
{
    Q_OBJECT
public:
    explicit SignalWatch(QObject *parent = nullptr);
    ~SignalWatch() override;

Q_SIGNALS:
    void interrupted(); //!< SIGINT: Ctrl-C
    void terminated();  //!< SIGTERM or SIGHUP

private:
    void readPipe();

    QSocketNotifier *m_notifier = nullptr;
};

} // namespace heed
