// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/channel/channel.h"
#include "models/base/process.h"
#include "tests/e2e/terminal/heedrun.h"
#include "tests/e2e/terminal/story.h"
#include "tests/e2e/terminal/terminalrun.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <sys/stat.h>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

//! `heed questions` in one process, and a reply that asks in another: real processes, in one folder.
class tst_Questions : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void answeredFromATerminal();
    void declinedFromATerminal();
    void skippedWithTwoEmptyLines();
    void optionAndHelpAreShown();
    void endElsewhereIsSaid();
    void controlCLeavesTheQuestion();
    void secretStaysWithThePerson();
    void killedAskerLeavesTheQuestion();
    void twoAnswerersAndOneAnswer();
    void chatOfAnotherProcessIsAnsweredHere();
    void chatTellsOfQuestionsElsewhere();
    void jsonChatOfAnotherProcessIsRefused();
    void nothingWaits();
    void needsATerminal_data();
    void needsATerminal();
    void wrongUse_data();
    void wrongUse();
    void prefixMustBeUnique();
    void alteredQuestionIsSaidAndNotShown();
    void linkedFolderIsRefused();
    void unheldQuestionIsListed();
    void removedFolderComesBackUnderThePrompt();
    void folderInTheAnswersPlaceIsSaid();
    void lineThatIsNoTextIsAskedForAgain();
    void openFolderIsSaidAndMended();
    void questionThatIsNotFiledHasARunningProgram();

private:
    struct Ended {
        int code = -1;
        QByteArray out{};
        QByteArray err{};
        QList<QJsonObject> lines{};
        [[nodiscard]] QByteArray all() const { return out + err; }
    };
    [[nodiscard]] Ended run(const QStringList &arguments) const
    {
        HeedRun heed(m_home->path(), arguments);
        heed.start();
        heed.closeInput();
        const int code = heed.waitForEnd();
        return {code, heed.out(), heed.err(), heed.lines()};
    }
    [[nodiscard]] std::unique_ptr<TerminalRun> terminal(const QStringList &arguments) const
    {
        return std::make_unique<TerminalRun>(m_home->path(), arguments);
    }
    //! A program that asks.
    [[nodiscard]] std::unique_ptr<HeedRun> asks()
    {
        auto chat = asksUnfiled();
        if (!waitUntil([this] { return QFile::exists(file(u"question"_s)); }))
            qWarning("the question was not filed");
        return chat;
    }
    [[nodiscard]] std::unique_ptr<HeedRun> asksUnfiled()
    {
        auto chat = std::make_unique<HeedRun>(m_home->path(), QStringList{u"chat"_s, u"--json"_s});
        chat->start();
        m_chat = chat->waitFor(u"ready"_s)[u"chat"_s].toInteger();
        chat->send({{u"message"_s, u"remind me to call the dentist"_s}});
        m_id = chat->waitFor(u"question"_s)[u"id"_s].toString();
        return chat;
    }
    [[nodiscard]] QString file(const QString &kind) const
    {
        return m_home->filePath(u"pending/"_s + m_id + u'.' + kind + u".json"_s);
    }
    [[nodiscard]] QStringList left() const
    {
        return QDir(m_home->filePath(u"pending"_s)).entryList(QDir::Files | QDir::Hidden);
    }
    [[nodiscard]] Story story() const { return Story::read(m_home->path()); }
    //! Writes a question of this process into the folder.
    [[nodiscard]] bool fileQuestion(const QString &id, const QString &text) const
    {
        const auto channel = Channel::open(m_home->filePath(u"pending"_s));
        return channel &&
               (*channel)->file({.question = {.id = {id}, .chat = {1}, .text = text, .askedMs = 1},
                                 .asker = {.process = processIdentity(), .program = u"heed mcp"_s}});
    }

    std::unique_ptr<QTemporaryDir> m_home{};
    qint64 m_chat = 0;
    QString m_id{};
};

