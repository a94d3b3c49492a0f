// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The life of a reply: it asks, waits, is interrupted, and carries on.
#include "models/store/keptrecord.h"
#include "models/store/questionrecord.h"
#include "models/store/replyrecord.h"
#include "tests/support/replystage.h"

#include <QRegularExpression>
#include <algorithm>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

class tst_Reply : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void answersWithoutAsking();
    void asksWaitsAndCarriesOn();
    void carriesOnAfterARestartWithoutAskingTwice();
    void anHourOfWaitingCostsNoResearchTime();
    void theDraftSurvivesARestart();
    void theFirstAnswerWins();
    void theSameAnswerTwiceIsOneAnswer();
    void anAnswerNeedsAReceipt();
    void nobodyShowedIt();
    void silence_data();
    void silence();
    void keepWaitingTakesTheDeadlineAway();
    void typingMovesANearDeadline();
    void stopEndsTheWait();
    void twoQuestionsTakeTurns();
    void repeatedQuestionGetsTheEarlierAnswer();
    void refusals_data();
    void refusals();
    void aSecretInTheAnswerGoesNowhere();
    void otherCallsRunWhileItWaits();
    void unknownToolsAndProblemsGoBackToTheModel();
    void researchTimeOverGivesOneTurnWithoutTools();
    void tooManyTurnsEndInAnAnswer();
    void fruitlessCallsAreToldToConclude();
    void failureKeepsTheTextAndTryAgainGoesOn();
    void changingAnAnswerBranches();
    void aSecondMessageIsQueued();
    void afterTheEndAMessageIsNotRefused();
    void slotsAreFirstComeFirstServed();
    void watchersSeeEveryEventOnce();
    void claimsWithoutAnAnswerAreNoted();
    void longChatsAreCondensed();
    void auditTellsTheStory();

private:
    [[nodiscard]] Sent begin(const QString &text = u"Where do we book this?"_s,
                             const SendOptions &options = {});
    [[nodiscard]] QString lastResult() const; //!< the newest tool result that the model was sent
    std::unique_ptr<ReplyStage> stage;
};

void tst_Reply::init()
{
    QTest::failOnWarning(QRegularExpression(u"."_s));
    stage = std::make_unique<ReplyStage>();
}

void tst_Reply::cleanup()
{
    stage.reset();
}

Sent tst_Reply::begin(const QString &text, const SendOptions &options)
{
    const auto sent = stage->send(stage->createChat(), text, options);
    if (!sent)
        qFatal("not sent: %s", qPrintable(sent.error().text));
    std::ignore = stage->events(sent->reply);
    return *sent;
}

QString tst_Reply::lastResult() const
{
    const auto requests = stage->script->requests();
    if (requests.isEmpty() || requests.last().items.isEmpty())
        return {};
    return requests.last().items.last().text;
}

void tst_Reply::answersWithoutAsking()
{
    stage->script->add({.say = {u"Hel"_s, u"lo."_s}, .usage = {.tokensIn = 7, .tokensOut = 2}});
    const Sent sent = begin();
    QVERIFY(stage->waitFor(sent.reply, EventType::Done));
    QCOMPARE(stage->text(sent.reply), u"Hello."_s);
    const auto record = stage->read<ReplyRecord>(
        [&](QSqlDatabase &database) { return records::reply(database, sent.reply); });
    QCOMPARE(record.state, ReplyState::Done);
    QCOMPARE(record.figures.tokensOut, 2);
    QVERIFY(record.owner.isEmpty());
}

