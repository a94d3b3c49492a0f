// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cardstage.h"

#include <QClipboard>
#include <QGuiApplication>

using namespace heed;
using namespace heed::test;

//! What a person can give, what is kept, and what the card says at the end.
class tst_QuestionCard : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { failOnWarnings(); }

    void offersWhatTheQuestionAllows_data();
    void offersWhatTheQuestionAllows();
    void namesModelChatAndPosition();
    void questionIsPlainTextThatCanBeCopied();
    void keysOnAnOption_data();
    void keysOnAnOption();
    void digitsOfOtherScriptsChoose();
    void buttonsGiveTheirAnswer_data();
    void buttonsGiveTheirAnswer();
    void enterInTheBoxSendsAndShiftEnterBreaks();
    void blankBoxSendsNothing();
    void optionAndNoteAreOneAnswer();
    void withoutOwnWordsAnOptionTakesNoNote();
    void askBackTurnsTheBoxAndBack();
    void askBackOpensABoxWhereThereIsNone();
    void tooLongIsKeptAndSaid();
    void twoPressesAreOneAnswer_data();
    void twoPressesAreOneAnswer();
    void refusedAnswerLosesNothingAndCanBeGivenAgain();
    void draftIsCoalesced();
    void draftIsReportedAtOnceWhen_data();
    void draftIsReportedAtOnceWhen();
    void storedDraftNeverReplacesTyping();
    void deadlineIsSaidQuietlyAndNothingTicks();
    void shownIsConfirmedOnceAndOnlyWhenVisible();
    void settledCardSays_data();
    void settledCardSays();
    void settledCardIsTextOutOfTheTabOrder();
    void focusLeavesBeforeTheCardBecomesText();
    void answeredElsewhereKeepsWhatWasTyped();
    void answeredElsewhereWhileTypingHoldsTheRestBack();
    void secretsHeldBackAreSaid();
    void arrowsWalkOptionsAndBox();
};

void tst_QuestionCard::offersWhatTheQuestionAllows_data()
{
    QTest::addColumn<int>("options");
    QTest::addColumn<bool>("allowOther");
    QTest::addColumn<bool>("box");
    QTest::addColumn<bool>("none");
    QTest::addRow("options and own words") << 3 << true << true << false;
    QTest::addRow("options only") << 3 << false << false << true;
    QTest::addRow("own words only") << 0 << true << true << false;
    QTest::addRow("a question that allows nothing still gets a box") << 0 << false << true << false;
    QTest::addRow("five options") << 5 << true << true << false;
}

void tst_QuestionCard::offersWhatTheQuestionAllows()
{
    QFETCH(int, options);
    QFETCH(bool, allowOther);
    Stage stage;
    stage.add(makeQuestion(options, allowOther));
    stage.showIdle();
    for (int i = 0; i < options; ++i)
        QVERIFY(stage.option(i)->isVisible());
    QTEST(stage.box()->isVisible(), "box");
    QTEST(stage.button(u"None of these"_s)->isVisible(), "none");
    QVERIFY(stage.button(u"Skip"_s)->isVisible());
    QVERIFY(stage.button(u"Ask back"_s)->isVisible());
    QVERIFY(!stage.button(u"Keep waiting"_s)->isVisible());
}

void tst_QuestionCard::namesModelChatAndPosition()
{
    Stage stage;
    Question question = makeQuestion();
    question.index = 2;
    question.count = 2;
    stage.add(question, u"Roof repair"_s);
    stage.showIdle();
    QVERIFY(stage.words().contains(u"The model asks"_s));
    QVERIFY(stage.words().contains(u"Roof repair"_s));
    QVERIFY(stage.words().contains(u"2 of 2"_s));
    for (const QString &never : {u"Approve"_s, u"Deny"_s, u"Allow"_s, u"Permission"_s}) {
        QVERIFY(!stage.words().contains(never, Qt::CaseInsensitive));
        QVERIFY(!stage.button(never));
    }
}

