// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cardstage.h"

#include <QInputMethodEvent>
#include <QPushButton>
#include <QRandomGenerator>
#include <QShortcut>
#include <QWheelEvent>

using namespace heed;
using namespace heed::test;

namespace {

void compose(QWidget *where, const QString &preedit, const QString &commit = {})
{
    QInputMethodEvent event(preedit, {});
    event.setCommitString(commit);
    QCoreApplication::sendEvent(where, &event);
}

void pressRepeated(QWidget *where, Qt::Key key, const QString &text = {})
{
    QKeyEvent press(QEvent::KeyPress, key, Qt::NoModifier, text, true);
    QCoreApplication::sendEvent(where, &press);
    QKeyEvent release(QEvent::KeyRelease, key, Qt::NoModifier, text, true);
    QCoreApplication::sendEvent(where, &release);
}

} // namespace

//! No stray key, click or composition ever answers.
class tst_CardGuards : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { failOnWarnings(); }

    void keysAreSwallowedAfterTheCardTookTheFocus_data();
    void keysAreSwallowedAfterTheCardTookTheFocus();
    void swallowingBelongsToFocusThatNobodyMoved_data();
    void swallowingBelongsToFocusThatNobodyMoved();
    void windowActivationSwallowsToo();
    void boxSwallowsTextToo();
    void keyRepeatNeverAnswers_data();
    void keyRepeatNeverAnswers();
    void spaceHeldWhileTheFocusArrivesDoesNothing();
    void thereIsNoDefaultButton();
    void clickThatActivatesTheWindowNeverAnswers_data();
    void clickThatActivatesTheWindowNeverAnswers();
    void pressAndReleaseMustBothBeOnTheOption_data();
    void pressAndReleaseMustBothBeOnTheOption();
    void cardThatAppearsUnderAClickIsNotAnswered();
    void wheelAndDragNeverAnswer();
    void escapeOnlyMovesTheFocusBack_data();
    void escapeOnlyMovesTheFocusBack();
    void escapeElsewhereNeverTouchesTheCard();
    void windowShortcutsCannotTakeTheCardsKeys();
    void ampersandInALabelIsNoShortcut();
    void compositionIsNeverCutByEnter();
    void returnThatCommitsACompositionSendsNothing();
    void modifiersMakeAKeyMeanSomethingElse();
    void typingDetectedOnTheCardIsHandedOut();
};

void tst_CardGuards::keysAreSwallowedAfterTheCardTookTheFocus_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<int>("afterMs");
    QTest::addColumn<int>("answers");
    for (const auto key : {Qt::Key_Space, Qt::Key_Return, Qt::Key_Enter, Qt::Key_2}) {
        const QByteArray name = QKeySequence(key).toString().toUtf8();
        QTest::addRow("%s at once", name.constData()) << int(key) << 0 << 0;
        QTest::addRow("%s after 499 ms", name.constData()) << int(key) << 499 << 0;
        QTest::addRow("%s after 500 ms", name.constData()) << int(key) << 500 << 1;
    }
}

void tst_CardGuards::keysAreSwallowedAfterTheCardTookTheFocus()
{
    QFETCH(int, key);
    QFETCH(int, afterMs);
    QFETCH(int, answers);
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    stage.card->takeFocus();
    QCOMPARE(stage.focus(), stage.option(0));
    stage.pass(Milliseconds(afterMs));
    if (key == Qt::Key_2)
        QTest::keyClick(stage.focus(), '2');
    else
        QTest::keyClick(stage.focus(), Qt::Key(key));
    QCOMPARE(answered.size(), answers);
    QCOMPARE(stage.focus(), stage.option(0));
}

void tst_CardGuards::swallowingBelongsToFocusThatNobodyMoved_data()
{
    QTest::addColumn<Qt::FocusReason>("reason");
    QTest::addColumn<bool>("swallows");
    QTest::addRow("a program moved it") << Qt::OtherFocusReason << true;
    QTest::addRow("a menu closed") << Qt::PopupFocusReason << true;
    QTest::addRow("tab") << Qt::TabFocusReason << false;
    QTest::addRow("backtab") << Qt::BacktabFocusReason << false;
    QTest::addRow("mouse") << Qt::MouseFocusReason << false;
    QTest::addRow("a shortcut") << Qt::ShortcutFocusReason << false;
}

void tst_CardGuards::swallowingBelongsToFocusThatNobodyMoved()
{
    QFETCH(Qt::FocusReason, reason);
    QFETCH(bool, swallows);
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    stage.option(0)->setFocus(reason);
    QTest::keyClick(stage.option(0), Qt::Key_Return);
    QCOMPARE(answered.size(), swallows ? 0 : 1);
}