void tst_Questions::answeredFromATerminal()
{
    const auto chat = asks();
    const Ended pending = run({u"questions"_s, u"pending"_s, u"--json"_s});
    QCOMPARE(pending.code, 0);
    QCOMPARE(pending.lines.size(), 1);
    const QJsonObject listed = pending.lines.first();
    QCOMPARE(listed[u"id"_s].toString(), m_id);
    QCOMPARE(listed[u"chat"_s].toInteger(), m_chat);
    QCOMPARE(listed[u"title"_s].toString(), u"remind me to call the dentist"_s);
    QCOMPARE(listed[u"question"_s].toString(), u"When should I remind you?"_s);
    QCOMPARE(listed[u"asker"_s][u"program"_s].toString(), u"heed chat"_s);
    QCOMPARE(listed[u"asker"_s][u"process"_s].toInteger(), chat->processId());
    const Ended plain = run({u"questions"_s, u"pending"_s});
    QVERIFY2(plain.out.contains(m_id.toUtf8()) && plain.out.contains("When should I remind you?") &&
                 plain.out.contains("heed chat, process"),
             plain.out.constData());

    const auto person = terminal({u"questions"_s, u"answer"_s, m_id.left(5)});
    QVERIFY(person->shows("Asked by heed chat, process "));
    QVERIFY(person->shows("Your answer goes to the model."));
    QVERIFY(
        person->shows("the model asks, in \"remind me to call the dentist\":\n  When should I remind you?"));
    QVERIFY(person->shows("answer> "));
    person->enter("in 25 minutes");
    QVERIFY(person->shows("Answered: in 25 minutes."));
    QCOMPARE(person->waitForEnd(), 0);

    // The same reply carries on, and says where the answer came from.
    const QJsonObject answer = chat->waitFor(u"answer"_s);
    QCOMPARE(answer[u"id"_s].toString(), m_id);
    QCOMPARE(answer[u"text"_s].toString(), u"in 25 minutes"_s);
    QCOMPARE(answer[u"via"_s].toString(), u"questions"_s);
    QVERIFY(!chat->waitFor(u"done"_s).isEmpty());
    chat->closeInput();
    QCOMPARE(chat->waitForEnd(), 0);
    QCOMPARE(left(), QStringList{u".key"_s});
    const Story told = story();
    QCOMPARE(told.replies.size(), 1);
    QCOMPARE(told.reminders, QStringList{u"call the dentist"_s});
    QCOMPARE(told.count(u"inquiry.answered"_s, m_id), 1);
    QCOMPARE(told.count(u"inquiry.refused_answer"_s, m_id), 0);
}

void tst_Questions::declinedFromATerminal()
{
    const auto chat = asks();
    const auto person = terminal({u"questions"_s, u"decline"_s, m_id});
    QVERIFY(person->shows("When should I remind you?"));
    QVERIFY(person->shows("Skipped."));
    QCOMPARE(person->waitForEnd(), 0);
    QCOMPARE(chat->waitFor(u"answer"_s)[u"outcome"_s].toString(), u"declined"_s);
}

void tst_Questions::skippedWithTwoEmptyLines()
{
    const auto chat = asks();
    const auto person = terminal({u"questions"_s, u"answer"_s, m_id});
    QVERIFY(person->shows("answer> "));
    person->enter("");
    QVERIFY(person->shows("Press Enter once more to skip"));
    QVERIFY(person->shows("answer> "));
    QVERIFY(!story().questions.first().outcome);
    person->enter("");
    QVERIFY(person->shows("Skipped."));
    QCOMPARE(chat->waitFor(u"answer"_s)[u"outcome"_s].toString(), u"declined"_s);
}

void tst_Questions::optionAndHelpAreShown()
{
    const auto chat = asks();
    const auto person = terminal({u"questions"_s, u"answer"_s, m_id});
    QVERIFY(person->shows("  1. "));
    QVERIFY(person->shows("answer> "));
    person->enter("?");
    QVERIFY(person->shows("the model asks"));
    QVERIFY(person->shows("answer> "));
    person->enter("2");
    QVERIFY(person->shows("Answered: "));
    QCOMPARE(chat->waitFor(u"answer"_s)[u"outcome"_s].toString(), u"chosen"_s);
}

