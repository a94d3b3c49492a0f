// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The protocol up to 2025-11-25: the handshake, and a question while a call waits.
#include "models/store/chatrecord.h"
#include "models/store/keptrecord.h"
#include "tests/app/mcp/mcpstage.h"
#include "tests/app/mcp/schemacheck.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

namespace {

const QJsonObject token{{u"_meta"_s, QJsonObject{{u"progressToken"_s, u"p1"_s}}}};

QJsonObject acceptedForm(const QString &answer)
{
    return {{u"action"_s, u"accept"_s}, {u"content"_s, QJsonObject{{u"answer"_s, answer}}}};
}

} // namespace

class tst_McpLegacy : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void theHandshake_data();
    void theHandshake();
    void probesOpenNothing();
    void rubbishIsAnswered();
    void unknownToolsAndBadArguments();
    void repliesInAThread();
    void aFailedTurnSaysWhy();
    void askingIsOffUntilTurnedOn();
    void answeredWhileTheCallWaits();
    void parksAtTheEndOfTheHold_data();
    void parksAtTheEndOfTheHold();
    void theNextTurnBeginsWithTheNote();
    void aDifferentPromptWhileItWaits();
    void parkedUntilThePersonAnswers();
    void aSecondQuestionIsRefused();
    void theDeadlineIsSooner();
    void cancelledWhileItWaits();
    void cancelledWhileTheModelWrites();
    void cancelledBeforeAnythingWasSaid_data();
    void cancelledBeforeAnythingWasSaid();
    void formsAreShownWhen_data();
    void formsAreShownWhen();
    void theFormIsFirst();
    void theChannelIsFirst();
    void bothAtOnce();
    void notThePerson_data();
    void notThePerson();
    void declinedInTheForm();
    void theFormIsWithdrawnWhenItParks();
    void progressRises();
    void noProgressWithoutAToken();

private:
    void handshake(const QJsonObject &capabilities = {}, const QString &version = u"2025-11-25"_s);
    //! A call whose model asks, as far as the person being told.
    int asks(const QJsonObject &more = {});
    [[nodiscard]] QString settledOutcome() const;
    std::unique_ptr<McpStage> m;
    Question question{};
};

void tst_McpLegacy::init()
{
    m = std::make_unique<McpStage>();
}

void tst_McpLegacy::cleanup()
{
    m.reset();
}

void tst_McpLegacy::handshake(const QJsonObject &capabilities, const QString &version)
{
    const int id =
        m->request(u"initialize"_s,
                   {{u"protocolVersion"_s, version},
                    {u"capabilities"_s, capabilities},
                    {u"clientInfo"_s, QJsonObject{{u"name"_s, u"agent"_s}, {u"title"_s, u"Some Agent"_s}}}});
    QCOMPARE(m->result(id)[u"protocolVersion"_s].toString(), version);
    m->notify(u"notifications/initialized"_s);
    QCOMPARE(m->workshop.client, u"Some Agent"_s);
}

int tst_McpLegacy::asks(const QJsonObject &more)
{
    m->stage.script->add({.calls = {ask(u"c1"_s, u"Which project?"_s, {u"Imprint"_s, u"Billing"_s})}});
    const int id = m->respond(u"roof"_s, u"Book it"_s, more);
    question = m->question();
    return id;
}

QString tst_McpLegacy::settledOutcome() const
{
    return m->stage.settled.isEmpty() ? QString() : outcomeName(m->stage.settled.last().outcome);
}

void tst_McpLegacy::theHandshake_data()
{
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<QString>("got");
    QTest::newRow("the newest") << u"2025-11-25"_s << u"2025-11-25"_s;
    QTest::newRow("the one before") << u"2025-06-18"_s << u"2025-06-18"_s;
    QTest::newRow("the first") << u"2025-03-26"_s << u"2025-03-26"_s;
    QTest::newRow("one that nobody knows") << u"1999-01-01"_s << u"2025-11-25"_s;
    QTest::newRow("none") << QString() << u"2025-11-25"_s;
}

