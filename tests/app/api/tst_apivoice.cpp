// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/questionrecord.h"
#include "tests/app/api/apistage.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>
#include <QWebSocket>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

namespace {

//! A companion: says controls and keeps what it is told.
class Companion final : public QObject
{
public:
    explicit Companion(const ApiStage &stage, const QString &query = {})
    {
        connect(&m_socket, &QWebSocket::textMessageReceived, this, [this](const QString &message) {
            events.append(QJsonDocument::fromJson(message.toUtf8()).object());
        });
        QNetworkRequest request(QUrl(u"ws://127.0.0.1:%1/api/voice%2"_s.arg(stage.port()).arg(query)));
        request.setRawHeader("Authorization", "Bearer " + stage.token());
        m_socket.open(request);
    }
    void say(const QJsonObject &control)
    {
        // What is sent before it is connected, a WebSocket throws away.
        const auto isOpen = [this] { return m_socket.state() == QAbstractSocket::ConnectedState; };
        if (!QTest::qWaitFor(isOpen, patienceMs))
            qWarning("the API takes no companion");
        m_socket.sendTextMessage(QString::fromUtf8(QJsonDocument(control).toJson(QJsonDocument::Compact)));
    }
    [[nodiscard]] QStringList types() const
    {
        QStringList all;
        for (const QJsonObject &event : events)
            all << event[u"type"_s].toString();
        return all;
    }
    [[nodiscard]] QJsonObject last(const QString &type) const
    {
        for (auto event = events.crbegin(); event != events.crend(); ++event) {
            if ((*event)[u"type"_s].toString() == type)
                return *event;
        }
        return {};
    }
    //! Waits for the next of this type and gives it.
    [[nodiscard]] QJsonObject next(const QString &type)
    {
        QJsonObject found;
        const auto came = [&] {
            while (m_read < events.size()) {
                if (events.at(m_read++)[u"type"_s].toString() == type) {
                    found = events.at(m_read - 1);
                    return true;
                }
            }
            return false;
        };
        std::ignore = QTest::qWaitFor(came, patienceMs);
        return found;
    }
    [[nodiscard]] QWebSocket &socket() { return m_socket; }

    QList<QJsonObject> events{};

private:
    QWebSocket m_socket{};
    qsizetype m_read = 0;
};

const QJsonObject startControl{{u"type"_s, u"start"_s}, {u"mode"_s, u"text"_s}, {u"save"_s, true}};

QJsonObject message(const QString &text)
{
    return {{u"type"_s, u"message"_s}, {u"text"_s, text}};
}

QJsonObject answer(const QJsonValue &id, const QString &text)
{
    return {{u"type"_s, u"answer"_s}, {u"question_id"_s, id}, {u"text"_s, text}};
}

} // namespace

//! A companion on the WebSocket takes part in a turn, in text.
class tst_ApiVoice : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup() { m_stage.reset(); }

    void aWholeTurn();
    void comesBackWhileAQuestionWaits_data();
    void comesBackWhileAQuestionWaits();
    void comesBackAfterARestart();
    void twoCompanionsHearTheSame();
    void answeredElsewhereIsTold();
    void sameAnswerAgainIsAcknowledgedAgain();
    void badControls_data();
    void badControls();
    void soundIsNotThereYet();
    void badAnswers_data();
    void badAnswers();
    void messageIsNoAnswer();
    void secretIsSaidToNobody();
    void stopEndsTheReplyThenTheTurn();
    void stopRightAfterTheMessageEndsItsReply();
    void nothingHappensForAMinute();
    void timeStandsStillWhileAQuestionWaits();
    void failureIsTold();
    void frameThatIsTooLargeEndsTheConnection();
    void lookingOnIsShowing();

private:
    //! Into a turn whose question waits.
    QJsonObject askedOn(Companion &companion);

    std::unique_ptr<ApiStage> m_stage{};
};

void tst_ApiVoice::init()
{
    m_stage = std::make_unique<ApiStage>();
    m_stage->script->add({.say = {u"Let me "_s, u"ask. "_s},
                          .calls = {ask(u"c1"_s, u"Which project?"_s, {u"Imprint"_s, u"Billing"_s})}});
    m_stage->script->add({.say = {u"Booked."_s}});
}