void tst_Questions::endElsewhereIsSaid()
{
    const auto chat = asks();
    const auto person = terminal({u"questions"_s, u"answer"_s, m_id});
    QVERIFY(person->shows("answer> "));
    person->type("in an ho");
    QVERIFY(person->shows("in an ho")); // echoed
    chat->send({{u"answer"_s, m_id}, {u"text"_s, u"in 25 minutes"_s}});
    QVERIFY(person->shows("Answered in the terminal, "));
    QVERIFY(person->shows("in 25 minutes"));
    QVERIFY(person->shows("You had begun to type: \"in an ho\""));
    QCOMPARE(person->waitForEnd(), 1);
}

//! The program that asks lives, and files its question again: nothing has ended.
void tst_Questions::removedFolderComesBackUnderThePrompt()
{
    const auto chat = asks();
    const auto person = terminal({u"questions"_s, u"answer"_s, m_id});
    QVERIFY(person->shows("answer> "));
    // The program files meanwhile.
    QVERIFY(waitUntil([this] { return QDir(m_home->filePath(u"pending"_s)).removeRecursively(); }));
    QVERIFY(waitUntil([this] { return QFile::exists(file(u"question"_s)); }));
    person->enter("2");
    QVERIFY2(person->shows("Answered: "), person->screen().constData());
    QVERIFY(!person->screen().contains("has ended"));
    QCOMPARE(person->waitForEnd(), 0);
    QCOMPARE(chat->waitFor(u"answer"_s)[u"outcome"_s].toString(), u"chosen"_s);
}

void tst_Questions::folderInTheAnswersPlaceIsSaid()
{
    const auto chat = asks();
    const auto person = terminal({u"questions"_s, u"answer"_s, m_id});
    QVERIFY(person->shows("answer> "));
    QVERIFY(QDir().mkdir(file(u"answer"_s)));
    person->enter("2");
    QVERIFY2(person->shows("A folder is in the way"), person->screen().constData());
    QVERIFY(person->shows(file(u"answer"_s).toUtf8()));
    QCOMPARE(person->waitForEnd(), 1);
    QVERIFY(!story().questions.first().outcome);
}

void tst_Questions::lineThatIsNoTextIsAskedForAgain()
{
    const auto chat = asks();
    const auto person = terminal({u"questions"_s, u"answer"_s, m_id});
    QVERIFY(person->shows("answer> "));
    person->enter("at \xfc"
                  "ber nine");
    QVERIFY2(person->shows("not UTF-8"), person->screen().constData());
    QVERIFY(person->shows("answer> "));
    QVERIFY(!story().questions.first().outcome);
    person->enter("in 25 minutes");
    QVERIFY(person->shows("Answered: in 25 minutes."));
    QCOMPARE(person->waitForEnd(), 0);
}

void tst_Questions::openFolderIsSaidAndMended()
{
    const QByteArray folder = QFile::encodeName(m_home->filePath(u"pending"_s));
    QCOMPARE(::mkdir(folder.constData(), 0755), 0);
    const auto chat = asksUnfiled();
    const auto person = terminal({u"questions"_s, u"answer"_s, m_id});
    QVERIFY(person->shows("chmod 700 "));
    QCOMPARE(person->waitForEnd(), 1);
    QCOMPARE(::chmod(folder.constData(), 0700), 0);
    QVERIFY(waitUntil([this] { return QFile::exists(file(u"question"_s)); })); // by itself
    const auto again = terminal({u"questions"_s, u"answer"_s, m_id});
    QVERIFY(again->shows("answer> "));
    again->enter("in 25 minutes");
    QVERIFY(again->shows("Answered: in 25 minutes."));
    QCOMPARE(again->waitForEnd(), 0);
}