void tst_Reply::asksWaitsAndCarriesOn()
{
    stage->script->add({.say = {u"Let me see. "_s},
                        .calls = {ask(u"c1"_s, u"Which project?"_s, {u"Imprint"_s, u"Billing"_s})}});
    stage->script->add({.say = {u"Booked on Billing."_s}});
    const Sent sent = begin();
    const Question question = stage->waitForQuestion();
    QCOMPARE(question.text, u"Which project?"_s);
    QCOMPARE(question.options.size(), 2);
    // Committed before any face showed it.
    const auto record = stage->read<QuestionRecord>(
        [&](QSqlDatabase &database) { return records::question(database, question.id); });
    QVERIFY(!record.settlement);

    const auto settled = stage->answer(question.id, {.kind = Answer::Kind::Choose, .option = 1});
    QVERIFY2(settled, settled ? "" : qPrintable(settled.error().text));
    QCOMPARE(settled->outcome, Outcome::Chosen);
    QVERIFY(stage->waitFor(sent.reply, EventType::Done));
    QCOMPARE(stage->text(sent.reply), u"Let me see. Booked on Billing."_s);
    QCOMPARE(lastResult(), u"The user answered: Billing"_s);
    QCOMPARE(stage->script->requests().size(), 2);
    const auto facts = stage->read<QList<FactRecord>>(
        [&](QSqlDatabase &database) { return records::facts(database, sent.chat); });
    QCOMPARE(facts.size(), 1);
    QCOMPARE(facts.first().value, u"Billing"_s);
}

void tst_Reply::carriesOnAfterARestartWithoutAskingTwice()
{
    stage->script->add({.calls = {call(u"c0"_s, u"lookup"_s, {{u"q"_s, u"projects"_s}})}});
    stage->script->add({.calls = {ask(u"c1"_s, u"Which project?"_s, {u"Imprint"_s, u"Billing"_s})}});
    const Sent sent = begin();
    const Question question = stage->waitForQuestion();
    stage->close();

    stage->open();
    stage->script->add({.say = {u"Done."_s}});
    std::ignore = stage->events(sent.reply);
    QCOMPARE(stage->resume(), 1);
    const Question again = stage->waitForQuestion();
    QCOMPARE(again.id, question.id);
    QVERIFY(stage->answer(question.id, {.kind = Answer::Kind::Choose, .option = 0}));
    QVERIFY(stage->waitFor(sent.reply, EventType::Done));
    QCOMPARE(std::ranges::count(stage->events(sent.reply), EventType::Question, &Event::type), 1);
    QCOMPARE(stage->lookup->runs.load(), 1); // its result was there already
    const auto items = stage->script->requests().last().items;
    QCOMPARE(items.at(2).text, u"found it"_s);
    QCOMPARE(lastResult(), u"The user answered: Imprint"_s);
}