void tst_QuestionCard::questionIsPlainTextThatCanBeCopied()
{
    Stage stage;
    Question question = makeQuestion();
    question.text = u"Is <b>this</b> &amp; [that](http://x) **it**?"_s;
    stage.add(question);
    stage.showIdle();
    QVERIFY(stage.words().contains(question.text));
    auto *text = stage.questionText();
    QCOMPARE(text->text(), question.text);
    QCOMPARE(text->toPlainText(), question.text);
    text->selectAll();
    text->copy();
    QCOMPARE(QGuiApplication::clipboard()->text(), question.text);

    QGuiApplication::clipboard()->clear();
    stage.card->enter();
    QTest::keySequence(stage.focus(), QKeySequence::Copy);
    QCOMPARE(QGuiApplication::clipboard()->text(), question.text);
}

void tst_QuestionCard::keysOnAnOption_data()
{
    QTest::addColumn<int>("focused"); // option, -1: the box, -2: Skip
    QTest::addColumn<int>("key");
    QTest::addColumn<int>("chosen"); // -1: nothing
    QTest::addRow("space chooses the focused option") << 1 << int(Qt::Key_Space) << 1;
    QTest::addRow("return chooses the focused option") << 2 << int(Qt::Key_Return) << 2;
    QTest::addRow("enter of the keypad too") << 0 << int(Qt::Key_Enter) << 0;
    QTest::addRow("a digit chooses its option") << 0 << int(Qt::Key_3) << 2;
    QTest::addRow("a digit without an option does nothing") << 0 << int(Qt::Key_4) << -1;
    QTest::addRow("zero does nothing") << 0 << int(Qt::Key_0) << -1;
    QTest::addRow("a digit in the box is text") << -1 << int(Qt::Key_2) << -1;
    QTest::addRow("a digit on Skip does nothing") << -2 << int(Qt::Key_2) << -1;
    QTest::addRow("escape declines nothing") << 0 << int(Qt::Key_Escape) << -1;
    QTest::addRow("delete does nothing") << 0 << int(Qt::Key_Delete) << -1;
}

void tst_QuestionCard::keysOnAnOption()
{
    QFETCH(int, focused);
    QFETCH(int, key);
    QFETCH(int, chosen);
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    QWidget *const target = focused == -2   ? static_cast<QWidget *>(stage.button(u"Skip"_s))
                            : focused == -1 ? static_cast<QWidget *>(stage.box())
                                            : static_cast<QWidget *>(stage.option(focused));
    target->setFocus(Qt::TabFocusReason);
    const char text = key >= Qt::Key_0 && key <= Qt::Key_9 ? char('0' + key - Qt::Key_0) : char(0);
    if (text)
        QTest::keyClick(target, text);
    else
        QTest::keyClick(target, Qt::Key(key));
    QCOMPARE(answered.size(), chosen < 0 ? 0 : 1);
    if (chosen >= 0) {
        QCOMPARE(answered.first().at(0).value<QuestionId>(), stage.card->question().id);
        const Answer expected{.kind = Answer::Kind::Choose, .option = chosen};
        QCOMPARE(answered.first().at(1).value<Answer>(), expected);
    }
    if (focused == -1)
        QCOMPARE(stage.box()->toPlainText(), u"2"_s);
}

void tst_QuestionCard::digitsOfOtherScriptsChoose()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    stage.option(0)->setFocus(Qt::TabFocusReason);
    QKeyEvent arabicTwo(QEvent::KeyPress, Qt::Key_2, Qt::NoModifier, u"\u0662"_s);
    QCoreApplication::sendEvent(stage.focus(), &arabicTwo);
    QCOMPARE(answered.size(), 1);
    QCOMPARE(answered.first().at(1).value<Answer>().option, 1);
}

void tst_QuestionCard::buttonsGiveTheirAnswer_data()
{
    QTest::addColumn<QString>("button");
    QTest::addColumn<Answer::Kind>("kind");
    QTest::addColumn<bool>("byMouse");
    for (const bool mouse : {false, true}) {
        const char *how = mouse ? "clicked" : "by space";
        QTest::addRow("skip %s", how) << u"Skip"_s << Answer::Kind::Decline << mouse;
        QTest::addRow("none of these %s", how) << u"None of these"_s << Answer::Kind::None << mouse;
        QTest::addRow("an option %s", how) << u"Shipping"_s << Answer::Kind::Choose << mouse;
    }
}

