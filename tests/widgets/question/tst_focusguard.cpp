// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cardstage.h"

#include <QDialog>
#include <QInputMethodEvent>
#include <QMenu>
#include <QPushButton>
#include <QRandomGenerator>
#include <QShortcut>

using namespace heed;
using namespace heed::test;

namespace {

//! A stage with the guard as the window has it.
struct Guarded : Stage {
    Announcer announcer{&window, alarms};
    FocusGuard *guard = new FocusGuard(&window, announcer, alarms);
    QSignalSpy said{&announcer, &Announcer::said};

    Guarded() { guard->setComposer(composer); }

    void present(const Question &question)
    {
        add(question);
        QSignalSpy shown(card, &QuestionCard::shown);
        guard->present(card);
        QVERIFY(shown.wait()); // painted, which is when the guard decides
        pass(0ms);
    }
    QStringList saidTexts() const
    {
        QStringList all;
        for (const auto &call : said)
            all << call.at(0).toString();
        return all;
    }
    bool cardHasFocus() const { return card->isAncestorOf(focus()); }
};

const QString shortCall = u"The model asks a question."_s;
const QString wholeCall = u"The model asks: Which folder did you mean? 3 choices."_s;

} // namespace

class tst_FocusGuard : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { failOnWarnings(); }

    void idlePersonGetsTheFocusAndNothingIsSaidTwice();
    void withoutOptionsTheBoxGetsTheFocus();
    void typingPersonIsToldInAGapAndMovedLater();
    void announcementThatAKeyCutIsHeardWithTheMove();
    void writingWithoutAGapIsToldWithinASecond();
    void anyKeyInAnyWindowCounts();
    void inputMethodTextCounts();
    void neverMeansNever();
    void settingNeverWhileWaiting();
    void obstacles_data();
    void obstacles();
    void cardOutOfSightIsAnnounced();
    void focusIsTakenOnceOnly();
    void keyGoesBetweenCardAndComposer();
    void keyWithoutAQuestionGoesToTheComposer();
    void heldKeyTogglesOnce();
    void keySaysTheQuestionAgain();
    void escapeGoesBackToWhereItWas();
    void answerGoesToTheComposerThenIsAnnounced();
    void writingOnGoesBackWholeToTheComposer();
    void whatGoesOnALeftTextGoesBackAfterAnyPause_data();
    void whatGoesOnALeftTextGoesBackAfterAnyPause();
    void withALeftTextTheCardIsStillUsedByKeyboard();
    void lettersOnTheCardMuchLaterGoBackToo();
    void randomTypingNeverAnswers();
    void randomTypingNeverAnswersABoxQuestion();
};

void tst_FocusGuard::idlePersonGetsTheFocusAndNothingIsSaidTwice()
{
    Guarded stage;
    stage.showIdle();
    stage.announcer.say(u"a sentence of a reply"_s, Announcer::Kind::Piece);
    stage.announcer.say(u"another"_s, Announcer::Kind::Piece);
    stage.present(makeQuestion());
    QCOMPARE(stage.focus(), stage.option(0));
    stage.pass(20s);
    QCOMPARE(stage.saidTexts(), QStringList{u"a sentence of a reply"_s});
}

void tst_FocusGuard::withoutOptionsTheBoxGetsTheFocus()
{
    Guarded stage;
    stage.showIdle();
    stage.present(makeQuestion(0));
    QCOMPARE(stage.focus(), stage.box());
}

void tst_FocusGuard::typingPersonIsToldInAGapAndMovedLater()
{
    Guarded stage;
    stage.showIdle();
    QTest::keyClick(stage.composer, 'h');
    stage.pass(100ms);
    stage.present(makeQuestion());
    QCOMPARE(stage.focus(), stage.composer);
    QCOMPARE(stage.saidTexts(), QStringList()); // the next key would cut it
    stage.pass(200ms);
    QCOMPARE(stage.saidTexts(), QStringList{wholeCall});
    stage.pass(699ms);
    QCOMPARE(stage.focus(), stage.composer);
    stage.pass(1ms);
    QCOMPARE(stage.focus(), stage.option(0));
    QCOMPARE(stage.saidTexts(), QStringList{wholeCall});
    QCOMPARE(stage.card->accessibleName(), u"The model asks"_s); // just heard: not said twice
    stage.composer->setFocus();
    QCOMPARE(stage.card->accessibleName(), wholeCall);
}

