// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/linereader.h"

#include <QSocketNotifier>
#include <QStringDecoder>
#include <array>
#include <cerrno>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

namespace heed {

LineReader::LineReader(int descriptor, QObject *parent)
    : QObject(parent)
    , m_descriptor(descriptor)
    , m_isTerminal(::isatty(descriptor) == 1)
    , m_notifier(new QSocketNotifier(descriptor, QSocketNotifier::Read, this))
{
    connect(m_notifier, &QSocketNotifier::activated, this, &LineReader::readSome);
}

void LineReader::setPaused(bool paused)
{
    if (m_paused == paused)
        return;
    m_paused = paused;
    arm();
    if (!paused)
        QMetaObject::invokeMethod(this, &LineReader::handOut,
                                  Qt::QueuedConnection); // what was read before the pause
}

void LineReader::arm()
{
    m_notifier->setEnabled(!m_paused && !m_atEnd);
}

void LineReader::readSome()
{
    // Another process may have read it meanwhile; the descriptor is shared and must stay a blocking one.
    pollfd ready{m_descriptor, POLLIN, 0};
    if (::poll(&ready, 1, 0) != 1)
        return;
    std::array<char, 16384> chunk;
    const ssize_t length = ::read(m_descriptor, chunk.data(), chunk.size());
    if (length < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (length > 0) {
        m_buffer.append(chunk.data(), length);
    } else { // EIO when the terminal has gone
        m_atEnd = true;
        arm();
    }
    handOut();
}

void LineReader::handOut()
{
    while (!m_paused) {
        const qsizetype end = m_buffer.indexOf('\n', m_searched);
        if (end < 0)
            break;
        const QByteArray one = m_buffer.left(end);
        m_buffer.remove(0, end + 1);
        m_searched = 0;
        if (std::exchange(m_dropping, false) || one.size() > lineLimit)
            Q_EMIT lineTooLong();
        else
            Q_EMIT line(one.endsWith('\r') ? one.chopped(1) : one);
    }
    if (m_paused)
        return;
    m_searched = m_buffer.size();
    if (m_buffer.size() > lineLimit) {
        m_dropping = true;
        m_buffer.clear();
        m_searched = 0;
    }
    if (!m_atEnd || std::exchange(m_toldEnd, true))
        return;
    const QByteArray rest = std::exchange(m_buffer, {});
    if (std::exchange(m_dropping, false))
        Q_EMIT lineTooLong();
    else if (!rest.isEmpty() && isTerminal())
        Q_EMIT unfinished(rest);
    else if (!rest.isEmpty()) // a last line without a break
        Q_EMIT line(rest);
    Q_EMIT ended();
}

std::optional<QString> LineReader::text(const QByteArray &line)
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = decoder(line);
    return decoder.hasError() || text.contains(QChar(0)) ? std::nullopt : std::optional(text);
}

QString LineReader::unreadableText()
{
    return tr(
        "That line is not UTF-8 text, so it was not used. Set your terminal to UTF-8 and type it again.");
}

QByteArray LineReader::takeHalfTyped()
{
    termios lines{};
    // In the background of its session a process that changes the terminal is stopped.
    const pid_t foreground = ::tcgetpgrp(m_descriptor);
    if (!isTerminal() || (foreground >= 0 && foreground != ::getpgrp()) ||
        ::tcgetattr(m_descriptor, &lines) != 0 || !(lines.c_lflag & tcflag_t(ICANON)))
        return {};
    // The terminal keeps an unfinished line to itself, unless it is asked for single characters.
    termios characters = lines;
    characters.c_lflag &= ~tcflag_t(ICANON);
    characters.c_cc[VMIN] = 0;
    characters.c_cc[VTIME] = 0;
    if (::tcsetattr(m_descriptor, TCSANOW, &characters) != 0)
        return {};
    std::array<char, 4096> typed; // the longest line that a terminal holds
    const ssize_t length = ::read(m_descriptor, typed.data(), typed.size());
    ::tcsetattr(m_descriptor, TCSANOW, &lines);
    if (length <= 0)
        return {};
    const QByteArray all(typed.data(), length);
    const qsizetype lastBreak = all.lastIndexOf('\n');
    m_buffer.append(all.left(lastBreak + 1)); // complete lines that had not been read yet stay lines
    handOut();
    return all.mid(lastBreak + 1);
}

} // namespace heed