QJsonObject tst_ApiVoice::askedOn(Companion &companion)
{
    companion.say(startControl);
    companion.say(message(u"Book two hours"_s));
    const QJsonObject question = companion.next(u"question"_s);
    const QuestionId id{question[u"id"_s].toString()};
    // Its receipt counts, before time passes.
    const auto shown = [this, id] {
        return m_stage
            ->read<QuestionRecord>([id](QSqlDatabase &database) { return records::question(database, id); })
            .shownOn.contains(Face::Companion);
    };
    if (!QTest::qWaitFor(shown, patienceMs))
        qWarning("the question does not count as shown");
    return question;
}

void tst_ApiVoice::aWholeTurn()
{
    Companion companion(*m_stage);
    QCOMPARE(companion.next(u"snapshot"_s)[u"state"_s].toString(), u"idle"_s);
    companion.say(startControl);
    const QJsonObject begun = companion.next(u"snapshot"_s);
    QCOMPARE(begun[u"mode"_s].toString(), u"text"_s);
    QVERIFY(begun[u"session"_s].isNull());
    QVERIFY(!companion.next(u"listening"_s).isEmpty());
    companion.say(message(u"Book two hours"_s));
    const QJsonObject heard = companion.next(u"heard"_s);
    QCOMPARE(heard[u"text"_s].toString(), u"Book two hours"_s);
    QCOMPARE(heard[u"final"_s].toBool(), true);
    QVERIFY(heard[u"session"_s].toInteger() > 0);
    QCOMPARE(companion.next(u"speaking"_s)[u"text"_s].toString(), u"Let me "_s);

    const QJsonObject question = companion.next(u"question"_s);
    QCOMPARE(question[u"question"_s].toString(), u"Which project?"_s);
    QCOMPARE(question[u"options"_s][0][u"label"_s].toString(), u"Imprint"_s);
    QCOMPARE(question[u"spoken"_s].toString(),
             u"Which project? You can say Imprint or Billing, or something else."_s);

    companion.say(answer(question[u"id"_s], u"billing"_s));
    const QJsonObject answering = companion.next(u"answering"_s);
    QCOMPARE(answering[u"question_id"_s], question[u"id"_s]);
    QCOMPARE(answering[u"text"_s].toString(), u"Billing"_s);
    const QJsonObject answered = companion.next(u"answered"_s);
    QCOMPARE(answered[u"outcome"_s].toString(), u"chosen"_s);
    QCOMPARE(answered[u"via"_s].toString(), u"companion"_s);
    QCOMPARE(companion.next(u"speaking"_s)[u"text"_s].toString(), u"Booked."_s);
    QVERIFY(!companion.next(u"done"_s).isEmpty());
    QVERIFY(!companion.next(u"listening"_s).isEmpty());
}

void tst_ApiVoice::comesBackWhileAQuestionWaits_data()
{
    QTest::addColumn<bool>("byName");
    QTest::newRow("to the turn that began last") << false;
    QTest::newRow("to the chat that it names") << true;
}

void tst_ApiVoice::comesBackWhileAQuestionWaits()
{
    QFETCH(bool, byName);

    auto companion = std::make_unique<Companion>(*m_stage);
    const QJsonObject question = askedOn(*companion);
    const qint64 session = companion->last(u"heard"_s)[u"session"_s].toInteger();
    companion->socket().abort(); // the network went
    companion.reset();
    m_stage->clock.advance(std::chrono::minutes(10));

    Companion back(*m_stage, byName ? u"?session=%1"_s.arg(session) : QString());
    const QJsonObject snapshot = back.next(u"snapshot"_s);
    QCOMPARE(back.types().constFirst(), u"snapshot"_s);
    QCOMPARE(snapshot[u"session"_s].toInteger(), session);
    QCOMPARE(snapshot[u"state"_s].toString(), u"waiting"_s);
    QCOMPARE(snapshot[u"heard"_s].toString(), u"Book two hours"_s);
    QCOMPARE(snapshot[u"text"_s].toString(), u"Let me ask. "_s);
    QCOMPARE(snapshot[u"question"_s].toObject(), [&] {
        QJsonObject told = question;
        told.remove(u"type"_s);
        return told;
    }());
    back.say(answer(snapshot[u"question"_s][u"id"_s], u"Imprint"_s));
    QCOMPARE(back.next(u"answered"_s)[u"text"_s].toString(), u"Imprint"_s);
    QVERIFY(!back.next(u"done"_s).isEmpty());
}

