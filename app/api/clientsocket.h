// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTcpSocket>
#include <optional>

namespace heed {

//! A client's socket. Qt answers the handshake of a WebSocket itself, and with lines that let the pages of
//! any server read it; they are left out here (no CORS, book 4.3).
class ClientSocket final : public QTcpSocket
{
    Q_OBJECT
public:
    using QTcpSocket::QTcpSocket;
    //! What is written next is Qt's answer to a handshake.
    void expectHandshake() { m_head.emplace(); }

protected:
    qint64 writeData(const char *data, qint64 size) override;

private:
    std::optional<QByteArray> m_head{}; //!< of the answer, until it is whole
};

} // namespace heed
