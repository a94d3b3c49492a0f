// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What providers ask, and what they make of refusals. Time is a driven clock throughout.
#include "tests/app/provider/httpstage.h"

#include <QJsonArray>
#include <QTest>
#include <random>

using namespace Qt::StringLiterals;
using namespace heed;

class TestHttpProvider : public HttpStage
{
    Q_OBJECT
private Q_SLOTS:
    void modelsWithoutTools();
    void serversWithoutUsage();
    void errorsSayWhatToDo_data();
    void errorsSayWhatToDo();
    void unusableChoices_data();
    void unusableChoices();
    void contextSize_data();
    void contextSize();
    void slots_();
    void trailersAndTheNextRequest();
    void mutatedAnswers();
};

void TestHttpProvider::modelsWithoutTools()
{
    m_server->add(refusal(400, u"registry.ollama.ai/library/gemma:2b does not support tools"_s));
    m_server->add(say(u"Roses."_s));
    start();
    QCOMPARE(m_provider->toolFormat(), ToolFormat::Native);
    QVERIFY(!finish(ask()).error);
    QCOMPARE(m_notices, QStringList{u"no_tools"_s});
    QCOMPARE(m_provider->toolFormat(), ToolFormat::None);
    QCOMPARE(m_server->turns().size(), 2);
    QVERIFY(m_server->turns()[0].json().contains(u"tools"_s));
    QVERIFY(!m_server->turns()[1].json().contains(u"tools"_s));
    m_server->add(say(u"Roses."_s)); // remembered
    QVERIFY(!finish(ask()).error);
    QVERIFY(!m_server->turns()[2].json().contains(u"tools"_s));
}

void TestHttpProvider::serversWithoutUsage()
{
    m_server->add(refusal(400, u"Unrecognized request argument supplied: stream_options"_s));
    m_server->add(say(u"Roses."_s));
    start();
    QVERIFY(!finish(ask()).error);
    QVERIFY(m_server->turns()[0].json().contains(u"stream_options"_s));
    QVERIFY(!m_server->turns()[1].json().contains(u"stream_options"_s));
    QCOMPARE(m_provider->toolFormat(), ToolFormat::Native);
}

void TestHttpProvider::errorsSayWhatToDo_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("says");
    QTest::newRow("no such model")
        << 404
        << QByteArray(R"({"error":{"message":"model \"test-model\" not found, try pulling it first"}})")
        << u"provider"_s << u"ollama pull test-model"_s;
    QTest::newRow("a wrong base URL")
        << 404 << QByteArray("404 page not found") << u"provider"_s << u"base URL"_s;
    QTest::newRow("too long, with numbers")
        << 400
        << QByteArray(
               R"({"error":{"message":"x","type":"exceed_context_size_error","n_prompt_tokens":14429,"n_ctx":8192}})")
        << u"context"_s << u"14,429"_s;
    QTest::newRow("too long, in OpenAI's words")
        << 400
        << QByteArray(
               R"({"error":{"message":"This model's maximum context length is 8192 tokens. However, your messages resulted in 14429 tokens.","code":"context_length_exceeded"}})")
        << u"context"_s << u"8,192"_s;
    QTest::newRow("too long, in Anthropic's words")
        << 400
        << QByteArray(
               R"({"error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}})")
        << u"context"_s << u"210,000"_s;
    QTest::newRow("no credit") << 402 << QByteArray(R"({"error":{"message":"Insufficient credits"}})")
                               << u"provider"_s << u"credit"_s;
    QTest::newRow("used-up quota is no rate limit")
        << 429
        << QByteArray(
               R"({"error":{"message":"You exceeded your current quota","type":"insufficient_quota"}})")
        << u"provider"_s << u"credit"_s;
    QTest::newRow("forbidden") << 403 << QByteArray(R"({"error":{"message":"not yours"}})") << u"auth"_s
                               << u"provider settings"_s;
    QTest::newRow("an error in a list")
        << 400 << QByteArray(R"([{"error":{"message":"API key not valid","status":"INVALID_ARGUMENT"}}])")
        << u"provider"_s << u"API key not valid"_s;
    QTest::newRow("FastAPI's detail")
        << 422 << QByteArray(R"({"detail":[{"loc":["body"],"msg":"field required"}]})") << u"provider"_s
        << u"field required"_s;
    QTest::newRow("a page in the message")
        << 500 << QByteArray(R"({"error":{"message":"<html><body>oops</body></html>"}})") << u"provider"_s
        << u"500"_s;
    QTest::newRow("an empty body") << 418 << QByteArray() << u"provider"_s << u"418"_s;
}

