// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/provider/providerprobe.h"
#include "tests/support/scriptedserver.h"

#include <QJsonArray>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

class TestProviderProbe : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void findsWhatAnswers();
    void aSilentPortDoesNotHold();
    void listsModels_data();
    void listsModels();
    void testsAProvider();
    void namesServers();
    void nothingComesAfterItsReceiver();

private:
    std::unique_ptr<ManualClock> m_clock;
    std::unique_ptr<ProviderProbe> m_probe;
};

namespace {
ScriptedResponse models(const QByteArray &list)
{
    return ScriptedResponse::of(list, "application/json");
}
} // namespace

void TestProviderProbe::init()
{
    m_clock = std::make_unique<ManualClock>(QDateTime(QDate(2024, 5, 1), QTime(12, 0), QTimeZone("UTC")));
    m_probe = std::make_unique<ProviderProbe>(
        ProviderSettings(), [](const ProviderChoice &) { return u"sk-secret-abcdefghijkl"_s; }, *m_clock);
}

void TestProviderProbe::findsWhatAnswers()
{
    QCOMPARE(ProviderProbe::usualPorts().size(), 4);
    ScriptedServer ollama;
    ScriptedServer other;
    ScriptedServer page;
    QVERIFY(ollama.listen() && other.listen() && page.listen());
    ollama.setRoute(
        "GET /v1/models",
        models(
            R"({"object":"list","data":[{"id":"qwen3:8b","owned_by":"library"},{"id":"llama3.2","owned_by":"library"}]})"));
    other.setRoute("GET /v1/models", models(R"({"object":"list","data":null})"));
    page.setRoute("GET /v1/models", ScriptedResponse::of("<html>a web server</html>", "text/html"));
    std::optional<QList<FoundServer>> found;
    m_probe->findLocal(this, [&found](const QList<FoundServer> &servers) { found = servers; },
                       {{page.port(), u"llama.cpp"_s},
                        {ollama.port(), u"vLLM"_s},
                        {1, u"LM Studio"_s},
                        {other.port(), u"LM Studio"_s}});
    QVERIFY(!found); // never from inside the call
    QTRY_VERIFY(found);
    QCOMPARE(found->size(), 2);
    QCOMPARE((*found)[0].name, u"Ollama"_s);
    QCOMPARE((*found)[0].baseUrl, ollama.url().toString());
    QCOMPARE((*found)[0].models, (QStringList{u"qwen3:8b"_s, u"llama3.2"_s}));
    QCOMPARE((*found)[1].name, u"LM Studio"_s);
    QVERIFY((*found)[1].models.isEmpty());
    QVERIFY(
        !ollama.requests().first().headers.contains("authorization")); // nobody knows yet who listens there
}