void tst_McpLegacy::theHandshake()
{
    QFETCH(QString, wanted);
    QFETCH(QString, got);
    const int id = m->request(u"initialize"_s, {{u"protocolVersion"_s, wanted}});
    const QJsonObject result = m->result(id);
    QCOMPARE(result[u"protocolVersion"_s].toString(), got);
    QCOMPARE(result[u"serverInfo"_s][u"name"_s].toString(), u"heed"_s);
    QVERIFY(result[u"capabilities"_s][u"resources"_s][u"subscribe"_s].toBool());
    QVERIFY(!result.contains(u"resultType"_s));
}

void tst_McpLegacy::probesOpenNothing()
{
    handshake();
    m->workshop.threadsExist = false;
    QCOMPARE(m->result(m->request(u"ping"_s)), QJsonObject());
    QCOMPARE(m->result(m->request(u"tools/list"_s))[u"tools"_s].toArray().size(), 3);
    QCOMPARE(m->result(m->request(u"resources/list"_s))[u"resources"_s].toArray().size(), 0);
    QCOMPARE(m->result(m->request(u"resources/templates/list"_s))[u"resourceTemplates"_s].toArray().size(),
             1);
    QCOMPARE(m->workshop.opened, 0);
}

void tst_McpLegacy::rubbishIsAnswered()
{
    m->sendLine("what?");
    m->sendLine("[]");
    m->sendLine("");
    m->sendLine("  ");
    m->server->refuseLongLine(1000);
    m->notify(u"notifications/of_something"_s);
    m->reply(u"nobody asked"_s, {});
    QCOMPARE(m->sent.size(), 3);
    QCOMPARE(m->sent.at(0)[u"error"_s][u"code"_s].toInt(), -32700);
    QCOMPARE(m->sent.at(1)[u"error"_s][u"code"_s].toInt(), -32600);
    QVERIFY(m->sent.at(2)[u"error"_s][u"message"_s].toString().contains(u"1000"_s));
    QCOMPARE(m->response(m->request(u"prompts/list"_s))[u"error"_s][u"code"_s].toInt(), -32601);
}

void tst_McpLegacy::unknownToolsAndBadArguments()
{
    QCOMPARE(m->response(m->call(u"answer"_s, {}))[u"error"_s][u"code"_s].toInt(), -32602);
    const int id = m->call(u"respond"_s, {{u"thread"_s, u"roof"_s}});
    QVERIFY(m->result(id)[u"isError"_s].toBool());
    QVERIFY(m->content(id).contains(u"\"prompt\" is missing"_s));
    m->workshop.now.provider.kind = u"guide"_s;
    const int model =
        m->call(u"respond"_s, {{u"thread"_s, u"a"_s}, {u"prompt"_s, u"b"_s}, {u"model"_s, u"c"_s}});
    QVERIFY(m->content(model).contains(u"guide"_s));
    QVERIFY(m->result(m->call(u"close_thread"_s, {{u"thread"_s, u"nothing"_s}}))[u"isError"_s].toBool());
    QVERIFY(m->result(m->call(u"threads"_s, {{u"all"_s, true}}))[u"isError"_s].toBool());
}

void tst_McpLegacy::repliesInAThread()
{
    handshake();
    m->stage.script->add({.say = {u"Hel"_s, u"lo."_s}, .usage = {.tokensIn = 7, .tokensOut = 2}});
    const int first = m->respond(u"roof"_s, u"Hi"_s);
    QCOMPARE(m->structured(first)[u"state"_s].toString(), u"complete"_s);
    QCOMPARE(m->structured(first)[u"reply"_s].toString(), u"Hello."_s);
    QCOMPARE(m->structured(first)[u"uri"_s].toString(), u"heed://threads/roof"_s);
    QCOMPARE(m->structured(first)[u"usage"_s][u"tokens_out"_s].toInt(), 2);
    QVERIFY(m->content(first).startsWith(u"Hello."_s));
    m->restartServer(); // a later process knows the thread
    m->stage.script->add({.say = {u"Again."_s}});
    QCOMPARE(m->structured(m->respond(u"roof"_s, u"And?"_s))[u"reply"_s].toString(), u"Again."_s);
    QCOMPARE(m->stage.script->requests().last().items.size(), 3);
    m->stage.script->add({.say = {u"New."_s}});
    QCOMPARE(m->structured(m->respond(u"other"_s, u"And?"_s))[u"reply"_s].toString(), u"New."_s);
    QCOMPARE(m->stage.script->requests().last().items.size(), 1);
}

