// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/terminal/heedrun.h"
#include "tests/e2e/terminal/story.h"
#include "tests/support/scriptedserver.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

//! A reply asks, waits, and carries on: the real program, over JSON lines, with a scripted model.
class tst_Spine : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void isKilledWhileItWaitsAndCarriesOn_data();
    void isKilledWhileItWaitsAndCarriesOn();
    void endOfInputLeavesTheQuestion();
    void answerBeforeTheEndOfInputIsTaken_data();
    void answerBeforeTheEndOfInputIsTaken();
    void everyKindOfAnswer_data();
    void everyKindOfAnswer();
    void stopEndsTheQuestion();
    void badLinesChangeNothing_data();
    void badLinesChangeNothing();
    void lostAcknowledgementIsGivenAgain();
    void aSecretGoesNowhere();
    void theKeyGoesToTheProviderOnly();
    void messageWhileItWaitsIsSentAfterwards();
    void onceWhileAnotherReplyWaitsIsQueued();
    void saysNothingBesideItsLines();
    void dueReminderIsTold_data();
    void dueReminderIsTold();
    void onceLeavesReminders();

private:
    void script(const QJsonArray &responses);
    [[nodiscard]] std::unique_ptr<HeedRun> run(QStringList arguments, bool withProvider = true);
    //! Starts a chat, sends a message, and waits for the question.
    [[nodiscard]] std::unique_ptr<HeedRun> asking(QJsonObject *question);
    [[nodiscard]] Story story() const { return Story::read(m_home->path()); }
    [[nodiscard]] QStringList toolResults(qsizetype request) const;
    [[nodiscard]] QStringList filesWith(const QByteArray &words) const;
    //! As a run of the program would have set it; it is not running.
    void setReminder(int minutesAgo);

    std::unique_ptr<QTemporaryDir> m_home{};
    std::unique_ptr<ScriptedServer> m_server{};
};

namespace {

const QStringList options{u"Imprint"_s, u"Billing"_s};

QJsonObject stream(const QJsonArray &steps, const QString &match = {})
{
    return {{u"stream"_s, steps}, {u"match"_s, match}};
}

QJsonObject say(const QString &text)
{
    return {{u"say"_s, text}};
}

QJsonObject call(const QString &id, const QString &name, const QJsonObject &arguments)
{
    return {{u"call"_s, QJsonObject{{u"id"_s, id}, {u"name"_s, name}, {u"arguments"_s, arguments}}}};
}

QJsonObject ask(bool allowOther = true)
{
    return call(u"c2"_s, u"ask_user"_s,
                {{u"question"_s, u"Which project?"_s},
                 {u"options"_s, QJsonArray::fromStringList(options)},
                 {u"allow_other"_s, allowOther}});
}

QJsonArray usual(bool allowOther = true)
{
    return {stream({say(u"I look. "_s), call(u"c1"_s, u"now"_s, {})}),
            stream({say(u"I ask. "_s), ask(allowOther)}), stream({say(u"Booked as you said."_s)})};
}

} // namespace

void tst_Spine::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_server = std::make_unique<ScriptedServer>();
    QVERIFY(m_server->listen());
}

void tst_Spine::cleanup()
{
    m_server.reset();
    m_home.reset();
}

void tst_Spine::script(const QJsonArray &responses)
{
    QCOMPARE(m_server->load(QJsonDocument(responses)), QString());
}

std::unique_ptr<HeedRun> tst_Spine::run(QStringList arguments, bool withProvider)
{
    arguments.prepend(u"chat"_s);
    if (withProvider)
        arguments += {u"--provider"_s, u"openai"_s,   u"--base-url"_s, m_server->url().toString(),
                      u"--model"_s,    u"scripted"_s, u"--key-from"_s, u"HEED_TEST_KEY"_s};
    auto heed = std::make_unique<HeedRun>(m_home->path(), arguments);
    heed->setVariable(u"HEED_TEST_KEY"_s, u"key-that-only-the-server-sees"_s);
    heed->start();
    return heed;
}

std::unique_ptr<HeedRun> tst_Spine::asking(QJsonObject *question)
{
    auto heed = run({u"--json"_s});
    heed->send({{u"message"_s, u"Book two hours"_s}});
    *question = heed->waitFor(u"question"_s);
    return heed;
}

