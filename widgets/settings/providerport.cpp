// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/providerport.h"

#include <QUrl>

using namespace Qt::StringLiterals;

namespace heed {

bool isOnThisComputer(const QString &baseUrl)
{
    const QString host = QUrl(baseUrl).host();
    return host == u"localhost"_s || host.endsWith(u".localhost"_s) || host.startsWith(u"127."_s) ||
           host == u"::1"_s;
}

QString serverPlace(const QString &baseUrl)
{
    const QUrl url(baseUrl);
    if (url.host().isEmpty())
        return baseUrl;
    const QString host = isOnThisComputer(baseUrl) ? u"localhost"_s : url.host();
    return url.port() < 0 ? host : u"%1:%2"_s.arg(host).arg(url.port());
}

} // namespace heed
