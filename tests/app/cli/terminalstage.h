// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/terminalchat.h"
#include "tests/support/replystage.h"

#include <QSocketNotifier>
#include <fcntl.h>
#include <pty.h>
#include <termios.h>
#include <unistd.h>

namespace heed::test {

//! A terminal chat whose other end, pipes or a pseudo-terminal, a test holds.
class TerminalStage
{
public:
    enum class Kind { Pipes, Terminal };

    //! \param elsewhere what other processes ask; outlives this.
    TerminalStage(ReplyStage &stage, Kind kind, const ChatRequest &request,
                  QuestionsElsewhere *elsewhere = nullptr)
    {
        if (kind == Kind::Terminal)
            openTerminal();
        else
            openPipes();
        m_input = std::make_unique<LineReader>(m_ourInput);
        m_output = std::make_unique<Output>(m_ourOutput);
        m_notes = std::make_unique<Output>(m_ourOutput);
        ::fcntl(m_theirOutput, F_SETFL, O_NONBLOCK);
        m_chat = TerminalChat::make(request, *stage.replies,
                                    {.input = m_input.get(),
                                     .output = m_output.get(),
                                     .notes = m_notes.get(),
                                     .elsewhere = elsewhere},
                                    {});
        QObject::connect(m_chat.get(), &TerminalChat::finished, m_chat.get(),
                         [this](int code) { m_code = code; });
        m_chat->start();
    }
    ~TerminalStage()
    {
        m_chat.reset();
        m_input.reset();
        for (const int descriptor : {m_ourInput, m_ourOutput, m_theirInput, m_theirOutput}) {
            if (descriptor >= 0)
                ::close(descriptor);
        }
    }
    TerminalStage(const TerminalStage &) = delete;
    TerminalStage &operator=(const TerminalStage &) = delete;

    void type(const QByteArray &bytes) const
    {
        QCOMPARE(::write(m_theirInput, bytes.constData(), size_t(bytes.size())), bytes.size());
    }
    void closeInput() { ::close(std::exchange(m_theirInput, -1)); }
    void closeOutput() { ::close(std::exchange(m_theirOutput, -1)); }
    //! All that came out so far, with the carriage returns of a terminal left out.
    [[nodiscard]] QByteArray out()
    {
        char chunk[4096];
        for (ssize_t length = 1; length > 0 && m_theirOutput >= 0;) {
            length = ::read(m_theirOutput, chunk, sizeof chunk);
            if (length > 0)
                m_out.append(chunk, length);
        }
        m_out.replace("\r", "");
        return m_out;
    }
    [[nodiscard]] bool shows(const QByteArray &text, int times = 1)
    {
        return QTest::qWaitFor([&] { return out().count(text) >= times; }, patienceMs);
    }
    [[nodiscard]] std::optional<int> waitForEnd()
    {
        std::ignore = QTest::qWaitFor([&] { return m_code.has_value(); }, patienceMs);
        return m_code;
    }
    [[nodiscard]] bool hasEnded() const { return m_code.has_value(); }
    [[nodiscard]] TerminalChat &chat() const { return *m_chat; }

private:
    void openPipes()
    {
        int input[2];
        int output[2];
        if (::pipe(input) != 0 || ::pipe(output) != 0)
            qFatal("no pipes");
        m_ourInput = input[0];
        m_theirInput = input[1];
        m_theirOutput = output[0];
        m_ourOutput = output[1];
    }
    void openTerminal()
    {
        int ours = -1;
        if (::openpty(&m_theirInput, &ours, nullptr, nullptr, nullptr) != 0)
            qFatal("no pseudo-terminal");
        m_theirOutput = ::dup(m_theirInput);
        m_ourInput = ours;
        m_ourOutput = ::dup(ours);
    }

    int m_ourInput = -1;
    int m_ourOutput = -1;
    int m_theirInput = -1;
    int m_theirOutput = -1;
    std::unique_ptr<LineReader> m_input{};
    std::unique_ptr<Output> m_output{};
    std::unique_ptr<Output> m_notes{};
    std::unique_ptr<TerminalChat> m_chat{};
    std::optional<int> m_code{};
    QByteArray m_out{};
};

} // namespace heed::test
