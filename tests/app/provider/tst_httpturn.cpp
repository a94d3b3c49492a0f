// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What a turn does when the network or the server misbehaves. Time is a driven clock throughout.
#include "app/provider/providerfactory.h"
#include "tests/app/provider/quirkcase.h"
#include "tests/support/scriptedserver.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <random>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

const QString secret = u"sk-verysecret-0123456789abcdef"_s;
QStringList logged;

void keepLog(QtMsgType, const QMessageLogContext &, const QString &text)
{
    logged.append(text);
}

ScriptedResponse say(const QString &text)
{
    return ScriptedResponse::fromScript({{u"stream"_s, QJsonArray{QJsonObject{{u"say"_s, text}}}}}, false);
}

ScriptedResponse refusal(int status, const QString &message, const QList<std::pair<QByteArray, QByteArray>> &headers = {})
{
    ScriptedResponse response = ScriptedResponse::json({{u"error"_s, QJsonObject{{u"message"_s, message}}}}, status);
    response.headers += headers;
    return response;
}

} // namespace

class TestHttpTurn : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void retries_data();
    void retries();
    void waitsAsLongAsAsked();
    void tooLongAWaitIsTold();
    void asksOnceMoreAfterAnUnreadableCall();
    void noRetryOnceTextWasShown();
    void cancelsAtAnyMoment_data();
    void cancelsAtAnyMoment();
    void timeLimits_data();
    void timeLimits();
    void tellsThatItIsLoading();
    void redirects_data();
    void redirects();
    void keysAreNeverShown();
    void keysGoInTheRightHeader();
    void oddKeysAreNotSent();
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

private:
    void start(const QString &kind = u"openai"_s, ProviderSettings settings = {});
    ModelTurn *ask(const ModelRequest &request = quirkRequest());
    TurnResult finish(ModelTurn *turn);
    TurnResult finishWithTime(ModelTurn *turn, Milliseconds step = Milliseconds(1000));
    std::unique_ptr<ManualClock> m_clock;
    std::unique_ptr<ScriptedServer> m_server;
    std::unique_ptr<Provider> m_provider;
    std::unique_ptr<QObject> m_owner;
    std::unique_ptr<QSignalSpy> m_finished;
    QString m_text;
    QStringList m_notices;
    QString m_key;
};

void TestHttpTurn::initTestCase()
{
    qInstallMessageHandler(keepLog);
}

void TestHttpTurn::init()
{
    logged.clear();
    m_text.clear();
    m_notices.clear();
    m_key = secret;
    m_clock = std::make_unique<ManualClock>(QDateTime(QDate(2024, 5, 1), QTime(12, 0), QTimeZone("Europe/Berlin")));
    m_server = std::make_unique<ScriptedServer>();
    QVERIFY(m_server->listen());
}

void TestHttpTurn::cleanup()
{
    m_owner.reset();
    m_provider.reset();
    m_server.reset();
    for (const QString &line : std::as_const(logged))
        QVERIFY2(!line.contains(secret), qPrintable(line));
}

void TestHttpTurn::start(const QString &kind, ProviderSettings settings)
{
    const ProviderChoice choice{kind, m_server->url().toString(), u"test-model"_s, {}};
    m_provider = makeProviderFactory([settings] { return settings; }, [this](const ProviderChoice &) { return m_key; }, *m_clock, {})(choice);
    m_owner = std::make_unique<QObject>();
}

ModelTurn *TestHttpTurn::ask(const ModelRequest &request)
{
    ModelTurn *turn = m_provider->request(request, m_owner.get());
    m_finished = std::make_unique<QSignalSpy>(turn, &ModelTurn::finished);
    connect(turn, &ModelTurn::text, this, [this](const QString &delta) { m_text += delta; });
    connect(turn, &ModelTurn::notice, this, [this](const QString &code) { m_notices.append(code); });
    return turn;
}

