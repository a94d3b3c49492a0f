// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mcp/jsonrpc.h"

#include "models/base/repeatedkey.h"

#include <QJsonDocument>
#include <cmath>

using namespace Qt::StringLiterals;

namespace heed::jsonrpc {

namespace {

bool isId(const QJsonValue &id)
{
    return id.isString() || (id.isDouble() && std::trunc(id.toDouble()) == id.toDouble());
}

QJsonObject invalid(const QJsonValue &id, const QString &text)
{
    return failure(id, code::invalidRequest, text);
}

std::variant<Message, QJsonObject> readCall(const QJsonObject &object, const QJsonValue &id)
{
    const QJsonValue params = object[u"params"_s];
    if (!params.isUndefined() && !params.isObject())
        return invalid(id, u"\"params\" must be an object."_s);
    return Message{.kind = id.isUndefined() ? Message::Kind::Notification : Message::Kind::Request,
                   .id = id,
                   .method = object[u"method"_s].toString(),
                   .params = params.toObject()};
}

} // namespace

std::variant<Message, QJsonObject> read(const QByteArray &line)
{
    QJsonParseError problem{};
    const QJsonDocument document = QJsonDocument::fromJson(line, &problem);
    if (document.isNull())
        return failure({}, code::parseError, u"This line is not JSON: "_s + problem.errorString());
    if (document.isArray())
        return invalid({}, u"Batches are not taken: send one message a line."_s);
    const QJsonObject object = document.object();
    const QJsonValue id = object[u"id"_s];
    if (const auto key = repeatedKey(line))
        return failure(*key == u"id"_s ? QJsonValue() : id, code::invalidParams,
                       u"\"%1\" is given twice in one object: say which of the two is meant."_s.arg(*key));
    if (object[u"jsonrpc"_s].toString() != "2.0"_L1)
        return invalid(id, u"\"jsonrpc\" must be \"2.0\"."_s);
    if (!id.isUndefined() && !isId(id))
        return invalid({}, u"\"id\" must be a string or a whole number."_s);
    if (object[u"method"_s].isString())
        return readCall(object, id);
    const bool answers = object.contains(u"result"_s) != object.contains(u"error"_s);
    if (id.isUndefined() || object.contains(u"method"_s) || !answers)
        return invalid(id, u"This is neither a request, a notification nor a response."_s);
    Message message{.kind = Message::Kind::Response, .id = id, .result = object[u"result"_s].toObject()};
    if (object.contains(u"error"_s))
        message.error = object[u"error"_s].toObject();
    return message;
}

QJsonObject tooLong(qsizetype limit)
{
    return failure(
        {}, code::invalidRequest,
        u"This line is longer than the %1 bytes that are taken; it was dropped. Send less at once."_s.arg(
            limit));
}

QJsonObject request(const QJsonValue &id, const QString &method, const QJsonObject &params)
{
    return {{u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, id}, {u"method"_s, method}, {u"params"_s, params}};
}

QJsonObject notification(const QString &method, const QJsonObject &params)
{
    return {{u"jsonrpc"_s, u"2.0"_s}, {u"method"_s, method}, {u"params"_s, params}};
}

QJsonObject result(const QJsonValue &id, const QJsonObject &result)
{
    return {{u"jsonrpc"_s, u"2.0"_s}, {u"id"_s, id}, {u"result"_s, result}};
}

QJsonObject failure(const QJsonValue &id, int code, const QString &text, const QJsonObject &data)
{
    QJsonObject error{{u"code"_s, code}, {u"message"_s, text}};
    if (!data.isEmpty())
        error[u"data"_s] = data;
    QJsonObject message{{u"jsonrpc"_s, u"2.0"_s}, {u"error"_s, error}};
    // JSON-RPC writes null for an id that nobody could read; MCP's schema leaves it out, and its clients drop
    // a null.
    if (isId(id))
        message[u"id"_s] = id;
    return message;
}

QString keyOf(const QJsonValue &id)
{
    return id.isString() ? QString(u"s:"_s + id.toString()) : u"n:%1"_s.arg(id.toInteger());
}

} // namespace heed::jsonrpc