void tst_QuestionCard::buttonsGiveTheirAnswer()
{
    QFETCH(QString, button);
    QFETCH(Answer::Kind, kind);
    QFETCH(bool, byMouse);
    Stage stage;
    stage.add(makeQuestion(3, false));
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    CardButton *const pressed = stage.button(button);
    if (byMouse) {
        QTest::mouseClick(pressed, Qt::LeftButton);
    } else {
        pressed->setFocus(Qt::TabFocusReason);
        QTest::keyClick(pressed, Qt::Key_Space);
    }
    QCOMPARE(answered.size(), 1);
    QCOMPARE(answered.first().at(1).value<Answer>().kind, kind);
}

void tst_QuestionCard::enterInTheBoxSendsAndShiftEnterBreaks()
{
    Stage stage;
    stage.add(makeQuestion(0));
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    stage.card->enter();
    QCOMPARE(stage.focus(), stage.box());
    QTest::keyClicks(stage.box(), u"one"_s);
    QTest::keyClick(stage.box(), Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClicks(stage.box(), u"two"_s);
    QCOMPARE(answered.size(), 0);
    QTest::keyClick(stage.box(), Qt::Key_Return);
    QCOMPARE(answered.size(), 1);
    const Answer expected{.kind = Answer::Kind::Text, .text = u"one\ntwo"_s};
    QCOMPARE(answered.first().at(1).value<Answer>(), expected);
}

void tst_QuestionCard::blankBoxSendsNothing()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    stage.box()->setFocus(Qt::TabFocusReason);
    QTest::keyClicks(stage.box(), u"  "_s);
    QTest::keyClick(stage.box(), Qt::Key_Return);
    QCOMPARE(answered.size(), 0);
    QVERIFY(!stage.button(u"Send answer"_s)->isEnabled());
}

void tst_QuestionCard::optionAndNoteAreOneAnswer()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    stage.box()->setFocus(Qt::TabFocusReason);
    QTest::keyClicks(stage.box(), u"only this year's"_s);
    QTest::mouseClick(stage.option(0), Qt::LeftButton);
    QCOMPARE(answered.size(), 1);
    const Answer expected{.kind = Answer::Kind::Choose, .option = 0, .text = u"only this year's"_s};
    QCOMPARE(answered.first().at(1).value<Answer>(), expected);
}

void tst_QuestionCard::withoutOwnWordsAnOptionTakesNoNote()
{
    Stage stage;
    stage.add(makeQuestion(3, false));
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    QSignalSpy left(stage.card, &QuestionCard::draftLeft);
    QTest::mouseClick(stage.button(u"Ask back"_s), Qt::LeftButton);
    QTest::keyClicks(stage.box(), u"what is in it"_s);
    QTest::mouseClick(stage.option(0), Qt::LeftButton);
    const Answer expected{.kind = Answer::Kind::Choose, .option = 0};
    QCOMPARE(answered.first().at(1).value<Answer>(), expected);
    stage.card->settle(chosen(stage.card->question(), 0));
    QCOMPARE(left.size(), 1); // and is not lost
    QCOMPARE(left.first().at(1).toString(), u"what is in it"_s);
}

void tst_QuestionCard::askBackTurnsTheBoxAndBack()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    stage.button(u"Ask back"_s)->setFocus(Qt::TabFocusReason);
    QTest::keyClick(stage.focus(), Qt::Key_Return);
    QCOMPARE(stage.focus(), stage.box());
    QCOMPARE(stage.box()->accessibleName(), u"Your question to the model"_s);
    QVERIFY(stage.button(u"Ask the model"_s)->isVisible());
    QVERIFY(stage.option(0)->isVisible()); // the card stays
    QTest::keyClicks(stage.box(), u"What would that delete?"_s);

    QTest::mouseClick(stage.button(u"Back to answering"_s), Qt::LeftButton);
    QCOMPARE(stage.box()->accessibleName(), u"Your own answer"_s);
    QCOMPARE(stage.box()->toPlainText(), u"What would that delete?"_s);
    QTest::mouseClick(stage.button(u"Ask back"_s), Qt::LeftButton);
    QTest::keyClick(stage.box(), Qt::Key_Return);
    QCOMPARE(answered.size(), 1);
    const Answer expected{.kind = Answer::Kind::AskBack, .text = u"What would that delete?"_s};
    QCOMPARE(answered.first().at(1).value<Answer>(), expected);
}

