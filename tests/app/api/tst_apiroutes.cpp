// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/openapi.h"
#include "app/api/routes.h"
#include "models/base/return.h"
#include "models/store/chatrecord.h"
#include "models/store/questionrecord.h"
#include "tests/app/api/apistage.h"
#include "tests/models/store/storetest.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

//! Every call of the API, with every way it may end.
class tst_ApiRoutes : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_stage = std::make_unique<ApiStage>(); }
    void cleanup() { m_stage.reset(); }

    void answers_data();
    void answers();
    void sessionTellsItsQuestion();
    void sessionTellsWhatWasSaid();
    void pagesGoOnWhereTheyEnded();
    void newChatTakesTitleAndModel();
    void renamedAndTrashed();
    void messageStartsAReply();
    void messageWaitsForItsProvider_data();
    void messageWaitsForItsProvider();
    void everyAnswer_data();
    void everyAnswer();
    void sameAnswerAgainIsTheSameAnswer();
    void anotherAnswerIsToldWhatCounts();
    void answerToAnotherChatGoesNowhere();
    void unseenQuestionCannotBeAnswered();
    void readingCountsAsShown_data();
    void readingCountsAsShown();
    void secretIsHeldBack();
    void stopEndsTheWait();
    void whatTheDiskDoesNotTakeIsRefusedAndNeverDone_data();
    void whatTheDiskDoesNotTakeIsRefusedAndNeverDone();
    void readingIsRefusedWhileSomethingCannotBeStored();
    void stopIsNotAcknowledgedBeforeItIsStored();
    void descriptionIsWhatIsServed();
    void everyOtherMethodIsRefused();

private:
    //! A chat whose reply has asked; nobody has seen the question yet.
    ChatId asking(const QStringList &options = {u"Imprint"_s, u"Billing"_s}, bool allowOther = true,
                  bool goesOn = true);
    ChatId finished();
    [[nodiscard]] QByteArray answerBody(const QJsonObject &more) const;

    std::unique_ptr<ApiStage> m_stage{};
};