void tst_FocusGuard::announcementThatAKeyCutIsHeardWithTheMove()
{
    Guarded stage;
    stage.showIdle();
    QTest::keyClick(stage.composer, 'h');
    stage.pass(300ms);
    stage.present(makeQuestion());
    QCOMPARE(stage.saidTexts(), QStringList{wholeCall});
    stage.pass(600ms);
    QTest::keyClick(stage.composer, 'i'); // the second is counted from the last key
    stage.pass(999ms);
    QCOMPARE(stage.focus(), stage.composer);
    stage.pass(1ms);
    QCOMPARE(stage.focus(), stage.option(0));
    QCOMPARE(stage.composer->toPlainText(), u"hi"_s);
    QCOMPARE(stage.card->accessibleName(), wholeCall);
}

void tst_FocusGuard::writingWithoutAGapIsToldWithinASecond()
{
    Guarded stage;
    stage.showIdle();
    QTest::keyClick(stage.composer, 'x');
    stage.present(makeQuestion());
    for (int i = 0; i < 9; ++i) {
        stage.pass(100ms);
        QTest::keyClick(stage.composer, 'x');
    }
    QCOMPARE(stage.saidTexts(), QStringList());
    stage.pass(100ms);
    QCOMPARE(stage.saidTexts(), QStringList{shortCall});
    stage.pass(1s);
    QCOMPARE(stage.focus(), stage.option(0));
    QCOMPARE(stage.card->accessibleName(), wholeCall);
}

void tst_FocusGuard::anyKeyInAnyWindowCounts()
{
    Guarded stage;
    stage.showIdle();
    QTest::keyClick(&stage.window, Qt::Key_Shift);
    stage.pass(999ms);
    stage.present(makeQuestion());
    QCOMPARE(stage.focus(), stage.composer);
    stage.pass(1ms);
    QVERIFY(stage.cardHasFocus());
}

void tst_FocusGuard::inputMethodTextCounts()
{
    Guarded stage;
    stage.showIdle();
    QInputMethodEvent commit;
    commit.setCommitString(u"字"_s);
    QCoreApplication::sendEvent(stage.composer, &commit);
    stage.present(makeQuestion());
    QCOMPARE(stage.focus(), stage.composer);
    stage.pass(1s);
    QVERIFY(stage.cardHasFocus());
}

void tst_FocusGuard::neverMeansNever()
{
    Guarded stage;
    stage.guard->setTaking(FocusGuard::Taking::Never);
    stage.showIdle();
    stage.present(makeQuestion());
    stage.pass(1h);
    QCOMPARE(stage.focus(), stage.composer);
    QCOMPARE(stage.saidTexts(), QStringList{wholeCall}); // all of it: no move will say it
    QTest::keyClick(stage.focus(), Qt::Key_F6);
    QVERIFY(stage.cardHasFocus());
}

void tst_FocusGuard::settingNeverWhileWaiting()
{
    Guarded stage;
    stage.showIdle();
    QTest::keyClick(stage.composer, 'h');
    stage.present(makeQuestion());
    stage.guard->setTaking(FocusGuard::Taking::Never);
    stage.pass(5s);
    QCOMPARE(stage.focus(), stage.composer);
    stage.guard->setTaking(FocusGuard::Taking::WhenIdle);
    stage.pass(0ms);
    QVERIFY(stage.cardHasFocus());
}

void tst_FocusGuard::obstacles_data()
{
    QTest::addColumn<QString>("what");
    QTest::addRow("a menu") << u"menu"_s;
    QTest::addRow("a dialog") << u"dialog"_s;
    QTest::addRow("a composition") << u"composition"_s;
    QTest::addRow("another window is active") << u"window"_s;
    QTest::addRow("a mouse button is held") << u"mouse"_s;
}