void tst_McpLegacy::aFailedTurnSaysWhy()
{
    m->stage.script->add(
        {.error = ProviderError{.kind = ProviderError::Kind::Auth, .text = u"The key is wrong."_s}});
    const int id = m->respond(u"roof"_s, u"Hi"_s);
    QCOMPARE(m->structured(id)[u"state"_s].toString(), u"failed"_s);
    QVERIFY(m->structured(id)[u"notice"_s].toString().contains(u"The key is wrong."_s));
    QVERIFY(m->result(id)[u"isError"_s].toBool());
    m->workshop.failure = Error{.code = Error::Code::Storage, .text = u"The disk is full."_s};
    const int storage = m->respond(u"roof"_s, u"Hi"_s);
    QVERIFY(m->content(storage).contains(u"The disk is full."_s));
}

void tst_McpLegacy::askingIsOffUntilTurnedOn()
{
    m->workshop.now.mayAsk = false;
    ToolCall unknown = ask(u"c1"_s, u"Which project?"_s);
    unknown.problem = u"There is no tool named \"ask_user\"."_s; // a provider knows only what is offered
    m->stage.script->add({.calls = {unknown}});
    m->stage.script->add({.say = {u"Billing, I assume."_s}});
    const int id = m->respond(u"roof"_s, u"Book it"_s);
    QCOMPARE(m->structured(id)[u"state"_s].toString(), u"complete"_s);
    QVERIFY(m->lastItem().contains(u"nobody is here to ask"_s));
    const auto offered = m->stage.script->requests().first().tools;
    for (const auto &tool : offered)
        QVERIFY(tool.name != u"ask_user"_s);
    QCOMPARE(m->structured(id)[u"questions"_s].toArray().size(), 0);
}

void tst_McpLegacy::answeredWhileTheCallWaits()
{
    handshake();
    const int id = asks();
    m->stage.script->add({.say = {u"Booked on Billing."_s}});
    QVERIFY(m->answer(question, {.kind = Answer::Kind::Choose, .option = 1}));
    QCOMPARE(m->structured(id)[u"state"_s].toString(), u"complete"_s);
    QCOMPARE(m->structured(id)[u"reply"_s].toString(), u"Booked on Billing."_s);
    QCOMPARE(m->structured(id)[u"questions"_s][0][u"state"_s].toString(), u"answered"_s);
    QCOMPARE(m->lastItem(), u"The user answered: Billing"_s);
    QCOMPARE(m->workshop.told.size(), 1);
    QCOMPARE(m->workshop.over, QList<QuestionId>{question.id});
    QVERIFY(m->all(u"elicitation/create"_s).isEmpty());
}

void tst_McpLegacy::parksAtTheEndOfTheHold_data()
{
    QTest::addColumn<QJsonObject>("more");
    QTest::addColumn<int>("before"); // seconds that the call took until it asked
    QTest::addColumn<int>("holds");  // seconds that it holds then
    QTest::newRow("without progress") << QJsonObject() << 0 << 45;
    QTest::newRow("with progress") << token << 0 << 60;
    QTest::newRow("after long research") << token << 50 << 40;
    QTest::newRow("after very long research") << token << 95 << 0;
}

void tst_McpLegacy::parksAtTheEndOfTheHold()
{
    QFETCH(QJsonObject, more);
    QFETCH(int, before);
    QFETCH(int, holds);
    m->workshop.isSlow = true;
    m->stage.script->add({.calls = {ask(u"c1"_s, u"Which project?"_s)}});
    m->stage.script->add({.say = {u"I asked."_s}});
    const int id = m->respond(u"roof"_s, u"Book it"_s, more);
    QTRY_VERIFY(m->workshop.prepared);
    m->stage.clock.advance(std::chrono::seconds(before));
    m->workshop.prepared();
    question = m->question();
    QVERIFY(question.id.isValid());
    if (holds > 0) {
        m->stage.clock.advance(std::chrono::seconds(holds - 1));
        QCoreApplication::processEvents();
        QVERIFY(!m->hasResponse(id));
        m->stage.clock.advance(std::chrono::seconds(1));
    }
    const QJsonObject result = m->result(id);
    QVERIFY(!result.contains(u"isError"_s));
    QCOMPARE(m->structured(id)[u"state"_s].toString(), u"parked"_s);
    QCOMPARE(m->structured(id)[u"reply"_s].toString(), u"I asked."_s);
    QCOMPARE(m->structured(id)[u"questions"_s][0][u"state"_s].toString(), u"waiting"_s);
    const QString notice = m->structured(id)[u"notice"_s].toString();
    QVERIFY2(notice.contains(u"heed questions answer "_s + question.id.value), qPrintable(notice));
    QVERIFY(m->content(id).contains(notice));
    QVERIFY(m->lastItem().startsWith(u"The question waits for the person"_s));
    QVERIFY(m->stage.settled.isEmpty());
}