namespace {

QByteArray bytes(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

} // namespace

ChatId tst_ApiRoutes::asking(const QStringList &options, bool allowOther, bool goesOn)
{
    const ChatId chat = m_stage->createChat();
    const auto before = m_stage->asked.size();
    m_stage->script->add(
        {.say = {u"I ask. "_s}, .calls = {ask(u"c1"_s, u"Which project?"_s, options, allowOther)}});
    const auto sent = m_stage->send(chat, u"Book two hours"_s, {.face = Face::Api});
    const auto isAsked = [&] { return m_stage->asked.size() > before; };
    if (!sent || !m_stage->waitFor(sent->reply, EventType::Question) ||
        !QTest::qWaitFor(isAsked, heed::test::patienceMs))
        qFatal("nothing was asked");
    if (goesOn)
        m_stage->script->add({.say = {u"Booked."_s}});
    return chat;
}

ChatId tst_ApiRoutes::finished()
{
    const ChatId chat = m_stage->createChat();
    m_stage->script->add({.say = {u"Done "_s, u"that."_s}});
    const auto sent = m_stage->send(chat, u"Do that"_s, {.face = Face::Api});
    if (!sent || !m_stage->waitFor(sent->reply, EventType::Done))
        qFatal("the reply did not end");
    return chat;
}

QByteArray tst_ApiRoutes::answerBody(const QJsonObject &more) const
{
    QJsonObject body = more;
    if (!body.contains(u"id"_s))
        body[u"id"_s] = m_stage->asked.isEmpty() ? u"00000000"_s : m_stage->asked.constLast().id.value;
    return bytes(body);
}

void tst_ApiRoutes::answers_data()
{
    QTest::addColumn<QString>("situation"); // what chat 1 is like
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("code");
    const QByteArray one = "/api/chat/sessions/1";
    const auto row = [](const char *name, const char *situation, const char *method, const QByteArray &path,
                        const char *body, int status, const char *code = "") {
        QTest::newRow(name) << QString::fromLatin1(situation) << QByteArray(method) << path
                            << QByteArray(body) << status << QString::fromLatin1(code);
    };
    row("chats are listed", "empty", "GET", "/api/chat/sessions", "", 200);
    row("limit of none", "empty", "GET", "/api/chat/sessions?limit=0", "", 400, "bad_request");
    row("limit beyond the most", "empty", "GET", "/api/chat/sessions?limit=201", "", 400, "bad_request");
    row("limit in words", "empty", "GET", "/api/chat/sessions?limit=many", "", 400, "bad_request");
    row("place that no page gave", "empty", "GET", "/api/chat/sessions?before=x", "", 400, "bad_request");
    row("new chat", "none", "POST", "/api/chat/sessions", "", 201);
    row("new chat with a title that is none", "none", "POST", "/api/chat/sessions", R"({"title": 3})", 400,
        "bad_request");
    row("new chat with a model that is none", "none", "POST", "/api/chat/sessions", R"({"model": ""})", 400,
        "bad_request");
    row("chat", "empty", "GET", one, "", 200);
    row("chat that is not there", "none", "GET", one, "", 404, "not_found");
    row("chat in the trash", "trashed", "GET", one, "", 404, "not_found");
    row("chat renamed", "empty", "PATCH", one, R"({"title": "Plans"})", 200);
    row("chat renamed to nothing", "empty", "PATCH", one, R"({"title": " "})", 400, "bad_request");
    row("chat renamed without a name", "empty", "PATCH", one, "{}", 400, "bad_request");
    row("chat renamed that is not there", "none", "PATCH", one, R"({"title": "Plans"})", 404, "not_found");
    row("chat in the trash renamed", "trashed", "PATCH", one, R"({"title": "Plans"})", 404, "not_found");
    row("chat thrown away", "empty", "DELETE", one, "", 204);
    row("chat thrown away twice", "trashed", "DELETE", one, "", 404, "not_found");
    row("chat thrown away that is not there", "none", "DELETE", one, "", 404, "not_found");
    row("message", "empty", "POST", one + "/messages", R"({"text": "Hello"})", 202);
    row("empty message", "empty", "POST", one + "/messages", R"({"text": "  "})", 400, "bad_request");
    row("a key twice", "empty", "POST", one + "/messages", R"({"text": "Hello", "text": "Bye"})", 400,
        "bad_request");
    row("message without a text", "empty", "POST", one + "/messages", "{}", 400, "bad_request");
    row("message to nowhere", "none", "POST", one + "/messages", R"({"text": "Hello"})", 404, "not_found");
    row("message to the trash", "trashed", "POST", one + "/messages", R"({"text": "Hello"})", 404,
        "not_found");
    row("message while a question waits", "waiting", "POST", one + "/messages", R"({"text": "Imprint"})", 409,
        "conflict");
    row("reply of nothing", "empty", "GET", one + "/reply", "", 404, "not_found");
    row("reply of no chat", "none", "GET", one + "/reply", "", 404, "not_found");
    row("reply after a word", "done", "GET", one + "/reply?after=x", "", 400, "bad_request");
    row("reply of another chat", "done", "GET", one + "/reply?reply=7", "", 404, "not_found");
    row("answer to nothing", "empty", "POST", one + "/answer", R"({"id": "12345678", "answer": "x"})", 404,
        "no_reply");
    row("answer after the end", "done", "POST", one + "/answer", R"({"id": "12345678", "answer": "x"})", 404,
        "no_reply");
    row("answer in no chat", "none", "POST", one + "/answer", R"({"id": "12345678", "answer": "x"})", 404,
        "not_found");
    row("answer to another question", "waiting", "POST", one + "/answer",
        R"({"id": "12345678", "answer": "x"})", 409, "conflict");
    row("answer without an id", "waiting", "POST", one + "/answer", R"({"answer": "x"})", 400, "bad_request");
    row("answer without an answer", "waiting", "POST", one + "/answer", R"({"id": "12345678"})", 400,
        "bad_request");
    row("stop of nothing", "empty", "POST", one + "/stop", "", 404, "no_reply");
    row("stop after the end", "done", "POST", one + "/stop", "", 404, "no_reply");
    row("stop in no chat", "none", "POST", one + "/stop", "", 404, "not_found");
    row("stop", "waiting", "POST", one + "/stop", "", 200);
    row("questions", "waiting", "GET", "/api/questions", "", 200);
    row("health", "none", "GET", "/api/health", "", 200);
    row("description", "none", "GET", "/api/openapi.json", "", 200);
    row("voice without a WebSocket", "none", "GET", "/api/voice", "", 426, "upgrade_required");
    row("nothing there", "none", "GET", "/api/nothing", "", 404, "not_found");
    row("the root", "none", "GET", "/", "", 404, "not_found");
    row("chat of a name", "none", "GET", "/api/chat/sessions/first", "", 404, "not_found");
    row("chat of a number in disguise", "empty", "GET", "/api/chat/sessions/+1", "", 404, "not_found");
    row("slash at the end", "empty", "GET", one + "/", "", 404, "not_found");
    row("body that is no JSON", "empty", "PATCH", one, "{", 400, "bad_request");
    row("body that is a list", "empty", "PATCH", one, "[]", 400, "bad_request");
    row("body that is no UTF-8", "empty", "PATCH", one, "{\"title\": \"\xff\"}", 400, "bad_request");
}

void tst_ApiRoutes::answers()
{
    QFETCH(QString, situation);
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, body);
    QFETCH(int, status);