TurnResult TestHttpTurn::finish(ModelTurn *turn)
{
    Q_UNUSED(turn)
    if (m_finished->isEmpty() && !m_finished->wait(10'000))
        return {};
    QCoreApplication::processEvents();
    if (m_finished->size() != 1)
        qFatal("finished %d times", int(m_finished->size()));
    return m_finished->first().first().value<TurnResult>();
}

//! Lets time pass whenever nothing happens by itself.
TurnResult TestHttpTurn::finishWithTime(ModelTurn *turn, Milliseconds step)
{
    for (int i = 0; m_finished->isEmpty() && i < 400; ++i) {
        if (!m_finished->wait(30))
            m_clock->advance(step);
    }
    return finish(turn);
}

void TestHttpTurn::retries_data()
{
    QTest::addColumn<QList<int>>("statuses"); // 0: reset before the first byte, -1: closed before it
    QTest::addColumn<int>("requests");
    QTest::addColumn<QString>("error");
    QTest::newRow("a 503, then an answer") << QList<int>{503} << 2 << u""_s;
    QTest::newRow("three different failures, then an answer") << QList<int>{429, 500, 529} << 4 << u""_s;
    QTest::newRow("four failures are enough") << QList<int>{503, 503, 503, 503, 503} << 4 << u"overloaded"_s;
    QTest::newRow("a 408, then an answer") << QList<int>{408} << 2 << u""_s;
    QTest::newRow("a 401 is final") << QList<int>{401} << 1 << u"auth"_s;
    QTest::newRow("a 400 is final") << QList<int>{400} << 1 << u"provider"_s;
    QTest::newRow("a 404 is final") << QList<int>{404} << 1 << u"provider"_s;
    QTest::newRow("a reset before the first byte, then an answer") << QList<int>{0} << -1 << u""_s;
    QTest::newRow("a close before the first byte, then an answer") << QList<int>{-1} << -1 << u""_s;
}

void TestHttpTurn::retries()
{
    QFETCH(QList<int>, statuses);
    QFETCH(int, requests);
    QFETCH(QString, error);
    for (const int status : statuses) {
        ScriptedResponse response = refusal(status, u"no"_s);
        if (status == 0)
            response.start = ScriptedResponse::Start::Reset;
        if (status == -1)
            response.start = ScriptedResponse::Start::Close;
        m_server->add(response);
    }
    m_server->add(say(u"Roses."_s));
    start();
    const TurnResult result = finishWithTime(ask());
    QCOMPARE(result.error ? providerErrorName(result.error->kind) : QString(), error);
    QCOMPARE(m_text, error.isEmpty() ? u"Roses."_s : u""_s);
    if (requests > 0) {
        QCOMPARE(m_server->turns().size(), requests);
        QCOMPARE(m_notices.count(u"retrying"_s), requests - 1);
    }
}

void TestHttpTurn::waitsAsLongAsAsked()
{
    m_server->add(refusal(429, u"slow"_s, {{"Retry-After", "30"}}));
    m_server->add(say(u"Roses."_s));
    start();
    ModelTurn *turn = ask();
    QTRY_COMPARE(m_notices, QStringList{u"retrying"_s});
    m_clock->advance(Milliseconds(29'900));
    QVERIFY(!m_finished->wait(50));
    QCOMPARE(m_server->turns().size(), 1);
    m_clock->advance(Milliseconds(200));
    QVERIFY(!finish(turn).error);
    QCOMPARE(m_server->turns().size(), 2);
}

void TestHttpTurn::tooLongAWaitIsTold()
{
    m_server->add(refusal(429, u"slow"_s, {{"Retry-After", "Wed, 01 May 2024 10:10:00 GMT"}})); // ten minutes ahead
    start();
    const TurnResult result = finish(ask());
    QCOMPARE(result.error->kind, ProviderError::Kind::RateLimit);
    QCOMPARE(*result.error->retryAfterMs, 600'000);
    QVERIFY2(result.error->text.contains(u"10 minute"_s), qPrintable(result.error->text));
    QCOMPARE(m_server->turns().size(), 1);
}

void TestHttpTurn::asksOnceMoreAfterAnUnreadableCall()
{
    const ScriptedResponse failed = ScriptedResponse::fromScript(
        {{u"stream"_s, QJsonArray{QJsonObject{{u"error"_s, QJsonObject{{u"code"_s, u"tool_use_failed"_s}, {u"failed_generation"_s, u"<function"_s}}}}}}}, false);
    m_server->add(failed);
    m_server->add(failed);
    m_server->add(say(u"never asked for"_s));
    start();
    const TurnResult result = finishWithTime(ask());
    QCOMPARE(result.error->kind, ProviderError::Kind::ToolUseFailed);
    QCOMPARE(m_server->turns().size(), 2);
    QVERIFY(m_text.isEmpty());
}

void TestHttpTurn::noRetryOnceTextWasShown()
{
    m_server->add(ScriptedResponse::fromScript(
        {{u"stream"_s, QJsonArray{QJsonObject{{u"say"_s, u"Ro"_s}}, QJsonObject{{u"error"_s, QJsonObject{{u"code"_s, 503}, {u"message"_s, u"gone"_s}}}}}}}, false));
    m_server->add(say(u"Roses."_s));
    start();
    const TurnResult result = finishWithTime(ask());
    QCOMPARE(result.error->kind, ProviderError::Kind::Overloaded);
    QCOMPARE(result.text, u"Ro"_s);
    QCOMPARE(m_server->turns().size(), 1);
}

void TestHttpTurn::cancelsAtAnyMoment_data()
{
    QTest::addColumn<QString>("moment");
    for (const char *moment : {"at once", "while connecting", "before the first byte", "in the text", "in the back-off", "from a text slot", "twice"})
        QTest::newRow(moment) << QString::fromLatin1(moment);
}

void TestHttpTurn::cancelsAtAnyMoment()
{
    QFETCH(QString, moment);
    const bool text = moment == u"in the text"_s || moment == u"from a text slot"_s || moment == u"twice"_s;
    ScriptedResponse response = text ? ScriptedResponse::fromScript({{u"stream"_s, QJsonArray{QJsonObject{{u"say"_s, u"Roses <tool"_s}}, QJsonObject{{u"hold"_s, true}}}}}, false)
                                     : refusal(503, u"no"_s);
    if (moment == u"before the first byte"_s)
        response.start = ScriptedResponse::Start::Hang;
    m_server->add(response);
    start();
    ModelTurn *turn = ask();
    if (moment == u"from a text slot"_s)
        connect(turn, &ModelTurn::text, this, [turn] { turn->cancel(); });
    else if (moment == u"while connecting"_s)
        QCoreApplication::processEvents();
    else if (moment == u"before the first byte"_s)
        QTRY_COMPARE(m_server->turns().size(), 1);
    else if (text)
        QTRY_COMPARE(m_text, u"Roses"_s);
    else if (moment == u"in the back-off"_s)
        QTRY_COMPARE(m_notices.size(), 1);
    if (moment != u"from a text slot"_s) {
        turn->cancel();
        QVERIFY(m_finished->isEmpty()); // never from inside cancel()
    }
    if (moment == u"twice"_s)
        turn->cancel();
    const TurnResult result = finish(turn);
    QCOMPARE(result.error->kind, ProviderError::Kind::Cancelled);
    QCOMPARE(result.text, m_text); // nothing that came is lost
    m_clock->advance(std::chrono::hours(1));
    QVERIFY(!m_finished->wait(30));
    QCOMPARE(m_finished->size(), 1);
    if (moment != u"in the back-off"_s) // there the connection only waits to be used again
        QTRY_COMPARE(m_server->openConnections(), 0);
}

void TestHttpTurn::timeLimits_data()
{
    QTest::addColumn<bool>("answers"); // the server begins to answer
    QTest::addColumn<int>("quietMs");
    QTest::addColumn<int>("limitMs");
    QTest::newRow("no first byte for 300 seconds") << false << 299'000 << 300'000;
    QTest::newRow("no chunk for 120 seconds") << true << 119'000 << 120'000;
}

void TestHttpTurn::timeLimits()
{
    QFETCH(bool, answers);
    QFETCH(int, quietMs);
    QFETCH(int, limitMs);
    ScriptedResponse response = ScriptedResponse::fromScript({{u"stream"_s, QJsonArray{QJsonObject{{u"say"_s, u"Rose"_s}}, QJsonObject{{u"hold"_s, true}}}}}, false);
    if (!answers)
        response.start = ScriptedResponse::Start::Hang;
    m_server->add(response);
    start();
    ModelTurn *turn = ask();
    QTRY_COMPARE(m_server->turns().size(), 1);
    if (answers)
        QTRY_COMPARE(m_text, u"Rose"_s);
    m_clock->advance(Milliseconds(quietMs));
    QVERIFY(!m_finished->wait(30));
    m_clock->advance(Milliseconds(limitMs - quietMs + 1));
    const TurnResult result = finish(turn);
    QCOMPARE(result.error->kind, ProviderError::Kind::Timeout);
    QCOMPARE(result.text, answers ? u"Rose"_s : u""_s);
    QCOMPARE(m_server->turns().size(), 1);
}

void TestHttpTurn::tellsThatItIsLoading()
{
    ScriptedResponse response = say(u"Roses."_s);
    response.body.prepend(ScriptPause{-1});
    m_server->add(response);
    start();
    ModelTurn *turn = ask();
    QTRY_COMPARE(m_server->turns().size(), 1);
    QTRY_VERIFY((m_clock->advance(Milliseconds(5'001)), m_notices.contains(u"loading"_s)));
    m_server->release();
    QVERIFY(!finish(turn).error);
    QCOMPARE(m_notices.count(u"loading"_s), 1);
}

void TestHttpTurn::redirects_data()
{
    QTest::addColumn<QString>("to");
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("follows");
    QTest::newRow("within the host") << u"/elsewhere/v1/chat/completions"_s << 307 << true;
    QTest::newRow("within the host for good") << u"/elsewhere/v1/chat/completions"_s << 301 << true;
    QTest::newRow("to another port") << u"other"_s << 307 << false;
    QTest::newRow("to another name of this machine") << u"localhost"_s << 308 << false;
    QTest::newRow("in a circle") << u"/v1/chat/completions"_s << 302 << false;
    QTest::newRow("to nowhere") << u""_s << 302 << false;
}

void TestHttpTurn::redirects()
{
    QFETCH(QString, to);
    QFETCH(int, status);
    QFETCH(bool, follows);
    ScriptedServer other;
    QVERIFY(other.listen());
    other.add(say(u"Wrong host."_s));
    QString target = to;
    if (to == u"other"_s)
        target = other.url(u"/v1/chat/completions"_s).toString();
    else if (to == u"localhost"_s)
        target = u"http://localhost:%1/v1/chat/completions"_s.arg(other.port());
    ScriptedResponse moved = ScriptedResponse::json({}, status);
    moved.headers.emplaceBack("Location", target.toUtf8());
    if (follows) {
        m_server->setRoute("POST /v1/chat/completions", moved);
        m_server->add(say(u"Roses."_s));
    } else {
        m_server->add(moved);
        m_server->setRepeatLast(true);
    }
    start();
    const TurnResult result = finishWithTime(ask());
    QVERIFY(other.requests().isEmpty());
    if (follows) {
        QVERIFY(!result.error);
        QCOMPARE(m_text, u"Roses."_s);
        QCOMPARE(m_server->turns().last().headers.value("authorization"), QByteArray("Bearer " + secret.toUtf8()));
        QCOMPARE(m_server->turns().last().json()[u"model"_s].toString(), u"test-model"_s);
        return;
    }
    QCOMPARE(result.error->kind, ProviderError::Kind::Protocol);
    if (to == u"other"_s || to == u"localhost"_s)
        QVERIFY2(result.error->text.contains(u"another server"_s), qPrintable(result.error->text));
}

void TestHttpTurn::keysAreNeverShown()
{
    m_server->add(refusal(401, u"Incorrect API key provided: "_s + secret + u". Find yours at example.com."_s));
    start();
    const TurnResult result = finish(ask());
    QCOMPARE(result.error->kind, ProviderError::Kind::Auth);
    QVERIFY2(result.error->text.contains(u"provider settings"_s), qPrintable(result.error->text));
    QVERIFY2(!result.error->text.contains(u"verysecret"_s), qPrintable(result.error->text));
    QVERIFY(!result.error->detail.contains(u"verysecret"_s));

    // A key of another shape, inside an error of the stream.
    m_key = u"plain9word"_s;
    m_server->add(ScriptedResponse::fromScript(
        {{u"stream"_s, QJsonArray{QJsonObject{{u"error"_s, QJsonObject{{u"message"_s, u"bad plain9word here"_s}}}}}}}, false));
    const TurnResult second = finish(ask());
    QVERIFY2(second.error->text.contains(u"here"_s) && !second.error->text.contains(u"plain9word"_s), qPrintable(second.error->text));
}

void TestHttpTurn::keysGoInTheRightHeader()
{
    m_server->add(say(u"A"_s));
    start();
    QVERIFY(!finish(ask()).error);
    QHash<QByteArray, QByteArray> headers = m_server->turns().last().headers;
    QCOMPARE(headers.value("authorization"), QByteArray("Bearer " + secret.toUtf8()));
    QCOMPARE(headers.value("accept-encoding"), QByteArray("identity"));
    QVERIFY(!headers.contains("x-api-key"));

    m_server->add(ScriptedResponse::fromScript({{u"stream"_s, QJsonArray{QJsonObject{{u"say"_s, u"B"_s}}}}}, true));
    ProviderSettings settings;
    settings.headers = {{"X-Title", "Heed"}};
    start(u"anthropic"_s, settings);
    QVERIFY(!finish(ask()).error);
    headers = m_server->turns().last().headers;
    QCOMPARE(headers.value("x-api-key"), secret.toUtf8());
    QCOMPARE(headers.value("anthropic-version"), QByteArray("2023-06-01"));
    QCOMPARE(headers.value("x-title"), QByteArray("Heed"));
    QVERIFY(!headers.contains("authorization"));

    m_key.clear();
    m_server->add(say(u"C"_s));
    start();
    QVERIFY(!finish(ask()).error);
    QVERIFY(!m_server->turns().last().headers.contains("authorization"));
}

void TestHttpTurn::oddKeysAreNotSent()
{
    m_key = u"abc\r\nX-Evil: 1"_s;
    start();
    const TurnResult result = finish(ask());
    QCOMPARE(result.error->kind, ProviderError::Kind::Auth);
    QVERIFY(m_server->requests().isEmpty());
    m_key = u" "_s + secret + u"\n"_s; // copied with a line end
    m_server->add(say(u"A"_s));
    QVERIFY(!finish(ask()).error);
    QCOMPARE(m_server->turns().last().headers.value("authorization"), QByteArray("Bearer " + secret.toUtf8()));
}

void TestHttpTurn::modelsWithoutTools()
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

void TestHttpTurn::serversWithoutUsage()
{
    m_server->add(refusal(400, u"Unrecognized request argument supplied: stream_options"_s));
    m_server->add(say(u"Roses."_s));
    start();
    QVERIFY(!finish(ask()).error);
    QVERIFY(m_server->turns()[0].json().contains(u"stream_options"_s));
    QVERIFY(!m_server->turns()[1].json().contains(u"stream_options"_s));
    QCOMPARE(m_provider->toolFormat(), ToolFormat::Native);
}

void TestHttpTurn::errorsSayWhatToDo_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("says");
    QTest::newRow("no such model") << 404 << QByteArray(R"({"error":{"message":"model \"test-model\" not found, try pulling it first"}})") << u"provider"_s << u"ollama pull test-model"_s;
    QTest::newRow("a wrong base URL") << 404 << QByteArray("404 page not found") << u"provider"_s << u"base URL"_s;
    QTest::newRow("too long, with numbers") << 400 << QByteArray(R"({"error":{"message":"x","type":"exceed_context_size_error","n_prompt_tokens":14429,"n_ctx":8192}})") << u"context"_s << u"14,429"_s;
    QTest::newRow("too long, in OpenAI's words") << 400 << QByteArray(R"({"error":{"message":"This model's maximum context length is 8192 tokens. However, your messages resulted in 14429 tokens.","code":"context_length_exceeded"}})") << u"context"_s << u"8,192"_s;
    QTest::newRow("too long, in Anthropic's words") << 400 << QByteArray(R"({"error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}})") << u"context"_s << u"210,000"_s;
    QTest::newRow("no credit") << 402 << QByteArray(R"({"error":{"message":"Insufficient credits"}})") << u"provider"_s << u"credit"_s;
    QTest::newRow("used-up quota is no rate limit") << 429 << QByteArray(R"({"error":{"message":"You exceeded your current quota","type":"insufficient_quota"}})") << u"provider"_s << u"credit"_s;
    QTest::newRow("forbidden") << 403 << QByteArray(R"({"error":{"message":"not yours"}})") << u"auth"_s << u"provider settings"_s;
    QTest::newRow("an error in a list") << 400 << QByteArray(R"([{"error":{"message":"API key not valid","status":"INVALID_ARGUMENT"}}])") << u"provider"_s << u"API key not valid"_s;
    QTest::newRow("FastAPI's detail") << 422 << QByteArray(R"({"detail":[{"loc":["body"],"msg":"field required"}]})") << u"provider"_s << u"field required"_s;
    QTest::newRow("a page in the message") << 500 << QByteArray(R"({"error":{"message":"<html><body>oops</body></html>"}})") << u"provider"_s << u"500"_s;
    QTest::newRow("an empty body") << 418 << QByteArray() << u"provider"_s << u"418"_s;
}

void TestHttpTurn::errorsSayWhatToDo()
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

void TestHttpTurn::unusableChoices_data()
{
    QTest::addColumn<ProviderChoice>("choice");
    QTest::addColumn<QString>("says");
    QTest::newRow("an unknown kind") << ProviderChoice{u"oracle"_s, u"http://127.0.0.1:1"_s, u"m"_s, {}} << u"oracle"_s;
    QTest::newRow("no address") << ProviderChoice{u"openai"_s, {}, u"m"_s, {}} << u"base URL"_s;
    QTest::newRow("a bad address") << ProviderChoice{u"openai"_s, u"http://"_s, u"m"_s, {}} << u"not an address"_s;
    QTest::newRow("another scheme") << ProviderChoice{u"openai"_s, u"file:///etc/passwd"_s, u"m"_s, {}} << u"base URL"_s;
    QTest::newRow("a key in the address") << ProviderChoice{u"openai"_s, u"https://me:pass@example.com/v1"_s, u"m"_s, {}} << u"own field"_s;
    QTest::newRow("no model") << ProviderChoice{u"openai"_s, u"http://127.0.0.1:1"_s, {}, {}} << u"model"_s;
    QTest::newRow("no guide") << ProviderChoice{} << u"guide"_s;
    QTest::newRow("nobody listens") << ProviderChoice{u"openai"_s, u"http://127.0.0.1:1/v1"_s, u"m"_s, {}} << u"Nothing answers at 127.0.0.1:1"_s;
}

void TestHttpTurn::unusableChoices()
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

void TestHttpTurn::contextSize_data()
{
    QTest::addColumn<QByteArray>("route");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("tokens");
    QTest::newRow("vLLM") << QByteArray("GET /v1/models") << QByteArray(R"({"data":[{"id":"other","max_model_len":1000},{"id":"test-model","max_model_len":32768}]})") << 32768;
    QTest::newRow("a remote kind of list") << QByteArray("GET /v1/models") << QByteArray(R"({"data":[{"id":"test-model","context_length":131072}]})") << 131072;
    QTest::newRow("Ollama's running models") << QByteArray("GET /api/ps") << QByteArray(R"({"models":[{"name":"test-model:latest","context_length":16384}]})") << 16384;
    QTest::newRow("Ollama's own setting") << QByteArray("POST /api/show") << QByteArray("{\"parameters\":\"temperature 1\\nnum_ctx    12288\"}") << 12288;
    QTest::newRow("Ollama's model alone is no promise") << QByteArray("POST /api/show") << QByteArray(R"({"model_info":{"qwen3.context_length":40960}})") << 8192;
    QTest::newRow("a small model of Ollama") << QByteArray("POST /api/show") << QByteArray(R"({"model_info":{"tiny.context_length":2048}})") << 2048;
    QTest::newRow("llama.cpp") << QByteArray("GET /props") << QByteArray(R"({"default_generation_settings":{"n_ctx":24576}})") << 24576;
    QTest::newRow("LM Studio") << QByteArray("GET /api/v0/models") << QByteArray(R"({"data":[{"id":"test-model","max_context_length":32768,"loaded_context_length":4096}]})") << 4096;
    QTest::newRow("nothing is told") << QByteArray("GET /nothing") << QByteArray("{}") << 8192;
    QTest::newRow("nonsense is told") << QByteArray("GET /props") << QByteArray(R"({"n_ctx":-5})") << 8192;
}

void TestHttpTurn::contextSize()
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
    QTest::qWait(50); // a server on this machine may still be asked what it really gives the model
    const qsizetype asked = m_server->requests().size();
    QCOMPARE(m_provider->contextTokens(), tokens);
    QTest::qWait(20);
    QCOMPARE(m_server->requests().size(), asked); // once
}

void TestHttpTurn::slots_()
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

void TestHttpTurn::trailersAndTheNextRequest()
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

void TestHttpTurn::mutatedAnswers()
{
    std::mt19937 random(7); // fixed: a failure can be repeated
    const QList<QuirkCase> quirks = quirkCases();
    ProviderSettings settings;
    settings.tries = 1;
    start(u"openai"_s, settings);
    for (int round = 0; round < 150; ++round) {
        const QuirkCase &quirk = quirks[qsizetype(random() % size_t(quirks.size()))];
        QByteArray body = quirk.api == u"text"_s ? textAsStream(QString::fromUtf8(quirk.body), false) : quirk.body.left(20'000);
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

Q_DECLARE_METATYPE(heed::QuirkCase)
QTEST_GUILESS_MAIN(TestHttpTurn)
#include "tst_httpturn.moc"
