// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/terminal/story.h"
#include "tests/e2e/terminal/terminalrun.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed::test;

//! A person at a terminal with the guide: no display, no network, no key.
class tst_Terminal : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void setsAReminder_data();
    void setsAReminder();
    void twoEmptyLinesSkip();
    void questionBackIsAnswered();
    void controlCStopsTheReply();
    void controlCTwiceLeaves();
    void controlDLeavesTheQuestionForLater();
    void answerJustBeforeControlDIsKept();
    void halfTypedAnswerIsADraft();
    void reminderIsShown_data();
    void reminderIsShown();

private:
    [[nodiscard]] std::unique_ptr<TerminalRun> run(const QStringList &arguments = {})
    {
        return std::make_unique<TerminalRun>(m_home->path(), QStringList{u"chat"_s} + arguments);
    }
    //! Says what the guide answers with its question, and waits for that.
    [[nodiscard]] std::unique_ptr<TerminalRun> asked();
    [[nodiscard]] Story story() const { return Story::read(m_home->path()); }

    std::unique_ptr<QTemporaryDir> m_home{};
};

std::unique_ptr<TerminalRun> tst_Terminal::asked()
{
    auto heed = run();
    if (heed->shows("> ")) {
        heed->enter("remind me to call the dentist");
        if (heed->shows(
                "the model asks, in \"remind me to call the dentist\":\n  When should I remind you?\n  1. "))
            std::ignore = heed->shows("answer> ");
    }
    return heed;
}

void tst_Terminal::setsAReminder_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("by an option's number") << QByteArray("2");
    QTest::newRow("by an option's text") << QByteArray();
    QTest::newRow("in own words") << QByteArray("in 25 minutes");
}

void tst_Terminal::setsAReminder()
{
    QFETCH(QByteArray, line);
    const auto heed = asked();
    const auto label = QRegularExpression(u"^  2\\. (.+)$"_s, QRegularExpression::MultilineOption)
                           .match(QString::fromUtf8(heed->screen()));
    QVERIFY2(label.hasMatch(), heed->screen().constData());
    if (line.isEmpty())
        line = label.captured(1).toUtf8();
    heed->answer(line, "Done. I will remind you on ");
    QVERIFY(heed->shows(": call the dentist\n"));
    QVERIFY(heed->shows("> "));
    heed->controlD();
    QCOMPARE(heed->waitForEnd(), 0);
    const Story told = story();
    QCOMPARE(told.reminders, QStringList{u"call the dentist"_s});
    QCOMPARE(told.questions.size(), 1);
    QCOMPARE(told.questions.first().answer, line == "2" ? label.captured(1) : QString::fromUtf8(line));
}

void tst_Terminal::twoEmptyLinesSkip()
{
    const auto heed = asked();
    heed->enter("");
    while (heed->showsOneOf("Another empty line skips it", "answer> ") == 1)
        heed->enter(""); // it came too soon after the question to mean anything
    QVERIFY(!story().questions.first().outcome);
    QVERIFY(heed->shows("answer> "));
    heed->enter("");
    QVERIFY(heed->shows("> "));
    heed->controlD();
    QCOMPARE(heed->waitForEnd(), 0);
    QCOMPARE(*story().questions.first().outcome, u"declined"_s);
    QVERIFY(story().reminders.isEmpty());
}

void tst_Terminal::questionBackIsAnswered()
{
    const auto heed = asked();
    heed->answer("? what can I say", "the model asks, in ");
    QVERIFY(heed->shows("answer> "));
    heed->answer("in 25 minutes", "Done. I will remind you on ");
    QVERIFY(heed->shows("\n> ")); // it has ended
    heed->controlD();
    QCOMPARE(heed->waitForEnd(), 0);
    const Story told = story();
    QCOMPARE(told.questions.size(), 2);
    QCOMPARE(*told.questions.first().outcome, u"asked_back"_s);
    QCOMPARE(told.replies.size(), 1);
}