void tst_Reply::anHourOfWaitingCostsNoResearchTime()
{
    stage->settings.faces.insert(u"window"_s, {.questionsPerReply = 4, .timeoutSeconds = 0});
    stage->replies->setSettings(stage->settings);
    stage->lookup->hangs = true;
    stage->script->add({.calls = {ask(u"c1"_s, u"Which project?"_s)}});
    stage->script->add({.calls = {call(u"c2"_s, u"lookup"_s, {})}});
    stage->script->add({.say = {u"With what I have."_s}});
    const Sent sent = begin();
    const Question question = stage->waitForQuestion();
    stage->clock.advance(std::chrono::hours(1));
    QVERIFY(stage->answer(question.id, {.text = u"Billing"_s}));
    QTRY_COMPARE(stage->lookup->runs.load(), 1);
    // 299 of 300 seconds: the tool still runs. One more: it is cancelled and the model concludes.
    stage->clock.advance(std::chrono::seconds(299));
    QCOMPARE(std::ranges::count(stage->events(sent.reply), EventType::ToolResult, &Event::type), 0);
    stage->clock.advance(std::chrono::seconds(2));
    QVERIFY(stage->waitFor(sent.reply, EventType::Done));
    QCOMPARE(stage->text(sent.reply), u"With what I have."_s);
    const auto record = stage->read<ReplyRecord>(
        [&](QSqlDatabase &database) { return records::reply(database, sent.reply); });
    QCOMPARE(record.figures.waitedMs, 3'600'000);
    QVERIFY(record.researchUsedMs < 302'000);
}

void tst_Reply::theDraftSurvivesARestart()
{
    stage->script->add({.calls = {ask(u"c1"_s, u"Which project?"_s)}});
    std::ignore = begin();
    const Question question = stage->waitForQuestion();
    stage->replies->saveDraft(question.id, u"the one with the bl"_s);
    stage->close();
    stage->open();
    const auto record = stage->read<QuestionRecord>(
        [&](QSqlDatabase &database) { return records::question(database, question.id); });
    QCOMPARE(record.draft, u"the one with the bl"_s);
}

void tst_Reply::theFirstAnswerWins()
{
    stage->script->add({.calls = {ask(u"c1"_s, u"Which?"_s, {u"A"_s, u"B"_s})}});
    stage->script->add({.say = {u"ok"_s}});
    std::ignore = begin();
    const Question question = stage->waitForQuestion();
    stage->replies->confirmShown(question.id, Face::Companion);
    std::optional<Result<Settlement>> first;
    std::optional<Result<Settlement>> second;
    stage->replies->answer(question.id, {.kind = Answer::Kind::Choose, .option = 0}, Face::Window,
                           stage.get(), [&](const auto &result) { first = result; });
    stage->replies->answer(question.id, {.kind = Answer::Kind::Choose, .option = 1}, Face::Companion,
                           stage.get(), [&](const auto &result) { second = result; });
    QTRY_VERIFY(first && second);
    QVERIFY(*first);
    QVERIFY(!*second);
    QCOMPARE(second->error().code, Error::Code::Conflict);
    QVERIFY2(second->error().text.contains(u"A"_s), qPrintable(second->error().text));
}

void tst_Reply::theSameAnswerTwiceIsOneAnswer()
{
    stage->script->add({.calls = {ask(u"c1"_s, u"Which?"_s, {u"A"_s, u"B"_s})}});
    stage->script->add({.say = {u"ok"_s}});
    const Sent sent = begin();
    const Question question = stage->waitForQuestion();
    const Answer same{.kind = Answer::Kind::Choose, .option = 0};
    QVERIFY(stage->answer(question.id, same));
    QVERIFY(stage->waitFor(sent.reply, EventType::Done));
    const auto again = stage->answer(question.id, same);
    QVERIFY2(again, again ? "" : qPrintable(again.error().text));
    QCOMPARE(again->text, u"A"_s);
    QCOMPARE(stage->settled.size(), 1);
}

void tst_Reply::anAnswerNeedsAReceipt()
{
    stage->script->add({.calls = {ask(u"c1"_s, u"Which?"_s)}});
    std::ignore = begin();
    const Question question = stage->waitForQuestion();
    const auto refused = stage->answer(question.id, {.text = u"mine"_s}, Face::Mcp);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Error::Code::Refused);
    QVERIFY(stage->settled.isEmpty());
}

