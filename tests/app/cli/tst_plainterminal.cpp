// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/signalwatch.h"
#include "models/store/questionrecord.h"
#include "models/store/replyrecord.h"
#include "tests/app/cli/terminalstage.h"
#include "tests/support/otherprocess.h"

#include <QSignalSpy>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

namespace {

//! What another process asks, as a test says.
class AskedElsewhere final : public QuestionsElsewhere
{
public:
    [[nodiscard]] QList<QuestionElsewhere> questions() const override { return {}; }
    void answer(const QuestionId &, const Answer &, Face, QObject *, const Then &then) override
    {
        answered = then;
    }

    Then answered{}; //!< says what became of the answer that was handed over
};

} // namespace

//! The terminal as a person has it: a pseudo-terminal, lines typed into it, what it shows read back.
class tst_PlainTerminal : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void streamsTheReply();
    void escapeCodesOfTheModelAreHarmless();
    void showsTheQuestion();
    void answers_data();
    void answers();
    void refusedLineLeavesTheQuestion_data();
    void refusedLineLeavesTheQuestion();
    void emptyLineSkipsOnlyTwice();
    void questionMarkAloneShowsItAgain();
    void noneCanBeChosen();
    void numberOfNoChoiceIsSaid_data();
    void numberOfNoChoiceIsSaid();
    void lineThatIsNoTextIsRefused();
    void secretIsHeldBackAndTold();
    void lineBeforeTheQuestionIsNoAnswer();
    void halfTypedLineIsKept();
    void quickLineIsAskedAbout_data();
    void quickLineIsAskedAbout();
    void quickEmptyLineSkipsNothing();
    void lineBegunUnderAnotherQuestionIsNoAnswer();
    void lineBegunBeforeATakeOverIsNoAnswer();
    void questionOfAnAskerThatLeftIsLeft_data();
    void questionOfAnAskerThatLeftIsLeft();
    void answeredElsewhereEndsThePrompt();
    void deadlineIsShownAndCanBeTakenAway();
    void lapsedQuestionEndsThePrompt();
    void controlCStopsTheReply();
    void controlCTwiceLeaves();
    void signalsArrive();
    void controlDLeavesTheQuestion();
    void comesBackToTheQuestion();
    void pathIsAMessageAndAnAnswer();
    void commandsAreTaken();
    void commandUnderAQuestionIsNoAnswer_data();
    void commandUnderAQuestionIsNoAnswer();
    void failedReplyCanBeTriedAgain();
    void unknownChatIsTold();
    void onceAsksInATerminal();
    void onceGivesTheExitCode_data();
    void onceGivesTheExitCode();
    void pipeSendsLineByLineAndNeverAsks();
    void pipeCannotAnswerAWaitingQuestion();

private:
    void begin(const ChatRequest &request = {}, TerminalStage::Kind kind = TerminalStage::Kind::Terminal)
    {
        terminal = std::make_unique<TerminalStage>(*stage, kind, request, elsewhere.get());
    }
    //! A question that another process asks in the chat that the terminal shows.
    [[nodiscard]] QuestionElsewhere beginBesideAnAsker();
    void beginWithQuestion(const QStringList &options = {u"House"_s, u"Shed"_s}, bool allowOther = true);
    void later() { stage->clock.advance(std::chrono::seconds(1)); } // a person has read the question
    [[nodiscard]] QString toldTheModel() const
    {
        const auto requests = stage->script->requests();
        return requests.isEmpty() || requests.last().items.isEmpty() ? QString()
                                                                     : requests.last().items.last().text;
    }
    [[nodiscard]] bool ends() { return terminal->shows("Thanks."); }
    [[nodiscard]] bool stillWaits()
    {
        return stage->read<int>([](QSqlDatabase &database) { return records::waitingCount(database); }) == 1;
    }

    std::unique_ptr<ReplyStage> stage{};
    std::unique_ptr<AskedElsewhere> elsewhere{};
    std::unique_ptr<OtherProcess> asker{};
    std::unique_ptr<TerminalStage> terminal{};
};

void tst_PlainTerminal::init()
{
    stage = std::make_unique<ReplyStage>();
}