void tst_Questions::questionThatIsNotFiledHasARunningProgram()
{
    const auto chat = asks();
    QCOMPARE(::kill(pid_t(chat->processId()), SIGSTOP), 0); // it cannot file it again
    QVERIFY(QFile::remove(file(u"question"_s)));
    const QByteArray process = "process " + QByteArray::number(chat->processId());
    const Ended pending = run({u"questions"_s, u"pending"_s});
    QVERIFY2(pending.out.contains(m_id.toUtf8()) && pending.out.contains(process), pending.out.constData());
    QVERIFY(!pending.out.contains("no running program"));
    const auto person = terminal({u"questions"_s, u"answer"_s, m_id});
    QVERIFY2(person->shows("asked by a running Heed (" + process + ')'), person->screen().constData());
    QVERIFY(!person->screen().contains("No running program"));
    QCOMPARE(person->waitForEnd(), 1);
    QCOMPARE(::kill(pid_t(chat->processId()), SIGCONT), 0);
    QVERIFY(waitUntil([this] { return QFile::exists(file(u"question"_s)); }));
}

void tst_Questions::controlCLeavesTheQuestion()
{
    const auto chat = asks();
    const auto person = terminal({u"questions"_s, u"answer"_s, m_id});
    QVERIFY(person->shows("answer> "));
    person->controlC();
    QVERIFY(person->shows("The question stays."));
    QCOMPARE(person->waitForEnd(), 130);
    const auto again = terminal({u"questions"_s, u"answer"_s, m_id});
    QVERIFY(again->shows("answer> "));
    again->controlD();
    QVERIFY(again->shows("The question stays."));
    QCOMPARE(again->waitForEnd(), 1);
    QVERIFY(!story().questions.first().outcome);
    QVERIFY(QFile::exists(file(u"question"_s)));
}