void tst_Reply::nobodyShowedIt()
{
    stage->script->add({.calls = {ask(u"c1"_s, u"Which?"_s)}});
    stage->script->add({.say = {u"ok"_s}});
    const Sent sent = begin();
    QTRY_COMPARE(stage->asked.size(), 1);
    stage->clock.advance(std::chrono::milliseconds(10'001));
    QVERIFY(stage->waitFor(sent.reply, EventType::Done));
    QCOMPARE(stage->settled.first().outcome, Outcome::NotShown);
}

void tst_Reply::silence_data()
{
    QTest::addColumn<Face>("face");
    QTest::addColumn<int>("seconds");
    QTest::addColumn<QString>("told");
    QTest::addRow("the window assumes after half an hour") << Face::Window << 1800 << u"best assumption"_s;
    QTest::addRow("the terminal waits for ever") << Face::Terminal << 0 << QString();
}

void tst_Reply::silence()
{
    QFETCH(Face, face);
    QFETCH(int, seconds);
    QFETCH(QString, told);
    stage->script->add({.calls = {ask(u"c1"_s, u"Which?"_s)}});
    stage->script->add({.say = {u"ok"_s}});
    const Sent sent = begin(u"hello"_s, {.face = face});
    const Question question = stage->waitForQuestion(1, face);
    QCOMPARE(question.deadlineMs.has_value(), seconds > 0);
    if (seconds == 0)
        return;
    stage->clock.advance(std::chrono::seconds(seconds - 1));
    QVERIFY(stage->settled.isEmpty());
    stage->clock.advance(std::chrono::seconds(2));
    QVERIFY(stage->waitFor(sent.reply, EventType::Done));
    QCOMPARE(stage->settled.first().outcome, Outcome::Unanswered);
    QVERIFY2(lastResult().contains(told), qPrintable(lastResult()));
}

void tst_Reply::keepWaitingTakesTheDeadlineAway()
{
    stage->script->add({.calls = {ask(u"c1"_s, u"Which?"_s)}});
    stage->script->add({.say = {u"ok"_s}});
    std::ignore = begin();
    const Question question = stage->waitForQuestion();
    stage->replies->keepWaiting(question.id);
    // The record changes in the order of the store: once it is read without a deadline, the alarm is gone
    // too.
    QTRY_VERIFY(!stage
                     ->read<QuestionRecord>(
                         [&](QSqlDatabase &database) { return records::question(database, question.id); })
                     .question.deadlineMs);
    stage->clock.advance(std::chrono::hours(24));
    QVERIFY(stage->answer(question.id, {.text = u"late"_s}));
}

void tst_Reply::typingMovesANearDeadline()
{
    stage->script->add({.calls = {ask(u"c1"_s, u"Which?"_s)}});
    stage->script->add({.say = {u"ok"_s}});
    std::ignore = begin();
    const Question question = stage->waitForQuestion();
    stage->clock.advance(std::chrono::seconds(1790));
    stage->replies->saveDraft(question.id, u"I think"_s);
    QTRY_VERIFY(*stage
                     ->read<QuestionRecord>(
                         [&](QSqlDatabase &database) { return records::question(database, question.id); })
                     .question.deadlineMs > *question.deadlineMs);
    stage->clock.advance(std::chrono::seconds(60));
    QVERIFY(stage->answer(question.id, {.text = u"I think so"_s}));
}

void tst_Reply::stopEndsTheWait()
{
    stage->script->add({.say = {u"Hm. "_s}, .calls = {ask(u"c1"_s, u"Which?"_s)}});
    const Sent sent = begin();
    const Question question = stage->waitForQuestion();
    stage->replies->stop(sent.reply);
    QVERIFY(stage->waitFor(sent.reply, EventType::Stopped));
    QTRY_COMPARE(stage->settled.size(), 1);
    QCOMPARE(stage->settled.first().outcome, Outcome::Withdrawn);
    const auto late = stage->answer(question.id, {.text = u"too late"_s});
    QVERIFY(!late);
    QCOMPARE(late.error().code, Error::Code::Conflict);
    QCOMPARE(stage->script->requests().size(), 1);
}

void tst_Reply::twoQuestionsTakeTurns()
{
    stage->script->add({.calls = {ask(u"c1"_s, u"Which project?"_s), ask(u"c2"_s, u"Which week?"_s)}});
    stage->script->add({.say = {u"ok"_s}});
    const Sent sent = begin();
    const Question first = stage->waitForQuestion();
    QCOMPARE(first.index, 1);
    QCOMPARE(first.count, 2);
    QCOMPARE(stage->asked.size(), 1);
    QVERIFY(stage->answer(first.id, {.text = u"Billing"_s}));
    const Question second = stage->waitForQuestion(2);
    QCOMPARE(second.index, 2);
    QCOMPARE(second.text, u"Which week?"_s);
    QCOMPARE(stage->script->requests().size(), 1); // the next turn starts when every call has its result
    QVERIFY(stage->answer(second.id, {.text = u"49"_s}));
    QVERIFY(stage->waitFor(sent.reply, EventType::Done));
}

void tst_Reply::repeatedQuestionGetsTheEarlierAnswer()
{
    stage->script->add({.calls = {ask(u"c1"_s, u"Which project?"_s)}});
    stage->script->add({.calls = {ask(u"c2"_s, u"which  PROJECT"_s)}});
    stage->script->add({.say = {u"ok"_s}});
    const Sent sent = begin();
    QVERIFY(stage->answer(stage->waitForQuestion().id, {.text = u"Billing"_s}));
    QVERIFY(stage->waitFor(sent.reply, EventType::Done));
    QCOMPARE(stage->asked.size(), 1);
    QVERIFY2(lastResult().contains(u"Billing"_s), qPrintable(lastResult()));
}

void tst_Reply::refusals_data()
{
    QTest::addColumn<QString>("question");
    QTest::addColumn<bool>("personIsThere");
    QTest::addColumn<int>("waitingMax");
    QTest::addRow("a secret") << u"What is your password?"_s << true << 64;
    QTest::addRow("nobody is here") << u"Which project?"_s << false << 64;
    QTest::addRow("too many wait") << u"Which project?"_s << true << 0;
    QTest::addRow("no question") << u"  "_s << true << 64;
}

void tst_Reply::refusals()
{
    QFETCH(QString, question);
    QFETCH(bool, personIsThere);
    QFETCH(int, waitingMax);
    stage->settings.waitingMax = waitingMax;
    stage->replies->setSettings(stage->settings);
    stage->script->add({.calls = {ask(u"c1"_s, question)}});
    stage->script->add({.say = {u"ok"_s}});
    const Sent sent = begin(u"hello"_s, {.personIsThere = personIsThere});
    QVERIFY(stage->waitFor(sent.reply, EventType::Done));
    QVERIFY(stage->asked.isEmpty());
    const auto requests = stage->script->requests();
    QCOMPARE(requests.size(), 2);
    QVERIFY(!requests.last().items.last().ok);
    const bool offered = std::ranges::any_of(requests.first().tools,
                                             [](const ToolSpec &tool) { return tool.name == "ask_user"_L1; });
    QCOMPARE(offered, personIsThere);
    QCOMPARE(std::ranges::count(stage->events(sent.reply), EventType::Question, &Event::type), 0);
}

void tst_Reply::aSecretInTheAnswerGoesNowhere()
{
    const QString secret = u"sk-proj-4kJ9xQ2mZ8vB7nL5tR3wY6uP1aS0dF"_s;
    stage->script->add({.calls = {ask(u"c1"_s, u"Which account?"_s)}});
    stage->script->add({.say = {u"ok"_s}});
    const Sent sent = begin();
    const Question question = stage->waitForQuestion();
    stage->replies->saveDraft(question.id, u"use "_s + secret);
    const auto settled =
        stage->answer(question.id, {.text = u"use "_s + secret + u" please, really "_s + secret});
    QVERIFY(settled);
    QCOMPARE(settled->text, u"use [secret 1] please, really [secret 1]"_s);
    QVERIFY(!settled->heldBack.isEmpty());
    QVERIFY(stage->waitFor(sent.reply, EventType::Done));
    QVERIFY(!lastResult().contains(secret));
    const QString file = stage->store->file();
    stage->close();
    for (const auto &ending : {u""_s, u"-wal"_s}) {
        QFile raw(file + ending);
        if (raw.open(QIODevice::ReadOnly))
            QVERIFY2(!raw.readAll().contains(secret.toUtf8()), qPrintable(ending));
    }
}

void tst_Reply::otherCallsRunWhileItWaits()
{
    stage->script->add({.calls = {ask(u"c1"_s, u"Which?"_s), call(u"c2"_s, u"lookup"_s, {})}});
    stage->script->add({.say = {u"ok"_s}});
    const Sent sent = begin();
    const Question question = stage->waitForQuestion();
    QVERIFY(stage->waitFor(sent.reply, EventType::ToolResult));
    QVERIFY(stage->settled.isEmpty());
    QVERIFY(stage->answer(question.id, {.text = u"that"_s}));
    QVERIFY(stage->waitFor(sent.reply, EventType::Done));
}

void tst_Reply::unknownToolsAndProblemsGoBackToTheModel()
{
    ToolCall broken = call(u"c2"_s, u"lookup"_s, {});
    broken.problem = u"The arguments are not valid JSON."_s;
    stage->script->add({.calls = {call(u"c1"_s, u"no_such_tool"_s, {}), broken}});
    stage->script->add({.say = {u"ok"_s}});
    const Sent sent = begin();
    QVERIFY(stage->waitFor(sent.reply, EventType::Done));
    const auto items = stage->script->requests().last().items;
    QVERIFY(items.at(2).text.contains(u"no_such_tool"_s));
    QCOMPARE(items.at(3).text, broken.problem);
    QVERIFY(!items.at(2).ok && !items.at(3).ok);
    QCOMPARE(stage->lookup->runs.load(), 0);
}

void tst_Reply::researchTimeOverGivesOneTurnWithoutTools()
{
    stage->lookup->hangs = true;
    stage->script->add({.calls = {call(u"c1"_s, u"lookup"_s, {})}});
    stage->script->add({.say = {u"With what I have."_s}, .calls = {call(u"c2"_s, u"lookup"_s, {})}});
    const Sent sent = begin();
    QTRY_COMPARE(stage->lookup->runs.load(), 1);
    stage->clock.advance(std::chrono::seconds(301));
    QVERIFY(stage->waitFor(sent.reply, EventType::Done));
    QVERIFY(stage->script->requests().last().tools.isEmpty());
    QCOMPARE(stage->lookup->runs.load(), 1); // what the reserved turn calls is not run
    QCOMPARE(stage->text(sent.reply), u"With what I have."_s);
}

void tst_Reply::tooManyTurnsEndInAnAnswer()
{
    stage->settings.maxTurns = 3;
    stage->replies->setSettings(stage->settings);
    for (int turn = 0; turn < 3; ++turn)
        stage->script->add({.calls = {call(u"c%1"_s.arg(turn), u"lookup"_s, {{u"n"_s, turn}})}});
    stage->script->add({.say = {u"Enough."_s}});
    const Sent sent = begin();
    QVERIFY(stage->waitFor(sent.reply, EventType::Done));
    QCOMPARE(stage->script->requests().size(), 4);
    QVERIFY(stage->script->requests().last().tools.isEmpty());
}

void tst_Reply::fruitlessCallsAreToldToConclude()
{
    for (int turn = 0; turn < 9; ++turn)
        stage->script->add({.calls = {call(u"c%1"_s.arg(turn), u"lookup"_s, {})}});
    stage->script->add({.say = {u"ok"_s}});
    const Sent sent = begin();
    QVERIFY(stage->waitFor(sent.reply, EventType::Done));
    QVERIFY2(lastResult().contains(u"Conclude now"_s), qPrintable(lastResult()));
}

void tst_Reply::failureKeepsTheTextAndTryAgainGoesOn()
{
    stage->script->add({.calls = {call(u"c1"_s, u"lookup"_s, {})}});
    stage->script->add({.say = {u"Half a sen"_s},
                        .error = ProviderError{.kind = ProviderError::Kind::Truncated,
                                               .text = u"The connection was lost."_s}});
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"truncated"_s));
    const Sent sent = begin();
    QVERIFY(stage->waitFor(sent.reply, EventType::Failed));
    QCOMPARE(stage->text(sent.reply), u"Half a sen"_s);
    QCOMPARE(stage->events(sent.reply).last().fields[u"code"_s].toString(), u"truncated"_s);

    stage->script->add({.say = {u"A whole sentence."_s}});
    const auto again = stage->retry(sent.reply);
    QVERIFY(again);
    QVERIFY(stage->waitFor(*again, EventType::Done));
    QCOMPARE(stage->lookup->runs.load(), 1); // the complete turn and its result were kept
    QCOMPARE(stage->text(*again), u"A whole sentence."_s);
}