    if (situation == u"empty"_s || situation == u"trashed"_s)
        QCOMPARE(m_stage->createChat(), ChatId{1});
    if (situation == u"trashed"_s)
        QCOMPARE(m_stage->call("DELETE", path.left(path.indexOf("/1") + 2)).status, 204);
    if (situation == u"waiting"_s)
        QCOMPARE(asking(), ChatId{1});
    if (situation == u"done"_s)
        QCOMPARE(finished(), ChatId{1});

    const Answered answer = m_stage->call(method, path, body);
    QCOMPARE(answer.status, status);
    QTEST(answer.errorCode(), "code");
    if (status >= 400) {
        const QJsonObject error = answer.json()[u"error"_s].toObject();
        QCOMPARE(answer.json().keys(), QStringList{u"error"_s});
        QCOMPARE(error.keys(), (QStringList{u"code"_s, u"message"_s}));
        QVERIFY(!error[u"message"_s].toString().isEmpty());
    }
    QVERIFY(!answer.headers.contains("access-control-allow-origin"));

    // What happens is also what the description says may happen.
    const RouteMatch match = findRoute(method, path.split('?').constFirst());
    QVERIFY(match.route || status == 404);
    if (match.route) {
        const QJsonObject described =
            openApiDescription()[u"paths"_s][QString::fromLatin1(match.route->path)]
                                [QString::fromLatin1(method).toLower()][u"responses"_s]
                                    .toObject();
        QVERIFY2(described.contains(QString::number(status)), "this end is not described");
    }
}

void tst_ApiRoutes::sessionTellsItsQuestion()
{
    const ChatId chat = asking();
    const QJsonObject session = m_stage->call("GET", ApiStage::path(chat)).json();
    const QJsonObject reply = session[u"reply"_s].toObject();
    QCOMPARE(reply[u"state"_s].toString(), u"waiting"_s);
    const QJsonObject question = reply[u"question"_s].toObject();
    QCOMPARE(question[u"id"_s].toString(), m_stage->asked.constFirst().id.value);
    QCOMPARE(question[u"question"_s].toString(), u"Which project?"_s);
    QCOMPARE(question[u"options"_s][1][u"label"_s].toString(), u"Billing"_s);
    QCOMPARE(question[u"allow_other"_s].toBool(), true);
    QCOMPARE(question[u"index"_s].toInt(), 1);
    QCOMPARE(question[u"count"_s].toInt(), 1);
    QCOMPARE(question[u"deadline"_s].toString(), u"2026-11-30T09:30:00Z"_s); // 1,800 s, as on other faces

    const QJsonArray waiting = m_stage->call("GET", "/api/questions").json()[u"questions"_s].toArray();
    QCOMPARE(waiting.size(), 1);
    QCOMPARE(waiting.first()[u"id"_s], question[u"id"_s]);
    QCOMPARE(waiting.first()[u"session"_s].toInteger(), chat.value);
}

void tst_ApiRoutes::sessionTellsWhatWasSaid()
{
    const ChatId chat = finished();
    const QJsonObject session = m_stage->call("GET", ApiStage::path(chat)).json();
    const QJsonArray messages = session[u"messages"_s].toArray();
    QCOMPARE(messages.size(), 2);
    QCOMPARE(messages.at(0)[u"role"_s].toString(), u"user"_s);
    QCOMPARE(messages.at(0)[u"text"_s].toString(), u"Do that"_s);
    QCOMPARE(messages.at(1)[u"role"_s].toString(), u"assistant"_s);
    QCOMPARE(messages.at(1)[u"text"_s].toString(), u"Done that."_s);
    QCOMPARE(session[u"reply"_s][u"state"_s].toString(), u"done"_s);
    QVERIFY(session[u"reply"_s][u"question"_s].isNull());
    QVERIFY(m_stage->call("GET", ApiStage::path(m_stage->createChat())).json()[u"reply"_s].isNull());
}

