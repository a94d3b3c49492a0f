// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A question whose reply goes on without an answer: it waits on, and the chat's next turn is told of its end.
#include "models/store/chatrecord.h"
#include "models/store/keptrecord.h"
#include "models/store/pagerecord.h"
#include "models/store/parkedrecord.h"
#include "models/store/threadrecord.h"
#include "tests/support/replystage.h"

#include <QRegularExpression>
#include <algorithm>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

class tst_Parking : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void theReplyGoesOnAndTheQuestionWaits();
    void theNextTurnIsToldTheEnd_data();
    void theNextTurnIsToldTheEnd();
    void theEndIsToldOnce();
    void theNoteStaysInTheHistory();
    void aTurnMeanwhileKnowsThatItWaits();
    void anotherQuestionIsRefusedMeanwhile();
    void afterTheAnswerTheReplyMayAskAgain();
    void whatIsQueuedBehindIsRefused();
    void anAnswerAndParkingAtOnceAreOneOrTheOther_data();
    void anAnswerAndParkingAtOnceAreOneOrTheOther();
    void anAnswerWhileTheReplyStillRunsIsKept();
    void stoppingTheReplyKeepsTheQuestion();
    void aCrashLosesNothing_data();
    void aCrashLosesNothing();
    void aDeadlineThatNobodySawIsTold();
    void closingWithdraws();
    void closingWithdrawsWhatWaitsInARunningReply();
    void itsAnswerIsAFactAndAudited();
    void itsReplyShowsTheAnswer();
    void aNumberMeansOneEventOfTheChat_data();
    void aNumberMeansOneEventOfTheChat();
    void theRequestSaysWhichCallHasEnded();
    void namesOfChats();

private:
    //! Asks and parks; the reply then says \a last and ends.
    void park(const QString &last = u"I asked which project."_s);
    void ended() { QVERIFY(stage->waitFor(sent.reply, EventType::Done)); }
    void restart();
    //! Sends "continue" and gives what the model got for it: the note, then the message.
    [[nodiscard]] QStringList nextTurn();
    [[nodiscard]] QList<AuditRecord> audit(const QString &kind);
    std::unique_ptr<ReplyStage> stage;
    Sent sent{};
    Question question{};
};

void tst_Parking::init()
{
    QTest::failOnWarning(QRegularExpression(u"."_s));
    stage = std::make_unique<ReplyStage>();
}

void tst_Parking::cleanup()
{
    stage.reset();
}

void tst_Parking::park(const QString &last)
{
    stage->script->add({.calls = {ask(u"c1"_s, u"Which project?"_s, {u"Imprint"_s, u"Billing"_s})}});
    const auto begun = stage->send(stage->createChat(), u"Book it"_s, {.face = Face::Mcp});
    QVERIFY(begun);
    sent = *begun;
    std::ignore = stage->events(sent.reply);
    question = stage->waitForQuestion(1, Face::Window);
    if (!last.isEmpty())
        stage->script->add({.say = {last}});
    const auto parked = stage->park(question.id);
    QVERIFY(parked);
    QVERIFY(*parked);
}

void tst_Parking::restart()
{
    stage->close();
    stage->open();
}

QStringList tst_Parking::nextTurn()
{
    const auto before = stage->script->requests().size();
    stage->script->add({.say = {u"Going on."_s}});
    const auto next = stage->send(sent.chat, u"continue"_s, {.face = Face::Mcp});
    if (!next || !stage->waitFor(next->reply, EventType::Done))
        return {u"the turn did not run"_s};
    const auto items = stage->script->requests().at(before).items;
    QStringList said;
    for (qsizetype i = items.size() - 1; i >= 0 && items.at(i).role == PromptItem::Role::Person; --i)
        said.prepend(items.at(i).text);
    return said;
}

QList<AuditRecord> tst_Parking::audit(const QString &kind)
{
    auto rows =
        stage->read<QList<AuditRecord>>([](QSqlDatabase &database) { return records::audit(database, {}); });
    rows.removeIf([&kind](const AuditRecord &row) { return row.kind != kind; });
    return rows;
}

void tst_Parking::theReplyGoesOnAndTheQuestionWaits()
{
    park();
    ended();
    QCOMPARE(stage->text(sent.reply), u"I asked which project."_s);
    const QString result = stage->script->requests().last().items.last().text;
    QVERIFY2(result.startsWith(u"The question waits for the person"_s), qPrintable(result));
    QVERIFY(stage->settled.isEmpty());
    const auto waiting = stage->read<QList<QuestionRecord>>(
        [](QSqlDatabase &database) { return records::waitingQuestions(database); });
    QCOMPARE(waiting.size(), 1);
    QVERIFY(waiting.first().question.parkedMs);
    QCOMPARE(audit(u"inquiry.parked"_s).size(), 1);
    // Long after every limit for showing it, it waits.
    stage->clock.advance(std::chrono::hours(20));
    QVERIFY(stage->answer(question.id, {.text = u"Billing"_s}));
}

