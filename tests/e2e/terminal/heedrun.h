// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QObject>
#include <QProcess>
#include <functional>

namespace heed::test {

//! Serves the events of the calling thread until something holds. False when it still does not after the
//! limit.
[[nodiscard]] bool waitUntil(const std::function<bool()> &holds, int limitMs = 60'000);

//! The real program in a process of its own, over pipes. Lives in the thread that made it; that thread's
//! events are served by waitUntil().
class HeedRun final : public QObject
{
    Q_OBJECT
public:
    //! \param home its HEED_HOME. \param arguments of the program.
    HeedRun(const QString &home, const QStringList &arguments);
    //! Kills it if it still runs.
    ~HeedRun() override;

    void setVariable(const QString &name, const QString &value); //!< before start()
    void start();
    void send(const QJsonObject &command);
    void write(const QByteArray &bytes);
    void closeInput();
    //! SIGKILL; what it had written before can still be read.
    void killNow();
    //! The exit code; -1 when it was killed, crashed, or does not end.
    [[nodiscard]] int waitForEnd();

    //! Lines of standard output as JSON, in order; one that is none is an empty object.
    [[nodiscard]] const QList<QJsonObject> &lines() const { return m_lines; }
    //! The n-th line of a type, once it has come; an empty object if it never does.
    [[nodiscard]] QJsonObject waitFor(const QString &type, int count = 1);
    [[nodiscard]] QList<QJsonObject> all(const QString &type) const;
    [[nodiscard]] const QByteArray &out() const { return m_out; }
    [[nodiscard]] const QByteArray &err() const { return m_err; }
    [[nodiscard]] bool hasEnded() const { return m_process.state() == QProcess::NotRunning; }
    [[nodiscard]] qint64 processId() const { return m_process.processId(); }

private:
    void readOut();

    QProcess m_process{};
    QByteArray m_out{};
    QByteArray m_err{};
    qsizetype m_parsed = 0;
    QList<QJsonObject> m_lines{};
};

} // namespace heed::test
