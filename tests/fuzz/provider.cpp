// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// A provider's stream, read as OpenAI's and as Anthropic's: however the bytes are cut, the same turn comes of
// it, what a watcher was shown is what the turn says in the end, and a turn that failed runs nothing.
#include "app/provider/turnparser.h"
#include "tests/fuzz/fuzz.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

struct Reading {
    TurnResult result{};
    QString shown{};
    QString thought{};
};

const ModelRequest &request()
{
    const auto schema = [](const char *json) { return QJsonDocument::fromJson(json).object(); };
    static const ModelRequest made{
        .tools = {{u"ask_user"_s, u"Ask."_s,
                   schema(R"({"type":"object","properties":{"question":{"type":"string"},"options":
                       {"type":"array","items":{"type":"string"}},"allow_other":{"type":"boolean"}}})")},
                  {u"search"_s, u"Search."_s,
                   schema(R"({"type":"object","properties":{"query":{"type":"string"},"limit":
                       {"type":"integer"}},"required":["query"]})")},
                  {u"now"_s, u"The time."_s, schema(R"({"type":"object","properties":{}})")},
                  {u"write_note"_s, u"Write."_s,
                   schema(R"({"type":"object","properties":{"path":{"type":"string"},"body":
                       {"type":"string"}}})")}}};
    return made;
}

void apply(const QList<TurnDelta> &deltas, Reading &reading)
{
    for (const TurnDelta &delta : deltas) {
        if (delta.kind == TurnDelta::Kind::Text)
            reading.shown += delta.text;
        else if (delta.kind == TurnDelta::Kind::Thinking)
            reading.thought += delta.text;
        else
            reading.thought += std::exchange(reading.shown, {});
    }
}

Reading read(TurnApi api, const QByteArray &bytes, qsizetype piece)
{
    TurnParser parser(api, request());
    Reading reading;
    for (qsizetype at = 0; at < bytes.size() && !parser.isComplete(); at += piece) {
        parser.feed(QByteArrayView(bytes).sliced(at, std::min(piece, bytes.size() - at)));
        apply(parser.takeDeltas(), reading);
    }
    reading.result = parser.finish();
    apply(parser.takeDeltas(), reading);
    return reading;
}

QJsonArray callsOf(const TurnResult &result)
{
    QJsonArray calls;
    for (const ToolCall &call : result.calls) {
        calls.append(QJsonArray{call.id, call.name, call.rawArguments, call.arguments, call.problem,
                                call.extra, QJsonArray::fromStringList(call.repairs)});
    }
    return calls;
}

//! Everything that a turn says, to be compared.
QJsonArray wordsOf(const TurnResult &result)
{
    QJsonArray words{result.text,
                     result.thinking,
                     callsOf(result),
                     int(result.finish),
                     result.finishWord,
                     result.usage.tokensIn.value_or(-1),
                     result.usage.tokensOut.value_or(-1),
                     result.echo,
                     QJsonArray::fromStringList(result.notes)};
    if (const auto &error = result.error)
        words.append(
            QJsonArray{int(error->kind), error->text, error->detail, error->retryAfterMs.value_or(-1)});
    return words;
}

void check(const Reading &reading)
{
    const TurnResult &result = reading.result;
    HEED_HOLDS(reading.shown == result.text);
    HEED_HOLDS(reading.thought.simplified() == result.thinking.simplified());
    HEED_HOLDS(result.text == result.text.trimmed());
    HEED_HOLDS(!result.error || (result.calls.isEmpty() && !result.error->text.isEmpty()));
    HEED_HOLDS(result.error || !result.text.isEmpty() || !result.calls.isEmpty() ||
               result.finish != Finish::Stop);
    HEED_HOLDS(result.calls.isEmpty() || result.finish == Finish::ToolCalls);
    QSet<QString> ids;
    for (const ToolCall &call : result.calls) {
        HEED_HOLDS(!call.id.isEmpty() && !ids.contains(call.id));
        ids.insert(call.id);
    }
}

} // namespace

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray bytes = fuzz::bytesOf(data, size);
    for (const TurnApi api : {TurnApi::OpenAi, TurnApi::Anthropic}) {
        const Reading whole = read(api, bytes, std::max<qsizetype>(1, bytes.size()));
        check(whole);
        for (const qsizetype piece : {qsizetype(1), fuzz::pieceOf(data, size)}) {
            const Reading cut = read(api, bytes, piece);
            check(cut);
            HEED_HOLDS(wordsOf(cut.result) == wordsOf(whole.result));
        }
    }
    return 0;
}
