// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/httpmessage.h"

#include <QJsonDocument>
#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

struct Phrase {
    int status;
    const char *text;
};
constexpr std::array phrases{
    Phrase{200, "OK"},
    Phrase{201, "Created"},
    Phrase{202, "Accepted"},
    Phrase{204, "No Content"},
    Phrase{400, "Bad Request"},
    Phrase{401, "Unauthorized"},
    Phrase{403, "Forbidden"},
    Phrase{404, "Not Found"},
    Phrase{405, "Method Not Allowed"},
    Phrase{408, "Request Timeout"},
    Phrase{409, "Conflict"},
    Phrase{413, "Content Too Large"},
    Phrase{417, "Expectation Failed"},
    Phrase{421, "Misdirected Request"},
    Phrase{426, "Upgrade Required"},
    Phrase{431, "Request Header Fields Too Large"},
    Phrase{500, "Internal Server Error"},
    Phrase{503, "Service Unavailable"},
};

struct Kind {
    Error::Code code;
    int status;
    const char *word;
};
constexpr std::array kinds{
    Kind{Error::Code::Cancelled, 503, "cancelled"}, Kind{Error::Code::BadInput, 400, "bad_request"},
    Kind{Error::Code::NotFound, 404, "not_found"},  Kind{Error::Code::Conflict, 409, "conflict"},
    Kind{Error::Code::Network, 503, "network"},     Kind{Error::Code::Protocol, 503, "protocol"},
    Kind{Error::Code::Storage, 503, "storage"},     Kind{Error::Code::FromFuture, 503, "from_future"},
    Kind{Error::Code::Refused, 409, "refused"},     Kind{Error::Code::Bug, 500, "bug"},
};

} // namespace

QJsonObject errorBody(const QString &code, const QString &message)
{
    return {{u"error"_s, QJsonObject{{u"code"_s, code}, {u"message"_s, message}}}};
}

HttpAnswer refusal(int status, const QString &code, const QString &message)
{
    return {.status = status, .body = errorBody(code, message)};
}

HttpAnswer badRequest(const QString &message)
{
    return refusal(400, u"bad_request"_s, message);
}

HttpAnswer refusal(const Error &error)
{
    const auto kind = std::ranges::find(kinds, error.code, &Kind::code);
    return refusal(kind->status, QString::fromLatin1(kind->word), error.text);
}

QByteArray reasonPhrase(int status)
{
    const auto phrase = std::ranges::find(phrases, status, &Phrase::status);
    return phrase == phrases.end() ? QByteArray("Unknown") : QByteArray(phrase->text);
}

QByteArray toBytes(const HttpAnswer &answer, bool stays, bool headOnly)
{
    QByteArray bytes = "HTTP/1.1 " + QByteArray::number(answer.status) + ' ' + reasonPhrase(answer.status) +
                       "\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n";
    for (const auto &[name, value] : answer.headers)
        bytes += name + ": " + value + "\r\n";
    if (!stays)
        bytes += "Connection: close\r\n";
    if (answer.status == 204) // has neither a body nor its length
        return bytes + "\r\n";
    const QByteArray body = QJsonDocument(answer.body).toJson(QJsonDocument::Compact) + '\n';
    bytes +=
        "Content-Type: application/json\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n";
    return headOnly ? bytes : QByteArray(bytes + body);
}

bool hasWord(const QByteArray &list, const QByteArray &word)
{
    const QList<QByteArray> words = list.split(',');
    return std::ranges::any_of(words, [&word](const QByteArray &one) {
        return one.trimmed().compare(word, Qt::CaseInsensitive) == 0;
    });
}

} // namespace heed
