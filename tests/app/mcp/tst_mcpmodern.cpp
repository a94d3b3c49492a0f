// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The protocol from 2026-07-28 on: no handshake, and calls that end with a form and are repeated with it.
#include "models/store/questionrecord.h"
#include "tests/app/mcp/mcpstage.h"
#include "tests/models/store/storetest.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

namespace {

QJsonObject inputs(const QJsonObject &result)
{
    return {{u"answer"_s, result}};
}

QJsonObject acceptedInputs(const QString &answer)
{
    return inputs({{u"action"_s, u"accept"_s}, {u"content"_s, QJsonObject{{u"answer"_s, answer}}}});
}

} // namespace

class tst_McpModern : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void discovers();
    void otherVersionsAreRefused();
    void resultsAreDressed();
    void resourcesThatThereAreNot();
    void asksForInputAndGoesOn();
    void noFormWithoutTheSettingOrTheClient_data();
    void noFormWithoutTheSettingOrTheClient();
    void statesThatAreRefused_data();
    void statesThatAreRefused();
    void aStateIsUsedOnce();
    void aFormWithoutAnAnswerUsesNothingUp_data();
    void aFormWithoutAnAnswerUsesNothingUp();
    void theSameAnswerAgainIsOneAnswer_data();
    void theSameAnswerAgainIsOneAnswer();
    void anAnswerThatIsNotStoredIsSaid();
    void aStateRunsOut();
    void answeredElsewhereMeanwhile();
    void answeredElsewhereAndAskedAgain();
    void notThePersonWaitsOn();
    void aFormThatNeverComesBackParks();
    void anotherPromptParksAtOnce();
    void cancelledAfterTheForm();
    void listensAndEndsGracefully();

private:
    //! Asks as far as the client was sent away with a form; gives its state.
    [[nodiscard]] QString askedForInput();
    int repeat(const QString &state, const QJsonObject &responses, const QString &thread = u"roof"_s);
    [[nodiscard]] int errorCode(int id) { return m->response(id)[u"error"_s][u"code"_s].toInt(); }
    std::unique_ptr<McpStage> m;
    Question question{};
};

void tst_McpModern::init()
{
    m = std::make_unique<McpStage>(McpStage::Era::Modern);
    m->capabilities = {{u"elicitation"_s, QJsonObject{{u"form"_s, QJsonObject()}}}};
    m->workshop.now.showsForms = true;
}

void tst_McpModern::cleanup()
{
    m.reset();
}

QString tst_McpModern::askedForInput()
{
    m->stage.script->add({.calls = {ask(u"c1"_s, u"Which project?"_s, {u"Imprint"_s, u"Billing"_s})}});
    const int id = m->respond(u"roof"_s, u"Book it"_s);
    question = m->question();
    return m->result(id)[u"requestState"_s].toString();
}

int tst_McpModern::repeat(const QString &state, const QJsonObject &responses, const QString &thread)
{
    return m->respond(thread, u"Book it"_s, {{u"requestState"_s, state}, {u"inputResponses"_s, responses}});
}

void tst_McpModern::discovers()
{
    const QJsonObject result = m->result(m->request(u"server/discover"_s));
    QCOMPARE(result[u"supportedVersions"_s].toArray(), QJsonArray{u"2026-07-28"_s});
    QCOMPARE(result[u"resultType"_s].toString(), u"complete"_s);
    QCOMPARE(result[u"_meta"_s][u"io.modelcontextprotocol/serverInfo"_s][u"name"_s].toString(), u"heed"_s);
    QVERIFY(result.contains(u"ttlMs"_s));
    QCOMPARE(m->workshop.opened, 0);
    QCOMPARE(m->workshop.client, u"tester"_s);
}

