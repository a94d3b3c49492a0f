// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/widgets/window/windowstage.h"

#include "models/store/chatrecord.h"
#include "widgets/panes/chatlistpane.h"
#include "widgets/panes/listpane.h"
#include "widgets/window/findbar.h"
#include "widgets/window/noticebar.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QDockWidget>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QScrollBar>

using namespace heed;
using namespace heed::test;

//! The window round the conversation: lists, panes, notices, find, focus, names, and a narrow screen.
class TestMainWindow : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void tabOrder();
    void everyControlIsNamed();
    void titleCounts();
    void waitingPane();
    void trashStopsAndUndoBringsBack();
    void deletedChatIsNotOpened();
    void notices();
    void find();
    void narrow();
    void chatListKeys();
    void chatListStaysWhereItIs();

private:
    static ChatId say(WindowStage &stage, const QString &message, const QString &reply)
    {
        stage.press(Qt::Key_N, Qt::ControlModifier);
        stage.replies.script->add({.say = {reply}});
        stage.type(message);
        stage.press(Qt::Key_Return);
        const bool done = stage.showsText(reply) && stage.isIdle();
        return done ? stage.conversation().chat() : ChatId();
    }
    //! A reply that waits, in a chat of its own that is not in front.
    static ChatId askElsewhere(WindowStage &stage, const QString &message, const QString &question)
    {
        const int before = stage.waiting->rowCount();
        const ChatId chat = stage.replies.createChat();
        stage.replies.script->add({.calls = {test::ask(u"c"_s, question, projects())}});
        const bool sent(stage.replies.send(chat, message));
        const bool asked = WindowStage::wait([&] { return stage.waiting->rowCount() == before + 1; });
        stage.replies.replies->confirmShown(stage.waiting->ofChat(chat).value_or(Question()).id,
                                            Face::Window);
        return sent && asked ? chat : ChatId();
    }
};

void TestMainWindow::tabOrder()
{
    WindowStage stage;
    QVERIFY(say(stage, u"Hello"_s, u"Hello too."_s).isValid());
    stage.replies.script->add({.calls = {test::ask(u"c1"_s, whichProject(), projects())}});
    stage.type(u"Book"_s);
    stage.press(Qt::Key_Return);
    QVERIFY(stage.waitForCard(whichProject()));
    stage.pass(3s);
    auto *list = stage.window->findChild<ChatListPane *>()->findChild<QListView *>();
    list->setFocus();
    QStringList walk;
    for (int i = 0; i < 14; ++i) {
        stage.press(Qt::Key_Tab);
        QWidget *const at = WindowStage::focus();
        QVERIFY(at);
        walk.append(at == stage.conversation().view() ? u"conversation"_s
                    : at == stage.composer()          ? u"composer"_s
                    : at == list                      ? u"chats"_s
                    : stage.focusIsInCard()
                        ? u"card"_s
                        : QString::fromLatin1(at->metaObject()->className()) + at->accessibleName());
        if (at == list && walk.size() > 1)
            break;
    }
    const QStringList once = [&walk] {
        QStringList unique;
        for (const QString &place : walk) {
            if (unique.isEmpty() || unique.last() != place)
                unique.append(place);
        }
        return unique;
    }();
    QVERIFY2(once.value(0) == u"conversation"_s, qPrintable(once.join(u" > "_s)));
    QCOMPARE(once.mid(0, 3), (QStringList{u"conversation"_s, u"card"_s, u"composer"_s}));
    QCOMPARE(once.last(), u"chats"_s); // no trap: it goes round
    QVERIFY2(walk.count(u"card"_s) >= 6, "three options, the box, ask back, skip");
}

