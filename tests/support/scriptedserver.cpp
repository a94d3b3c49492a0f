// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scriptedserver.h"

#include "tests/support/scriptedconnection.h"
#include "tests/support/scriptedstream.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTcpServer>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

bool isTurn(const ScriptedRequest &request)
{
    return request.method == "POST" &&
           (request.path.endsWith("/chat/completions") || request.path.endsWith("/messages"));
}

QList<std::pair<QByteArray, QByteArray>> pairsOf(const QJsonObject &object)
{
    QList<std::pair<QByteArray, QByteArray>> pairs;
    for (auto it = object.begin(); it != object.end(); ++it)
        pairs.emplaceBack(it.key().toUtf8(), it.value().toVariant().toString().toUtf8());
    return pairs;
}

ScriptedResponse::Framing framingOf(const QString &word)
{
    if (word == u"length"_s)
        return ScriptedResponse::Framing::Length;
    return word == u"close"_s ? ScriptedResponse::Framing::Close : ScriptedResponse::Framing::Chunked;
}

ScriptedResponse::End endOf(const QString &word)
{
    using End = ScriptedResponse::End;
    return word == u"hang"_s    ? End::Hang
           : word == u"reset"_s ? End::Reset
           : word == u"close"_s ? End::Close
                                : End::Normal;
}

ScriptedResponse::Start startOf(const QString &word)
{
    using Start = ScriptedResponse::Start;
    return word == u"hang"_s    ? Start::Hang
           : word == u"reset"_s ? Start::Reset
           : word == u"close"_s ? Start::Close
                                : Start::Answer;
}

ScriptedResponse notFound()
{
    return ScriptedResponse::json({{u"error"_s, QJsonObject{{u"message"_s, u"no such page"_s}}}}, 404);
}

} // namespace

ScriptedResponse ScriptedResponse::of(const QByteArray &body, const QByteArray &contentType)
{
    ScriptedResponse response;
    response.headers = {{"Content-Type", contentType}};
    response.body = {body};
    return response;
}

ScriptedResponse ScriptedResponse::json(const QJsonObject &body, int status)
{
    ScriptedResponse response = of(QJsonDocument(body).toJson(QJsonDocument::Compact), "application/json");
    response.status = status;
    response.reason = status < 400 ? "OK" : "Error";
    response.framing = Framing::Length;
    return response;
}

ScriptedResponse ScriptedResponse::fromScript(const QJsonObject &script, bool anthropic)
{
    ScriptedResponse response;
    QString type = u"text/event-stream"_s;
    if (script[u"json"_s].isObject() || script[u"json"_s].isArray()) {
        const QJsonValue body = script[u"json"_s];
        response.body = {(body.isObject() ? QJsonDocument(body.toObject()) : QJsonDocument(body.toArray()))
                             .toJson(QJsonDocument::Compact)};
        type = u"application/json"_s;
    } else if (script.contains(u"stream"_s)) {
        response.body = scriptedStream(script[u"stream"_s].toArray(), anthropic);
    } else if (script.contains(u"body"_s)) {
        response.body = {script[u"body"_s].toString().toUtf8()};
    }
    response.status = script[u"status"_s].toInt(200);
    response.reason = script[u"reason"_s].toString(response.status < 400 ? u"OK"_s : u"Error"_s).toUtf8();
    response.headers = pairsOf(script[u"headers"_s].toObject());
    response.headers.emplaceBack("Content-Type", script[u"contentType"_s].toString(type).toUtf8());
    response.packetSize = script[u"packet"_s].toInt();
    response.delayMs = script[u"delayMs"_s].toInt();
    response.framing = framingOf(script[u"framing"_s].toString());
    response.gzip = script[u"gzip"_s].toBool();
    response.hideEncoding = script[u"hideEncoding"_s].toBool();
    response.trailers = pairsOf(script[u"trailers"_s].toObject());
    response.end = endOf(script[u"end"_s].toString());
    response.start = startOf(script[u"start"_s].toString());
    response.match = script[u"match"_s].toString().toUtf8();
    return response;
}

QJsonObject ScriptedRequest::json() const
{
    return QJsonDocument::fromJson(body).object();
}

QJsonObject ScriptedRequest::toJson() const
{
    QJsonObject shown;
    for (auto it = headers.begin(); it != headers.end(); ++it) {
        const bool secret = it.key() == "authorization" || it.key() == "x-api-key";
        shown[QString::fromUtf8(it.key())] = secret ? u"(present)"_s : QString::fromUtf8(it.value());
    }
    return {{u"method"_s, QString::fromUtf8(method)},
            {u"path"_s, QString::fromUtf8(path)},
            {u"headers"_s, shown},
            {u"body"_s, json()}};
}

