// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/widgets/question/cardstage.h"
#include "widgets/composer/composer.h"
#include "widgets/question/contrast.h"
#include "widgets/question/questionaccessibility.h"

#include <QAccessible>
#include <QDir>
#include <QInputMethodEvent>
#include <QRandomGenerator>
#include <QShortcut>

using namespace heed;
using namespace heed::test;

namespace {

struct Desk {
    ManualClock clock{QDateTime({2025, 3, 10}, {14, 2}, QTimeZone::utc())};
    Alarms alarms{clock};
    QWidget window{};
    Composer *composer = new Composer(alarms, &window);
    QSignalSpy messages{composer, &Composer::messageSent};
    QSignalSpy answers{composer, &Composer::answerSent};
    QSignalSpy drafts{composer, &Composer::draftChanged};

    Desk()
    {
        auto *column = new QVBoxLayout(&window);
        column->setContentsMargins(0, 0, 0, 0);
        column->addStretch();
        column->addWidget(composer);
        window.resize(480, 400);
        composer->setChat({7}, {});
        window.show();
        window.activateWindow();
        [&] { QVERIFY(QTest::qWaitForWindowActive(&window)); }();
        composer->textBox()->setFocus();
        pass(5s);
    }
    void pass(Milliseconds by)
    {
        clock.advance(by);
        for (int i = 0; i < 3; ++i)
            QCoreApplication::processEvents();
    }
    GrowingText *box() const { return static_cast<GrowingText *>(composer->textBox()); }
    void type(const QString &text) const { QTest::keyClicks(box(), text); }
    void enter() const { QTest::keyClick(box(), Qt::Key_Return); }
    void escape() const { QTest::keyClick(box(), Qt::Key_Escape); }
    CardButton *button(const QString &label) const
    {
        for (auto *found : composer->findChildren<CardButton *>()) {
            if (found->label() == label && found->isVisible())
                return found;
        }
        return nullptr;
    }
    void ask(const QString &id = u"0badcafe"_s)
    {
        composer->setReplyRuns(true);
        Question question = makeQuestion();
        question.id = {id};
        composer->setQuestion(question);
    }
    QString hints() const
    {
        QStringList all;
        for (auto *text : composer->findChildren<PlainText *>()) {
            if (text->isVisible())
                all << text->text();
        }
        return all.join(u'\n');
    }
    QString message() const { return messages.isEmpty() ? QString() : messages.last().at(0).toString(); }
    QString answer() const { return answers.isEmpty() ? QString() : answers.last().at(1).toString(); }
};

} // namespace

class tst_Composer : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { installQuestionAccessibility(); }
    void init() { failOnWarnings(); }

    void labelsSayWhatSendDoes();
    void enterSendsShiftEnterBreaksBlankSendsNothing();
    void compositionIsNotCut();
    void idleEmptyBoxAnswersTheQuestion();
    void halfTypedMessageIsLeftAlone();
    void halfTypedMessageAnswersByItsOwnButtonOnly();
    void stillTypingWithAnEmptyBoxIsNotAnswering();
    void escapeTurnsAnsweringOffForOneMessage();
    void escapeMeansNothingElsewhere();
    void answerToAnEndedQuestionIsNotSentByTheSameEnter();
    void answerToOneQuestionIsNeverAnswerToTheNext();
    void twoEntersAreOneAnswer();
    void refusedTextComesBack();
    void refusedTextIsOfferedWhenTheBoxIsInUse();
    void draftsBelongToTheirChat();
    void sentTextStaysTheDraftUntilAccepted();
    void offerIsNeverInsertedByItself();
    void offerOfAnotherQuestionIsNoAnswer();
    void tooLongAnswerIsKept();
    void stop();
    void randomMomentsNeverMakeAMessageAnAnswer();
    void accessibleNamesAndTabOrder();
    void focusedBoxIsNotRenamedByAQuestion();
    void nothingIsClipped_data();
    void nothingIsClipped();
    void picture_data();
    void picture();
};

