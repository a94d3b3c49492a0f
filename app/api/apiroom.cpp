// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/apiroom.h"

#include "app/api/clientsocket.h"
#include "models/base/repeatedkey.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonParseError>
#include <QStringDecoder>
#include <QTcpSocket>
#include <QWebSocket>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr qint64 companionReadAhead = 2 * qint64(voiceFrameLimit); // a frame must fit whole
// What Qt takes in a handshake; at more it hangs up without a word.
constexpr qsizetype handshakeLine = 8 * 1024;
constexpr qsizetype handshakeLines = 100;
// Connections beyond the limit that are kept open for as long as they take to read why they cannot stay.
constexpr int mostTurnedAway = 256;

struct ApiRoomText {
    Q_DECLARE_TR_FUNCTIONS(heed::Api)
};

std::optional<ChatId> wantedSession(const QUrlQuery &query)
{
    const qint64 number = query.queryItemValue(u"session"_s).toLongLong();
    return number > 0 ? std::optional(ChatId{number}) : std::nullopt;
}

//! The body as an object; an empty one counts as {}. Nothing: it is none.
std::optional<QJsonObject> objectOf(const QByteArray &body)
{
    if (body.trimmed().isEmpty())
        return QJsonObject();
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = decoder(body);
    QJsonParseError error{};
    const QJsonDocument document = QJsonDocument::fromJson(body, &error);
    if (decoder.hasError() || error.error != QJsonParseError::NoError || !document.isObject())
        return std::nullopt;
    return document.object();
}

//! What Qt would refuse without an answer.
std::optional<HttpAnswer> badHandshake(const HttpRequest &head)
{
    if (head.header("sec-websocket-version") != "13") {
        HttpAnswer answer =
            refusal(426, u"upgrade_required"_s,
                    ApiRoomText::tr("Send \"Sec-WebSocket-Version: 13\"; Heed speaks no other."));
        answer.headers.emplace_back("Sec-WebSocket-Version", "13");
        return answer;
    }
    const auto key = QByteArray::fromBase64Encoding(head.header("sec-websocket-key"),
                                                    QByteArray::AbortOnBase64DecodingErrors);
    if (!key || key.decoded.size() != 16 || head.isHttp10)
        return badRequest(ApiRoomText::tr(
            "A WebSocket begins with an HTTP/1.1 request and a \"Sec-WebSocket-Key\": 16 random bytes in "
            "Base64."));
    qsizetype lines = head.headers.size();
    bool fits = true;
    for (auto header = head.headers.cbegin(); header != head.headers.cend(); ++header) {
        lines += header.value().count(", "); // may have been headers of their own
        fits = fits && header.key().size() + header.value().size() + 4 < handshakeLine;
    }
    if (!fits || lines >= handshakeLines || head.path.size() + head.query.query().size() > handshakeLine / 2)
        return refusal(431, u"headers_too_large"_s,
                       ApiRoomText::tr("A WebSocket's request may have 100 headers of 8 KiB. Send fewer."));
    return std::nullopt;
}

HttpAnswer nowhere()
{
    return refusal(404, u"not_found"_s, ApiRoomText::tr("There is nothing at this address."));
}

HttpAnswer wrongMethod(const QList<QByteArray> &methods)
{
    HttpAnswer answer =
        refusal(405, u"wrong_method"_s,
                ApiRoomText::tr("This address takes %1 only.").arg(QString::fromLatin1(methods.join(", "))));
    answer.headers.emplace_back("Allow", methods.join(", "));
    return answer;
}

} // namespace

ApiRoom::ApiRoom(HttpListener *listener, Replies &replies, const Clock &clock, const PrepareProvider &prepare,
                 const ApiLimits &limits, const QByteArray &token)
    : m_alarms(clock)
    , m_limits(limits)
    , m_walls(token)
    , m_sender(replies, prepare)
    , m_calls(replies, m_alarms, m_sender, nullptr)
    , m_voice(replies, m_alarms, m_sender, nullptr)
    , m_upgrader(u"Heed"_s, QWebSocketServer::NonSecureMode)
    , m_listener(listener)
{
    m_listener->setParent(this);
    connect(m_listener, &HttpListener::accepted, this, &ApiRoom::accept);
    connect(&m_upgrader, &QWebSocketServer::newConnection, this, &ApiRoom::adopt);
}

