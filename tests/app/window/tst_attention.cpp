// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/widgets/window/windowstage.h"

#include "app/window/attention.h"
#include "widgets/window/noticebar.h"

using namespace heed;
using namespace heed::test;

namespace {

//! A desktop that writes down what it is told.
class FakeNotifications final : public Notifications
{
public:
    using Notifications::Notifications;
    void show(const Notification &notification) override
    {
        shown.append(notification);
        if (!isThere)
            Q_EMIT unavailable({.text = u"This desktop shows no notifications."_s});
    }
    void close(const QString &key) override { closed.append(key); }

    QList<Notification> shown{};
    QStringList closed{};
    bool isThere = true;
};

struct Stage : WindowStage {
    Stage() { attend(); }
    ~Stage() { attention.reset(); }
    void attend() { attention = std::make_unique<Attention>(*replies.replies, *waiting, *window, desktop); }

    //! A question in a chat of its own.
    Question ask(const QStringList &options = projects(), bool inFront = false)
    {
        const int before = waiting->rowCount();
        const ChatId chat = replies.createChat();
        if (inFront)
            window->showChat(chat);
        replies.script->add({.calls = {test::ask(u"c"_s, whichProject(), options)}});
        if (!replies.send(chat, u"Book the <b>hours</b>"_s) ||
            !wait([&] { return waiting->rowCount() == before + 1; }))
            return {};
        return *waiting->ofChat(chat);
    }

    FakeNotifications desktop{};
    std::unique_ptr<Attention> attention{};
};

} // namespace

//! What the desktop is told: once, only when the person does not see it anyway, and taken away at the end.
class TestAttention : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void oneNotification();
    void notWhenInFront();
    void options_data();
    void options();
    void pressed();
    void pressedTooLate();
    void clicked();
    void closedWhereverItEnds();
    void notAgainAfterARestart();
    void shownCounts();
    void reminder();
    void noDesktop();
    void noDesktopHidesNoReminder_data();
    void noDesktopHidesNoReminder();
};

void TestAttention::oneNotification()
{
    Stage stage;
    const Question question = stage.ask();
    QCOMPARE(stage.desktop.shown.size(), 1);
    const Notification &told = stage.desktop.shown.first();
    QCOMPARE(told.key, question.id.value);
    QCOMPARE(told.text, whichProject());
    QCOMPARE(told.title, u"The model asks in “Book the <b>hours</b>”"_s); // plain: the port escapes it
    stage.pass(60s);
    stage.replies.replies->keepWaiting(question.id); // a change is no new question
    stage.pass(60s);
    QCOMPARE(stage.desktop.shown.size(), 1);
    QVERIFY(stage.desktop.closed.isEmpty());
}

void TestAttention::notWhenInFront()
{
    Stage stage;
    QVERIFY(!stage.ask(projects(), true).id.value.isEmpty());
    stage.pass(2s);
    QVERIFY(stage.desktop.shown.isEmpty());
}

void TestAttention::options_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QStringList>("buttons");
    QTest::newRow("two are two buttons") << QStringList{u"Yes"_s, u"No"_s} << QStringList{u"Yes"_s, u"No"_s};
    QTest::newRow("three are three") << projects() << projects();
    QTest::newRow("four are none: some of them would look like all")
        << QStringList{u"a"_s, u"b"_s, u"c"_s, u"d"_s} << QStringList();
    QTest::newRow("none are none") << QStringList() << QStringList();
}

void TestAttention::options()
{
    QFETCH(const QStringList, options);
    QFETCH(const QStringList, buttons);
    Stage stage;
    stage.ask(options);
    QCOMPARE(stage.desktop.shown.size(), 1);
    QCOMPARE(stage.desktop.shown.first().buttons, buttons);
}

void TestAttention::pressed()
{
    Stage stage;
    const Question question = stage.ask();
    stage.replies.script->add({.say = {u"Booked."_s}});
    Q_EMIT stage.desktop.pressed(question.id.value, 2);
    QVERIFY(WindowStage::wait([&] { return stage.waiting->rowCount() == 0; }));
    QCOMPARE(stage.replies.settled.last().text, u"Internal"_s);
    QCOMPARE(stage.replies.settled.last().via, Face::Window);
    QCOMPARE(stage.desktop.closed, QStringList{question.id.value});
}

void TestAttention::pressedTooLate()
{
    Stage stage;
    const Question question = stage.ask();
    stage.replies.script->add({.say = {u"Booked."_s}});
    QVERIFY(stage.replies.answer(question.id, {.kind = Answer::Kind::Choose, .option = 0}));
    Q_EMIT stage.desktop.pressed(question.id.value, 2);
    auto *notice = stage.window->findChild<NoticeBar *>();
    QVERIFY(WindowStage::wait([&] { return notice->isVisible(); })); // told, not lost
    QCOMPARE(stage.replies.settled.size(), 1);
    QCOMPARE(stage.replies.settled.last().text, u"Billing"_s);
}