void tst_Composer::labelsSayWhatSendDoes()
{
    Desk desk;
    QCOMPARE(desk.composer->sends(), Composer::Sends::Message);
    QVERIFY(desk.button(u"Send"_s));
    QVERIFY(!desk.button(u"Stop"_s));
    desk.composer->setReplyRuns(true);
    QCOMPARE(desk.composer->sends(), Composer::Sends::NextMessage);
    QVERIFY(desk.button(u"Send next"_s));
    QVERIFY(desk.button(u"Stop"_s));
    QVERIFY(desk.hints().contains(u"Sent when the reply is finished"_s));
    desk.ask();
    QCOMPARE(desk.composer->sends(), Composer::Sends::Answer);
    QVERIFY(desk.button(u"Answer"_s));
    QCOMPARE(desk.box()->placeholderText(), u"Answer the question…"_s);
    desk.composer->clearQuestion();
    desk.composer->setReplyRuns(false);
    QCOMPARE(desk.composer->sends(), Composer::Sends::Message);
    QVERIFY(!desk.button(u"Stop"_s));
}

void tst_Composer::enterSendsShiftEnterBreaksBlankSendsNothing()
{
    Desk desk;
    desk.enter();
    desk.type(u"  "_s);
    desk.enter();
    QCOMPARE(desk.messages.size(), 0);
    desk.box()->clear();
    desk.type(u"one"_s);
    QTest::keyClick(desk.box(), Qt::Key_Return, Qt::ShiftModifier);
    desk.type(u"two"_s);
    desk.enter();
    QCOMPARE(desk.message(), u"one\ntwo"_s);
    QCOMPARE(desk.composer->text(), QString());
    desk.type(u"three"_s);
    QTest::mouseClick(desk.button(u"Send"_s), Qt::LeftButton);
    QCOMPARE(desk.message(), u"three"_s);
    QCOMPARE(QApplication::focusWidget(), desk.box()); // a click leaves the caret where it is
    QKeyEvent repeated(QEvent::KeyPress, Qt::Key_Return, Qt::NoModifier, u"\r"_s, true);
    desk.type(u"four"_s);
    QCoreApplication::sendEvent(desk.box(), &repeated);
    QCOMPARE(desk.messages.size(), 2);
}

void tst_Composer::compositionIsNotCut()
{
    Desk desk;
    QInputMethodEvent preedit(u"かん"_s, {});
    QCoreApplication::sendEvent(desk.box(), &preedit);
    desk.enter();
    QCOMPARE(desk.messages.size(), 0);
    desk.pass(5s);
    desk.ask(); // not while something is being composed
    QVERIFY(desk.composer->sends() != Composer::Sends::Answer);
    QInputMethodEvent commit;
    commit.setCommitString(u"感"_s);
    QCoreApplication::sendEvent(desk.box(), &commit);
    desk.enter(); // the Return that committed
    QCOMPARE(desk.messages.size() + desk.answers.size(), 0);
    desk.enter();
    QCOMPARE(desk.message(), u"感"_s);
    QCOMPARE(desk.answers.size(), 0);
}

void tst_Composer::idleEmptyBoxAnswersTheQuestion()
{
    Desk desk;
    desk.ask(u"11112222"_s);
    desk.type(u"the red one"_s);
    desk.enter();
    QCOMPARE(desk.answers.size(), 1);
    QCOMPARE(desk.answers.first().at(0).value<QuestionId>().value, u"11112222"_s);
    QCOMPARE(desk.answer(), u"the red one"_s);
    QCOMPARE(desk.messages.size(), 0);
}