void tst_ApiVoice::comesBackAfterARestart()
{
    auto companion = std::make_unique<Companion>(*m_stage);
    const QJsonObject question = askedOn(*companion);
    const qint64 session = companion->last(u"heard"_s)[u"session"_s].toInteger();
    m_stage->stopServer();
    m_stage->close();
    m_stage->open();
    QCOMPARE(m_stage->resume(), 1);
    m_stage->startServer();

    Companion back(*m_stage);
    QCOMPARE(back.next(u"snapshot"_s)[u"state"_s].toString(), u"idle"_s);
    QJsonObject start = startControl;
    start[u"session"_s] = session;
    back.say(start);
    const QJsonObject snapshot = back.next(u"snapshot"_s);
    QCOMPARE(snapshot[u"question"_s][u"id"_s], question[u"id"_s]);
    QCOMPARE(snapshot[u"question"_s][u"spoken"_s], question[u"spoken"_s]);
    back.say(answer(question[u"id"_s], u"Imprint"_s));
    QCOMPARE(back.next(u"answered"_s)[u"outcome"_s].toString(), u"chosen"_s);
    QVERIFY(!back.next(u"done"_s).isEmpty());
}

void tst_ApiVoice::twoCompanionsHearTheSame()
{
    Companion first(*m_stage);
    const QJsonObject question = askedOn(first);
    Companion second(*m_stage);
    QCOMPARE(second.next(u"snapshot"_s)[u"question"_s][u"id"_s], question[u"id"_s]);
    second.say(answer(question[u"id"_s], u"Imprint"_s));
    QVERIFY(!first.next(u"answering"_s).isEmpty());
    QCOMPARE(first.next(u"answered"_s), second.next(u"answered"_s));
    QVERIFY(!first.next(u"done"_s).isEmpty());
    QVERIFY(!second.next(u"done"_s).isEmpty());
    // A refusal is for the one who asked.
    second.say(answer(u"12345678"_s, u"x"_s));
    QCOMPARE(second.next(u"failed"_s)[u"control"_s].toString(), u"answer"_s);
    QVERIFY(!first.types().contains(u"failed"_s));
}

void tst_ApiVoice::answeredElsewhereIsTold()
{
    Companion companion(*m_stage);
    const QJsonObject question = askedOn(companion);
    const QuestionId id{question[u"id"_s].toString()};
    m_stage->replies->confirmShown(id, Face::Window);
    QVERIFY(m_stage->answer(id, {.kind = Answer::Kind::Choose, .option = 0}));
    const QJsonObject answered = companion.next(u"answered"_s);
    QCOMPARE(answered[u"via"_s].toString(), u"window"_s);
    QCOMPARE(answered[u"text"_s].toString(), u"Imprint"_s);
    companion.say(answer(question[u"id"_s], u"Billing"_s));
    const QJsonObject late = companion.next(u"failed"_s);
    QCOMPARE(late[u"code"_s].toString(), u"conflict"_s);
    QVERIFY(late[u"message"_s].toString().contains(u"Already answered"_s));
}

void tst_ApiVoice::sameAnswerAgainIsAcknowledgedAgain()
{
    Companion companion(*m_stage);
    const QJsonObject question = askedOn(companion);
    companion.say(answer(question[u"id"_s], u"Imprint"_s));
    const QJsonObject first = companion.next(u"answered"_s);
    companion.say(answer(question[u"id"_s], u"Imprint"_s));
    QCOMPARE(companion.next(u"answered"_s), first);
    QCOMPARE(m_stage->settled.size(), 1);
}