void tst_ApiRoutes::pagesGoOnWhereTheyEnded()
{
    QList<qint64> made; // newest first; several in the same millisecond
    for (int i = 0; i < 7; ++i) {
        if (i % 3 == 0)
            m_stage->clock.advance(Milliseconds(5));
        made.prepend(m_stage->createChat().value);
    }
    QList<qint64> seen;
    QString next;
    do {
        const QByteArray before = next.isEmpty() ? QByteArray() : "&before=" + next.toLatin1();
        const QJsonObject page = m_stage->call("GET", "/api/chat/sessions?limit=2" + before).json();
        for (const auto &chat : page[u"sessions"_s].toArray())
            seen.append(chat[u"id"_s].toInteger());
        next = page[u"next"_s].toString();
    } while (!next.isEmpty() && seen.size() < 20);
    QCOMPARE(seen, made);
}

void tst_ApiRoutes::newChatTakesTitleAndModel()
{
    const Answered made =
        m_stage->call("POST", "/api/chat/sessions", R"({"title": "Plans", "model": "larger"})");
    QCOMPARE(made.status, 201);
    QCOMPARE(made.json()[u"title"_s].toString(), u"Plans"_s);
    const ChatId chat{made.json()[u"id"_s].toInteger()};
    const auto record =
        m_stage->read<ChatRecord>([chat](QSqlDatabase &database) { return records::chat(database, chat); });
    QCOMPARE(ProviderChoice::fromJson(record.provider).model, u"larger"_s);
    QCOMPARE(ProviderChoice::fromJson(record.provider).baseUrl, u"http://x.test/v1"_s);

    m_stage->server->setProvider({}); // the guide
    QCOMPARE(m_stage->call("POST", "/api/chat/sessions", R"({"model": "larger"})").status, 400);
}

void tst_ApiRoutes::renamedAndTrashed()
{
    const ChatId chat = asking();
    QStringList changes;
    connect(m_stage->replies.get(), &Replies::chatChanged, this, [&changes] { changes << u"changed"_s; });
    QCOMPARE(
        m_stage->call("PATCH", ApiStage::path(chat), R"({"title": "A name"})").json()[u"title"_s].toString(),
        u"A name"_s);
    QTRY_VERIFY(!changes.isEmpty()); // the window hears of it
    QCOMPARE(m_stage->call("DELETE", ApiStage::path(chat)).status, 204);
    // A question in the trash would wait where nobody sees it.
    QTRY_COMPARE(m_stage->settled.size(), 1);
    QCOMPARE(m_stage->settled.constFirst().outcome, Outcome::Withdrawn);
}

void tst_ApiRoutes::messageStartsAReply()
{
    const ChatId chat = m_stage->createChat();
    m_stage->script->add({.say = {u"Hello."_s}});
    const Answered sent = m_stage->call("POST", ApiStage::path(chat, "/messages"), R"({"text": "Hi there"})");
    QCOMPARE(sent.status, 202);
    const ReplyId reply{sent.json()[u"reply"_s].toInteger()};
    QVERIFY(m_stage->waitFor(reply, EventType::Done));
    QCOMPARE(m_stage->text(reply), u"Hello."_s);
}

void tst_ApiRoutes::messageWaitsForItsProvider_data()
{
    QTest::addColumn<QByteArray>("chat");
    QTest::addColumn<QString>("model");
    QTest::newRow("the one that is set up") << QByteArray("{}") << QString();
    QTest::newRow("the chat's own") << QByteArray(R"({"model": "larger"})") << u"larger"_s;
}

void tst_ApiRoutes::messageWaitsForItsProvider()
{
    QFETCH(QByteArray, chat);

    QList<ProviderChoice> prepared;
    std::function<void()> goOn;
    m_stage->prepare = [&, stage = m_stage.get()](const ProviderChoice &choice, QObject *context,
                                                  const std::function<void()> &then) {
        // As a keychain would: later, and from another thread.
        QMetaObject::invokeMethod(stage, [&, choice, back = Return(context), then] {
            prepared.append(choice);
            goOn = [back, then] { back.post(then); };
        });
    };
    m_stage->stopServer();
    m_stage->startServer();
    const ChatId made{m_stage->call("POST", "/api/chat/sessions", chat).json()[u"id"_s].toInteger()};
    m_stage->script->add({.say = {u"Hello."_s}});
    RawClient client(m_stage->port());
    client.send(m_stage->request("POST", ApiStage::path(made, "/messages"), R"({"text": "Hi"})"));
    QTRY_COMPARE(prepared.size(), 1);
    QTEST(prepared.constFirst().model, "model");
    QCOMPARE(prepared.constFirst().baseUrl, u"http://x.test/v1"_s);
    QCOMPARE(m_stage->call("GET", "/api/health").status, 200); // meanwhile everybody else is served
    QVERIFY(client.received().isEmpty());
    QVERIFY(m_stage->call("GET", ApiStage::path(made)).json()[u"reply"_s].isNull());

    goOn();
    const Answered sent = client.next();
    QCOMPARE(sent.status, 202);
    QVERIFY(m_stage->waitFor({sent.json()[u"reply"_s].toInteger()}, EventType::Done));
}