void tst_Composer::halfTypedMessageIsLeftAlone()
{
    Desk desk;
    desk.type(u"and another thi"_s);
    desk.pass(5s);
    desk.ask();
    QCOMPARE(desk.composer->text(), u"and another thi"_s);
    QVERIFY(desk.button(u"Send next"_s)); // its label did not become another one under the pointer
    QVERIFY(desk.hints().contains(u"Enter sends this as your next message"_s));
    desk.pass(1h);
    desk.type(u"ng"_s);
    desk.enter();
    QCOMPARE(desk.answers.size(), 0);
    QCOMPARE(desk.message(), u"and another thing"_s);
    // Now the box is empty: as soon as nobody types it answers.
    QVERIFY(desk.composer->sends() == Composer::Sends::NextMessage);
    desk.composer->accepted();
    desk.pass(1s);
    QCOMPARE(desk.composer->sends(), Composer::Sends::Answer);
}

void tst_Composer::halfTypedMessageAnswersByItsOwnButtonOnly()
{
    Desk desk;
    QVERIFY(!desk.button(u"Answer with this"_s));
    desk.type(u"the red one"_s);
    desk.ask();
    CardButton *const send = desk.button(u"Send next"_s);
    const QRect before = send->geometry();
    desk.pass(0ms);
    CardButton *const fresh = desk.button(u"Answer with this"_s);
    QVERIFY(fresh);
    QTest::mouseClick(fresh, Qt::LeftButton); // appeared under a click that was meant for another place
    QCOMPARE(desk.answers.size(), 0);
    desk.pass(250ms);
    QCOMPARE(send->geometry(), before);
    QTest::mouseClick(fresh, Qt::LeftButton);
    QCOMPARE(desk.answers.size(), 1);
    QCOMPARE(desk.answer(), u"the red one"_s);
    QCOMPARE(desk.messages.size(), 0);
}

void tst_Composer::stillTypingWithAnEmptyBoxIsNotAnswering()
{
    Desk desk;
    desk.type(u"first"_s);
    desk.enter(); // sent; the next one follows at once
    desk.composer->accepted();
    desk.ask();
    QCOMPARE(desk.composer->sends(), Composer::Sends::NextMessage);
    desk.pass(200ms);
    desk.type(u"second"_s);
    desk.pass(10s);
    desk.enter();
    QCOMPARE(desk.answers.size(), 0);
    QCOMPARE(desk.message(), u"second"_s);
    desk.composer->accepted();
    desk.pass(999ms);
    QCOMPARE(desk.composer->sends(), Composer::Sends::NextMessage);
    desk.pass(1ms);
    QCOMPARE(desk.composer->sends(), Composer::Sends::Answer);
}

void tst_Composer::escapeTurnsAnsweringOffForOneMessage()
{
    Desk desk;
    desk.ask();
    auto *stolen = new QShortcut(QKeySequence(Qt::Key_Escape), &desk.window);
    QSignalSpy taken(stolen, &QShortcut::activated);
    desk.type(u"by the way"_s);
    QTest::keyClick(desk.window.windowHandle(), Qt::Key_Escape);
    QCOMPARE(taken.size(), 0);
    QVERIFY(desk.button(u"Send next"_s));
    QVERIFY(desk.hints().contains(u"Escape: answer the question instead"_s));
    QCOMPARE(desk.composer->text(), u"by the way"_s);
    desk.escape(); // and back
    QCOMPARE(desk.composer->sends(), Composer::Sends::Answer);
    desk.escape();
    desk.enter();
    QCOMPARE(desk.message(), u"by the way"_s);
    QCOMPARE(desk.answers.size(), 0);
    desk.composer->accepted();
    desk.pass(1s);
    QCOMPARE(desk.composer->sends(), Composer::Sends::Answer); // it was for one message
}

void tst_Composer::escapeMeansNothingElsewhere()
{
    Desk desk;
    desk.type(u"words"_s);
    desk.escape();
    QCOMPARE(desk.composer->text(), u"words"_s);
    desk.ask();
    desk.escape(); // half-typed: there is nothing to turn off
    QCOMPARE(desk.composer->sends(), Composer::Sends::NextMessage);
    QCOMPARE(desk.composer->text(), u"words"_s);
}

