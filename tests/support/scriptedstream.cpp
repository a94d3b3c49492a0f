// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scriptedstream.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr qsizetype pieceSize = 4; // characters a chunk: about a token

QByteArray compact(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

QStringList piecesOf(const QString &text)
{
    QStringList pieces;
    for (qsizetype at = 0; at < text.size();) {
        qsizetype size = std::min(pieceSize, text.size() - at);
        if (text[at + size - 1].isHighSurrogate() && at + size < text.size())
            ++size;
        pieces.append(text.sliced(at, size));
        at += size;
    }
    return pieces;
}

//! Writes one API's chunks.
class Writer
{
public:
    virtual ~Writer() = default;
    virtual void say(const QString &text) = 0;
    virtual void think(const QString &text) = 0;
    virtual void call(const QJsonObject &call) = 0;
    virtual void usage(qint64 in, qint64 out) = 0;
    virtual void error(const QJsonObject &error) = 0;
    virtual void finish(const QString &word) = 0;
    QList<ScriptPiece> pieces{};
    bool called = false;
};

class OpenAiWriter final : public Writer
{
public:
    void say(const QString &text) override
    {
        for (const QString &piece : piecesOf(text))
            delta({{u"content"_s, piece}});
    }
    void think(const QString &text) override
    {
        for (const QString &piece : piecesOf(text))
            delta({{u"reasoning_content"_s, piece}});
    }
    void call(const QJsonObject &call) override
    {
        const QString arguments = call[u"arguments"_s].isString()
                                      ? call[u"arguments"_s].toString()
                                      : QString::fromUtf8(compact(call[u"arguments"_s].toObject()));
        const int index = m_calls++;
        const QString id = call[u"id"_s].toString(u"call_%1"_s.arg(index + 1));
        delta({{u"tool_calls"_s,
                QJsonArray{QJsonObject{{u"index"_s, index},
                                       {u"id"_s, id},
                                       {u"type"_s, u"function"_s},
                                       {u"function"_s, QJsonObject{{u"name"_s, call[u"name"_s]},
                                                                   {u"arguments"_s, QString()}}}}}}});
        for (const QString &piece : piecesOf(arguments)) {
            delta({{u"tool_calls"_s,
                    QJsonArray{QJsonObject{{u"index"_s, index},
                                           {u"function"_s, QJsonObject{{u"arguments"_s, piece}}}}}}});
        }
        called = true;
    }
    void usage(qint64 in, qint64 out) override
    {
        m_usage = {{u"prompt_tokens"_s, in}, {u"completion_tokens"_s, out}};
    }
    void error(const QJsonObject &error) override { event({{u"error"_s, error}}); }
    void finish(const QString &word) override
    {
        delta({}, word.isEmpty() ? (called ? u"tool_calls"_s : u"stop"_s) : word);
        if (!m_usage.isEmpty())
            event({{u"choices"_s, QJsonArray()}, {u"usage"_s, m_usage}});
        pieces.append(QByteArray("data: [DONE]\n\n"));
    }

private:
    void event(const QJsonObject &object) { pieces.append(QByteArray("data: " + compact(object) + "\n\n")); }
    void delta(const QJsonObject &delta, const QJsonValue &finishReason = QJsonValue::Null)
    {
        event(
            {{u"object"_s, u"chat.completion.chunk"_s},
             {u"choices"_s, QJsonArray{QJsonObject{
                                {u"index"_s, 0}, {u"delta"_s, delta}, {u"finish_reason"_s, finishReason}}}}});
    }
    int m_calls = 0;
    QJsonObject m_usage{};
};

class AnthropicWriter final : public Writer
{
public:
    AnthropicWriter()
    {
        event(u"message_start"_s,
              {{u"message"_s, QJsonObject{{u"role"_s, u"assistant"_s}, {u"content"_s, QJsonArray()}}}});
    }
    void say(const QString &text) override
    {
        open({{u"type"_s, u"text"_s}, {u"text"_s, QString()}});
        for (const QString &piece : piecesOf(text))
            delta({{u"type"_s, u"text_delta"_s}, {u"text"_s, piece}});
        shut();
    }
    void think(const QString &text) override
    {
        open({{u"type"_s, u"thinking"_s}, {u"thinking"_s, QString()}});
        for (const QString &piece : piecesOf(text))
            delta({{u"type"_s, u"thinking_delta"_s}, {u"thinking"_s, piece}});
        delta({{u"type"_s, u"signature_delta"_s}, {u"signature"_s, u"c2lnbmVk"_s}});
        shut();
    }
    void call(const QJsonObject &call) override
    {
        const QString id = call[u"id"_s].toString(u"toolu_%1"_s.arg(m_index + 1));
        open({{u"type"_s, u"tool_use"_s},
              {u"id"_s, id},
              {u"name"_s, call[u"name"_s]},
              {u"input"_s, QJsonObject()}});
        const QString input = call[u"arguments"_s].isString()
                                  ? call[u"arguments"_s].toString()
                                  : QString::fromUtf8(compact(call[u"arguments"_s].toObject()));
        for (const QString &piece : piecesOf(input))
            delta({{u"type"_s, u"input_json_delta"_s}, {u"partial_json"_s, piece}});
        shut();
        called = true;
    }
    void usage(qint64 in, qint64 out) override
    {
        m_usage = {{u"input_tokens"_s, in}, {u"output_tokens"_s, out}};
    }
    void error(const QJsonObject &error) override { event(u"error"_s, {{u"error"_s, error}}); }
    void finish(const QString &word) override
    {
        QString reason = word;
        if (word.isEmpty() || word == u"stop"_s || word == u"tool_calls"_s)
            reason = called ? u"tool_use"_s : u"end_turn"_s;
        else if (word == u"length"_s)
            reason = u"max_tokens"_s;
        event(u"message_delta"_s,
              {{u"delta"_s, QJsonObject{{u"stop_reason"_s, reason}}}, {u"usage"_s, m_usage}});
        event(u"message_stop"_s, {});
    }

private:
    void event(const QString &type, QJsonObject fields)
    {
        fields[u"type"_s] = type;
        pieces.append(QByteArray("event: " + type.toUtf8() + "\ndata: " + compact(fields) + "\n\n"));
    }
    void open(const QJsonObject &block)
    {
        event(u"content_block_start"_s, {{u"index"_s, m_index}, {u"content_block"_s, block}});
    }
    void delta(const QJsonObject &delta)
    {
        event(u"content_block_delta"_s, {{u"index"_s, m_index}, {u"delta"_s, delta}});
    }
    void shut() { event(u"content_block_stop"_s, {{u"index"_s, m_index++}}); }
    int m_index = 0;
    QJsonObject m_usage{};
};

} // namespace