void TestHttpProvider::errorsSayWhatToDo()
{
    QFETCH(int, status);
    QFETCH(QByteArray, body);
    QFETCH(QString, kind);
    QFETCH(QString, says);
    ScriptedResponse response = ScriptedResponse::of(body, "application/json");
    response.status = status;
    response.reason = "Some Reason";
    m_server->add(response);
    ProviderSettings settings;
    settings.tries = 1;
    start(u"openai"_s, settings);
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    const TurnResult result = finish(ask());
    QCOMPARE(providerErrorName(result.error->kind), kind);
    QVERIFY2(result.error->text.contains(says), qPrintable(result.error->text));
    QVERIFY2(!result.error->text.contains(u'<'), qPrintable(result.error->text));
}

void TestHttpProvider::unusableChoices_data()
{
    QTest::addColumn<ProviderChoice>("choice");
    QTest::addColumn<QString>("says");
    QTest::newRow("an unknown kind") << ProviderChoice{u"oracle"_s, u"http://127.0.0.1:1"_s, u"m"_s, {}}
                                     << u"oracle"_s;
    QTest::newRow("no address") << ProviderChoice{u"openai"_s, {}, u"m"_s, {}} << u"base URL"_s;
    QTest::newRow("a bad address") << ProviderChoice{u"openai"_s, u"http://"_s, u"m"_s, {}}
                                   << u"not an address"_s;
    QTest::newRow("another scheme") << ProviderChoice{u"openai"_s, u"file:///etc/passwd"_s, u"m"_s, {}}
                                    << u"base URL"_s;
    QTest::newRow("a key in the address")
        << ProviderChoice{u"openai"_s, u"https://me:pass@example.com/v1"_s, u"m"_s, {}} << u"own field"_s;
    QTest::newRow("no model") << ProviderChoice{u"openai"_s, u"http://127.0.0.1:1"_s, {}, {}} << u"model"_s;
    QTest::newRow("no guide") << ProviderChoice{} << u"guide"_s;
    QTest::newRow("nobody listens") << ProviderChoice{u"openai"_s, u"http://127.0.0.1:1/v1"_s, u"m"_s, {}}
                                    << u"Nothing answers at 127.0.0.1:1"_s;
}