void tst_McpModern::otherVersionsAreRefused()
{
    m->send({{u"jsonrpc"_s, u"2.0"_s},
             {u"id"_s, 7},
             {u"method"_s, u"tools/list"_s},
             {u"params"_s, QJsonObject{{u"_meta"_s, QJsonObject{{u"io.modelcontextprotocol/protocolVersion"_s,
                                                                 u"2030-01-01"_s}}}}}});
    QCOMPARE(errorCode(7), -32022);
    QCOMPARE(m->response(7)[u"error"_s][u"data"_s][u"supported"_s].toArray(), QJsonArray{u"2026-07-28"_s});
    QCOMPARE(errorCode(m->request(u"ping"_s)), -32601); // gone in this era
}

void tst_McpModern::resultsAreDressed()
{
    for (const auto &method : {u"tools/list"_s, u"resources/list"_s, u"resources/templates/list"_s}) {
        const QJsonObject result = m->result(m->request(method));
        QCOMPARE(result[u"resultType"_s].toString(), u"complete"_s);
        QVERIFY2(result.contains(u"ttlMs"_s) && result.contains(u"cacheScope"_s), qPrintable(method));
    }
}

void tst_McpModern::resourcesThatThereAreNot()
{
    QCOMPARE(errorCode(m->request(u"resources/read"_s, {{u"uri"_s, u"heed://threads/nothing"_s}})), -32602);
    QCOMPARE(errorCode(m->request(u"resources/read"_s, {{u"uri"_s, u"file:///etc/passwd"_s}})), -32602);
}

void tst_McpModern::asksForInputAndGoesOn()
{
    m->stage.script->add({.calls = {ask(u"c1"_s, u"Which project?"_s, {u"Imprint"_s, u"Billing"_s})}});
    const int first = m->respond(u"roof"_s, u"Book it"_s);
    const QJsonObject asked = m->result(first);
    QCOMPARE(asked[u"resultType"_s].toString(), u"input_required"_s);
    const QJsonObject form = asked[u"inputRequests"_s][u"answer"_s].toObject();
    QCOMPARE(form[u"method"_s].toString(), u"elicitation/create"_s);
    QVERIFY(form[u"params"_s][u"message"_s].toString().contains(u"tester"_s));
    m->stage.script->add({.say = {u"Booked."_s}});
    const int second = repeat(asked[u"requestState"_s].toString(), acceptedInputs(u"Billing"_s));
    QCOMPARE(m->structured(second)[u"state"_s].toString(), u"complete"_s);
    QCOMPARE(m->structured(second)[u"reply"_s].toString(), u"Booked."_s);
    QCOMPARE(m->lastItem(), u"The user answered: Billing"_s);
    QCOMPARE(m->stage.script->requests().size(), 2); // the prompt was not sent again
    QVERIFY(m->all(u"elicitation/create"_s).isEmpty());
}

void tst_McpModern::noFormWithoutTheSettingOrTheClient_data()
{
    QTest::addColumn<bool>("isOn");
    QTest::addColumn<QJsonObject>("capabilities");
    QTest::newRow("off") << false << QJsonObject{{u"elicitation"_s, QJsonObject()}};
    QTest::newRow("a client without forms") << true << QJsonObject();
}

void tst_McpModern::noFormWithoutTheSettingOrTheClient()
{
    QFETCH(bool, isOn);
    QFETCH(QJsonObject, capabilities);
    m->workshop.now.showsForms = isOn;
    m->capabilities = capabilities;
    m->stage.script->add({.calls = {ask(u"c1"_s, u"Which project?"_s)}});
    m->stage.script->add({.say = {u"I asked."_s}});
    const int id = m->respond(u"roof"_s, u"Book it"_s);
    QVERIFY(m->question().id.isValid());
    m->stage.clock.advance(std::chrono::seconds(45));
    QCOMPARE(m->structured(id)[u"state"_s].toString(), u"parked"_s);
}

void tst_McpModern::statesThatAreRefused_data()
{
    QTest::addColumn<QString>("kind");
    for (const auto *kind : {"forged", "altered", "foreign", "of another run", "empty"})
        QTest::newRow(kind) << QString::fromLatin1(kind);
}