void tst_Parking::theNextTurnIsToldTheEnd_data()
{
    QTest::addColumn<Answer>("answer");
    QTest::addColumn<QString>("note");
    QTest::newRow("an option")
        << Answer{.kind = Answer::Kind::Choose, .option = 1}
        << u"The person answered your question \"Which project?\": Billing (via heed window, 09:05)"_s;
    QTest::newRow("own words")
        << Answer{.text = u"the new one"_s}
        << u"The person answered your question \"Which project?\": the new one (via heed window, 09:05)"_s;
    QTest::newRow("skipped")
        << Answer{.kind = Answer::Kind::Decline}
        << u"The person declined to answer your question \"Which project?\" (via heed window, 09:05). Do not ask again: say what you need, or go on without it."_s;
    QTest::newRow("asked back")
        << Answer{.kind = Answer::Kind::AskBack, .text = u"What is Imprint?"_s}
        << u"The person asked back about your question \"Which project?\": What is Imprint? (via heed window, 09:05). Answer that first, then ask again if you still need an answer."_s;
}

void tst_Parking::theNextTurnIsToldTheEnd()
{
    QFETCH(Answer, answer);
    QFETCH(QString, note);
    park();
    ended();
    stage->clock.advance(std::chrono::minutes(5));
    QVERIFY(stage->answer(question.id, answer));
    QCOMPARE(nextTurn(), QStringList({note, u"continue"_s}));
}

void tst_Parking::theEndIsToldOnce()
{
    park();
    ended();
    QVERIFY(stage->answer(question.id, {.text = u"Billing"_s}));
    QCOMPARE(nextTurn().size(), 2);
    QCOMPARE(nextTurn(), QStringList(u"continue"_s));
}

void tst_Parking::theNoteStaysInTheHistory()
{
    park();
    ended();
    QVERIFY(stage->answer(question.id, {.text = u"Billing"_s}));
    std::ignore = nextTurn();
    restart();
    std::ignore = nextTurn();
    const auto items = stage->script->requests().last().items;
    QCOMPARE(std::ranges::count_if(items,
                                   [](const PromptItem &item) {
                                       return item.text.startsWith(u"The person answered your question"_s);
                                   }),
             1);
}

void tst_Parking::aTurnMeanwhileKnowsThatItWaits()
{
    park();
    ended();
    const QStringList waits{
        u"Your question \"Which project?\" still waits for the person; do not assume its answer."_s,
        u"continue"_s};
    QCOMPARE(nextTurn(), waits);
    QCOMPARE(nextTurn(), waits);
    QVERIFY(stage->answer(question.id, {.text = u"Billing"_s}));
    QVERIFY(nextTurn().first().startsWith(u"The person answered"_s));
}

void tst_Parking::anotherQuestionIsRefusedMeanwhile()
{
    park();
    ended();
    stage->script->add({.calls = {ask(u"c2"_s, u"Which month?"_s)}});
    QCOMPARE(nextTurn().size(), 2);
    const QString result = stage->script->requests().last().items.last().text;
    QVERIFY2(result.contains(u"another question is waiting"_s), qPrintable(result));
    QCOMPARE(stage->asked.size(), 1);
    const auto refusals = audit(u"inquiry.settled"_s);
    QCOMPARE(refusals.size(), 1);
    QCOMPARE(refusals.first().fields.value(u"outcome"_s).toString(), u"refused"_s);
}

void tst_Parking::afterTheAnswerTheReplyMayAskAgain()
{
    park();
    ended();
    QVERIFY(stage->answer(question.id, {.text = u"Billing"_s}));
    stage->script->add({.calls = {ask(u"c2"_s, u"Which month?"_s)}});
    stage->script->add({.say = {u"Booked."_s}});
    const auto next = stage->send(sent.chat, u"continue"_s);
    QVERIFY(next);
    const Question second = stage->waitForQuestion(2);
    QVERIFY(stage->answer(second.id, {.text = u"May"_s}));
    QVERIFY(stage->waitFor(next->reply, EventType::Done));
}