void tst_McpLegacy::theNextTurnBeginsWithTheNote()
{
    const int id = asks();
    m->stage.script->add({.say = {u"I asked."_s}});
    m->stage.clock.advance(std::chrono::seconds(45));
    QCOMPARE(m->structured(id)[u"state"_s].toString(), u"parked"_s);
    QVERIFY(m->answer(question, {.text = u"Billing"_s}));
    m->stage.script->add({.say = {u"Booked."_s}});
    const int next = m->respond(u"roof"_s, u"continue"_s);
    QCOMPARE(m->structured(next)[u"state"_s].toString(), u"complete"_s);
    QCOMPARE(m->structured(next)[u"questions"_s].toArray().size(), 0);
    const QStringList prompt = m->lastPrompt();
    QCOMPARE(prompt.size(), 2);
    QVERIFY(prompt.first().startsWith(u"The person answered your question \"Which project?\": Billing"_s));
    QCOMPARE(prompt.last(), u"continue"_s);
}

void tst_McpLegacy::aDifferentPromptWhileItWaits()
{
    asks();
    m->stage.script->add({.say = {u"I asked."_s}});
    m->stage.clock.advance(std::chrono::seconds(45));
    m->stage.script->add({.say = {u"Two."_s}});
    const int other = m->respond(u"roof"_s, u"What is 1+1?"_s);
    QCOMPARE(m->structured(other)[u"state"_s].toString(), u"parked"_s);
    QCOMPARE(m->structured(other)[u"questions"_s][0][u"state"_s].toString(), u"waiting"_s);
    QVERIFY(m->structured(other)[u"notice"_s].toString().contains(u"do not answer it yourself"_s));
    QVERIFY(m->lastPrompt().first().contains(u"still waits for the person"_s));
}

//! As the instructions say it: "parked" until the person has answered, however often the caller asks.
void tst_McpLegacy::parkedUntilThePersonAnswers()
{
    asks();
    m->stage.script->add({.say = {u"I asked."_s}});
    m->stage.clock.advance(std::chrono::seconds(45));
    for (int i = 0; i < 2; ++i) {
        m->stage.script->add({.say = {u"It waits."_s}});
        const int waits = m->respond(u"roof"_s, u"continue"_s);
        QCOMPARE(m->structured(waits)[u"state"_s].toString(), u"parked"_s);
        QVERIFY(m->content(waits).contains(u", parked]"_s));
        QVERIFY(m->lastPrompt().first().contains(u"still waits for the person"_s));
    }
    QVERIFY(m->answer(question, {.text = u"Billing"_s}));
    m->stage.script->add({.say = {u"Booked."_s}});
    const int last = m->respond(u"roof"_s, u"continue"_s);
    QCOMPARE(m->structured(last)[u"state"_s].toString(), u"complete"_s);
    QVERIFY(m->lastPrompt().first().contains(u"Billing"_s));
}

void tst_McpLegacy::aSecondQuestionIsRefused()
{
    asks();
    m->stage.script->add({.say = {u"I asked."_s}});
    m->stage.clock.advance(std::chrono::seconds(45));
    m->stage.script->add({.calls = {ask(u"c2"_s, u"Which month?"_s)}});
    m->stage.script->add({.say = {u"Then I wait."_s}});
    const int second = m->respond(u"roof"_s, u"continue"_s);
    QCOMPARE(m->structured(second)[u"state"_s].toString(), u"parked"_s);
    QVERIFY(m->lastItem().contains(u"another question is waiting"_s));
    QCOMPARE(m->workshop.told.size(), 1);
    QCOMPARE(m->structured(second)[u"questions"_s].toArray().size(), 1);
}

