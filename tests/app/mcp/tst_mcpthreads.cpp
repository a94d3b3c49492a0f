// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Threads: their order, their end, what outlives a server, and how they read as resources.
#include "models/store/keptrecord.h"
#include "tests/app/mcp/mcpstage.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

class tst_McpThreads : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void oneThreadOneAtATime();
    void threadsSideBySide();
    void idleThreadsAreForgotten();
    void aThreadWhoseQuestionWaitsIsNotForgotten();
    void listed();
    void closingWithdrawsAndFreesTheName();
    void theEndWithdrawsWhatIsNotParked_data();
    void theEndWithdrawsWhatIsNotParked();
    void theEndWithoutCallsIsImmediate();
    void aKilledServerLosesNothing();
    void aParkedQuestionOutlivesItsServer();
    void theResourceShowsTheAnswerWhenItIsTaken();
    void subscriptions();
    void resourcesThatThereAreNot();

private:
    int asks(const QString &thread = u"roof"_s);
    [[nodiscard]] QJsonObject read(const QString &thread);
    [[nodiscard]] QString outcome() const
    {
        return m->stage.settled.isEmpty() ? QString() : outcomeName(m->stage.settled.last().outcome);
    }
    std::unique_ptr<McpStage> m;
    Question question{};
};

void tst_McpThreads::init()
{
    m = std::make_unique<McpStage>();
}

void tst_McpThreads::cleanup()
{
    m.reset();
}

int tst_McpThreads::asks(const QString &thread)
{
    m->stage.script->add({.calls = {ask(u"c1"_s, u"Which project?"_s, {u"Imprint"_s, u"Billing"_s})}});
    const int before = int(m->workshop.told.size());
    const int id = m->respond(thread, u"Book it"_s);
    question = m->question(before + 1);
    return id;
}

QJsonObject tst_McpThreads::read(const QString &thread)
{
    const int id = m->request(u"resources/read"_s, {{u"uri"_s, QString(u"heed://threads/"_s + thread)}});
    const QString text = m->result(id)[u"contents"_s][0][u"text"_s].toString();
    return QJsonDocument::fromJson(text.toUtf8()).object();
}

void tst_McpThreads::oneThreadOneAtATime()
{
    const int first = asks();
    const int second = m->respond(u"roof"_s, u"And then?"_s);
    QCoreApplication::processEvents();
    QCOMPARE(m->stage.script->requests().size(), 1);
    m->stage.script->add({.say = {u"One."_s}});
    m->stage.script->add({.say = {u"Two."_s}});
    QVERIFY(m->answer(question, {.text = u"Billing"_s}));
    QCOMPARE(m->structured(first)[u"reply"_s].toString(), u"One."_s);
    QCOMPARE(m->structured(second)[u"reply"_s].toString(), u"Two."_s);
}

void tst_McpThreads::threadsSideBySide()
{
    const int waits = asks();
    m->stage.script->add({.say = {u"Two."_s}});
    QCOMPARE(m->structured(m->respond(u"other"_s, u"Hi"_s))[u"reply"_s].toString(), u"Two."_s);
    QVERIFY(!m->hasResponse(waits));
}

void tst_McpThreads::idleThreadsAreForgotten()
{
    for (int i = 0; i < 34; ++i) {
        m->stage.script->add({.say = {u"Hi."_s}});
        QVERIFY(!m->result(m->respond(u"t%1"_s.arg(i), u"Hi"_s)).isEmpty());
    }
    QVERIFY(!m->server->threads().isInMemory(u"t0"_s));
    QVERIFY(!m->server->threads().isInMemory(u"t1"_s));
    QVERIFY(m->server->threads().isInMemory(u"t2"_s));
    m->stage.script->add({.say = {u"Again."_s}});
    QCOMPARE(m->structured(m->respond(u"t0"_s, u"And?"_s))[u"reply"_s].toString(), u"Again."_s);
    QCOMPARE(m->stage.script->requests().last().items.size(), 3); // with its history
}

void tst_McpThreads::aThreadWhoseQuestionWaitsIsNotForgotten()
{
    const int id = asks(u"waits"_s);
    m->stage.script->add({.say = {u"I asked."_s}});
    m->stage.clock.advance(std::chrono::seconds(45));
    QCOMPARE(m->structured(id)[u"state"_s].toString(), u"parked"_s);
    for (int i = 0; i < 33; ++i) {
        m->stage.script->add({.say = {u"Hi."_s}});
        QVERIFY(!m->result(m->respond(u"t%1"_s.arg(i), u"Hi"_s)).isEmpty());
    }
    QVERIFY(m->server->threads().isInMemory(u"waits"_s));
    QVERIFY(!m->server->threads().isInMemory(u"t0"_s));
}