void tst_CardGuards::windowActivationSwallowsToo()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    stage.card->enter();
    QWidget other;
    other.show();
    other.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&other));
    stage.pass(5s);
    stage.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&stage.window));
    QCOMPARE(stage.focus(), stage.option(0));
    QTest::keyClick(stage.focus(), Qt::Key_Space);
    QCOMPARE(answered.size(), 0);
    stage.pass(500ms);
    QTest::keyClick(stage.focus(), Qt::Key_Space);
    QCOMPARE(answered.size(), 1);
}

void tst_CardGuards::boxSwallowsTextToo()
{
    Stage stage;
    stage.add(makeQuestion(0));
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    stage.card->takeFocus();
    QTest::keyClicks(stage.box(), u"end of a sentence"_s);
    compose(stage.box(), {}, u"漢字"_s);
    QTest::keyClick(stage.box(), Qt::Key_Return);
    QCOMPARE(stage.box()->toPlainText(), QString());
    stage.pass(500ms);
    QTest::keyClicks(stage.box(), u"mine"_s);
    QTest::keyClick(stage.box(), Qt::Key_Return);
    QCOMPARE(answered.size(), 1);
    QCOMPARE(answered.first().at(1).value<Answer>().text, u"mine"_s);
}

void tst_CardGuards::keyRepeatNeverAnswers_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("inBox");
    QTest::addRow("return on an option") << int(Qt::Key_Return) << u"\r"_s << false;
    QTest::addRow("space on an option") << int(Qt::Key_Space) << u" "_s << false;
    QTest::addRow("a digit on an option") << int(Qt::Key_1) << u"1"_s << false;
    QTest::addRow("return in the box") << int(Qt::Key_Return) << u"\r"_s << true;
}

void tst_CardGuards::keyRepeatNeverAnswers()
{
    QFETCH(int, key);
    QFETCH(QString, text);
    QFETCH(bool, inBox);
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    stage.box()->setPlainText(u"words"_s);
    QWidget *const target =
        inBox ? static_cast<QWidget *>(stage.box()) : static_cast<QWidget *>(stage.option(0));
    target->setFocus(Qt::TabFocusReason);
    for (int i = 0; i < 20; ++i) {
        pressRepeated(target, Qt::Key(key), text);
        stage.pass(33ms);
    }
    QCOMPARE(answered.size(), 0);
}

void tst_CardGuards::spaceHeldWhileTheFocusArrivesDoesNothing()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    QTest::keyPress(stage.composer, Qt::Key_Space);
    stage.card->takeFocus();
    stage.pass(2s);
    QTest::keyRelease(stage.focus(), Qt::Key_Space);
    QCOMPARE(answered.size(), 0);
    // Pressed in the swallowed time, released behind it.
    stage.composer->setFocus();
    stage.card->takeFocus();
    QTest::keyPress(stage.focus(), Qt::Key_Space);
    stage.pass(2s);
    QTest::keyRelease(stage.focus(), Qt::Key_Space);
    QCOMPARE(answered.size(), 0);
}

void tst_CardGuards::thereIsNoDefaultButton()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    // A QPushButton could become one as soon as it stands in a dialog.
    QVERIFY(stage.card->findChildren<QPushButton *>().isEmpty());
    stage.composer->setFocus();
    QTest::keyClick(stage.composer, Qt::Key_Return);
    QTest::keyClick(stage.composer, Qt::Key_Space);
    QTest::keyClick(&stage.window, Qt::Key_Return);
    QTest::keyClick(stage.card, Qt::Key_Return);
    QTest::keyClick(stage.card, Qt::Key_Space);
    QTest::keyClick(stage.card, Qt::Key_1);
    QCOMPARE(answered.size(), 0);
}

void tst_CardGuards::clickThatActivatesTheWindowNeverAnswers_data()
{
    QTest::addColumn<int>("pressAfterMs"); // of the activation; -1: before it
    QTest::addColumn<int>("answers");
    QTest::addRow("press before the activation, release after it") << -1 << 0;
    QTest::addRow("activation first, press right behind it") << 0 << 0;
    QTest::addRow("press a little later") << 249 << 0;
    QTest::addRow("press on a window that was active") << 250 << 1;
}

