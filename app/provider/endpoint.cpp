// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/provider/endpoint.h"

#include <QCoreApplication>
#include <QHostAddress>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

struct EndpointText {
    Q_DECLARE_TR_FUNCTIONS(heed::Endpoint)
};

bool isLoopback(const QString &host)
{
    const QHostAddress address(host);
    return host.compare(u"localhost"_s, Qt::CaseInsensitive) == 0 || host.endsWith(u".localhost"_s) ||
           (!address.isNull() && address.isLoopback());
}

Error bad(const QString &text)
{
    return {Error::Code::BadInput, text, {}};
}

} // namespace

Endpoint::Endpoint(QUrl base, bool anthropic)
    : m_base(std::move(base))
    , m_anthropic(anthropic)
{
}

Result<Endpoint> Endpoint::of(const ProviderChoice &choice)
{
    const bool anthropic = choice.kind == u"anthropic"_s;
    QString typed = choice.baseUrl.trimmed();
    if (typed.isEmpty() && anthropic)
        typed = u"https://api.anthropic.com"_s;
    if (typed.isEmpty())
        return bad(EndpointText::tr(
            "The provider has no address yet. Enter its base URL in the provider settings, for example "
            "http://localhost:11434/v1 for Ollama."));
    if (!typed.contains(u"://"_s)) {
        const QString host = QUrl(u"http://"_s + typed).host();
        typed.prepend(isLoopback(host) ? u"http://"_s : u"https://"_s);
    }
    QUrl url(typed, QUrl::StrictMode);
    if (!url.isValid() || url.host().isEmpty())
        return bad(EndpointText::tr("“%1” is not an address. Correct the base URL in the provider settings.")
                       .arg(choice.baseUrl.trimmed()));
    if (url.scheme() != u"http"_s && url.scheme() != u"https"_s)
        return bad(EndpointText::tr(
            "The base URL must begin with http:// or https://. Correct it in the provider settings."));
    if (!url.userInfo().isEmpty())
        return bad(
            EndpointText::tr("The base URL must not hold a name or key. Remove it, and enter the key in its "
                             "own field of the provider settings."));
    url.setQuery(QString());
    url.setFragment(QString());
    QString path = url.path();
    for (const QString &method : {u"/chat/completions"_s, u"/messages"_s, u"/"_s}) {
        while (path.endsWith(method))
            path.chop(method.size());
    }
    const bool addVersion = anthropic ? !path.endsWith(u"/v1"_s) : path.isEmpty();
    url.setPath(addVersion ? QString(path + u"/v1"_s) : path);
    return Endpoint(url, anthropic);
}

QUrl Endpoint::at(const QString &path) const
{
    QUrl url = m_base;
    url.setPath(url.path() + path);
    return url;
}

QUrl Endpoint::turns() const
{
    return at(m_anthropic ? u"/messages"_s : u"/chat/completions"_s);
}

QUrl Endpoint::models() const
{
    return at(u"/models"_s);
}

QUrl Endpoint::atRoot(const QString &path) const
{
    QUrl url = m_base;
    QString root = url.path();
    if (root.endsWith(u"/v1"_s))
        root.chop(3);
    url.setPath(root + path);
    return url;
}

bool Endpoint::isLocal() const
{
    return isLoopback(m_base.host());
}

QString Endpoint::host() const
{
    return m_base.port() < 0 ? m_base.host() : u"%1:%2"_s.arg(m_base.host()).arg(m_base.port());
}

} // namespace heed
