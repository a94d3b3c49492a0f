// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/provider/httpexchange.h"

#include "app/provider/providererrors.h"

#include <QHostAddress>
#include <QNetworkProxyFactory>
#include <QNetworkReply>
#include <QSslError>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr int redirectLimit = 5;
constexpr qsizetype collectLimit = 8 * 1024 * 1024; // a list of models; an error body is far smaller
constexpr qsizetype errorBodyLimit = 64 * 1024;

bool isUnsupportedEncoding(const QByteArray &encoding)
{
    return !encoding.isEmpty() && encoding != "identity" && encoding != "gzip" && encoding != "x-gzip" &&
           encoding != "deflate";
}

//! Whether the key may go from one address to the other.
bool sameHost(const QUrl &from, const QUrl &to)
{
    if (from.host().compare(to.host(), Qt::CaseInsensitive) != 0)
        return false;
    if (from.scheme() == to.scheme())
        return from.port(from.scheme() == u"https"_s ? 443 : 80) ==
               to.port(to.scheme() == u"https"_s ? 443 : 80);
    return from.scheme() == u"http"_s && to.scheme() == u"https"_s && from.port(80) == 80 &&
           to.port(443) == 443;
}

//! The proxy of the settings, else the system's; never one for this machine itself.
class ProviderProxies final : public QNetworkProxyFactory
{
public:
    explicit ProviderProxies(std::optional<QNetworkProxy> proxy)
        : m_proxy(std::move(proxy))
    {
    }
    QList<QNetworkProxy> queryProxy(const QNetworkProxyQuery &query) override
    {
        const QHostAddress address(query.peerHostName());
        const bool local =
            query.peerHostName() == u"localhost"_s || (!address.isNull() && address.isLoopback());
        if (local)
            return {QNetworkProxy(QNetworkProxy::NoProxy)};
        if (m_proxy)
            return {*m_proxy};
        return systemProxyForQuery(query);
    }

private:
    std::optional<QNetworkProxy> m_proxy;
};

} // namespace

NetworkContext::NetworkContext(const Clock &clock, ProviderSettings providerSettings)
    : alarms(clock)
    , settings(std::move(providerSettings))
{
    manager.setProxyFactory(new ProviderProxies(settings.proxy)); // owned by the manager
}

HttpExchange::HttpExchange(std::shared_ptr<NetworkContext> network, ProviderRequest request, Body body,
                           QObject *parent)
    : QObject(parent)
    , m_network(std::move(network))
    , m_alarms(m_network->alarms)
    , m_settings(m_network->settings)
    , m_request(std::move(request))
    , m_bodyKind(body)
{
}

HttpExchange::~HttpExchange()
{
    abort();
}

QString HttpExchange::host() const
{
    const QUrl &url = m_request.url;
    return url.port() < 0 ? url.host() : u"%1:%2"_s.arg(url.host()).arg(url.port());
}

void HttpExchange::start()
{
    if (m_wholeTimeout.count() > 0) {
        m_wholeAlarm = m_alarms.after(m_wholeTimeout, this, [this] {
            fail(ProviderError::Kind::Timeout,
                 tr("%1 did not answer in time. Check that it is running and the address is right.")
                     .arg(host()),
                 u"no whole answer in time"_s);
        });
    }
    send();
}

void HttpExchange::send()
{
    QNetworkRequest request(m_request.url);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
    request.setRawHeader("Accept-Encoding", "identity");
    request.setRawHeader("User-Agent", "Heed/" HEED_VERSION);
    for (const auto &[name, value] : std::as_const(m_request.headers))
        request.setRawHeader(name, value);
    m_reply = m_request.method == "GET"
                  ? m_network->manager.get(request)
                  : m_network->manager.sendCustomRequest(request, m_request.method, m_request.body);
    m_connected = m_anyBytes = false;
    m_inflater.reset();
    connect(m_reply, &QNetworkReply::readyRead, this, &HttpExchange::read);
    connect(m_reply, &QNetworkReply::finished, this, &HttpExchange::finished);
    connect(m_reply, &QNetworkReply::requestSent, this, &HttpExchange::connected);
    connect(m_reply, &QNetworkReply::metaDataChanged, this, &HttpExchange::connected);
    connect(m_reply, &QNetworkReply::uploadProgress, this, [this](qint64 sent) {
        if (sent > 0)
            connected();
    });
#ifndef QT_NO_SSL
    connect(m_reply, &QNetworkReply::encrypted, this, &HttpExchange::connected);
    connect(m_reply, &QNetworkReply::sslErrors, this, [this](const QList<QSslError> &errors) {
        for (const QSslError &error : errors)
            m_tlsErrors.append(error.errorString());
    });
#endif
    m_connectAlarm = m_alarms.after(m_settings.connectTimeout, this, [this] {
        fail(ProviderError::Kind::Timeout,
             tr("%1 could not be reached in time. Check the network and the base URL.").arg(host()),
             u"connect timeout"_s);
    });
}

