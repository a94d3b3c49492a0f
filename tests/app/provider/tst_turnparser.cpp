// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/provider/turnparser.h"
#include "tests/app/provider/quirkcase.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>
#include <random>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

struct Outcome {
    TurnResult result{};
    QString shown{}; //!< what a watcher has on the screen in the end
    QString thought{};
};

void apply(const QList<TurnDelta> &deltas, Outcome &outcome)
{
    for (const TurnDelta &delta : deltas) {
        if (delta.kind == TurnDelta::Kind::Text)
            outcome.shown += delta.text;
        else if (delta.kind == TurnDelta::Kind::Thinking)
            outcome.thought += delta.text;
        else
            outcome.thought += std::exchange(outcome.shown, {});
    }
}

Outcome parse(TurnApi api, const QByteArray &bytes, qsizetype packet,
              const ModelRequest &request = quirkRequest())
{
    TurnParser parser(api, request);
    Outcome outcome;
    for (qsizetype at = 0; at < bytes.size() && !parser.isComplete(); at += packet) {
        parser.feed(QByteArrayView(bytes).sliced(at, std::min(packet, bytes.size() - at)));
        apply(parser.takeDeltas(), outcome);
    }
    outcome.result = parser.finish();
    apply(parser.takeDeltas(), outcome);
    return outcome;
}

//! A text reply of a local model, cut into pieces of this many characters.
Outcome say(const QString &text, int piece = 3)
{
    return parse(TurnApi::OpenAi, textAsStream(text, false, piece), 1 << 20);
}

} // namespace

class TestTurnParser : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void quirks_data();
    void quirks();
    void markup_data();
    void markup();
    void callFragments_data();
    void callFragments();
    void oddStreams_data();
    void oddStreams();
    void idsAreNewInTheReply();
    void cutOffRunsNothing();
    void thinkingComesBackSigned();
    void limits();
    void mutatedBytes();
    void longMarkupIsLinear();
};

void TestTurnParser::quirks_data()
{
    QTest::addColumn<QuirkCase>("quirk");
    QTest::addColumn<bool>("anthropic");
    QTest::addColumn<int>("packet");
    for (const QuirkCase &quirk : quirkCases()) {
        if (quirk.http.contains(u"status"_s) || quirk.http.contains(u"gzip"_s))
            continue; // these need HTTP: tst_quirks
        for (const int packet : {1, 7, 1 << 24}) {
            const bool huge = quirk.body.size() > 500'000;
            const QByteArray name =
                quirk.id.toUtf8() + " packet " + QByteArray::number(packet) + ": " + quirk.quirk.toUtf8();
            QTest::newRow(name.constData())
                << quirk << (quirk.api == u"anthropic"_s) << (huge ? std::max(packet, 1000) : packet);
            if (quirk.api == u"text"_s)
                QTest::newRow(QByteArray("anthropic " + name).constData()) << quirk << true << packet;
        }
    }
}

void TestTurnParser::quirks()
{
    QFETCH(QuirkCase, quirk);
    QFETCH(bool, anthropic);
    QFETCH(int, packet);
    const QByteArray bytes =
        quirk.api == u"text"_s ? textAsStream(QString::fromUtf8(quirk.body), anthropic) : quirk.body;
    const Outcome outcome = parse(anthropic ? TurnApi::Anthropic : TurnApi::OpenAi, bytes, packet);
    QCOMPARE(mismatch(quirk, outcome.result), QString());
    QCOMPARE(outcome.shown, outcome.result.text);
    QCOMPARE(outcome.thought.simplified(), outcome.result.thinking.simplified());
}

