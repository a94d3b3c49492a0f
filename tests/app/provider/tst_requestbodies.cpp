// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/provider/endpoint.h"
#include "app/provider/promptitems.h"
#include "app/provider/requestbodies.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

PromptItem person(const QString &text)
{
    PromptItem item;
    item.text = text;
    return item;
}

PromptItem model(const QString &text, const QStringList &callIds = {}, const QJsonObject &echo = {})
{
    PromptItem item;
    item.role = PromptItem::Role::Model;
    item.text = text;
    item.echo = echo;
    for (const QString &id : callIds) {
        ToolCall call;
        call.id = id;
        call.name = u"now"_s;
        call.rawArguments = u"{broken"_s;
        call.arguments = {{u"a"_s, 1}};
        item.calls.append(call);
    }
    return item;
}

PromptItem resultOf(const QString &id, const QString &text, bool ok = true)
{
    PromptItem item;
    item.role = PromptItem::Role::ToolResult;
    item.callId = id;
    item.toolName = u"now"_s;
    item.text = text;
    item.ok = ok;
    return item;
}

ModelRequest conversation()
{
    ModelRequest request;
    request.system = u"Be kind."_s;
    request.items = {person(u"Hi"_s),
                     model(u"Wait."_s, {u"a"_s, u"b:1"_s},
                           {{u"reasoning_content"_s, u"Hm."_s},
                            {u"blocks"_s, QJsonArray{QJsonObject{{u"type"_s, u"thinking"_s}}}}}),
                     resultOf(u"b:1"_s, u"two"_s, false), resultOf(u"a"_s, u"one"_s)};
    request.tools = {{u"now"_s, u"The time."_s, {{u"type"_s, u"object"_s}}}};
    return request;
}

QString show(const QJsonValue &value)
{
    return QString::fromUtf8(QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact));
}

} // namespace

class TestRequestBodies : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void openAi();
    void openAiWithoutTools();
    void anthropic();
    void anthropicAlternates();
    void anthropicWithoutTools();
    void tidies();
    void endpoints_data();
    void endpoints();
};

void TestRequestBodies::openAi()
{
    const QJsonObject body = requestbodies::openAi(conversation(), u"m"_s);
    QCOMPARE(body[u"model"_s].toString(), u"m"_s);
    QCOMPARE(body[u"stream"_s].toBool(), true);
    QCOMPARE(body[u"stream_options"_s][u"include_usage"_s].toBool(), true);
    QVERIFY(!body.contains(u"max_tokens"_s));
    const QJsonArray messages = body[u"messages"_s].toArray();
    QCOMPARE(messages.size(), 5);
    QCOMPARE(messages[0][u"role"_s].toString(), u"system"_s);
    QCOMPARE(messages[2][u"reasoning_content"_s].toString(), u"Hm."_s);
    QVERIFY(!messages[2].toObject().contains(u"blocks"_s));
    QCOMPARE(messages[2][u"tool_calls"_s][0][u"function"_s][u"arguments"_s].toString(), uR"({"a":1})"_s);
    // Results in the order of the calls.
    QCOMPARE(messages[3][u"tool_call_id"_s].toString(), u"a"_s);
    QCOMPARE(messages[4][u"tool_call_id"_s].toString(), u"b:1"_s);
    QCOMPARE(body[u"tools"_s][0][u"function"_s][u"name"_s].toString(), u"now"_s);
    QVERIFY(body[u"tools"_s][0][u"function"_s][u"parameters"_s].toObject().contains(u"properties"_s));

    ModelRequest limited = conversation();
    limited.maxOutputTokens = 100;
    limited.items[1].calls.clear(); // without calls nobody wants the thinking back
    limited.items.resize(2);
    const QJsonObject short_ = requestbodies::openAi(limited, u"m"_s, {true, false, true});
    QCOMPARE(short_[u"max_completion_tokens"_s].toInt(), 100);
    QVERIFY(!short_.contains(u"stream_options"_s));
    QVERIFY(!short_[u"messages"_s][2].toObject().contains(u"reasoning_content"_s));
}

void TestRequestBodies::openAiWithoutTools()
{
    const QJsonObject body = requestbodies::openAi(conversation(), u"m"_s, {false, true, false});
    QVERIFY(!body.contains(u"tools"_s));
    for (const QJsonValue &message : body[u"messages"_s].toArray()) {
        QVERIFY(!message.toObject().contains(u"tool_calls"_s));
        QVERIFY(message[u"role"_s].toString() != u"tool"_s);
    }
    QVERIFY2(show(body).contains(u"Result of now:\\none"_s), qPrintable(show(body)));
}

void TestRequestBodies::anthropic()
{
    const QJsonObject body = requestbodies::anthropic(conversation(), u"c"_s);
    QCOMPARE(body[u"max_tokens"_s].toInt(), 8192);
    QCOMPARE(body[u"system"_s].toString(), u"Be kind."_s);
    const QJsonArray messages = body[u"messages"_s].toArray();
    QCOMPARE(messages.size(), 3);
    const QJsonArray blocks = messages[1][u"content"_s].toArray();
    QCOMPARE(blocks[0][u"type"_s].toString(), u"thinking"_s); // first
    QCOMPARE(blocks[1][u"text"_s].toString(), u"Wait."_s);
    QCOMPARE(blocks[2][u"input"_s].toObject(), (QJsonObject{{u"a"_s, 1}}));
    QCOMPARE(blocks[3][u"id"_s].toString(), u"b_1"_s);
    const QJsonArray results = messages[2][u"content"_s].toArray();
    QCOMPARE(results.size(), 2);
    QCOMPARE(results[1][u"tool_use_id"_s].toString(), u"b_1"_s);
    QCOMPARE(results[1][u"is_error"_s].toBool(), true);
    QVERIFY(!results[0].toObject().contains(u"is_error"_s));
    QCOMPARE(body[u"tools"_s][0][u"input_schema"_s][u"type"_s].toString(), u"object"_s);
}

