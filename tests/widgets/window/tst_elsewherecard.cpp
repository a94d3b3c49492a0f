// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/window/windowstage.h"

#include "models/store/questionrecord.h"
#include "widgets/question/plaintext.h"

#include <QDockWidget>
#include <algorithm>

using namespace heed;
using namespace heed::test;

namespace {

//! A question that another program asks, in a chat that this window does not write.
struct Stage : WindowStage {
    Stage()
        : WindowStage(false)
    {
        chat = replies.createChat();
        replies.script->add({.calls = {ask(u"1"_s, whichProject(), projects())}});
        if (!replies.send(chat, u"Book the hours"_s))
            qFatal("no message");
        question = replies.waitForQuestion();
        replies.close();
        replies.open();
        openWindow();
        Question filed = question;
        filed.reply = {};
        filed.call = {};
        elsewhere.appear(
            {.question = filed,
             .chatTitle = u"Book the hours"_s,
             .asker = {.process = u"4711:815@x"_s, .program = u"heed mcp"_s, .client = u"Some editor"_s}});
    }

    [[nodiscard]] bool cardSays(const QString &words)
    {
        if (!card())
            return false;
        const auto texts = card()->findChildren<PlainText *>();
        return std::ranges::any_of(texts, [&words](const PlainText *text) {
            return text->isVisible() && text->text().contains(words);
        });
    }
    void settle(const Answer &answer, Face via)
    {
        const Settlement settlement{.id = question.id,
                                    .outcome = Outcome::Chosen,
                                    .text = question.options.at(answer.option).label,
                                    .via = via,
                                    .process = u"them"_s,
                                    .atMs = replies.clock.wallMs(),
                                    .answer = answer};
        bool done = false;
        replies.store->write<bool>(
            Durability::AtOnce, window.get(),
            [settlement](QSqlDatabase &database) { return records::settleQuestion(database, settlement); },
            [&done](const Result<bool> &) { done = true; });
        QVERIFY(wait([&done] { return done; }));
        elsewhere.end(question.id);
    }

    ChatId chat{};
    Question question{};
};

} // namespace

//! Questions of other programs in the window: in Waiting, and as the card of their chat.
class TestElsewhereCard : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void cardSaysWhoAsksAndWhereTheAnswerGoes();
    void cardHandsTheAnswerOver();
    void cardSaysWhenItWasAnsweredElsewhere();
    void refusedAnswerCanBeGivenAgain();
};

void TestElsewhereCard::cardSaysWhoAsksAndWhereTheAnswerGoes()
{
    Stage stage;
    QVERIFY(WindowStage::wait([&] { return stage.waiting->rowCount() == 1; }));
    QVERIFY(stage.window->windowTitle().startsWith(u"(1)"_s));
    auto *pane = stage.window->findChild<QDockWidget *>(u"Waiting"_s);
    QVERIFY(pane && pane->isVisible()); // without being asked for
    stage.window->showQuestion(stage.question.id);
    QVERIFY(stage.waitForCard(whichProject()));
    QVERIFY(stage.cardSays(u"Asked by heed mcp for Some editor, process 4711."_s));
    QVERIFY(
        stage.cardSays(u"Your answer goes to the model, and to Some editor, which can read this chat."_s));
    QVERIFY(stage.card()->accessibleName().contains(u"Some editor"_s));
    // Its deadline is another program's: the card says it, and offers nothing that would do nothing.
    QVERIFY(stage.question.deadlineMs);
    QVERIFY(!stage.button(stage.card(), u"Keep waiting"_s));
}

void TestElsewhereCard::cardHandsTheAnswerOver()
{
    Stage stage;
    stage.window->showQuestion(stage.question.id);
    QVERIFY(WindowStage::wait([&] { return stage.waiting->rowCount() == 1; }));
    stage.window->showQuestion(stage.question.id);
    QVERIFY(stage.waitForCard(whichProject()));
    stage.pass(2s);
    auto *support = stage.button(stage.card(), u"Support"_s);
    QVERIFY(support);
    QTest::mouseClick(support, Qt::LeftButton);
    stage.pass(1s);
    QCOMPARE(stage.elsewhere.given.size(), 1);
    QCOMPARE(stage.elsewhere.given.first().answer.option, 1);
    QCOMPARE(stage.elsewhere.given.first().face, Face::Window);
    QVERIFY(stage.card()->isSending());
    stage.settle({.kind = Answer::Kind::Choose, .option = 1}, Face::Window);
    QVERIFY(WindowStage::wait([&] { return stage.waiting->rowCount() == 0; }));
    QVERIFY(WindowStage::wait([&] { return !stage.card() || stage.card()->isSettled(); }));
}

void TestElsewhereCard::cardSaysWhenItWasAnsweredElsewhere()
{
    Stage stage;
    QVERIFY(WindowStage::wait([&] { return stage.waiting->rowCount() == 1; }));
    stage.window->showQuestion(stage.question.id);
    QVERIFY(stage.waitForCard(whichProject()));
    stage.pass(2s);
    stage.settle({.kind = Answer::Kind::Choose, .option = 2}, Face::Questions);
    QVERIFY(WindowStage::wait([&] { return stage.waiting->rowCount() == 0; }));
    QVERIFY(WindowStage::wait([&] { return stage.said.filter(u"Internal"_s).size() == 1; }));
    QVERIFY(stage.elsewhere.given.isEmpty());
    QVERIFY(!stage.window->windowTitle().startsWith(u"("_s));
}

void TestElsewhereCard::refusedAnswerCanBeGivenAgain()
{
    Stage stage;
    QVERIFY(WindowStage::wait([&] { return stage.waiting->rowCount() == 1; }));
    stage.window->showQuestion(stage.question.id);
    QVERIFY(stage.waitForCard(whichProject()));
    stage.pass(2s);
    QTest::mouseClick(stage.button(stage.card(), u"Support"_s), Qt::LeftButton);
    stage.pass(1s);
    QCOMPARE(stage.elsewhere.given.size(), 1);
    stage.elsewhere.given.first().then(Error{.code = Error::Code::Refused, .text = u"It was not taken."_s});
    stage.pass(1s);
    QVERIFY(!stage.card()->isSending());
    QVERIFY(stage.cardSays(u"It was not taken."_s));
    QTest::mouseClick(stage.button(stage.card(), u"Billing"_s), Qt::LeftButton);
    stage.pass(1s);
    QCOMPARE(stage.elsewhere.given.size(), 2);
}

QTEST_MAIN(TestElsewhereCard)
#include "tst_elsewherecard.moc"
