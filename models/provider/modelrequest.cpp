// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/provider/modelrequest.h"

using namespace Qt::StringLiterals;

namespace heed {

QString providerErrorName(ProviderError::Kind kind)
{
    using Kind = ProviderError::Kind;
    switch (kind) {
    case Kind::RateLimit:
        return u"rate_limit"_s;
    case Kind::Overloaded:
        return u"overloaded"_s;
    case Kind::Auth:
        return u"auth"_s;
    case Kind::Context:
        return u"context"_s;
    case Kind::ToolUseFailed:
        return u"tool_use_failed"_s;
    case Kind::Provider:
        return u"provider"_s;
    case Kind::Truncated:
        return u"truncated"_s;
    case Kind::Protocol:
        return u"protocol"_s;
    case Kind::Empty:
        return u"empty"_s;
    case Kind::Network:
        return u"network"_s;
    case Kind::Tls:
        return u"tls"_s;
    case Kind::Timeout:
        return u"timeout"_s;
    case Kind::Cancelled:
        return u"cancelled"_s;
    }
    return {};
}

QJsonObject ProviderChoice::toJson() const
{
    return {{u"kind"_s, kind}, {u"baseUrl"_s, baseUrl}, {u"model"_s, model}, {u"keyFrom"_s, keyFrom}};
}

ProviderChoice ProviderChoice::fromJson(const QJsonObject &json)
{
    return {.kind = json[u"kind"_s].toString(u"guide"_s),
            .baseUrl = json[u"baseUrl"_s].toString(),
            .model = json[u"model"_s].toString(),
            .keyFrom = json[u"keyFrom"_s].toString()};
}

} // namespace heed
