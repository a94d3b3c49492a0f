// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/walls.h"
#include "tests/app/api/apistage.h"

#include <QFileInfo>
#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

//! What the API lets in, from clients that do what they should not.
class tst_ApiWalls : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_stage = std::make_unique<ApiStage>(); }
    void cleanup() { m_stage.reset(); }

    void letsIn_data();
    void letsIn();
    void refusedBodyIsNotRead();
    void tokenComparesAsAWhole_data();
    void tokenComparesAsAWhole();
    void bodyOfOneMebibyteIsRead();
    void pipelinedRequestsAreAnsweredInOrder();
    void requestInPiecesIsRead();
    void connectionIsKept();
    void clientThatSaysCloseIsClosed();
    void headHasNoBody();
    void continueIsSaidBeforeTheBody();
    void slowRequestIsCutOff_data();
    void slowRequestIsCutOff();
    void idleConnectionIsClosed();
    void connectionsAreLimited();
    void watchersAreLimited();
    void clientsThatLeaveCostNothing();
    void fileSaysWhere();
    void oneProcessServes();
    void portThatIsTakenIsSaid();
    void rolledTokenOpensNothingMore();

private:
    //! The bytes with what stands for what only the server knows.
    [[nodiscard]] QByteArray filled(QByteArray bytes) const;

    std::unique_ptr<ApiStage> m_stage{};
};

QByteArray tst_ApiWalls::filled(QByteArray bytes) const
{
    return bytes.replace("{port}", QByteArray::number(m_stage->port())).replace("{token}", m_stage->token());
}

