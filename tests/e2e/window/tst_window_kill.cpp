// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/e2e/terminal/heedrun.h"
#include "tests/e2e/terminal/story.h"
#include "tests/e2e/terminal/terminalrun.h"
#include "tests/support/scriptedserver.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

namespace {

//! The real window on the display of this session, driven by keys.
class WindowRun
{
public:
    explicit WindowRun(const QString &home)
        : m_run(home, {})
    {
        m_run.setVariable(u"DISPLAY"_s, qEnvironmentVariable("DISPLAY"));
        m_run.setVariable(u"QT_QPA_PLATFORM"_s, u"xcb"_s);
        m_run.start();
    }
    //! Its window is there and has the keyboard.
    [[nodiscard]] bool isOpen(const QString &title)
    {
        return QTest::qWaitFor(
            [&] {
                const QByteArray id =
                    xdotool({u"search"_s, u"--onlyvisible"_s, u"--name"_s, title}).split('\n').value(0);
                if (id.isEmpty()) {
                    QTest::qWait(50);
                    return false;
                }
                xdotool({u"windowfocus"_s, u"--sync"_s, QString::fromLatin1(id)});
                return true;
            },
            60'000);
    }
    static void keys(const QStringList &keys)
    {
        xdotool(QStringList{u"key"_s, u"--clearmodifiers"_s} + keys);
    }
    static void type(const QString &text) { xdotool({u"type"_s, u"--delay"_s, u"30"_s, text}); }
    void killNow() { m_run.killNow(); }

private:
    static QByteArray xdotool(const QStringList &arguments)
    {
        QProcess process;
        process.start(u"xdotool"_s, arguments);
        process.waitForFinished();
        return process.readAllStandardOutput().trimmed();
    }

    HeedRun m_run;
};

} // namespace

//! A process goes while its question waits, and another one carries on.
class TestWindowKill : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void carriesOn();
    void takesUpWhatATerminalLeft();

private:
    //! Asks again from time to time: the database is another process's.
    static bool comesTrue(const std::function<bool()> &holds)
    {
        return QTest::qWaitFor(
            [&] {
                QTest::qWait(100);
                return holds();
            },
            60'000);
    }
    static void configure(const QString &home, const QUrl &server)
    {
        const QList<std::pair<QString, QString>> settings{{u"provider.kind"_s, u"openai"_s},
                                                          {u"provider.baseUrl"_s, server.toString()},
                                                          {u"provider.model"_s, u"scripted"_s}};
        for (const auto &[key, value] : settings) {
            HeedRun config(home, {u"config"_s, u"set"_s, key, value});
            config.start();
            QCOMPARE(config.waitForEnd(), 0);
        }
    }
};

//! The window is killed with a half-typed answer; the next start carries on.
void TestWindowKill::carriesOn()
{
    const QTemporaryDir folder;
    const QString home = folder.path();
    ScriptedServer server;
    QCOMPARE(server.load(QJsonDocument::fromJson(R"([
        {"stream": [{"say": "I look first. "},
            {"call": {"id": "n1", "name": "now", "arguments": {}}},
            {"call": {"id": "c1", "name": "ask_user", "arguments":
                {"question": "Which project?", "options": ["Billing", "Support", "Internal"]}}}]},
        {"stream": [{"say": "Booked as you said."}]}])")),
             QString());
    QVERIFY(server.listen());
    configure(home, server.url());

    auto first = std::make_unique<WindowRun>(home);
    QVERIFY(first->isOpen(u"Heed$"_s));
    WindowRun::type(u"Book my hours"_s);
    WindowRun::keys({u"Return"_s});
    QVERIFY(comesTrue([&] {
        return Story::read(home).questions.size() == 1 && Story::read(home).questions.first().isAsked;
    }));
    QVERIFY(first->isOpen(u"^\\(1\\) "_s));
    // Into the card, past its options, into its box; until what was typed is on the disk.
    QVERIFY(comesTrue([&] {
        if (Story::read(home).questions.first().draft.contains(u"only this year"_s))
            return true;
        if (Story::read(home).questions.first().draft.isEmpty()) {
            WindowRun::keys({u"ctrl+l"_s, u"F6"_s, u"Tab"_s, u"Tab"_s, u"Tab"_s});
            WindowRun::type(u"only this year"_s);
            QTest::qWait(1500);
        }
        return false;
    }));
    const Story before = Story::read(home);
    QVERIFY(!before.questions.first().outcome);
    QCOMPARE(before.questions.first().draft, u"only this year"_s);
    first->killNow();

    WindowRun second(home);
    QVERIFY(second.isOpen(u"^\\(1\\) Book my hours"_s)); // with the card that waits in front
    QVERIFY(comesTrue([&] {
        if (Story::read(home).questions.first().outcome)
            return true;
        // From the message box to the card and its first option. Where no card is yet, Enter sends nothing.
        WindowRun::keys({u"ctrl+l"_s, u"F6"_s, u"Return"_s});
        QTest::qWait(500);
        return false;
    }));
    QVERIFY(comesTrue([&] { return Story::read(home).replies.value(0).state == u"done"_s; }));

    const Story after = Story::read(home);
    QCOMPARE(after.questions.size(), 1); // never asked twice
    QCOMPARE(after.questions.first().id, before.questions.first().id);
    // The draft was in the box again: it went along with the option.
    QVERIFY2(after.questions.first().answer.contains(u"Billing: only this year"_s),
             qPrintable(after.questions.first().answer));
    QCOMPARE(after.replies.size(), 1); // the same reply
    const auto turns = server.turns();
    QCOMPARE(turns.size(), 2);
    const QByteArray sent = turns.last().body;
    QVERIFY2(sent.contains("Billing: only this year"), sent.constData());
    int results = 0;
    for (const auto &message : turns.last().json()[u"messages"_s].toArray())
        results += message.toObject()[u"role"_s].toString() == "tool"_L1 ? 1 : 0;
    QCOMPARE(results, 2); // what the clock said before the kill, and the answer
}

//! The person leaves a terminal whose question waits: the window, which is open, has it from then on.
void TestWindowKill::takesUpWhatATerminalLeft()
{
    const QTemporaryDir folder;
    const QString home = folder.path();
    ScriptedServer server;
    QCOMPARE(server.load(QJsonDocument::fromJson(R"([
        {"stream": [{"call": {"id": "c1", "name": "ask_user", "arguments":
            {"question": "Which project?", "options": ["Billing", "Support"]}}}]},
        {"stream": [{"say": "Booked as you said."}]}])")),
             QString());
    QVERIFY(server.listen());
    configure(home, server.url());
    WindowRun window(home);
    QVERIFY(window.isOpen(u"Heed$"_s));

    TerminalRun terminal(home, {u"chat"_s});
    QVERIFY(terminal.shows("> "));
    terminal.enter("Book my hours");
    QVERIFY(terminal.shows("Which project?"));
    QVERIFY(window.isOpen(u"^\\(1\\) "_s)); // the terminal's
    terminal.controlD();
    QCOMPARE(terminal.waitForEnd(), 0);

    QVERIFY(comesTrue([&] {
        if (Story::read(home).questions.value(0).outcome)
            return true;
        // Out of the list of what waits and into it anew, to the question's chat; then to its first option.
        WindowRun::keys({u"ctrl+shift+w"_s, u"ctrl+shift+w"_s, u"Return"_s});
        QTest::qWait(500);
        WindowRun::keys({u"ctrl+l"_s, u"F6"_s, u"Return"_s});
        QTest::qWait(500);
        return false;
    }));
    QVERIFY(comesTrue([&] { return Story::read(home).replies.value(0).state == u"done"_s; }));
    const Story after = Story::read(home);
    QCOMPARE(after.questions.size(), 1);
    QVERIFY2(after.questions.first().answer.contains(u"Billing"_s),
             qPrintable(after.questions.first().answer));
    QCOMPARE(server.turns().size(), 2);
}

QTEST_GUILESS_MAIN(TestWindowKill)
#include "tst_window_kill.moc"