void tst_ApiVoice::badControls_data()
{
    QTest::addColumn<QString>("control");
    QTest::addColumn<QString>("code");
    QTest::newRow("no JSON") << u"hello"_s << u"bad_request"_s;
    QTest::newRow("a list") << u"[]"_s << u"bad_request"_s;
    QTest::newRow("no type") << u"{}"_s << u"bad_request"_s;
    QTest::newRow("another type") << uR"({"type": "sing"})"_s << u"bad_request"_s;
    QTest::newRow("another mode") << uR"({"type": "start", "mode": "smell"})"_s << u"bad_request"_s;
    QTest::newRow("sound") << uR"({"type": "start", "mode": "audio"})"_s << u"not_available"_s;
    QTest::newRow("a turn that is not kept")
        << uR"({"type": "start", "mode": "text", "save": false})"_s << u"not_available"_s;
    QTest::newRow("a chat of a name") << uR"({"type": "start", "session": "mine"})"_s << u"bad_request"_s;
    QTest::newRow("a chat that is not there") << uR"({"type": "start", "session": 99})"_s << u"not_found"_s;
    QTest::newRow("a message before the start") << uR"({"type": "message", "text": "Hi"})"_s << u"no_turn"_s;
    QTest::newRow("a key twice") << uR"({"type": "message", "text": "Hi", "text": "Bye"})"_s
                                 << u"bad_request"_s;
    QTest::newRow("an empty message") << uR"({"type": "message", "text": " "})"_s << u"bad_request"_s;
    QTest::newRow("an answer before the start")
        << uR"({"type": "answer", "question_id": "1", "text": "Hi"})"_s << u"no_turn"_s;
    QTest::newRow("an answer without an id") << uR"({"type": "answer", "text": "Hi"})"_s << u"bad_request"_s;
    QTest::newRow("an answer of both kinds")
        << uR"({"type": "answer", "question_id": "1", "text": "Hi", "decision": "none"})"_s
        << u"bad_request"_s;
    QTest::newRow("a stop before the start") << uR"({"type": "stop"})"_s << u"no_turn"_s;
}

void tst_ApiVoice::badControls()
{
    QFETCH(QString, control);
    Companion companion(*m_stage);
    QVERIFY(!companion.next(u"snapshot"_s).isEmpty());
    companion.socket().sendTextMessage(control);
    const QJsonObject failed = companion.next(u"failed"_s);
    QTEST(failed[u"code"_s].toString(), "code");
    QVERIFY(!failed[u"message"_s].toString().isEmpty());
    companion.say(startControl); // and everything is still possible
    QVERIFY(!companion.next(u"listening"_s).isEmpty());
}

void tst_ApiVoice::soundIsNotThereYet()
{
    Companion companion(*m_stage);
    companion.say(startControl);
    QVERIFY(!companion.next(u"listening"_s).isEmpty());
    const int samples = voiceaudio::samplesPerSecond / 50;
    companion.socket().sendBinaryMessage(
        QByteArray(samples * voiceaudio::channels * voiceaudio::bitsPerSample / 8, '\0'));
    const QJsonObject failed = companion.next(u"failed"_s);
    QCOMPARE(failed[u"control"_s].toString(), u"audio"_s);
    QCOMPARE(failed[u"code"_s].toString(), u"not_available"_s);
}

void tst_ApiVoice::badAnswers_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << QString(u""_s);
    QTest::newRow("2,001 characters") << QString(2001, u'x');
}

void tst_ApiVoice::badAnswers()
{
    QFETCH(QString, text);
    Companion companion(*m_stage);
    const QJsonObject question = askedOn(companion);
    companion.say(answer(question[u"id"_s], text));
    QCOMPARE(companion.next(u"failed"_s)[u"code"_s].toString(), u"bad_request"_s);
    QVERIFY(!companion.types().contains(u"answering"_s));
    QVERIFY(m_stage->settled.isEmpty());
    companion.say(
        {{u"type"_s, u"answer"_s}, {u"question_id"_s, question[u"id"_s]}, {u"decision"_s, u"decline"_s}});
    QCOMPARE(companion.next(u"answered"_s)[u"outcome"_s].toString(), u"declined"_s);
}

void tst_ApiVoice::messageIsNoAnswer()
{
    Companion companion(*m_stage);
    askedOn(companion);
    companion.say(message(u"Imprint"_s));
    QCOMPARE(companion.next(u"failed"_s)[u"code"_s].toString(), u"question_waits"_s);
    QVERIFY(m_stage->settled.isEmpty());
}

void tst_ApiVoice::secretIsSaidToNobody()
{
    Companion companion(*m_stage);
    const QJsonObject question = askedOn(companion);
    Companion other(*m_stage);
    QVERIFY(!other.next(u"snapshot"_s).isEmpty());
    const QString key = u"sk-proj-"_s + u"Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z"_s;
    companion.say(answer(question[u"id"_s], QString(u"Use "_s + key)));
    QCOMPARE(other.next(u"answering"_s)[u"text"_s].toString(), u"Use [secret]"_s);
    QCOMPARE(other.next(u"answered"_s)[u"text"_s].toString(), u"Use [secret 1]"_s);
    QVERIFY(!other.next(u"done"_s).isEmpty());
    QVERIFY(!companion.next(u"done"_s).isEmpty());
    for (const QJsonObject &event : companion.events + other.events)
        QVERIFY(!QJsonDocument(event).toJson().contains(key.toLatin1()));
}