void TestTurnParser::markup_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QString>("thought");
    QTest::addColumn<QString>("calls"); // name{arguments} joined, ! in front of one that must not run
    const auto row = [](const char *name, const QString &text, const QString &shown, const QString &calls,
                        const QString &thought = {}) {
        QTest::newRow(name) << text << shown << thought << calls;
    };
    const QString search = uR"(search{"query":"frost"})"_s;
    row("an end tag inside a JSON string",
        uR"(<tool_call>{"name":"search","arguments":{"query":"a </tool_call> b"}}</tool_call>)"_s, u""_s,
        uR"(search{"query":"a </tool_call> b"})"_s);
    row("a function end inside a value",
        u"<tool_call>\n<function=search>\n<parameter=query>a </function> b</parameter>\n</function>\n</tool_call>"_s,
        u""_s, uR"(search{"query":"a </function> b"})"_s);
    row("two objects in one block",
        u"<tool_call>{\"name\":\"now\",\"arguments\":{}}\n{\"name\":\"search\",\"arguments\":{\"query\":\"frost\"}}</tool_call>"_s,
        u""_s, u"now{} "_s + search);
    row("a list in one block",
        u"<tool_call>[{\"name\":\"now\"},{\"name\":\"search\",\"arguments\":{\"query\":\"frost\"}}]</tool_call>"_s,
        u""_s, u"now{} "_s + search);
    row("a function key instead of a name",
        u"<tool_call>{\"type\":\"function\",\"function\":{\"name\":\"search\",\"arguments\":{\"query\":\"frost\"}}}</tool_call>"_s,
        u""_s, search);
    row("text behind a call is shown",
        u"One.\n<tool_call>{\"name\":\"now\",\"arguments\":{}}</tool_call>\nTwo."_s, u"One.\n\nTwo."_s,
        u"now{}"_s);
    row("a lost end tag, then text", u"<tool_call>{\"name\":\"now\",\"arguments\":{}}\nTwo."_s, u"Two."_s,
        u"now{}"_s);
    row("a lost outer end tag, then text", u"<tool_call><function=now>\n</function>\nTwo."_s, u"Two."_s,
        u"now{}"_s);
    row("an unknown tool", u"<tool_call>{\"name\":\"erase\",\"arguments\":{}}</tool_call>"_s, u""_s,
        u"!erase{}"_s);
    row("a missing last bracket",
        u"<tool_call>{\"name\":\"search\",\"arguments\":{\"query\":\"frost\"}</tool_call>"_s, u""_s, search);
    row("quotes in quotes", uR"(<tool_call>{"name":"search","arguments":{"query":"a "b" c"}}</tool_call>)"_s,
        u""_s, u"!search{}"_s);
    row("a trailing comma", uR"(<tool_call>{"name":"search","arguments":{"query":"frost",}}</tool_call>)"_s,
        u""_s, search);
    row("an open block of half a call", uR"(<tool_call>{"name":"search","arguments":{"query":"fro)"_s, u""_s,
        u"!search{}"_s);
    row("a function without a wrapper, then text",
        u"<function=search><parameter=query>frost</parameter></function> Done."_s, u"Done."_s, search);
    row("two functions in one block",
        u"<tool_call><function=now></function><function=search><parameter=query>frost</parameter></function></tool_call>"_s,
        u""_s, u"now{} "_s + search);
    row("an unfinished parameter at the end", u"<tool_call>\n<function=search>\n<parameter=query>\nfro"_s,
        u""_s, u"!search{}"_s);
    row("a stray end tag of a wrapper", u"<function=now></function>\n</tool_call>"_s, u""_s, u"now{}"_s);
    row("calls in older Claude markup",
        u"<function_calls>\n<invoke name=\"search\">\n<parameter name=\"query\">frost</parameter>\n</invoke>\n<invoke name=\"now\">\n</invoke>\n</function_calls>"_s,
        u""_s, search + u" now{}"_s);
    row("an invoke without a wrapper",
        u"<invoke name=\"search\"><parameter name=\"query\">frost</parameter></invoke>"_s, u""_s, search);
    row("DSML with the other outer tag",
        u"<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"search\">\n<｜DSML｜parameter name=\"query\" string=\"true\">5</｜DSML｜parameter>\n<｜DSML｜parameter name=\"limit\" string=\"false\">3</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>"_s,
        u""_s, uR"(search{"limit":3,"query":"5"})"_s);
    row("DeepSeek's older tokens",
        u"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>search\n```json\n{\"query\":\"frost\"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>"_s,
        u""_s, search);
    row("DeepSeek's newer tokens",
        u"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>search<｜tool▁sep｜>{\"query\":\"frost\"}<｜tool▁call▁end｜><｜tool▁call▁begin｜>now<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>"_s,
        u""_s, search + u" now{}"_s);
    row("two Kimi calls",
        u"Hm.<|tool_calls_section_begin|><|tool_call_begin|>functions.now:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_call_begin|>functions.search:1<|tool_call_argument_begin|>{\"query\":\"frost\"}<|tool_call_end|><|tool_calls_section_end|>"_s,
        u"Hm."_s, u"now{} "_s + search);
    row("Mistral's older list",
        u"[TOOL_CALLS] [{\"name\":\"search\",\"arguments\":{\"query\":\"frost\"},\"id\":\"VvvODy9mT\"}]"_s,
        u""_s, search);
    row("Mistral with a call id", u"[TOOL_CALLS]search[CALL_ID]VvvODy9mT[ARGS]{\"query\":\"frost\"}"_s, u""_s,
        search);
    row("Mistral without [ARGS]", u"Yes. [TOOL_CALLS]search{\"query\": \"frost\"}"_s, u"Yes."_s, search);
    row("a JSON list in LFM's tokens",
        u"<|tool_call_start|>[{\"name\":\"search\",\"arguments\":{\"query\":\"frost\"}}]<|tool_call_end|>"_s,
        u""_s, search);
    row("two Python calls", u"<|tool_call_start|>[now(), search(query='frost')]<|tool_call_end|>"_s, u""_s,
        u"now{} "_s + search);
    row("a Python call with a position", u"<|tool_call_start|>[search('frost')]<|tool_call_end|>"_s, u""_s,
        u"!search{}"_s);
    row("a bare Python list", u"[search(query=\"frost\"), now()]"_s, u""_s, search + u" now{}"_s);
    row("a bare list of calls", u"[{\"name\":\"search\",\"arguments\":{\"query\":\"frost\"}}]"_s, u""_s,
        search);
    row("bare calls with semicolons",
        u"{\"name\":\"search\",\"parameters\":{\"query\":\"frost\"}}; {\"name\":\"now\",\"parameters\":{}}"_s,
        u""_s, search + u" now{}"_s);
    row("a bare call with an end token",
        u"{\"name\":\"search\",\"parameters\":{\"query\":\"frost\"}}<|eot_id|>"_s, u""_s, search);
    row("a bare call with words behind it",
        u"{\"name\": \"search\", \"parameters\": {\"query\": \"frost\"}} is how."_s,
        u"{\"name\": \"search\", \"parameters\": {\"query\": \"frost\"}} is how."_s, u""_s);
    row("bare JSON of another kind", u"{\"plants\": [\"rose\"]}"_s, u"{\"plants\": [\"rose\"]}"_s, u""_s);
    row("bare JSON with an unknown name", u"{\"name\": \"garden\", \"parameters\": {}}"_s,
        u"{\"name\": \"garden\", \"parameters\": {}}"_s, u""_s);
    row("bare JSON without arguments", u"{\"name\": \"now\"}"_s, u"{\"name\": \"now\"}"_s, u""_s);
    row("Granite's list", u"<|tool_call|>[{\"name\":\"search\",\"arguments\":{\"query\":\"frost\"}}]"_s,
        u""_s, search);
    row("a Python tag before a call", u"<|python_tag|>search(query=\"frost\")<|eom_id|>"_s, u""_s, search);
    row("GLM without parameters", u"<tool_call>now\n</tool_call>"_s, u""_s, u"now{}"_s);
    row("GLM with an unknown tool",
        u"<tool_call>erase\n<arg_key>a</arg_key>\n<arg_value>b</arg_value>\n</tool_call>"_s, u""_s,
        uR"(!erase{"a":"b"})"_s);
    row("a name and JSON in one block", u"<tool_call>search\n{\"query\": \"frost\"}\n</tool_call>"_s, u""_s,
        search);
    row("harmony: preamble, call",
        u"<|channel|>commentary<|message|>One moment.<|end|><|start|>assistant<|channel|>commentary to=functions.search<|constrain|>json<|message|>{\"query\":\"frost\"}<|call|>"_s,
        u"One moment."_s, search);
    row("harmony: recipient in front",
        u"<|start|>assistant to=functions.search<|channel|>commentary json<|message|>{\"query\":\"frost\"}"_s,
        u""_s, search);
    row("harmony: thought and answer",
        u"<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Roses.<|return|>"_s,
        u"Roses."_s, u""_s, u"Hm."_s);
    // What is only talked about.
    row("a tag in a code span", u"Write `<tool_call>{\"name\":\"now\",\"arguments\":{}}</tool_call>` then."_s,
        u"Write `<tool_call>{\"name\":\"now\",\"arguments\":{}}</tool_call>` then."_s, u""_s);
    row("a tool's name behind a mentioned tag", u"Use <tool_call> now and then."_s,
        u"Use <tool_call> now and then."_s, u""_s);
    row("a mentioned placeholder", u"The form is <function=NAME> with values."_s,
        u"The form is <function=NAME> with values."_s, u""_s);
    row("a tilde fence", u"~~~\n<tool_call>{\"name\":\"now\",\"arguments\":{}}</tool_call>\n~~~\nEnd."_s,
        u"~~~\n<tool_call>{\"name\":\"now\",\"arguments\":{}}</tool_call>\n~~~\nEnd."_s, u""_s);
    row("a longer fence around a shorter one",
        u"````\n```\n<tool_call>{\"name\":\"now\",\"arguments\":{}}</tool_call>\n```\n````"_s,
        u"````\n```\n<tool_call>{\"name\":\"now\",\"arguments\":{}}</tool_call>\n```\n````"_s, u""_s);
    row("a fence that is never closed", u"```\n<tool_call>{\"name\":\"now\",\"arguments\":{}}</tool_call>"_s,
        u"```\n<tool_call>{\"name\":\"now\",\"arguments\":{}}</tool_call>"_s, u""_s);
    row("no call inside the tags", u"Look: <tool_call>{1, 2}</tool_call> so."_s,
        u"Look: <tool_call>{1, 2}</tool_call> so."_s, u""_s);
    row("a link in brackets", u"See [TOOL] and [1](x) <b>"_s, u"See [TOOL] and [1](x) <b>"_s, u""_s);
    row("a harmony token in prose", u"The token <|channel|> is special."_s,
        u"The token <|channel|> is special."_s, u""_s);
    row("an end token in prose", u"The token <|im_end|> ends it."_s, u"The token <|im_end|> ends it."_s,
        u""_s);
    row("an end token at the end", u"Roses.<|im_end|>"_s, u"Roses."_s, u""_s);
    row("less-than signs", u"1 < 2 <3 and a<b"_s, u"1 < 2 <3 and a<b"_s, u""_s);
    // Thinking.
    row("think tags, then a call",
        u"<think>Hm.</think>\n<tool_call>{\"name\":\"now\",\"arguments\":{}}</tool_call>"_s, u""_s,
        u"now{}"_s, u"Hm."_s);
    row("think tags, then a bare call",
        u"<think>Hm.</think>\n{\"name\":\"search\",\"arguments\":{\"query\":\"frost\"}}"_s, u""_s, search,
        u"Hm."_s);
    row("think tags twice", u"<think>A.</think>\nOne.\n<think>B.</think>\nTwo."_s, u"One.\n\nTwo."_s, u""_s,
        u"A.B."_s);
    row("Magistral's tags", u"[THINK]Hm.[/THINK]Roses."_s, u"Roses."_s, u""_s, u"Hm."_s);
    row("a mentioned think tag", u"Models write <think> first."_s, u"Models write <think> first."_s, u""_s);
    row("a mentioned closing think tag", u"Models write </think> , I heard."_s,
        u"Models write </think> , I heard."_s, u""_s);
    row("a think tag in a code span", u"Write `</think>` there."_s, u"Write `</think>` there."_s, u""_s);
    row("a call before a closing think tag only",
        u"A <tool_call>{\"name\":\"now\",\"arguments\":{}}</tool_call>\n</think>\nRoses."_s, u"Roses."_s,
        u""_s, u"A"_s);
    row("a fence opened while thinking",
        u"```\ncode\n</think>\n<tool_call>{\"name\":\"now\",\"arguments\":{}}</tool_call>"_s,
        u"```\ncode\n</think>\n<tool_call>{\"name\":\"now\",\"arguments\":{}}</tool_call>"_s, u""_s);
}