void tst_ApiRoutes::everyAnswer_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<bool>("allowOther");
    QTest::addColumn<QJsonObject>("body");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("outcome");
    QTest::addColumn<QJsonValue>("text");
    const QStringList two{u"Imprint"_s, u"Billing"_s};
    const auto answer = [](const QString &text) { return QJsonObject{{u"answer"_s, text}}; };
    const auto decision = [](const QString &word) { return QJsonObject{{u"decision"_s, word}}; };

    QTest::newRow("an option") << two << true << answer(u"billing"_s) << 200 << u"chosen"_s
                               << QJsonValue(u"Billing"_s);
    QTest::newRow("own words") << two << true << answer(u"Neither, the garden"_s) << 200 << u"answered"_s
                               << QJsonValue(u"Neither, the garden"_s);
    QTest::newRow("own words where there are no options")
        << QStringList() << true << answer(u"Tuesday"_s) << 200 << u"answered"_s << QJsonValue(u"Tuesday"_s);
    QTest::newRow("none of these") << two << false << decision(u"none"_s) << 200 << u"none"_s << QJsonValue();
    QTest::newRow("skipped") << two << true << decision(u"decline"_s) << 200 << u"declined"_s << QJsonValue();
    QTest::newRow("2,000 characters") << two << true << answer(QString(2000, u'é')) << 200 << u"answered"_s
                                      << QJsonValue(QString(2000, u'é'));
    QTest::newRow("2,001 characters")
        << two << true << answer(QString(2001, u'é')) << 400 << QString() << QJsonValue();
    QTest::newRow("nothing") << two << true << answer({}) << 400 << QString() << QJsonValue();
    QTest::newRow("nothing visible") << two << true << answer(u" \u200b "_s) << 400 << QString()
                                     << QJsonValue();
    QTest::newRow("a control character")
        << two << true << answer(QString(QChar(0))) << 400 << QString() << QJsonValue();
    QTest::newRow("an override of direction")
        << two << true << answer(u"\u202e"_s) << 400 << QString() << QJsonValue();
    QTest::newRow("words among control characters")
        << two << true << answer(u"\u202egarden\u202c\a,\u2028\tnot \u2067house\u2069"_s) << 200
        << u"answered"_s << QJsonValue(u"garden,\n\tnot house"_s);
    QTest::newRow("an option among control characters") << two << true << answer(u"\u2068Bil\bling\u2069"_s)
                                                        << 200 << u"chosen"_s << QJsonValue(u"Billing"_s);
    QTest::newRow("own words where only options count")
        << two << false << answer(u"The garden"_s) << 400 << QString() << QJsonValue();
    QTest::newRow("none where own words are welcome")
        << two << true << decision(u"none"_s) << 400 << QString() << QJsonValue();
    QTest::newRow("a decision that is none")
        << two << true << decision(u"maybe"_s) << 400 << QString() << QJsonValue();
    QTest::newRow("an answer that is a number")
        << two << true << QJsonObject{{u"answer"_s, 1}} << 400 << QString() << QJsonValue();
    QTest::newRow("both") << two << true
                          << QJsonObject{{u"answer"_s, u"Billing"_s}, {u"decision"_s, u"decline"_s}} << 400
                          << QString() << QJsonValue();
}

void tst_ApiRoutes::everyAnswer()
{
    QFETCH(QStringList, options);
    QFETCH(bool, allowOther);
    QFETCH(QJsonObject, body);
    QFETCH(int, status);

    const ChatId chat = asking(options, allowOther);
    QCOMPARE(m_stage->call("GET", "/api/questions").status, 200); // shows it
    const Answered answer = m_stage->call("POST", ApiStage::path(chat, "/answer"), answerBody(body));
    QCOMPARE(answer.status, status);
    if (status != 200) {
        QCOMPARE(answer.errorCode(), u"bad_request"_s);
        QVERIFY(m_stage->settled.isEmpty()); // it waits on
        return;
    }
    QTEST(answer.json()[u"outcome"_s].toString(), "outcome");
    QTEST(QJsonValue(answer.json()[u"text"_s]), "text"); // not the reference: QTEST compares types
    // Acknowledged is: on disk.
    const auto record =
        m_stage->read<QuestionRecord>([id = m_stage->asked.constFirst().id](QSqlDatabase &database) {
            return records::question(database, id);
        });
    QVERIFY(record.settlement);
    QCOMPARE(record.settlement->via, std::optional(Face::Api));
    QTRY_COMPARE(m_stage->settled.size(), 1);
}