ApiRoom::~ApiRoom()
{
    m_listener->close();
    Q_EMIT m_calls.ending();
    m_voice.closeAll(ApiRoomText::tr("Heed no longer serves its API here."));
    // Before the parts that they use.
    qDeleteAll(findChildren<HttpConnection *>(Qt::FindDirectChildrenOnly));
}

void ApiRoom::setProvider(const ProviderChoice &provider)
{
    m_sender.setProvider(provider);
    m_calls.setProvider(provider);
}

void ApiRoom::setToken(const QByteArray &token)
{
    m_walls.setToken(token);
    Q_EMIT m_calls.ending();
    m_voice.closeAll(ApiRoomText::tr("The token was changed."));
}

void ApiRoom::accept(QTcpSocket *socket)
{
    if (m_connections >= m_limits.connections) {
        turnAway(socket);
        return;
    }
    ++m_connections;
    // Of the socket, not of what owns it: that changes when it becomes a WebSocket.
    connect(socket, &QObject::destroyed, this, [this] { --m_connections; });
    new HttpConnection(socket, *this, m_alarms, m_limits.patience, this);
}

//! Its request is still on its way: hung up at once, the client would see a reset, and not why.
void ApiRoom::turnAway(QTcpSocket *socket)
{
    if (m_turnedAway >= mostTurnedAway) {
        delete socket;
        return;
    }
    ++m_turnedAway;
    connect(socket, &QObject::destroyed, this, [this] { --m_turnedAway; });
    auto *connection = new HttpConnection(socket, *this, m_alarms, m_limits.patience, this);
    connection->turnAway(
        refusal(503, u"too_many"_s,
                ApiRoomText::tr(
                    "Too many connections are open. Close some that are not needed, or try again later.")));
}

std::optional<HttpAnswer> ApiRoom::full(Operation operation) const
{
    const bool watches = operation == Operation::WatchReply || operation == Operation::Voice;
    if (!watches || m_calls.watchers() + m_voice.companions() < m_limits.watchers)
        return std::nullopt;
    return refusal(503, u"too_many_watchers"_s, ApiRoomText::tr("Too many are watching already."));
}

std::optional<HttpAnswer> ApiRoom::judge(const HttpRequest &head)
{
    if (auto refused = m_walls.check(head))
        return refused;
    const QByteArray expects = head.header("expect");
    if (!expects.isEmpty() && !head.expectsContinue)
        return refusal(417, u"unknown_expectation"_s, ApiRoomText::tr("Only 100-continue can be expected."));
    const RouteMatch match = findRoute(head.method, head.path);
    if (match.methods.isEmpty())
        return nowhere();
    if (!match.route)
        return wrongMethod(match.methods);
    if (head.isUpgrade && match.route->operation != Operation::Voice)
        return refusal(400, u"bad_request"_s, ApiRoomText::tr("This address is no WebSocket."));
    if (head.isUpgrade) {
        if (auto refused = badHandshake(head))
            return refused;
    }
    return full(match.route->operation);
}

void ApiRoom::serve(const HttpRequest &request, HttpConnection &connection)
{
    const RouteMatch match = findRoute(request.method, request.path); // there is one: it was judged
    const auto body = objectOf(request.body);
    if (!body)
        return connection.answer(
            refusal(400, u"bad_request"_s, ApiRoomText::tr("The body must be one JSON object in UTF-8.")));
    if (const auto key = repeatedKey(request.body))
        return connection.answer(
            badRequest(ApiRoomText::tr("\"%1\" is given twice in one object. Send it once.").arg(*key)));
    m_calls.serve(*match.route,
                  {.request = request, .session = match.session, .body = *body, .connection = &connection});
}

void ApiRoom::upgrade(const HttpRequest &, QTcpSocket *socket)
{
    socket->setReadBufferSize(companionReadAhead);
    if (auto *client = qobject_cast<ClientSocket *>(socket))
        client->expectHandshake();
    m_upgrader.handleConnection(socket);
}

void ApiRoom::adopt()
{
    while (QWebSocket *socket = m_upgrader.nextPendingConnection())
        m_voice.adopt(socket, wantedSession(QUrlQuery(socket->requestUrl())));
}

} // namespace heed
