// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/api/apiserver.h"
#include "tests/support/replystage.h"

#include <QHash>
#include <QJsonObject>
#include <QTcpSocket>
#include <QTemporaryDir>

namespace heed::test {

//! An HTTP answer, taken apart.
struct Answered {
    int status = 0;                          //!< 0: none came
    QHash<QByteArray, QByteArray> headers{}; //!< names in lower case
    QByteArray body{};
    [[nodiscard]] QJsonObject json() const;
    [[nodiscard]] QString errorCode() const;
};

//! A client that sends exactly the bytes that it is told.
class RawClient final : public QObject
{
    Q_OBJECT
public:
    explicit RawClient(quint16 port);
    ~RawClient() override { m_socket.disconnect(this); }

    void send(const QByteArray &bytes);
    //! Takes the next answer off what has come; waits for it.
    [[nodiscard]] Answered next();
    //! Waits until the server has hung up.
    [[nodiscard]] bool waitForEnd();
    [[nodiscard]] bool isOpen() const { return m_socket.state() == QAbstractSocket::ConnectedState; }
    [[nodiscard]] const QByteArray &received() const { return m_received; }
    [[nodiscard]] QTcpSocket &socket() { return m_socket; }
    void stopReading();

private:
    QTcpSocket m_socket{};
    QByteArray m_received{};
    bool m_reads = true;
};

//! A stream of a reply's events, as one client gets it.
class StreamClient final : public QObject
{
    Q_OBJECT
public:
    StreamClient(quint16 port, const QByteArray &request);
    //! The end of the socket must not reach what is gone already.
    ~StreamClient() override { m_socket.disconnect(this); }

    [[nodiscard]] int status() const { return m_status; }
    [[nodiscard]] const QList<QJsonObject> &events() const { return m_events; }
    [[nodiscard]] QList<qint64> numbers() const;
    [[nodiscard]] QByteArray lastId() const { return m_lastId; }
    //! The message that said why the stream was ended, if one did.
    [[nodiscard]] QJsonObject dismissal() const { return m_dismissal; }
    //! The end was announced as HTTP does it: nothing was cut off.
    [[nodiscard]] bool isWhole() const { return m_whole; }
    [[nodiscard]] bool hasEnded() const { return m_socket.state() == QAbstractSocket::UnconnectedState; }
    [[nodiscard]] bool has(const QString &type) const;
    [[nodiscard]] QString text() const;
    void pause()
    {
        m_socket.setReadBufferSize(1);
        m_paused = true;
    }
    void resume();
    void hangUp() { m_socket.abort(); }

Q_SIGNALS:
    void told(const QJsonObject &event);

private:
    void read();
    void unchunk();
    void takeMessages();

    QTcpSocket m_socket{};
    QByteArray m_raw{};
    QByteArray m_text{};
    int m_status = 0;
    bool m_whole = false;
    bool m_paused = false;
    QList<QJsonObject> m_events{};
    QByteArray m_lastId{};
    QJsonObject m_dismissal{};
};

//! Replies over a real database, served by the real API on a port of its own.
class ApiStage final : public ReplyStage
{
    Q_OBJECT
public:
    explicit ApiStage(const ApiLimits &limits = {});
    ~ApiStage() override;

    void startServer();
    void stopServer() { server.reset(); }

    [[nodiscard]] quint16 port() const { return server->port(); }
    [[nodiscard]] QByteArray token() const;
    //! A whole request with what the walls want; its connection is kept unless \a more says otherwise.
    [[nodiscard]] QByteArray request(const QByteArray &method, const QByteArray &path,
                                     const QByteArray &body = {}, const QByteArray &more = {}) const;
    [[nodiscard]] Answered call(const QByteArray &method, const QByteArray &path,
                                const QByteArray &body = {});
    [[nodiscard]] std::unique_ptr<StreamClient> stream(ChatId chat, const QByteArray &query = {},
                                                       const QByteArray &more = {}) const;
    [[nodiscard]] static QByteArray path(ChatId chat, const QByteArray &rest = {});

    PrepareProvider prepare{}; //!< counts from the next startServer()
    std::unique_ptr<ApiServer> server;
    QTemporaryDir runtime{};

private:
    ApiLimits m_limits;
};

} // namespace heed::test