void tst_McpLegacy::theDeadlineIsSooner()
{
    m->stage.settings.faces.insert(
        u"mcp"_s, {.questionsPerReply = 2, .timeoutSeconds = 20, .onSilence = SilencePolicy::Stop});
    m->stage.replies->setSettings(m->stage.settings);
    const int id = asks();
    m->stage.script->add({.say = {u"I need the project."_s}});
    m->stage.clock.advance(std::chrono::seconds(20));
    QCOMPARE(m->structured(id)[u"state"_s].toString(), u"complete"_s);
    QCOMPARE(m->structured(id)[u"questions"_s][0][u"state"_s].toString(), u"unanswered"_s);
    QVERIFY(m->lastItem().startsWith(u"No answer came."_s));
}

void tst_McpLegacy::cancelledWhileItWaits()
{
    handshake({{u"elicitation"_s, QJsonObject()}});
    m->workshop.now.showsForms = true;
    const int id = asks();
    const QJsonObject form = m->waitFor(u"elicitation/create"_s);
    m->stage.script->add({.say = {u"I asked."_s}});
    m->notify(u"notifications/cancelled"_s, {{u"requestId"_s, id}});
    QCOMPARE(m->waitFor(u"notifications/cancelled"_s)[u"params"_s][u"requestId"_s], form[u"id"_s]);
    m->stage.script->add({.say = {u"Booked."_s}});
    const int next = m->respond(u"roof"_s, u"continue"_s); // runs when the cancelled turn has parked
    QVERIFY(m->structured(next)[u"notice"_s].toString().contains(u"heed questions answer"_s));
    QVERIFY(!m->hasResponse(id));
    QVERIFY(m->stage.settled.isEmpty());
    QVERIFY(m->answer(question, {.text = u"Billing"_s}));
}

void tst_McpLegacy::cancelledWhileTheModelWrites()
{
    m->stage.script->add({.say = {u"Well, "_s}, .hang = true});
    const int id = m->respond(u"roof"_s, u"Book it"_s);
    QTRY_COMPARE(m->stage.script->requests().size(), 1);
    m->notify(u"notifications/cancelled"_s, {{u"requestId"_s, id}});
    m->stage.script->add({.say = {u"Here."_s}});
    QCOMPARE(m->structured(m->respond(u"roof"_s, u"Again"_s))[u"reply"_s].toString(), u"Here."_s);
    QVERIFY(!m->hasResponse(id));
}

void tst_McpLegacy::cancelledBeforeAnythingWasSaid_data()
{
    QTest::addColumn<bool>("isMade");
    QTest::newRow("before its thread was made") << false;
    QTest::newRow("while its thread was made") << true;
}

void tst_McpLegacy::cancelledBeforeAnythingWasSaid()
{
    QFETCH(bool, isMade);
    const auto chats = [this] {
        return m->stage.read<int>([](QSqlDatabase &database) -> Result<int> {
            const auto all = records::chats(database, {});
            const auto trashed = records::chats(database, {.trashed = true});
            return int(all->size() + trashed->size());
        });
    };
    m->workshop.isSlow = true;
    const int id = m->respond(u"roof"_s, u"Book it"_s);
    QTRY_VERIFY(m->workshop.prepared);
    if (isMade)
        m->workshop.prepared();
    m->notify(u"notifications/cancelled"_s, {{u"requestId"_s, id}});
    if (!isMade)
        m->workshop.prepared();
    QTRY_COMPARE(chats(), 0);
    m->workshop.isSlow = false;
    m->stage.script->add({.say = {u"Here."_s}});
    QCOMPARE(m->structured(m->respond(u"roof"_s, u"Again"_s))[u"reply"_s].toString(), u"Here."_s);
    QCOMPARE(chats(), 1);
    QVERIFY(!m->hasResponse(id));
}

void tst_McpLegacy::formsAreShownWhen_data()
{
    QTest::addColumn<bool>("isOn");
    QTest::addColumn<bool>("isOffered");
    QTest::addColumn<QString>("version");
    QTest::addColumn<bool>("shown");
    QTest::newRow("on and offered") << true << true << u"2025-11-25"_s << true;
    QTest::newRow("on and offered, the revision before") << true << true << u"2025-06-18"_s << true;
    QTest::newRow("a revision without forms") << true << true << u"2025-03-26"_s << false;
    QTest::newRow("off") << false << true << u"2025-11-25"_s << false;
    QTest::newRow("not offered") << true << false << u"2025-11-25"_s << false;
}