void tst_Reply::changingAnAnswerBranches()
{
    stage->script->add({.say = {u"Let me see. "_s}, .calls = {ask(u"c1"_s, u"Which?"_s, {u"A"_s, u"B"_s})}});
    stage->script->add({.say = {u"A it is."_s}});
    const Sent sent = begin();
    const Question question = stage->waitForQuestion();
    QVERIFY(stage->answer(question.id, {.kind = Answer::Kind::Choose, .option = 0}));
    QVERIFY(stage->waitFor(sent.reply, EventType::Done));

    stage->script->add({.say = {u"B then."_s}});
    const auto changed = stage->changeAnswer(question.id, {.kind = Answer::Kind::Choose, .option = 1});
    QVERIFY2(changed, changed ? "" : qPrintable(changed.error().text));
    QVERIFY(stage->waitFor(*changed, EventType::Done));
    QCOMPARE(lastResult(), u"The user answered: B"_s);
    QCOMPARE(stage->text(*changed), u"Let me see. B then."_s);
    const auto branch = stage->read<QList<records::BranchStep>>(
        [&](QSqlDatabase &database) { return records::branch(database, sent.chat); });
    QCOMPARE(branch.size(), 1);
    QCOMPARE(branch.first().reply->id, *changed);
    QCOMPARE(branch.first().siblings.size(), 2);
    const auto facts = stage->read<QList<FactRecord>>(
        [&](QSqlDatabase &database) { return records::facts(database, sent.chat); });
    QCOMPARE(facts.size(), 1);
    QCOMPARE(facts.first().value, u"B"_s);
}

