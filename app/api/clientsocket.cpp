// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/clientsocket.h"

namespace heed {

qint64 ClientSocket::writeData(const char *data, qint64 size)
{
    if (!m_head)
        return QTcpSocket::writeData(data, size);
    m_head->append(data, size);
    static const QByteArray headEnd("\r\n\r\n");
    const qsizetype end = m_head->indexOf(headEnd);
    if (end < 0)
        return size;
    static const QByteArray lineEnd("\r\n");
    QByteArray kept;
    for (qsizetype from = 0; from < end;) {
        const qsizetype next = m_head->indexOf(lineEnd, from) + lineEnd.size();
        const QByteArray line = m_head->sliced(from, next - from);
        if (!line.toLower().startsWith("access-control-"))
            kept += line;
        from = next;
    }
    kept += lineEnd + m_head->sliced(end + headEnd.size());
    m_head.reset();
    return QTcpSocket::writeData(kept.constData(), kept.size()) == kept.size() ? size : -1;
}

} // namespace heed
