// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/terminal/terminalrun.h"

#include "tests/e2e/terminal/heedrun.h"

#include <QSocketNotifier>
#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace Qt::StringLiterals;

namespace heed::test {

TerminalRun::TerminalRun(const QString &home, const QStringList &arguments)
{
    // Everything that allocates is done before the fork.
    std::vector<QByteArray> words{QByteArrayLiteral(HEED_PROGRAM)};
    for (const QString &argument : arguments)
        words.push_back(argument.toUtf8());
    std::vector<QByteArray> variables{"HEED_HOME=" + home.toUtf8(),
                                      "LC_ALL=C.UTF-8",
                                      "TZ=UTC",
                                      "TERM=xterm",
                                      "PATH=/usr/bin:/bin",
                                      "HOME=" + home.toUtf8(),
                                      "DBUS_SESSION_BUS_ADDRESS=unix:path=" + home.toUtf8() + "/no-bus"};
    for (const char *option :
         {"ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "QT_NO_GLIB"}) {
        if (qEnvironmentVariableIsSet(option)) // how the presets of the sanitizers want to be run
            variables.push_back(option + QByteArrayLiteral("=") + qgetenv(option));
    }
    std::vector<char *> argv;
    std::vector<char *> environment;
    for (auto &word : words)
        argv.push_back(word.data());
    for (auto &variable : variables)
        environment.push_back(variable.data());
    argv.push_back(nullptr);
    environment.push_back(nullptr);
    winsize size{.ws_row = 50, .ws_col = 200, .ws_xpixel = 0, .ws_ypixel = 0};
    m_pid = ::forkpty(&m_terminal, nullptr, nullptr, &size);
    if (m_pid == 0) {
        ::execve(argv.front(), argv.data(), environment.data());
        ::_exit(127);
    }
    if (m_pid < 0)
        qFatal("no pseudo-terminal");
    ::fcntl(m_terminal, F_SETFL, O_NONBLOCK);
    auto *notifier = new QSocketNotifier(m_terminal, QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this, notifier] {
        readSome();
        if (hasEnded())
            notifier->setEnabled(false); // it is ready for ever then
    });
}

TerminalRun::~TerminalRun()
{
    if (!hasEnded()) {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
    ::close(m_terminal);
}

void TerminalRun::killNow()
{
    if (!hasEnded()) {
        ::kill(m_pid, SIGKILL);
        m_isReaped = ::waitpid(m_pid, &m_status, 0) == m_pid;
    }
    readSome();
}

void TerminalRun::readSome()
{
    char chunk[4096];
    for (ssize_t length = 1; length > 0;) {
        length = ::read(m_terminal, chunk, sizeof chunk);
        if (length > 0)
            m_screen.append(chunk, length);
    }
    m_screen.replace("\r", "");
}

bool TerminalRun::hasEnded()
{
    m_isReaped = m_isReaped || ::waitpid(m_pid, &m_status, WNOHANG) == m_pid;
    return m_isReaped;
}

void TerminalRun::type(const QByteArray &keys)
{
    if (::write(m_terminal, keys.constData(), size_t(keys.size())) != keys.size())
        qFatal("the terminal takes nothing");
}

QByteArray TerminalRun::screen() const
{
    return m_screen;
}

bool TerminalRun::shows(const QByteArray &words)
{
    return showsOneOf(words, words) >= 0;
}

int TerminalRun::showsOneOf(const QByteArray &first, const QByteArray &second)
{
    const auto at = [this](const QByteArray &words) { return m_screen.indexOf(words, m_found); };
    std::ignore = waitUntil([&] { return at(first) >= 0 || at(second) >= 0 || hasEnded(); });
    readSome();
    const qsizetype one = at(first);
    const qsizetype other = at(second);
    if (one < 0 && other < 0) {
        qWarning("not shown: %s\nthe screen: %s", first.constData(), m_screen.constData());
        return -1;
    }
    const bool isFirst = one >= 0 && (other < 0 || one <= other);
    m_found = isFirst ? one + first.size() : other + second.size();
    return isFirst ? 0 : 1;
}

void TerminalRun::answer(const QByteArray &line, const QByteArray &afterwards)
{
    enter(line);
    if (showsOneOf("(y/n)", afterwards) ==
        0) { // it came so soon after the question that it may not have been meant
        enter("y");
        std::ignore = shows(afterwards);
    }
}

int TerminalRun::waitForEnd()
{
    // The end closes the terminal, which wakes the notifier.
    if (!waitUntil([this] { return hasEnded(); }) || !WIFEXITED(m_status))
        return -1;
    readSome();
    return WEXITSTATUS(m_status);
}

} // namespace heed::test
