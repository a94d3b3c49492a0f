// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/walls.h"

#include <QCoreApplication>
#include <QRandomGenerator>
#include <array>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

struct WallsText {
    Q_DECLARE_TR_FUNCTIONS(heed::Walls)
};

//! The name without the port: "localhost:80", "[::1]:80".
QByteArray hostName(const QByteArray &host)
{
    const qsizetype colon = host.lastIndexOf(':');
    return colon > host.lastIndexOf(']') ? host.left(colon) : host;
}

// A page that made its own name point to this machine (DNS rebinding) still sends that name.
bool isLoopback(const QByteArray &host)
{
    const QByteArray name = hostName(host).toLower();
    return name == "127.0.0.1" || name == "localhost" || name == "[::1]";
}

} // namespace

std::optional<HttpAnswer> Walls::check(const HttpRequest &head) const
{
    const QByteArray host = head.header("host");
    if (!isLoopback(host))
        return refusal(
            421, u"wrong_host"_s,
            WallsText::tr("The API answers to 127.0.0.1 and localhost only, whatever the name in the "
                          "request points to."));
    // Allowed is a page of this very server; there is none of anybody else's.
    if (const auto origin = head.headers.constFind("origin");
        origin != head.headers.constEnd() && *origin != "http://" + host)
        return refusal(403, u"wrong_origin"_s, WallsText::tr("The API answers no page of another server."));
    const QByteArray given = head.header("authorization");
    static const QByteArray bearer("bearer ");
    if (given.left(bearer.size()).toLower() != bearer ||
        !isSameToken(given.mid(bearer.size()).trimmed(), m_token)) {
        HttpAnswer answer = refusal(
            401, u"unauthorized"_s,
            WallsText::tr("Send the token that stands in api.json, in a header \"Authorization: Bearer "
                          "TOKEN\"."));
        answer.headers.emplace_back("WWW-Authenticate", "Bearer realm=\"heed\"");
        return answer;
    }
    return std::nullopt;
}

QByteArray newToken()
{
    std::array<quint32, 8> words{};
    QRandomGenerator::system()->generate(words.begin(), words.end());
    return QByteArray(reinterpret_cast<const char *>(words.data()), sizeof(words)).toHex();
}

bool isSameToken(const QByteArray &given, const QByteArray &token)
{
    unsigned different = given.size() == token.size() && !token.isEmpty() ? 0 : 1;
    for (qsizetype i = 0; i < token.size(); ++i) {
        const char other = given.isEmpty() ? '\0' : given.at(i % given.size());
        different |= unsigned(static_cast<unsigned char>(token.at(i)) ^ static_cast<unsigned char>(other));
    }
    return different == 0;
}

} // namespace heed