void tst_Reply::aSecondMessageIsQueued()
{
    stage->script->add({.calls = {ask(u"c1"_s, u"Which?"_s)}});
    stage->script->add({.say = {u"first"_s}});
    stage->script->add({.say = {u"second"_s}});
    const Sent sent = begin();
    const Question question = stage->waitForQuestion();
    const auto queued = stage->send(sent.chat, u"And another thing"_s);
    QVERIFY(queued);
    QVERIFY(!queued->reply.isValid());
    QVERIFY(stage->settled.isEmpty()); // a message is no answer
    const auto refused = stage->send(sent.chat, u"now"_s, {.queueWhenBusy = false});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Error::Code::Conflict);
    QVERIFY(stage->answer(question.id, {.text = u"x"_s}));
    QTRY_COMPARE(stage
                     ->read<QList<records::BranchStep>>(
                         [&](QSqlDatabase &database) { return records::branch(database, sent.chat); })
                     .size(),
                 2);
    QTRY_COMPARE(stage->script->requests().size(), 3);
    QCOMPARE(stage->script->requests().last().items.last().text, u"And another thing"_s);
}

void tst_Reply::afterTheEndAMessageIsNotRefused()
{
    stage->script->add({.say = {u"first"_s}});
    Sent sent = begin();
    for (int i = 0; i < 20; ++i) { // each comes the moment its sender sees the end of the one before
        QVERIFY(stage->waitFor(sent.reply, EventType::Done));
        stage->script->add({.say = {u"next"_s}});
        const auto next = stage->send(sent.chat, u"And then?"_s, {.queueWhenBusy = false});
        QVERIFY2(next, next ? "" : qPrintable(next.error().text));
        QVERIFY(next->reply.isValid());
        sent = *next;
    }
}