void tst_ApiWalls::letsIn_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("code");
    const QByteArray get = "GET /api/health HTTP/1.1\r\n";
    const QByteArray host = "Host: 127.0.0.1:{port}\r\n";
    const QByteArray token = "Authorization: Bearer {token}\r\n";
    const auto row = [](const char *name, const QByteArray &request, int status, const char *code = "") {
        QTest::newRow(name) << request << status << QString::fromLatin1(code);
    };
    row("who has the token", get + host + token + "\r\n", 200);
    row("localhost by name", get + "Host: localhost\r\n" + token + "\r\n", 200);
    row("localhost in capitals", get + "Host: LOCALHOST:{port}\r\n" + token + "\r\n", 200);
    row("the loopback of IPv6", get + "Host: [::1]:{port}\r\n" + token + "\r\n", 200);
    row("bearer in capitals", get + host + "authorization: BEARER {token}\r\n\r\n", 200);
    row("page of this server", get + host + token + "Origin: http://127.0.0.1:{port}\r\n\r\n", 200);
    row("HTTP/1.0", "GET /api/health HTTP/1.0\r\n" + host + token + "\r\n", 200);

    row("no token", get + host + "\r\n", 401, "unauthorized");
    row("empty token", get + host + "Authorization: Bearer \r\n\r\n", 401, "unauthorized");
    row("token with more behind it", get + host + "Authorization: Bearer {token}0\r\n\r\n", 401,
        "unauthorized");
    row("another scheme", get + host + "Authorization: Basic {token}\r\n\r\n", 401, "unauthorized");
    row("token in the address", "GET /api/health?token={token} HTTP/1.1\r\n" + host + "\r\n", 401,
        "unauthorized");
    row("token twice", get + host + token + token + "\r\n", 400, "bad_request");
    row("no host", get + token + "\r\n", 421, "wrong_host");
    row("host of somebody else", get + "Host: rebound.example:{port}\r\n" + token + "\r\n", 421,
        "wrong_host");
    row("host that begins like ours", get + "Host: 127.0.0.1.example\r\n" + token + "\r\n", 421,
        "wrong_host");
    row("host of the network", get + "Host: 192.168.1.2:{port}\r\n" + token + "\r\n", 421, "wrong_host");
    row("two hosts", get + host + "Host: rebound.example\r\n" + token + "\r\n", 400, "bad_request");
    row("page of another server", get + host + token + "Origin: https://other.example\r\n\r\n", 403,
        "wrong_origin");
    row("page of another port", get + host + token + "Origin: http://127.0.0.1:1\r\n\r\n", 403,
        "wrong_origin");
    row("page of a file", get + host + token + "Origin: null\r\n\r\n", 403, "wrong_origin");
    row("empty origin", get + host + token + "Origin:\r\n\r\n", 403, "wrong_origin");
    row("question of a browser before its request",
        "OPTIONS /api/health HTTP/1.1\r\n" + host + "Origin: https://other.example\r\n\r\n", 403,
        "wrong_origin");
    row("WebSocket of another page",
        "GET /api/voice HTTP/1.1\r\n" + host + token +
            "Origin: https://other.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==\r\n\r\n",
        403, "wrong_origin");
    row("WebSocket without the token",
        "GET /api/voice HTTP/1.1\r\n" + host +
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==\r\n\r\n",
        401, "unauthorized");
    row("WebSocket where there is none",
        get + host + token +
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==\r\n\r\n",
        400, "bad_request");

    const QByteArray voice = host + token + "Connection: Upgrade\r\nUpgrade: websocket\r\n";
    const QByteArray version = "Sec-WebSocket-Version: 13\r\n";
    const QByteArray key = "Sec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA==\r\n";
    const QByteArray upgrade = "GET /api/voice HTTP/1.1\r\n" + voice;
    row("WebSocket", upgrade + version + key + "\r\n", 101);
    row("WebSocket of a page of this server",
        upgrade + version + key + "Origin: http://127.0.0.1:{port}\r\n\r\n", 101);
    row("WebSocket without a key", upgrade + version + "\r\n", 400, "bad_request");
    row("WebSocket with a short key", upgrade + version + "Sec-WebSocket-Key: AQID\r\n\r\n", 400,
        "bad_request");
    row("WebSocket with a key that is no Base64",
        upgrade + version + "Sec-WebSocket-Key: !!IDBAUGBwgJCgsMDQ4PEA==\r\n\r\n", 400, "bad_request");
    row("WebSocket with two keys", upgrade + version + key + key + "\r\n", 400, "bad_request");
    row("WebSocket over HTTP/1.0", "GET /api/voice HTTP/1.0\r\n" + voice + version + key + "\r\n", 400,
        "bad_request");
    row("WebSocket without a version", upgrade + key + "\r\n", 426, "upgrade_required");
    row("WebSocket of an old version", upgrade + key + "Sec-WebSocket-Version: 8\r\n\r\n", 426,
        "upgrade_required");
    row("WebSocket with a long header",
        upgrade + version + key + "X-More: " + QByteArray(9 * 1024, 'x') + "\r\n\r\n", 431,
        "headers_too_large");
    row("WebSocket with many headers",
        upgrade + version + key + QByteArray("X-More: 1\r\n").repeated(120) + "\r\n", 431,
        "headers_too_large");

    const QByteArray post = "POST /api/chat/sessions HTTP/1.1\r\n" + host + token;
    row("two lengths of one body", post + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}", 400,
        "bad_request");
    row("two lengths the other way round", post + "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}",
        400, "bad_request");
    row("two contradicting lengths", post + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 400,
        "bad_request");
    row("negative length", post + "Content-Length: -2\r\n\r\n{}", 400, "bad_request");
    row("body in chunks", post + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 201);
    row("chunk whose length is a word", post + "Transfer-Encoding: chunked\r\n\r\nxy\r\n{}\r\n0\r\n\r\n", 400,
        "bad_request");
    row("body that says it is too large", post + "Content-Length: 1048577\r\n\r\n", 413, "too_large");
    row("chunks that become too large",
        post + "Transfer-Encoding: chunked\r\n\r\n100001\r\n" + QByteArray(0x100001, ' ') + "\r\n0\r\n\r\n",
        413, "too_large");
    row("headers of 17 KiB", get + host + token + "X-More: " + QByteArray(17 * 1024, 'x') + "\r\n\r\n", 431,
        "headers_too_large");
    row("many headers", get + host + token + QByteArray("X-More: 1\r\n").repeated(2000) + "\r\n", 431,
        "headers_too_large");
    row("address of 17 KiB", "GET /" + QByteArray(17 * 1024, 'x') + " HTTP/1.1\r\n" + host + token + "\r\n",
        431, "headers_too_large");
    row("garbage", "\x01\x02\x03 what\r\n\r\n", 400, "bad_request");
    row("the start of a TLS greeting", QByteArray("\x16\x03\x01\x02\x00\x01\x00\x01", 8) + "\r\n\r\n", 400,
        "bad_request");
    row("address of another server", "GET http://other.example/ HTTP/1.1\r\n" + host + token + "\r\n", 400,
        "bad_request");
    row("a header with a space before its colon", get + "Host : 127.0.0.1\r\n" + token + "\r\n", 400,
        "bad_request");
    row("a header over two lines", get + host + "X-More: 1\r\n 2\r\n" + token + "\r\n", 200);
    row("an expectation of something else", post + "Expect: tea\r\nContent-Length: 2\r\n\r\n{}", 417,
        "unknown_expectation");
}