void tst_Parking::whatIsQueuedBehindIsRefused()
{
    stage->script->add({.calls = {ask(u"c1"_s, u"Which project?"_s), ask(u"c2"_s, u"Which month?"_s)}});
    const auto begun = stage->send(stage->createChat(), u"Book it"_s);
    QVERIFY(begun);
    sent = *begun;
    std::ignore = stage->events(sent.reply);
    question = stage->waitForQuestion();
    stage->script->add({.say = {u"I asked."_s}});
    QVERIFY(stage->park(question.id));
    ended();
    QCOMPARE(stage->asked.size(), 1);
    const auto items = stage->script->requests().last().items;
    QVERIFY(items.last().text.contains(u"another question is waiting"_s));
    QVERIFY(items.at(items.size() - 2).text.startsWith(u"The question waits for the person"_s));
}

void tst_Parking::anAnswerAndParkingAtOnceAreOneOrTheOther_data()
{
    QTest::addColumn<bool>("answerFirst");
    QTest::newRow("the answer first") << true;
    QTest::newRow("parking first") << false;
}

void tst_Parking::anAnswerAndParkingAtOnceAreOneOrTheOther()
{
    QFETCH(bool, answerFirst);
    stage->script->add({.calls = {ask(u"c1"_s, u"Which project?"_s)}});
    stage->script->add({.say = {u"Well."_s}});
    const auto begun = stage->send(stage->createChat(), u"Book it"_s);
    QVERIFY(begun);
    sent = *begun;
    std::ignore = stage->events(sent.reply);
    question = stage->waitForQuestion();
    std::optional<Result<Settlement>> answered;
    std::optional<Result<bool>> parked;
    const auto answer = [&] {
        stage->replies->answer(question.id, {.text = u"Billing"_s}, Face::Window, this,
                               [&](const auto &result) { answered = result; });
    };
    if (answerFirst)
        answer();
    stage->replies->park(question.id, this, [&](const auto &result) { parked = result; });
    if (!answerFirst)
        answer();
    QTRY_VERIFY(answered && parked);
    QVERIFY(*answered && *parked);
    ended();
    QCOMPARE(**parked, !answerFirst);
    const QString result = stage->script->requests().last().items.last().text;
    QCOMPARE(result.startsWith(u"The user answered: Billing"_s), answerFirst);
    QCOMPARE(nextTurn().size(), answerFirst ? 1 : 2);
    QCOMPARE(audit(u"inquiry.settled"_s).first().fields.value(u"delivered"_s).toString(),
             answerFirst ? u"result"_s : u"notice"_s);
}

void tst_Parking::anAnswerWhileTheReplyStillRunsIsKept()
{
    stage->lookup->hangs = true;
    stage->script->add({.calls = {ask(u"c1"_s, u"Which project?"_s), call(u"c2"_s, u"lookup"_s, {})}});
    stage->script->add({.say = {u"I asked."_s}});
    const auto begun = stage->send(stage->createChat(), u"Book it"_s);
    QVERIFY(begun);
    sent = *begun;
    std::ignore = stage->events(sent.reply);
    question = stage->waitForQuestion();
    QVERIFY(stage->park(question.id));
    QVERIFY(stage->answer(question.id, {.text = u"Billing"_s}));
    QVERIFY(stage->waitFor(sent.reply, EventType::Answer));
    stage->clock.advance(std::chrono::hours(3)); // the tool's time is over
    ended();
    const auto items = stage->script->requests().last().items;
    QVERIFY(std::ranges::any_of(items, [](const PromptItem &item) {
        return item.text.startsWith(u"The question waits for the person"_s);
    }));
    QVERIFY(nextTurn().first().contains(u"Billing"_s));
}

void tst_Parking::stoppingTheReplyKeepsTheQuestion()
{
    stage->script->add({.calls = {ask(u"c1"_s, u"Which project?"_s)}});
    const auto begun = stage->send(stage->createChat(), u"Book it"_s);
    QVERIFY(begun);
    sent = *begun;
    std::ignore = stage->events(sent.reply);
    question = stage->waitForQuestion();
    stage->script->add({.say = {u"I "_s}, .hang = true});
    QVERIFY(stage->park(question.id));
    QVERIFY(stage->waitFor(sent.reply, EventType::Text));
    stage->replies->stop(sent.reply);
    QVERIFY(stage->waitFor(sent.reply, EventType::Stopped));
    QVERIFY(stage->answer(question.id, {.text = u"Billing"_s}));
    QVERIFY(nextTurn().first().contains(u"Billing"_s));
}