void tst_Questions::secretStaysWithThePerson()
{
    const QByteArray secret = "sk-ant-api03-" + QByteArray("Xq7Rt2Lm9Kp4Wz8Yb3Nc").repeated(4);
    auto chat = asks();
    const auto person = terminal({u"questions"_s, u"answer"_s, m_id});
    QVERIFY(person->shows("answer> "));
    person->enter("use " + secret);
    QVERIFY(person->shows("Held back, because it looks like a secret: [secret 1]"));
    QCOMPARE(person->waitForEnd(), 0);
    QCOMPARE(chat->waitFor(u"answer"_s)[u"text"_s].toString(), u"use [secret 1]"_s);
    chat->killNow();
    QDirIterator files(m_home->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    int looked = 0;
    while (files.hasNext()) {
        QFile one(files.next());
        QVERIFY(one.open(QIODevice::ReadOnly));
        QVERIFY2(!one.readAll().contains(secret.mid(13, 20)), qPrintable(one.fileName()));
        ++looked;
    }
    QVERIFY(looked >= 3);
}

void tst_Questions::killedAskerLeavesTheQuestion()
{
    auto chat = asks();
    const auto person = terminal({u"questions"_s, u"answer"_s, m_id});
    QVERIFY(person->shows("answer> "));
    chat->killNow();
    QVERIFY(person->shows("The program that asked has ended. The question stays"));
    QCOMPARE(person->waitForEnd(), 1);
    QVERIFY(!QFile::exists(file(u"question"_s))); // whoever noticed removed it

    HeedRun again(m_home->path(), {u"chat"_s, u"--json"_s, u"--chat"_s, QString::number(m_chat)});
    again.start();
    QCOMPARE(again.waitFor(u"question"_s)[u"id"_s].toString(), m_id);
    QVERIFY(waitUntil([this] { return QFile::exists(file(u"question"_s)); }));
    const auto second = terminal({u"questions"_s, u"answer"_s, m_id});
    QVERIFY(second->shows("answer> "));
    second->enter("in 25 minutes");
    QVERIFY(second->shows("Answered: in 25 minutes."));
    QVERIFY(!again.waitFor(u"done"_s).isEmpty());
    QCOMPARE(story().questions.size(), 1);
}

void tst_Questions::twoAnswerersAndOneAnswer()
{
    const auto chat = asks();
    const auto one = terminal({u"questions"_s, u"answer"_s, m_id});
    const auto other = terminal({u"questions"_s, u"answer"_s, m_id});
    QVERIFY(one->shows("answer> "));
    QVERIFY(other->shows("answer> "));
    one->enter("in 25 minutes");
    other->enter("in 26 minutes");
    const int oneEnd = one->waitForEnd();
    const int otherEnd = other->waitForEnd();
    QVERIFY2(oneEnd + otherEnd == 1, QByteArray(one->screen() + other->screen()).constData());
    const QByteArray won = oneEnd == 0 ? "in 25 minutes" : "in 26 minutes";
    QVERIFY((oneEnd == 0 ? one : other)->screen().contains(QByteArray("Answered: " + won)));
    // The other is told what counts, and where it came from.
    const QByteArray lost = (oneEnd == 0 ? other : one)->screen();
    QVERIFY2(lost.contains("nswered via heed questions, ") && lost.contains(QByteArray(": " + won)),
             lost.constData());
    QVERIFY(!chat->waitFor(u"done"_s).isEmpty());
    QCOMPARE(story().questions.first().answer, QString::fromUtf8(won));
    QCOMPARE(story().count(u"inquiry.answered"_s, m_id), 1);
}

void tst_Questions::chatOfAnotherProcessIsAnsweredHere()
{
    const auto chat = asks();
    const auto person = terminal({u"chat"_s, u"--chat"_s, QString::number(m_chat)});
    QVERIFY(person->shows("Another Heed writes this chat's reply."));
    QVERIFY(person->shows("When should I remind you?"));
    QVERIFY(person->shows("answer> "));
    person->enter("in 25 minutes");
    QVERIFY(person->shows("Answered: in 25 minutes."));
    QCOMPARE(person->waitForEnd(), 0);
    QVERIFY(!chat->waitFor(u"done"_s).isEmpty());
}

void tst_Questions::chatTellsOfQuestionsElsewhere()
{
    const auto chat = asks();
    const auto person = terminal({u"chat"_s});
    QVERIFY(person->shows("heed questions pending"));
    QVERIFY(person->shows("> "));
    person->controlD();
    QCOMPARE(person->waitForEnd(), 0);
}

void tst_Questions::jsonChatOfAnotherProcessIsRefused()
{
    const auto chat = asks();
    const Ended ended = run({u"chat"_s, u"--json"_s, u"--chat"_s, QString::number(m_chat)});
    QCOMPARE(ended.code, 1);
    QVERIFY2(ended.out.contains(QByteArray("heed questions answer " + m_id.toUtf8())), ended.out.constData());
}

void tst_Questions::nothingWaits()
{
    const Ended plain = run({u"questions"_s, u"pending"_s});
    QCOMPARE(plain.code, 0);
    QCOMPARE(plain.out, QByteArray("No question waits for you.\n"));
    const Ended json = run({u"questions"_s, u"pending"_s, u"--json"_s});
    QCOMPARE(json.code, 0);
    QVERIFY(json.out.isEmpty());
    QVERIFY(!QFile::exists(m_home->filePath(u"pending"_s))); // looking makes nothing
    QVERIFY(!QFile::exists(m_home->filePath(u"heed.sqlite"_s)));
}

void tst_Questions::needsATerminal_data()
{
    QTest::addColumn<QString>("verb");
    QTest::newRow("to answer") << u"answer"_s;
    QTest::newRow("to decline") << u"decline"_s;
}

void tst_Questions::needsATerminal()
{
    QFETCH(QString, verb);
    const auto chat = asks();
    const Ended ended = run({u"questions"_s, verb, m_id});
    QCOMPARE(ended.code, 1);
    QVERIFY2(ended.err.contains("run this in a terminal"), ended.err.constData());
    QVERIFY(ended.out.isEmpty());
    QVERIFY(!QFile::exists(file(u"answer"_s)));
    QVERIFY(!story().questions.first().outcome);
}

void tst_Questions::wrongUse_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("nothing to do") << QStringList{} << 2 << QByteArray("pending, answer ID or decline ID");
    QTest::newRow("another word") << QStringList{u"list"_s} << 2 << QByteArray("heed questions list");
    QTest::newRow("without an id") << QStringList{u"answer"_s} << 2 << QByteArray("Which question?");
    QTest::newRow("the answer as an argument") << QStringList{u"answer"_s, u"0a1b2c3d"_s, u"yes"_s} << 2
                                               << QByteArray("asked for the answer on the terminal");
    QTest::newRow("JSON for an answer")
        << QStringList{u"answer"_s, u"0a1b2c3d"_s, u"--json"_s} << 2 << QByteArray("pending");
    QTest::newRow("too much for pending")
        << QStringList{u"pending"_s, u"all"_s} << 2 << QByteArray("not expected");
    QTest::newRow("help") << QStringList{u"--help"_s} << 0 << QByteArray("answer ID");
}