void tst_McpLegacy::formsAreShownWhen()
{
    QFETCH(bool, isOn);
    QFETCH(bool, isOffered);
    QFETCH(QString, version);
    QFETCH(bool, shown);
    handshake(isOffered ? QJsonObject{{u"elicitation"_s, QJsonObject()}} : QJsonObject(), version);
    m->workshop.now.showsForms = isOn;
    const int id = asks();
    m->stage.script->add({.say = {u"ok"_s}});
    QVERIFY(m->answer(question, {.text = u"Billing"_s}));
    QVERIFY(!m->response(id).isEmpty());
    QCOMPARE(m->all(u"elicitation/create"_s).size(), shown ? 1 : 0);
    if (shown) {
        const QJsonObject schema =
            m->all(u"elicitation/create"_s).first()[u"params"_s][u"requestedSchema"_s].toObject();
        QCOMPARE(schema[u"properties"_s][u"answer"_s].toObject().contains(u"oneOf"_s),
                 version == u"2025-11-25"_s);
    }
}

void tst_McpLegacy::theFormIsFirst()
{
    handshake({{u"elicitation"_s, QJsonObject()}});
    m->workshop.now.showsForms = true;
    const int id = asks();
    const QJsonObject form = m->waitFor(u"elicitation/create"_s);
    m->stage.script->add({.say = {u"Booked."_s}});
    m->reply(form[u"id"_s], acceptedForm(u"Billing"_s));
    QCOMPARE(m->structured(id)[u"state"_s].toString(), u"complete"_s);
    QCOMPARE(m->lastItem(), u"The user answered: Billing"_s);
    QCOMPARE(m->stage.settled.size(), 1);
    QCOMPARE(m->stage.settled.first().via, std::optional(Face::Mcp));
    QVERIFY(m->all(u"notifications/cancelled"_s).isEmpty()); // it is over by itself
}

void tst_McpLegacy::theChannelIsFirst()
{
    handshake({{u"elicitation"_s, QJsonObject()}});
    m->workshop.now.showsForms = true;
    const int id = asks();
    const QJsonObject form = m->waitFor(u"elicitation/create"_s);
    m->stage.script->add({.say = {u"Booked."_s}});
    QVERIFY(m->answer(question, {.text = u"Billing"_s}));
    QCOMPARE(m->waitFor(u"notifications/cancelled"_s)[u"params"_s][u"requestId"_s], form[u"id"_s]);
    m->reply(form[u"id"_s], acceptedForm(u"Imprint"_s)); // too late
    QCOMPARE(m->structured(id)[u"state"_s].toString(), u"complete"_s);
    QCOMPARE(m->lastItem(), u"The user answered: Billing"_s);
    QCOMPARE(m->stage.settled.size(), 1);
}

void tst_McpLegacy::bothAtOnce()
{
    handshake({{u"elicitation"_s, QJsonObject()}});
    m->workshop.now.showsForms = true;
    const int id = asks();
    const QJsonObject form = m->waitFor(u"elicitation/create"_s);
    m->stage.script->add({.say = {u"Booked."_s}});
    m->stage.replies->confirmShown(question.id, Face::Window);
    m->reply(form[u"id"_s], acceptedForm(u"Imprint"_s));
    const auto second = m->stage.answer(question.id, {.text = u"Billing"_s});
    QVERIFY(!second);
    QCOMPARE(second.error().code, Error::Code::Conflict);
    QCOMPARE(m->structured(id)[u"state"_s].toString(), u"complete"_s);
    QCOMPARE(m->lastItem(), u"The user answered: Imprint"_s);
    QCOMPARE(m->stage.settled.size(), 1);
}