void TestRequestBodies::anthropicAlternates()
{
    ModelRequest request;
    request.items = {model(u"First."_s),      person(u"A"_s), model(u"B "_s, {u"x"_s}),
                     resultOf(u"x"_s, u""_s), person(u"C"_s), model(u" "_s),
                     person(u"D"_s)};
    const QJsonArray messages = requestbodies::anthropic(request, u"c"_s)[u"messages"_s].toArray();
    QString roles;
    for (const QJsonValue &message : messages) {
        roles += message[u"role"_s].toString().front();
        for (const QJsonValue &block : message[u"content"_s].toArray()) {
            if (block[u"type"_s].toString() == u"text"_s)
                QCOMPARE(block[u"text"_s].toString(), block[u"text"_s].toString().trimmed());
            QVERIFY(block[u"type"_s].toString() != u"text"_s || !block[u"text"_s].toString().isEmpty());
        }
    }
    QCOMPARE(roles, u"uauau"_s);
    QCOMPARE(messages[4][u"content"_s].toArray().first()[u"type"_s].toString(),
             u"tool_result"_s); // results before words
}

void TestRequestBodies::anthropicWithoutTools()
{
    ModelRequest request = conversation();
    request.tools.clear();
    const QJsonObject body = requestbodies::anthropic(request, u"c"_s);
    QCOMPARE(body[u"tools"_s][0][u"name"_s].toString(),
             u"now"_s); // calls in the conversation must be of known tools
    QCOMPARE(body[u"tool_choice"_s][u"type"_s].toString(), u"none"_s);
    request.items = {person(u"Hi"_s)};
    QVERIFY(!requestbodies::anthropic(request, u"c"_s).contains(u"tools"_s));
}

void TestRequestBodies::tidies()
{
    const QList<PromptItem> tidy =
        tidyItems({person(u"A"_s), person(u"B"_s), model({}), model(u"C"_s, {u"x"_s, u"y"_s}),
                   resultOf(u"y"_s, u"2"_s), resultOf(u"z"_s, u"no call"_s), person(u"D"_s),
                   resultOf(u"x"_s, u"late"_s), model(u"E"_s), model(u"F"_s)});
    QStringList said;
    for (const PromptItem &item : tidy)
        said.append(item.text);
    QCOMPARE(said, (QStringList{u"A\n\nB"_s, u"C"_s, u"late"_s, u"2"_s, u"D"_s, u"E\n\nF"_s}));
    const QList<PromptItem> lost = tidyItems({model(u"C"_s, {u"x"_s}), person(u"D"_s)});
    QCOMPARE(lost.size(), 3);
    QCOMPARE(lost[1].callId, u"x"_s);
    QVERIFY(!lost[1].ok);
}

void TestRequestBodies::endpoints_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("turns");
    QTest::newRow("host and port") << u"openai"_s << u"localhost:11434"_s
                                   << u"http://localhost:11434/v1/chat/completions"_s;
    QTest::newRow("with v1") << u"openai"_s << u"http://127.0.0.1:8080/v1"_s
                             << u"http://127.0.0.1:8080/v1/chat/completions"_s;
    QTest::newRow("a slash at the end") << u"openai"_s << u" https://openrouter.ai/api/v1/ "_s
                                        << u"https://openrouter.ai/api/v1/chat/completions"_s;
    QTest::newRow("the whole method") << u"openai"_s << u"https://a.example/v1/chat/completions"_s
                                      << u"https://a.example/v1/chat/completions"_s;
    QTest::newRow("another path") << u"openai"_s << u"https://a.example/openai"_s
                                  << u"https://a.example/openai/chat/completions"_s;
    QTest::newRow("a bare name") << u"openai"_s << u"api.example.com"_s
                                 << u"https://api.example.com/v1/chat/completions"_s;
    QTest::newRow("Anthropic by itself")
        << u"anthropic"_s << u""_s << u"https://api.anthropic.com/v1/messages"_s;
    QTest::newRow("Anthropic with v1") << u"anthropic"_s << u"http://127.0.0.1:9/case/95/v1"_s
                                       << u"http://127.0.0.1:9/case/95/v1/messages"_s;
    QTest::newRow("Anthropic's form elsewhere") << u"anthropic"_s << u"https://api.deepseek.com/anthropic"_s
                                                << u"https://api.deepseek.com/anthropic/v1/messages"_s;
}

void TestRequestBodies::endpoints()
{
    QFETCH(QString, kind);
    QFETCH(QString, typed);
    QFETCH(QString, turns);
    const auto endpoint = Endpoint::of({kind, typed, u"m"_s, {}});
    QVERIFY(endpoint);
    QCOMPARE(endpoint->turns().toString(), turns);
}

QTEST_APPLESS_MAIN(TestRequestBodies)
#include "tst_requestbodies.moc"
