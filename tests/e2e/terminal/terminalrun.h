// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QStringList>
#include <sys/types.h>

namespace heed::test {

//! The real program at a pseudo-terminal of its own, as a person has it: what is typed is echoed, Ctrl-C and
//! Ctrl-D do what a terminal makes of them. Lives in the thread that made it; that thread's events are served
//! by waitUntil().
class TerminalRun final : public QObject
{
    Q_OBJECT
public:
    //! Starts it. \param home its HEED_HOME.
    TerminalRun(const QString &home, const QStringList &arguments);
    //! Kills it if it still runs.
    ~TerminalRun() override;

    void type(const QByteArray &keys);
    void enter(const QByteArray &line) { type(line + '\n'); }
    //! SIGKILL; what it had shown before can still be read.
    void killNow();
    void controlC() { type("\x03"); }
    void controlD() { type("\x04"); }
    //! Whether this stands on the screen, after what shows() found before; waits for it.
    [[nodiscard]] bool shows(const QByteArray &words);
    //! Whether one of two does; which one is told by the return value, -1 for neither.
    [[nodiscard]] int showsOneOf(const QByteArray &first, const QByteArray &second);
    //! Types an answer under a question and confirms it when the program asks whether it was meant.
    void answer(const QByteArray &line, const QByteArray &afterwards);
    //! All that came, without carriage returns.
    [[nodiscard]] QByteArray screen() const;
    //! The exit code; -1 when it does not end by itself.
    [[nodiscard]] int waitForEnd();

private:
    void readSome();
    [[nodiscard]] bool hasEnded();

    pid_t m_pid = -1;
    int m_terminal = -1;
    int m_status = -1;
    bool m_isReaped = false;
    QByteArray m_screen{};
    qsizetype m_found = 0; //!< up to where it has been read
};

} // namespace heed::test