void TestTurnParser::markup()
{
    QFETCH(QString, text);
    QFETCH(QString, shown);
    QFETCH(QString, thought);
    QFETCH(QString, calls);
    for (const int piece : {1, 3, 100000}) {
        const Outcome outcome = say(text, piece);
        QStringList got;
        for (const ToolCall &call : outcome.result.calls) {
            got.append(
                QString((call.problem.isEmpty() ? u""_s : u"!"_s) + call.name +
                        QString::fromUtf8(QJsonDocument(call.arguments).toJson(QJsonDocument::Compact))));
        }
        QCOMPARE(outcome.shown, shown);
        QCOMPARE(outcome.result.text, shown);
        QCOMPARE(outcome.result.thinking.simplified(), thought);
        QCOMPARE(got.join(u' '), calls);
    }
}

void TestTurnParser::callFragments_data()
{
    QTest::addColumn<QList<QByteArray>>("fragments"); // each the tool_calls of one chunk
    QTest::addColumn<QString>("calls");               // id name arguments; "" for a made id
    const auto row = [](const char *name, const QList<QByteArray> &fragments, const QString &calls) {
        QTest::newRow(name) << fragments << calls;
    };
    const QByteArray whole = R"("{\"query\":\"frost\"}")";
    row("an index only from the second fragment on",
        {R"([{"id":"a","function":{"name":"search","arguments":""}}])",
         R"([{"index":0,"function":{"arguments":)" + whole + "}}]"},
        uR"(a search {"query":"frost"})"_s);
    row("a new id for every fragment",
        {R"([{"index":0,"id":"a","function":{"name":"search","arguments":"{\"query\":"}}])",
         R"([{"index":0,"id":"b","function":{"arguments":"\"frost\"}"}}])"},
        uR"(a search {"query":"frost"})"_s);
    row("the name again in every fragment",
        {R"([{"index":0,"id":"a","function":{"name":"search","arguments":"{\"query\":"}}])",
         R"([{"index":0,"function":{"name":"search","arguments":"\"frost\"}"}}])"},
        uR"(a search {"query":"frost"})"_s);
    row("a name in two pieces",
        {R"([{"index":0,"id":"a","function":{"name":"sea","arguments":""}}])",
         R"([{"index":0,"function":{"name":"rch","arguments":)" + whole + "}}]"},
        uR"(a search {"query":"frost"})"_s);
    row("neither index nor id, two calls",
        {R"([{"function":{"name":"now","arguments":"{}"}}])",
         R"([{"function":{"name":"search","arguments":)" + whole + "}}]"},
        uR"(- now {}|- search {"query":"frost"})"_s);
    row("index stuck at 0, no ids, the same tool twice",
        {R"([{"index":0,"function":{"name":"search","arguments":)" + whole + "}}]",
         R"([{"index":0,"function":{"name":"search","arguments":"{\"query\":\"mulch\"}"}}])"},
        uR"(- search {"query":"frost"}|- search {"query":"mulch"})"_s);
    row("an index as text",
        {R"([{"index":"0","id":"a","function":{"name":"search","arguments":"{\"query\":"}}])",
         R"([{"index":"0","function":{"arguments":"\"frost\"}"}}])"},
        uR"(a search {"query":"frost"})"_s);
    row("an index that starts at 1", {R"([{"index":1,"id":"a","function":{"name":"now","arguments":"{}"}}])"},
        u"a now {}"_s);
    row("an id that is a number", {R"([{"index":0,"id":7,"function":{"name":"now","arguments":"{}"}}])"},
        u"7 now {}"_s);
    row("arguments as an object, twice",
        {R"([{"index":0,"id":"a","function":{"name":"search","arguments":{"query":"frost"}}}])",
         R"([{"index":0,"id":"a","function":{"name":"search","arguments":{"query":"frost"}}}])"},
        uR"(a search {"query":"frost"})"_s);
    row("an empty object before the fragments",
        {R"([{"index":0,"id":"a","function":{"name":"search","arguments":"{}"}}])",
         R"([{"index":0,"function":{"arguments":"{\"query\":"}}])",
         R"([{"index":0,"function":{"arguments":"\"frost\"}"}}])"},
        uR"(a search {"query":"frost"})"_s);
    row("arguments that grow from chunk to chunk",
        {R"([{"index":0,"id":"a","function":{"name":"search","arguments":"{\"qu"}}])",
         R"([{"index":0,"function":{"arguments":"{\"query\":\"fr"}}])",
         R"([{"index":0,"function":{"arguments":)" + whole + "}}]"},
        uR"(a search {"query":"frost"})"_s);
    row("no arguments member at all", {R"([{"index":0,"id":"a","function":{"name":"now"}}])"}, u"a now {}"_s);
    row("arguments null", {R"([{"index":0,"id":"a","function":{"name":"now","arguments":null}}])"},
        u"a now {}"_s);
    row("parameters instead of arguments",
        {R"([{"index":0,"id":"a","function":{"name":"search","parameters":{"query":"frost"}}}])"},
        uR"(a search {"query":"frost"})"_s);
    row("functions. in front of the name",
        {R"([{"index":0,"id":"a","function":{"name":"functions.now:0","arguments":"{}"}}])"}, u"a now {}"_s);
    row("an unknown tool", {R"([{"index":0,"id":"a","function":{"name":"erase","arguments":"{}"}}])"},
        u"!a erase {}"_s);
    row("never a name", {R"([{"index":0,"id":"a","function":{"arguments":"{}"}}])"}, u"!a  {}"_s);
    row("null in the list", {R"([null,{"index":0,"id":"a","function":{"name":"now","arguments":"{}"}}])"},
        u"a now {}"_s);
    row("the list is an object", {R"({"index":0,"id":"a","function":{"name":"now","arguments":"{}"}})"},
        u"a now {}"_s);
}