void HttpExchange::connected()
{
    if (m_connected || m_over)
        return;
    m_connected = true;
    m_alarms.cancel(m_connectAlarm);
    m_loadingAlarm = m_alarms.after(m_settings.loadingNotice, this, [this] {
        if (!m_over && !m_anyBytes)
            Q_EMIT waiting();
    });
    m_silenceAlarm = m_alarms.after(m_settings.firstByteTimeout, this, [this] {
        fail(ProviderError::Kind::Timeout,
             tr("%1 took the request, but the model did not begin to answer. It may still be loading: try "
                "again, or choose a smaller model.")
                 .arg(host()),
             u"first byte timeout"_s);
    });
}

void HttpExchange::gotBytes()
{
    m_lastByteMs = m_alarms.clock().monotonicMs();
    if (m_anyBytes)
        return;
    m_anyBytes = true;
    m_alarms.cancel(m_loadingAlarm);
    m_alarms.cancel(m_silenceAlarm);
    watchChunks(m_settings.chunkTimeout);
}

//! One alarm looks again instead of a new one for every chunk.
void HttpExchange::watchChunks(Milliseconds wait)
{
    m_silenceAlarm = m_alarms.after(wait, this, [this] {
        const qint64 silent = m_alarms.clock().monotonicMs() - m_lastByteMs;
        const Milliseconds left = m_settings.chunkTimeout - Milliseconds(silent);
        if (left.count() > 0) {
            watchChunks(left);
            return;
        }
        fail(ProviderError::Kind::Timeout,
             tr("%1 stopped in the middle of the reply. What came so far is kept; try again.").arg(host()),
             u"chunk timeout"_s);
    });
}

void HttpExchange::read()
{
    if (m_over || !m_reply)
        return;
    const int status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    const QByteArray bytes = m_reply->readAll();
    if (bytes.isEmpty())
        return;
    gotBytes();
    const QByteArray encoding = m_reply->rawHeader("Content-Encoding").trimmed().toLower();
    if (isUnsupportedEncoding(encoding)) {
        fail(ProviderError::Kind::Protocol,
             tr("%1 sent its reply in a compression that Heed did not ask for. Check the proxy or gateway in "
                "front of it.")
                 .arg(host()),
             u"Content-Encoding "_s + QString::fromLatin1(encoding.left(32)));
        return;
    }
    const bool stream = m_bodyKind == Body::Stream && status >= 200 && status < 300;
    const auto take = [this, stream](QByteArrayView piece) {
        if (stream)
            deliver(piece);
        else
            m_body.append(
                piece.first(std::min(piece.size(), std::max<qsizetype>(0, collectLimit - m_body.size()))));
        return !m_over;
    };
    if (encoding.isEmpty() || encoding == "identity") {
        take(bytes);
        return;
    }
    if (!m_inflater)
        m_inflater = std::make_unique<GzipInflater>();
    if (!m_inflater->feed(bytes, take) && !m_over) {
        fail(ProviderError::Kind::Protocol,
             tr("%1 sent a compressed reply that is damaged. Try again.").arg(host()), u"bad gzip"_s);
    }
}

void HttpExchange::deliver(QByteArrayView bytes)
{
    Q_EMIT received(bytes.toByteArray());
}

ProviderAnswer HttpExchange::answer() const
{
    ProviderAnswer answer;
    answer.body = m_body;
    if (!m_reply)
        return answer;
    answer.status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    answer.reason = m_reply->attribute(QNetworkRequest::HttpReasonPhraseAttribute).toByteArray();
    answer.server = m_reply->rawHeader("Server");
    answer.retryAfter = m_reply->rawHeader("Retry-After");
    answer.retryAfterMs = m_reply->rawHeader("retry-after-ms");
    if (answer.status >= 400)
        answer.body.truncate(errorBodyLimit);
    return answer;
}

void HttpExchange::finished()
{
    if (m_over || !m_reply)
        return;
    read();
    if (m_over || redirected())
        return;
    ProviderAnswer result = answer();
    const bool failed = m_reply->error() != QNetworkReply::NoError;
    if (result.status >= 400) {
        end(result);
    } else if (failed && (result.status == 0 || !m_tlsErrors.isEmpty())) {
        networkError();
    } else {
        result.cut = failed;
        result.retriable = failed && !m_anyBytes;
        end(result);
    }
}

