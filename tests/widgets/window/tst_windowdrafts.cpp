// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/widgets/window/windowstage.h"

#include "models/store/chatrecord.h"
#include "models/store/questionrecord.h"

using namespace heed;
using namespace heed::test;

//! Nothing that was typed is lost by a crash, and no secret in it reaches the disk.
class TestWindowDrafts : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void firstWordsMakeTheChat();
    void draftsStayWithTheirChats();
    void secretsAreHeldBack();
    void nothingTypedMakesNoChat();
    void sendBeforeTheChatIsMade();
    void closedAtOnce();
    void cardWithItsDraft();

private:
    static QString storedDraft(WindowStage &stage, ChatId chat)
    {
        return stage.replies
            .read<ChatRecord>([chat](QSqlDatabase &database) { return records::chat(database, chat); })
            .draft;
    }
};

void TestWindowDrafts::firstWordsMakeTheChat()
{
    WindowStage stage;
    stage.type(u"half a message"_s);
    stage.pass(1s);
    QVERIFY(WindowStage::wait([&] { return stage.chats->rowCount() == 1; }));
    QVERIFY(stage.conversation().chat().isValid());
    QCOMPARE(stage.chats->index(0).data().toString(), u"New chat"_s);
    stage.restart();
    QVERIFY(WindowStage::wait([&] { return stage.written() == u"half a message"_s; }));
    // Ctrl+N goes back to it instead of making one more.
    stage.press(Qt::Key_N, Qt::ControlModifier);
    QVERIFY(WindowStage::wait([&] { return stage.written() == u"half a message"_s; }));
    stage.replies.script->add({.say = {u"Whole."_s}});
    stage.press(Qt::Key_Return);
    QVERIFY(stage.showsText(u"Whole."_s));
    QVERIFY(stage.isIdle());
    QCOMPARE(stage.chats->rowCount(), 1);
    stage.pass(1s);
    QVERIFY(WindowStage::wait([&] { return storedDraft(stage, stage.conversation().chat()).isEmpty(); }));
    // Now a new chat is a new one.
    stage.press(Qt::Key_N, Qt::ControlModifier);
    QVERIFY(!stage.conversation().chat().isValid());
}

void TestWindowDrafts::draftsStayWithTheirChats()
{
    WindowStage stage;
    stage.replies.script->add({.say = {u"One."_s}});
    stage.type(u"first"_s);
    stage.press(Qt::Key_Return);
    QVERIFY(stage.showsText(u"One."_s));
    QVERIFY(stage.isIdle());
    const ChatId first = stage.conversation().chat();
    stage.type(u"more of the first"_s);
    stage.press(Qt::Key_N, Qt::ControlModifier); // at once: no timer has kept it
    QCOMPARE(stage.written(), QString());
    stage.type(u"of the second"_s);
    stage.window->showChat(first);
    QVERIFY(WindowStage::wait([&] { return stage.written() == u"more of the first"_s; }));
    QVERIFY(WindowStage::wait([&] { return stage.chats->unsentChat().isValid(); }));
    stage.window->showChat(stage.chats->unsentChat());
    QVERIFY(WindowStage::wait([&] { return stage.written() == u"of the second"_s; }));
}

void TestWindowDrafts::secretsAreHeldBack()
{
    WindowStage stage;
    const QString key = u"sk-ant-api03-AAAABBBBCCCCDDDDEEEEFFFFGGGGHHHHIIIIJJJJKKKKLLLLMMMMNNNNOOOO"_s;
    stage.type(u"use "_s + key);
    stage.pass(1s);
    QVERIFY(WindowStage::wait([&] { return stage.conversation().chat().isValid(); }));
    QCOMPARE(stage.written(), u"use "_s + key); // the person still sees it
    QVERIFY(WindowStage::wait([&] { return !storedDraft(stage, stage.conversation().chat()).isEmpty(); }));
    QCOMPARE(storedDraft(stage, stage.conversation().chat()), u"use [secret 1]"_s);
}

void TestWindowDrafts::nothingTypedMakesNoChat()
{
    WindowStage stage;
    stage.press(Qt::Key_N, Qt::ControlModifier);
    stage.type(u"a"_s);
    stage.press(Qt::Key_Backspace);
    stage.pass(2s);
    stage.press(Qt::Key_N, Qt::ControlModifier);
    stage.pass(1s);
    QVERIFY(!stage.conversation().chat().isValid());
    QCOMPARE(stage.chats->rowCount(), 0);
}

void TestWindowDrafts::sendBeforeTheChatIsMade()
{
    WindowStage stage;
    stage.replies.script->add({.say = {u"Heard."_s}});
    QTest::keyClicks(stage.composer(), u"quick"_s);
    stage.replies.clock.advance(1s);                   // the first words make the chat,
    QTest::keyClick(stage.composer(), Qt::Key_Return); // and before it is made they are sent
    QVERIFY(stage.showsText(u"Heard."_s));
    QCOMPARE(stage.written(), QString());
    QCOMPARE(stage.rowWith(u"quick"_s), 0);
    QVERIFY(WindowStage::wait([&] { return stage.chats->rowCount() == 1; }));
}

void TestWindowDrafts::closedAtOnce()
{
    WindowStage stage;
    QTest::keyClicks(stage.composer(), u"the last words"_s);
    stage.closeWindow(); // no timer has kept them yet
    stage.replies.close();
    stage.replies.open();
    stage.openWindow();
    QVERIFY(WindowStage::wait([&] { return stage.chats->unsentChat().isValid(); }));
    stage.press(Qt::Key_N, Qt::ControlModifier);
    QVERIFY(WindowStage::wait([&] { return stage.written() == u"the last words"_s; }));
}

void TestWindowDrafts::cardWithItsDraft()
{
    WindowStage stage;
    stage.replies.script->add(
        {.calls = {call(u"l1"_s, u"lookup"_s, {}), test::ask(u"c1"_s, whichProject(), projects())}});
    stage.type(u"Book"_s);
    stage.press(Qt::Key_Return);
    QVERIFY(stage.waitForCard(whichProject()));
    stage.pass(3s);
    for (int i = 0; i < 3; ++i)
        stage.press(Qt::Key_Tab);
    stage.type(u"only this year"_s);
    stage.pass(1s);
    const QuestionId id = stage.card()->question().id;

    stage.restart();
    QVERIFY(stage.waitForCard(whichProject()));
    QCOMPARE(stage.card()->question().id, id);
    QVERIFY(WindowStage::wait([&] { return stage.card()->draft() == u"only this year"_s; }));
    stage.pass(3s);
    QVERIFY(stage.focusIsInCard());
    stage.replies.script->add({.say = {u"Booked."_s}});
    stage.press(Qt::Key_1); // the option and the text are one answer
    QVERIFY(stage.showsText(u"Booked."_s));
    QVERIFY2(stage.transcript().contains(u"Billing: only this year"_s), qPrintable(stage.transcript()));
    QCOMPARE(stage.replies.lookup->runs, 1); // what it had found out was not looked up again
    QCOMPARE(stage.replies.script->requests().size(), 2);
}

QTEST_MAIN(TestWindowDrafts)
#include "tst_windowdrafts.moc"