void TestTurnParser::callFragments()
{
    QFETCH(QList<QByteArray>, fragments);
    QFETCH(QString, calls);
    QByteArray stream;
    for (const QByteArray &fragment : fragments)
        stream += "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":" + fragment +
                  "},\"finish_reason\":null}]}\n\n";
    stream += "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\ndata: "
              "[DONE]\n\n";
    const Outcome outcome = parse(TurnApi::OpenAi, stream, stream.size());
    QStringList got;
    for (const ToolCall &call : outcome.result.calls) {
        const QString id = call.id.startsWith(u"call0"_s) ? u"-"_s : call.id;
        got.append(QString((call.problem.isEmpty() ? u""_s : u"!"_s) + id + u' ' + call.name + u' ' +
                           QString::fromUtf8(QJsonDocument(call.arguments).toJson(QJsonDocument::Compact))));
    }
    QCOMPARE(got.join(u'|'), calls);
}

void TestTurnParser::oddStreams_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("error"); // kind, or empty
    const QByteArray hi = "data: {\"choices\":[{\"delta\":{\"content\":\"Hi.\"}}]}\n\n";
    const QByteArray stop = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
    const QByteArray done = "data: [DONE]\n\n";
    QTest::newRow("the last event without its empty line")
        << QByteArray(hi + stop.trimmed()) << u"Hi."_s << u""_s;
    QTest::newRow("[DONE] without a line end") << QByteArray(hi + "data: [DONE]") << u"Hi."_s << u""_s;
    QTest::newRow("data without a space")
        << QByteArray("data:{\"choices\":[{\"delta\":{\"content\":\"Hi.\"}}]}\n\n" + done) << u"Hi."_s
        << u""_s;
    QTest::newRow("carriage returns only")
        << QByteArray(QByteArray(hi + stop + done).replace('\n', '\r')) << u"Hi."_s << u""_s;
    QTest::newRow("comments between")
        << QByteArray(": a\n\n" + hi + ":\n: b\n\n" + stop) << u"Hi."_s << u""_s;
    QTest::newRow("two byte order marks")
        << QByteArray("\xEF\xBB\xBF\xEF\xBB\xBF" + hi + hi + done) << u"Hi."_s << u""_s;
    QTest::newRow("data that is no JSON")
        << QByteArray("data: ping\n\n" + hi + "data: keepalive\n\n" + done) << u"Hi."_s << u""_s;
    QTest::newRow("broken JSON in the middle")
        << QByteArray(hi + "data: {\"choices\":[\n\n" + done) << u"Hi."_s << u"protocol"_s;
    QTest::newRow("half a chunk at the end")
        << QByteArray(hi + "data: {\"choices\":[{\"del") << u"Hi."_s << u"truncated"_s;
    QTest::newRow("half a character in a chunk")
        << QByteArray("data: {\"choices\":[{\"delta\":{\"content\":\"H\xC3\"}}]}\n\n" + done) << u"H\uFFFD"_s
        << u""_s;
    QTest::newRow("nothing at all") << QByteArray() << u""_s << u"truncated"_s;
    QTest::newRow("only [DONE]") << done << u""_s << u"empty"_s;
    QTest::newRow("white space only") << QByteArray(" \n\n \n") << u""_s << u"truncated"_s;
    QTest::newRow("a web page") << QByteArray("<!DOCTYPE html><html></html>") << u""_s << u"protocol"_s;
    QTest::newRow("an event named error")
        << QByteArray(hi + "event: error\ndata: {\"message\":\"out of memory\"}\n\n") << u"Hi."_s
        << u"provider"_s;
    QTest::newRow("a field named error")
        << QByteArray("error: {\"code\":500,\"message\":\"out of memory\"}\n\n") << u""_s << u"provider"_s;
    QTest::newRow("an error event of plain words")
        << QByteArray("event: error\ndata: out of memory\n\n") << u""_s << u"provider"_s;
    QTest::newRow("an error with code 429 in the stream")
        << QByteArray("data: {\"error\":{\"code\":429,\"message\":\"slow\"}}\n\n") << u""_s
        << u"rate_limit"_s;
    QTest::newRow("an error object of vLLM")
        << QByteArray("data: {\"object\":\"error\",\"message\":\"maximum context length is 8192 "
                      "tokens\",\"code\":400}\n\n")
        << u""_s << u"context"_s;
    QTest::newRow("an empty error object")
        << QByteArray("data: {\"error\":null,\"choices\":[{\"delta\":{\"content\":\"Hi.\"}}]}\n\n" + done)
        << u"Hi."_s << u""_s;
    QTest::newRow("a detail instead of an error")
        << QByteArray("{\"detail\":\"Not Found\"}") << u""_s << u"provider"_s;
    QTest::newRow("a completion over several lines")
        << QByteArray("{\n \"choices\": [\n {\"message\": {\"content\": \"Hi.\"},\n \"finish_reason\": "
                      "\"stop\"}\n]\n}\n")
        << u"Hi."_s << u""_s;
    QTest::newRow("a completion behind a byte order mark")
        << QByteArray(
               "\xEF\xBB\xBF{\"choices\":[{\"message\":{\"content\":\"Hi.\"},\"finish_reason\":\"stop\"}]}")
        << u"Hi."_s << u""_s;
    QTest::newRow("half a completion")
        << QByteArray("{\"choices\":[{\"message\":{\"content\":\"Hi.\"},\"fin") << u""_s << u"truncated"_s;
    QTest::newRow("JSON lines without data:")
        << QByteArray("{\"choices\":[{\"delta\":{\"content\":\"Hi.\"}}]}\n{\"choices\":[{\"delta\":{},"
                      "\"finish_reason\":\"stop\"}]}\n")
        << u"Hi."_s << u""_s;
    QTest::newRow("a last message that repeats everything")
        << QByteArray(
               hi +
               "data: {\"choices\":[{\"message\":{\"content\":\"Hi.\"},\"finish_reason\":\"stop\"}]}\n\n")
        << u"Hi."_s << u""_s;
    QTest::newRow("a second choice") << QByteArray(
                                            "data: "
                                            "{\"choices\":[{\"index\":1,\"delta\":{\"content\":\"No.\"}},{"
                                            "\"index\":0,\"delta\":{\"content\":\"Hi.\"}}]}\n\n" +
                                            done)
                                     << u"Hi."_s << u""_s;
    QTest::newRow("delta null") << QByteArray("data: {\"choices\":[{\"delta\":null}]}\n\n" + hi + done)
                                << u"Hi."_s << u""_s;
    QTest::newRow("choices of nulls")
        << QByteArray("data: {\"choices\":[null]}\n\n" + hi + done) << u"Hi."_s << u""_s;
    QTest::newRow("finish word error alone")
        << QByteArray(hi + "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"error\"}]}\n\n") << u"Hi."_s
        << u"provider"_s;
    QTest::newRow("an overloaded word")
        << QByteArray(
               hi +
               "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"insufficient_system_resource\"}]}\n\n")
        << u"Hi."_s << u"overloaded"_s;
    QTest::newRow("a length in upper case")
        << QByteArray(hi + "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"MAX_TOKENS\"}]}\n\n")
        << u"Hi."_s << u""_s;
    QTest::newRow("old completion text")
        << QByteArray("data: {\"choices\":[{\"text\":\"Hi.\",\"finish_reason\":\"stop\"}]}\n\n") << u"Hi."_s
        << u""_s;
    QTest::newRow("words behind [DONE]") << QByteArray(hi + done + hi) << u"Hi."_s << u""_s;
    QTest::newRow("deeply nested JSON")
        << QByteArray("data: " + QByteArray(100000, '[') + "\n\n" + hi + done) << u""_s << u"protocol"_s;
}