void tst_Reply::slotsAreFirstComeFirstServed()
{
    stage->script->slotCount = 1;
    stage->script->add({.say = {u"a"_s}, .hang = true});
    stage->script->add({.say = {u"b"_s}});
    const Sent first = begin();
    QVERIFY(stage->waitFor(first.reply, EventType::Text));
    const Sent second = begin(u"other"_s);
    QVERIFY(stage->waitFor(second.reply, EventType::Slot));
    QCOMPARE(stage->events(second.reply).last().fields[u"state"_s].toString(), u"waiting"_s);
    stage->replies->stop(first.reply);
    QVERIFY(stage->waitFor(second.reply, EventType::Done));
}

void tst_Reply::watchersSeeEveryEventOnce()
{
    QStringList words;
    for (int i = 0; i < 200; ++i)
        words.append(QString::number(i) + u' ');
    stage->script->add({.say = words, .calls = {ask(u"c1"_s, u"Which?"_s)}});
    stage->script->add({.say = words});
    const Sent sent = begin();
    QList<QList<Event>> seen(5);
    for (auto &list : seen)
        stage->replies->watch(sent.reply, 0, stage.get(),
                              [&list](const QList<Event> &events) { list += events; });
    QVERIFY(stage->answer(stage->waitForQuestion().id, {.text = u"x"_s}));
    QVERIFY(stage->waitFor(sent.reply, EventType::Done));
    const auto &all = stage->events(sent.reply);
    for (qsizetype i = 1; i < all.size(); ++i)
        QCOMPARE_GT(all.at(i).seq, all.at(i - 1).seq);
    for (const auto &list : seen) {
        QTRY_COMPARE(list.size(), all.size());
        for (qsizetype i = 0; i < all.size(); ++i)
            QCOMPARE(list.at(i).seq, all.at(i).seq);
    }
    // A watcher that comes back later replays the rest, in the same pieces.
    QList<Event> later;
    const qint64 half = all.at(all.size() / 2).seq;
    stage->replies->watch(sent.reply, half, stage.get(),
                          [&later](const QList<Event> &events) { later += events; });
    QTRY_COMPARE(later.size(), all.size() - all.size() / 2 - 1);
    QCOMPARE(later.first().seq, all.at(all.size() / 2 + 1).seq);
    QCOMPARE(later.first().fields, all.at(all.size() / 2 + 1).fields);
}