void tst_ApiVoice::stopEndsTheReplyThenTheTurn()
{
    Companion companion(*m_stage);
    askedOn(companion);
    companion.say({{u"type"_s, u"stop"_s}});
    QVERIFY(!companion.next(u"done"_s).isEmpty());
    QVERIFY(!companion.next(u"listening"_s).isEmpty());
    QTRY_COMPARE(m_stage->settled.size(), 1);
    companion.say({{u"type"_s, u"stop"_s}});
    QCOMPARE(companion.next(u"done"_s)[u"reason"_s].toString(), u"stopped"_s);
    companion.say(message(u"Hi"_s));
    QCOMPARE(companion.next(u"failed"_s)[u"code"_s].toString(), u"no_turn"_s);
}

void tst_ApiVoice::stopRightAfterTheMessageEndsItsReply()
{
    Companion companion(*m_stage);
    companion.say(startControl);
    companion.say(message(u"Book two hours"_s));
    companion.say({{u"type"_s, u"stop"_s}}); // its reply has not begun yet
    const ReplyId reply{companion.next(u"heard"_s)[u"reply"_s].toInteger()};
    QVERIFY(m_stage->waitFor(reply, EventType::Stopped));
    QVERIFY(!companion.next(u"done"_s).isEmpty());
    QVERIFY(!companion.next(u"listening"_s).isEmpty()); // the turn goes on
}

void tst_ApiVoice::nothingHappensForAMinute()
{
    Companion companion(*m_stage);
    companion.say(startControl);
    QVERIFY(!companion.next(u"listening"_s).isEmpty());
    m_stage->clock.advance(std::chrono::seconds(59));
    QCOMPARE(m_stage->call("GET", "/api/health").status, 200); // the server has seen the time
    QVERIFY(!companion.types().contains(u"done"_s));
    m_stage->clock.advance(std::chrono::seconds(2));
    QCOMPARE(companion.next(u"done"_s)[u"reason"_s].toString(), u"inactive"_s);
}

void tst_ApiVoice::timeStandsStillWhileAQuestionWaits()
{
    Companion companion(*m_stage);
    const QJsonObject question = askedOn(companion);
    m_stage->clock.advance(std::chrono::minutes(20));
    companion.say(answer(question[u"id"_s], u"Imprint"_s));
    QCOMPARE(companion.next(u"answered"_s)[u"outcome"_s].toString(), u"chosen"_s);
    QVERIFY(!companion.next(u"listening"_s).isEmpty());
    m_stage->clock.advance(std::chrono::seconds(61)); // and goes on afterwards
    QTRY_COMPARE(companion.last(u"done"_s)[u"reason"_s].toString(), u"inactive"_s);
}

void tst_ApiVoice::failureIsTold()
{
    Companion companion(*m_stage);
    const QJsonObject question = askedOn(companion);
    companion.say(answer(question[u"id"_s], u"Imprint"_s));
    QVERIFY(!companion.next(u"done"_s).isEmpty());
    companion.say(message(u"Once more"_s)); // the script is at its end
    const QJsonObject failed = companion.next(u"failed"_s);
    QCOMPARE(failed[u"code"_s].toString(), u"protocol"_s);
    QVERIFY(!failed[u"message"_s].toString().isEmpty());
    QVERIFY(!failed.contains(u"control"_s)); // it is the reply that failed
    QVERIFY(!companion.next(u"listening"_s).isEmpty());
}

void tst_ApiVoice::frameThatIsTooLargeEndsTheConnection()
{
    Companion companion(*m_stage);
    companion.say(startControl);
    QVERIFY(!companion.next(u"listening"_s).isEmpty());
    companion.socket().sendTextMessage(QString((1 << 20) + 1, u'x'));
    QTRY_COMPARE(companion.socket().state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(m_stage->call("GET", "/api/health").status, 200);
}

void tst_ApiVoice::lookingOnIsShowing()
{
    Companion companion(*m_stage);
    const QJsonObject question = askedOn(companion);
    m_stage->clock.advance(std::chrono::seconds(11));
    companion.say(answer(question[u"id"_s], u"Imprint"_s));
    QCOMPARE(companion.next(u"answered"_s)[u"outcome"_s].toString(), u"chosen"_s);
}

QTEST_GUILESS_MAIN(tst_ApiVoice)
#include "tst_apivoice.moc"