void tst_CardGuards::clickThatActivatesTheWindowNeverAnswers()
{
    QFETCH(int, pressAfterMs);
    QFETCH(int, answers);
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    QWidget other;
    other.show();
    other.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&other));
    stage.pass(5s);
    if (pressAfterMs < 0)
        QTest::mousePress(stage.option(0), Qt::LeftButton);
    stage.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&stage.window));
    if (pressAfterMs >= 0) {
        stage.pass(Milliseconds(pressAfterMs));
        QTest::mousePress(stage.option(0), Qt::LeftButton);
    }
    QTest::mouseRelease(stage.option(0), Qt::LeftButton);
    QCOMPARE(answered.size(), answers);
    stage.pass(1s);
    QTest::mouseClick(stage.option(0), Qt::LeftButton);
    QCOMPARE(answered.size(), 1); // a second, deliberate click works
}

void tst_CardGuards::pressAndReleaseMustBothBeOnTheOption_data()
{
    QTest::addColumn<QString>("press");
    QTest::addColumn<QString>("release");
    QTest::addRow("press here, release on the next option") << u"Billing"_s << u"Shipping"_s;
    QTest::addRow("press on the question, release on an option") << u"card"_s << u"Billing"_s;
    QTest::addRow("press on an option, release on the card") << u"Billing"_s << u"card"_s;
    QTest::addRow("press in the composer, release on an option") << u"composer"_s << u"Billing"_s;
}

void tst_CardGuards::pressAndReleaseMustBothBeOnTheOption()
{
    QFETCH(QString, press);
    QFETCH(QString, release);
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    const auto centre = [&](const QString &where) {
        QWidget *const target = where == u"card"       ? static_cast<QWidget *>(stage.questionText())
                                : where == u"composer" ? static_cast<QWidget *>(stage.composer)
                                                       : static_cast<QWidget *>(stage.button(where));
        return target->mapTo(&stage.window, target->rect().center());
    };
    // Through the window, as the platform does: the widget that got the press keeps the mouse.
    QTest::mousePress(stage.window.windowHandle(), Qt::LeftButton, {}, centre(press));
    QTest::mouseMove(stage.window.windowHandle(), centre(release));
    QTest::mouseRelease(stage.window.windowHandle(), Qt::LeftButton, {}, centre(release));
    QCOMPARE(answered.size(), 0);
}

void tst_CardGuards::cardThatAppearsUnderAClickIsNotAnswered()
{
    Stage stage;
    stage.showIdle();
    stage.add(makeQuestion());
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    stage.pass(0ms);
    QTest::mouseClick(stage.option(0), Qt::LeftButton);
    QCOMPARE(answered.size(), 0);
    stage.pass(250ms);
    QTest::mouseClick(stage.option(0), Qt::LeftButton);
    QCOMPARE(answered.size(), 1);
}

void tst_CardGuards::wheelAndDragNeverAnswer()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    for (QWidget *target : {static_cast<QWidget *>(stage.option(0)), static_cast<QWidget *>(stage.box()),
                            static_cast<QWidget *>(stage.card)}) {
        QWheelEvent wheel({5, 5}, target->mapToGlobal(QPointF(5, 5)), {}, {0, -120}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(target, &wheel);
    }
    auto *const question = stage.questionText()->viewport();
    QTest::mousePress(question, Qt::LeftButton, {}, {2, 4});
    QTest::mouseMove(question, {100, 8});
    QTest::mouseRelease(question, Qt::LeftButton, {}, {100, 8});
    for (const auto button : {Qt::RightButton, Qt::MiddleButton})
        QTest::mouseClick(stage.option(1), button);
    QCOMPARE(answered.size(), 0);
}

void tst_CardGuards::escapeOnlyMovesTheFocusBack_data()
{
    QTest::addColumn<QString>("from");
    QTest::addRow("an option") << u"Billing"_s;
    QTest::addRow("skip") << u"Skip"_s;
    QTest::addRow("the box, half-typed") << u"box"_s;
    QTest::addRow("the question's text") << u"text"_s;
}

void tst_CardGuards::escapeOnlyMovesTheFocusBack()
{
    QFETCH(QString, from);
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    QSignalSpy back(stage.card, &QuestionCard::focusBackWanted);
    stage.box()->setPlainText(u"half"_s);
    QWidget *const target = from == u"box"    ? static_cast<QWidget *>(stage.box())
                            : from == u"text" ? static_cast<QWidget *>(stage.questionText())
                                              : static_cast<QWidget *>(stage.button(from));
    target->setFocus(Qt::MouseFocusReason);
    QTest::keyClick(target, Qt::Key_Escape);
    QCOMPARE(back.size(), 1);
    QCOMPARE(answered.size(), 0);
    QVERIFY(!stage.card->isSettled());
    QVERIFY(stage.option(0)->isVisible());
    QCOMPARE(stage.card->draft(), u"half"_s);
}