void tst_ApiRoutes::sameAnswerAgainIsTheSameAnswer()
{
    const ChatId chat = asking();
    QCOMPARE(m_stage->call("GET", ApiStage::path(chat)).status, 200);
    const QByteArray body = answerBody({{u"answer"_s, u"Imprint"_s}});
    const Answered first = m_stage->call("POST", ApiStage::path(chat, "/answer"), body);
    QCOMPARE(first.status, 200);
    const ReplyId reply = m_stage->asked.constFirst().reply;
    QVERIFY(m_stage->waitFor(reply, EventType::Done));
    const Answered again =
        m_stage->call("POST", ApiStage::path(chat, "/answer"), body); // its response was lost
    QCOMPARE(again.status, 200);
    QCOMPARE(again.json(), first.json());
    QCOMPARE(m_stage->settled.size(), 1);
    // Anything else comes too late for this reply.
    QCOMPARE(m_stage->call("POST", ApiStage::path(chat, "/answer"), answerBody({{u"answer"_s, u"Billing"_s}}))
                 .status,
             404);
}

void tst_ApiRoutes::anotherAnswerIsToldWhatCounts()
{
    const ChatId chat = m_stage->createChat();
    m_stage->script->add({.calls = {ask(u"c1"_s, u"Which?"_s, {u"A"_s, u"B"_s})}});
    m_stage->script->add({.say = {u"On it."_s}, .hang = true});
    const auto sent = m_stage->send(chat, u"Go"_s);
    QVERIFY(sent);
    const Question question = m_stage->waitForQuestion();
    QVERIFY(m_stage->answer(question.id, {.kind = Answer::Kind::Choose, .option = 0}));
    const Answered late =
        m_stage->call("POST", ApiStage::path(chat, "/answer"), answerBody({{u"answer"_s, u"B"_s}}));
    QCOMPARE(late.status, 409);
    const QString message = late.json()[u"error"_s][u"message"_s].toString();
    QVERIFY2(message.contains(u"Already answered"_s) && message.contains(u"in the window"_s),
             qPrintable(message));
}

void tst_ApiRoutes::answerToAnotherChatGoesNowhere()
{
    const ChatId first = asking({}, true, false);
    const ChatId second = asking({}, true, false);
    QTRY_COMPARE(m_stage->asked.size(), 2);
    QCOMPARE(m_stage->call("GET", "/api/questions").status, 200);
    const QJsonObject body{{u"id"_s, m_stage->asked.constFirst().id.value}, {u"answer"_s, u"Imprint"_s}};
    QCOMPARE(m_stage->call("POST", ApiStage::path(second, "/answer"), bytes(body)).status, 409);
    QVERIFY(m_stage->settled.isEmpty());
    QCOMPARE(m_stage->call("POST", ApiStage::path(first, "/answer"), bytes(body)).status, 200);
}

void tst_ApiRoutes::unseenQuestionCannotBeAnswered()
{
    const ChatId chat = asking();
    const Answered guessed =
        m_stage->call("POST", ApiStage::path(chat, "/answer"), answerBody({{u"answer"_s, u"Imprint"_s}}));
    QCOMPARE(guessed.status, 409);
    QCOMPARE(guessed.errorCode(), u"refused"_s);
    QVERIFY(m_stage->settled.isEmpty());
}

void tst_ApiRoutes::readingCountsAsShown_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<bool>("shown");
    QTest::newRow("its chat") << QByteArray("/api/chat/sessions/1") << true;
    QTest::newRow("all questions") << QByteArray("/api/questions") << true;
    QTest::newRow("the chats do not show it") << QByteArray("/api/chat/sessions") << false;
}

void tst_ApiRoutes::readingCountsAsShown()
{
    QFETCH(QByteArray, path);
    QFETCH(bool, shown);

    asking();
    QCOMPARE(m_stage->call("GET", path).status, 200);
    const auto receipts = [this] {
        return m_stage
            ->read<QuestionRecord>([id = m_stage->asked.constFirst().id](QSqlDatabase &database) {
                return records::question(database, id);
            })
            .shownOn;
    };
    if (shown)
        QTRY_COMPARE(receipts(), QList{Face::Api});
    m_stage->clock.advance(std::chrono::seconds(11));
    if (!shown) {
        QTRY_COMPARE(m_stage->settled.size(), 1);
        QCOMPARE(m_stage->settled.constFirst().outcome, Outcome::NotShown);
    } else {
        QCOMPARE(m_stage->call("GET", "/api/questions").json()[u"questions"_s].toArray().size(), 1);
    }
}