QStringList tst_Spine::toolResults(qsizetype request) const
{
    QStringList results;
    const auto turns = m_server->turns();
    const QJsonArray messages =
        turns.size() > request ? turns.at(request).json()[u"messages"_s].toArray() : QJsonArray();
    for (const QJsonValue &message : messages) {
        if (message[u"role"_s].toString() == u"tool"_s)
            results.append(message[u"content"_s].toString());
    }
    return results;
}

QStringList tst_Spine::filesWith(const QByteArray &words) const
{
    QStringList found;
    QDirIterator files(m_home->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly) && file.readAll().contains(words))
            found.append(file.fileName());
    }
    return found;
}

void tst_Spine::setReminder(int minutesAgo)
{
    const auto first = run({u"--json"_s}); // makes the database
    first->closeInput();
    QCOMPARE(first->waitForEnd(), 0);
    insertReminder(m_home->path(), u"call the dentist"_s, minutesAgo);
}

void tst_Spine::isKilledWhileItWaitsAndCarriesOn_data()
{
    QTest::addColumn<bool>("repeatsProvider");
    QTest::newRow("with the provider's options again") << true;
    QTest::newRow("without them: the reply knows its provider") << false;
}

void tst_Spine::isKilledWhileItWaitsAndCarriesOn()
{
    QFETCH(const bool, repeatsProvider);
    script(usual());
    QJsonObject question;
    auto heed = asking(&question);
    QCOMPARE(question[u"question"_s].toString(), u"Which project?"_s);
    QVERIFY(question[u"deadline"_s].isNull()); // in a terminal it waits for ever
    const QString chat = QString::number(heed->lines().first()[u"chat"_s].toInteger());
    const qint64 reply = question[u"reply"_s].toInteger();
    heed->killNow();
    QVERIFY(story().question(question[u"id"_s].toString()));

    heed = run({u"--json"_s, u"--chat"_s, chat}, repeatsProvider);
    QCOMPARE(heed->waitFor(u"question"_s), question); // the same, down to its number
    QCOMPARE(heed->lines().first(), (QJsonObject{{u"type"_s, u"ready"_s}, {u"chat"_s, chat.toInt()}}));
    heed->send({{u"choose"_s, question[u"id"_s]}, {u"option"_s, 2}});
    QCOMPARE(heed->waitFor(u"done"_s)[u"reply"_s].toInteger(), reply);
    QCOMPARE(heed->waitFor(u"answer"_s)[u"text"_s].toString(), u"Billing"_s);
    QCOMPARE(heed->all(u"question"_s).size(), 1);
    heed->closeInput();
    QCOMPARE(heed->waitForEnd(), 0);

    QCOMPARE(m_server->turns().size(), 3);
    const QStringList results = toolResults(2);
    QCOMPARE(results.size(), 2);
    QCOMPARE(results.first(), toolResults(1).first()); // what the first call had brought before it was killed
    QVERIFY(!results.first().isEmpty());
    QCOMPARE(results.last(), u"The user answered: Billing"_s);
    const Story told = story();
    QCOMPARE(told.integrity, u"ok"_s);
    QCOMPARE(told.replies.size(), 1);
    QCOMPARE(told.replies.first().state, u"done"_s);
    QCOMPARE(told.questions.size(), 1);
    QCOMPARE(told.turns, (QStringList{u"I look."_s, u"I ask."_s, u"Booked as you said."_s}));
    QCOMPARE(told.count(u"inquiry.requested"_s, question[u"id"_s].toString()), 1);
    QCOMPARE(told.count(u"inquiry.settled"_s, question[u"id"_s].toString()), 1);
}

void tst_Spine::endOfInputLeavesTheQuestion()
{
    script(usual());
    QJsonObject question;
    const auto heed = asking(&question);
    heed->closeInput();
    QCOMPARE(heed->waitForEnd(), 0);
    const Story told = story();
    QVERIFY(!told.question(question[u"id"_s].toString())->outcome);
    QCOMPARE(told.replies.first().state, u"waiting"_s);
    QCOMPARE(run({u"--json"_s, u"--chat"_s, u"1"_s})->waitFor(u"question"_s), question);
}

void tst_Spine::answerBeforeTheEndOfInputIsTaken_data()
{
    QTest::addColumn<bool>("endsWithALineBreak");
    QTest::newRow("a whole line") << true;
    QTest::newRow("a last line without a line break") << false;
}

