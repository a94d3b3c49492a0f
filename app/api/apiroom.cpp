// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/apiroom.h"

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
        socket->write(
            toBytes(refusal(503, u"too_many"_s, ApiRoomText::tr("Too many connections are open.")), false));
        socket->flush();
        delete socket;
        return;
    }
    ++m_connections;
    // Of the socket, not of what owns it: that changes when it becomes a WebSocket.
    connect(socket, &QObject::destroyed, this, [this] { --m_connections; });
    new HttpConnection(socket, *this, m_alarms, m_limits.patience, this);
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
    return full(match.route->operation);
}

void ApiRoom::serve(const HttpRequest &request, HttpConnection &connection)
{
    const RouteMatch match = findRoute(request.method, request.path); // there is one: it was judged
    const auto body = objectOf(request.body);
    if (!body)
        return connection.answer(
            refusal(400, u"bad_request"_s, ApiRoomText::tr("The body must be one JSON object in UTF-8.")));
    m_calls.serve(*match.route,
                  {.request = request, .session = match.session, .body = *body, .connection = &connection});
}

void ApiRoom::upgrade(const HttpRequest &, QTcpSocket *socket)
{
    socket->setReadBufferSize(companionReadAhead);
    m_upgrader.handleConnection(socket);
}

void ApiRoom::adopt()
{
    while (QWebSocket *socket = m_upgrader.nextPendingConnection())
        m_voice.adopt(socket, wantedSession(QUrlQuery(socket->requestUrl())));
}

} // namespace heed