void tst_FocusGuard::obstacles()
{
    QFETCH(QString, what);
    Guarded stage;
    stage.showIdle();
    QMenu menu(&stage.window);
    menu.addAction(u"x"_s);
    QDialog dialog(&stage.window);
    dialog.setModal(true);
    QWidget other;
    const auto compose = [&](const QString &preedit) {
        QInputMethodEvent event(preedit, {});
        QCoreApplication::sendEvent(stage.composer, &event);
    };
    if (what == u"menu") {
        menu.popup({10, 10});
    } else if (what == u"dialog") {
        dialog.show();
    } else if (what == u"composition") {
        compose(u"か"_s);
    } else if (what == u"mouse") {
        QTest::mousePress(stage.window.windowHandle(), Qt::LeftButton, {},
                          stage.composer->geometry().center());
    } else {
        other.show();
        other.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&other));
    }
    stage.pass(5s);
    stage.present(makeQuestion());
    stage.pass(30s);
    QVERIFY(!stage.cardHasFocus());
    QCOMPARE(stage.saidTexts(), QStringList{wholeCall});

    menu.close();
    dialog.close();
    other.close();
    if (what == u"composition")
        compose({});
    if (what == u"mouse")
        QTest::mouseRelease(stage.window.windowHandle(), Qt::LeftButton, {},
                            stage.composer->geometry().center());
    stage.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&stage.window));
    stage.pass(0ms);
    stage.pass(1s);
    QVERIFY(stage.cardHasFocus());
    QCOMPARE(stage.said.size(), 1);
}

void tst_FocusGuard::cardOutOfSightIsAnnounced()
{
    Guarded stage;
    stage.showIdle();
    stage.add(makeQuestion());
    stage.card->hide();
    stage.guard->present(stage.card);
    stage.pass(0ms);
    QCOMPARE(stage.said.size(), 0); // it may only not be painted yet
    stage.pass(250ms);
    QCOMPARE(stage.saidTexts(), QStringList{wholeCall});
    QCOMPARE(stage.focus(), stage.composer);
    stage.card->show();
    stage.pass(1s);
    QVERIFY(stage.cardHasFocus());
}

void tst_FocusGuard::focusIsTakenOnceOnly()
{
    Guarded stage;
    stage.showIdle();
    stage.present(makeQuestion());
    QVERIFY(stage.cardHasFocus());
    stage.pass(1s);
    QTest::keyClick(stage.focus(), Qt::Key_Escape);
    QCOMPARE(stage.focus(), stage.composer);
    stage.pass(1h);
    QCOMPARE(stage.focus(), stage.composer);
}

void tst_FocusGuard::keyGoesBetweenCardAndComposer()
{
    Guarded stage;
    auto *elsewhere = new QPushButton(u"chat list"_s, &stage.window);
    stage.window.layout()->addWidget(elsewhere);
    stage.guard->setTaking(FocusGuard::Taking::Never);
    stage.showIdle();
    stage.present(makeQuestion());
    QSignalSpy reveal(stage.guard, &FocusGuard::revealWanted);
    elsewhere->setFocus();
    const auto toggle = [&] { QTest::keyClick(stage.window.windowHandle(), Qt::Key_F6); };
    toggle();
    QCOMPARE(stage.focus(), stage.option(0));
    QCOMPARE(reveal.size(), 1);
    stage.box()->setFocus();
    toggle();
    QCOMPARE(stage.focus(), stage.composer);
    toggle();
    QCOMPARE(stage.focus(), stage.option(0));
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    QTest::keyClick(stage.focus(), Qt::Key_Space); // the person's own move: works at once
    QCOMPARE(answered.size(), 1);
}

void tst_FocusGuard::keyWithoutAQuestionGoesToTheComposer()
{
    Guarded stage;
    auto *elsewhere = new QPushButton(u"chat list"_s, &stage.window);
    stage.window.layout()->addWidget(elsewhere);
    stage.showIdle();
    elsewhere->setFocus();
    QTest::keyClick(stage.window.windowHandle(), Qt::Key_F6);
    QCOMPARE(stage.focus(), stage.composer);
}