void tst_CardGuards::escapeElsewhereNeverTouchesTheCard()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    QSignalSpy back(stage.card, &QuestionCard::focusBackWanted);
    QTest::keyClick(stage.composer, Qt::Key_Escape);
    QTest::keyClick(&stage.window, Qt::Key_Escape);
    QCOMPARE(answered.size() + back.size(), 0);
    QVERIFY(stage.option(0)->isVisible());
}

void tst_CardGuards::windowShortcutsCannotTakeTheCardsKeys()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    int taken = 0;
    for (const auto key : {Qt::Key_Escape, Qt::Key_Space, Qt::Key_Return, Qt::Key_1}) {
        auto *shortcut = new QShortcut(QKeySequence(key), &stage.window);
        QObject::connect(shortcut, &QShortcut::activated, &stage.window, [&] { ++taken; });
    }
    QSignalSpy back(stage.card, &QuestionCard::focusBackWanted);
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    stage.card->enter();
    QTest::keyClick(stage.window.windowHandle(), Qt::Key_Escape);
    QCOMPARE(back.size(), 1);
    QTest::keyClick(stage.window.windowHandle(), Qt::Key_Return);
    QCOMPARE(answered.size(), 1);
    QCOMPARE(taken, 0);
}

void tst_CardGuards::ampersandInALabelIsNoShortcut()
{
    Stage stage;
    Question question = makeQuestion(2);
    question.options[0].label = u"R&D"_s;
    stage.add(question);
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    QTest::keyClick(stage.window.windowHandle(), Qt::Key_D, Qt::AltModifier);
    QCOMPARE(answered.size(), 0);
    QCOMPARE(stage.option(0)->accessibleName(), u"R&D"_s);
}

void tst_CardGuards::compositionIsNeverCutByEnter()
{
    Stage stage;
    stage.add(makeQuestion(0));
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    stage.card->enter();
    compose(stage.box(), u"かんじ"_s);
    QVERIFY(stage.box()->isComposing());
    QTest::keyClick(stage.box(), Qt::Key_Return);
    QTest::keyClick(stage.box(), Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClick(stage.box(), Qt::Key_Enter);
    QCOMPARE(answered.size(), 0);
    compose(stage.box(), {}, u"漢字"_s);
    QCOMPARE(stage.box()->toPlainText(), u"漢字"_s);
    stage.pass(300ms);
    QTest::keyClick(stage.box(), Qt::Key_Return);
    QCOMPARE(answered.size(), 1);
    QCOMPARE(answered.first().at(1).value<Answer>().text, u"漢字"_s);
}

void tst_CardGuards::returnThatCommitsACompositionSendsNothing()
{
    Stage stage;
    stage.add(makeQuestion(0));
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    stage.card->enter();
    compose(stage.box(), u"かん"_s);
    compose(stage.box(), {}, u"感"_s);
    QTest::keyClick(stage.box(), Qt::Key_Return); // the same key, delivered behind its commit
    QCOMPARE(answered.size(), 0);
    QTest::keyClick(stage.box(), Qt::Key_Return); // a second one is the person's
    QCOMPARE(answered.size(), 1);
}

void tst_CardGuards::modifiersMakeAKeyMeanSomethingElse()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    stage.card->enter();
    for (const auto modifier : {Qt::ControlModifier, Qt::AltModifier, Qt::MetaModifier}) {
        for (const auto key : {Qt::Key_Return, Qt::Key_Space, Qt::Key_1})
            QTest::keyClick(stage.option(0), key, modifier);
    }
    QCOMPARE(answered.size(), 0);
}

void tst_CardGuards::typingDetectedOnTheCardIsHandedOut()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy elsewhere(stage.card, &QuestionCard::typedElsewhere);
    stage.card->takeFocus();
    QTest::keyClick(stage.focus(), ' ');
    QTest::keyClick(stage.focus(), '7');
    QCOMPARE(elsewhere.size(), 0); // not yet known to be writing
    QTest::keyClick(stage.focus(), 'a');
    QCOMPARE(elsewhere.size(), 1);
    QCOMPARE(elsewhere.first().at(0).toString(), u" 7a"_s);
    // Focus that the person moved is no accident: a letter there means nothing.
    stage.composer->setFocus();
    stage.card->enter();
    QTest::keyClick(stage.focus(), 'b');
    QCOMPARE(elsewhere.size(), 1);
}

QTEST_MAIN(tst_CardGuards)
#include "tst_cardguards.moc"
