// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What a turn does when the network or the server misbehaves. Time is a driven clock throughout.
#include "tests/app/provider/httpstage.h"

#include <QJsonArray>
#include <QSslCertificate>
#include <QSslKey>
#include <QSslServer>
#include <QSslSocket>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

class TestHttpTurn : public HttpStage
{
    Q_OBJECT
private Q_SLOTS:
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
    void badCertificatesEndIt();
    void keysAreNeverShown();
    void keysGoInTheRightHeader();
    void oddKeysAreNotSent();
};

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
    m_server->add(
        refusal(429, u"slow"_s, {{"Retry-After", "Wed, 01 May 2024 10:10:00 GMT"}})); // ten minutes ahead
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
        {{u"stream"_s,
          QJsonArray{QJsonObject{{u"error"_s, QJsonObject{{u"code"_s, u"tool_use_failed"_s},
                                                          {u"failed_generation"_s, u"<function"_s}}}}}}},
        false);
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
        {{u"stream"_s,
          QJsonArray{QJsonObject{{u"say"_s, u"Ro"_s}},
                     QJsonObject{{u"error"_s, QJsonObject{{u"code"_s, 503}, {u"message"_s, u"gone"_s}}}}}}},
        false));
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
    for (const char *moment : {"at once", "while connecting", "before the first byte", "in the text",
                               "in the back-off", "from a text slot", "twice"})
        QTest::newRow(moment) << QString::fromLatin1(moment);
}

void TestHttpTurn::cancelsAtAnyMoment()
{
    QFETCH(QString, moment);
    const bool text = moment == u"in the text"_s || moment == u"from a text slot"_s || moment == u"twice"_s;
    ScriptedResponse response =
        text ? ScriptedResponse::fromScript(
                   {{u"stream"_s,
                     QJsonArray{QJsonObject{{u"say"_s, u"Roses <tool"_s}}, QJsonObject{{u"hold"_s, true}}}}},
                   false)
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
    ScriptedResponse response = ScriptedResponse::fromScript(
        {{u"stream"_s, QJsonArray{QJsonObject{{u"say"_s, u"Rose"_s}}, QJsonObject{{u"hold"_s, true}}}}},
        false);
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
        QCOMPARE(m_server->turns().last().headers.value("authorization"),
                 QByteArray("Bearer " + secret.toUtf8()));
        QCOMPARE(m_server->turns().last().json()[u"model"_s].toString(), u"test-model"_s);
        return;
    }
    QCOMPARE(result.error->kind, ProviderError::Kind::Protocol);
    if (to == u"other"_s || to == u"localhost"_s)
        QVERIFY2(result.error->text.contains(u"another server"_s), qPrintable(result.error->text));
}

void TestHttpTurn::badCertificatesEndIt()
{
    if (!QSslSocket::supportsSsl())
        QSKIP("this Qt has no TLS");
    // A key made for this test only: nobody trusts it, and that is the point.
    const QByteArray key = R"(-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgDnV/AsxQWghO+q3Q
91CdrvUad9c94zbwNtdsWklANTyhRANCAAQUAjbom0aQOTKuBGg8HgeCOl6jaBf1
MKW0LpRIS2LFY5ot7d7//DlPofppJ0avFRR5cX9eUyYtYxKhZqrcvowK
-----END PRIVATE KEY-----
)";
    const QByteArray certificate = R"(-----BEGIN CERTIFICATE-----
MIIBjzCCATagAwIBAgIUT8LbOYUcWvBUJfgaOEE+kJhlgcUwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyOTIxNDAzN1oYDzIxMjYxMTA1
MjE0MDM3WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQUAjbom0aQOTKuBGg8HgeCOl6jaBf1MKW0LpRIS2LFY5ot7d7//DlP
ofppJ0avFRR5cX9eUyYtYxKhZqrcvowKo2QwYjAdBgNVHQ4EFgQUR0p3TQRSK+zn
RvZLnxWVQ2mwBlkwHwYDVR0jBBgwFoAUR0p3TQRSK+znRvZLnxWVQ2mwBlkwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0cAMEQC
IDWQE9MDa/tNynE622rHxoUiHuQlaV+bBPn4thlDWmp1AiB2F91WQtvEkKSUnWC8
Q7l4UBkiLz8EHLIt8Okomm2rJw==
-----END CERTIFICATE-----
)";
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setPrivateKey(QSslKey(key, QSsl::Ec));
    configuration.setLocalCertificate(QSslCertificate(certificate));
    QSslServer server;
    server.setSslConfiguration(configuration);
    QVERIFY(server.listen(QHostAddress::LocalHost));
    QByteArray got;
    connect(&server, &QSslServer::pendingConnectionAvailable, this, [&server, &got] {
        QTcpSocket *socket = server.nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, socket, [socket, &got] { got += socket->readAll(); });
    });
    start();
    const ProviderChoice choice{
        u"openai"_s, u"https://127.0.0.1:%1/v1"_s.arg(server.serverPort()), u"m"_s, {}};
    m_provider = makeProviderFactory([] { return ProviderSettings(); },
                                     [](const ProviderChoice &) { return secret; }, *m_clock, {})(choice);
    const TurnResult result = finish(ask());
    QVERIFY(result.error);
    QCOMPARE(result.error->kind, ProviderError::Kind::Tls);
    QVERIFY2(result.error->text.contains(u"self-signed"_s) || result.error->text.contains(u"certificate"_s),
             qPrintable(result.error->text));
    QVERIFY(got.isEmpty()); // neither the words nor the key went out
    QVERIFY(m_notices.isEmpty());
}

void TestHttpTurn::keysAreNeverShown()
{
    m_server->add(
        refusal(401, u"Incorrect API key provided: "_s + secret + u". Find yours at example.com."_s));
    start();
    const TurnResult result = finish(ask());
    QCOMPARE(result.error->kind, ProviderError::Kind::Auth);
    QVERIFY2(result.error->text.contains(u"provider settings"_s), qPrintable(result.error->text));
    QVERIFY2(!result.error->text.contains(u"verysecret"_s), qPrintable(result.error->text));
    QVERIFY(!result.error->detail.contains(u"verysecret"_s));

    // A key of another shape, inside an error of the stream.
    m_key = u"plain9word"_s;
    m_server->add(ScriptedResponse::fromScript(
        {{u"stream"_s,
          QJsonArray{QJsonObject{{u"error"_s, QJsonObject{{u"message"_s, u"bad plain9word here"_s}}}}}}},
        false));
    const TurnResult second = finish(ask());
    QVERIFY2(second.error->text.contains(u"here"_s) && !second.error->text.contains(u"plain9word"_s),
             qPrintable(second.error->text));
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

    m_server->add(
        ScriptedResponse::fromScript({{u"stream"_s, QJsonArray{QJsonObject{{u"say"_s, u"B"_s}}}}}, true));
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
    QCOMPARE(m_server->turns().last().headers.value("authorization"),
             QByteArray("Bearer " + secret.toUtf8()));
}

QTEST_GUILESS_MAIN(TestHttpTurn)
#include "tst_httpturn.moc"