void TestTurnParser::oddStreams()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, text);
    QFETCH(QString, error);
    for (const qsizetype packet : {qsizetype(1), qsizetype(7), qsizetype(1 << 20)}) {
        const Outcome outcome = parse(TurnApi::OpenAi, bytes, packet);
        QCOMPARE(outcome.result.error ? providerErrorName(outcome.result.error->kind) : QString(), error);
        QCOMPARE(outcome.result.text, text);
        QCOMPARE(outcome.shown, text);
    }
}

void TestTurnParser::idsAreNewInTheReply()
{
    ModelRequest request = quirkRequest();
    PromptItem earlier;
    earlier.role = PromptItem::Role::Model;
    ToolCall call;
    call.id = u"0"_s;
    ToolCall made;
    made.id = u"call00001"_s;
    earlier.calls = {call, made};
    request.items.append(earlier);
    const QByteArray stream =
        "data: "
        "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"0\",\"function\":{\"name\":\"now\","
        "\"arguments\":\"{}\"},\"extra_content\":{\"google\":{\"thought_signature\":\"x\"}}}]},\"finish_"
        "reason\":\"tool_calls\"}]}\n\n";
    const Outcome outcome = parse(TurnApi::OpenAi, stream, stream.size(), request);
    QCOMPARE(outcome.result.calls.size(), 1);
    QCOMPARE(outcome.result.calls[0].id, u"call00002"_s);
    QCOMPARE(
        outcome.result.calls[0].extra[u"extra_content"_s][u"google"_s][u"thought_signature"_s].toString(),
        u"x"_s);
}

