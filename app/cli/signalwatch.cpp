// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/signalwatch.h"

#include <QSocketNotifier>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace heed {

namespace {

// A handler may touch nothing but lock-free globals and write(2): it puts the signal's number into a pipe.
constexpr std::array<int, 4> watched{SIGINT, SIGTERM, SIGHUP, SIGPIPE};
int pipeEnds[2] = {-1, -1};
std::array<struct sigaction, watched.size()> former{};

void toPipe(int number)
{
    const int kept = errno;
    const auto byte = static_cast<unsigned char>(number);
    [[maybe_unused]] const ssize_t written = ::write(pipeEnds[1], &byte, 1);
    errno = kept;
}

} // namespace

SignalWatch::SignalWatch(QObject *parent)
    : QObject(parent)
{
    Q_ASSERT_X(pipeEnds[0] < 0, "SignalWatch", "one at a time");
    if (::pipe2(pipeEnds, O_CLOEXEC | O_NONBLOCK) != 0)
        return; // Ctrl-C then ends the program, as it does by default
    m_notifier = new QSocketNotifier(pipeEnds[0], QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, &SignalWatch::readPipe);
    for (size_t i = 0; i < watched.size(); ++i) {
        struct sigaction action = {};
        // A reader that has gone shows in write(2), which Output reports.
        action.sa_handler = watched.at(i) == SIGPIPE ? SIG_IGN : toPipe;
        action.sa_flags = SA_RESTART;
        ::sigaction(watched.at(i), &action, &former.at(i));
    }
}

SignalWatch::~SignalWatch()
{
    if (!m_notifier)
        return;
    for (size_t i = 0; i < watched.size(); ++i)
        ::sigaction(watched.at(i), &former.at(i), nullptr);
    delete m_notifier;
    for (int &end : pipeEnds) {
        ::close(end);
        end = -1;
    }
}

void SignalWatch::readPipe()
{
    std::array<unsigned char, 64> numbers;
    const ssize_t length = ::read(pipeEnds[0], numbers.data(), numbers.size());
    for (ssize_t i = 0; i < length; ++i) {
        if (numbers.at(size_t(i)) == SIGINT)
            Q_EMIT interrupted();
        else
            Q_EMIT terminated();
    }
}

} // namespace heed