void tst_ApiWalls::letsIn()
{
    QFETCH(QByteArray, request);
    QFETCH(int, status);

    RawClient client(m_stage->port());
    client.send(filled(request));
    const Answered answer = client.next();
    QCOMPARE(answer.status, status);
    QTEST(answer.errorCode(), "code");
    for (const QByteArray &name : answer.headers.keys())
        QVERIFY2(!name.startsWith("access-control-"), name.constData());
    QVERIFY(!answer.body.contains(m_stage->token()));
    if (status == 401)
        QVERIFY(answer.headers.contains("www-authenticate"));
    if (status >= 400 && status != 426) {
        // After a refusal nothing that follows on the connection can be trusted.
        QVERIFY(client.waitForEnd());
        QCOMPARE(answer.headers.value("connection"), QByteArray("close"));
    }
    QCOMPARE(m_stage->call("GET", "/api/health").status, 200); // and the others are served on
}

void tst_ApiWalls::refusedBodyIsNotRead()
{
    RawClient client(m_stage->port());
    client.send("POST /api/chat/sessions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n");
    QCOMPARE(client.next().status, 401); // while it still could send
}

void tst_ApiWalls::tokenComparesAsAWhole_data()
{
    QTest::addColumn<QByteArray>("given");
    QTest::addColumn<bool>("same");
    QTest::newRow("the same") << QByteArray("abcd") << true;
    QTest::newRow("the last differs") << QByteArray("abce") << false;
    QTest::newRow("shorter") << QByteArray("abc") << false;
    QTest::newRow("longer") << QByteArray("abcda") << false;
    QTest::newRow("repeated") << QByteArray("abcdabcd") << false;
    QTest::newRow("empty") << QByteArray() << false;
    QTest::newRow("capitals") << QByteArray("ABCD") << false;
}

void tst_ApiWalls::tokenComparesAsAWhole()
{
    QFETCH(QByteArray, given);
    QTEST(isSameToken(given, "abcd"), "same");
    QVERIFY(!isSameToken(given, {}));
    QVERIFY(newToken() != newToken());
    QCOMPARE(newToken().size(), 64);
}

void tst_ApiWalls::bodyOfOneMebibyteIsRead()
{
    QByteArray body = R"({"title": "Plans"})";
    body += QByteArray((1 << 20) - body.size(), ' ');
    QCOMPARE(m_stage->call("POST", "/api/chat/sessions", body).status, 201);
    QCOMPARE(m_stage->call("POST", "/api/chat/sessions", body + ' ').status, 413);
}

void tst_ApiWalls::pipelinedRequestsAreAnsweredInOrder()
{
    RawClient client(m_stage->port());
    QByteArray all;
    for (int i = 0; i < 50; ++i) {
        all += m_stage->request("POST", "/api/chat/sessions",
                                R"({"title": "Number )" + QByteArray::number(i) + R"("})");
        all += m_stage->request("GET", "/api/health");
    }
    client.send(all);
    for (int i = 0; i < 50; ++i) {
        QCOMPARE(client.next().json()[u"title"_s].toString(), u"Number %1"_s.arg(i));
        QVERIFY(client.next().json().contains(u"uptime"_s));
    }
    QVERIFY(client.received().isEmpty());
    QVERIFY(client.isOpen());
}

void tst_ApiWalls::requestInPiecesIsRead()
{
    RawClient client(m_stage->port());
    const QByteArray request = m_stage->request("POST", "/api/chat/sessions", R"({"title": "In pieces"})");
    for (const char byte : request) {
        client.send(QByteArray(1, byte));
        QCoreApplication::processEvents();
    }
    QCOMPARE(client.next().json()[u"title"_s].toString(), u"In pieces"_s);
}

void tst_ApiWalls::connectionIsKept()
{
    RawClient client(m_stage->port());
    for (int i = 0; i < 3; ++i) {
        client.send(m_stage->request("GET", "/api/health"));
        QCOMPARE(client.next().status, 200);
        QVERIFY(client.isOpen());
    }
    client.send(m_stage->request("GET", ApiStage::path({99}))); // an error of the call is no refusal
    QCOMPARE(client.next().status, 404);
    QVERIFY(client.isOpen());
}