void tst_Questions::wrongUse()
{
    QFETCH(QStringList, words);
    QFETCH(int, code);
    QFETCH(QByteArray, says);
    const Ended ended = run(QStringList{u"questions"_s} + words);
    QCOMPARE(ended.code, code);
    QVERIFY2(ended.all().contains(says), ended.all().constData());
}

void tst_Questions::prefixMustBeUnique()
{
    const auto chat = asks(); // so that there is a chat 1
    QVERIFY(fileQuestion(u"aaaa1111"_s, u"First?"_s));
    QVERIFY(fileQuestion(u"aaaa2222"_s, u"Second?"_s));
    const auto several = terminal({u"questions"_s, u"answer"_s, u"aaaa"_s});
    QVERIFY(several->shows("begins several questions: aaaa1111, aaaa2222"));
    QCOMPARE(several->waitForEnd(), 1);
    const auto none = terminal({u"questions"_s, u"answer"_s, u"bbbb"_s});
    QVERIFY(none->shows("No question \"bbbb\" waits."));
    QCOMPARE(none->waitForEnd(), 1);
    const auto one = terminal({u"questions"_s, u"answer"_s, u"AAAA2"_s});
    QVERIFY(one->shows("Second?"));
    one->controlC();
    QCOMPARE(one->waitForEnd(), 130);
}

void tst_Questions::alteredQuestionIsSaidAndNotShown()
{
    QVERIFY(fileQuestion(u"aaaa1111"_s, u"Is it blue?"_s));
    QFile file(m_home->filePath(u"pending/aaaa1111.question.json"_s));
    QVERIFY(file.open(QIODevice::ReadWrite));
    QByteArray bytes = file.readAll();
    bytes.replace("Is it blue?", "Delete all?");
    file.seek(0);
    QCOMPARE(file.write(bytes), bytes.size());
    file.close();
    const Ended ended = run({u"questions"_s, u"pending"_s});
    QCOMPARE(ended.code, 0);
    QVERIFY(!ended.out.contains("Delete"));
    QVERIFY2(ended.err.contains("aaaa1111") && ended.err.contains("not shown"), ended.err.constData());
}

void tst_Questions::linkedFolderIsRefused()
{
    QVERIFY(QFile::link(m_home->path(), m_home->filePath(u"pending"_s)));
    const Ended ended = run({u"questions"_s, u"pending"_s});
    QCOMPARE(ended.code, 1);
    QVERIFY2(ended.err.contains("is a link or a file"), ended.err.constData());
    // The chat goes on without it, and says so.
    HeedRun chat(m_home->path(), {u"chat"_s, u"--json"_s});
    chat.start();
    std::ignore = chat.waitFor(u"ready"_s);
    chat.send({{u"message"_s, u"remind me to call the dentist"_s}});
    QVERIFY(!chat.waitFor(u"question"_s).isEmpty());
    QVERIFY(waitUntil([&chat] { return chat.err().contains("is a link or a file"); }));
}

void tst_Questions::unheldQuestionIsListed()
{
    auto chat = asks();
    chat->killNow();
    const Ended pending = run({u"questions"_s, u"pending"_s, u"--json"_s});
    QCOMPARE(pending.lines.size(), 1);
    QCOMPARE(pending.lines.first()[u"id"_s].toString(), m_id);
    QVERIFY(pending.lines.first()[u"asker"_s].isNull());
    const auto person = terminal({u"questions"_s, u"answer"_s, m_id});
    QVERIFY(person->shows("heed chat --chat " + QByteArray::number(m_chat)));
    QCOMPARE(person->waitForEnd(), 1);
}

QTEST_GUILESS_MAIN(tst_Questions)
#include "tst_questions.moc"