void tst_QuestionCard::askBackOpensABoxWhereThereIsNone()
{
    Stage stage;
    stage.add(makeQuestion(2, false));
    stage.showIdle();
    QVERIFY(!stage.box()->isVisible());
    QTest::mouseClick(stage.button(u"Ask back"_s), Qt::LeftButton);
    QVERIFY(stage.box()->isVisible());
    QTest::mouseClick(stage.button(u"Back to answering"_s), Qt::LeftButton);
    QVERIFY(!stage.box()->isVisible());
}

void tst_QuestionCard::tooLongIsKeptAndSaid()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    const QString longText(2001, u'x');
    stage.box()->setPlainText(longText);
    QTest::keyClick(stage.box(), Qt::Key_Return);
    QCOMPARE(answered.size(), 0);
    QCOMPARE(stage.card->draft(), longText);
    QVERIFY(stage.words().contains(u"2,001"_s) || stage.words().contains(u"2001"_s));
    stage.box()->setPlainText(QString(2000, u'x'));
    QTest::keyClick(stage.box(), Qt::Key_Return);
    QCOMPARE(answered.size(), 1);
}

void tst_QuestionCard::twoPressesAreOneAnswer_data()
{
    QTest::addColumn<QString>("how");
    QTest::addRow("double click") << u"double"_s;
    QTest::addRow("two options, one after the other") << u"two"_s;
    QTest::addRow("return twice in the box") << u"return"_s;
    QTest::addRow("option, then skip") << u"skip"_s;
}

void tst_QuestionCard::twoPressesAreOneAnswer()
{
    QFETCH(QString, how);
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    if (how == u"return") {
        stage.box()->setFocus(Qt::TabFocusReason);
        QTest::keyClicks(stage.box(), u"mine"_s);
        QTest::keyClick(stage.box(), Qt::Key_Return);
        QTest::keyClick(stage.box(), Qt::Key_Return);
    } else {
        QTest::mouseClick(stage.option(0), Qt::LeftButton);
        CardButton *const second = how == u"two"    ? stage.option(1)
                                   : how == u"skip" ? stage.button(u"Skip"_s)
                                                    : stage.option(0);
        QTest::mouseDClick(second, Qt::LeftButton);
    }
    QCOMPARE(answered.size(), 1);
}

void tst_QuestionCard::refusedAnswerLosesNothingAndCanBeGivenAgain()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    stage.box()->setFocus(Qt::TabFocusReason);
    QTest::keyClicks(stage.box(), u"mine"_s);
    QTest::keyClick(stage.box(), Qt::Key_Return);
    QTest::keyClicks(stage.box(), u"lost"_s); // nothing is taken while it is under way
    stage.card->showRefused({Error::Code::Conflict, u"Already answered on the companion."_s, {}});
    QVERIFY(stage.words().contains(u"Already answered on the companion."_s));
    QCOMPARE(stage.card->draft(), u"mine"_s);
    QTest::keyClicks(stage.box(), u"!"_s);
    QTest::keyClick(stage.box(), Qt::Key_Return);
    QCOMPARE(answered.size(), 2);
    QCOMPARE(answered.last().at(1).value<Answer>().text, u"mine!"_s);
}

void tst_QuestionCard::draftIsCoalesced()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy drafts(stage.card, &QuestionCard::draftChanged);
    stage.box()->setFocus(Qt::TabFocusReason);
    QTest::keyClicks(stage.box(), u"hel"_s);
    stage.pass(399ms);
    QCOMPARE(drafts.size(), 0);
    QTest::keyClicks(stage.box(), u"lo"_s);
    stage.pass(1ms);
    QCOMPARE(drafts.size(), 1);
    QCOMPARE(drafts.first().at(0).value<QuestionId>(), stage.card->question().id);
    QCOMPARE(drafts.first().at(1).toString(), u"hello"_s);
    stage.pass(10s);
    QCOMPARE(drafts.size(), 1);
}

