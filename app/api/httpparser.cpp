// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/httpparser.h"

#include <QCoreApplication>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

using namespace Qt::StringLiterals;
namespace http = boost::beast::http;

namespace heed {

namespace {

struct HttpParserText {
    Q_DECLARE_TR_FUNCTIONS(heed::HttpParser)
};

QByteArray bytesOf(boost::beast::string_view view)
{
    return {view.data(), qsizetype(view.size())};
}

// Two of these could be read as either: the second one is an attempt to be taken for somebody else.
bool mayComeOnce(const QByteArray &name)
{
    return name == "host" || name == "authorization" || name == "origin";
}

} // namespace

class HttpParser::Private
{
public:
    http::request_parser<http::string_body> parser{};
    State state = State::Head;
    bool begun = false;
    HttpRequest request{};
    int failedWith = 400;

    void fail(int status)
    {
        state = State::Failed;
        failedWith = status;
    }

    void fail(const boost::beast::error_code &error)
    {
        if (error == http::error::header_limit)
            fail(431);
        else if (error == http::error::body_limit)
            fail(413);
        else
            fail(400);
    }

    [[nodiscard]] bool readFields()
    {
        for (const auto &field : parser.get()) {
            const QByteArray name = bytesOf(field.name_string()).toLower();
            QByteArray value = bytesOf(field.value()).trimmed();
            if (const auto known = request.headers.constFind(name); known != request.headers.constEnd()) {
                if (mayComeOnce(name))
                    return false;
                value = *known + ", " + value;
            }
            request.headers.insert(name, value);
        }
        return true;
    }

    void readHead()
    {
        const auto &message = parser.get();
        request.method = bytesOf(message.method_string());
        const QByteArray target = bytesOf(message.target());
        const qsizetype mark = target.indexOf('?');
        request.path = mark < 0 ? target : target.left(mark);
        if (mark >= 0)
            request.query = QUrlQuery(QString::fromLatin1(target.sliced(mark + 1)).replace(u'+', u"%20"_s));
        request.isHttp10 = message.version() < 11;
        request.keepsAlive = message.keep_alive() && !request.isHttp10;
        if (!target.startsWith('/') || !readFields()) {
            fail(400);
            return;
        }
        request.isUpgrade = hasWord(request.header("connection"), "upgrade") &&
                            hasWord(request.header("upgrade"), "websocket");
        request.expectsContinue = request.header("expect").compare("100-continue", Qt::CaseInsensitive) == 0;
        state = State::Body;
    }
};

HttpParser::HttpParser()
    : d(std::make_unique<Private>())
{
    d->parser.header_limit(headerLimit);
    d->parser.body_limit(bodyLimit);
}

HttpParser::~HttpParser() = default;

qsizetype HttpParser::feed(QByteArrayView bytes)
{
    qsizetype taken = 0;
    d->begun = d->begun || !bytes.isEmpty();
    while (taken < bytes.size() && (d->state == State::Head || d->state == State::Body)) {
        boost::beast::error_code error;
        const auto rest = bytes.sliced(taken);
        const size_t used = d->parser.put(boost::asio::buffer(rest.data(), size_t(rest.size())), error);
        taken += qsizetype(used);
        if (error && error != http::error::need_more) {
            d->fail(error);
            break;
        }
        const bool wasHead = d->state == State::Head;
        if (wasHead && d->parser.is_header_done())
            d->readHead();
        if (d->state == State::Body && d->parser.is_done()) {
            const std::string &body = d->parser.get().body();
            d->request.body = QByteArray(body.data(), qsizetype(body.size()));
            d->state = State::Complete;
        }
        if (error || (wasHead && d->state != State::Head))
            break;
    }
    return taken;
}

HttpParser::State HttpParser::state() const
{
    return d->state;
}

bool HttpParser::hasBegun() const
{
    return d->begun;
}

const HttpRequest &HttpParser::request() const
{
    return d->request;
}

HttpAnswer HttpParser::refusal() const
{
    switch (d->failedWith) {
    case 431:
        return heed::refusal(431, u"headers_too_large"_s,
                             HttpParserText::tr("The request's headers are larger than 16 KiB. Send fewer."));
    case 413:
        return heed::refusal(413, u"too_large"_s,
                             HttpParserText::tr("The request's body is larger than 1 MiB."));
    default:
        return heed::refusal(400, u"bad_request"_s,
                             HttpParserText::tr("This is not a request that HTTP allows."));
    }
}

} // namespace heed