QList<ScriptPiece> scriptedStream(const QJsonArray &steps, bool anthropic)
{
    const std::unique_ptr<Writer> writer = anthropic
                                               ? std::unique_ptr<Writer>(std::make_unique<AnthropicWriter>())
                                               : std::make_unique<OpenAiWriter>();
    bool ends = true;
    QString word;
    for (const QJsonValue &step : steps) {
        if (step[u"say"_s].isString())
            writer->say(step[u"say"_s].toString());
        else if (step[u"think"_s].isString())
            writer->think(step[u"think"_s].toString());
        else if (step[u"call"_s].isObject())
            writer->call(step[u"call"_s].toObject());
        else if (step[u"usage"_s].isObject())
            writer->usage(step[u"usage"_s][u"in"_s].toInteger(), step[u"usage"_s][u"out"_s].toInteger());
        else if (step[u"raw"_s].isString())
            writer->pieces.append(step[u"raw"_s].toString().toUtf8());
        else if (step[u"waitMs"_s].isDouble())
            writer->pieces.append(ScriptPause{step[u"waitMs"_s].toInt()});
        else if (step[u"hold"_s].toBool())
            writer->pieces.append(ScriptPause{-1});
        else if (step[u"finish"_s].isString())
            word = step[u"finish"_s].toString();
        else if (step[u"end"_s].isBool())
            ends = step[u"end"_s].toBool();
        if (step[u"error"_s].isObject()) {
            writer->error(step[u"error"_s].toObject());
            ends = false;
        }
    }
    if (ends)
        writer->finish(word);
    return writer->pieces;
}

} // namespace heed