void tst_PlainTerminal::cleanup()
{
    terminal.reset();
    elsewhere.reset();
    asker.reset();
    stage.reset();
}

void tst_PlainTerminal::beginWithQuestion(const QStringList &options, bool allowOther)
{
    stage->script->add(
        {.say = {u"Let me ask. "_s}, .calls = {ask(u"c1"_s, u"Which roof?"_s, options, allowOther)}});
    stage->script->add({.say = {u"Thanks."_s}});
    begin();
    QVERIFY(terminal->shows("> "));
    terminal->type("find my notes\n");
    QVERIFY(terminal->shows("answer> "));
    later();
}

QuestionElsewhere tst_PlainTerminal::beginBesideAnAsker()
{
    stage->script->add({.say = {u"Yes."_s}});
    stage->script->add({.calls = {ask(u"c1"_s, u"When?"_s)}});
    elsewhere = std::make_unique<AskedElsewhere>();
    asker = std::make_unique<OtherProcess>();
    begin();
    terminal->type("hi\n");
    if (!terminal->shows("Yes.\n> ") || !stage->send(stage->createChat(), u"Remind me"_s))
        qFatal("no chat");
    Question question = stage->waitForQuestion(); // so that it is in the database
    question.chat = {1};
    return {.question = question, .asker = {.process = asker->name(), .program = u"heed chat"_s}};
}

void tst_PlainTerminal::streamsTheReply()
{
    stage->script->add({.say = {u"Hel"_s, u"lo \xD83D"_s, u"\xDE42"_s, u"."_s}});
    begin();
    QVERIFY(terminal->shows("/help"));
    QVERIFY(terminal->shows("> "));
    terminal->type("hi\n");
    QVERIFY(terminal->shows("Hello 🙂.\n> "));
    QCOMPARE(stage->script->requests().constFirst().items.last().text, u"hi"_s);
}

void tst_PlainTerminal::escapeCodesOfTheModelAreHarmless()
{
    const QString evil = u"a\x1b]0;owned\x07\x1b[2J\u009b31m\u202eb\r"_s;
    ToolCall question =
        ask(u"c1"_s, QString(u"Which "_s + evil + u"?"_s), {QString(u"One"_s + evil), u"Two"_s});
    stage->script->add({.say = {evil.left(2), evil.mid(2)}, .calls = {question}});
    begin();
    QVERIFY(terminal->shows("> "));
    terminal->type("hi\n");
    QVERIFY(terminal->shows("answer> "));
    const QString shown = QString::fromUtf8(terminal->out());
    for (const QChar character : shown) {
        QVERIFY2(character == u'\n' || (character.category() != QChar::Other_Control &&
                                        character.category() != QChar::Other_Format),
                 qPrintable(QString::number(character.unicode(), 16)));
    }
    QVERIFY(shown.contains(u"U+001B"_s)); // shown, not swallowed
}

void tst_PlainTerminal::showsTheQuestion()
{
    ToolCall question = ask(u"c1"_s, u"Which roof?"_s);
    question.arguments[u"options"_s] =
        QJsonArray{QJsonObject{{u"label"_s, u"House"_s}, {u"description"_s, u"The red one"_s}}, u"Shed"_s};
    stage->script->add({.say = {u"Let me ask."_s}, .calls = {question}});
    begin();
    QVERIFY(terminal->shows("> "));
    terminal->type("find my notes\n");
    QVERIFY(terminal->shows("answer> "));
    const QByteArray out = terminal->out();
    QVERIFY2(out.contains("Let me ask.\nthe model asks, in \"find my notes\":\n  Which roof?\n  1. House\n   "
                          "  The red one\n  2. Shed\n"),
             out.constData());
    QVERIFY(!out.contains("Without an answer"));
}

void tst_PlainTerminal::answers_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("told");
    QTest::newRow("by number") << QByteArray("2") << u"Shed"_s;
    QTest::newRow("by number with a dot") << QByteArray("2.") << u"Shed"_s;
    QTest::newRow("by the option's text") << QByteArray("shed") << u"Shed"_s;
    QTest::newRow("in own words") << QByteArray("the barn, please") << u"the barn, please"_s;
    QTest::newRow("a number that no option could have") << QByteArray("700") << u"answered: 700"_s;
    QTest::newRow("by asking back") << QByteArray("?which are there") << u"which are there"_s;
    QTest::newRow("in other letters") << QByteArray("die Scheune für Ähren") << u"die Scheune für Ähren"_s;
}