void tst_Terminal::controlCStopsTheReply()
{
    const auto heed = asked();
    heed->controlC();
    QVERIFY(heed->shows("Stopped."));
    QVERIFY(heed->shows("> "));
    heed->controlD();
    QCOMPARE(heed->waitForEnd(), 0);
    QCOMPARE(*story().questions.first().outcome, u"withdrawn"_s);
    QCOMPARE(story().replies.first().state, u"stopped"_s);
}

void tst_Terminal::controlCTwiceLeaves()
{
    const auto heed = run();
    QVERIFY(heed->shows("> "));
    heed->controlC();
    QVERIFY(heed->shows("Ctrl-C once more"));
    heed->controlC();
    QCOMPARE(heed->waitForEnd(), 130);
}

void tst_Terminal::controlDLeavesTheQuestionForLater()
{
    auto heed = asked();
    heed->controlD();
    QVERIFY(heed->shows("The question stays. To come back to it, run: heed chat --chat 1\n"));
    QCOMPARE(heed->waitForEnd(), 0);
    const Story before = story();
    QVERIFY(!before.questions.first().outcome);

    heed = run({u"--chat"_s, u"1"_s});
    QVERIFY(heed->shows("You: remind me to call the dentist\n"));
    QVERIFY(heed->shows("  When should I remind you?\n"));
    QVERIFY(heed->shows("answer> "));
    heed->answer("in 25 minutes", "Done. I will remind you on ");
    QVERIFY(heed->shows("\n> ")); // it has ended
    heed->controlD();
    QCOMPARE(heed->waitForEnd(), 0);
    const Story told = story();
    QCOMPARE(told.questions.size(), 1);
    QCOMPARE(told.questions.first().id, before.questions.first().id);
    QCOMPARE(told.replies.size(), 1);
    QCOMPARE(told.replies.first().state, u"done"_s);
    QCOMPARE(told.reminders.size(), 1);
}

void tst_Terminal::answerJustBeforeControlDIsKept()
{
    const auto heed = asked();
    heed->enter("in 25 minutes");
    if (heed->showsOneOf("(y/n)", "Done. I will remind you on ") == 0)
        heed->type("y\n\x04");
    else
        heed->controlD();
    QCOMPARE(heed->waitForEnd(), 0);
    QCOMPARE(story().questions.first().answer, u"in 25 minutes"_s);
}

void tst_Terminal::halfTypedAnswerIsADraft()
{
    auto heed = asked();
    heed->type("in 25 min");
    heed->controlD(); // hands over what is typed
    heed->controlD(); // leaves
    QVERIFY(heed->shows("To come back to it, run: heed chat --chat 1\n"));
    QCOMPARE(heed->waitForEnd(), 0);
    QVERIFY(!story().questions.first().outcome);
    QCOMPARE(story().questions.first().draft, u"in 25 min"_s);
    heed = run({u"--chat"_s, u"1"_s});
    QVERIFY(heed->shows("You had begun to answer: \"in 25 min\"."));
    QVERIFY(heed->shows("answer> "));
    heed->answer("in 25 minutes", "Done. I will remind you on ");
}

void tst_Terminal::reminderIsShown_data()
{
    QTest::addColumn<int>("minutesAgo");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("one that is due") << 0 << QByteArray("\nReminder: call the dentist\n");
    QTest::newRow("one that nobody was there for") << 600 << QByteArray("\nReminder, from ");
}

void tst_Terminal::reminderIsShown()
{
    QFETCH(const int, minutesAgo);
    QFETCH(const QByteArray, words);
    auto heed = run();
    QVERIFY(heed->shows("> "));
    heed->controlD();
    QCOMPARE(heed->waitForEnd(), 0);
    insertReminder(m_home->path(), u"call the dentist"_s, minutesAgo);
    heed = run();
    QVERIFY(heed->shows(words));
    QVERIFY(heed->shows("> ")); // the prompt again
}

QTEST_GUILESS_MAIN(tst_Terminal)
#include "tst_terminal.moc"
