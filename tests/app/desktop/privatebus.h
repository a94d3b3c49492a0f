// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

namespace heed {

//! A message bus of the test's own, on which nothing runs and nothing is started by name.
class PrivateBus
{
public:
    //! The address, or empty; why() then says what is missing.
    [[nodiscard]] QString start()
    {
        using namespace Qt::StringLiterals;
        QFile config(m_folder.filePath(u"bus.conf"_s));
        if (!config.open(QIODevice::WriteOnly))
            return {};
        config.write(
            QString(
                u"<busconfig><type>session</type><listen>unix:path=%1</listen><policy context=\"default\">"
                "<allow send_destination=\"*\"/><allow receive_sender=\"*\"/><allow own=\"*\"/></policy>"
                "</busconfig>"_s.arg(m_folder.filePath(u"socket"_s)))
                .toUtf8());
        config.close();
        m_daemon.start(u"dbus-daemon"_s, {u"--nofork"_s, u"--nopidfile"_s, u"--print-address=1"_s,
                                          u"--config-file="_s + config.fileName()});
        if (!m_daemon.waitForStarted() || !m_daemon.waitForReadyRead()) {
            m_why = u"dbus-daemon does not start (package dbus): "_s + m_daemon.errorString() +
                    QString::fromUtf8(m_daemon.readAllStandardError());
            return {};
        }
        return QString::fromUtf8(m_daemon.readLine()).trimmed();
    }
    [[nodiscard]] QString why() const { return m_why; }
    ~PrivateBus()
    {
        m_daemon.kill();
        m_daemon.waitForFinished();
    }

private:
    QTemporaryDir m_folder{};
    QProcess m_daemon{};
    QString m_why{};
};

} // namespace heed
