// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QJsonObject>
#include <QList>
#include <QObject>
#include <QUrl>
#include <optional>
#include <utility>
#include <variant>

class QTcpServer;
class QTcpSocket;

namespace heed {

//! One piece of a scripted body: bytes, a wait, or a hold until release().
struct ScriptPause {
    int milliseconds = 0; //!< -1: until release()
};
using ScriptPiece = std::variant<QByteArray, ScriptPause>;

//! One scripted answer.
struct ScriptedResponse {
    enum class Framing { Chunked, Length, Close };
    enum class End { Normal, Hang, Reset, Close };   //!< Close and Reset: without the end of the body
    enum class Start { Answer, Reset, Close, Hang }; //!< what happens before the first byte
    int status = 200;
    QByteArray reason = "OK";
    QList<std::pair<QByteArray, QByteArray>> headers{};
    QList<ScriptPiece> body{};
    int packetSize = 0; //!< bytes a write, each in a turn of its own of the event loop; 0: as they come
    int delayMs = 0;    //!< between packets
    Framing framing = Framing::Chunked;
    bool gzip = false;
    bool hideEncoding = false; //!< gzip without Content-Encoding
    QList<std::pair<QByteArray, QByteArray>> trailers{};
    End end = End::Normal;
    Start start = Start::Answer;
    QByteArray match{}; //!< only for a request whose body holds these bytes

    [[nodiscard]] static ScriptedResponse of(const QByteArray &body,
                                             const QByteArray &contentType = "text/event-stream");
    [[nodiscard]] static ScriptedResponse json(const QJsonObject &body, int status = 200);
    //! From the script format below. \param anthropic the stream's dialect.
    [[nodiscard]] static ScriptedResponse fromScript(const QJsonObject &script, bool anthropic);
};

struct ScriptedRequest {
    QByteArray method{};
    QByteArray path{};
    QHash<QByteArray, QByteArray> headers{}; //!< names in lower case
    QByteArray body{};
    [[nodiscard]] QJsonObject json() const;
    //! For a log: keys are replaced by "(present)".
    [[nodiscard]] QJsonObject toJson() const;
};

//! An HTTP/1.1 server for tests that does what real model servers do, and what they should not.
//!
//! Listens on 127.0.0.1 in the thread that made it. Model turns (POST …/chat/completions or …/messages) take
//! the scripted responses in order, each once; the last one repeats if `repeatLast`. Every other request
//! takes its route ("GET /v1/models"), else gets 404, so that a program's small questions do not use up the
//! script.
//!
//! \par Script format (a JSON file, for heed_scripted_server FILE [--port N] [--log FILE])
//! Either a list of responses, or an object:
//!     {"responses": [R, …], "repeatLast": true, "routes": {"GET /v1/models": R, …}}
//! A response R, every member optional:
//!     {"status": 200, "reason": "OK", "headers": {"retry-after": "1"},
//!      "stream": [S, …] | "json": {…} | "body": "text" | "bodyFile": "path beside the script",
//!      "contentType": "…", "packet": bytes a write, "delayMs": between packets,
//!      "framing": "chunked" | "length" | "close", "gzip": true, "hideEncoding": true, "trailers": {…},
//!      "end": "normal" | "hang" | "reset" | "close", "start": "answer" | "reset" | "close" | "hang",
//!      "match": "only for requests whose body holds this text"}
//! A step S of a stream, turned into chunks of the API that was asked (by the request's path):
//!     {"say": "text"}          text, in pieces of a few characters
//!     {"think": "text"}        thinking
//!     {"call": {"id": "c1", "name": "ask_user", "arguments": {…}}}
//!     {"error": {"message": "…"}}   an error inside the stream
//!     {"usage": {"in": 10, "out": 3}}
//!     {"finish": "stop"}       the finish word; without it: tool_calls after a call, else stop
//!     {"end": false}           as the last step: no finish, no [DONE]
//!     {"raw": "data: …\n\n"}   bytes as they are
//!     {"waitMs": 200}          a pause
//!     {"hold": true}           waits until release(), or until POST /scripted/release
//! GET /scripted/requests answers with the log; it holds each request's method, path, headers and JSON body.
class ScriptedServer : public QObject
{
    Q_OBJECT
public:
    explicit ScriptedServer(QObject *parent = nullptr);
    ~ScriptedServer() override;

    [[nodiscard]] bool listen(quint16 port = 0);
    void close(); //!< stops listening; open connections are dropped
    [[nodiscard]] quint16 port() const;
    [[nodiscard]] QUrl url(const QString &path = QStringLiteral("/v1")) const;

    void add(const ScriptedResponse &response);
    void setRoute(const QByteArray &methodAndPath, const ScriptedResponse &response);
    void setRepeatLast(bool repeat) { m_repeatLast = repeat; }
    //! Loads the script format. \return what is wrong with it, or nothing.
    [[nodiscard]] QString load(const QJsonDocument &script, const QString &folder = {});
    //! Lets every held stream go on.
    void release();

    [[nodiscard]] const QList<ScriptedRequest> &requests() const { return m_requests; }
    //! Model turns only.
    [[nodiscard]] QList<ScriptedRequest> turns() const;
    [[nodiscard]] int openConnections() const { return int(m_connections.size()); }

Q_SIGNALS:
    void requested(const heed::ScriptedRequest &request);
    void released();
    void connectionClosed();

private:
    friend class ScriptedConnection;
    struct Entry {
        ScriptedResponse response{};
        QJsonObject script{}; //!< set: made for the API that asks
        bool used = false;
    };
    void accept();
    [[nodiscard]] ScriptedResponse answerTo(const ScriptedRequest &request);
    [[nodiscard]] ScriptedResponse control(const ScriptedRequest &request);
    [[nodiscard]] static ScriptedResponse made(const Entry &entry, bool anthropic);

    QTcpServer *m_server;
    QList<Entry> m_entries{};
    QHash<QByteArray, Entry> m_routes{};
    QList<ScriptedRequest> m_requests{};
    QList<QObject *> m_connections{};
    bool m_repeatLast = false;
};

} // namespace heed

Q_DECLARE_METATYPE(heed::ScriptedRequest)
