// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/apicontrol.h"
#include "tests/app/api/apistage.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

//! The API follows the settings while the program runs.
class tst_ApiControl : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void switchedOnAndOff();
    void switchedByAnotherProcess();
    void clientsAreToldWhenItIsSwitchedOff();
    void questionOutlivesTheSwitch();
    void movesToAnotherPort();
    void portThatIsTakenIsSaidAndLeft();
    void commandServesWhateverTheSwitchSays();
    void tokenIsRolledOnlyWhereThereIsOne();

private:
    void control(ApiControl::When when = ApiControl::When::Enabled);
    [[nodiscard]] QJsonObject place() const; //!< what api.json says; empty: it is not there
    [[nodiscard]] QByteArray request(const QByteArray &method, const QByteArray &path,
                                     const QByteArray &body = {}) const;
    [[nodiscard]] Answered call(const QByteArray &method, const QByteArray &path,
                                const QByteArray &body = {}) const;
    [[nodiscard]] quint16 freePort() const;

    std::unique_ptr<ReplyStage> m_stage{};
    std::unique_ptr<QTemporaryDir> m_folder{};
    std::unique_ptr<Settings> m_settings{};
    std::unique_ptr<ApiControl> m_control{};
};

void tst_ApiControl::init()
{
    m_stage = std::make_unique<ReplyStage>();
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath(u"heed.ini"_s), m_stage->clock);
}

void tst_ApiControl::cleanup()
{
    m_control.reset();
    m_settings.reset();
    m_stage.reset();
    m_folder.reset();
}

void tst_ApiControl::control(ApiControl::When when)
{
    m_control = std::make_unique<ApiControl>(ApiControl::Parts{.settings = *m_settings,
                                                               .replies = *m_stage->replies,
                                                               .clock = m_stage->clock,
                                                               .folder = m_folder->path()},
                                             when);
    QVERIFY(m_control->apply());
}

QJsonObject tst_ApiControl::place() const
{
    QFile file(m_folder->filePath(u"api.json"_s));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

QByteArray tst_ApiControl::request(const QByteArray &method, const QByteArray &path,
                                   const QByteArray &body) const
{
    return method + ' ' + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " +
           place()[u"token"_s].toString().toLatin1() +
           "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

Answered tst_ApiControl::call(const QByteArray &method, const QByteArray &path, const QByteArray &body) const
{
    RawClient client(m_control->port());
    client.send(request(method, path, body));
    return client.next();
}

quint16 tst_ApiControl::freePort() const
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost) ? server.serverPort() : quint16(0);
}

void tst_ApiControl::switchedOnAndOff()
{
    control();
    QCOMPARE(m_control->port(), quint16(0)); // off until somebody needs it
    QVERIFY(place().isEmpty());

    QVERIFY(m_settings->set(u"api.enabled"_s, u"on"_s));
    const quint16 port = m_control->port();
    QVERIFY(port > 0);
    QCOMPARE(place()[u"port"_s].toInt(), int(port));
    QCOMPARE(call("GET", "/api/health").status, 200);
    const QString token = place()[u"token"_s].toString();

    QVERIFY(m_settings->set(u"api.enabled"_s, u"off"_s));
    QCOMPARE(m_control->port(), quint16(0));
    QVERIFY(place().isEmpty());
    QTcpSocket late;
    late.connectToHost(QHostAddress::LocalHost, port);
    QTRY_COMPARE(late.error(), QAbstractSocket::ConnectionRefusedError);

    QVERIFY(m_settings->set(u"api.enabled"_s, u"on"_s));
    QCOMPARE(call("GET", "/api/health").status, 200);
    QVERIFY(place()[u"token"_s].toString() != token); // the old one opens nothing more
}

void tst_ApiControl::switchedByAnotherProcess()
{
    QVERIFY(m_settings->set(u"api.port"_s, u"0"_s)); // there is a file to follow
    m_settings->followFile();
    control();
    Settings elsewhere(m_folder->filePath(u"heed.ini"_s), m_stage->clock); // "heed config set"
    QVERIFY(elsewhere.set(u"api.enabled"_s, u"on"_s));
    QTRY_VERIFY(m_control->port() > 0);
    QCOMPARE(call("GET", "/api/health").status, 200);
    QVERIFY(elsewhere.set(u"api.enabled"_s, u"off"_s));
    QTRY_COMPARE(m_control->port(), quint16(0));
    QVERIFY(place().isEmpty());
}

