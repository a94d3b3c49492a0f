// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/store/sql.h"
#include "tests/widgets/window/windowstage.h"

using namespace heed;
using namespace heed::test;

//! A message, a question in the middle of its reply, the answer, the rest of the reply: in the window, by
//! keyboard.
class TestExchange : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void keyboardAlone_data();
    void keyboardAlone();
    void typedTextIsNoAnswer();
    void answerThroughTheComposer();
    void answerFromElsewhere();
    void otherChatTakesNoFocus();
    void twoQuestions();
    void deadlineLeavesWhatWasTyped();
    void stop();
    void barLeadsIntoTheCard();
    void tryAgain();
    void changeAnswer();
    void regenerateAndSwitch();
    void queuedAndTakenBack();
    void nothingBeginsBeforeItsKeyIsThere();

private:
    //! The first message, up to its question.
    static void ask(WindowStage &stage, const QStringList &options = projects())
    {
        stage.replies.script->add(
            {.say = {u"The week has twelve open hours. "_s},
             .calls = {call(u"l1"_s, u"lookup"_s, {}), test::ask(u"c1"_s, whichProject(), options)}});
        stage.type(u"Book my open hours"_s);
        stage.press(Qt::Key_Return);
        QVERIFY(stage.waitForCard(whichProject()));
    }
};

void TestExchange::keyboardAlone_data()
{
    QTest::addColumn<QList<int>>("keys");
    QTest::addColumn<QString>("answer");
    using Keys = QList<int>;
    QTest::newRow("Enter on the option that has the focus") << Keys{Qt::Key_Return} << u"Billing"_s;
    QTest::newRow("Tab, then Enter") << Keys{Qt::Key_Tab, Qt::Key_Return} << u"Support"_s;
    QTest::newRow("arrows, then Space") << Keys{Qt::Key_Down, Qt::Key_Down, Qt::Key_Space} << u"Internal"_s;
    QTest::newRow("a digit") << Keys{Qt::Key_3} << u"Internal"_s;
    QTest::newRow("own words") << Keys{Qt::Key_Tab, Qt::Key_Tab, Qt::Key_Tab,
                                       Qt::Key_A,   Qt::Key_B,   Qt::Key_Return}
                               << u"ab"_s;
}

void TestExchange::keyboardAlone()
{
    QFETCH(const QList<int>, keys);
    QFETCH(const QString, answer);
    WindowStage stage;
    ask(stage);
    QVERIFY2(!stage.focusIsInCard(), "a key was pressed a moment ago");
    stage.pass(2s);
    QVERIFY(stage.focusIsInCard());
    QCOMPARE(stage.window->windowTitle(), u"(1) Book my open hours - Heed"_s);
    stage.pass(1s);

    stage.replies.script->add({.say = {u"The hours are booked."_s}});
    for (const int key : keys)
        stage.press(Qt::Key(key));
    QVERIFY(stage.showsText(u"The hours are booked."_s));
    QVERIFY(stage.isIdle());
    QCOMPARE(stage.focus(), stage.composer());
    stage.pass(2s);
    QCOMPARE(stage.said.filter(u"Answered: "_s + answer).size(), 1);
    QCOMPARE(stage.said.filter(u"Answered"_s).size(), 1);
    QVERIFY2(stage.transcript().contains(u"Answered: "_s + answer), qPrintable(stage.transcript()));
    QCOMPARE(stage.window->windowTitle(), u"Book my open hours - Heed"_s);
    // The same reply went on, with what it knew.
    const auto requests = stage.replies.script->requests();
    QCOMPARE(requests.size(), 2);
    // And the next words are the next message.
    stage.type(u"thanks"_s);
    QCOMPARE(stage.written(), u"thanks"_s);
    QCOMPARE(stage.conversation().composer()->sends(), Composer::Sends::Message);
}

void TestExchange::typedTextIsNoAnswer()
{
    WindowStage stage;
    stage.replies.script->add({.calls = {test::ask(u"c1"_s, whichProject(), projects())}});
    stage.type(u"Book"_s);
    stage.press(Qt::Key_Return);
    stage.type(u"and then call "_s); // the next message, half-typed when the question comes
    QVERIFY(stage.waitForCard(whichProject()));
    stage.type(u"1 2 3 mum"_s);
    stage.pass(3s);
    QCOMPARE(stage.written(), u"and then call 1 2 3 mum"_s);
    QVERIFY(stage.card());
    QVERIFY(!stage.card()->isSending());
    QCOMPARE(stage.conversation().composer()->sends(), Composer::Sends::NextMessage);
    QCOMPARE(stage.said.filter(whichProject()).size(), 1);
}