void TestHttpProvider::unusableChoices()
{
    QFETCH(ProviderChoice, choice);
    QFETCH(QString, says);
    start();
    m_provider = makeProviderFactory([] { return ProviderSettings(); }, {}, *m_clock, {})(choice);
    QVERIFY(m_provider);
    QCOMPARE(m_provider->choice(), choice);
    ModelTurn *turn = ask();
    QVERIFY(m_finished->isEmpty());
    const TurnResult result = finishWithTime(turn, Milliseconds(30'000));
    QVERIFY(result.error);
    QVERIFY2(result.error->text.contains(says), qPrintable(result.error->text));
}

void TestHttpProvider::contextSize_data()
{
    QTest::addColumn<QByteArray>("route");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("tokens");
    QTest::newRow("vLLM")
        << QByteArray("GET /v1/models")
        << QByteArray(
               R"({"data":[{"id":"other","max_model_len":1000},{"id":"test-model","max_model_len":32768}]})")
        << 32768;
    QTest::newRow("a remote kind of list")
        << QByteArray("GET /v1/models")
        << QByteArray(R"({"data":[{"id":"test-model","context_length":131072}]})") << 131072;
    QTest::newRow("Ollama's running models")
        << QByteArray("GET /api/ps")
        << QByteArray(R"({"models":[{"name":"test-model:latest","context_length":16384}]})") << 16384;
    QTest::newRow("Ollama's own setting")
        << QByteArray("POST /api/show") << QByteArray("{\"parameters\":\"temperature 1\\nnum_ctx    12288\"}")
        << 12288;
    QTest::newRow("Ollama's model alone is no promise")
        << QByteArray("POST /api/show") << QByteArray(R"({"model_info":{"qwen3.context_length":40960}})")
        << 8192;
    QTest::newRow("a small model of Ollama")
        << QByteArray("POST /api/show") << QByteArray(R"({"model_info":{"tiny.context_length":2048}})")
        << 2048;
    QTest::newRow("llama.cpp") << QByteArray("GET /props")
                               << QByteArray(R"({"default_generation_settings":{"n_ctx":24576}})") << 24576;
    QTest::newRow("LM Studio")
        << QByteArray("GET /api/v0/models")
        << QByteArray(
               R"({"data":[{"id":"test-model","max_context_length":32768,"loaded_context_length":4096}]})")
        << 4096;
    QTest::newRow("nothing is told") << QByteArray("GET /nothing") << QByteArray("{}") << 8192;
    QTest::newRow("nonsense is told") << QByteArray("GET /props") << QByteArray(R"({"n_ctx":-5})") << 8192;
}

void TestHttpProvider::contextSize()
{
    QFETCH(QByteArray, route);
    QFETCH(QByteArray, body);
    QFETCH(int, tokens);
    m_server->setRoute(route, ScriptedResponse::of(body, "application/json"));
    start();
    QCOMPARE(m_provider->contextTokens(), 8192); // not waited for
    if (tokens != 8192) {
        QTRY_COMPARE(m_provider->contextTokens(), tokens);
    } else {
        QTRY_COMPARE(m_server->requests().size(), 5);
    }
    // A server on this machine may still be asked what it really gives the model: let that end.
    qsizetype asked = -1;
    while (asked != m_server->requests().size()) {
        asked = m_server->requests().size();
        QTest::qWait(150);
    }
    QCOMPARE(m_provider->contextTokens(), tokens);
    QTest::qWait(20);
    QCOMPARE(m_server->requests().size(), asked); // once
}

void TestHttpProvider::slots_()
{
    start();
    QCOMPARE(m_provider->slotCount(), 1);
    const auto factory = makeProviderFactory([] { return ProviderSettings(); }, {}, *m_clock, {});
    QCOMPARE(factory({u"openai"_s, u"https://api.example.com/v1"_s, u"m"_s, {}})->slotCount(), 4);
    ProviderSettings settings;
    settings.slotCount = 3;
    settings.contextTokens = 1234;
    start(u"openai"_s, settings);
    QCOMPARE(m_provider->slotCount(), 3);
    QCOMPARE(m_provider->contextTokens(), 1234);
    QCOMPARE(m_provider->modelName(), u"test-model"_s);
}

void TestHttpProvider::trailersAndTheNextRequest()
{
    ScriptedResponse first = say(u"One."_s);
    first.trailers = {{"x-usage", "5"}};
    m_server->add(first);
    m_server->add(say(u"Two."_s));
    ScriptedResponse untilClose = say(u"Three."_s);
    untilClose.framing = ScriptedResponse::Framing::Close;
    m_server->add(untilClose);
    start();
    for (const QString &text : {u"One."_s, u"Two."_s, u"Three."_s}) {
        m_text.clear();
        QVERIFY(!finishWithTime(ask()).error);
        QCOMPARE(m_text, text);
    }
    QCOMPARE(m_server->turns().size(), 3);
}

void TestHttpProvider::mutatedAnswers()
{
    std::mt19937 random(7); // fixed: a failure can be repeated
    const QList<QuirkCase> quirks = quirkCases();
    ProviderSettings settings;
    settings.tries = 1;
    start(u"openai"_s, settings);
    for (int round = 0; round < 150; ++round) {
        const QuirkCase &quirk = quirks[qsizetype(random() % size_t(quirks.size()))];
        QByteArray body = quirk.api == u"text"_s ? textAsStream(QString::fromUtf8(quirk.body), false)
                                                 : quirk.body.left(20'000);
        for (int edit = 0; edit < 4; ++edit)
            body[qsizetype(random() % size_t(body.size()))] = char(random() % 256);
        ScriptedResponse response = ScriptedResponse::of(body);
        response.packetSize = 1 + int(random() % 600);
        response.gzip = random() % 4 == 0;
        response.end = random() % 3 == 0 ? ScriptedResponse::End::Close : ScriptedResponse::End::Normal;
        m_server->add(response);
        m_text.clear();
        ModelTurn *turn = ask();
        QString shown;
        connect(turn, &ModelTurn::text, turn, [&shown](const QString &delta) { shown += delta; });
        connect(turn, &ModelTurn::textWasThinking, turn, [&shown] { shown.clear(); });
        const TurnResult result = finishWithTime(turn, Milliseconds(100'000));
        QCOMPARE(shown, result.text);
        turn->deleteLater();
    }
}

QTEST_GUILESS_MAIN(TestHttpProvider)
#include "tst_httpprovider.moc"