void tst_Reply::claimsWithoutAnAnswerAreNoted()
{
    stage->script->add({.say = {u"As you confirmed, I booked it on Billing."_s}});
    const Sent sent = begin();
    QVERIFY(stage->waitFor(sent.reply, EventType::Done));
    const bool noted = std::ranges::any_of(stage->events(sent.reply), [](const Event &event) {
        return event.type == EventType::Notice && event.fields[u"code"_s] == "claim_unsupported"_L1;
    });
    QVERIFY(noted);
}

void tst_Reply::longChatsAreCondensed()
{
    stage->script->contextTokens = 2000;
    const QString longText = u"word "_s.repeated(1200);
    stage->script->add({.say = {longText}});
    stage->script->add({.say = {longText}});
    stage->script->add({.say = {u"THE SUMMARY"_s}}); // the condensing turn
    stage->script->add({.say = {u"ok"_s}});
    const Sent sent = begin();
    QVERIFY(stage->waitFor(sent.reply, EventType::Done));
    QTRY_VERIFY(
        !stage->read<ChatRecord>([&](QSqlDatabase &database) { return records::chat(database, sent.chat); })
             .writing);
    const auto second = stage->send(sent.chat, u"go on"_s);
    QVERIFY(second);
    QVERIFY(stage->waitFor(second->reply, EventType::Done));
    const auto requests = stage->script->requests();
    QVERIFY(std::ranges::any_of(
        requests, [](const ModelRequest &request) { return request.system.startsWith(u"Condense"_s); }));
    QVERIFY(requests.last().system.contains(longText.left(100)) ||
            requests.last().system.contains(u"THE SUMMARY"_s));
    QCOMPARE(requests.last().items.last().text, u"go on"_s);
}

void tst_Reply::auditTellsTheStory()
{
    stage->script->add({.calls = {ask(u"c1"_s, u"Which?"_s), ask(u"c2"_s, u"What is your password?"_s)}});
    stage->script->add({.say = {u"ok"_s}});
    const Sent sent = begin();
    QVERIFY(stage->answer(stage->waitForQuestion().id, {.text = u"that"_s}));
    QVERIFY(stage->waitFor(sent.reply, EventType::Done));
    const auto rows = stage->read<QList<AuditRecord>>(
        [&](QSqlDatabase &database) { return records::audit(database, {.chat = sent.chat}); });
    QStringList kinds;
    for (const auto &row : rows) {
        if (row.kind.startsWith(u"inquiry."_s))
            kinds.append(row.kind + u' ' + row.fields[u"outcome"_s].toString());
    }
    std::ranges::sort(kinds);
    QCOMPARE(kinds, (QStringList{u"inquiry.answered "_s, u"inquiry.requested "_s,
                                 u"inquiry.settled answered"_s, u"inquiry.settled refused"_s}));
}

QTEST_GUILESS_MAIN(tst_Reply)
#include "tst_reply.moc"