void tst_Composer::answerToAnEndedQuestionIsNotSentByTheSameEnter()
{
    Desk desk;
    desk.ask();
    desk.type(u"the red one"_s);
    desk.composer->clearQuestion(); // answered elsewhere in this moment
    desk.enter();
    QCOMPARE(desk.messages.size() + desk.answers.size(), 0);
    QCOMPARE(desk.composer->text(), u"the red one"_s);
    QVERIFY(desk.hints().contains(u"The question has ended"_s));
    desk.pass(1s);
    desk.enter();
    QCOMPARE(desk.message(), u"the red one"_s);
}

void tst_Composer::answerToOneQuestionIsNeverAnswerToTheNext()
{
    for (const bool endedFirst : {false, true}) {
        Desk desk;
        desk.ask(u"aaaaaaaa"_s);
        desk.type(u"the red one"_s);
        if (endedFirst)
            desk.composer->clearQuestion();
        desk.ask(u"bbbbbbbb"_s);
        desk.enter();
        desk.pass(1h);
        desk.enter();
        QCOMPARE(desk.answers.size(), 0);
        QCOMPARE(desk.message(), u"the red one"_s);
    }
}

void tst_Composer::twoEntersAreOneAnswer()
{
    Desk desk;
    desk.ask();
    desk.type(u"yes"_s);
    desk.enter();
    desk.enter();
    desk.pass(10s); // the answer is still under way
    QVERIFY(desk.composer->sends() != Composer::Sends::Answer);
    desk.type(u"more"_s);
    QVERIFY(!desk.button(u"Answer with this"_s));
    desk.enter();
    QCOMPARE(desk.answers.size(), 1);
    QCOMPARE(desk.message(), u"more"_s);
}

void tst_Composer::refusedTextComesBack()
{
    Desk desk;
    desk.ask();
    desk.type(u"yes"_s);
    desk.enter();
    QCOMPARE(desk.composer->text(), QString());
    desk.composer->showRefused({Error::Code::Conflict, u"Already answered on the companion."_s, {}});
    QCOMPARE(desk.composer->text(), u"yes"_s);
    QVERIFY(desk.hints().contains(u"Already answered on the companion."_s));
    desk.enter();
    QCOMPARE(desk.answers.size(), 1); // not again without a fresh press
}

void tst_Composer::refusedTextIsOfferedWhenTheBoxIsInUse()
{
    Desk desk;
    desk.type(u"first"_s);
    desk.enter();
    desk.type(u"second"_s);
    desk.composer->showRefused({Error::Code::Storage, u"The disk is full."_s, {}});
    QCOMPARE(desk.composer->text(), u"second"_s);
    QVERIFY(desk.hints().contains(u"first"_s));
    QVERIFY(desk.button(u"Use what you were writing"_s));
}

void tst_Composer::draftsBelongToTheirChat()
{
    Desk desk;
    desk.type(u"for seven"_s);
    QCOMPARE(desk.drafts.size(), 0);
    desk.composer->setChat({8}, u"stored"_s);
    QCOMPARE(desk.drafts.size(), 1);
    QCOMPARE(desk.drafts.first().at(0).value<ChatId>(), ChatId{7});
    QCOMPARE(desk.drafts.first().at(1).toString(), u"for seven"_s);
    QCOMPARE(desk.composer->text(), u"stored"_s);
    desk.pass(5s);
    QCOMPARE(desk.drafts.size(), 1); // a stored draft is no change
    desk.type(u"!"_s);
    desk.pass(400ms);
    QCOMPARE(desk.drafts.last().at(0).value<ChatId>(), ChatId{8});
    QCOMPARE(desk.drafts.last().at(1).toString(), u"stored!"_s);
}

