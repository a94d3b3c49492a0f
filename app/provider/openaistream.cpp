// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/provider/openaistream.h"

using namespace Qt::StringLiterals;

namespace heed {

namespace {

//! The text of a part's member that is a text or a list of texts and {text} objects.
QString textOf(const QJsonValue &value)
{
    if (value.isString())
        return value.toString();
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        return object.contains(u"text"_s) ? textOf(object[u"text"_s]) : textOf(object[u"content"_s]);
    }
    QString text;
    for (const QJsonValue &one : value.toArray())
        text += textOf(one);
    return text;
}

} // namespace

OpenAiStream::OpenAiStream(TurnAssembler &turn, const ErrorContext &context)
    : EventStream(turn, context)
    , m_calls(turn.toolNames())
{
}

void OpenAiStream::event(const QJsonObject &object)
{
    if (readError(object))
        return;
    if (const QJsonValue usage = object[u"usage"_s]; usage.isObject())
        m_turn.usage(usage.toObject());
    else if (const QJsonValue groq = object[u"x_groq"_s][u"usage"_s]; groq.isObject())
        m_turn.usage(groq.toObject());
    for (const QJsonValue &one : object[u"choices"_s].toArray()) {
        if (one.isObject() && one[u"index"_s].toInt(0) == 0) // one answer was asked for
            choice(one.toObject());
    }
}

bool OpenAiStream::readError(const QJsonObject &object)
{
    const QJsonValue error = object[u"error"_s];
    const bool has = (error.isObject() && !error.toObject().isEmpty()) ||
                     (error.isString() && !error.toString().isEmpty()) ||
                     (error.isArray() && !error.toArray().isEmpty());
    if (has) {
        QJsonValue described = error;
        if (error.isString() && object.contains(u"error_type"_s)) // the kind stands beside the words
            described = QJsonObject{{u"message"_s, error}, {u"type"_s, object[u"error_type"_s]}};
        m_turn.fail(providererrors::fromJson(described, 200, m_context));
        return true;
    }
    if (const auto failed = providererrors::fromBaseResp(object[u"base_resp"_s])) {
        m_turn.fail(*failed);
        return true;
    }
    const bool bare =
        object[u"object"_s].toString() == u"error"_s || object[u"type"_s].toString() == u"error"_s ||
        (!object.contains(u"choices"_s) && (object.contains(u"detail"_s) || object[u"message"_s].isString()));
    if (bare)
        m_turn.fail(providererrors::fromJson(object, 200, m_context));
    return bare;
}

void OpenAiStream::choice(const QJsonObject &choice)
{
    if (const QJsonValue usage = choice[u"usage"_s]; usage.isObject()) // Moonshot's place for it
        m_turn.usage(usage.toObject());
    if (choice[u"delta"_s].isObject()) {
        m_hadDelta = true;
        delta(choice[u"delta"_s].toObject());
    } else if (choice[u"message"_s].isObject() && !m_hadDelta) {
        delta(choice[u"message"_s].toObject());
    } else if (choice[u"text"_s].isString()) {
        m_turn.content(choice[u"text"_s].toString());
    }
    if (const QJsonValue error = choice[u"error"_s]; error.isObject())
        m_turn.fail(providererrors::fromJson(error, 200, m_context));
    m_turn.finishWord(choice[u"finish_reason"_s].toString());
}

void OpenAiStream::delta(const QJsonObject &delta)
{
    reasoning(delta);
    content(delta[u"content"_s]);
    if (const QString refused = delta[u"refusal"_s].toString(); !refused.isEmpty()) {
        m_turn.refusal();
        m_turn.content(refused);
    }
    calls(delta);
}

bool OpenAiStream::reasoning(const QJsonObject &delta)
{
    for (const QJsonValue &detail : delta[u"reasoning_details"_s].toArray())
        m_reasoningDetails.append(detail);
    if (!m_reasoningDetails.isEmpty() && delta.contains(u"reasoning_details"_s))
        m_turn.echo(u"reasoning_details"_s, m_reasoningDetails);
    const QString named = textOf(delta[u"reasoning_content"_s]);
    if (!named.isEmpty()) {
        m_reasoningContent += named;
        m_turn.echo(u"reasoning_content"_s, m_reasoningContent);
        m_turn.reasoning(named);
        return true;
    }
    for (const QString &key : {u"reasoning"_s, u"reasoning_text"_s, u"thinking"_s}) {
        const QString text = textOf(delta[key]);
        if (!text.isEmpty()) {
            m_turn.reasoning(text);
            return true;
        }
    }
    const QString details = textOf(delta[u"reasoning_details"_s]);
    m_turn.reasoning(details);
    return !details.isEmpty();
}

void OpenAiStream::content(const QJsonValue &content)
{
    if (content.isString()) {
        m_turn.content(content.toString());
    } else if (content.isObject()) {
        part(content.toObject());
    } else {
        for (const QJsonValue &one : content.toArray()) {
            if (one.isObject())
                part(one.toObject());
            else
                m_turn.content(one.toString());
        }
    }
}

void OpenAiStream::part(const QJsonObject &part)
{
    const QString type = part[u"type"_s].toString();
    if (type == u"thinking"_s || type == u"reasoning"_s) {
        for (const QString &key : {u"thinking"_s, u"reasoning"_s, u"text"_s, u"content"_s}) {
            if (const QString text = textOf(part[key]); !text.isEmpty()) {
                m_turn.reasoning(text);
                return;
            }
        }
    } else if (type == u"refusal"_s) {
        m_turn.refusal();
        m_turn.content(part[u"refusal"_s].toString());
    } else if (type.isEmpty() || type == u"text"_s || type == u"output_text"_s) {
        m_turn.content(textOf(part[u"text"_s]));
    } else {
        m_turn.note(u"unknown content part "_s + type.left(32));
    }
}

void OpenAiStream::calls(const QJsonObject &delta)
{
    const QJsonValue list = delta[u"tool_calls"_s];
    if (list.isObject())
        m_calls.add(list.toObject());
    for (const QJsonValue &one : list.toArray()) {
        if (one.isObject())
            m_calls.add(one.toObject());
    }
    if (const QJsonValue legacy = delta[u"function_call"_s]; legacy.isObject())
        m_calls.add(legacy.toObject());
}

} // namespace heed