void TestProviderProbe::aSilentPortDoesNotHold()
{
    ScriptedServer silent;
    QVERIFY(silent.listen());
    ScriptedResponse hang;
    hang.start = ScriptedResponse::Start::Hang;
    silent.setRoute("GET /v1/models", hang);
    std::optional<QList<FoundServer>> found;
    m_probe->findLocal(this, [&found](const QList<FoundServer> &servers) { found = servers; },
                       {{silent.port(), u"vLLM"_s}});
    QTRY_COMPARE(silent.requests().size(), 1);
    QVERIFY(!found);
    m_clock->advance(Milliseconds(3'001));
    QTRY_VERIFY(found);
    QVERIFY(found->isEmpty());
}

void TestProviderProbe::listsModels_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("ok");
    QTest::addColumn<QString>("says");
    QTest::newRow("two models") << QByteArray(R"({"data":[{"id":"a"},{"id":"b"}]})") << 200 << true
                                << u"2 model"_s;
    QTest::newRow("no models") << QByteArray(R"({"data":[]})") << 200 << true << u"no models yet"_s;
    QTest::newRow("a wrong key") << QByteArray(R"({"error":{"message":"bad key sk-secret-abcdefghijkl"}})")
                                 << 401 << false << u"provider settings"_s;
    QTest::newRow("a page") << QByteArray("<html></html>") << 200 << false << u"base URL"_s;
}

void TestProviderProbe::listsModels()
{
    QFETCH(QByteArray, body);
    QFETCH(int, status);
    QFETCH(bool, ok);
    QFETCH(QString, says);
    ScriptedServer server;
    QVERIFY(server.listen());
    ScriptedResponse response = models(body);
    response.status = status;
    server.setRoute("GET /v1/models", response);
    std::optional<ProbeResult> result;
    m_probe->models({u"openai"_s, server.url().toString(), {}, {}}, this,
                    [&result](const ProbeResult &r) { result = r; });
    QTRY_VERIFY(result);
    QCOMPARE(result->ok, ok);
    QVERIFY2(result->text.contains(says), qPrintable(result->text));
    QVERIFY2(!result->text.contains(u"sk-secret"_s), qPrintable(result->text));
    QCOMPARE(server.requests().first().headers.value("authorization"),
             QByteArray("Bearer sk-secret-abcdefghijkl"));
}

void TestProviderProbe::testsAProvider()
{
    ScriptedServer server;
    QVERIFY(server.listen());
    server.setRoute("GET /v1/models", models(R"({"data":[{"id":"a"}]})"));
    server.add(
        ScriptedResponse::fromScript({{u"stream"_s, QJsonArray{QJsonObject{{u"say"_s, u"OK"_s}}}}}, false));
    server.add(
        ScriptedResponse::json({{u"error"_s, QJsonObject{{u"message"_s, u"model a not found"_s}}}}, 404));
    const ProviderChoice choice{u"openai"_s, server.url().toString(), u"a"_s, {}};
    std::optional<ProbeResult> result;
    m_probe->test(choice, this, [&result](const ProbeResult &r) { result = r; });
    QTRY_VERIFY(result);
    QVERIFY(result->ok);
    QVERIFY2(result->text.contains(u"“a” answers"_s), qPrintable(result->text));
    QCOMPARE(result->models, QStringList{u"a"_s});
    QCOMPARE(server.turns().first().json()[u"max_tokens"_s].toInt(), 16);
    result.reset();
    m_probe->test(choice, this, [&result](const ProbeResult &r) { result = r; });
    QTRY_VERIFY(result);
    QVERIFY(!result->ok);
    QVERIFY2(result->text.contains(u"ollama pull a"_s), qPrintable(result->text));
    result.reset();
    m_probe->test({u"openai"_s, u"nonsense://"_s, u"a"_s, {}}, this,
                  [&result](const ProbeResult &r) { result = r; });
    QTRY_VERIFY(result);
    QVERIFY(!result->ok && !result->text.isEmpty());
}

void TestProviderProbe::namesServers()
{
    QCOMPARE(serverName("llama.cpp", "{}"), u"llama.cpp"_s);
    QCOMPARE(serverName({}, R"({"data":[{"id":"x","owned_by":"vllm"}]})"), u"vLLM"_s);
    QCOMPARE(serverName({}, R"({"data":[{"id":"x","owned_by":"organization_owner"}]})"), u"LM Studio"_s);
    QCOMPARE(serverName({}, R"({"data":[{"id":"x","owned_by":"me"}]})"), QString());
    QCOMPARE(modelNames(R"({"models":[{"name":"a"},{"model":"b"},{"name":"a"}]})"),
             (QStringList{u"a"_s, u"b"_s}));
}

void TestProviderProbe::nothingComesAfterItsReceiver()
{
    ScriptedServer server;
    QVERIFY(server.listen());
    server.setRoute("GET /v1/models", models(R"({"data":[{"id":"a"}]})"));
    auto receiver = std::make_unique<QObject>();
    bool called = false;
    m_probe->findLocal(receiver.get(), [&called](const QList<FoundServer> &) { called = true; },
                       {{server.port(), u"x"_s}});
    receiver.reset();
    QTRY_COMPARE(server.requests().size(), 1);
    QTest::qWait(50);
    QVERIFY(!called);
}

QTEST_GUILESS_MAIN(TestProviderProbe)
#include "tst_providerprobe.moc"