void tst_PlainTerminal::answers()
{
    QFETCH(QByteArray, line);
    QFETCH(QString, told);
    beginWithQuestion();
    terminal->type(QByteArray(line + '\n'));
    QVERIFY(ends());
    QVERIFY2(toldTheModel().contains(told), qPrintable(toldTheModel()));
    QVERIFY(terminal->shows("Thanks.\n> "));
}

void tst_PlainTerminal::refusedLineLeavesTheQuestion_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<bool>("allowOther");
    QTest::addColumn<QByteArray>("line");
    const QStringList roofs{u"House"_s, u"Shed"_s};
    QTest::newRow("own words where only options count") << roofs << false << QByteArray("the barn");
    QTest::newRow("a number beyond the last") << roofs << false << QByteArray("3");
    QTest::newRow("a number that is another option's text")
        << QStringList{u"2"_s, u"4"_s} << true << QByteArray("2");
    QTest::newRow("far too long") << roofs << true << QByteArray(2500, 'x');
}

void tst_PlainTerminal::refusedLineLeavesTheQuestion()
{
    QFETCH(QStringList, options);
    QFETCH(bool, allowOther);
    QFETCH(QByteArray, line);
    beginWithQuestion(options, allowOther);
    terminal->type(QByteArray(line + '\n'));
    QVERIFY(terminal->shows("answer> ", 2));
    QVERIFY(stillWaits());
    terminal->type("1.\n");
    QVERIFY(ends());
    QVERIFY(toldTheModel().contains(options.constFirst()));
}

void tst_PlainTerminal::emptyLineSkipsOnlyTwice()
{
    beginWithQuestion();
    terminal->type("\n");
    QVERIFY(terminal->shows("Skip this question?"));
    QVERIFY(terminal->shows("answer> ", 2));
    QVERIFY(stillWaits());
    terminal->type("?\n"); // something else in between
    QVERIFY(terminal->shows("answer> ", 3));
    terminal->type("\n");
    QVERIFY(terminal->shows("Skip this question?", 2));
    QVERIFY(stillWaits());
    terminal->type("\n");
    QVERIFY(ends());
    QVERIFY(toldTheModel().contains(u"declined"_s));
}

void tst_PlainTerminal::questionMarkAloneShowsItAgain()
{
    beginWithQuestion();
    terminal->type("?\n");
    QVERIFY(terminal->shows("Which roof?", 2));
    QVERIFY(stillWaits());
}

void tst_PlainTerminal::noneCanBeChosen()
{
    beginWithQuestion({u"House"_s, u"Shed"_s}, false);
    QVERIFY(terminal->shows("0. None of these"));
    terminal->type("0\n");
    QVERIFY(ends());
    QVERIFY(toldTheModel().contains(u"none"_s));
}

void tst_PlainTerminal::numberOfNoChoiceIsSaid_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<bool>("allowOther");
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("isAnswer");
    const QStringList names{u"House"_s, u"Shed"_s, u"Barn"_s};
    const QStringList numbers{u"4 tiles"_s, u"8 tiles"_s};
    QTest::newRow("too high") << names << true << u"7"_s << false;
    QTest::newRow("too high, with a dot") << names << true << u"7."_s << false;
    QTest::newRow("zero") << names << true << u"0"_s << false;
    QTest::newRow("no own words") << names << false << u"7"_s << false;
    QTest::newRow("more than a choice could be") << names << true << u"120"_s << true;
    QTest::newRow("in words") << names << true << u"7 of them"_s << true;
    QTest::newRow("where choices are numbers") << numbers << true << u"7"_s << true;
}