void TestTurnParser::cutOffRunsNothing()
{
    const QByteArray call = "data: {\"choices\":[{\"delta\":{\"content\":\"A "
                            "<tool_call>{\\\"name\\\":\\\"now\\\",\\\"arguments\\\":{}}</tool_call>\","
                            "\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"now\","
                            "\"arguments\":\"{}\"}}]}}]}\n\n";
    for (const QByteArray word : {"length", "content_filter"}) {
        const QByteArray end =
            "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"" + word + "\"}]}\n\ndata: [DONE]\n\n";
        const Outcome outcome = parse(TurnApi::OpenAi, call + end, 1000);
        QVERIFY(outcome.result.calls.isEmpty());
        QVERIFY(!outcome.result.error);
        QCOMPARE(outcome.result.finish, word == "length" ? Finish::Length : Finish::Refusal);
        QCOMPARE(outcome.result.text, u"A"_s);
    }
    const Outcome cut = parse(TurnApi::OpenAi, call, 1000);
    QVERIFY(cut.result.calls.isEmpty());
    QCOMPARE(cut.result.error->kind, ProviderError::Kind::Truncated);
    QCOMPARE(cut.result.text, u"A"_s);
    // A call whose markup was cut is not shown either.
    const Outcome half =
        parse(TurnApi::OpenAi,
              "data: {\"choices\":[{\"delta\":{\"content\":\"A <tool_call>{\\\"name\"}}]}\n\n", 1000);
    QCOMPARE(half.result.text, u"A"_s);
}