void tst_McpModern::statesThatAreRefused()
{
    QFETCH(QString, kind);
    QString state = askedForInput();
    QString thread = u"roof"_s;
    if (kind == u"forged"_s)
        state = u"eyJ0aHJlYWQiOiJyb29mIn0.AAAA"_s;
    else if (kind == u"altered"_s)
        state[3] = state.at(3) == u'A' ? u'B' : u'A';
    else if (kind == u"foreign"_s)
        thread = u"other"_s;
    else if (kind == u"of another run"_s)
        m->restartServer();
    else
        state.clear();
    QCOMPARE(errorCode(repeat(state, acceptedInputs(u"Billing"_s), thread)), -32602);
    QVERIFY(m->stage.settled.isEmpty());
    QCOMPARE(m->stage.script->requests().size(), 1);
    // The question is open to the person all the same.
    m->stage.script->add({.say = {u"Booked."_s}});
    QVERIFY(m->answer(question, {.text = u"Billing"_s}));
}

void tst_McpModern::aStateIsUsedOnce()
{
    const QString state = askedForInput();
    m->stage.script->add({.say = {u"Booked."_s}});
    QVERIFY(!m->result(repeat(state, acceptedInputs(u"Billing"_s))).isEmpty());
    // The question is over: nothing can be answered with it any more, and the turn's result is no secret.
    const int again = repeat(state, acceptedInputs(u"Imprint"_s));
    QCOMPARE(errorCode(again), -32602);
    QCOMPARE(m->stage.settled.size(), 1);
}

void tst_McpModern::aFormWithoutAnAnswerUsesNothingUp_data()
{
    QTest::addColumn<QJsonObject>("form");
    QTest::newRow("empty") << inputs({{u"action"_s, u"accept"_s}, {u"content"_s, QJsonObject()}});
    QTest::newRow("none of the options") << acceptedInputs(u"The garden"_s);
    QTest::newRow("closed") << inputs({{u"action"_s, u"cancel"_s}});
    QTest::newRow("declined at once") << inputs({{u"action"_s, u"decline"_s}});
    QTest::newRow("no form at all") << QJsonObject();
}

void tst_McpModern::aFormWithoutAnAnswerUsesNothingUp()
{
    QFETCH(QJsonObject, form);
    const QString state = askedForInput();
    const int first = repeat(state, form);
    QCoreApplication::processEvents();
    QVERIFY(!m->hasResponse(first)); // the question waits on elsewhere
    m->stage.script->add({.say = {u"Booked."_s}});
    const int second = repeat(state, acceptedInputs(u"Billing"_s));
    QCOMPARE(m->structured(second)[u"reply"_s].toString(), u"Booked."_s);
    QCOMPARE(m->structured(first)[u"reply"_s].toString(), u"Booked."_s);
    QCOMPARE(m->lastItem(), u"The user answered: Billing"_s);
    // Nor is a form without an answer a way to use it again.
    QCOMPARE(errorCode(repeat(state, form)), -32602);
}

void tst_McpModern::theSameAnswerAgainIsOneAnswer_data()
{
    QTest::addColumn<bool>("atOnce");
    QTest::newRow("after the result was lost") << false;
    QTest::newRow("at once") << true;
}

void tst_McpModern::theSameAnswerAgainIsOneAnswer()
{
    QFETCH(bool, atOnce);
    const QString state = askedForInput();
    m->stage.script->add({.say = {u"Booked."_s}});
    const int first = repeat(state, acceptedInputs(u"Billing"_s));
    if (!atOnce)
        QCOMPARE(m->structured(first)[u"reply"_s].toString(), u"Booked."_s);
    const int second = repeat(state, acceptedInputs(u"Billing"_s));
    const int other = repeat(state, acceptedInputs(u"Imprint"_s));
    QCOMPARE(m->structured(second)[u"reply"_s].toString(), u"Booked."_s);
    QCOMPARE(m->structured(first), m->structured(second));
    QCOMPARE(errorCode(other), -32602);
    QCOMPARE(m->stage.settled.size(), 1);
    QCOMPARE(m->stage.script->requests().size(), 2);
}