void TestExchange::answerThroughTheComposer()
{
    WindowStage stage;
    ask(stage);
    stage.pass(3s);
    stage.press(Qt::Key_F6); // from the card
    QCOMPARE(stage.focus(), stage.composer());
    QCOMPARE(stage.conversation().composer()->sends(), Composer::Sends::Answer);
    stage.replies.script->add({.say = {u"Booked."_s}});
    stage.type(u"the garden project"_s);
    stage.press(Qt::Key_Return);
    QVERIFY(stage.showsText(u"Booked."_s));
    QVERIFY(stage.transcript().contains(u"Answered: the garden project"_s));
    QCOMPARE(stage.written(), QString());
}

void TestExchange::answerFromElsewhere()
{
    WindowStage stage;
    ask(stage);
    stage.pass(3s);
    QVERIFY(stage.focusIsInCard());
    const QuestionId id = stage.card()->question().id;
    stage.replies.script->add({.say = {u"Booked."_s}});
    stage.replies.replies->confirmShown(id, Face::Terminal);
    QVERIFY(stage.replies.answer(id, {.kind = Answer::Kind::Choose, .option = 1}, Face::Terminal));
    QVERIFY(stage.showsText(u"Booked."_s));
    const int row = stage.rowWith(whichProject());
    const QString text = stage.conversation().transcript().index(row).data(TranscriptRole::Text).toString();
    QVERIFY2(text.contains(u"Answered: Support"_s) && text.contains(facePlace(Face::Terminal)),
             qPrintable(text));
    QVERIFY(text.contains(u"09:0"_s));
    stage.pass(2s);
    QCOMPARE(stage.said.filter(u"Answered: Support"_s).size(), 1);
    QCOMPARE(stage.focus(), stage.composer());
}

void TestExchange::otherChatTakesNoFocus()
{
    WindowStage stage;
    const ChatId other = stage.replies.createChat();
    stage.type(u"I write something "_s);
    stage.replies.script->add({.calls = {test::ask(u"c1"_s, whichProject(), projects())}});
    QVERIFY(stage.replies.send(other, u"Book the hours"_s));
    QVERIFY(WindowStage::wait([&] { return stage.waiting->rowCount() == 1; }));
    stage.type(u"else 1 "_s);
    stage.pass(5s);
    QCOMPARE(stage.focus(), stage.composer());
    QCOMPARE(stage.written(), u"I write something else 1 "_s);
    QVERIFY(!stage.card());
    QCOMPARE(stage.window->windowTitle(), u"(1) New chat - Heed"_s);
    const QStringList heard = stage.said.filter(whichProject());
    QCOMPARE(heard.size(), 1);
    QVERIFY2(heard.first().contains(u"Book the hours"_s) && heard.first().contains(u"3 choices"_s),
             qPrintable(heard.first()));
    QVERIFY(WindowStage::wait(
        [&] { return stage.chats->indexOf(other).data(ChatListModel::WaitingRole).toInt() == 1; }));
    // Going there brings the card, with the focus once the person rests.
    stage.window->showQuestion(
        stage.waiting->question({stage.waiting->index(0).data(WaitingModel::QuestionIdRole).toString()})->id);
    QVERIFY(stage.waitForCard(whichProject()));
    QVERIFY(WindowStage::wait([&] { return stage.focusIsInCard(); }));
}

void TestExchange::twoQuestions()
{
    WindowStage stage;
    stage.replies.script->add({.calls = {test::ask(u"c1"_s, u"Which week?"_s, {u"This"_s, u"Last"_s}),
                                         test::ask(u"c2"_s, u"Which person?"_s, {u"Anna"_s, u"Bert"_s})}});
    stage.type(u"Book"_s);
    stage.press(Qt::Key_Return);
    QVERIFY(stage.waitForCard(u"Which week?"_s));
    QCOMPARE(stage.card()->question().count, 2);
    stage.pass(3s);
    stage.press(Qt::Key_2);
    QVERIFY(stage.waitForCard(u"Which person?"_s));
    QCOMPARE(stage.card()->question().index, 2);
    QVERIFY2(!stage.focusIsInCard(), "the key that answered the first must not answer the second");
    stage.pass(3s);
    QVERIFY(stage.focusIsInCard());
    stage.replies.script->add({.say = {u"All clear."_s}});
    stage.press(Qt::Key_1);
    QVERIFY(stage.showsText(u"All clear."_s));
    QVERIFY(stage.transcript().contains(u"Answered: Last"_s));
    QVERIFY(stage.transcript().contains(u"Answered: Anna"_s));
}