void TestTurnParser::thinkingComesBackSigned()
{
    const QByteArray stream =
        "event: content_block_start\ndata: "
        "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":"
        "\"\",\"signature\":\"\"}}\n\n"
        "data: "
        "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"thinking_delta\",\"thinking\":"
        "\"Two \"}}\n\n"
        "data: "
        "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"thinking_delta\",\"thinking\":"
        "\"beds. \"}}\n\n"
        "data: "
        "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"signature_delta\",\"signature\":"
        "\"c2ln\"}}\n\n"
        "data: {\"type\":\"content_block_stop\",\"index\":0}\n\n"
        "data: "
        "{\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"tool_use\",\"id\":\"t\","
        "\"name\":\"now\",\"input\":{}}}\n\n"
        "data: {\"type\":\"content_block_stop\",\"index\":1}\n\n"
        "data: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"tool_use\"}}\n\ndata: "
        "{\"type\":\"message_stop\"}\n\n";
    const Outcome outcome = parse(TurnApi::Anthropic, stream, 5);
    QCOMPARE(outcome.result.thinking, u"Two beds."_s);
    QCOMPARE(outcome.result.calls.size(), 1);
    const QJsonObject block = outcome.result.echo[u"blocks"_s].toArray().first().toObject();
    QCOMPARE(block[u"thinking"_s].toString(), u"Two beds. "_s); // unchanged, or the signature is void
    QCOMPARE(block[u"signature"_s].toString(), u"c2ln"_s);
}