void tst_ApiRoutes::secretIsHeldBack()
{
    const ChatId chat = asking();
    QCOMPARE(m_stage->call("GET", ApiStage::path(chat)).status, 200);
    const QString key = u"sk-proj-"_s + u"Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z"_s;
    const Answered answer = m_stage->call("POST", ApiStage::path(chat, "/answer"),
                                          answerBody({{u"answer"_s, QString(u"Use "_s + key)}}));
    QCOMPARE(answer.status, 200);
    QCOMPARE(answer.json()[u"held_back"_s].toArray(), QJsonArray{u"[secret 1]"_s});
    QVERIFY(!answer.body.contains(key.toLatin1()));
    QCOMPARE(answer.json()[u"text"_s].toString(), u"Use [secret 1]"_s);
}

void tst_ApiRoutes::stopEndsTheWait()
{
    const ChatId chat = asking();
    const Answered stopped = m_stage->call("POST", ApiStage::path(chat, "/stop"));
    QCOMPARE(stopped.status, 200);
    // Acknowledged is: over, on disk.
    const QJsonObject reply = m_stage->call("GET", ApiStage::path(chat)).json()[u"reply"_s].toObject();
    QCOMPARE(reply[u"state"_s].toString(), u"stopped"_s);
    QVERIFY(reply[u"question"_s].isNull());
}

void tst_ApiRoutes::whatTheDiskDoesNotTakeIsRefusedAndNeverDone_data()
{
    QTest::addColumn<bool>("waits"); // a question does, in chat 1
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QJsonObject>("body");
    const QByteArray all = "/api/chat/sessions";
    const QByteArray one = all + "/1";
    QTest::newRow("new chat") << false << QByteArray("POST") << all << QJsonObject();
    QTest::newRow("new chat of a model")
        << false << QByteArray("POST") << all << QJsonObject{{u"model"_s, u"small"_s}};
    QTest::newRow("new name") << false << QByteArray("PATCH") << one << QJsonObject{{u"title"_s, u"Plans"_s}};
    QTest::newRow("trash") << true << QByteArray("DELETE") << one << QJsonObject();
    QTest::newRow("message") << false << QByteArray("POST") << QByteArray(one + "/messages")
                             << QJsonObject{{u"text"_s, u"Hello"_s}};
    QTest::newRow("answer") << true << QByteArray("POST") << QByteArray(one + "/answer")
                            << QJsonObject{{u"answer"_s, u"Billing"_s}};
    QTest::newRow("answer with a secret")
        << true << QByteArray("POST") << QByteArray(one + "/answer")
        << QJsonObject{{u"answer"_s, u"the password = hunter2-Horse-staple"_s}};
}

void tst_ApiRoutes::whatTheDiskDoesNotTakeIsRefusedAndNeverDone()
{
    QFETCH(bool, waits);
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, path);
    QFETCH(QJsonObject, body);
    if (waits) {
        asking();
        QCOMPARE(m_stage->call("GET", "/api/questions").status, 200); // shows it
        const auto isShown = [this, id = m_stage->asked.constFirst().id] {
            return !m_stage
                        ->read<QuestionRecord>(
                            [id](QSqlDatabase &database) { return records::question(database, id); })
                        .shownOn.isEmpty();
        };
        QTRY_VERIFY(isShown());
    } else {
        std::ignore = m_stage->createChat();
    }
    const QByteArray chats = m_stage->call("GET", "/api/chat/sessions").body;
    const QByteArray chat = m_stage->call("GET", ApiStage::path(ChatId{1})).body;

    storetest::Locked other(m_stage->store->file());
    const Answered refused =
        m_stage->call(method, path, path.endsWith("answer") ? answerBody(body) : bytes(body));
    QCOMPARE(refused.status, 503);
    QCOMPARE(refused.errorCode(), u"storage"_s);
    const QString message = refused.json()[u"error"_s][u"message"_s].toString();
    QVERIFY2(message.contains(u"locked"_s) && message.contains(u"not done"_s), qPrintable(message));
    other.release();
    QTRY_COMPARE(m_stage->call("GET", "/api/chat/sessions").status, 200);
    QCOMPARE(m_stage->call("GET", "/api/chat/sessions").body, chats);
    QCOMPARE(m_stage->call("GET", ApiStage::path(ChatId{1})).body, chat);
    QVERIFY(m_stage->settled.isEmpty());

    // And the same call again is done.
    const Answered done =
        m_stage->call(method, path, path.endsWith("answer") ? answerBody(body) : bytes(body));
    QVERIFY2(done.status >= 200 && done.status < 300, done.body.constData());
}