void tst_Spine::answerBeforeTheEndOfInputIsTaken()
{
    QFETCH(const bool, endsWithALineBreak);
    script(usual());
    QJsonObject question;
    asking(&question)->killNow();
    const auto heed = run({u"--json"_s, u"--chat"_s, u"1"_s}, false);
    heed->write("{\"choose\":\"" + question[u"id"_s].toString().toUtf8() + "\",\"option\":1}" +
                (endsWithALineBreak ? "\n" : ""));
    heed->closeInput();
    QCOMPARE(heed->waitForEnd(), 0);
    QCOMPARE(heed->all(u"answer"_s).value(0)[u"text"_s].toString(), u"Imprint"_s);
    QCOMPARE(heed->lines().last()[u"type"_s].toString(), u"done"_s);
    QCOMPARE(story().replies.first().state, u"done"_s);
}

void tst_Spine::everyKindOfAnswer_data()
{
    QTest::addColumn<QJsonObject>("line");
    QTest::addColumn<bool>("allowOther");
    QTest::addColumn<QString>("outcome");
    QTest::addColumn<QString>("toldTheModel");
    QTest::newRow("an option") << QJsonObject{{u"choose"_s, u"ID"_s}, {u"option"_s, 1}} << true << u"chosen"_s
                               << u"The user answered: Imprint"_s;
    QTest::newRow("own words") << QJsonObject{{u"answer"_s, u"ID"_s}, {u"text"_s, u"the new one"_s}} << true
                               << u"answered"_s << u"The user answered: the new one"_s;
    QTest::newRow("none of them") << QJsonObject{{u"none"_s, u"ID"_s}} << false << u"none"_s
                                  << u"none of the options"_s;
    QTest::newRow("skipped") << QJsonObject{{u"decline"_s, u"ID"_s}} << true << u"declined"_s
                             << u"declined"_s;
    QTest::newRow("asked back") << QJsonObject{{u"ask_back"_s, u"ID"_s}, {u"text"_s, u"What are they?"_s}}
                                << true << u"asked_back"_s << u"What are they?"_s;
}

void tst_Spine::everyKindOfAnswer()
{
    QFETCH(QJsonObject, line);
    QFETCH(const bool, allowOther);
    QFETCH(const QString, outcome);
    QFETCH(const QString, toldTheModel);
    script(usual(allowOther));
    QJsonObject question;
    const auto heed = asking(&question);
    for (auto it = line.begin(); it != line.end(); ++it) {
        if (it.value() == u"ID"_s)
            it.value() = question[u"id"_s];
    }
    heed->send(line);
    heed->closeInput();
    QCOMPARE(heed->waitForEnd(), 0);
    QCOMPARE(heed->all(u"answer"_s).value(0)[u"outcome"_s].toString(), outcome);
    QCOMPARE(heed->all(u"done"_s).size(), 1);
    QVERIFY2(toolResults(2).value(1).contains(toldTheModel), qPrintable(toolResults(2).value(1)));
    QCOMPARE(*story().question(question[u"id"_s].toString())->outcome, outcome);
}

void tst_Spine::stopEndsTheQuestion()
{
    script(usual());
    QJsonObject question;
    const auto heed = asking(&question);
    heed->send({{u"stop"_s, true}});
    heed->closeInput(); // what was asked for before the end is done
    QCOMPARE(heed->waitForEnd(), 0);
    QCOMPARE(heed->all(u"stopped"_s).size(), 1);
    QCOMPARE(heed->all(u"withdrawn"_s).value(0)[u"id"_s], question[u"id"_s]);
    const Story told = story();
    QCOMPARE(told.replies.first().state, u"stopped"_s);
    QCOMPARE(*told.question(question[u"id"_s].toString())->outcome, u"withdrawn"_s);
    QCOMPARE(m_server->turns().size(), 2);
}

