// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/process.h"

#include <QProcess>

namespace heed::test {

//! A process that is there and does nothing, until it is ended.
class OtherProcess
{
public:
    OtherProcess()
    {
        m_process.start(QStringLiteral("cat"), QStringList());
        if (!m_process.waitForStarted())
            qFatal("no other process");
        m_name = processIdentity(m_process.processId());
    }
    ~OtherProcess() { end(); }
    Q_DISABLE_COPY_MOVE(OtherProcess)

    //! \sa processIdentity()
    [[nodiscard]] QString name() const { return m_name; }
    //! Killed, and reaped.
    void end()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

private:
    QProcess m_process{};
    QString m_name{};
};

} // namespace heed::test
