// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/terminal/heedrun.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QEventLoop>
#include <QJsonDocument>
#include <QTimer>
#include <algorithm>
#include <csignal>

using namespace Qt::StringLiterals;

namespace heed::test {

bool waitUntil(const std::function<bool()> &holds, int limitMs)
{
    QEventLoop loop;
    const QDeadlineTimer limit(limitMs);
    QTimer often; // what another process writes into files wakes nobody, and neither does the limit
    often.start(20);
    while (!holds()) {
        if (limit.hasExpired())
            return false;
        loop.processEvents(QEventLoop::WaitForMoreEvents);
    }
    return true;
}

HeedRun::HeedRun(const QString &home, const QStringList &arguments)
{
    m_process.setProgram(QStringLiteral(HEED_PROGRAM));
    m_process.setArguments(arguments);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"HEED_HOME"_s, home);
    environment.insert(u"LC_ALL"_s, u"C.UTF-8"_s);
    environment.insert(u"TZ"_s, u"UTC"_s);
    environment.insert(u"no_proxy"_s, u"127.0.0.1"_s);
    environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_s, u"unix:path="_s + QDir(home).filePath(u"no-bus"_s));
    environment.remove(u"DISPLAY"_s);
    environment.remove(u"QT_QPA_PLATFORM"_s);
    environment.remove(u"QT_LOGGING_RULES"_s);
    m_process.setProcessEnvironment(environment);
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &HeedRun::readOut);
    connect(&m_process, &QProcess::readyReadStandardError, this,
            [this] { m_err += m_process.readAllStandardError(); });
}

HeedRun::~HeedRun()
{
    m_process.disconnect(this);
    if (!hasEnded()) {
        m_process.kill();
        m_process.waitForFinished();
    }
}

void HeedRun::setVariable(const QString &name, const QString &value)
{
    QProcessEnvironment environment = m_process.processEnvironment();
    environment.insert(name, value);
    m_process.setProcessEnvironment(environment);
}

void HeedRun::start()
{
    m_process.start();
    if (!m_process.waitForStarted())
        qFatal("%s does not start: %s", HEED_PROGRAM, qPrintable(m_process.errorString()));
}

void HeedRun::send(const QJsonObject &command)
{
    write(QJsonDocument(command).toJson(QJsonDocument::Compact) + '\n');
}

void HeedRun::write(const QByteArray &bytes)
{
    m_process.write(bytes);
    m_process.waitForBytesWritten(); // into the pipe now, not when events are served again
}

void HeedRun::closeInput()
{
    m_process.closeWriteChannel();
}

void HeedRun::killNow()
{
    if (const qint64 pid = processId(); pid > 0)
        ::kill(pid_t(pid), SIGKILL);
    m_process.waitForFinished();
    readOut();
    m_err += m_process.readAllStandardError();
}

int HeedRun::waitForEnd()
{
    if (!waitUntil([this] { return hasEnded(); }) || m_process.exitStatus() != QProcess::NormalExit)
        return -1;
    readOut();
    m_err += m_process.readAllStandardError();
    return m_process.exitCode();
}

void HeedRun::readOut()
{
    m_out += m_process.readAllStandardOutput();
    for (qsizetype end = m_out.indexOf('\n', m_parsed); end >= 0; end = m_out.indexOf('\n', m_parsed)) {
        m_lines.append(QJsonDocument::fromJson(m_out.sliced(m_parsed, end - m_parsed)).object());
        m_parsed = end + 1;
    }
}

QList<QJsonObject> HeedRun::all(const QString &type) const
{
    QList<QJsonObject> found;
    std::ranges::copy_if(m_lines, std::back_inserter(found),
                         [&type](const QJsonObject &line) { return line[u"type"_s].toString() == type; });
    return found;
}

QJsonObject HeedRun::waitFor(const QString &type, int count)
{
    std::ignore = waitUntil([&] { return all(type).size() >= count || hasEnded(); });
    readOut();
    return all(type).value(count - 1);
}

} // namespace heed::test