void tst_ApiWalls::clientThatSaysCloseIsClosed()
{
    RawClient client(m_stage->port());
    client.send(m_stage->request("GET", "/api/health", {}, "Connection: close\r\n") +
                m_stage->request("GET", "/api/health"));
    QCOMPARE(client.next().status, 200);
    QVERIFY(client.waitForEnd());
    QVERIFY(client.received().isEmpty()); // what came after the last request was not one
}

void tst_ApiWalls::headHasNoBody()
{
    RawClient client(m_stage->port());
    client.send(m_stage->request("HEAD", "/api/health"));
    QVERIFY(client.waitForEnd());
    QVERIFY(client.received().startsWith("HTTP/1.1 405 "));
    QVERIFY(client.received().endsWith("\r\n\r\n"));
}

void tst_ApiWalls::continueIsSaidBeforeTheBody()
{
    RawClient client(m_stage->port());
    client.send("POST /api/chat/sessions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " +
                m_stage->token() + "\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
    QCOMPARE(client.next().status, 100);
    client.send("{}");
    QCOMPARE(client.next().status, 201);
}

void tst_ApiWalls::slowRequestIsCutOff_data()
{
    QTest::addColumn<QByteArray>("begun");
    QTest::addColumn<int>("status"); // 0: without a word
    QTest::newRow("nothing") << QByteArray() << 0;
    QTest::newRow("half a head") << QByteArray("GET /api/health HTTP/1.1\r\nHost: local") << 408;
    QTest::newRow("half a body") << QByteArray("POST /api/chat/sessions HTTP/1.1\r\nHost: localhost\r\n"
                                               "Authorization: Bearer {token}\r\nContent-Length: 20\r\n\r\n{")
                                 << 408;
}

void tst_ApiWalls::slowRequestIsCutOff()
{
    QFETCH(QByteArray, begun);
    QFETCH(int, status);

    RawClient client(m_stage->port());
    client.send(filled(begun));
    QCOMPARE(m_stage->call("GET", "/api/health").status, 200); // by now its bytes were read
    m_stage->clock.advance(std::chrono::seconds(9));
    QCOMPARE(m_stage->call("GET", "/api/health").status, 200);
    QVERIFY(client.isOpen());
    m_stage->clock.advance(std::chrono::seconds(2));
    if (status == 0)
        QVERIFY(client.waitForEnd());
    else
        QCOMPARE(client.next().status, status);
    QVERIFY(client.waitForEnd());
}

void tst_ApiWalls::idleConnectionIsClosed()
{
    RawClient client(m_stage->port());
    client.send(m_stage->request("GET", "/api/health"));
    QCOMPARE(client.next().status, 200);
    m_stage->clock.advance(std::chrono::seconds(59));
    QCOMPARE(m_stage->call("GET", "/api/health").status, 200);
    QVERIFY(client.isOpen());
    m_stage->clock.advance(std::chrono::seconds(2));
    QVERIFY(client.waitForEnd());
}

void tst_ApiWalls::connectionsAreLimited()
{
    m_stage = std::make_unique<ApiStage>(ApiLimits{.connections = 3});
    std::vector<std::unique_ptr<RawClient>> clients;
    for (int i = 0; i < 3; ++i) {
        clients.push_back(std::make_unique<RawClient>(m_stage->port()));
        clients.back()->send(m_stage->request("GET", "/api/health"));
        QCOMPARE(clients.back()->next().status, 200);
    }
    RawClient fourth(m_stage->port());
    const Answered refused = fourth.next();
    QCOMPARE(refused.status, 503);
    QCOMPARE(refused.errorCode(), u"too_many"_s);
    QVERIFY(fourth.waitForEnd());
    // Also who has sent its request already: hung up at once, most of these would see a reset.
    for (int i = 0; i < 50; ++i) {
        RawClient more(m_stage->port());
        more.send(m_stage->request("POST", "/api/chat/sessions", "{}"));
        QCOMPARE(more.next().status, 503);
        QVERIFY(more.waitForEnd());
    }

    clients.front()->socket().abort();
    // Once is enough: each call takes the free place for a moment, so the next may be refused again.
    QVERIFY(
        QTest::qWaitFor([this] { return m_stage->call("GET", "/api/health").status == 200; }, patienceMs));
}

void tst_ApiWalls::watchersAreLimited()
{
    m_stage = std::make_unique<ApiStage>(ApiLimits{.watchers = 2});
    const ChatId chat = m_stage->createChat();
    m_stage->script->add({.say = {u"On it."_s}, .hang = true});
    QVERIFY(m_stage->send(chat, u"Go"_s));
    const auto first = m_stage->stream(chat);
    auto second = m_stage->stream(chat);
    QTRY_COMPARE(first->status(), 200);
    QTRY_COMPARE(second->status(), 200);
    const Answered refused = m_stage->call("GET", ApiStage::path(chat, "/reply"));
    QCOMPARE(refused.status, 503);
    QCOMPARE(refused.errorCode(), u"too_many_watchers"_s);
    QCOMPARE(m_stage->call("GET", "/api/health").status, 200); // others have room
    second.reset();
    // Once is enough: a third one that has gone keeps its place for a moment.
    const auto hasRoom = [&] {
        const auto third = m_stage->stream(chat);
        return QTest::qWaitFor([&] { return third->status() != 0; }) && third->status() == 200;
    };
    QVERIFY(QTest::qWaitFor(hasRoom, patienceMs));
}

void tst_ApiWalls::clientsThatLeaveCostNothing()
{
    const ChatId chat = m_stage->createChat();
    m_stage->script->add({.say = {u"On it."_s}, .hang = true});
    QVERIFY(m_stage->send(chat, u"Go"_s));
    for (int i = 0; i < 20; ++i) {
        RawClient client(m_stage->port());
        client.send(m_stage->request(i % 2 == 0 ? "GET" : "POST",
                                     ApiStage::path(chat, i % 2 == 0 ? "/reply" : "/stop")));
        client.socket().abort(); // before the answer
    }
    QCOMPARE(m_stage->call("GET", "/api/health").status, 200);
}

void tst_ApiWalls::fileSaysWhere()
{
    const QString file = m_stage->runtime.filePath(u"api.json"_s);
    QCOMPARE(QFileInfo(file).permissions() & (QFileDevice::ReadGroup | QFileDevice::ReadOther |
                                              QFileDevice::WriteGroup | QFileDevice::WriteOther),
             QFileDevice::Permissions());
    QFile opened(file);
    QVERIFY(opened.open(QIODevice::ReadOnly));
    const QJsonObject json = QJsonDocument::fromJson(opened.readAll()).object();
    QCOMPARE(json[u"port"_s].toInt(), int(m_stage->port()));
    QCOMPARE(json[u"token"_s].toString().size(), 64);
    m_stage->stopServer();
    QVERIFY(!QFile::exists(file));
}

void tst_ApiWalls::oneProcessServes()
{
    const QByteArray token = m_stage->token();
    const auto second = ApiServer::start(
        {.replies = *m_stage->replies, .clock = m_stage->clock, .folder = m_stage->runtime.path()});
    QVERIFY(!second);
    QCOMPARE(second.error().code, Error::Code::Conflict);
    QVERIFY(second.error().text.contains(QString::number(QCoreApplication::applicationPid())));
    QCOMPARE(m_stage->token(), token); // the first one's file is left alone
    m_stage->stopServer();
    m_stage->startServer(); // and its place is free when it has gone
    QVERIFY(m_stage->token() != token);
}

void tst_ApiWalls::portThatIsTakenIsSaid()
{
    QTemporaryDir elsewhere;
    const auto second = ApiServer::start({.replies = *m_stage->replies,
                                          .clock = m_stage->clock,
                                          .folder = elsewhere.path(),
                                          .port = m_stage->port()});
    QVERIFY(!second);
    QCOMPARE(second.error().code, Error::Code::Network);
    QVERIFY(second.error().text.contains(QString::number(m_stage->port())));
    QVERIFY(!QFile::exists(elsewhere.filePath(u"api.json"_s)));
}

void tst_ApiWalls::rolledTokenOpensNothingMore()
{
    const ChatId chat = m_stage->createChat();
    m_stage->script->add({.say = {u"On it."_s}, .hang = true});
    QVERIFY(m_stage->send(chat, u"Go"_s));
    const auto stream = m_stage->stream(chat);
    QTRY_VERIFY(stream->has(u"text"_s));
    RawClient old(m_stage->port());
    const QByteArray request = m_stage->request("GET", "/api/health");
    old.send(request);
    QCOMPARE(old.next().status, 200);

    QVERIFY(m_stage->server->rollToken());
    QTRY_VERIFY(stream->hasEnded());
    QCOMPARE(stream->dismissal()[u"code"_s].toString(), u"stopped"_s);
    old.send(request);
    QCOMPARE(old.next().status, 401);
    QCOMPARE(m_stage->call("GET", "/api/health").status, 200); // the new one stands in the file
}

QTEST_GUILESS_MAIN(tst_ApiWalls)
#include "tst_apiwalls.moc"