void tst_Parking::aCrashLosesNothing_data()
{
    QTest::addColumn<int>("crash");
    QTest::newRow("before it is parked") << 0;
    QTest::newRow("after it is parked, before the reply's last turn") << 1;
    QTest::newRow("after the reply ended") << 2;
    QTest::newRow("after the answer") << 3;
    QTest::newRow("never") << 4;
}

void tst_Parking::aCrashLosesNothing()
{
    QFETCH(int, crash);
    stage->script->add({.calls = {ask(u"c1"_s, u"Which project?"_s)}});
    const auto begun = stage->send(stage->createChat(), u"Book it"_s);
    QVERIFY(begun);
    sent = *begun;
    std::ignore = stage->events(sent.reply);
    question = stage->waitForQuestion();
    if (crash == 0) {
        restart();
        QCOMPARE(stage->resume(), 1);
        QCOMPARE(stage->waitForQuestion().id, question.id);
    }
    stage->script->add(crash == 1 ? ScriptedTurn{.hang = true} : ScriptedTurn{.say = {u"I asked."_s}});
    const auto parked = stage->park(question.id);
    QVERIFY(parked && *parked);
    if (crash == 1) {
        restart();
        stage->script->add({.say = {u"I asked."_s}});
        QCOMPARE(stage->resume(), 1);
        QCOMPARE(stage->takeParked(), 0); // resume() has taken it
        QCOMPARE(stage->waitForQuestion().id, question.id);
    }
    ended();
    if (crash == 2) {
        restart();
        QCOMPARE(stage->takeParked(), 1);
        QCOMPARE(stage->waitForQuestion().id, question.id);
        QVERIFY(stage->asked.first().parkedMs);
    }
    QVERIFY(stage->answer(question.id, {.text = u"Billing"_s}));
    if (crash == 3) {
        restart();
        QCOMPARE(stage->takeParked(), 0);
    }
    QVERIFY(
        nextTurn().first().startsWith(u"The person answered your question \"Which project?\": Billing"_s));
    QCOMPARE(audit(u"inquiry.parked"_s).size(), 1);
    QCOMPARE(audit(u"inquiry.answered"_s).size(), 1);
}

void tst_Parking::aDeadlineThatNobodySawIsTold()
{
    stage->settings.faces.insert(
        u"mcp"_s, {.questionsPerReply = 2, .timeoutSeconds = 600, .onSilence = SilencePolicy::Stop});
    stage->replies->setSettings(stage->settings);
    park();
    ended();
    stage->close();
    stage->clock.advance(std::chrono::hours(1));
    stage->open();
    QCOMPARE(
        nextTurn(),
        QStringList(
            {u"No answer came in time to your question \"Which project?\". Do not guess: say what you need."_s,
             u"continue"_s}));
    QCOMPARE(audit(u"inquiry.settled"_s).size(), 1);
    QCOMPARE(stage->takeParked(), 0);
}

void tst_Parking::closingWithdraws()
{
    park();
    ended();
    const auto closed = stage->closeQuestions(sent.chat);
    QVERIFY(closed);
    QCOMPARE(*closed, 1);
    QTRY_COMPARE(stage->settled.size(), 1);
    QCOMPARE(stage->settled.first().outcome, Outcome::Withdrawn);
    QVERIFY(!stage->answer(question.id, {.text = u"Billing"_s}));
    QCOMPARE(nextTurn(), QStringList(u"continue"_s));
}

void tst_Parking::closingWithdrawsWhatWaitsInARunningReply()
{
    stage->script->add({.calls = {ask(u"c1"_s, u"Which project?"_s)}});
    const auto begun = stage->send(stage->createChat(), u"Book it"_s);
    QVERIFY(begun);
    std::ignore = stage->events(begun->reply);
    std::ignore = stage->waitForQuestion();
    const auto closed = stage->closeQuestions(begun->chat);
    QVERIFY(closed);
    QCOMPARE(*closed, 1);
    QVERIFY(stage->waitFor(begun->reply, EventType::Stopped));
    QTRY_COMPARE(stage->settled.size(), 1);
    QCOMPARE(stage->settled.first().outcome, Outcome::Withdrawn);
}

void tst_Parking::itsAnswerIsAFactAndAudited()
{
    park();
    ended();
    QVERIFY(stage->answer(question.id, {.kind = Answer::Kind::Choose, .option = 1}));
    const auto facts = stage->read<QList<FactRecord>>(
        [&](QSqlDatabase &database) { return records::facts(database, sent.chat); });
    QCOMPARE(facts.size(), 1);
    QCOMPARE(facts.first().value, u"Billing"_s);
    const auto settled = audit(u"inquiry.settled"_s);
    QCOMPARE(settled.size(), 1);
    QCOMPARE(settled.first().fields.value(u"delivered"_s).toString(), u"notice"_s);
    QCOMPARE(audit(u"inquiry.answered"_s).size(), 1);
}

