// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scriptedconnection.h"

#include <QTimer>
#include <zlib.h>
#ifdef Q_OS_UNIX
#include <sys/socket.h>
#endif

namespace heed {

namespace {

QByteArray gzipped(const QByteArray &plain)
{
    z_stream z{};
    constexpr int gzipHeader = MAX_WBITS + 16; // zlib manual, deflateInit2
    deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzipHeader, 8, Z_DEFAULT_STRATEGY);
    QByteArray out(qsizetype(deflateBound(&z, uLong(plain.size()))) + 64, Qt::Uninitialized);
    QByteArray in = plain;
    z.next_in = reinterpret_cast<Bytef *>(in.data());
    z.avail_in = uInt(in.size());
    z.next_out = reinterpret_cast<Bytef *>(out.data());
    z.avail_out = uInt(out.size());
    deflate(&z, Z_FINISH);
    out.resize(qsizetype(z.total_out));
    deflateEnd(&z);
    return out;
}

QByteArray wholeBody(const QList<ScriptPiece> &pieces)
{
    QByteArray body;
    for (const ScriptPiece &piece : pieces) {
        if (const auto *bytes = std::get_if<QByteArray>(&piece))
            body += *bytes;
    }
    return body;
}

} // namespace

ScriptedConnection::ScriptedConnection(QTcpSocket *socket, ScriptedServer &server)
    : QObject(&server)
    , m_socket(socket)
    , m_server(server)
{
    socket->setParent(this);
    socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    connect(socket, &QTcpSocket::readyRead, this, &ScriptedConnection::read);
    connect(socket, &QTcpSocket::disconnected, this, [this] {
        m_server.m_connections.removeOne(this);
        Q_EMIT m_server.connectionClosed();
        deleteLater();
    });
}

void ScriptedConnection::read()
{
    m_buffer += m_socket->readAll();
    while (!m_busy && parse()) {
        m_busy = true;
        m_server.m_requests.append(m_request);
        Q_EMIT m_server.requested(m_request);
        start(m_server.answerTo(m_request));
    }
}

bool ScriptedConnection::parse()
{
    const qsizetype headEnd = m_buffer.indexOf("\r\n\r\n");
    if (headEnd < 0)
        return false;
    const QList<QByteArray> lines = m_buffer.first(headEnd).split('\n');
    ScriptedRequest request;
    const QList<QByteArray> first = lines.first().trimmed().split(' ');
    request.method = first.value(0);
    request.path = first.value(1);
    for (qsizetype i = 1; i < lines.size(); ++i) {
        const qsizetype colon = lines[i].indexOf(':');
        if (colon > 0)
            request.headers.insert(lines[i].first(colon).trimmed().toLower(),
                                   lines[i].sliced(colon + 1).trimmed());
    }
    const qsizetype length = request.headers.value("content-length").toLongLong();
    if (m_buffer.size() < headEnd + 4 + length)
        return false;
    request.body = m_buffer.sliced(headEnd + 4, length);
    m_buffer.remove(0, headEnd + 4 + length);
    m_request = request;
    return true;
}

void ScriptedConnection::start(const ScriptedResponse &response)
{
    m_response = response;
    switch (response.start) {
    case ScriptedResponse::Start::Reset:
        reset();
        return;
    case ScriptedResponse::Start::Close:
        m_socket->disconnectFromHost();
        return;
    case ScriptedResponse::Start::Hang:
        return;
    case ScriptedResponse::Start::Answer:
        break;
    }
    m_pieces = response.body;
    if (response.gzip)
        m_pieces = {gzipped(wholeBody(response.body))};
    writeHead(response.gzip && !response.hideEncoding ? "gzip" : QByteArray());
    step();
}