void tst_FocusGuard::heldKeyTogglesOnce()
{
    Guarded stage;
    stage.guard->setTaking(FocusGuard::Taking::Never);
    stage.showIdle();
    stage.present(makeQuestion());
    for (auto *shortcut : stage.window.findChildren<QShortcut *>())
        QVERIFY(!shortcut->autoRepeat());
}

void tst_FocusGuard::keySaysTheQuestionAgain()
{
    Guarded stage;
    stage.showIdle();
    stage.present(makeQuestion());
    stage.pass(5s);
    QTest::keyClick(stage.window.windowHandle(), Qt::Key_Q, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(stage.saidTexts(),
             QStringList{wholeCall + u" 1: Billing. Invoices and payments. 2: Shipping. 3: Returns."_s});
    QVERIFY(stage.cardHasFocus());
    stage.card->settle(chosen(stage.card->question(), 0));
    stage.pass(5s);
    stage.guard->sayAgain();
    stage.pass(5s);
    QCOMPARE(stage.saidTexts().last(), u"No question waits in this chat."_s);
}

void tst_FocusGuard::escapeGoesBackToWhereItWas()
{
    Guarded stage;
    auto *list = new QPushButton(u"chat list"_s, &stage.window);
    stage.window.layout()->addWidget(list);
    stage.showIdle();
    list->setFocus();
    stage.present(makeQuestion());
    QVERIFY(stage.cardHasFocus());
    stage.pass(1s);
    QTest::keyClick(stage.focus(), Qt::Key_Escape);
    QCOMPARE(stage.focus(), list);
}

void tst_FocusGuard::answerGoesToTheComposerThenIsAnnounced()
{
    Guarded stage;
    stage.showIdle();
    stage.present(makeQuestion());
    stage.pass(1s);
    QWidget *focusWhenSaid = nullptr;
    QObject::connect(&stage.announcer, &Announcer::said, &stage.window,
                     [&] { focusWhenSaid = stage.focus(); });
    QTest::keyClick(stage.focus(), Qt::Key_Return);
    QCOMPARE(stage.said.size(), 0);
    stage.card->settle(chosen(stage.card->question(), 0));
    stage.pass(0ms);
    QCOMPARE(stage.saidTexts(), QStringList{u"Answered: Billing"_s});
    QCOMPARE(focusWhenSaid, stage.composer);
}

void tst_FocusGuard::writingOnGoesBackWholeToTheComposer()
{
    Guarded stage;
    stage.showIdle();
    QTest::keyClicks(stage.composer, u"see you at"_s);
    stage.present(makeQuestion());
    stage.pass(1s); // a pause to think: the card takes the focus
    QVERIFY(stage.cardHasFocus());
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    for (const char c : {' ', '1', '0', ' ', 'o', 'r', ' ', '2'}) {
        QTest::keyClick(stage.focus(), c);
        stage.pass(40ms);
    }
    QCOMPARE(stage.focus(), stage.composer);
    QCOMPARE(stage.composer->toPlainText(), u"see you at 10 or 2"_s);
    QCOMPARE(answered.size(), 0);
    stage.pass(1h);
    QCOMPARE(stage.focus(), stage.composer); // they chose to write first
}

void tst_FocusGuard::whatGoesOnALeftTextGoesBackAfterAnyPause_data()
{
    QTest::addColumn<int>("options");
    QTest::addColumn<QString>("typed");
    for (const int options : {0, 3}) {
        QTest::addRow("a space, %d options", options) << options << u" remember 2 mops"_s;
        QTest::addRow("a digit, %d options", options) << options << u"2 mops"_s;
        QTest::addRow("letters, %d options", options) << options << u"s well"_s;
        QTest::addRow("Enter, %d options", options) << options << QString();
    }
}

void tst_FocusGuard::whatGoesOnALeftTextGoesBackAfterAnyPause()
{
    QFETCH(int, options);
    QFETCH(QString, typed);
    Guarded stage;
    stage.showIdle();
    QTest::keyClicks(stage.composer, u"and a"_s);
    stage.present(makeQuestion(options));
    stage.pass(2s);   // in which the card takes the focus
    stage.pass(1min); // a long thought
    QVERIFY(stage.cardHasFocus());
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    if (typed.isEmpty())
        QTest::keyClick(stage.focus(), Qt::Key_Return);
    for (const QChar c : std::as_const(typed))
        QTest::keyClick(stage.focus(), c.toLatin1());
    QCOMPARE(stage.focus(), stage.composer);
    QCOMPARE(stage.composer->toPlainText(), u"and a"_s + typed);
    QCOMPARE(answered.size(), 0);
}

void tst_FocusGuard::withALeftTextTheCardIsStillUsedByKeyboard()
{
    for (const auto first : {Qt::Key_Down, Qt::Key_F6}) {
        Guarded stage;
        stage.showIdle();
        QTest::keyClicks(stage.composer, u"and a"_s);
        stage.present(makeQuestion());
        stage.pass(2s);
        stage.pass(1min);
        QSignalSpy answered(stage.card, &QuestionCard::answered);
        QTest::keyClick(stage.focus(), first);
        if (first == Qt::Key_F6) // to the composer, and to the card again
            QTest::keyClick(stage.focus(), first);
        QVERIFY(stage.cardHasFocus());
        stage.pass(1s);
        QTest::keyClick(stage.focus(), Qt::Key_Space);
        stage.pass(1s);
        QCOMPARE(answered.size(), 1);
        QCOMPARE(stage.composer->toPlainText(), u"and a"_s);
    }
}

void tst_FocusGuard::lettersOnTheCardMuchLaterGoBackToo()
{
    Guarded stage;
    stage.showIdle();
    stage.present(makeQuestion());
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    stage.pass(3s);
    for (const char c : {'s', 'o', ' ', '1'})
        QTest::keyClick(stage.focus(), c);
    QCOMPARE(stage.composer->toPlainText(), u"so 1"_s);
    QCOMPARE(answered.size(), 0);
}

// A person writes at a natural pace, with pauses of up to 1.4 s, and does not look; the card comes at any
// moment.
void typeWhileTheCardComes(const Question &question)
{
    QRandomGenerator random(20250310);
    const QString sentence = u"meet at 10 or 2, take 3 boxes and 1 ladder "_s;
    for (int round = 0; round < 500; ++round) {
        Guarded stage;
        stage.showIdle();
        const int moment = random.bounded(int(sentence.size()));
        int answers = 0;
        for (int i = 0; i < int(sentence.size()); ++i) {
            const int gap = random.bounded(8) == 0 ? random.bounded(400, 1400) : random.bounded(30, 250);
            const int before = i == moment ? random.bounded(gap) : gap;
            stage.pass(Milliseconds(before));
            if (i == moment) {
                stage.present(question);
                QObject::connect(stage.card, &QuestionCard::answered, &stage.window, [&] { ++answers; });
            }
            stage.pass(Milliseconds(gap - before));
            QTest::keyClick(stage.focus(), sentence.at(i).toLatin1());
        }
        QTest::keyClick(stage.focus(), Qt::Key_Return);
        QTest::keyClick(stage.focus(), Qt::Key_Space);
        QVERIFY2(answers == 0, qPrintable(u"round %1, card at character %2"_s.arg(round).arg(moment)));
        // Except for what may still wait to be told apart from a choice, the sentence is whole.
        const QString written = stage.composer->toPlainText();
        QVERIFY2(sentence.startsWith(written.trimmed()) && written.size() >= sentence.trimmed().size() - 2,
                 qPrintable(written));
    }
}

void tst_FocusGuard::randomTypingNeverAnswers()
{
    typeWhileTheCardComes(makeQuestion());
}

void tst_FocusGuard::randomTypingNeverAnswersABoxQuestion()
{
    typeWhileTheCardComes(makeQuestion(0));
}

QTEST_MAIN(tst_FocusGuard)
#include "tst_focusguard.moc"
