// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/provider/gzipinflater.h"
#include "app/provider/providersettings.h"
#include "models/base/alarms.h"
#include "models/provider/modelrequest.h"

#include <QNetworkAccessManager>
#include <QObject>
#include <QPointer>
#include <QUrl>
#include <memory>

class QNetworkReply;

namespace heed {

//! What the exchanges of one provider share; kept alive by each of them. The clock must outlive it.
struct NetworkContext {
    NetworkContext(const Clock &clock, ProviderSettings providerSettings);
    QNetworkAccessManager manager;
    Alarms alarms;
    const ProviderSettings settings;
};

//! What Heed sends as a client (the API's HttpRequest is what it gets as a server).
struct ProviderRequest {
    QByteArray method = "GET";
    QUrl url{};
    HttpHeaders headers{};
    QByteArray body{};
};

//! How an exchange ended.
struct ProviderAnswer {
    int status = 0; //!< 0: no answer
    QByteArray reason{};
    QByteArray body{};   //!< of a collected answer, or of one that is not 2xx; bounded
    QByteArray server{}; //!< the Server header
    QByteArray retryAfter{};
    QByteArray retryAfterMs{};
    bool cut = false;                     //!< the connection was lost before the answer was complete
    bool retriable = false;               //!< nothing came, so the request may be sent again
    std::optional<ProviderError> error{}; //!< the transport failed; not set for an HTTP error status
    [[nodiscard]] bool isOk() const { return status >= 200 && status < 300 && !error; }
};

//! One HTTP request and its answer, streamed: time limits from the injected clock, gzip inflated as it comes,
//! redirects only within the same host (the key must not travel), TLS errors never ignored.
//!
//! Lives in the thread of the network manager. Signals come from the event loop; ended() comes once and
//! last, unless abort() or release() was called: then nothing comes any more.
class HttpExchange : public QObject
{
    Q_OBJECT
public:
    enum class Body { Stream, Collect };
    HttpExchange(std::shared_ptr<NetworkContext> network, ProviderRequest request, Body body,
                 QObject *parent);
    ~HttpExchange() override;

    //! For the small questions: the whole answer within this time.
    void setWholeTimeout(Milliseconds timeout) { m_wholeTimeout = timeout; }
    void start();
    //! Ends the connection.
    void abort();
    //! All that matters has come: lets the server close the connection by itself for a moment.
    void release();

Q_SIGNALS:
    //! Bytes of a 2xx answer, inflated (Body::Stream only).
    void received(const QByteArray &bytes);
    //! No byte came for ProviderSettings::loadingNotice.
    void waiting();
    void ended(const heed::ProviderAnswer &answer);

private:
    void send();
    void connected();
    void read();
    void deliver(QByteArrayView bytes);
    void gotBytes();
    void watchChunks(Milliseconds wait);
    void finished();
    [[nodiscard]] bool redirected();
    void fail(ProviderError::Kind kind, const QString &text, const QString &detail, bool retriable = false);
    void end(const ProviderAnswer &answer);
    void stop();
    [[nodiscard]] ProviderAnswer answer() const;
    [[nodiscard]] QString host() const;
    void networkError();

    const std::shared_ptr<NetworkContext> m_network;
    Alarms &m_alarms;
    const ProviderSettings &m_settings;
    ProviderRequest m_request;
    const Body m_bodyKind;
    Milliseconds m_wholeTimeout{0};
    QPointer<QNetworkReply> m_reply{};
    std::unique_ptr<GzipInflater> m_inflater{};
    QByteArray m_body{};
    QStringList m_tlsErrors{};
    Alarms::Handle m_connectAlarm = 0;
    Alarms::Handle m_loadingAlarm = 0;
    Alarms::Handle m_silenceAlarm = 0;
    Alarms::Handle m_wholeAlarm = 0;
    qint64 m_lastByteMs = 0;
    int m_redirects = 0;
    bool m_connected = false;
    bool m_anyBytes = false;
    bool m_over = false;
};

} // namespace heed

Q_DECLARE_METATYPE(heed::ProviderAnswer)