void TestAttention::clicked()
{
    Stage stage;
    const Question question = stage.ask();
    Q_EMIT stage.desktop.opened(question.id.value);
    QCOMPARE(stage.conversation().chat(), question.chat);
    QVERIFY(stage.waitForCard(whichProject()));
    QVERIFY(WindowStage::wait([&] { return stage.focusIsInCard(); }));
}

void TestAttention::closedWhereverItEnds()
{
    Stage stage;
    const Question first = stage.ask();
    const Question second = stage.ask();
    stage.replies.script->add({.say = {u"Booked."_s}});
    stage.replies.replies->confirmShown(first.id, Face::Terminal);
    QVERIFY(stage.replies.answer(first.id, {.kind = Answer::Kind::Decline}, Face::Terminal));
    QVERIFY(WindowStage::wait([&] { return stage.desktop.closed == QStringList{first.id.value}; }));
    stage.replies.replies->stop(second.reply);
    QVERIFY(WindowStage::wait([&] {
        return stage.desktop.closed == QStringList({first.id.value, second.id.value});
    }));
}

void TestAttention::notAgainAfterARestart()
{
    Stage stage;
    const Question question = stage.ask();
    QCOMPARE(stage.desktop.shown.size(), 1);
    stage.attention.reset();
    stage.closeWindow();
    stage.replies.close();
    stage.replies.clock.advance(10min);
    stage.replies.open();
    stage.openWindow();
    stage.attend();
    QVERIFY(stage.replies.resume() >= 0);
    QVERIFY(WindowStage::wait([&] { return stage.waiting->contains(question.id); }));
    QCOMPARE(stage.desktop.shown.size(), 1);
}

void TestAttention::shownCounts()
{
    Stage stage;
    const Question question = stage.ask();
    // Well past the ten seconds after which a question that no face showed is given up.
    stage.pass(30s);
    QVERIFY(stage.waiting->contains(question.id));
}

void TestAttention::reminder()
{
    Stage stage;
    const ChatId chat = stage.replies.createChat();
    const ReminderRecord reminder{.id = {7}, .chat = chat, .text = u"Call the\u202e dentist"_s};
    stage.attention->remind(reminder, false);
    QCOMPARE(stage.desktop.shown.size(), 1);
    QCOMPARE(stage.desktop.shown.first().title, u"Reminder"_s);
    QVERIFY2(!stage.desktop.shown.first().text.contains(QChar(0x202e)), "fit to be shown");
    auto *notice = stage.window->findChild<NoticeBar *>();
    QVERIFY(notice->isVisible() && notice->text().contains(u"dentist"_s));
    stage.attention->remind(reminder, true);
    QCOMPARE(stage.desktop.shown.last().title, u"Missed reminder"_s);
    Q_EMIT stage.desktop.opened(stage.desktop.shown.first().key);
    QCOMPARE(stage.conversation().chat(), chat);
}

void TestAttention::noDesktop()
{
    Stage stage;
    Q_EMIT stage.desktop.unavailable({.text = u"This desktop shows no notifications."_s});
    auto *notice = stage.window->findChild<NoticeBar *>();
    QVERIFY(notice->isVisible() && notice->text().contains(u"no notifications"_s));
}

// That no notification can be shown is learnt from the first one; what it says comes first.
void TestAttention::noDesktopHidesNoReminder_data()
{
    QTest::addColumn<bool>("atOnce");
    QTest::newRow("learnt at once") << true;
    QTest::newRow("learnt a moment later") << false; // as over D-Bus
}

void TestAttention::noDesktopHidesNoReminder()
{
    QFETCH(bool, atOnce);
    Stage stage;
    stage.desktop.isThere = !atOnce;
    stage.attention->remind({.id = {7}, .chat = stage.replies.createChat(), .text = u"Call the dentist"_s},
                            false);
    if (!atOnce)
        Q_EMIT stage.desktop.unavailable({.text = u"This desktop shows no notifications."_s});
    auto *notice = stage.window->findChild<NoticeBar *>();
    QVERIFY2(notice->text().contains(u"dentist"_s), qPrintable(notice->text()));
    QTest::keyClick(notice, Qt::Key_Escape);
    QVERIFY2(notice->text().contains(u"no notifications"_s), qPrintable(notice->text()));
}

QTEST_MAIN(TestAttention)
#include "tst_attention.moc"