void tst_Parking::itsReplyShowsTheAnswer()
{
    park();
    ended();
    restart();
    QCOMPARE(stage->takeParked(), 1);
    std::ignore = stage->waitForQuestion();
    QVERIFY(stage->answer(question.id, {.text = u"Billing"_s}));
    QVERIFY(stage->waitFor(sent.reply, EventType::Answer));
    const auto &events = stage->events(sent.reply);
    QVERIFY(events.last().seq > events.at(events.size() - 2).seq);
    QCOMPARE(events.last().fields.value(u"text"_s).toString(), u"Billing"_s);
}

void tst_Parking::aNumberMeansOneEventOfTheChat_data()
{
    QTest::addColumn<int>("turnsBefore"); // the answer
    QTest::newRow("answered before the next turn") << 0;
    QTest::newRow("answered after one more turn") << 1;
    QTest::newRow("answered after two more turns") << 2;
}

void tst_Parking::aNumberMeansOneEventOfTheChat()
{
    QFETCH(int, turnsBefore);
    park();
    ended();
    for (int turn = 0; turn < turnsBefore; ++turn)
        QCOMPARE(nextTurn().size(), 2);
    QVERIFY(stage->answer(question.id, {.text = u"Billing"_s}));
    QCOMPARE(nextTurn().size(), 2);
    using Rows = QList<EventRow>;
    qint64 last = 0;
    bool isShown = false;
    for (qint64 reply = sent.reply.value; reply <= sent.reply.value + turnsBefore + 1; ++reply) {
        const auto rows = stage->read<Rows>([reply](QSqlDatabase &database) {
            return records::eventsAfter(database, ReplyId{reply}, 0, 1000);
        });
        QVERIFY(!rows.isEmpty());
        for (const EventRow &row : rows) {
            QVERIFY2(row.firstSeq > last && row.seq >= row.firstSeq, qPrintable(row.type));
            last = row.seq;
            isShown = isShown || row.type == u"answer"_s;
        }
    }
    QVERIFY(isShown);
}

//! In the turn that is told, and in no other.
void tst_Parking::theRequestSaysWhichCallHasEnded()
{
    park();
    ended();
    const auto late = [this] {
        QList<LateResult> all;
        const auto items = stage->script->requests().last().items;
        for (const PromptItem &item : items) {
            if (item.late)
                all.append(*item.late);
        }
        return all;
    };
    std::ignore = nextTurn();
    QCOMPARE(late().size(), 1);
    QVERIFY(late().first().result.isEmpty()); // it waits
    stage->clock.advance(std::chrono::minutes(5));
    QVERIFY(stage->answer(question.id, {.text = u"Billing"_s}));
    restart();
    std::ignore = nextTurn();
    QCOMPARE(late().size(), 1);
    QCOMPARE(late().first().result, u"The user answered: Billing"_s);
    QVERIFY(late().first().isNews);
    QCOMPARE(late().first().endedMs - late().first().askedMs, 5 * 60'000);
    std::ignore = nextTurn();
    QVERIFY(!late().first().isNews);
}

void tst_Parking::namesOfChats()
{
    const ChatId chat = stage->createChat();
    const ChatId other = stage->createChat();
    stage->store->write<Done>(Durability::AtOnce, this,
                              [=](QSqlDatabase &database) -> Result<Done> {
                                  for (const auto &thread :
                                       {ThreadRecord{.name = u"a"_s, .chat = chat, .usedMs = 1},
                                        ThreadRecord{.name = u"b"_s, .chat = other, .usedMs = 2},
                                        ThreadRecord{.name = u"a"_s, .chat = chat, .usedMs = 3}}) {
                                      if (auto set = records::setThread(database, thread); !set)
                                          return set;
                                  }
                                  return records::setTrashed(database, other, 5);
                              },
                              {});
    const auto threads =
        stage->read<QList<ThreadRecord>>([](QSqlDatabase &database) { return records::threads(database); });
    QCOMPARE(threads.size(), 1);
    QCOMPARE(threads.first().chat, chat);
    QCOMPARE(threads.first().usedMs, 3);
    const auto hidden = stage->read<std::optional<ThreadRecord>>(
        [](QSqlDatabase &database) { return records::thread(database, u"b"_s); });
    QVERIFY(!hidden);
}

QTEST_GUILESS_MAIN(tst_Parking)
#include "tst_parking.moc"