void tst_McpModern::anAnswerThatIsNotStoredIsSaid()
{
    const QString state = askedForInput();
    const auto isShown = [this] {
        return !m->stage
                    .read<QuestionRecord>(
                        [this](QSqlDatabase &database) { return records::question(database, question.id); })
                    .shownOn.isEmpty();
    };
    QTRY_VERIFY(isShown());
    storetest::Locked other(m->stage.store->file());
    const int first = repeat(state, acceptedInputs(u"Billing"_s));
    QCOMPARE(errorCode(first), -32603);
    const QString says = m->response(first)[u"error"_s][u"message"_s].toString();
    QVERIFY2(says.contains(u"was not taken"_s) && says.contains(u"send the same call again"_s),
             qPrintable(says));
    other.release();
    QVERIFY(m->stage.settled.isEmpty());
    m->stage.script->add({.say = {u"Booked."_s}});
    QCOMPARE(m->structured(repeat(state, acceptedInputs(u"Billing"_s)))[u"reply"_s].toString(), u"Booked."_s);
    QCOMPARE(m->lastItem(), u"The user answered: Billing"_s);
}

void tst_McpModern::aStateRunsOut()
{
    const QString state = askedForInput();
    m->stage.script->add({.say = {u"I asked."_s}});
    m->stage.clock.advance(std::chrono::hours(1));
    QCOMPARE(errorCode(repeat(state, acceptedInputs(u"Billing"_s))), -32602);
    QTRY_COMPARE(m->stage.script->requests().size(), 2); // parked
    QVERIFY(m->stage.settled.isEmpty());
    QVERIFY(m->answer(question, {.text = u"Billing"_s}));
}

void tst_McpModern::answeredElsewhereMeanwhile()
{
    const QString state = askedForInput();
    m->stage.script->add({.say = {u"Booked on Billing."_s}});
    QVERIFY(m->answer(question, {.text = u"Billing"_s}));
    for (int i = 0; i < 2; ++i) { // however often: the same
        const int id = repeat(state, acceptedInputs(u"Imprint"_s));
        QCOMPARE(m->structured(id)[u"reply"_s].toString(), u"Booked on Billing."_s);
    }
    QCOMPARE(m->lastItem(), u"The user answered: Billing"_s);
    QCOMPARE(m->stage.settled.size(), 1);
    QCOMPARE(m->stage.script->requests().size(), 2);
}

void tst_McpModern::answeredElsewhereAndAskedAgain()
{
    const QString state = askedForInput();
    m->stage.script->add({.calls = {ask(u"c2"_s, u"Which month?"_s)}});
    QVERIFY(m->answer(question, {.text = u"Billing"_s}));
    QCOMPARE(m->question(2).text, u"Which month?"_s);
    const int id = repeat(state, acceptedInputs(u"Imprint"_s));
    QCOMPARE(m->result(id)[u"resultType"_s].toString(), u"input_required"_s);
    m->stage.script->add({.say = {u"Booked."_s}});
    const int last = repeat(m->result(id)[u"requestState"_s].toString(), acceptedInputs(u"May"_s));
    QCOMPARE(m->structured(last)[u"reply"_s].toString(), u"Booked."_s);
    QCOMPARE(m->lastItem(), u"The user answered: May"_s);
}

void tst_McpModern::notThePersonWaitsOn()
{
    const QString state = askedForInput();
    const int id = repeat(state, inputs({{u"action"_s, u"decline"_s}}));
    m->stage.script->add({.say = {u"I asked."_s}});
    QTRY_VERIFY(!m->hasResponse(id));
    m->stage.clock.advance(std::chrono::seconds(45));
    QCOMPARE(m->structured(id)[u"state"_s].toString(), u"parked"_s);
    QVERIFY(m->stage.settled.isEmpty());
}