void tst_QuestionCard::draftIsReportedAtOnceWhen_data()
{
    QTest::addColumn<QString>("what");
    QTest::addRow("the focus leaves the box") << u"focus"_s;
    QTest::addRow("the card is hidden") << u"hide"_s;
    QTest::addRow("the card goes away") << u"delete"_s;
    QTest::addRow("the question ends") << u"settle"_s;
}

void tst_QuestionCard::draftIsReportedAtOnceWhen()
{
    QFETCH(QString, what);
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QStringList drafts;
    QObject::connect(stage.card, &QuestionCard::draftChanged, &stage.window,
                     [&](const QuestionId &, const QString &text) { drafts << text; });
    stage.box()->setFocus(Qt::TabFocusReason);
    QTest::keyClicks(stage.box(), u"half a"_s);
    QVERIFY(drafts.isEmpty());
    if (what == u"focus")
        stage.composer->setFocus();
    else if (what == u"hide")
        stage.card->hide();
    else if (what == u"delete")
        delete stage.card;
    else
        stage.card->settle(chosen(stage.card->question(), 1, Face::Voice));
    QCOMPARE(drafts, QStringList{u"half a"_s});
}

void tst_QuestionCard::storedDraftNeverReplacesTyping()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy drafts(stage.card, &QuestionCard::draftChanged);
    stage.card->setDraft(u"from yesterday"_s);
    QCOMPARE(stage.card->draft(), u"from yesterday"_s);
    stage.pass(1s);
    QCOMPARE(drafts.size(), 0); // it is known already
    stage.card->setDraft(u"other"_s);
    QCOMPARE(stage.card->draft(), u"from yesterday"_s);
}

void tst_QuestionCard::deadlineIsSaidQuietlyAndNothingTicks()
{
    Stage stage;
    Question question = makeQuestion();
    question.deadlineMs = stage.clock.wallMs() + 30 * 60'000;
    stage.add(question);
    const auto pending = stage.alarms.pending();
    stage.showIdle();
    QVERIFY2(stage.words().contains(u"Goes on without an answer at "_s), qPrintable(stage.words()));
    QVERIFY(stage.words().contains(u"32"_s));
    QCOMPARE(stage.alarms.pending(), pending); // waiting costs no timer
    QSignalSpy keep(stage.card, &QuestionCard::keepWaiting);
    QTest::mouseClick(stage.button(u"Keep waiting"_s), Qt::LeftButton);
    QTest::mouseClick(stage.button(u"Keep waiting"_s), Qt::LeftButton);
    QCOMPARE(keep.size(), 1);
    stage.card->setDeadline({});
    QVERIFY(!stage.button(u"Keep waiting"_s)->isVisible());
    QVERIFY(stage.words().contains(u"Waits until you answer"_s));
}

void tst_QuestionCard::shownIsConfirmedOnceAndOnlyWhenVisible()
{
    Stage stage;
    stage.add(makeQuestion());
    QSignalSpy shown(stage.card, &QuestionCard::shown);
    stage.card->grab(); // painted, but not on the screen
    QCoreApplication::processEvents();
    QCOMPARE(shown.size(), 0);
    stage.card->hide();
    stage.show();
    QCOMPARE(shown.size(), 0);
    stage.card->show();
    QTRY_COMPARE(shown.size(), 1);
    stage.card->update();
    stage.pass(1s);
    QCOMPARE(shown.size(), 1);
    QCOMPARE(shown.first().at(0).value<QuestionId>(), stage.card->question().id);
}