void tst_McpLegacy::notThePerson_data()
{
    QTest::addColumn<QJsonObject>("reply"); // empty: an error
    QTest::addColumn<int>("tookMs");
    QTest::newRow("declined at once") << QJsonObject{{u"action"_s, u"decline"_s}} << 0;
    QTest::newRow("cancelled at once") << QJsonObject{{u"action"_s, u"cancel"_s}} << 0;
    QTest::newRow("closed later") << QJsonObject{{u"action"_s, u"cancel"_s}} << 5000;
    QTest::newRow("an error") << QJsonObject() << 0;
    QTest::newRow("accepted empty") << acceptedForm({}) << 0;
}

void tst_McpLegacy::notThePerson()
{
    QFETCH(QJsonObject, reply);
    QFETCH(int, tookMs);
    handshake({{u"elicitation"_s, QJsonObject()}});
    m->workshop.now.showsForms = true;
    const int id = asks();
    const QJsonObject form = m->waitFor(u"elicitation/create"_s);
    m->stage.clock.advance(Milliseconds(tookMs));
    reply.isEmpty() ? m->replyError(form[u"id"_s]) : m->reply(form[u"id"_s], reply);
    m->stage.script->add({.say = {u"Booked."_s}});
    QVERIFY(m->answer(question, {.text = u"Billing"_s})); // it waited on
    QCOMPARE(m->structured(id)[u"state"_s].toString(), u"complete"_s);
    QCOMPARE(m->lastItem(), u"The user answered: Billing"_s);
    QVERIFY(m->all(u"notifications/cancelled"_s).isEmpty()); // the form had gone
}

void tst_McpLegacy::declinedInTheForm()
{
    handshake({{u"elicitation"_s, QJsonObject()}});
    m->workshop.now.showsForms = true;
    const int id = asks();
    const QJsonObject form = m->waitFor(u"elicitation/create"_s);
    m->stage.clock.advance(Milliseconds(400));
    m->stage.script->add({.say = {u"Then not."_s}});
    m->reply(form[u"id"_s], {{u"action"_s, u"decline"_s}});
    QCOMPARE(m->structured(id)[u"questions"_s][0][u"state"_s].toString(), u"declined"_s);
    QCOMPARE(settledOutcome(), u"declined"_s);
}

void tst_McpLegacy::theFormIsWithdrawnWhenItParks()
{
    handshake({{u"elicitation"_s, QJsonObject()}});
    m->workshop.now.showsForms = true;
    const int id = asks();
    const QJsonObject form = m->waitFor(u"elicitation/create"_s);
    m->stage.script->add({.say = {u"I asked."_s}});
    m->stage.clock.advance(std::chrono::seconds(45));
    QCOMPARE(m->structured(id)[u"state"_s].toString(), u"parked"_s);
    QCOMPARE(m->all(u"notifications/cancelled"_s).size(), 1);
    m->reply(form[u"id"_s], acceptedForm(u"Imprint"_s)); // too late
    QVERIFY(m->answer(question, {.text = u"Billing"_s}));
}

void tst_McpLegacy::progressRises()
{
    const int id = asks(token);
    for (int i = 1; i <= 3; ++i) {
        m->stage.clock.advance(std::chrono::seconds(7));
        const QJsonObject told = m->waitFor(u"notifications/progress"_s, i)[u"params"_s].toObject();
        QCOMPARE(told[u"progressToken"_s].toString(), u"p1"_s);
        QCOMPARE(told[u"progress"_s].toInt(), 7 * i);
        QVERIFY(told[u"message"_s].toString().startsWith(u"asked the person: Which project?"_s));
    }
    m->stage.script->add({.say = {u"ok"_s}});
    QVERIFY(m->answer(question, {.text = u"Billing"_s}));
    QVERIFY(!m->response(id).isEmpty());
    const auto before = m->all(u"notifications/progress"_s).size();
    m->stage.clock.advance(std::chrono::minutes(1));
    QCoreApplication::processEvents();
    QCOMPARE(m->all(u"notifications/progress"_s).size(), before);
}

void tst_McpLegacy::noProgressWithoutAToken()
{
    const int id = asks();
    m->stage.script->add({.say = {u"I asked."_s}});
    m->stage.clock.advance(std::chrono::seconds(45));
    QVERIFY(!m->response(id).isEmpty());
    QVERIFY(m->all(u"notifications/progress"_s).isEmpty());
}

QTEST_GUILESS_MAIN(tst_McpLegacy)
#include "tst_mcplegacy.moc"
