// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/provider/requestbodies.h"

#include "app/provider/promptitems.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>

using namespace Qt::StringLiterals;

namespace heed::requestbodies {

namespace {

constexpr int anthropicMaxTokens = 8192; // the API demands a limit; every current model allows this one

QJsonObject openAiCall(const ToolCall &call)
{
    // Always the object that was read: servers parse this text again and fail on what the model really wrote.
    const QString arguments = QString::fromUtf8(QJsonDocument(call.arguments).toJson(QJsonDocument::Compact));
    QJsonObject json = call.extra;
    json[u"id"_s] = call.id;
    json[u"type"_s] = u"function"_s;
    json[u"function"_s] = QJsonObject{{u"name"_s, call.name}, {u"arguments"_s, arguments}};
    return json;
}

QJsonObject openAiMessage(const PromptItem &item)
{
    switch (item.role) {
    case PromptItem::Role::Person:
        return {{u"role"_s, u"user"_s}, {u"content"_s, item.text}};
    case PromptItem::Role::ToolResult:
        return {{u"role"_s, u"tool"_s}, {u"tool_call_id"_s, item.callId}, {u"content"_s, item.text}};
    case PromptItem::Role::Model:
        break;
    }
    QJsonObject message{{u"role"_s, u"assistant"_s}, {u"content"_s, item.text}};
    if (item.calls.isEmpty())
        return message;
    QJsonArray calls;
    for (const ToolCall &call : item.calls)
        calls.append(openAiCall(call));
    message[u"tool_calls"_s] = calls;
    // Providers that think demand their words back with the calls of the same turn, and only those.
    for (const QString &key : {u"reasoning_content"_s, u"reasoning_details"_s}) {
        if (item.echo.contains(key))
            message[key] = item.echo[key];
    }
    return message;
}

QJsonObject objectSchema(const QJsonObject &schema)
{
    QJsonObject whole = schema;
    if (!whole.contains(u"type"_s))
        whole[u"type"_s] = u"object"_s;
    if (!whole.contains(u"properties"_s))
        whole[u"properties"_s] = QJsonObject();
    return whole;
}

} // namespace

QJsonObject openAi(const ModelRequest &request, const QString &model, const RequestShape &shape)
{
    QJsonArray messages;
    if (!request.system.isEmpty())
        messages.append(QJsonObject{{u"role"_s, u"system"_s}, {u"content"_s, request.system}});
    for (const PromptItem &item : shape.tools ? tidyItems(request.items) : plainItems(request.items))
        messages.append(openAiMessage(item));
    QJsonObject body{{u"model"_s, model}, {u"messages"_s, messages}, {u"stream"_s, true}};
    if (shape.usageOption)
        body[u"stream_options"_s] = QJsonObject{{u"include_usage"_s, true}};
    if (request.maxOutputTokens > 0)
        body[shape.newTokenLimit ? u"max_completion_tokens"_s : u"max_tokens"_s] = request.maxOutputTokens;
    if (!shape.tools || request.tools.isEmpty())
        return body;
    QJsonArray tools;
    for (const ToolSpec &tool : request.tools) {
        tools.append(QJsonObject{{u"type"_s, u"function"_s},
                                 {u"function"_s, QJsonObject{{u"name"_s, tool.name},
                                                             {u"description"_s, tool.description},
                                                             {u"parameters"_s, objectSchema(tool.schema)}}}});
    }
    body[u"tools"_s] = tools;
    return body;
}

namespace {

//! The API takes letters, digits, _ and - in an id; ids of another provider may hold more.
QString anthropicId(const QString &id)
{
    static const QRegularExpression other(u"[^A-Za-z0-9_-]"_s);
    QString clean = id;
    return clean.replace(other, u"_"_s);
}

QJsonObject textBlock(const QString &text)
{
    return {{u"type"_s, u"text"_s}, {u"text"_s, text}};
}

QJsonArray modelBlocks(const PromptItem &item)
{
    QJsonArray blocks = item.echo[u"blocks"_s].toArray(); // thinking comes first, unchanged
    if (!item.text.trimmed().isEmpty())
        blocks.append(textBlock(item.text.trimmed())); // the API refuses empty text and space at the end
    for (const ToolCall &call : item.calls) {
        blocks.append(QJsonObject{{u"type"_s, u"tool_use"_s},
                                  {u"id"_s, anthropicId(call.id)},
                                  {u"name"_s, call.name},
                                  {u"input"_s, call.arguments}});
    }
    return blocks;
}

QJsonArray userBlocks(const PromptItem &item)
{
    if (item.role == PromptItem::Role::Person)
        return item.text.trimmed().isEmpty() ? QJsonArray() : QJsonArray{textBlock(item.text)};
    QJsonObject result{{u"type"_s, u"tool_result"_s}, {u"tool_use_id"_s, anthropicId(item.callId)}};
    if (!item.text.trimmed().isEmpty())
        result[u"content"_s] = item.text;
    if (!item.ok)
        result[u"is_error"_s] = true;
    return {result};
}

QJsonArray anthropicMessages(const QList<PromptItem> &items)
{
    QJsonArray messages;
    QString role;
    QJsonArray blocks;
    const auto flush = [&] {
        if (!blocks.isEmpty())
            messages.append(QJsonObject{{u"role"_s, role}, {u"content"_s, blocks}});
        blocks = {};
    };
    for (const PromptItem &item : items) {
        const bool model = item.role == PromptItem::Role::Model;
        const QString speaker = model ? u"assistant"_s : u"user"_s;
        if (role.isEmpty() && model) { // the first word is the person's
            role = u"user"_s;
            blocks = {textBlock(u"(The conversation goes on.)"_s)};
        }
        if (speaker != role) {
            flush();
            role = speaker;
        }
        for (const QJsonValue &block : model ? modelBlocks(item) : userBlocks(item))
            blocks.append(block);
    }
    flush();
    return messages;
}

QJsonArray anthropicTools(const ModelRequest &request)
{
    QJsonArray tools;
    for (const ToolSpec &tool : request.tools) {
        tools.append(QJsonObject{{u"name"_s, tool.name},
                                 {u"description"_s, tool.description},
                                 {u"input_schema"_s, objectSchema(tool.schema)}});
    }
    return tools;
}

//! Tools named in the conversation, when none is offered: the API wants calls in it to be of known tools.
QJsonArray spokenTools(const QList<PromptItem> &items)
{
    QJsonArray tools;
    QSet<QString> names;
    for (const PromptItem &item : items) {
        for (const ToolCall &call : item.calls) {
            if (names.contains(call.name))
                continue;
            names.insert(call.name);
            tools.append(QJsonObject{{u"name"_s, call.name}, {u"input_schema"_s, objectSchema({})}});
        }
    }
    return tools;
}

} // namespace

QJsonObject anthropic(const ModelRequest &request, const QString &model)
{
    const QList<PromptItem> items = tidyItems(request.items);
    QJsonObject body{
        {u"model"_s, model},
        {u"max_tokens"_s, request.maxOutputTokens > 0 ? request.maxOutputTokens : anthropicMaxTokens},
        {u"messages"_s, anthropicMessages(items)},
        {u"stream"_s, true}};
    if (!request.system.isEmpty())
        body[u"system"_s] = request.system;
    if (!request.tools.isEmpty()) {
        body[u"tools"_s] = anthropicTools(request);
    } else if (const QJsonArray tools = spokenTools(items); !tools.isEmpty()) {
        body[u"tools"_s] = tools;
        body[u"tool_choice"_s] = QJsonObject{{u"type"_s, u"none"_s}};
    }
    return body;
}

} // namespace heed::requestbodies