void tst_QuestionCard::settledCardSays_data()
{
    QTest::addColumn<Outcome>("outcome");
    QTest::addColumn<SilencePolicy>("policy");
    QTest::addColumn<bool>("elsewhere");
    QTest::addColumn<QStringList>("says");
    const auto assume = SilencePolicy::Assume;
    QTest::addRow("chosen here") << Outcome::Chosen << assume << false
                                 << QStringList{u"Answered: Billing"_s, u"From you, in the window"_s};
    QTest::addRow("chosen elsewhere")
        << Outcome::Chosen << assume << true
        << QStringList{u"Answered: Billing"_s, u"Answered elsewhere: on the companion"_s};
    QTest::addRow("own words elsewhere") << Outcome::Answered << assume << true
                                         << QStringList{u"Answered: Billing"_s, u"Answered elsewhere"_s};
    QTest::addRow("none") << Outcome::None << assume << false
                          << QStringList{u"none of these"_s, u"pick none of the options"_s};
    QTest::addRow("skipped") << Outcome::Declined << assume << false
                             << QStringList{u"Skipped"_s, u"did not want to answer"_s};
    QTest::addRow("asked back") << Outcome::AskedBack << assume << false
                                << QStringList{u"You asked back: Billing"_s};
    QTest::addRow("nobody answered, assume")
        << Outcome::Unanswered << assume << true << QStringList{u"No answer came"_s, u"best assumption"_s};
    QTest::addRow("nobody answered, stop") << Outcome::Unanswered << SilencePolicy::Stop << true
                                           << QStringList{u"No answer came"_s, u"not to guess"_s};
    QTest::addRow("withdrawn") << Outcome::Withdrawn << assume << true
                               << QStringList{u"ended with its reply"_s};
    QTest::addRow("not shown") << Outcome::NotShown << assume << true << QStringList{u"could not be shown"_s};
}

void tst_QuestionCard::settledCardSays()
{
    QFETCH(Outcome, outcome);
    QFETCH(SilencePolicy, policy);
    QFETCH(bool, elsewhere);
    QFETCH(QStringList, says);
    Stage stage;
    Question question = makeQuestion(3, false);
    question.onSilence = policy;
    stage.add(question);
    stage.showIdle();
    Settlement end = chosen(question, 0, elsewhere ? Face::Companion : Face::Window);
    end.outcome = outcome;
    const bool nobody =
        outcome == Outcome::Unanswered || outcome == Outcome::Withdrawn || outcome == Outcome::NotShown;
    if (nobody)
        end.via.reset();
    if (!elsewhere) {
        const QString pressed = outcome == Outcome::Declined ? u"Skip"_s
                                : outcome == Outcome::None   ? u"None of these"_s
                                                             : u"Billing"_s;
        QSignalSpy answered(stage.card, &QuestionCard::answered);
        QTest::mouseClick(stage.button(pressed), Qt::LeftButton);
        end.answer = answered.first().at(1).value<Answer>();
    }
    QSignalSpy announced(stage.card, &QuestionCard::announcementWanted);
    stage.card->settle(end);
    for (const QString &line : says)
        QVERIFY2(stage.words().contains(line), qPrintable(stage.words()));
    QVERIFY(stage.words().contains(u"23"_s)); // the year of atMs: not today, so the day is named
    QCOMPARE(announced.size(), 1);
    QCOMPARE(announced.first().at(0).toString(), stage.words().section(u'\n', 3, 3));
}

void tst_QuestionCard::settledCardIsTextOutOfTheTabOrder()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    stage.card->settle(chosen(stage.card->question(), 1, Face::Terminal));
    for (auto *button : stage.card->findChildren<CardButton *>())
        QVERIFY2(!button->isVisible(), qPrintable(button->label()));
    QVERIFY(!stage.box()->isVisible());
    stage.composer->setFocus();
    for (int i = 0; i < 8; ++i) {
        QTest::keyClick(stage.focus(), Qt::Key_Tab);
        QVERIFY(!stage.card->isAncestorOf(stage.focus()));
    }
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    QTest::keyClick(stage.card, Qt::Key_1);
    QTest::mouseClick(stage.card, Qt::LeftButton);
    QCOMPARE(answered.size(), 0);
}

void tst_QuestionCard::focusLeavesBeforeTheCardBecomesText()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    bool wasWhole = false;
    QObject::connect(stage.card, &QuestionCard::settling, &stage.window, [&](bool hasFocus) {
        wasWhole = hasFocus && stage.option(0)->isVisible();
        stage.composer->setFocus();
    });
    stage.card->enter();
    QTest::keyClick(stage.focus(), Qt::Key_Return);
    stage.card->settle(chosen(stage.card->question(), 0));
    QVERIFY(wasWhole);
    QCOMPARE(stage.focus(), stage.composer);
}

