// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/provider/anthropicstream.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace heed {

void AnthropicStream::event(const QJsonObject &object)
{
    const QString type = object[u"type"_s].toString();
    const int index = object[u"index"_s].toInt(0);
    if (type == u"error"_s || (object.contains(u"error"_s) && !object[u"error"_s].isNull())) {
        const QJsonValue error = object[u"error"_s];
        m_turn.fail(
            providererrors::fromJson(error.isUndefined() ? QJsonValue(object) : error, 200, m_context));
    } else if (type == u"message_start"_s) {
        m_turn.usage(object[u"message"_s][u"usage"_s].toObject());
    } else if (type == u"content_block_start"_s) {
        start(index, object[u"content_block"_s].toObject());
    } else if (type == u"content_block_delta"_s) {
        delta(index, object[u"delta"_s].toObject());
    } else if (type == u"content_block_stop"_s) {
        stop(index);
    } else if (type == u"message_delta"_s) {
        m_turn.finishWord(object[u"delta"_s][u"stop_reason"_s].toString());
        m_turn.usage(object[u"usage"_s].toObject());
    } else if (type == u"message_stop"_s) {
        m_turn.markDone();
    } else if (type == u"message"_s) {
        message(object);
    } else if (type != u"ping"_s) {
        m_turn.note(u"unknown event "_s + type.left(32));
    }
}

//! A whole message instead of a stream.
void AnthropicStream::message(const QJsonObject &message)
{
    int index = 0;
    for (const QJsonValue &block : message[u"content"_s].toArray()) {
        start(index, block.toObject());
        stop(index);
        ++index;
    }
    m_turn.usage(message[u"usage"_s].toObject());
    m_turn.finishWord(message[u"stop_reason"_s].toString());
    m_turn.markDone();
}

void AnthropicStream::start(int index, const QJsonObject &block)
{
    Block fresh;
    fresh.start = block;
    const QString type = block[u"type"_s].toString();
    if (type == u"text"_s) {
        m_turn.content(block[u"text"_s].toString());
    } else if (type == u"thinking"_s) {
        fresh.thinking = block[u"thinking"_s].toString();
        fresh.signature = block[u"signature"_s].toString();
        m_turn.reasoning(fresh.thinking);
    } else if (type != u"tool_use"_s && type != u"redacted_thinking"_s) {
        m_turn.note(u"unknown block "_s + type.left(32));
    }
    m_blocks.insert_or_assign(index, fresh);
}

void AnthropicStream::delta(int index, const QJsonObject &delta)
{
    const QString type = delta[u"type"_s].toString();
    Block &block = m_blocks[index]; // a server that forgets content_block_start
    if (type == u"text_delta"_s) {
        m_turn.content(delta[u"text"_s].toString());
    } else if (type == u"input_json_delta"_s) {
        block.json += delta[u"partial_json"_s].toString();
    } else if (type == u"thinking_delta"_s) {
        block.thinking += delta[u"thinking"_s].toString();
        m_turn.reasoning(delta[u"thinking"_s].toString());
    } else if (type == u"signature_delta"_s) {
        block.signature += delta[u"signature"_s].toString();
    } else {
        m_turn.note(u"unknown delta "_s + type.left(32));
    }
}

void AnthropicStream::stop(int index)
{
    const auto found = m_blocks.find(index);
    if (found == m_blocks.end() || found->second.stopped)
        return;
    Block &block = found->second;
    block.stopped = true;
    const QString type = block.start[u"type"_s].toString();
    if (type == u"redacted_thinking"_s) {
        m_echo.append(block.start);
    } else if (type == u"thinking"_s) {
        QJsonObject whole = block.start;
        whole[u"thinking"_s] = block.thinking;
        if (!block.signature.isEmpty())
            whole[u"signature"_s] = block.signature;
        m_echo.append(whole);
    } else {
        return;
    }
    m_turn.echo(u"blocks"_s, m_echo);
}

QList<CallDraft> AnthropicStream::takeCalls()
{
    QList<CallDraft> calls;
    for (const auto &[index, block] : m_blocks) {
        if (block.start[u"type"_s].toString() != u"tool_use"_s)
            continue;
        CallDraft call;
        call.id = block.start[u"id"_s].toString();
        call.name = block.start[u"name"_s].toString();
        call.arguments = block.json;
        const QJsonValue input = block.start[u"input"_s];
        if (block.json.trimmed().isEmpty() && input.isObject())
            call.arguments =
                QString::fromUtf8(QJsonDocument(input.toObject()).toJson(QJsonDocument::Compact));
        else if (block.json.trimmed().isEmpty())
            call.arguments = input.toString();
        calls.append(call);
    }
    return calls;
}

} // namespace heed