void tst_PlainTerminal::numberOfNoChoiceIsSaid()
{
    QFETCH(QStringList, options);
    QFETCH(bool, allowOther);
    QFETCH(QString, line);
    QFETCH(bool, isAnswer);
    beginWithQuestion(options, allowOther);
    terminal->type(line.toUtf8() + '\n');
    if (isAnswer) {
        QVERIFY(ends());
        QVERIFY(toldTheModel().contains(line));
        return;
    }
    QVERIFY2(terminal->shows("There are only 3 choice"), terminal->out().constData());
    QVERIFY(terminal->shows("answer> ", 2));
    QVERIFY(stillWaits());
    terminal->type("3\n");
    QVERIFY(ends());
    QVERIFY(toldTheModel().contains(u"Barn"_s));
}

void tst_PlainTerminal::lineThatIsNoTextIsRefused()
{
    beginWithQuestion();
    terminal->type("caf\xe9\n"); // Latin-1
    QVERIFY2(terminal->shows("not UTF-8"), terminal->out().constData());
    QVERIFY(terminal->shows("answer> ", 2));
    QVERIFY(stillWaits());
    terminal->type("caf\xc3\xa9\n");
    QVERIFY(ends());
    QVERIFY(toldTheModel().contains(u"café"_s));
    terminal->type("\xff\n"); // as a message
    QVERIFY(terminal->shows("not UTF-8", 2));
    QCOMPARE(stage->script->requests().size(), 2);
}

void tst_PlainTerminal::secretIsHeldBackAndTold()
{
    beginWithQuestion();
    terminal->type("password = hunter2hunter2\n");
    QVERIFY(ends());
    QVERIFY2(terminal->shows("Held back"), terminal->out().constData());
    QVERIFY(!toldTheModel().contains(u"hunter2"_s));
    QVERIFY(toldTheModel().contains(u"[secret 1]"_s));
}

void tst_PlainTerminal::lineBeforeTheQuestionIsNoAnswer()
{
    stage->script->add({.say = {u"Thinking. "_s}, .calls = {call(u"l1"_s, u"lookup"_s, {})}});
    stage->script->add({.calls = {ask(u"c1"_s, u"Which roof?"_s)}});
    stage->script->add({.say = {u"Thanks."_s}});
    stage->script->add({.say = {u"And again."_s}});
    begin();
    QVERIFY(terminal->shows("> "));
    terminal->type("find my notes\nand the other ones\n"); // the second is complete before the question
    QVERIFY(terminal->shows("answer> "));
    QVERIFY(stillWaits());
    later();
    terminal->type("the barn\n");
    QVERIFY(terminal->shows("And again."));
    QCOMPARE(toldTheModel(), u"and the other ones"_s); // it was the next message
}

void tst_PlainTerminal::halfTypedLineIsKept()
{
    stage->lookup->hangs = true;
    stage->script->add({.say = {u"Wait. "_s}, .calls = {ask(u"c1"_s, u"Which roof?"_s)}});
    stage->script->add({.say = {u"Thanks."_s}});
    stage->script->add({.say = {u"Second."_s}});
    begin();
    QVERIFY(terminal->shows("> "));
    terminal->type("find my notes\nand also");
    QVERIFY(terminal->shows("answer> "));
    later();
    terminal->type("the roof\n"); // the rest of what was begun: not an answer without a word about it
    QVERIFY(terminal->shows("Is \"the roof\" your answer?"));
    QVERIFY(stillWaits());
    terminal->type("n\n");
    QVERIFY(terminal->shows("answer> ", 2));
    terminal->type("the barn\n");
    QVERIFY(terminal->shows("You had begun to type: \"and alsothe roof\""));
    QVERIFY2(toldTheModel().contains(u"the barn"_s), qPrintable(toldTheModel()));
    terminal->type("\n");
    QVERIFY(terminal->shows("Second."));
    QCOMPARE(toldTheModel(), u"and alsothe roof"_s);
}

void tst_PlainTerminal::quickLineIsAskedAbout_data()
{
    QTest::addColumn<QByteArray>("reply");
    QTest::addColumn<bool>("answered");
    QTest::newRow("yes") << QByteArray("y\n") << true;
    QTest::newRow("no") << QByteArray("n\n") << false;
    QTest::newRow("neither") << QByteArray("perhaps\n") << false;
}