void tst_QuestionCard::answeredElsewhereKeepsWhatWasTyped()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy left(stage.card, &QuestionCard::draftLeft);
    stage.box()->setFocus(Qt::TabFocusReason);
    QTest::keyClicks(stage.box(), u"I was just"_s);
    QTest::keyClick(stage.box(), Qt::Key_Return); // both at once: the companion won
    stage.card->settle(chosen(stage.card->question(), 2, Face::Companion));
    QVERIFY(stage.words().contains(u"Answered elsewhere: on the companion"_s));
    QCOMPARE(left.size(), 1);
    QCOMPARE(left.first().at(1).toString(), u"I was just"_s);
}

void tst_QuestionCard::answeredElsewhereWhileTypingHoldsTheRestBack()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QObject::connect(stage.card, &QuestionCard::settling, stage.composer,
                     [&] { stage.composer->setFocus(); });
    stage.box()->setFocus(Qt::TabFocusReason);
    QTest::keyClicks(stage.box(), u"I was"_s);
    stage.card->settle(chosen(stage.card->question(), 2, Face::Companion));
    QTest::keyClicks(stage.focus(), u" just"_s);
    QTest::keyClick(stage.focus(), Qt::Key_Return);
    QCOMPARE(stage.composer->toPlainText(), QString());
    stage.pass(1s);
    QCOMPARE(stage.focus(), stage.composer);
    QVERIFY(!stage.box()->isVisible());
}

void tst_QuestionCard::secretsHeldBackAreSaid()
{
    Stage stage;
    stage.add(makeQuestion(0));
    stage.showIdle();
    QSignalSpy left(stage.card, &QuestionCard::draftLeft);
    QSignalSpy announced(stage.card, &QuestionCard::announcementWanted);
    stage.box()->setFocus(Qt::TabFocusReason);
    QTest::keyClicks(stage.box(), u"it is hunter2hunter2"_s);
    QTest::keyClick(stage.box(), Qt::Key_Return);
    Settlement end;
    end.id = stage.card->question().id;
    end.outcome = Outcome::Answered;
    end.via = Face::Window;
    end.text = u"it is [secret 1]"_s;
    end.heldBack = {u"[secret 1]"_s};
    end.answer = {.kind = Answer::Kind::Text, .text = end.text};
    stage.card->settle(end);
    QVERIFY(stage.words().contains(u"Held back, because it looks like a secret: [secret 1]"_s));
    QVERIFY(stage.words().contains(u"answer again differently"_s));
    QVERIFY(announced.last().at(0).toString().contains(u"[secret 1]"_s));
    QCOMPARE(left.size(), 0); // it went along; the plain value is offered nowhere
    QVERIFY(!stage.words().contains(u"hunter2"_s));
    QVERIFY(!stage.card->draft().contains(u"hunter2"_s));
}

void tst_QuestionCard::arrowsWalkOptionsAndBox()
{
    Stage stage;
    stage.add(makeQuestion());
    stage.showIdle();
    QSignalSpy answered(stage.card, &QuestionCard::answered);
    stage.card->enter();
    const QList<std::pair<Qt::Key, QWidget *>> steps{
        {Qt::Key_Down, stage.option(1)}, {Qt::Key_Right, stage.option(2)}, {Qt::Key_Down, stage.box()},
        {Qt::Key_Up, stage.option(2)},   {Qt::Key_Home, stage.option(0)},  {Qt::Key_End, stage.option(2)},
        {Qt::Key_Left, stage.option(1)}, {Qt::Key_Up, stage.option(0)},    {Qt::Key_Up, stage.option(0)}};
    for (const auto &[key, expected] : steps) {
        QTest::keyClick(stage.focus(), key);
        QCOMPARE(stage.focus(), expected);
    }
    QCOMPARE(answered.size(), 0);
    QTest::keyClick(stage.focus(), Qt::Key_Space); // arrows are the person's own moves: works at once
    QCOMPARE(answered.size(), 1);
}

QTEST_MAIN(tst_QuestionCard)
#include "tst_questioncard.moc"