void TestMainWindow::everyControlIsNamed()
{
    WindowStage stage;
    askElsewhere(stage, u"Other"_s, whichProject());
    QVERIFY(say(stage, u"Hello"_s, u"Hello too."_s).isValid());
    stage.window->showNotice(u"Something to read."_s);
    stage.press(Qt::Key_F, Qt::ControlModifier);
    stage.press(Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
    stage.press(Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
    QStringList nameless;
    int seen = 0;
    for (auto *control : stage.window->findChildren<QWidget *>()) {
        if (!control->isVisible() || !(control->focusPolicy() & Qt::TabFocus))
            continue;
        ++seen;
        auto *interface = QAccessible::queryAccessibleInterface(control);
        const QString name = interface ? interface->text(QAccessible::Name) : QString();
        if (name.isEmpty() || name.contains(u'&'))
            nameless.append(QString::fromLatin1(control->metaObject()->className()) + u' ' + name);
    }
    QVERIFY(seen > 10);
    QCOMPARE(nameless, QStringList());
}

void TestMainWindow::titleCounts()
{
    WindowStage stage;
    QVERIFY(say(stage, u"Hello"_s, u"Hello too."_s).isValid());
    QCOMPARE(stage.window->windowTitle(), u"Hello - Heed"_s);
    askElsewhere(stage, u"One"_s, u"First?"_s);
    askElsewhere(stage, u"Two"_s, u"Second?"_s);
    QCOMPARE(stage.window->windowTitle(), u"(2) Hello - Heed"_s);
    // Also while the search hides the chat that is in front.
    stage.chats->setSearch(u"nothing like it"_s);
    QVERIFY(WindowStage::wait([&] { return stage.chats->rowCount() == 0; }));
    QCOMPARE(stage.window->windowTitle(), u"(2) Hello - Heed"_s);
    const QuestionId first{stage.waiting->index(0).data(WaitingModel::QuestionIdRole).toString()};
    stage.replies.script->add({.say = {u"Fine."_s}});
    QVERIFY(stage.replies.answer(first, {.kind = Answer::Kind::Choose, .option = 0}));
    QVERIFY(WindowStage::wait([&] { return stage.window->windowTitle() == u"(1) Hello - Heed"_s; }));
    QCOMPARE(stage.window->findChild<QDockWidget *>(u"Waiting"_s)->windowTitle(), u"Waiting (1)"_s);
}

void TestMainWindow::waitingPane()
{
    WindowStage stage;
    QVERIFY(say(stage, u"Hello"_s, u"Hello too."_s).isValid());
    const ChatId one = askElsewhere(stage, u"One"_s, u"First?"_s);
    stage.replies.clock.advance(1s);
    const ChatId two = askElsewhere(stage, u"Two"_s, u"Second?"_s);
    stage.press(Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
    auto *pane = stage.window->findChild<QDockWidget *>(u"Waiting"_s);
    QVERIFY(pane->isVisible());
    auto *list = pane->findChild<QListView *>();
    QCOMPARE(WindowStage::focus(), list);                                // who opens it wants to be in it
    QCOMPARE(list->model()->index(0, 0).data().toString(), u"First?"_s); // oldest first
    QVERIFY(
        list->model()->index(0, 0).data(Qt::AccessibleTextRole).toString().contains(u"in the chat One"_s));
    stage.press(Qt::Key_Down);
    stage.press(Qt::Key_Return);
    QVERIFY(WindowStage::wait([&] { return stage.conversation().chat() == two; }));
    QVERIFY(stage.waitForCard(u"Second?"_s));
    QVERIFY(WindowStage::wait([&] { return stage.focusIsInCard(); })); // at once: the person asked for it
    QVERIFY(stage.conversation().chat() != one);
    stage.press(Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(!pane->isVisible());
    QCOMPARE(WindowStage::focus(), stage.composer());
}

void TestMainWindow::trashStopsAndUndoBringsBack()
{
    WindowStage stage;
    QVERIFY(say(stage, u"Hello"_s, u"Hello too."_s).isValid());
    const ChatId chat = askElsewhere(stage, u"Book"_s, whichProject());
    const QuestionId question = stage.waiting->ofChat(chat)->id;
    stage.window->showChat(chat);
    QVERIFY(stage.waitForCard(whichProject()));
    auto *list = stage.window->findChild<ChatListPane *>()->findChild<QListView *>();
    list->setFocus();
    stage.press(Qt::Key_Delete);
    QVERIFY(WindowStage::wait([&] { return stage.waiting->rowCount() == 0; })); // nothing waits unseen
    QCOMPARE(stage.replies.settled.last().outcome, Outcome::Withdrawn);
    QCOMPARE(stage.replies.settled.last().id, question);
    QVERIFY(WindowStage::wait([&] { return !stage.chats->indexOf(chat).isValid(); }));
    QVERIFY(!stage.conversation().chat().isValid());
    auto *notice = stage.window->findChild<NoticeBar *>();
    QVERIFY(notice->isVisible() && notice->text().contains(u"Book"_s));
    for (auto *undo : notice->findChildren<QPushButton *>()) {
        if (undo->text() == u"Undo"_s)
            undo->click();
    }
    QVERIFY(WindowStage::wait([&] { return stage.chats->indexOf(chat).isValid(); }));
    QVERIFY(!notice->isVisible());
    stage.window->showChat(chat);
    QVERIFY(stage.showsText(u"Ended without an answer"_s));
}

void TestMainWindow::deletedChatIsNotOpened()
{
    WindowStage stage;
    const ChatId chat = say(stage, u"Hello"_s, u"Hello too."_s);
    const QByteArray state = stage.window->state();
    stage.chats->moveToTrash(chat);
    QVERIFY(WindowStage::wait([&] { return !stage.chats->indexOf(chat).isValid(); }));
    stage.closeWindow();
    stage.openWindow(state); // after a kill the stored state names a chat that is in the trash by now
    QVERIFY(WindowStage::wait([&] { return !stage.conversation().chat().isValid(); }));
    QVERIFY(!stage.window->findChild<NoticeBar *>()->isVisible());
}

void TestMainWindow::notices()
{
    WindowStage stage;
    stage.window->showNotice(u"The first."_s);
    stage.window->showNotice(u"The second."_s);
    auto *notice = stage.window->findChild<NoticeBar *>();
    QCOMPARE(notice->text(), u"The second."_s);
    stage.pass(2s);
    QCOMPARE(stage.said, (QStringList{u"The first."_s, u"The second."_s}));
    auto *const close = notice->findChildren<QPushButton *>().last();
    close->setFocus();
    stage.press(Qt::Key_Return);
    QCOMPARE(notice->text(), u"The first."_s); // none is lost under another
    stage.press(Qt::Key_Escape);
    QVERIFY(!notice->isVisible());
    QCOMPARE(WindowStage::focus(), stage.composer());
}

void TestMainWindow::find()
{
    WindowStage stage;
    QVERIFY(say(stage, u"Where is the roof"_s, u"The roof is on the house."_s).isValid());
    stage.press(Qt::Key_F, Qt::ControlModifier);
    auto *bar = stage.window->findChild<FindBar *>();
    QVERIFY(bar->isVisible());
    stage.type(u"house"_s);
    QVERIFY(WindowStage::wait([&] { return stage.conversation().view()->selectedText() == u"house"_s; }));
    stage.type(u"boat"_s);
    stage.press(Qt::Key_Return);
    QVERIFY(stage.hears(u"houseboat"_s));
    stage.press(Qt::Key_Escape);
    stage.press(Qt::Key_Escape);
    QVERIFY(!bar->isVisible());
    QCOMPARE(WindowStage::focus(), stage.conversation().view());
}

void TestMainWindow::narrow()
{
    WindowStage stage;
    QVERIFY(say(stage, u"Hello"_s, u"Hello too."_s).isValid());
    stage.replies.script->add({.calls = {test::ask(u"c1"_s, whichProject(), projects())}});
    stage.type(u"Book"_s);
    stage.press(Qt::Key_Return);
    QVERIFY(stage.waitForCard(whichProject()));
    stage.window->resize(360, 640);
    stage.pass(1s);
    QCOMPARE(stage.window->width(), 360); // nothing in it wants more
    auto *chats = stage.window->findChild<ChatListPane *>();
    QVERIFY(!chats->isVisible());
    QVERIFY(stage.conversation().width() > 340);
    for (auto *part : stage.card()->findChildren<QWidget *>()) {
        if (part->isVisible())
            QVERIFY(part->mapTo(stage.card(), QPoint(part->width(), 0)).x() <= stage.card()->width());
    }
    // The chats take their turn, and give way to the one that is chosen.
    stage.press(Qt::Key_F9);
    QVERIFY(chats->isVisible());
    QVERIFY(!stage.conversation().isVisible());
    stage.press(Qt::Key_Return);
    QVERIFY(!chats->isVisible());
    QVERIFY(stage.conversation().isVisible());
    QCOMPARE(stage.window->width(), 360);
    stage.window->resize(1000, 700);
    stage.pass(1s);
    QVERIFY(chats->isVisible());
    QVERIFY(stage.conversation().isVisible());
}

void TestMainWindow::chatListKeys()
{
    WindowStage stage;
    const ChatId one = say(stage, u"One"_s, u"First."_s);
    stage.replies.clock.advance(1s);
    const ChatId two = say(stage, u"Two"_s, u"Second."_s);
    QVERIFY(WindowStage::wait([&] { return stage.chats->rowCount() == 2; }));
    auto *list = stage.window->findChild<ChatListPane *>()->findChild<QListView *>();
    list->setFocus();
    QCOMPARE(stage.conversation().chat(), two);
    stage.press(Qt::Key_Down);
    QCOMPARE(stage.conversation().chat(), two); // only looked at
    stage.press(Qt::Key_Return);
    QCOMPARE(stage.conversation().chat(), one);
    QCOMPARE(WindowStage::focus(), stage.composer());
    QVERIFY(stage.showsText(u"First."_s));
    QVERIFY(WindowStage::wait([&] { return stage.window->windowTitle() == u"One - Heed"_s; }));
    list->setFocus();
    stage.press(Qt::Key_F2);
    QVERIFY(QApplication::activeModalWidget());
    stage.type(u"Roof"_s);
    QTest::keyClick(QApplication::activeModalWidget()->findChild<QLineEdit *>(), Qt::Key_Return);
    QVERIFY(WindowStage::wait([&] { return stage.chats->indexOf(one).data().toString() == u"Roof"_s; }));
}

void TestMainWindow::chatListStaysWhereItIs()
{
    WindowStage stage;
    const auto add = [&stage](const QString &title, qint64 atMs) {
        std::optional<ChatId> chat;
        stage.replies.store->write<ChatId>(
            Durability::AtOnce, stage.window.get(),
            [title, atMs](QSqlDatabase &database) {
                return records::addChat(database, {.title = title, .createdMs = atMs, .updatedMs = atMs});
            },
            [&chat](const Result<ChatId> &made) { chat = *made; });
        [&] { QVERIFY(WindowStage::wait([&] { return chat.has_value(); })); }();
        return *chat;
    };
    const qint64 nowMs = stage.replies.clock.wallMs();
    ChatId front;
    for (int i = 0; i < 60; ++i)
        front = add(u"Chat %1"_s.arg(i), nowMs + i);
    stage.chats->reload();
    QVERIFY(WindowStage::wait([&] { return stage.chats->rowCount() == 60; }));
    stage.window->showChat(front);
    stage.pass(1s);
    auto *list = stage.window->findChild<ChatListPane *>()->findChild<QListView *>();
    const auto comes = [&](const QString &title, qint64 atMs) {
        const int before = stage.chats->rowCount();
        std::ignore = add(title, atMs);
        stage.chats->reload();
        QVERIFY(WindowStage::wait([&] { return stage.chats->rowCount() == before + 1; }));
        stage.pass(100ms);
    };
    // At the beginning what is new comes into view.
    QCOMPARE(list->verticalScrollBar()->value(), 0);
    comes(u"From elsewhere"_s, nowMs + 100);
    QCOMPARE(list->verticalScrollBar()->value(), 0);
    QCOMPARE(list->currentIndex().data(ChatListModel::ChatRole).toLongLong(), front.value);
    // Further down nothing moves.
    list->verticalScrollBar()->setValue(list->verticalScrollBar()->maximum() / 2 + 3);
    const QPersistentModelIndex top = list->indexAt({20, 0});
    QVERIFY(top.isValid());
    const int y = list->visualRect(top).y();
    comes(u"Another"_s, nowMs + 200);
    QCOMPARE(list->visualRect(top).y(), y);
    QCOMPARE(list->currentIndex().data(ChatListModel::ChatRole).toLongLong(), front.value);
    QVERIFY(list->selectionModel()->isSelected(list->currentIndex()));
}

QTEST_MAIN(TestMainWindow)
#include "tst_mainwindow.moc"
