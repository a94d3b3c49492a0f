// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace heed {

void Output::write(const QString &text)
{
    bytes(text.toUtf8());
}

void Output::line(const QString &text)
{
    bytes(QByteArray(text.toUtf8() + '\n'));
}

void Output::bytes(const QByteArray &bytes)
{
    qsizetype done = 0;
    while (!m_failed && done < bytes.size()) {
        const ssize_t written = ::write(m_descriptor, bytes.constData() + done, size_t(bytes.size() - done));
        if (written >= 0) {
            done += written;
        } else if (errno == EAGAIN) { // somebody else made the terminal non-blocking
            pollfd ready{m_descriptor, POLLOUT, 0};
            ::poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            m_failed = true;
        }
    }
    if (!bytes.isEmpty())
        m_atLineStart = bytes.endsWith('\n');
}

bool Output::isTerminal() const
{
    return ::isatty(m_descriptor) == 1;
}

} // namespace heed