void tst_ApiControl::clientsAreToldWhenItIsSwitchedOff()
{
    QVERIFY(m_settings->set(u"api.enabled"_s, u"on"_s));
    control();
    const ChatId chat = m_stage->createChat();
    m_stage->script->add({.say = {u"On it."_s}, .hang = true});
    const auto sent = m_stage->send(chat, u"Go"_s);
    QVERIFY(sent);
    StreamClient stream(m_control->port(), request("GET", ApiStage::path(chat, "/reply")));
    QTRY_VERIFY(stream.has(u"text"_s));

    QVERIFY(m_settings->set(u"api.enabled"_s, u"off"_s));
    QTRY_VERIFY(stream.hasEnded());
    QCOMPARE(stream.dismissal()[u"code"_s].toString(), u"stopped"_s);
    QVERIFY(!stream.has(u"stopped"_s)); // it is the API that ended, not the reply
    m_stage->replies->stop(sent->reply);
    QVERIFY(m_stage->waitFor(sent->reply, EventType::Stopped));
}

void tst_ApiControl::questionOutlivesTheSwitch()
{
    QVERIFY(m_settings->set(u"api.enabled"_s, u"on"_s));
    control();
    const ChatId chat = m_stage->createChat();
    m_stage->script->add({.calls = {ask(u"c1"_s, u"Which?"_s, {u"A"_s, u"B"_s})}});
    m_stage->script->add({.say = {u"Done."_s}});
    const auto sent = m_stage->send(chat, u"Go"_s, {.face = Face::Api});
    QVERIFY(sent);
    const Question question = m_stage->waitForQuestion(1, Face::Api);
    QVERIFY(question.id.isValid());

    QVERIFY(m_settings->set(u"api.enabled"_s, u"off"_s));
    QVERIFY(m_settings->set(u"api.enabled"_s, u"on"_s));
    const QJsonArray waiting = call("GET", "/api/questions").json()[u"questions"_s].toArray();
    QCOMPARE(waiting.size(), 1);
    QCOMPARE(waiting.first()[u"id"_s].toString(), question.id.value);
    QVERIFY(m_stage->settled.isEmpty());
    const QByteArray body =
        QJsonDocument(QJsonObject{{u"id"_s, question.id.value}, {u"answer"_s, u"B"_s}}).toJson();
    QCOMPARE(call("POST", ApiStage::path(chat, "/answer"), body).status, 200);
    QVERIFY(m_stage->waitFor(sent->reply, EventType::Done));
    QCOMPARE(m_stage->settled.size(), 1);
    QCOMPARE(m_stage->settled.constFirst().text, u"B"_s);
}

void tst_ApiControl::movesToAnotherPort()
{
    QVERIFY(m_settings->set(u"api.enabled"_s, u"on"_s));
    control();
    const quint16 wanted = freePort();
    QVERIFY(m_settings->set(u"api.port"_s, QString::number(wanted)));
    QCOMPARE(m_control->port(), wanted);
    QCOMPARE(place()[u"port"_s].toInt(), int(wanted));
    QCOMPARE(call("GET", "/api/health").status, 200);
}

void tst_ApiControl::portThatIsTakenIsSaidAndLeft()
{
    QVERIFY(m_settings->set(u"api.enabled"_s, u"on"_s));
    control();
    QTcpServer other;
    QVERIFY(other.listen(QHostAddress::LocalHost));
    QSignalSpy failed(m_control.get(), &ApiControl::failed);
    QVERIFY(m_settings->set(u"api.port"_s, QString::number(other.serverPort())));
    QCOMPARE(failed.size(), 1);
    QVERIFY(failed.constFirst().constFirst().toString().contains(QString::number(other.serverPort())));
    QCOMPARE(m_control->port(), quint16(0));
    QVERIFY(place().isEmpty()); // nobody is sent to somebody else's port

    QVERIFY(m_settings->set(u"api.port"_s, u"0"_s));
    QCOMPARE(call("GET", "/api/health").status, 200);
}

void tst_ApiControl::commandServesWhateverTheSwitchSays()
{
    control(ApiControl::When::Always);
    const quint16 port = m_control->port();
    QVERIFY(port > 0);
    QVERIFY(m_settings->set(u"api.enabled"_s, u"on"_s));
    QVERIFY(m_settings->set(u"api.enabled"_s, u"off"_s));
    QCOMPARE(m_control->port(), port);
    QCOMPARE(call("GET", "/api/health").status, 200);
}

void tst_ApiControl::tokenIsRolledOnlyWhereThereIsOne()
{
    control();
    const auto refused = m_control->rollToken();
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Error::Code::Conflict);
    QVERIFY(m_settings->set(u"api.enabled"_s, u"on"_s));
    const QString token = place()[u"token"_s].toString();
    QVERIFY(m_control->rollToken());
    QVERIFY(place()[u"token"_s].toString() != token);
    QCOMPARE(call("GET", "/api/health").status, 200);
}

QTEST_GUILESS_MAIN(tst_ApiControl)
#include "tst_apicontrol.moc"