void ScriptedConnection::writeHead(const QByteArray &encoding)
{
    QByteArray head = "HTTP/1.1 " + QByteArray::number(m_response.status) + ' ' + m_response.reason + "\r\n";
    for (const auto &[name, value] : std::as_const(m_response.headers))
        head += name + ": " + value + "\r\n";
    if (!encoding.isEmpty())
        head += "Content-Encoding: " + encoding + "\r\n";
    if (m_response.framing == ScriptedResponse::Framing::Chunked)
        head += "Transfer-Encoding: chunked\r\n";
    else if (m_response.framing == ScriptedResponse::Framing::Length)
        head += "Content-Length: " + QByteArray::number(wholeBody(m_pieces).size()) + "\r\n";
    else
        head += "Connection: close\r\n";
    m_socket->write(head + "\r\n");
}

void ScriptedConnection::write(const QByteArray &bytes)
{
    if (bytes.isEmpty())
        return;
    if (m_response.framing == ScriptedResponse::Framing::Chunked)
        m_socket->write(QByteArray::number(bytes.size(), 16) + "\r\n" + bytes + "\r\n");
    else
        m_socket->write(bytes);
    m_socket->flush();
}

//! Writes the next packet; then the event loop turns, so that packets stay apart.
void ScriptedConnection::step()
{
    if (m_socket->state() != QAbstractSocket::ConnectedState)
        return;
    if (m_pieces.isEmpty()) {
        finish();
        return;
    }
    if (const auto *pause = std::get_if<ScriptPause>(&m_pieces.first())) {
        const int wait = pause->milliseconds;
        m_pieces.removeFirst();
        if (wait >= 0)
            goOn(wait);
        else
            connect(&m_server, &ScriptedServer::released, this, &ScriptedConnection::step,
                    Qt::SingleShotConnection);
        return;
    }
    QByteArray &bytes = std::get<QByteArray>(m_pieces.first());
    const qsizetype size =
        m_response.packetSize > 0 ? std::min<qsizetype>(m_response.packetSize, bytes.size()) : bytes.size();
    write(bytes.first(size));
    if (size == bytes.size())
        m_pieces.removeFirst();
    else
        bytes.remove(0, size);
    goOn(m_response.delayMs);
}

void ScriptedConnection::goOn(int milliseconds)
{
    if (milliseconds > 0)
        QTimer::singleShot(milliseconds, this, &ScriptedConnection::step);
    else
        QMetaObject::invokeMethod(
            this, [this] { step(); }, Qt::QueuedConnection);
}

void ScriptedConnection::finish()
{
    switch (m_response.end) {
    case ScriptedResponse::End::Hang:
        return;
    case ScriptedResponse::End::Reset:
        // A reset throws away what the other side has not read yet; give it the time that a network would.
        QTimer::singleShot(50, this, &ScriptedConnection::reset);
        return;
    case ScriptedResponse::End::Close:
        m_socket->disconnectFromHost();
        return;
    case ScriptedResponse::End::Normal:
        break;
    }
    if (m_response.framing == ScriptedResponse::Framing::Chunked) {
        QByteArray tail = "0\r\n";
        for (const auto &[name, value] : std::as_const(m_response.trailers))
            tail += name + ": " + value + "\r\n";
        m_socket->write(tail + "\r\n");
        m_socket->flush();
    } else if (m_response.framing == ScriptedResponse::Framing::Close) {
        m_socket->disconnectFromHost();
        return;
    }
    m_busy = false;
    QMetaObject::invokeMethod(
        this, [this] { read(); }, Qt::QueuedConnection);
}

//! Closes so that the other side sees a reset and not an end.
void ScriptedConnection::reset()
{
    if (m_socket->bytesToWrite() > 0) {
        connect(
            m_socket, &QTcpSocket::bytesWritten, this, [this] { reset(); }, Qt::SingleShotConnection);
        return;
    }
#ifdef Q_OS_UNIX
    const linger hard{1, 0};
    setsockopt(int(m_socket->socketDescriptor()), SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
#endif
    m_socket->abort();
}

} // namespace heed
