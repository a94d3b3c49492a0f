// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/provider/turnparser.h"

#include "app/provider/anthropicstream.h"
#include "app/provider/openaistream.h"

#include <QCoreApplication>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

struct TurnParserText {
    Q_DECLARE_TR_FUNCTIONS(heed::TurnParser)
};

std::unique_ptr<EventStream> makeStream(TurnApi api, TurnAssembler &turn, const ErrorContext &context)
{
    if (api == TurnApi::Anthropic)
        return std::make_unique<AnthropicStream>(turn, context);
    return std::make_unique<OpenAiStream>(turn, context);
}

//! Behind a byte order mark and white space.
QByteArrayView withoutLead(QByteArrayView bytes)
{
    if (bytes.startsWith("\xEF\xBB\xBF"))
        bytes = bytes.sliced(3);
    while (!bytes.isEmpty() &&
           (bytes.front() == ' ' || bytes.front() == '\t' || bytes.front() == '\r' || bytes.front() == '\n'))
        bytes = bytes.sliced(1);
    return bytes;
}

} // namespace

TurnParser::TurnParser(TurnApi api, const ModelRequest &request, const ErrorContext &context,
                       qsizetype lineLimit, qsizetype replyLimit)
    : m_api(api)
    , m_turn(request)
    , m_stream(makeStream(api, m_turn, context))
    , m_context(context)
    , m_reader([this](QByteArrayView name, QByteArrayView data) { return event(name, data); }, lineLimit)
    , m_replyLimit(replyLimit)
{
}

TurnParser::~TurnParser() = default;

bool TurnParser::isComplete() const
{
    return m_turn.isDone() || m_turn.hasFailed();
}

void TurnParser::feed(QByteArrayView bytes)
{
    if (isComplete() || bytes.isEmpty())
        return;
    m_received += bytes.size();
    if (m_received > m_replyLimit) {
        overLimit();
        return;
    }
    if (m_shape == Shape::Events) {
        feedReader(bytes);
        return;
    }
    m_start.append(bytes);
    if (m_shape == Shape::Unknown)
        detect();
}

void TurnParser::feedReader(QByteArrayView bytes)
{
    m_reader.feed(bytes);
    if (m_reader.isOverLimit())
        overLimit();
}

void TurnParser::overLimit()
{
    m_turn.fail(providererrors::protocol(
        TurnParserText::tr("The provider sent more than Heed takes for one reply (64 "
                           "MiB, 16 MiB a line), so the reply was ended here. "
                           "What came so far is kept."),
        u"over the limit after %1 bytes"_s.arg(m_received)));
}

//! An event stream, a JSON body, or something that no provider should send.
void TurnParser::detect()
{
    if (m_start.size() < 3 && QByteArrayView("\xEF\xBB\xBF").startsWith(m_start))
        return;
    if (m_start.startsWith("\x1F\x8B")) {
        m_turn.fail(providererrors::protocol(
            TurnParserText::tr("The provider sent a compressed reply without saying "
                               "so, so it cannot be read. Check the proxy or gateway "
                               "in front of the provider."),
            u"gzip bytes without Content-Encoding"_s));
        return;
    }
    if (m_start == "\x1F")
        return;
    const QByteArrayView bare = withoutLead(m_start);
    if (bare.isEmpty())
        return;
    if (bare.front() == '<') {
        m_turn.fail(providererrors::protocol(
            TurnParserText::tr("A web page came instead of a reply. Check the base "
                               "URL in the provider settings; it mostly ends in /v1."),
            u"markup instead of a stream"_s));
        return;
    }
    if (bare.front() == '{' || bare.front() == '[') {
        m_shape = Shape::Body;
        return;
    }
    m_shape = Shape::Events;
    const QByteArray bytes = std::exchange(m_start, {});
    feedReader(bytes);
}

std::optional<QJsonObject> TurnParser::parse(QByteArrayView data)
{
    const QByteArray bytes = QByteArray::fromRawData(data.data(), data.size());
    QJsonDocument document = QJsonDocument::fromJson(bytes);
    if (document.isNull()) // half a character is no reason to lose the reply
        document = QJsonDocument::fromJson(QString::fromUtf8(bytes).toUtf8());
    if (document.isArray() && document.array().size() == 1)
        return document.array().first().toObject();
    return document.isObject() ? std::optional(document.object()) : std::nullopt;
}

bool TurnParser::event(QByteArrayView name, QByteArrayView data)
{
    if (data == "[DONE]") {
        if (m_api == TurnApi::OpenAi || m_turn.hasFinish())
            m_turn.markDone();
        return !isComplete();
    }
    auto object = parse(data);
    if (object && m_api == TurnApi::Anthropic && !name.isEmpty() && !object->contains(u"type"_s))
        object->insert(u"type"_s, QString::fromUtf8(name)); // the event's name says it as well
    const bool isError = name == "error";
    if (isError && (!object || !object->contains(u"error"_s))) {
        const QJsonValue error = object ? QJsonValue(*object) : QJsonValue(QString::fromUtf8(data));
        m_turn.fail(providererrors::fromJson(error, 200, m_context));
    } else if (object) {
        m_stream->event(*object);
    } else if (data.front() != '{' && data.front() != '[') {
        m_turn.note(u"skipped an event that is not JSON"_s);
    } else if (!m_ending) { // at the end of a stream it is only a chunk that was cut
        m_turn.fail(providererrors::protocol(
            TurnParserText::tr("The provider sent something that is not a reply. Try again, or check the "
                               "proxy or gateway in front of it."),
            u"an event is not JSON"_s));
    }
    return !isComplete();
}

void TurnParser::readBody()
{
    const QByteArray body = withoutLead(m_start).toByteArray();
    if (const auto object = parse(body)) {
        m_stream->event(*object);
        return;
    }
    // JSON objects line by line, without "data:".
    feedReader(body);
}

TurnResult TurnParser::finish()
{
    m_ending = true;
    if (!isComplete()) {
        if (m_shape == Shape::Body)
            readBody();
        m_reader.end();
        if (m_shape == Shape::Unknown && m_received > 0)
            m_turn.note(u"nothing but white space came"_s);
    }
    return m_turn.finish(m_stream->takeCalls());
}

TurnResult TurnParser::finish(const ProviderError &error)
{
    m_turn.fail(error);
    return m_turn.finish(m_stream->takeCalls());
}

} // namespace heed