ScriptedServer::ScriptedServer(QObject *parent)
    : QObject(parent)
    , m_server(new QTcpServer(this))
{
    connect(m_server, &QTcpServer::newConnection, this, &ScriptedServer::accept);
}

ScriptedServer::~ScriptedServer()
{
    close();
}

bool ScriptedServer::listen(quint16 port)
{
    return m_server->listen(QHostAddress::LocalHost, port);
}

void ScriptedServer::close()
{
    m_server->close();
    qDeleteAll(std::exchange(m_connections, {}));
}

quint16 ScriptedServer::port() const
{
    return m_server->serverPort();
}

QUrl ScriptedServer::url(const QString &path) const
{
    return QUrl(u"http://127.0.0.1:%1%2"_s.arg(port()).arg(path));
}

void ScriptedServer::add(const ScriptedResponse &response)
{
    m_entries.append({response, {}, false});
}

void ScriptedServer::setRoute(const QByteArray &methodAndPath, const ScriptedResponse &response)
{
    m_routes.insert(methodAndPath, {response, {}, false});
}

QString ScriptedServer::load(const QJsonDocument &script, const QString &folder)
{
    QJsonArray responses = script.array();
    if (script.isObject()) {
        responses = script.object()[u"responses"_s].toArray();
        m_repeatLast = script.object()[u"repeatLast"_s].toBool();
        const QJsonObject routes = script.object()[u"routes"_s].toObject();
        for (auto it = routes.begin(); it != routes.end(); ++it)
            m_routes.insert(it.key().toUtf8(), {{}, it.value().toObject(), false});
    } else if (!script.isArray()) {
        return u"a script is a JSON list or object"_s;
    }
    for (const QJsonValue &one : std::as_const(responses)) {
        if (!one.isObject())
            return u"a response is a JSON object"_s;
        QJsonObject response = one.toObject();
        if (const QString name = response[u"bodyFile"_s].toString(); !name.isEmpty()) {
            QFile file(QDir(folder).filePath(name));
            if (!file.open(QIODevice::ReadOnly))
                return u"cannot read "_s + name;
            response[u"body"_s] = QString::fromUtf8(file.readAll());
        }
        m_entries.append({{}, response, false});
    }
    return {};
}

void ScriptedServer::release()
{
    Q_EMIT released();
}

QList<ScriptedRequest> ScriptedServer::turns() const
{
    QList<ScriptedRequest> turns;
    for (const ScriptedRequest &request : m_requests) {
        if (isTurn(request))
            turns.append(request);
    }
    return turns;
}

void ScriptedServer::accept()
{
    while (QTcpSocket *socket = m_server->nextPendingConnection())
        m_connections.append(new ScriptedConnection(socket, *this));
}

ScriptedResponse ScriptedServer::made(const Entry &entry, bool anthropic)
{
    return entry.script.isEmpty() ? entry.response : ScriptedResponse::fromScript(entry.script, anthropic);
}

ScriptedResponse ScriptedServer::control(const ScriptedRequest &request)
{
    if (request.path == "/scripted/release") {
        release();
        return ScriptedResponse::json({});
    }
    if (request.path != "/scripted/requests")
        return notFound();
    QJsonArray log;
    for (const ScriptedRequest &one : std::as_const(m_requests))
        log.append(one.toJson());
    return ScriptedResponse::json({{u"requests"_s, log}});
}

ScriptedResponse ScriptedServer::answerTo(const ScriptedRequest &request)
{
    const bool anthropic = request.path.endsWith("/messages");
    if (request.path.startsWith("/scripted/"))
        return control(request);
    if (const auto route = m_routes.constFind(request.method + ' ' + request.path); route != m_routes.cend())
        return made(*route, anthropic);
    if (!isTurn(request))
        return notFound();
    std::optional<ScriptedResponse> last;
    for (Entry &entry : m_entries) {
        const ScriptedResponse response = made(entry, anthropic);
        if (!response.match.isEmpty() && !request.body.contains(response.match))
            continue;
        last = response;
        if (std::exchange(entry.used, true))
            continue;
        return response;
    }
    if (m_repeatLast && last)
        return *last;
    return ScriptedResponse::json(
        {{u"error"_s, QJsonObject{{u"message"_s, u"the script has no more responses"_s}}}}, 400);
}

} // namespace heed