bool HttpExchange::redirected()
{
    const int status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (status < 300 || status >= 400)
        return false;
    const QUrl target = m_request.url.resolved(QUrl::fromEncoded(m_reply->rawHeader("Location")));
    const bool follow = (status == 301 || status == 302 || status == 307 || status == 308) &&
                        m_reply->hasRawHeader("Location");
    if (follow && !sameHost(m_request.url, target)) {
        fail(ProviderError::Kind::Protocol,
             tr("%1 sends its callers on to another server, %2. The key was not sent there. If you trust it, "
                "enter that address "
                "as the base URL in the provider settings.")
                 .arg(host(), target.host().isEmpty() ? tr("unknown") : target.host()),
             u"redirect to another host"_s);
        return true;
    }
    if (!follow || ++m_redirects > redirectLimit) {
        fail(ProviderError::Kind::Protocol,
             tr("%1 sends its callers around in a circle. Check the base URL in the provider settings.")
                 .arg(host()),
             u"redirect %1"_s.arg(status));
        return true;
    }
    stop();
    m_over = false;
    m_body.clear();
    m_request.url = target;
    send();
    return true;
}

void HttpExchange::networkError()
{
    const QNetworkReply::NetworkError code = m_reply->error();
    const QString detail = u"network error %1"_s.arg(int(code));
    const bool local = m_request.url.host() == u"127.0.0.1"_s || m_request.url.host() == u"localhost"_s;
    if (!m_tlsErrors.isEmpty() || code == QNetworkReply::SslHandshakeFailedError) {
        const QString reasons = m_tlsErrors.isEmpty() ? m_reply->errorString() : m_tlsErrors.join(u' ');
        fail(ProviderError::Kind::Tls,
             tr("No secure connection to %1: %2 Nothing was sent.").arg(host(), reasons), detail);
        return;
    }
    switch (code) {
    case QNetworkReply::ConnectionRefusedError:
        fail(ProviderError::Kind::Network,
             local
                 ? tr("Nothing answers at %1. Start the model server, or choose another provider in the "
                      "settings.")
                       .arg(host())
                 : tr("%1 refused the connection. Check the base URL in the provider settings.").arg(host()),
             detail, true);
        break;
    case QNetworkReply::HostNotFoundError:
        fail(ProviderError::Kind::Network,
             tr("The server %1 was not found. Check the network and the base URL in the provider settings.")
                 .arg(host()),
             detail);
        break;
    case QNetworkReply::ProxyConnectionRefusedError:
    case QNetworkReply::ProxyConnectionClosedError:
    case QNetworkReply::ProxyNotFoundError:
    case QNetworkReply::ProxyTimeoutError:
    case QNetworkReply::ProxyAuthenticationRequiredError:
        fail(ProviderError::Kind::Network,
             tr("The proxy did not let Heed through to %1. Check the proxy settings.").arg(host()), detail);
        break;
    case QNetworkReply::RemoteHostClosedError:
        fail(ProviderError::Kind::Network,
             tr("%1 closed the connection before it answered. Try again.").arg(host()), detail, true);
        break;
    case QNetworkReply::ProtocolFailure:
    case QNetworkReply::ProtocolInvalidOperationError:
        fail(ProviderError::Kind::Protocol,
             tr("%1 does not speak HTTP as it should. Check the base URL in the provider settings.")
                 .arg(host()),
             detail);
        break;
    default:
        fail(ProviderError::Kind::Network,
             tr("%1 could not be reached. Check the network and the base URL.").arg(host()), detail, true);
        break;
    }
}

void HttpExchange::fail(ProviderError::Kind kind, const QString &text, const QString &detail, bool retriable)
{
    if (m_over)
        return;
    ProviderAnswer result = answer();
    result.error = providererrors::make(kind, text, detail);
    result.retriable = retriable && !m_anyBytes;
    result.cut = m_anyBytes;
    end(result);
}

void HttpExchange::end(const ProviderAnswer &result)
{
    abort();
    Q_EMIT ended(result);
}

//! Lets go of the reply and every alarm.
void HttpExchange::stop()
{
    m_over = true;
    for (Alarms::Handle *alarm : {&m_connectAlarm, &m_loadingAlarm, &m_silenceAlarm})
        m_alarms.cancel(std::exchange(*alarm, 0));
    if (!m_reply)
        return;
    m_reply->disconnect(this);
    m_reply->deleteLater();
    m_reply.clear();
}

void HttpExchange::abort()
{
    m_alarms.cancel(std::exchange(m_wholeAlarm, 0));
    const QPointer<QNetworkReply> reply = m_reply;
    stop();
    if (reply && reply->isRunning())
        reply->abort();
}

void HttpExchange::release()
{
    const QPointer<QNetworkReply> reply = m_reply;
    m_reply.clear();
    m_alarms.cancel(std::exchange(m_wholeAlarm, 0));
    stop();
    if (!reply)
        return;
    reply->disconnect(this);
    if (!reply->isRunning()) {
        reply->deleteLater();
        return;
    }
    connect(reply, &QNetworkReply::finished, reply, &QObject::deleteLater);
    connect(reply, &QNetworkReply::readyRead, reply, [reply] { reply->readAll(); });
    m_alarms.after(m_settings.finishGrace, reply, [reply] { reply->abort(); });
}

} // namespace heed