void tst_Spine::badLinesChangeNothing_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("code");
    QTest::newRow("no JSON") << QByteArray("yes please") << u"bad_json"_s;
    QTest::newRow("not UTF-8") << QByteArray("{\"answer\":\"ID\",\"text\":\"\xff\"}") << u"bad_utf8"_s;
    QTest::newRow("two answers in one")
        << QByteArray(R"({"choose":"ID","option":1,"text":"no"})") << u"bad_input"_s;
    QTest::newRow("an option that is not there")
        << QByteArray(R"({"choose":"ID","option":3})") << u"bad_input"_s;
    QTest::newRow("an option below the first")
        << QByteArray(R"({"choose":"ID","option":0})") << u"bad_input"_s;
    QTest::newRow("an empty answer") << QByteArray(R"({"answer":"ID","text":"  "})") << u"bad_input"_s;
    QTest::newRow("another question's id") << QByteArray(R"({"choose":"0","option":1})") << u"not_found"_s;
    QTest::newRow("an answer that is too long")
        << QByteArray(R"({"answer":"ID","text":")" + QByteArray(2001, 'a') + "\"}") << u"bad_input"_s;
    QTest::newRow("a line that is too long")
        << QByteArray("{\"answer\":\"" + QByteArray(1'100'000, 'a') + "\"}") << u"too_long"_s;
}

void tst_Spine::badLinesChangeNothing()
{
    QFETCH(QByteArray, line);
    QFETCH(const QString, code);
    script(usual());
    QJsonObject question;
    const auto heed = asking(&question);
    heed->write(line.replace("ID", question[u"id"_s].toString().toUtf8()) + '\n');
    const QJsonObject error = heed->waitFor(u"error"_s);
    QCOMPARE(error[u"code"_s].toString(), code);
    QVERIFY(!error[u"message"_s].toString().isEmpty());
    QVERIFY(heed->all(u"answer"_s).isEmpty());
    heed->send({{u"choose"_s, question[u"id"_s]}, {u"option"_s, 2}});
    QCOMPARE(heed->waitFor(u"answer"_s)[u"text"_s].toString(), u"Billing"_s);
    QVERIFY(!heed->waitFor(u"done"_s).isEmpty());
    QCOMPARE(toolResults(2).value(1), u"The user answered: Billing"_s);
}

void tst_Spine::lostAcknowledgementIsGivenAgain()
{
    script(usual());
    QJsonObject question;
    auto heed = asking(&question);
    const QJsonObject line{{u"choose"_s, question[u"id"_s]}, {u"option"_s, 2}};
    heed->send(line);
    const QJsonObject answer = heed->waitFor(u"answer"_s);
    QVERIFY(!heed->waitFor(u"done"_s).isEmpty());
    heed->killNow(); // say that nobody read it

    heed = run({u"--json"_s, u"--chat"_s, u"1"_s});
    heed->send(line);
    QCOMPARE(heed->waitFor(u"answer"_s), answer);
    heed->send({{u"choose"_s, question[u"id"_s]}, {u"option"_s, 1}});
    QCOMPARE(heed->waitFor(u"error"_s)[u"code"_s].toString(), u"conflict"_s);
    heed->closeInput();
    QCOMPARE(heed->waitForEnd(), 0);
    QCOMPARE(story().question(question[u"id"_s].toString())->answer, u"Billing"_s);
    QCOMPARE(story().count(u"inquiry.settled"_s, question[u"id"_s].toString()), 1);
}

void tst_Spine::aSecretGoesNowhere()
{
    const QByteArray secret = "sk-proj-Zk3vQ9LmT7xWb2NcR8yHd5Fg6Js1PqAa";
    script(usual());
    QJsonObject question;
    const auto heed = asking(&question);
    heed->send(
        {{u"answer"_s, question[u"id"_s]}, {u"text"_s, u"take %1 for it"_s.arg(QString::fromUtf8(secret))}});
    QCOMPARE(heed->waitFor(u"answer"_s)[u"text"_s].toString(), u"take [secret 1] for it"_s);
    QVERIFY(!heed->waitFor(u"done"_s).isEmpty());
    QCOMPARE(filesWith(secret), QStringList()); // -wal and all, while it runs
    heed->killNow();
    QCOMPARE(filesWith(secret), QStringList());
    QCOMPARE(toolResults(2).value(1), u"The user answered: take [secret 1] for it"_s);
    for (const ScriptedRequest &request : m_server->requests())
        QVERIFY(!request.body.contains(secret));
    QVERIFY(!heed->out().contains(secret));
    QVERIFY(!heed->err().contains(secret));
    QVERIFY(filesWith("take [secret 1] for it").size() > 0); // so the search does find what is there
}