void tst_Composer::sentTextStaysTheDraftUntilAccepted()
{
    Desk desk;
    desk.type(u"precious"_s);
    desk.pass(400ms);
    QCOMPARE(desk.drafts.last().at(1).toString(), u"precious"_s);
    desk.enter();
    desk.pass(10s);
    QCOMPARE(desk.drafts.last().at(1).toString(), u"precious"_s); // a crash now would bring it back
    desk.composer->accepted();
    desk.pass(400ms);
    QCOMPARE(desk.drafts.last().at(1).toString(), QString());
}

void tst_Composer::offerIsNeverInsertedByItself()
{
    Desk desk;
    desk.type(u"hello"_s);
    desk.composer->offerDraft(u"half an answer"_s);
    desk.composer->offerDraft(u"and another"_s);
    desk.pass(1h);
    QCOMPARE(desk.composer->text(), u"hello"_s);
    QVERIFY(desk.hints().contains(u"half an answer"_s));
    QTest::mouseClick(desk.button(u"Use what you were writing"_s), Qt::LeftButton);
    QCOMPARE(desk.composer->text(), u"hello\nhalf an answer"_s);
    QVERIFY(desk.hints().contains(u"and another"_s));
    QTest::mouseClick(desk.button(u"Dismiss"_s), Qt::LeftButton);
    QVERIFY(!desk.button(u"Dismiss"_s));
    QCOMPARE(QApplication::focusWidget(), desk.box());
}

void tst_Composer::offerOfAnotherQuestionIsNoAnswer()
{
    Desk desk;
    desk.composer->offerDraft(u"half an answer"_s);
    desk.ask();
    desk.pass(1s);
    QCOMPARE(desk.composer->sends(), Composer::Sends::Answer);
    QTest::mouseClick(desk.button(u"Use what you were writing"_s), Qt::LeftButton);
    desk.enter();
    QCOMPARE(desk.answers.size(), 0);
    QCOMPARE(desk.message(), u"half an answer"_s);
}

void tst_Composer::tooLongAnswerIsKept()
{
    Desk desk;
    desk.ask();
    desk.box()->setPlainText(QString(2001, u'x'));
    desk.enter();
    QCOMPARE(desk.answers.size(), 0);
    QCOMPARE(desk.composer->text().size(), 2001);
    QVERIFY(desk.hints().contains(u"shorten your answer"_s));
}

void tst_Composer::stop()
{
    Desk desk;
    desk.ask();
    desk.pass(1s);
    QSignalSpy stopped(desk.composer, &Composer::stopWanted);
    desk.button(u"Stop"_s)->setFocus(Qt::TabFocusReason);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QCOMPARE(stopped.size(), 1);
    desk.composer->setReplyRuns(false);
    QCOMPARE(QApplication::focusWidget(), desk.box()); // not left to chance
}

// Messages are typed at a natural pace; the question comes at any moment. What was begun before is never its
// answer.
void tst_Composer::randomMomentsNeverMakeAMessageAnAnswer()
{
    QRandomGenerator random(1000);
    const QString text = u"one more thing"_s;
    Desk desk;
    for (int round = 0; round < 1000; ++round) {
        desk.composer->clearQuestion();
        desk.composer->setChat({7}, {});
        desk.messages.clear();
        const int moment = random.bounded(1, int(text.size()) + 1);
        for (int i = 0; i < int(text.size()); ++i) {
            if (i == moment)
                desk.ask(QString::number(round));
            QTest::keyClick(desk.box(), text.at(i).toLatin1());
            desk.clock.advance(Milliseconds(random.bounded(30, 1500)));
        }
        if (moment == int(text.size()))
            desk.ask(QString::number(round));
        desk.enter();
        desk.composer->accepted();
        QCOMPARE(desk.answers.size(), 0);
        QCOMPARE(desk.message(), text);
    }
}

