// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/api/apicalls.h"
#include "app/api/httpconnection.h"
#include "app/api/httplistener.h"
#include "app/api/voiceroom.h"
#include "app/api/walls.h"

#include <QObject>
#include <QWebSocketServer>

namespace heed {

//! How much the API takes on (book 4.3).
struct ApiLimits {
    HttpPatience patience{};
    int connections = 1024;
    int watchers = 1000; //!< of them: streams and companions
};

//! What lives in the server thread behind ApiServer: sockets, walls, calls, turns.
class ApiRoom final : public QObject, private HttpHandler
{
    Q_OBJECT
public:
    //! Made in the server thread. \param listener is this object's. \param replies, clock outlive this.
    ApiRoom(HttpListener *listener, Replies &replies, const Clock &clock, const PrepareProvider &prepare,
            const ApiLimits &limits, const QByteArray &token);
    ~ApiRoom() override;

    void setProvider(const ProviderChoice &provider);
    //! Whoever came in with the old one has to come again.
    void setToken(const QByteArray &token);

private:
    [[nodiscard]] std::optional<HttpAnswer> judge(const HttpRequest &head) override;
    void serve(const HttpRequest &request, HttpConnection &connection) override;
    void upgrade(const HttpRequest &head, QTcpSocket *socket) override;

    void accept(QTcpSocket *socket);
    void turnAway(QTcpSocket *socket);
    void adopt();
    [[nodiscard]] std::optional<HttpAnswer> full(Operation operation) const;

    // First, so that they are there while the others close theirs.
    int m_connections = 0;
    int m_turnedAway = 0;
    Alarms m_alarms;
    ApiLimits m_limits;
    Walls m_walls;
    MessageSender m_sender;
    ApiCalls m_calls;
    VoiceRoom m_voice;
    QWebSocketServer m_upgrader;
    HttpListener *m_listener;
};

} // namespace heed
