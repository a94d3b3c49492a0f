// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/chatcommand.h"

#include "app/cli/signalwatch.h"
#include "app/cli/terminalchat.h"

#include <QCoreApplication>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace heed {

void openStandardStreams()
{
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
        if (::fcntl(descriptor, F_GETFD) < 0 && errno == EBADF)
            std::ignore = ::open("/dev/null", O_RDWR); // the lowest free number: this one
    }
}

int runChat(const ChatRequest &request, Replies &replies, QuestionsElsewhere *elsewhere,
            const std::optional<ProviderChoice> &provider, const std::function<void(TerminalChat &)> &begun)
{
    LineReader input(STDIN_FILENO);
    Output output(STDOUT_FILENO);
    Output notes(STDERR_FILENO);
    SignalWatch signalWatch;
    const auto chat = TerminalChat::make(
        request, replies, {.input = &input, .output = &output, .notes = &notes, .elsewhere = elsewhere},
        provider);
    QObject::connect(&signalWatch, &SignalWatch::interrupted, chat.get(), &TerminalChat::interrupt);
    QObject::connect(&signalWatch, &SignalWatch::terminated, chat.get(), &TerminalChat::terminate);
    QObject::connect(chat.get(), &TerminalChat::finished, chat.get(),
                     [](int code) { QCoreApplication::exit(code); });
    begun(*chat);
    QMetaObject::invokeMethod(chat.get(), &TerminalChat::start,
                              Qt::QueuedConnection); // exit() needs a running loop
    return QCoreApplication::exec();
}

} // namespace heed