void tst_McpModern::aFormThatNeverComesBackParks()
{
    QVERIFY(!askedForInput().isEmpty());
    m->stage.script->add({.say = {u"I asked."_s}});
    m->stage.clock.advance(std::chrono::minutes(59));
    QCoreApplication::processEvents();
    QCOMPARE(m->stage.script->requests().size(), 1);
    m->stage.clock.advance(std::chrono::minutes(1));
    QTRY_COMPARE(m->stage.script->requests().size(), 2);
}

void tst_McpModern::anotherPromptParksAtOnce()
{
    const QString state = askedForInput();
    m->stage.script->add({.say = {u"I asked."_s}});
    m->stage.script->add({.say = {u"Two."_s}});
    const int id = m->respond(u"roof"_s, u"What is 1+1?"_s);
    QCOMPARE(m->structured(id)[u"reply"_s].toString(), u"Two."_s);
    QVERIFY(m->lastPrompt().first().contains(u"still waits for the person"_s));
    // The late form is of no use, and its call gets what the turn came to.
    const int late = repeat(state, acceptedInputs(u"Billing"_s));
    QCOMPARE(m->structured(late)[u"state"_s].toString(), u"parked"_s);
    QVERIFY(m->stage.settled.isEmpty());
}

void tst_McpModern::cancelledAfterTheForm()
{
    const QString state = askedForInput();
    const int id = repeat(state, inputs({{u"action"_s, u"cancel"_s}}));
    m->stage.script->add({.say = {u"I asked."_s}});
    m->notify(u"notifications/cancelled"_s, {{u"requestId"_s, id}});
    QTRY_COMPARE(m->stage.script->requests().size(), 2); // parked
    QVERIFY(!m->hasResponse(id));
}

void tst_McpModern::listensAndEndsGracefully()
{
    m->stage.script->add({.say = {u"Hello."_s}});
    QVERIFY(!m->result(m->respond(u"roof"_s, u"Hi"_s)).isEmpty());
    const int id = m->request(
        u"subscriptions/listen"_s,
        {{u"notifications"_s,
          QJsonObject{{u"resourcesListChanged"_s, true},
                      {u"toolsListChanged"_s, true},
                      {u"resourceSubscriptions"_s, QJsonArray{u"heed://threads/roof"_s, u"file:///x"_s}}}}});
    const QJsonObject told =
        m->waitFor(u"notifications/subscriptions/acknowledged"_s)[u"params"_s].toObject();
    QCOMPARE(told[u"_meta"_s][u"io.modelcontextprotocol/subscriptionId"_s].toInt(), id);
    QCOMPARE(told[u"notifications"_s].toObject(),
             QJsonObject({{u"resourcesListChanged"_s, true},
                          {u"resourceSubscriptions"_s, QJsonArray{u"heed://threads/roof"_s}}}));
    m->stage.script->add({.say = {u"Hello."_s}});
    std::ignore = m->respond(u"roof"_s, u"Hi"_s);
    QCOMPARE(m->waitFor(u"notifications/resources/updated"_s)[u"params"_s][u"uri"_s].toString(),
             u"heed://threads/roof"_s);
    m->stage.script->add({.say = {u"Hello."_s}});
    std::ignore = m->respond(u"new one"_s, u"Hi"_s);
    QVERIFY(!m->waitFor(u"notifications/resources/list_changed"_s).isEmpty());
    m->server->stop();
    QCOMPARE(m->result(id)[u"_meta"_s][u"io.modelcontextprotocol/subscriptionId"_s].toInt(), id);
}

QTEST_GUILESS_MAIN(tst_McpModern)
#include "tst_mcpmodern.moc"
