// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/terminal/heedrun.h"
#include "tests/e2e/terminal/story.h"
#include "tests/e2e/terminal/terminalrun.h"

#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed::test;

//! One chat, open in two terminals: the reply is written in the one, the person may sit at the other.
class tst_TwoTerminals : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void questionIsAnsweredFromTheOther();
    void answerAtItsOwnTerminalIsSaidInTheOther();
    void writerIsNamed();
    void questionIsTakenOverWhenTheWriterDies();
    void messageTakesOverWhatTheWriterLeft();

private:
    [[nodiscard]] std::unique_ptr<TerminalRun> open(const QStringList &arguments = {}) const
    {
        return std::make_unique<TerminalRun>(m_home->path(), QStringList{u"chat"_s} + arguments);
    }
    [[nodiscard]] Story story() const { return Story::read(m_home->path()); }
    //! The first terminal is asked something, and both show it.
    void ask()
    {
        m_writer->enter("remind me to call the dentist");
        QVERIFY(m_writer->shows("When should I remind you?"));
        QVERIFY(m_writer->shows("answer> "));
        QVERIFY(m_other->shows("asks in this chat"));
        QVERIFY(m_other->shows("When should I remind you?"));
        QVERIFY(m_other->shows("answer> "));
    }

    std::unique_ptr<QTemporaryDir> m_home{};
    std::unique_ptr<TerminalRun> m_writer{};
    std::unique_ptr<TerminalRun> m_other{};
};

void tst_TwoTerminals::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_writer = open();
    QVERIFY(m_writer->shows("> "));
    m_writer->enter("hello");
    QVERIFY(m_writer->shows("> "));
    m_other = open({u"--chat"_s, u"1"_s});
    QVERIFY(m_other->shows("> "));
}

void tst_TwoTerminals::cleanup()
{
    m_writer.reset();
    m_other.reset();
    m_home.reset();
}

void tst_TwoTerminals::questionIsAnsweredFromTheOther()
{
    ask();
    m_other->answer("in 25 minutes", "carries on with it");
    QVERIFY(m_other->shows("> "));
    QVERIFY(m_writer->shows("in 25 minutes"));
    QVERIFY(m_writer->shows("Done. I will remind you"));
    QCOMPARE(story().questions.size(), 1);
    QCOMPARE(story().questions.first().answer, u"in 25 minutes"_s);
    // The chat goes on in either.
    m_other->enter("hello");
    QVERIFY(m_other->shows("> "));
}

void tst_TwoTerminals::answerAtItsOwnTerminalIsSaidInTheOther()
{
    ask();
    m_writer->answer("in 25 minutes", "Done. I will remind you");
    QVERIFY(m_other->shows("Answered in the terminal"));
    QVERIFY(m_other->shows("in 25 minutes"));
    QVERIFY(m_other->shows("\n> "));
}

void tst_TwoTerminals::writerIsNamed()
{
    ask();
    m_other->enter("/stop");
    QVERIFY(m_other->shows("Another Heed (process "));
    QVERIFY(m_other->shows("answer> "));
    QVERIFY2(!m_other->screen().contains("No reply is being written"), m_other->screen().constData());
    QVERIFY2(!m_other->screen().contains("answer> answer> ") && !m_other->screen().contains("> > "),
             m_other->screen().constData());
    QVERIFY2(!m_other->screen().contains("answer> \nanswer> "), m_other->screen().constData());
}

void tst_TwoTerminals::questionIsTakenOverWhenTheWriterDies()
{
    ask();
    m_writer->killNow();
    QVERIFY(m_other->shows("has ended. The reply is carried on here."));
    QVERIFY(m_other->shows("When should I remind you?"));
    QVERIFY(m_other->shows("answer> "));
    m_other->answer("in 25 minutes", "Done. I will remind you");
    QVERIFY(m_other->shows("\n> "));
    QCOMPARE(story().questions.size(), 1);
}

void tst_TwoTerminals::messageTakesOverWhatTheWriterLeft()
{
    m_other->killNow();
    HeedRun json(m_home->path(), {u"chat"_s, u"--json"_s, u"--chat"_s, u"1"_s});
    json.start();
    QVERIFY(!json.waitFor(u"ready"_s).isEmpty());
    m_writer->enter("remind me to call the dentist");
    QVERIFY(m_writer->shows("answer> "));
    json.send({{u"message"_s, u"hello"_s}});
    QVERIFY(json.waitFor(u"error"_s)[u"message"_s].toString().contains(u"Another Heed (process "_s));
    m_writer->killNow();
    json.send({{u"message"_s, u"hello"_s}});
    const QString id = json.waitFor(u"question"_s)[u"id"_s].toString();
    QVERIFY(!id.isEmpty());
    QVERIFY(!json.waitFor(u"queued"_s).isEmpty());
    json.send({{u"answer"_s, id}, {u"text"_s, u"in 25 minutes"_s}});
    QVERIFY(!json.waitFor(u"done"_s, 2).isEmpty()); // the reply's, and the message's after it
    QCOMPARE(story().questions.size(), 1);
}

QTEST_GUILESS_MAIN(tst_TwoTerminals)
#include "tst_twoterminals.moc"