void tst_McpThreads::listed()
{
    m->workshop.threadsExist = false;
    QCOMPARE(m->structured(m->call(u"threads"_s, {}))[u"threads"_s].toArray().size(), 0);
    QCOMPARE(m->workshop.opened, 0);
    m->workshop.threadsExist = true;
    asks();
    const int id = m->call(u"threads"_s, {});
    const QJsonObject thread = m->structured(id)[u"threads"_s][0].toObject();
    QCOMPARE(thread[u"thread"_s].toString(), u"roof"_s);
    QCOMPARE(thread[u"state"_s].toString(), u"waiting"_s);
    QCOMPARE(thread[u"questions"_s][0][u"id"_s].toString(), question.id.value);
    QVERIFY(m->content(id).contains(u"Which project?"_s));
    const auto resources = m->result(m->request(u"resources/list"_s))[u"resources"_s].toArray();
    QCOMPARE(resources.size(), 1);
    QCOMPARE(resources.first()[u"uri"_s].toString(), u"heed://threads/roof"_s);
}

void tst_McpThreads::closingWithdrawsAndFreesTheName()
{
    const int id = asks();
    const int closing = m->call(u"close_thread"_s, {{u"thread"_s, u"roof"_s}});
    QVERIFY(m->structured(closing)[u"closed"_s].toBool());
    QCOMPARE(m->structured(closing)[u"withdrawn"_s].toInt(), 1);
    QCOMPARE(m->structured(id)[u"state"_s].toString(), u"failed"_s);
    QTRY_COMPARE(outcome(), u"withdrawn"_s);
    QCOMPARE(m->structured(m->call(u"threads"_s, {}))[u"threads"_s].toArray().size(), 0);
    m->stage.script->add({.say = {u"New."_s}});
    QVERIFY(!m->result(m->respond(u"roof"_s, u"Hi"_s)).isEmpty());
    QCOMPARE(m->stage.script->requests().last().items.size(), 1);
}

void tst_McpThreads::theEndWithdrawsWhatIsNotParked_data()
{
    QTest::addColumn<bool>("parked");
    QTest::newRow("it waits in a call") << false;
    QTest::newRow("it was parked") << true;
}

void tst_McpThreads::theEndWithdrawsWhatIsNotParked()
{
    QFETCH(bool, parked);
    const int id = asks();
    if (parked) {
        m->stage.script->add({.say = {u"I asked."_s}});
        m->stage.clock.advance(std::chrono::seconds(45));
        QVERIFY(!m->result(id).isEmpty());
    }
    m->stage.clock.advance(std::chrono::seconds(5));
    QSignalSpy ended(m->server.get(), &McpServer::ended);
    m->server->stop();
    QTRY_COMPARE(ended.size(), 1);
    QCOMPARE(m->structured(id)[u"usage"_s][u"waited_seconds"_s].toDouble(), parked ? 45. : 5.);
    if (parked) {
        QVERIFY(m->answer(question, {.text = u"Billing"_s}));
    } else {
        QTRY_COMPARE(outcome(), u"withdrawn"_s);
        const auto audit = m->stage.read<QList<AuditRecord>>(
            [](QSqlDatabase &database) { return records::audit(database, {}); });
        QCOMPARE(audit.last().kind, u"inquiry.settled"_s);
    }
}

void tst_McpThreads::theEndWithoutCallsIsImmediate()
{
    QSignalSpy ended(m->server.get(), &McpServer::ended);
    m->server->stop();
    QCOMPARE(ended.size(), 1);
    QCOMPARE(m->workshop.opened, 0);
}