void tst_ApiRoutes::readingIsRefusedWhileSomethingCannotBeStored()
{
    const ChatId chat = asking();
    QSignalSpy trouble(m_stage->replies.get(), &Replies::storageTrouble);
    storetest::Locked other(m_stage->store->file());
    m_stage->replies->saveDraft(m_stage->asked.constFirst().id, u"Perhaps"_s);
    QTRY_COMPARE(trouble.size(), 1);
    for (const QByteArray &path : {QByteArray("/api/chat/sessions"), ApiStage::path(chat),
                                   ApiStage::path(chat, "/reply"), QByteArray("/api/questions")}) {
        const Answered refused = m_stage->call("GET", path);
        QCOMPARE(refused.status, 503);
        QCOMPARE(refused.errorCode(), u"storage"_s);
    }
    QCOMPARE(m_stage->call("POST", ApiStage::path(chat, "/stop")).status, 503);
    QCOMPARE(m_stage->call("GET", "/api/health").status, 200);
    other.release();
    QTRY_COMPARE(m_stage->call("GET", "/api/questions").status, 200);
    QCOMPARE(m_stage->call("GET", "/api/questions").json()[u"questions"_s].toArray().size(),
             1); // not stopped
}

void tst_ApiRoutes::stopIsNotAcknowledgedBeforeItIsStored()
{
    const ChatId chat = asking();
    QSignalSpy trouble(m_stage->replies.get(), &Replies::storageTrouble);
    storetest::Locked other(m_stage->store->file());
    RawClient client(m_stage->port());
    client.send(m_stage->request("POST", ApiStage::path(chat, "/stop")));
    QTRY_COMPARE(trouble.size(), 1);
    m_stage->clock.advance(std::chrono::seconds(5));
    const Answered refused = client.next();
    QCOMPARE(refused.status, 503);
    QCOMPARE(refused.errorCode(), u"storage"_s);
    QVERIFY(refused.json()[u"error"_s][u"message"_s].toString().contains(u"has not ended yet"_s));
    other.release();
    QTRY_COMPARE(m_stage->call("GET", ApiStage::path(chat)).json()[u"reply"_s][u"state"_s].toString(),
                 u"stopped"_s);
}

void tst_ApiRoutes::descriptionIsWhatIsServed()
{
    const QJsonObject description = m_stage->call("GET", "/api/openapi.json").json();
    QCOMPARE(description, openApiDescription());
    QVERIFY(description[u"openapi"_s].toString().startsWith(u"3.0"_s));
    const QJsonObject paths = description[u"paths"_s].toObject();
    int described = 0;
    for (auto path = paths.begin(); path != paths.end(); ++path) {
        const QByteArray address = path.key().toLatin1().replace("{sid}", "1");
        for (const QString &method : path->toObject().keys()) {
            // 404 of the chat that is not there, not of the address.
            const Answered answer = m_stage->call(method.toUpper().toLatin1(), address, "{}");
            QVERIFY2(answer.status != 405, qPrintable(path.key() + u' ' + method));
            QVERIFY2(!answer.json()[u"error"_s][u"message"_s].toString().contains(u"address."_s) ||
                         answer.status == 426,
                     qPrintable(path.key()));
            ++described;
        }
    }
    QCOMPARE(described, routes().size());
}

void tst_ApiRoutes::everyOtherMethodIsRefused()
{
    const QList<QByteArray> methods{"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"};
    const QJsonObject paths = openApiDescription()[u"paths"_s].toObject();
    for (auto path = paths.begin(); path != paths.end(); ++path) {
        for (const QByteArray &method : methods) {
            if (path->toObject().contains(QString::fromLatin1(method).toLower()))
                continue;
            const Answered answer = m_stage->call(method, path.key().toLatin1().replace("{sid}", "1"));
            QCOMPARE(answer.status, 405);
            QCOMPARE(answer.errorCode(), u"wrong_method"_s);
            for (const QString &allowed : path->toObject().keys())
                QVERIFY(answer.headers.value("allow").contains(allowed.toUpper().toLatin1()));
        }
    }
}

QTEST_GUILESS_MAIN(tst_ApiRoutes)
#include "tst_apiroutes.moc"
