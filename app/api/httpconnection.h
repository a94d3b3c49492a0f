// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/api/httpparser.h"
#include "models/base/alarms.h"

#include <QObject>
#include <memory>
#include <optional>

class QTcpSocket;

namespace heed {

class HttpConnection;

//! What the connections ask of the server. Called in the server thread.
class HttpHandler
{
public:
    //! Whether the request may come in at all, judged by its head before its body is read; an answer refuses
    //! it.
    [[nodiscard]] virtual std::optional<HttpAnswer> judge(const HttpRequest &head) = 0;
    //! A whole request. It must be answered (now or later) or become a stream.
    virtual void serve(const HttpRequest &request, HttpConnection &connection) = 0;
    //! A WebSocket is asked for where there is one. The socket, its bytes unread, is the handler's from here.
    virtual void upgrade(const HttpRequest &head, QTcpSocket *socket) = 0;

protected:
    ~HttpHandler() = default;
};

//! How long a client may take.
struct HttpPatience {
    Milliseconds request{10'000}; //!< to send a request (book 4.3)
    Milliseconds idle{60'000};    //!< between two requests, and to take an answer
    Milliseconds linger{2'000};   //!< to read the last answer and hang up
};

//! One client's HTTP connection: reads requests one after the other, answers them in order, keeps the
//! connection or ends it, and may become an endless answer (a stream). Deletes itself, and its socket, when
//! the client has gone. Lives in the server thread.
class HttpConnection final : public QObject
{
    Q_OBJECT
public:
    //! \param socket becomes this object's. \param handler, alarms outlive this.
    HttpConnection(QTcpSocket *socket, HttpHandler &handler, Alarms &alarms, const HttpPatience &patience,
                   QObject *parent);
    ~HttpConnection() override;

    void answer(const HttpAnswer &answer);
    //! Before anything was read: this, and no more.
    void turnAway(const HttpAnswer &answer) { refuse(answer); }

    //! From now on the answer is whatever is written; the connection ends with it.
    void beginStream(const QByteArray &contentType);
    //! Gives the bytes to the system at once, as far as that takes them.
    void write(const QByteArray &bytes);
    //! What the client has not taken yet, bytes.
    [[nodiscard]] qint64 unsent() const;
    //! Says that the stream is over and hangs up; a client that does not read is cut off.
    void endStream();
    [[nodiscard]] bool isStream() const { return m_state == State::Streaming; }
    //! The client has hung up: what is said now reaches nobody.
    [[nodiscard]] bool isGone() const { return m_state == State::Gone; }

Q_SIGNALS:
    void drained(); //!< some of a stream's bytes were taken

private:
    enum class State { Reading, Answering, Streaming, Lingering, Gone };

    void read();
    void take(); //!< what has come, into the parser
    void headRead();
    void complete();
    void refuse(const HttpAnswer &answer);
    void linger();
    void written();
    void arm(Milliseconds wait);
    void overdue();
    void discard();
    void gone();

    QTcpSocket *m_socket;
    HttpHandler &m_handler;
    Alarms &m_alarms;
    HttpPatience m_patience;
    std::unique_ptr<HttpParser> m_parser = std::make_unique<HttpParser>();
    State m_state = State::Reading;
    bool m_judged = false;
    bool m_stays = true;
    bool m_chunked = true;
    bool m_hasServed = false; //!< at least one request
    Alarms::Handle m_deadline = 0;
};

} // namespace heed
