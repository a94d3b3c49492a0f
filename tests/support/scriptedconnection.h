// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/scriptedserver.h"

#include <QTcpSocket>

namespace heed {

//! One connection of a ScriptedServer: reads requests, writes answers packet by packet. Owns its socket.
class ScriptedConnection : public QObject
{
    Q_OBJECT
public:
    ScriptedConnection(QTcpSocket *socket, ScriptedServer &server);

private:
    void read();
    [[nodiscard]] bool parse();
    void start(const ScriptedResponse &response);
    void writeHead(const QByteArray &encoding);
    void step();
    void goOn(int milliseconds);
    void write(const QByteArray &bytes);
    void finish();
    void reset();

    QTcpSocket *m_socket;
    ScriptedServer &m_server;
    QByteArray m_buffer{};
    ScriptedRequest m_request{};
    ScriptedResponse m_response{};
    QList<ScriptPiece> m_pieces{};
    bool m_busy = false;
};

} // namespace heed