void tst_Spine::theKeyGoesToTheProviderOnly()
{
    const QByteArray key = "key-that-only-the-server-sees";
    script(usual());
    QJsonObject question;
    const auto heed = asking(&question);
    heed->send({{u"decline"_s, question[u"id"_s]}});
    QVERIFY(!heed->waitFor(u"done"_s).isEmpty());
    for (const ScriptedRequest &request : m_server->turns())
        QCOMPARE(request.headers.value("authorization"), "Bearer " + key);
    QCOMPARE(filesWith(key), QStringList());
    heed->closeInput();
    QCOMPARE(heed->waitForEnd(), 0);
    QCOMPARE(filesWith(key), QStringList());
    QVERIFY(!heed->out().contains(key) && !heed->err().contains(key));
}

void tst_Spine::messageWhileItWaitsIsSentAfterwards()
{
    QJsonArray responses = usual();
    responses.append(stream({say(u"You are welcome."_s)}));
    script(responses);
    QJsonObject question;
    const auto heed = asking(&question);
    heed->send({{u"message"_s, u"Thank you"_s}});
    heed->send({{u"choose"_s, question[u"id"_s]}, {u"option"_s, 1}});
    heed->closeInput();
    QCOMPARE(heed->waitForEnd(), 0);
    QCOMPARE(heed->all(u"done"_s).size(), 2);
    QCOMPARE(toolResults(2).value(1), u"The user answered: Imprint"_s);
    QCOMPARE(story().messages.size(), 2);
}

void tst_Spine::onceWhileAnotherReplyWaitsIsQueued()
{
    script(usual());
    QJsonObject question;
    asking(&question)->killNow();
    const auto heed = run({u"--json"_s, u"--chat"_s, u"1"_s, u"--once"_s, u"And tell me the time"_s});
    QCOMPARE(heed->waitFor(u"question"_s), question);
    QVERIFY(waitUntil([this] { return story().messages.size() == 2; }));
    QVERIFY(heed->all(u"error"_s).isEmpty());
}

void tst_Spine::saysNothingBesideItsLines()
{
    script(usual());
    QJsonObject question;
    const auto heed = asking(&question);
    heed->send({{u"decline"_s, question[u"id"_s]}});
    heed->closeInput();
    QCOMPARE(heed->waitForEnd(), 0);
    QCOMPARE(heed->err(), QByteArray());
    QVERIFY(std::ranges::none_of(heed->lines(), [](const QJsonObject &line) { return line.isEmpty(); }));
}

void tst_Spine::dueReminderIsTold_data()
{
    QTest::addColumn<int>("minutesAgo");
    QTest::addColumn<bool>("missed");
    QTest::newRow("one that is due") << 0 << false;
    QTest::newRow("one that nobody was there for") << 600 << true;
}

void tst_Spine::dueReminderIsTold()
{
    QFETCH(const int, minutesAgo);
    QFETCH(const bool, missed);
    setReminder(minutesAgo);
    const auto heed = run({u"--json"_s});
    QCOMPARE(heed->waitFor(u"reminder"_s), (QJsonObject{{u"type"_s, u"reminder"_s},
                                                        {u"id"_s, 1},
                                                        {u"text"_s, u"call the dentist"_s},
                                                        {u"missed"_s, missed}}));
    heed->closeInput();
    QCOMPARE(heed->waitForEnd(), 0);
    const auto again = run({u"--json"_s});
    again->closeInput();
    QCOMPARE(again->waitForEnd(), 0);
    QVERIFY(again->all(u"reminder"_s).isEmpty()); // once
}

void tst_Spine::onceLeavesReminders()
{
    setReminder(600);
    const QJsonObject set{
        {u"action"_s, u"set"_s}, {u"text"_s, u"later"_s}, {u"when"_s, u"2099-03-02T09:00"_s}};
    script({stream({call(u"c1"_s, u"remind"_s, set)}), stream({say(u"Set."_s)})});
    const auto once = run({u"--json"_s, u"--once"_s, u"Remind me"_s});
    QCOMPARE(once->waitForEnd(), 0);
    QVERIFY(once->all(u"reminder"_s).isEmpty()); // nobody is there to read it
    QCOMPARE(story().reminders.size(), 2);
    QVERIFY(!run({u"--json"_s})->waitFor(u"reminder"_s).isEmpty()); // so it is not used up
}

QTEST_GUILESS_MAIN(tst_Spine)
#include "tst_spine.moc"