void tst_McpThreads::aKilledServerLosesNothing()
{
    asks();
    m->restartProgram();
    // Nobody holds a call for that question: it is parked, then the new prompt runs.
    m->stage.script->add({.say = {u"I asked."_s}});
    m->stage.script->add({.say = {u"Two."_s}});
    const int id = m->respond(u"roof"_s, u"What is 1+1?"_s);
    QCOMPARE(m->structured(id)[u"reply"_s].toString(), u"Two."_s);
    QCOMPARE(m->structured(id)[u"questions"_s][0][u"id"_s].toString(), question.id.value);
    QVERIFY(m->lastPrompt().first().contains(u"still waits for the person"_s));
    QVERIFY(m->answer(question, {.text = u"Billing"_s}));
    m->stage.script->add({.say = {u"Booked."_s}});
    QVERIFY(!m->result(m->respond(u"roof"_s, u"continue"_s)).isEmpty());
    QVERIFY(m->lastPrompt().first().startsWith(u"The person answered"_s));
}

void tst_McpThreads::aParkedQuestionOutlivesItsServer()
{
    const int id = asks();
    m->stage.script->add({.say = {u"I asked."_s}});
    m->stage.clock.advance(std::chrono::seconds(45));
    QVERIFY(!m->result(id).isEmpty());
    m->restartProgram();
    std::ignore = m->structured(m->call(u"threads"_s, {})); // the first call of the next server takes it up
    QTRY_COMPARE(m->stage.asked.size(), 1);
    QVERIFY(m->answer(question, {.text = u"Billing"_s}));
    m->stage.script->add({.say = {u"Booked."_s}});
    QVERIFY(!m->result(m->respond(u"roof"_s, u"continue"_s)).isEmpty());
    QVERIFY(m->lastPrompt().first().contains(u"Billing"_s));
}

void tst_McpThreads::theResourceShowsTheAnswerWhenItIsTaken()
{
    const int id = asks();
    m->stage.script->add({.say = {u"I asked."_s}});
    m->stage.clock.advance(std::chrono::seconds(45));
    QVERIFY(!m->result(id).isEmpty());
    const QJsonObject before = read(u"roof"_s);
    QCOMPARE(before[u"questions"_s][0][u"state"_s].toString(), u"waiting"_s);
    QVERIFY(before[u"questions"_s][0][u"parked"_s].toBool());
    QVERIFY(!before[u"questions"_s][0].toObject().contains(u"answer"_s));
    QCOMPARE(before[u"messages"_s][0][u"from"_s].toString(), u"caller"_s);
    QCOMPARE(before[u"messages"_s][1][u"text"_s].toString(), u"I asked."_s);
    QVERIFY(m->answer(question, {.text = u"Billing"_s}));
    const QJsonObject after = read(u"roof"_s);
    QCOMPARE(after[u"questions"_s][0][u"state"_s].toString(), u"answered"_s);
    QCOMPARE(after[u"questions"_s][0][u"answer"_s].toString(), u"Billing"_s);
    QCOMPARE(after[u"facts"_s][0][u"answer"_s].toString(), u"Billing"_s);
}

void tst_McpThreads::subscriptions()
{
    m->notify(u"notifications/initialized"_s);
    m->stage.script->add({.say = {u"Hi."_s}});
    QVERIFY(!m->result(m->respond(u"roof"_s, u"Hi"_s)).isEmpty());
    QVERIFY(!m->waitFor(u"notifications/resources/list_changed"_s).isEmpty());
    const QJsonObject uri{{u"uri"_s, u"heed://threads/roof"_s}};
    QVERIFY(m->response(m->request(u"resources/subscribe"_s, uri)).contains(u"result"_s));
    asks();
    QCOMPARE(m->waitFor(u"notifications/resources/updated"_s)[u"params"_s][u"uri"_s].toString(),
             u"heed://threads/roof"_s);
    m->stage.script->add({.say = {u"Booked."_s}});
    const auto count = m->all(u"notifications/resources/updated"_s).size();
    QVERIFY(m->answer(question, {.text = u"Billing"_s}));
    QTRY_VERIFY(m->all(u"notifications/resources/updated"_s).size() > count);
    QVERIFY(m->response(m->request(u"resources/unsubscribe"_s, uri)).contains(u"result"_s));
}

void tst_McpThreads::resourcesThatThereAreNot()
{
    for (const auto &uri : {u"heed://threads/nothing"_s, u"heed://threads/"_s, u"file:///etc/passwd"_s}) {
        const int id = m->request(u"resources/read"_s, {{u"uri"_s, uri}});
        QCOMPARE(m->response(id)[u"error"_s][u"code"_s].toInt(), -32002);
    }
}

QTEST_GUILESS_MAIN(tst_McpThreads)
#include "tst_mcpthreads.moc"