void TestExchange::deadlineLeavesWhatWasTyped()
{
    WindowStage stage;
    ask(stage);
    stage.pass(3s);
    for (int i = 0; i < 3; ++i)
        stage.press(Qt::Key_Tab);
    stage.type(u"the long story"_s);
    stage.pass(1s);
    stage.replies.script->add({.say = {u"I assumed Billing."_s}});
    const QuestionId id = stage.card()->question().id;
    for (int i = 0; i < 200 && stage.waiting->contains(id);
         ++i) // half an hour, in which the alarms have their turn
        stage.pass(10s);
    QVERIFY(stage.showsText(u"I assumed Billing."_s));
    QVERIFY(stage.button(stage.conversation().composer(), u"Use what you were writing"_s));
    QCOMPARE(stage.written(), QString());

    // It is offered until it is used, also after a restart.
    stage.restart();
    QVERIFY(WindowStage::wait(
        [&] { return stage.button(stage.conversation().composer(), u"Use what you were writing"_s); }));
    stage.pass(1s); // a button that has only just come takes no click
    QTest::mouseClick(stage.button(stage.conversation().composer(), u"Use what you were writing"_s),
                      Qt::LeftButton);
    QCOMPARE(stage.written(), u"the long story"_s);
    stage.restart();
    QVERIFY(WindowStage::wait([&] { return stage.written() == u"the long story"_s; }));
    QVERIFY(!stage.button(stage.conversation().composer(), u"Use what you were writing"_s));
}

void TestExchange::stop()
{
    WindowStage stage;
    ask(stage);
    stage.pass(3s);
    stage.press(Qt::Key_Period, Qt::ControlModifier);
    QVERIFY(stage.isIdle());
    QVERIFY(stage.showsText(u"Stopped."_s));
    QVERIFY(WindowStage::wait([&] { return !stage.card(); }));
    QVERIFY(stage.transcript().contains(u"Ended without an answer"_s));
    QCOMPARE(stage.focus(), stage.composer());
    QCOMPARE(stage.replies.script->requests().size(), 1);
}

void TestExchange::barLeadsIntoTheCard()
{
    WindowStage stage;
    ask(stage);
    stage.pass(3s);
    stage.conversation().focusComposer();
    QVERIFY(!stage.focusIsInCard());
    Q_EMIT stage.conversation().view()->waitingCardWanted(stage.card());
    QVERIFY(stage.focusIsInCard());
    stage.press(Qt::Key_Return); // on its first option
    QVERIFY(stage.showsText(u"Answered: Billing"_s));
}

void TestExchange::tryAgain()
{
    WindowStage stage;
    stage.replies.script->add(
        {.error = ProviderError{.kind = ProviderError::Kind::Auth, .text = u"The server is asleep."_s}});
    stage.type(u"Book"_s);
    stage.press(Qt::Key_Return);
    QVERIFY(stage.showsText(u"asleep"_s));
    stage.pass(2s);
    QVERIFY2(stage.said.filter(u"failed"_s).size() == 1, qPrintable(stage.said.join(u'|')));
    // With the keyboard: to the newest reply, Enter on its notice.
    stage.replies.script->add({.say = {u"Here I am."_s}});
    stage.press(Qt::Key_J, Qt::ControlModifier);
    QCOMPARE(stage.focus(), stage.conversation().view());
    stage.conversation().view()->setCurrentRow(stage.rowWith(u"asleep"_s));
    stage.press(Qt::Key_Return);
    QVERIFY(QApplication::activePopupWidget());
    stage.press(Qt::Key_Return);
    QVERIFY(stage.showsText(u"Here I am."_s));
}

void TestExchange::changeAnswer()
{
    WindowStage stage;
    ask(stage);
    stage.pass(3s);
    stage.replies.script->add({.say = {u"Booked on Billing."_s}});
    stage.press(Qt::Key_1);
    QVERIFY(stage.showsText(u"Booked on Billing."_s));
    QVERIFY(stage.isIdle());

    stage.press(Qt::Key_J, Qt::ControlModifier);
    stage.conversation().view()->setCurrentRow(stage.rowWith(whichProject()));
    stage.press(Qt::Key_Return);
    stage.press(Qt::Key_Return); // the first of the menu
    QVERIFY(WindowStage::wait([] { return QApplication::activeModalWidget() != nullptr; }));
    stage.pass(2s);
    stage.replies.script->add({.say = {u"Moved to Internal."_s}});
    stage.press(Qt::Key_Tab);
    stage.press(Qt::Key_3);
    QVERIFY(stage.showsText(u"Moved to Internal."_s));
    QVERIFY(!QApplication::activeModalWidget());
    QVERIFY(stage.transcript().contains(u"Answered: Internal"_s));
    QVERIFY2(!stage.transcript().contains(u"Booked on Billing."_s), "that is on the other branch");
}