void TestTurnParser::limits()
{
    const QByteArray hi = "data: {\"choices\":[{\"delta\":{\"content\":\"Hi.\"}}]}\n\n";
    TurnParser line(TurnApi::OpenAi, quirkRequest());
    line.feed(hi);
    const QByteArray mega = QByteArray(1 << 20, 'x');
    line.feed("data: ");
    int fed = 0;
    for (; fed < 100 && !line.isComplete(); ++fed)
        line.feed(mega);
    QCOMPARE(fed, 16);
    const TurnResult tooLong = line.finish();
    QCOMPARE(tooLong.error->kind, ProviderError::Kind::Protocol);
    QCOMPARE(tooLong.text, u"Hi."_s);

    TurnParser reply(TurnApi::OpenAi, quirkRequest());
    reply.feed(hi);
    const QByteArray comment = ": " + mega + "\n";
    for (fed = 0; fed < 100 && !reply.isComplete(); ++fed)
        reply.feed(comment);
    QCOMPARE(fed, 64);
    QCOMPARE(reply.finish().error->kind, ProviderError::Kind::Protocol);

    TurnParser body(TurnApi::OpenAi, quirkRequest()); // a body without end that never becomes JSON
    body.feed("{\"a\":\"");
    for (fed = 0; fed < 100 && !body.isComplete(); ++fed)
        body.feed(mega);
    QCOMPARE(fed, 64);
    QCOMPARE(body.finish().error->kind, ProviderError::Kind::Protocol);
}

void TestTurnParser::mutatedBytes()
{
    std::mt19937 random(20240611); // fixed: a failure can be repeated
    const QByteArray sprinkle = "{}[]\"\\<>|:,\r\n\0 \x1f\xef\xbb\xbf`~";
    for (const QuirkCase &quirk : quirkCases()) {
        if (quirk.body.size() > 20'000)
            continue;
        const bool anthropic = quirk.api == u"anthropic"_s;
        const QByteArray source =
            quirk.api == u"text"_s ? textAsStream(QString::fromUtf8(quirk.body), false) : quirk.body;
        for (int round = 0; round < 25; ++round) {
            QByteArray bytes = source;
            const int edits = 1 + int(random() % 6);
            for (int edit = 0; edit < edits && !bytes.isEmpty(); ++edit) {
                const qsizetype at = qsizetype(random() % size_t(bytes.size()));
                const qsizetype length = qsizetype(random() % 40);
                switch (random() % 4) {
                case 0:
                    bytes[at] = sprinkle[qsizetype(random() % size_t(sprinkle.size()))];
                    break;
                case 1:
                    bytes.remove(at, length);
                    break;
                case 2:
                    bytes.insert(at, source.mid(qsizetype(random() % size_t(source.size())), length));
                    break;
                default:
                    bytes.truncate(at);
                    break;
                }
            }
            const Outcome outcome =
                parse(anthropic ? TurnApi::Anthropic : TurnApi::OpenAi, bytes, 1 + qsizetype(random() % 64));
            QCOMPARE(outcome.shown, outcome.result.text);
            QVERIFY(outcome.result.error || !outcome.result.text.isEmpty() ||
                    !outcome.result.calls.isEmpty() || outcome.result.finish != Finish::Stop);
            if (outcome.result.error)
                QVERIFY(outcome.result.calls.isEmpty() && !outcome.result.error->text.isEmpty());
        }
    }
}

void TestTurnParser::longMarkupIsLinear()
{
    // 150,000 characters in pieces of three: quadratic work here takes minutes and trips the test's time
    // limit.
    const QString value = QString(150'000, u'x');
    const QStringList texts{
        u"<tool_call>{\"name\":\"write_note\",\"arguments\":{\"path\":\"a\",\"body\":\""_s + value +
            u"\"}}</tool_call>"_s,
        u"<tool_call><function=write_note><parameter=path>a</parameter><parameter=body>"_s + value +
            u"</parameter></function></tool_call>"_s,
        u"{\"name\":\"write_note\",\"parameters\":{\"path\":\"a\",\"body\":\""_s + value + u"\"}}"_s};
    for (const QString &text : texts) {
        const Outcome outcome = say(text);
        QCOMPARE(outcome.result.calls.size(), 1);
        QCOMPARE(outcome.result.calls[0].arguments[u"body"_s].toString().size(), value.size());
    }
}

QTEST_APPLESS_MAIN(TestTurnParser)
#include "tst_turnparser.moc"