void tst_PlainTerminal::quickLineIsAskedAbout()
{
    QFETCH(QByteArray, reply);
    QFETCH(bool, answered);
    stage->script->add({.calls = {ask(u"c1"_s, u"Which roof?"_s)}});
    stage->script->add({.say = {u"Thanks."_s}});
    begin();
    QVERIFY(terminal->shows("> "));
    terminal->type("find my notes\n");
    QVERIFY(terminal->shows("answer> "));
    terminal->type("the shed\n"); // no time has passed: nobody reads so fast
    QVERIFY(terminal->shows("Is \"the shed\" your answer?"));
    terminal->type(reply);
    if (answered) {
        QVERIFY(ends());
        QVERIFY(toldTheModel().contains(u"the shed"_s));
    } else {
        QVERIFY(terminal->shows("> ", 4));
        QVERIFY(stillWaits());
    }
}

void tst_PlainTerminal::quickEmptyLineSkipsNothing()
{
    stage->script->add({.calls = {ask(u"c1"_s, u"Which roof?"_s)}});
    stage->script->add({.say = {u"Thanks."_s}});
    begin();
    QVERIFY(terminal->shows("> "));
    terminal->type("find my notes\n");
    QVERIFY(terminal->shows("answer> "));
    terminal->type("\n");
    QVERIFY(terminal->shows("answer> ", 2));
    later();
    terminal->type("\n");
    QVERIFY(terminal->shows("Skip this question?"));
    QVERIFY(stillWaits());
}

void tst_PlainTerminal::lineBegunUnderAnotherQuestionIsNoAnswer()
{
    stage->script->add({.calls = {ask(u"c1"_s, u"Which roof?"_s), ask(u"c2"_s, u"Which day?"_s)}});
    begin();
    terminal->type("find my notes\n");
    QVERIFY(terminal->shows("answer> "));
    terminal->type("the ba");
    const QuestionId first = stage->asked.constLast().id;
    stage->replies->confirmShown(first, Face::Window);
    QVERIFY(stage->answer(first, {.text = u"the shed"_s}, Face::Window));
    QVERIFY(terminal->shows("Which day?"));
    QVERIFY(terminal->shows("answer> ", 2));
    later();
    terminal->type("rn\n");
    QVERIFY2(terminal->shows("Is \"rn\" your answer?"), terminal->out().constData());
    QVERIFY(stillWaits());
}

void tst_PlainTerminal::lineBegunBeforeATakeOverIsNoAnswer()
{
    const QuestionElsewhere waiting = beginBesideAnAsker();
    Q_EMIT elsewhere->appeared(waiting);
    QVERIFY(terminal->shows("answer> "));
    later();
    terminal->type("Tomor");
    asker->end();
    Q_EMIT elsewhere->ended(waiting.question.id);
    QVERIFY(terminal->shows("You had begun to type: \"Tomor\""));
    Q_EMIT elsewhere->appeared(waiting); // whoever took the reply over asks again
    QVERIFY(terminal->shows("answer> ", 2));
    later();
    terminal->type("row at 9\n");
    QVERIFY2(terminal->shows("Is \"row at 9\" your answer?"), terminal->out().constData());
    QVERIFY(!elsewhere->answered);
    terminal->type("n\n");
    QVERIFY(terminal->shows("answer> ", 3));
    terminal->type("at 9\n"); // begun under the question
    QTRY_VERIFY(elsewhere->answered);
}

void tst_PlainTerminal::questionOfAnAskerThatLeftIsLeft_data()
{
    QTest::addColumn<bool>("isAnswering");
    QTest::newRow("while it was answered") << true;
    QTest::newRow("while nothing was typed") << false;
}

//! Its file has gone a moment before its process: that it comes no more shows only afterwards.
void tst_PlainTerminal::questionOfAnAskerThatLeftIsLeft()
{
    QFETCH(bool, isAnswering);
    const QuestionElsewhere waiting = beginBesideAnAsker();
    Q_EMIT elsewhere->appeared(waiting);
    QVERIFY(terminal->shows("answer> "));
    later();
    if (isAnswering) {
        terminal->type("the barn\n");
        QTRY_VERIFY(elsewhere->answered);
    }
    Q_EMIT elsewhere->ended(waiting.question.id);
    if (isAnswering) {
        elsewhere->answered(Error{.code = Error::Code::Refused, .text = u"Answer again."_s});
        QVERIFY(terminal->shows("Answer again.\nanswer> "));
    }
    // What was read of it before this says that its process lives.
    std::ignore = stage->read<bool>([](QSqlDatabase &) { return true; });
    asker->end();
    const auto isLeft = [this] {
        stage->clock.advance(std::chrono::seconds(1));
        return terminal->out().endsWith("\n> ");
    };
    QVERIFY2(QTest::qWaitFor(isLeft, patienceMs), terminal->out().constData());
}

