// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/httpconnection.h"

#include <QCoreApplication>
#include <QTcpSocket>
#include <sys/socket.h>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr qint64 readAhead = 64 * 1024; // bytes that wait in memory while a request is being answered
constexpr int systemBuffer =
    128 * 1024; // bytes of a stream that the system may hold; it would take megabytes

struct HttpConnectionText {
    Q_DECLARE_TR_FUNCTIONS(heed::HttpConnection)
};

} // namespace

HttpConnection::HttpConnection(QTcpSocket *socket, HttpHandler &handler, Alarms &alarms,
                               const HttpPatience &patience, QObject *parent)
    : QObject(parent)
    , m_socket(socket)
    , m_handler(handler)
    , m_alarms(alarms)
    , m_patience(patience)
{
    m_socket->setParent(this);
    m_socket->setReadBufferSize(readAhead);
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    connect(m_socket, &QTcpSocket::readyRead, this, &HttpConnection::read);
    connect(m_socket, &QTcpSocket::bytesWritten, this, &HttpConnection::written);
    connect(m_socket, &QTcpSocket::disconnected, this, &HttpConnection::gone);
    arm(m_patience.request);
}

HttpConnection::~HttpConnection()
{
    m_alarms.cancel(m_deadline);
    if (m_socket)
        m_socket->disconnect(this);
}

void HttpConnection::gone()
{
    m_state = State::Gone;
    deleteLater();
}

void HttpConnection::read()
{
    switch (m_state) {
    case State::Reading:
        take();
        break;
    case State::Answering:
        break; // the next request waits; the system holds back what is behind it
    case State::Streaming:
    case State::Lingering:
        discard(); // so that the client's leaving is noticed
        break;
    case State::Gone:
        break;
    }
}

void HttpConnection::discard()
{
    std::ignore = m_socket->readAll();
}

void HttpConnection::take()
{
    while (m_state == State::Reading && m_socket->bytesAvailable() > 0) {
        if (!m_parser->hasBegun()) {
            // Whatever is read of a head can be given back: a WebSocket's is read by somebody else.
            m_socket->startTransaction();
            if (m_hasServed)
                arm(m_patience.request);
        }
        const QByteArray bytes = m_socket->peek(readAhead);
        const qsizetype taken = m_parser->feed(bytes);
        std::ignore = m_socket->read(taken);
        if (m_parser->state() == HttpParser::State::Failed) {
            refuse(m_parser->refusal());
            return;
        }
        if (!m_judged && m_parser->state() != HttpParser::State::Head)
            headRead();
        if (m_state == State::Reading && m_judged && m_parser->state() == HttpParser::State::Complete)
            complete();
        if (taken == 0)
            return; // more must come first
    }
}

void HttpConnection::headRead()
{
    const HttpRequest &head = m_parser->request();
    if (const auto refused = m_handler.judge(head)) {
        refuse(*refused);
        return;
    }
    m_judged = true;
    if (head.isUpgrade) {
        m_socket->rollbackTransaction();
        m_socket->disconnect(this);
        m_socket->setParent(nullptr);
        m_state = State::Lingering;
        m_alarms.cancel(std::exchange(m_deadline, 0));
        deleteLater();
        m_handler.upgrade(head, std::exchange(m_socket, nullptr));
        return;
    }
    m_socket->commitTransaction();
    if (head.expectsContinue && m_parser->state() == HttpParser::State::Body)
        m_socket->write("HTTP/1.1 100 Continue\r\n\r\n");
}

void HttpConnection::complete()
{
    m_alarms.cancel(std::exchange(m_deadline, 0));
    m_state = State::Answering;
    m_stays = m_parser->request().keepsAlive;
    m_hasServed = true;
    m_handler.serve(m_parser->request(), *this);
}

void HttpConnection::answer(const HttpAnswer &answer)
{
    if (m_state != State::Answering)
        return;
    m_socket->write(toBytes(answer, m_stays, m_parser->request().method == "HEAD"));
    m_socket->flush();
    if (!m_stays) {
        linger();
        return;
    }
    m_parser = std::make_unique<HttpParser>();
    m_judged = false;
    m_state = State::Reading;
    arm(m_patience.idle);
    // Another request may be there already; from the event loop, so that a thousand of them are no recursion.
    QMetaObject::invokeMethod(this, &HttpConnection::read, Qt::QueuedConnection);
}

//! What was not read of the request never will be.
void HttpConnection::refuse(const HttpAnswer &answer)
{
    if (m_socket->isTransactionStarted())
        m_socket->commitTransaction();
    m_socket->write(toBytes(answer, false, m_parser->request().method == "HEAD"));
    linger();
}

// Closing a socket with unread bytes resets the connection, and the client never reads why. So the end is
// announced, and what still comes is thrown away until the client hangs up.
void HttpConnection::linger()
{
    m_state = State::Lingering;
    arm(m_patience.linger);
    discard();
    m_socket->flush();
    written();
}

void HttpConnection::written()
{
    if (m_state == State::Streaming)
        Q_EMIT drained();
    else if (m_state == State::Lingering && m_socket->bytesToWrite() == 0)
        ::shutdown(int(m_socket->socketDescriptor()), SHUT_WR);
}

void HttpConnection::arm(Milliseconds wait)
{
    m_alarms.cancel(m_deadline);
    m_deadline = m_alarms.after(wait, this, [this] {
        m_deadline = 0;
        overdue();
    });
}

void HttpConnection::overdue()
{
    const bool begun = m_state == State::Reading && m_parser->hasBegun();
    if (begun)
        refuse(refusal(408, u"timeout"_s,
                       HttpConnectionText::tr("The request did not arrive whole within %1 seconds.")
                           .arg(m_patience.request.count() / 1000)));
    else
        m_socket->abort(); // nothing was asked, or the answer is not being read
}

void HttpConnection::beginStream(const QByteArray &contentType)
{
    Q_ASSERT(m_state == State::Answering);
    m_state = State::Streaming;
    m_chunked = !m_parser->request().isHttp10;
    m_parser.reset();
    m_socket->setSocketOption(QAbstractSocket::SendBufferSizeSocketOption, systemBuffer);
    m_socket->write("HTTP/1.1 200 OK\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
                    "Connection: close\r\nContent-Type: " +
                    contentType + (m_chunked ? "\r\nTransfer-Encoding: chunked\r\n\r\n" : "\r\n\r\n"));
    m_socket->flush(); // a client may wait for the head before it does anything else
    discard();
}

void HttpConnection::write(const QByteArray &bytes)
{
    if (m_state != State::Streaming || bytes.isEmpty())
        return;
    if (m_chunked)
        m_socket->write(QByteArray::number(bytes.size(), 16) + "\r\n" + bytes + "\r\n");
    else
        m_socket->write(bytes);
    m_socket->flush(); // halves the time until the last of a thousand streams has it
}

qint64 HttpConnection::unsent() const
{
    return m_socket->bytesToWrite();
}

void HttpConnection::endStream()
{
    if (m_state != State::Streaming)
        return;
    if (m_chunked)
        m_socket->write("0\r\n\r\n");
    linger();
    arm(m_patience.request); // a slow one may still read what is on its way
}

} // namespace heed
