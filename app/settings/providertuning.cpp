// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/providertuning.h"

#include "app/settings/settings.h"

#include <QUrl>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

std::optional<QNetworkProxy> proxyFrom(const QString &text)
{
    if (text == u"system"_s)
        return std::nullopt;
    if (text == u"none"_s)
        return QNetworkProxy(QNetworkProxy::NoProxy);
    const QUrl url(text);
    const auto type = url.scheme() == u"socks5"_s ? QNetworkProxy::Socks5Proxy : QNetworkProxy::HttpProxy;
    return QNetworkProxy(type, url.host(), quint16(url.port()));
}

} // namespace

ProviderSettings providerSettings(const Settings &settings)
{
    ProviderSettings provider;
    const auto seconds = [&](const QString &key) {
        return Milliseconds(std::chrono::seconds(settings.number(key)));
    };
    provider.connectTimeout = seconds(u"provider.connectSeconds"_s);
    provider.firstByteTimeout = seconds(u"provider.firstByteSeconds"_s);
    provider.chunkTimeout = seconds(u"provider.chunkSeconds"_s);
    provider.proxy = proxyFrom(settings.text(u"provider.proxy"_s));
    if (const int slotCount = settings.number(u"provider.slots"_s); slotCount > 0)
        provider.slotCount = slotCount;
    const QStringList headers = settings.list(u"provider.headers"_s);
    for (const QString &header : headers) {
        const qsizetype colon = header.indexOf(u':'); // there is one: the setting is checked
        provider.headers.append({header.left(colon).toLatin1(), header.mid(colon + 1).trimmed().toLatin1()});
    }
    return provider;
}

} // namespace heed