void tst_PlainTerminal::answeredElsewhereEndsThePrompt()
{
    beginWithQuestion();
    const QuestionId id = stage->asked.constLast().id;
    stage->replies->confirmShown(id, Face::Window);
    QVERIFY(stage->answer(id, {.text = u"the barn"_s}, Face::Window));
    QVERIFY2(terminal->shows("Answered in the window, 09:00: the barn"), terminal->out().constData());
    QVERIFY(terminal->shows("Thanks.\n> "));
    stage->script->add({.say = {u"Second."_s}});
    terminal->type("2\n"); // now a message, not an answer
    QVERIFY(terminal->shows("Second."));
    QCOMPARE(toldTheModel(), u"2"_s);
}

void tst_PlainTerminal::deadlineIsShownAndCanBeTakenAway()
{
    stage->settings.faces.insert(
        u"terminal"_s, {.questionsPerReply = 2, .timeoutSeconds = 3600, .onSilence = SilencePolicy::Assume});
    stage->replies->setSettings(stage->settings);
    beginWithQuestion();
    QVERIFY2(terminal->shows("Without an answer the model goes on at 10:00; /wait"),
             terminal->out().constData());
    terminal->type("/wait\n");
    QVERIFY(terminal->shows("now waits until you answer"));
    stage->clock.advance(std::chrono::hours(5));
    QVERIFY(stillWaits());
}

void tst_PlainTerminal::lapsedQuestionEndsThePrompt()
{
    stage->settings.faces.insert(
        u"terminal"_s, {.questionsPerReply = 2, .timeoutSeconds = 3600, .onSilence = SilencePolicy::Stop});
    stage->replies->setSettings(stage->settings);
    beginWithQuestion();
    QVERIFY(terminal->shows("the model stops at 10:00"));
    terminal->type("the ba"); // typed, not sent
    stage->clock.advance(std::chrono::hours(2));
    QVERIFY(terminal->shows("No answer came"));
    QVERIFY(terminal->shows("You had begun to type: \"the ba\""));
    QVERIFY(!toldTheModel().contains(u"the ba"_s));
}

void tst_PlainTerminal::controlCStopsTheReply()
{
    beginWithQuestion();
    terminal->chat().interrupt();
    QVERIFY(terminal->shows("Stopped.\n> "));
    QVERIFY(!terminal->hasEnded());
    QCOMPARE(stage->settled.constLast().outcome, Outcome::Withdrawn);
    stage->script->add({.say = {u"Going on."_s}, .hang = true});
    terminal->type("go on\n"); // takes the script's next turn, "Thanks."
    QVERIFY(ends());
    terminal->type("and on\n");
    QVERIFY(terminal->shows("Going on."));
    terminal->chat().interrupt();
    QVERIFY(terminal->shows("Stopped.", 2));
}

void tst_PlainTerminal::controlCTwiceLeaves()
{
    begin();
    QVERIFY(terminal->shows("> "));
    terminal->chat().interrupt();
    QVERIFY(terminal->shows("Ctrl-C once more"));
    QVERIFY(!terminal->hasEnded());
    stage->script->add({.say = {u"Yes."_s}});
    terminal->type("hi\n"); // something else in between
    QVERIFY(terminal->shows("Yes.\n> "));
    terminal->chat().interrupt();
    QVERIFY(terminal->shows("Ctrl-C once more", 2));
    QVERIFY(!terminal->hasEnded());
    terminal->chat().interrupt();
    QCOMPARE(terminal->waitForEnd(), std::optional(130));
}

