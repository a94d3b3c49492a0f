// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/api/apistage.h"

#include <QFile>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace heed::test {

namespace {
}

QJsonObject Answered::json() const
{
    return QJsonDocument::fromJson(body).object();
}

QString Answered::errorCode() const
{
    return json()[u"error"_s][u"code"_s].toString();
}

RawClient::RawClient(quint16 port)
{
    connect(&m_socket, &QTcpSocket::readyRead, this, [this] {
        if (m_reads)
            m_received += m_socket.readAll();
    });
    m_socket.connectToHost(QHostAddress::LocalHost, port);
}

void RawClient::send(const QByteArray &bytes)
{
    if (!QTest::qWaitFor([this] { return isOpen(); }, patienceMs))
        qWarning("the API takes no connection");
    m_socket.write(bytes);
    m_socket.flush();
}

void RawClient::stopReading()
{
    m_reads = false;
    m_socket.setReadBufferSize(1);
}

Answered RawClient::next()
{
    Answered answer;
    qsizetype head = -1;
    qsizetype length = 0;
    const auto whole = [&] {
        head = m_received.indexOf("\r\n\r\n");
        if (head < 0)
            return false;
        answer.headers.clear();
        const auto lines = m_received.left(head).split('\n');
        answer.status = lines.constFirst().split(' ').value(1).toInt();
        for (const QByteArray &line : lines.sliced(1))
            answer.headers.insert(line.left(line.indexOf(':')).toLower(),
                                  line.sliced(line.indexOf(':') + 1).trimmed());
        length = answer.headers.value("content-length").toLongLong();
        return m_received.size() >= head + 4 + length;
    };
    const auto over = [&] { return whole() || m_socket.state() == QAbstractSocket::UnconnectedState; };
    if (!QTest::qWaitFor(over, patienceMs) || !whole())
        return {};
    answer.body = m_received.sliced(head + 4, length);
    m_received.remove(0, head + 4 + length);
    return answer;
}

bool RawClient::waitForEnd()
{
    return QTest::qWaitFor([this] { return m_socket.state() == QAbstractSocket::UnconnectedState; },
                           patienceMs);
}

StreamClient::StreamClient(quint16 port, const QByteArray &request)
{
    connect(&m_socket, &QTcpSocket::connected, this, [this, request] {
        m_socket.setSocketOption(QAbstractSocket::ReceiveBufferSizeSocketOption, 64 * 1024);
        m_socket.write(request);
    });
    connect(&m_socket, &QTcpSocket::readyRead, this, &StreamClient::read);
    connect(&m_socket, &QTcpSocket::disconnected, this, &StreamClient::read);
    m_socket.connectToHost(QHostAddress::LocalHost, port);
}

void StreamClient::read()
{
    if (m_paused || !m_socket.isOpen()) // it hung up itself
        return;
    m_raw += m_socket.readAll();
    if (m_status == 0) {
        const qsizetype head = m_raw.indexOf("\r\n\r\n");
        if (head < 0)
            return;
        m_status = m_raw.sliced(9, 3).toInt();
        m_raw.remove(0, head + 4);
    }
    unchunk();
    takeMessages();
}

void StreamClient::resume()
{
    m_paused = false;
    m_socket.setReadBufferSize(0);
    read();
}

void StreamClient::unchunk()
{
    for (;;) {
        const qsizetype line = m_raw.indexOf("\r\n");
        if (line < 0)
            return;
        bool isNumber = false;
        const qsizetype size = m_raw.left(line).toLongLong(&isNumber, 16);
        if (!isNumber || m_raw.size() < line + 2 + size + 2)
            return;
        m_text += m_raw.sliced(line + 2, size);
        m_raw.remove(0, line + 2 + size + 2);
        if (size == 0)
            m_whole = true;
    }
}

void StreamClient::takeMessages()
{
    for (qsizetype end = m_text.indexOf("\n\n"); end >= 0; end = m_text.indexOf("\n\n")) {
        QByteArray data;
        bool named = false;
        for (const QByteArray &line : m_text.left(end).split('\n')) {
            if (line.startsWith("id: "))
                m_lastId = line.sliced(4);
            else if (line.startsWith("data: "))
                data = line.sliced(6);
            else if (line.startsWith("event: "))
                named = true;
        }
        const QJsonObject json = QJsonDocument::fromJson(data).object();
        if (named) {
            m_dismissal = json[u"error"_s].toObject();
        } else {
            m_events.append(json);
            Q_EMIT told(json);
        }
        m_text.remove(0, end + 2);
    }
}

QList<qint64> StreamClient::numbers() const
{
    QList<qint64> all;
    for (const QJsonObject &event : m_events)
        all.append(event[u"seq"_s].toInteger());
    return all;
}

bool StreamClient::has(const QString &type) const
{
    return std::ranges::any_of(
        m_events, [&type](const QJsonObject &event) { return event[u"type"_s].toString() == type; });
}

QString StreamClient::text() const
{
    QString text;
    for (const QJsonObject &event : m_events) {
        if (event[u"type"_s].toString() == u"text"_s)
            text += event[u"delta"_s].toString();
    }
    return text;
}

ApiStage::ApiStage(const ApiLimits &limits)
    : m_limits(limits)
{
    startServer();
}

ApiStage::~ApiStage()
{
    server.reset();
}

void ApiStage::startServer()
{
    auto started = ApiServer::start({.replies = *replies,
                                     .clock = clock,
                                     .folder = runtime.path(),
                                     .provider = {.kind = u"openai"_s, .baseUrl = u"http://x.test/v1"_s},
                                     .prepare = prepare,
                                     .limits = m_limits});
    if (!started)
        qFatal("the API did not start: %s", qPrintable(started.error().text));
    server = *std::move(started);
}

QByteArray ApiStage::token() const
{
    QFile file(runtime.filePath(u"api.json"_s));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(file.readAll()).object()[u"token"_s].toString().toLatin1();
}

QByteArray ApiStage::request(const QByteArray &method, const QByteArray &path, const QByteArray &body,
                             const QByteArray &more) const
{
    QByteArray bytes = method + ' ' + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + QByteArray::number(port()) +
                       "\r\nAuthorization: Bearer " + token() + "\r\n" + more;
    if (!body.isEmpty())
        bytes += "Content-Length: " + QByteArray::number(body.size()) + "\r\n";
    return bytes + "\r\n" + body;
}

Answered ApiStage::call(const QByteArray &method, const QByteArray &path, const QByteArray &body)
{
    RawClient client(port());
    client.send(request(method, path, body, "Connection: close\r\n"));
    return client.next();
}

std::unique_ptr<StreamClient> ApiStage::stream(ChatId chat, const QByteArray &query,
                                               const QByteArray &more) const
{
    return std::make_unique<StreamClient>(port(), request("GET", path(chat, "/reply" + query), {}, more));
}

QByteArray ApiStage::path(ChatId chat, const QByteArray &rest)
{
    return "/api/chat/sessions/" + QByteArray::number(chat.value) + rest;
}

} // namespace heed::test