void TestExchange::regenerateAndSwitch()
{
    WindowStage stage;
    stage.replies.script->add({.say = {u"First version."_s}});
    stage.type(u"Tell me"_s);
    stage.press(Qt::Key_Return);
    QVERIFY(stage.showsText(u"First version."_s));
    QVERIFY(stage.isIdle());
    stage.replies.script->add({.say = {u"Second version."_s}});
    auto &model = stage.conversation().transcript();
    const auto act = [&](const QString &word) {
        for (int row = model.rowCount() - 1; row >= 0; --row) {
            if (model.index(row).data(TranscriptRole::Actions).toStringList().contains(word)) {
                Q_EMIT stage.conversation().view()->actionRequested(model.index(row), word);
                return true;
            }
        }
        return false;
    };
    QVERIFY(WindowStage::wait([&] { return act(u"regenerate"_s); }));
    QVERIFY(stage.showsText(u"Second version."_s));
    QVERIFY(stage.isIdle());
    QVERIFY(!stage.transcript().contains(u"First version."_s));
    QVERIFY(WindowStage::wait([&] { return act(u"previous"_s); }));
    QVERIFY(stage.showsText(u"First version."_s));
    QVERIFY(WindowStage::wait([&] { return act(u"next"_s); }));
    QVERIFY(stage.showsText(u"Second version."_s));
}

void TestExchange::queuedAndTakenBack()
{
    WindowStage stage;
    ask(stage);
    stage.pass(3s);
    QVERIFY(stage.focusIsInCard());
    stage.press(Qt::Key_F6);
    stage.press(Qt::Key_Escape); // the next message instead of the answer
    stage.type(u"and tell Anna"_s);
    stage.press(Qt::Key_Return);
    QVERIFY(stage.showsText(u"and tell Anna"_s));
    const int row = stage.rowWith(u"and tell Anna"_s);
    QVERIFY2(stage.conversation().view()->spokenRow(row).contains(u"Waits for its turn"_s),
             qPrintable(stage.conversation().view()->spokenRow(row)));
    QVERIFY(stage.card()); // it answered nothing
    stage.conversation().view()->setCurrentRow(row);
    stage.conversation().view()->setFocus();
    stage.press(Qt::Key_Return);
    stage.press(Qt::Key_Return);
    QVERIFY(WindowStage::wait([&] { return stage.written() == u"and tell Anna"_s; }));
    QVERIFY(WindowStage::wait([&] { return stage.rowWith(u"and tell Anna"_s) < 0; }));
    QCOMPARE(stage.conversation().composer()->sends(), Composer::Sends::NextMessage);
}

void TestExchange::nothingBeginsBeforeItsKeyIsThere()
{
    WindowStage stage(false);
    QList<std::function<void()>> held;
    ChatId askedFor;
    stage.prepare = [&](ChatId chat, QObject *, const std::function<void()> &then) {
        askedFor = chat;
        held.append(then);
    };
    stage.openWindow();
    const auto replies = [&stage] {
        std::ignore = stage.replies.createChat(); // behind whatever was begun
        return stage.replies.read<qint64>([](QSqlDatabase &database) -> Result<qint64> {
            const auto count =
                sql::row<qint64>(database, u"SELECT count(*) FROM reply"_s, {},
                                 [](const QSqlQuery &row) { return row.value(0).toLongLong(); });
            return count ? Result<qint64>(count->value_or(-1)) : count.error();
        });
    };
    const auto begins = [&](const QString &text, qint64 before) {
        if (!WindowStage::wait([&] { return held.size() == 1; }))
            return false;
        if (askedFor != stage.conversation().chat() || replies() != before)
            return false;
        stage.replies.script->add({.say = {text}});
        held.takeFirst()();
        return stage.showsText(text) && stage.isIdle();
    };
    stage.type(u"Tell me"_s);
    stage.press(Qt::Key_Return);
    QVERIFY(begins(u"The first."_s, 0));
    auto &model = stage.conversation().transcript();
    const auto act = [&](const QString &word) {
        for (int row = model.rowCount() - 1; row >= 0; --row) {
            if (!model.index(row).data(TranscriptRole::Actions).toStringList().contains(word))
                continue;
            Q_EMIT stage.conversation().view()->actionRequested(model.index(row), word);
            return true;
        }
        return false;
    };
    QVERIFY(WindowStage::wait([&] { return act(u"regenerate"_s); }));
    QVERIFY(begins(u"The second."_s, 1));
}

QTEST_MAIN(TestExchange)
#include "tst_exchange.moc"