void tst_PlainTerminal::signalsArrive()
{
    SignalWatch watch;
    QSignalSpy interrupted(&watch, &SignalWatch::interrupted);
    QSignalSpy terminated(&watch, &SignalWatch::terminated);
    begin();
    connect(&watch, &SignalWatch::terminated, &terminal->chat(), &TerminalChat::terminate);
    ::kill(::getpid(), SIGINT);
    QTRY_COMPARE(interrupted.count(), 1);
    QCOMPARE(terminated.count(), 0);
    ::kill(::getpid(), SIGTERM);
    QTRY_COMPARE(terminated.count(), 1);
    QCOMPARE(terminal->waitForEnd(), std::optional(130));
}

void tst_PlainTerminal::controlDLeavesTheQuestion()
{
    beginWithQuestion();
    terminal->type("\x04");
    QCOMPARE(terminal->waitForEnd(), std::optional(0));
    QVERIFY(terminal->shows("heed chat --chat 1"));
    QVERIFY(stillWaits());
}

void tst_PlainTerminal::comesBackToTheQuestion()
{
    beginWithQuestion();
    terminal->type("\x04");
    QVERIFY(terminal->waitForEnd());
    terminal.reset();
    stage->close();
    stage->open();
    begin({.chat = ChatId{1}});
    QVERIFY2(terminal->shows("answer> "), terminal->out().constData());
    QVERIFY(terminal->out().contains("You: find my notes"));
    QVERIFY(terminal->out().contains("Which roof?"));
    QVERIFY(terminal->out().indexOf("Carried on after") > 0);
    QVERIFY(terminal->out().indexOf("Carried on after") < terminal->out().indexOf("Which roof?"));
    QVERIFY2(terminal->out().endsWith("answer> "), terminal->out().constData());
    later();
    terminal->type("1\n");
    QVERIFY(ends());
    QVERIFY(toldTheModel().contains(u"House"_s));
}

void tst_PlainTerminal::pathIsAMessageAndAnAnswer()
{
    stage->script->add({.calls = {ask(u"c1"_s, u"Which folder?"_s)}});
    stage->script->add({.say = {u"Thanks."_s}});
    begin();
    QVERIFY(terminal->shows("> "));
    terminal->type("/srv/notes/roof is what I want\n");
    QVERIFY(terminal->shows("answer> "));
    QCOMPARE(stage->script->requests().constFirst().items.last().text, u"/srv/notes/roof is what I want"_s);
    later();
    terminal->type("/notes\n");
    QVERIFY(ends());
    QVERIFY(toldTheModel().contains(u"/notes"_s));
}

void tst_PlainTerminal::commandsAreTaken()
{
    stage->script->add({.say = {u"Yes."_s}, .usage = {.tokensIn = 1200, .tokensOut = 34}});
    begin();
    QVERIFY(terminal->shows("> "));
    terminal->type("/stats\n");
    QVERIFY(terminal->shows("There is no reply yet."));
    terminal->type("/nonsense\n");
    QVERIFY(terminal->shows("/nonsense cannot be done now"));
    terminal->type("/stop\n");
    QVERIFY(terminal->shows("No reply is being written."));
    terminal->type("hi\n");
    QVERIFY(terminal->shows("Yes.\n> "));
    terminal->type("/stats\n");
    QVERIFY2(terminal->shows("Tokens: 1,200 in, 34 out. Model turns: 1."), terminal->out().constData());
    terminal->type("/help\n");
    QVERIFY(terminal->shows("/retry"));
    terminal->type("/quit\n");
    QCOMPARE(terminal->waitForEnd(), std::optional(0));
    QCOMPARE(stage->script->requests().size(), 1);
}

void tst_PlainTerminal::commandUnderAQuestionIsNoAnswer_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("/retry") << QByteArray("/retry")
                            << QByteArray("There is no failed or stopped reply to try again.");
    QTest::newRow("/wait") << QByteArray("/wait")
                           << QByteArray("The question has no time limit: it waits until you answer.");
}

void tst_PlainTerminal::commandUnderAQuestionIsNoAnswer()
{
    QFETCH(QByteArray, command);
    QFETCH(QByteArray, says);
    beginWithQuestion();
    terminal->type(command + '\n');
    QVERIFY2(terminal->shows(says + "\nanswer> "), terminal->out().constData());
    QVERIFY(stillWaits());
}