void tst_Composer::accessibleNamesAndTabOrder()
{
    Desk desk;
    desk.type(u"half"_s);
    desk.ask();
    QList<QWidget *> expected{desk.button(u"Send next"_s), desk.button(u"Stop"_s),
                              desk.button(u"Answer with this"_s)};
    for (QWidget *next : expected) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), next);
        auto *face = QAccessible::queryAccessibleInterface(next);
        QCOMPARE(face->role(), QAccessible::Button);
        QCOMPARE(face->text(QAccessible::Name), static_cast<CardButton *>(next)->label());
    }
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget(), desk.box());
    auto *box = QAccessible::queryAccessibleInterface(desk.box());
    QCOMPARE(box->role(), QAccessible::EditableText);
    QCOMPARE(box->text(QAccessible::Name), u"Message"_s);
}

void tst_Composer::focusedBoxIsNotRenamedByAQuestion()
{
    Desk desk;
    desk.ask();
    QCOMPARE(desk.composer->sends(), Composer::Sends::Answer);
    QCOMPARE(desk.box()->accessibleName(), u"Message"_s); // a new name would be read over the question
    desk.button(u"Stop"_s)->setFocus();
    QCOMPARE(desk.box()->accessibleName(), u"Your answer to the question"_s);
    desk.box()->setFocus();
    desk.escape();
    QCOMPARE(desk.box()->accessibleName(), u"Message"_s);
}

void tst_Composer::nothingIsClipped_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<double>("scale");
    QTest::addRow("wide") << 800 << 1.0;
    QTest::addRow("360 px") << 360 << 1.0;
    QTest::addRow("360 px, 200 %%") << 360 << 2.0;
}

void tst_Composer::nothingIsClipped()
{
    QFETCH(int, width);
    QFETCH(double, scale);
    const QFont font = QApplication::font();
    QFont large = font;
    large.setPointSizeF(font.pointSizeF() * scale);
    QApplication::setFont(large);
    Desk desk;
    desk.composer->offerDraft(QString(100, u'w'));
    desk.type(u"half a message that goes on for a while so that it wraps"_s);
    desk.ask();
    desk.window.resize(width, 700);
    desk.pass(0ms);
    QVERIFY(desk.window.width() == width);
    for (auto *child : desk.composer->findChildren<QWidget *>(Qt::FindDirectChildrenOnly)) {
        if (child->isHidden())
            continue;
        QVERIFY(desk.composer->rect().contains(child->geometry()));
        QVERIFY(child->height() >= child->heightForWidth(child->width()));
    }
    QApplication::setFont(font);
}

void tst_Composer::picture_data()
{
    QTest::addColumn<QPalette>("theme");
    QTest::addColumn<QString>("state");
    QTest::addRow("light-idle") << lightTheme() << u"idle"_s;
    QTest::addRow("light-answer") << lightTheme() << u"answer"_s;
    QTest::addRow("dark-half-typed") << darkTheme() << u"half"_s;
    QTest::addRow("dark-answer") << darkTheme() << u"answer"_s;
}

void tst_Composer::picture()
{
    QFETCH(QPalette, theme);
    QFETCH(QString, state);
    QApplication::setPalette(theme);
    Desk desk;
    if (state == u"half") {
        desk.type(u"And then I wanted to ask about the"_s);
        desk.composer->offerDraft(u"Only the ones from this year"_s);
    }
    if (state != u"idle")
        desk.ask();
    desk.window.resize(480, 100);
    desk.window.resize(480, desk.window.layout()->totalHeightForWidth(480));
    desk.pass(1s);
    QDir().mkpath(u"screenshots"_s);
    QVERIFY(desk.window.grab().save(
        u"screenshots/composer-%1.png"_s.arg(QLatin1StringView(QTest::currentDataTag()))));
    const QPalette shown = desk.box()->palette();
    QVERIFY(contrast::ratio(shown.color(QPalette::PlaceholderText), shown.color(QPalette::Base)) >= 4.5);
    QApplication::setPalette(QPalette());
}

QTEST_MAIN(tst_Composer)
#include "tst_composer.moc"