void tst_PlainTerminal::failedReplyCanBeTriedAgain()
{
    stage->script->add(
        {.error = ProviderError{.kind = ProviderError::Kind::Auth, .text = u"The key is wrong."_s}});
    stage->script->add({.say = {u"Now it works."_s}});
    begin();
    QVERIFY(terminal->shows("> "));
    terminal->type("hi\n");
    QVERIFY2(terminal->shows("The key is wrong.\n/retry"), terminal->out().constData());
    QVERIFY(terminal->shows("> ", 2));
    terminal->type("/retry\n");
    QVERIFY(terminal->shows("Now it works.\n> "));
}

void tst_PlainTerminal::unknownChatIsTold()
{
    begin({.chat = ChatId{99}});
    QCOMPARE(terminal->waitForEnd(), std::optional(1));
    QVERIFY(terminal->shows("There is no chat 99."));
}

void tst_PlainTerminal::onceAsksInATerminal()
{
    stage->script->add({.calls = {ask(u"c1"_s, u"Which roof?"_s)}});
    stage->script->add({.say = {u"Thanks."_s}});
    begin({.once = u"find it"_s});
    QVERIFY(terminal->shows("answer> "));
    later();
    terminal->type("the barn\n");
    QCOMPARE(terminal->waitForEnd(), std::optional(0));
    QVERIFY(ends());
}

void tst_PlainTerminal::onceGivesTheExitCode_data()
{
    QTest::addColumn<bool>("fails");
    QTest::addColumn<bool>("interrupted");
    QTest::addColumn<int>("code");
    QTest::newRow("done") << false << false << 0;
    QTest::newRow("failed") << true << false << 1;
    QTest::newRow("interrupted") << false << true << 130;
}

void tst_PlainTerminal::onceGivesTheExitCode()
{
    QFETCH(bool, fails);
    QFETCH(bool, interrupted);
    if (fails)
        stage->script->add(
            {.error = ProviderError{.kind = ProviderError::Kind::Auth, .text = u"The key is wrong."_s}});
    else
        stage->script->add({.say = {u"Yes."_s}, .hang = interrupted});
    begin({.once = u"hi"_s}, TerminalStage::Kind::Pipes);
    if (interrupted) {
        QVERIFY(terminal->shows("Yes."));
        terminal->chat().interrupt();
    }
    QTEST(terminal->waitForEnd().value_or(-1), "code");
    if (!fails && !interrupted)
        QCOMPARE(terminal->out(), QByteArray("Yes.\n"));
}

void tst_PlainTerminal::pipeSendsLineByLineAndNeverAsks()
{
    stage->script->add({.calls = {ask(u"c1"_s, u"Which roof?"_s)}});
    stage->script->add({.say = {u"One."_s}});
    stage->script->add({.say = {u"Two."_s}});
    begin({}, TerminalStage::Kind::Pipes);
    terminal->type("first\n\n/quit is no command here\n");
    terminal->closeInput();
    QCOMPARE(terminal->waitForEnd(), std::optional(0));
    const QByteArray out = terminal->out(); // with the notes in between, which go elsewhere in a real pipe
    QVERIFY2(out.contains("One.\n") && out.indexOf("One.\n") < out.indexOf("Two.\n"), out.constData());
    QVERIFY(!terminal->out().contains("Which roof?"));
    QCOMPARE(toldTheModel(), u"/quit is no command here"_s);
    QVERIFY(stage->asked.isEmpty());
}

void tst_PlainTerminal::pipeCannotAnswerAWaitingQuestion()
{
    beginWithQuestion();
    terminal->type("\x04");
    QVERIFY(terminal->waitForEnd());
    terminal.reset();
    stage->close();
    stage->open();
    begin({.chat = ChatId{1}}, TerminalStage::Kind::Pipes);
    terminal->type("1\n");
    QCOMPARE(terminal->waitForEnd(), std::optional(1));
    QVERIFY(terminal->shows("heed chat --chat 1"));
    QVERIFY(stillWaits());
}

QTEST_GUILESS_MAIN(tst_PlainTerminal)
#include "tst_plainterminal.moc"
