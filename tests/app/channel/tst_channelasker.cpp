// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/channel/channelstage.h"
#include "tests/app/channel/filewriting.h"

#include <QJsonDocument>
#include <QRegularExpression>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace heed;
using namespace heed::test;

namespace {

const Answer march{.kind = Answer::Kind::Choose, .option = 0};

//! An answer as another process hands it in.
PendingAnswer answerTo(const PendingQuestion &question, const Answer &answer)
{
    return {.id = question.waiting.question.id,
            .answer = answer,
            .source = {.face = Face::Questions, .process = u"7:7@test"_s},
            .binding = question.binding};
}

} // namespace

//! The side that asks: what lies in the folder, and which answers count.
class tst_ChannelAsker : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    //! What was refused is in the audit; no line of a log comes between a person and their chat.
    void init() { QTest::failOnWarning(QRegularExpression(u"inquiry\\.refused_"_s)); }

    void questionIsFiledWhileItWaits();
    void secondQuestionFollowsTheFirst();
    void clientIsNamed();
    void goesWithItsReply();
    void goesWithItsChat();
    void goesWithItsProgram();
    void nothingIsMadeBeforeAQuestion();
    void answerIsTaken_data();
    void answerIsTaken();
    void answerOfTheFileBeforeTheDeadlineMovedCounts();
    void wrongAnswerIsRefused_data();
    void wrongAnswerIsRefused();
    void replayedAnswerIsRefused();
    void answerToAQuestionThatIsGoneIsRefused();
    void answerHereIsFirst();
    void removedFileIsFiledAgain();
    void alteredFileIsReportedAndFiledAgain();
    void questionIsFiledWhenNothingIsInTheWayAnyMore_data();
    void questionIsFiledWhenNothingIsInTheWayAnyMore();
    void folderInTheFilesPlaceIsToldAndTheQuestionFiledAgain();
    void linkInTheFoldersPlaceIsNotFollowed();
    void damagedKeyIsReplaced();
    void programOfTheProcessIsNamedNotOfTheFace();
    void removedFolderIsMadeAgain();
    void unusableFolderIsToldAndTheQuestionWaits();
    void questionOfADeadProcessIsFiledAgain();
    void answerThatADeadProcessDidNotTakeCounts();
    void answerInTimeCountsAfterTheDeadline_data();
    void answerInTimeCountsAfterTheDeadline();
    void answerThatCannotCountHoldsNoDeadlineUp();
    void answerOfAnotherQuestionUnderTheSameIdDoesNot();
};

void tst_ChannelAsker::questionIsFiledWhileItWaits()
{
    ChannelStage stage;
    const Question asked = stage.ask(u"Which month?"_s, months);
    const auto filed = stage.channel()->question(asked.id);
    QVERIFY(filed);
    QVERIFY(filed->asksTheSame(asked));
    QCOMPARE(filed->waiting.chatTitle, u"My taxes"_s);
    QCOMPARE(filed->waiting.asker.process, stage.process->name());
    QCOMPARE(filed->waiting.asker.program, u"heed chat"_s);
    QVERIFY(filed->waiting.asker.client.isEmpty());
    QCOMPARE(filed->waiting.question.askedMs, asked.askedMs);
    stage.replies.script->add({.say = {u"Thanks."_s}});
    QVERIFY(stage.replies.answer(asked.id, march, Face::Terminal));
    QVERIFY(ChannelStage::waitGone(stage.questionFile(asked.id)));
    QVERIFY(stage.audit(u"inquiry.refused_answer"_s).isEmpty());
}

void tst_ChannelAsker::secondQuestionFollowsTheFirst()
{
    ChannelStage stage;
    stage.chat = stage.replies.createChat();
    stage.replies.script->add({.calls = {test::ask(u"c1"_s, u"First?"_s), test::ask(u"c2"_s, u"Second?"_s)}});
    stage.replies.script->add({.say = {u"Thanks."_s}});
    QVERIFY(stage.replies.send(stage.chat, u"My taxes"_s));
    const Question first = stage.replies.waitForQuestion();
    QTRY_VERIFY(ChannelStage::exists(stage.questionFile(first.id)));
    const auto channel = stage.channel();
    QCOMPARE(channel->list()->questions.size(), 1); // the other is not asked yet
    QCOMPARE(*channel->hand(answerTo(*channel->question(first.id), {.text = u"one"_s})), true);
    const Question second = stage.replies.waitForQuestion(2);
    QVERIFY(ChannelStage::waitGone(stage.questionFile(first.id)));
    QTRY_VERIFY(ChannelStage::exists(stage.questionFile(second.id)));
}

void tst_ChannelAsker::clientIsNamed()
{
    ChannelStage stage;
    const Question asked = stage.ask();
    stage.setNames(u"heed mcp"_s, u"Some editor"_s);
    const auto filed = stage.channel()->question(asked.id);
    QVERIFY(filed);
    QCOMPARE(filed->waiting.asker.program, u"heed mcp"_s);
    QCOMPARE(filed->waiting.asker.client, u"Some editor"_s);
}

void tst_ChannelAsker::goesWithItsReply()
{
    ChannelStage stage;
    const Question asked = stage.ask();
    stage.replies.replies->stop(stage.reply);
    QVERIFY(ChannelStage::waitGone(stage.questionFile(asked.id)));
}

void tst_ChannelAsker::goesWithItsChat()
{
    ChannelStage stage;
    const Question asked = stage.ask();
    const auto watch = stage.watch();
    QCOMPARE(watch->questions().size(), 1);
    stage.replies.store->write<Done>(
        Durability::AtOnce, this,
        [chat = stage.chat](QSqlDatabase &database) { return records::setTrashed(database, chat, 1); }, {});
    watch->look(); // whoever looks removes it; the process that asks then stops the reply
    QVERIFY(ChannelStage::waitGone(stage.questionFile(asked.id)));
    QTRY_COMPARE(stage.replies.settled.size(), 1);
    QCOMPARE(stage.replies.settled.first().outcome, Outcome::Withdrawn);
    QVERIFY(!ChannelStage::exists(stage.questionFile(asked.id)));
}

void tst_ChannelAsker::goesWithItsProgram()
{
    ChannelStage stage;
    const Question asked = stage.ask();
    stage.closeAsker();
    QVERIFY(!ChannelStage::exists(stage.questionFile(asked.id)));
}

void tst_ChannelAsker::nothingIsMadeBeforeAQuestion()
{
    const ChannelStage stage;
    QVERIFY(!QFile::exists(stage.folder()));
}

void tst_ChannelAsker::answerIsTaken_data()
{
    QTest::addColumn<Answer>("answer");
    QTest::addColumn<Outcome>("outcome");
    QTest::addColumn<QString>("text");
    using Kind = Answer::Kind;
    QTest::newRow("an option") << march << Outcome::Chosen << u"March"_s;
    QTest::newRow("an option with a note") << Answer{.kind = Kind::Choose, .option = 1, .text = u"early"_s}
                                           << Outcome::Chosen << u"April: early"_s;
    QTest::newRow("own words") << Answer{.kind = Kind::Text, .text = u"In May"_s} << Outcome::Answered
                               << u"In May"_s;
    QTest::newRow("a question back") << Answer{.kind = Kind::AskBack, .text = u"Why?"_s} << Outcome::AskedBack
                                     << u"Why?"_s;
    QTest::newRow("declined") << Answer{.kind = Kind::Decline} << Outcome::Declined << QString();
}

void tst_ChannelAsker::answerIsTaken()
{
    QFETCH(Answer, answer);
    QFETCH(Outcome, outcome);
    QFETCH(QString, text);
    ChannelStage stage;
    const Question asked = stage.ask(u"Which month?"_s, months);
    stage.replies.script->add({.say = {u"Thanks."_s}});
    const auto channel = stage.channel();
    QCOMPARE(*channel->hand(answerTo(*channel->question(asked.id), answer)), true);
    QTRY_COMPARE(stage.replies.settled.size(), 1);
    const Settlement settled = stage.replies.settled.first();
    QCOMPARE(settled.outcome, outcome);
    QCOMPARE(settled.text, text);
    QVERIFY(settled.via == Face::Questions);
    QCOMPARE(settled.process, u"7:7@test"_s);
    QVERIFY(ChannelStage::waitGone(stage.answerFile(asked.id)));
    QVERIFY(ChannelStage::waitGone(stage.questionFile(asked.id)));
    const auto record = stage.record(asked.id);
    QVERIFY(record.settlement);
    QVERIFY(record.shownOn.contains(Face::Questions));
    const auto answered = stage.audit(u"inquiry.answered"_s);
    QCOMPARE(answered.size(), 1);
    QCOMPARE(answered.first().fields[u"via"_s].toString(), u"questions"_s);
    QCOMPARE(answered.first().fields[u"process"_s].toString(), u"7:7@test"_s);
    QVERIFY(stage.audit(u"inquiry.refused_answer"_s).isEmpty());
    QVERIFY(stage.replies.waitFor(stage.reply, EventType::Done)); // the same reply carries on
}

void tst_ChannelAsker::answerOfTheFileBeforeTheDeadlineMovedCounts()
{
    ChannelStage stage;
    const Question asked = stage.ask(u"Which month?"_s, months, Face::Window);
    QVERIFY(asked.deadlineMs);
    const auto channel = stage.channel();
    const auto before = channel->question(asked.id);
    stage.replies.replies->keepWaiting(asked.id);
    QTRY_VERIFY(channel->question(asked.id)->binding != before->binding);
    QVERIFY(!channel->question(asked.id)->waiting.question.deadlineMs);
    QCOMPARE(*channel->hand(answerTo(*before, march)), true);
    QTRY_COMPARE(stage.replies.settled.size(), 1);
    QCOMPARE(stage.replies.settled.first().text, u"March"_s);
}

void tst_ChannelAsker::wrongAnswerIsRefused_data()
{
    QTest::addColumn<Answer>("answer");
    QTest::addColumn<QByteArray>("file"); // instead, when not empty
    using Kind = Answer::Kind;
    QTest::newRow("an option that is not there") << Answer{.kind = Kind::Choose, .option = 2} << QByteArray();
    QTest::newRow("no option") << Answer{.kind = Kind::Choose, .option = -1} << QByteArray();
    QTest::newRow("none of these, though words are allowed") << Answer{.kind = Kind::None} << QByteArray();
    QTest::newRow("too long") << Answer{.kind = Kind::Text, .text = QString(2001, u'x')} << QByteArray();
    QTest::newRow("empty") << Answer{.kind = Kind::Text} << QByteArray();
    QTest::newRow("not signed") << march << QByteArray(R"({"version":1,"decision":"decline","text":""})");
    QTest::newRow("no JSON") << march << QByteArray("yes");
}

void tst_ChannelAsker::wrongAnswerIsRefused()
{
    QFETCH(Answer, answer);
    QFETCH(QByteArray, file);
    ChannelStage stage;
    const Question asked = stage.ask(u"Which month?"_s, months);
    const auto channel = stage.channel();
    if (file.isEmpty()) {
        QVERIFY(channel->hand(answerTo(*channel->question(asked.id), answer)));
    } else {
        QFile written(stage.answerFile(asked.id) + u".begun"_s);
        QVERIFY(written.open(QIODevice::WriteOnly));
        QVERIFY(written.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner));
        QCOMPARE(written.write(file), file.size());
        written.close();
        QVERIFY(written.rename(stage.answerFile(asked.id)));
    }
    QVERIFY(ChannelStage::waitGone(stage.answerFile(asked.id)));
    QTRY_COMPARE(stage.audit(u"inquiry.refused_answer"_s).size(), 1);
    const AuditRecord row = stage.audit(u"inquiry.refused_answer"_s).first();
    QCOMPARE(row.chat, stage.chat);
    QCOMPARE(row.fields[u"id"_s].toString(), asked.id.value);
    QVERIFY(!row.fields[u"reason"_s].toString().isEmpty());
    QVERIFY(stage.replies.settled.isEmpty());
    QVERIFY(ChannelStage::exists(stage.questionFile(asked.id))); // it waits on
    QCOMPARE(*channel->hand(answerTo(*channel->question(asked.id), march)), true);
    QTRY_COMPARE(stage.replies.settled.size(), 1);
}

void tst_ChannelAsker::replayedAnswerIsRefused()
{
    ChannelStage stage;
    const Question first = stage.ask(u"Which month?"_s, months);
    const auto channel = stage.channel();
    const PendingAnswer given = answerTo(*channel->question(first.id), march);
    stage.replies.script->add({.say = {u"Thanks."_s}});
    QCOMPARE(*channel->hand(given), true);
    QVERIFY(stage.replies.waitFor(stage.reply, EventType::Done));
    QVERIFY(ChannelStage::waitGone(stage.questionFile(first.id)));
    // For another question, with the answer's own file altered to its id and signed by somebody who has the
    // key.
    stage.chat = stage.replies.createChat();
    stage.replies.script->add({.calls = {test::ask(u"c9"_s, u"Delete all?"_s, {u"Yes"_s, u"No"_s})}});
    QVERIFY(stage.replies.send(stage.chat, u"Another"_s));
    QTRY_VERIFY(stage.replies.asked.size() >= 2);
    const Question second = stage.replies.asked.last();
    QTRY_VERIFY(ChannelStage::exists(stage.questionFile(second.id)));
    PendingAnswer replayed = given;
    replayed.id = second.id;
    QCOMPARE(*channel->hand(replayed), true);
    QVERIFY(ChannelStage::waitGone(stage.answerFile(second.id)));
    QTRY_COMPARE(stage.audit(u"inquiry.refused_answer"_s).size(), 1);
    QVERIFY(!stage.record(second.id).settlement);
}

void tst_ChannelAsker::answerToAQuestionThatIsGoneIsRefused()
{
    ChannelStage stage;
    const Question asked = stage.ask(u"Which month?"_s, months);
    const auto channel = stage.channel();
    const PendingAnswer late = answerTo(*channel->question(asked.id), march);
    stage.replies.script->add({.say = {u"Thanks."_s}});
    QVERIFY(stage.replies.answer(asked.id, {.text = u"May"_s}, Face::Terminal));
    QVERIFY(ChannelStage::waitGone(stage.questionFile(asked.id)));
    QCOMPARE(*channel->hand(late), true);
    const auto watch = stage.watch(); // somebody looks
    QVERIFY(ChannelStage::waitGone(stage.answerFile(asked.id)));
    QTRY_COMPARE(stage.audit(u"inquiry.refused_answer"_s).size(), 1);
    QCOMPARE(stage.record(asked.id).settlement->text, u"May"_s);
}

//! It lay there, and was not seen yet, when the person answered in the program that asks.
void tst_ChannelAsker::answerHereIsFirst()
{
    ChannelStage stage;
    const Question asked = stage.ask(u"Which month?"_s, months);
    stage.replies.script->add({.say = {u"Thanks."_s}});
    const auto channel = stage.channel();
    const PendingAnswer other = answerTo(*channel->question(asked.id), march);
    // Both before the reply thread looks: what is posted first is committed first.
    stage.replies.replies->answer(asked.id, {.text = u"May"_s}, Face::Terminal, this, {});
    QVERIFY(channel->hand(other));
    QTRY_COMPARE(stage.replies.settled.size(), 1);
    QVERIFY(ChannelStage::waitGone(stage.questionFile(asked.id)));
    QVERIFY(ChannelStage::waitGone(stage.answerFile(asked.id)));
    const QString counts = stage.record(asked.id).settlement->text;
    QTRY_COMPARE(stage.audit(u"inquiry.refused_answer"_s).size(), 1);
    QCOMPARE(counts, u"May"_s);
    QCOMPARE(stage.audit(u"inquiry.answered"_s).size(), 1);
}

void tst_ChannelAsker::removedFileIsFiledAgain()
{
    ChannelStage stage;
    const Question asked = stage.ask();
    QVERIFY(QFile::remove(stage.questionFile(asked.id)));
    QTRY_VERIFY(ChannelStage::exists(stage.questionFile(asked.id)));
    QVERIFY(stage.channel()->question(asked.id));
    QVERIFY(stage.replies.settled.isEmpty());
}

void tst_ChannelAsker::alteredFileIsReportedAndFiledAgain()
{
    ChannelStage stage;
    const Question asked = stage.ask(u"Which month?"_s, months);
    QByteArray bytes = ChannelStage::contents(stage.questionFile(asked.id));
    bytes.replace("March", "April");
    QFile file(stage.questionFile(asked.id));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    QCOMPARE(file.write(bytes), bytes.size());
    file.close();
    // Writing into a file changes nothing in its folder, and is seen all the same.
    QTRY_COMPARE(stage.audit(u"inquiry.refused_question"_s).size(), 1);
    QTRY_VERIFY(stage.channel()->question(asked.id));
    QCOMPARE(stage.channel()->question(asked.id)->waiting.question.options.first().label, u"March"_s);
}

void tst_ChannelAsker::questionIsFiledWhenNothingIsInTheWayAnyMore_data()
{
    QTest::addColumn<QString>("problem");
    QTest::newRow("others may use the folder") << u"mode"_s;
    QTest::newRow("the key is damaged") << u"key"_s;
    QTest::newRow("others may read the key") << u"key mode"_s;
    QTest::newRow("a link") << u"link"_s;
    QTest::newRow("a file") << u"file"_s;
}

void tst_ChannelAsker::questionIsFiledWhenNothingIsInTheWayAnyMore()
{
    QFETCH(QString, problem);
    ChannelStage stage;
    const QTemporaryDir elsewhere;
    const QByteArray folder = QFile::encodeName(stage.folder());
    const QByteArray key = folder + "/.key";
    if (problem == u"link"_s)
        QVERIFY(QFile::link(elsewhere.path(), stage.folder()));
    else if (problem == u"file"_s)
        writeFile(stage.folder(), "no folder", 0600);
    else
        QCOMPARE(::mkdir(folder.constData(), problem == u"mode"_s ? 0755 : 0700), 0);
    if (problem.startsWith(u"key"_s))
        writeFile(QFile::decodeName(key), QByteArray(problem == u"key"_s ? 3 : 32, 'k'),
                  problem == u"key"_s ? 0600 : 0644);
    const Question asked = stage.askUnfiled(u"Which month?"_s, months);
    stage.replies.clock.advance(std::chrono::minutes(5));
    stage.settle();
    QVERIFY(!ChannelStage::exists(stage.questionFile(asked.id)));
    if (problem == u"mode"_s)
        QCOMPARE(::chmod(folder.constData(), 0700), 0);
    else if (problem == u"key mode"_s)
        QCOMPARE(::chmod(key.constData(), 0600), 0);
    else
        QVERIFY(QFile::remove(problem == u"key"_s ? QFile::decodeName(key) : stage.folder()));
    QVERIFY(stage.isFiledAgain(asked));
    stage.replies.script->add({.say = {u"Thanks."_s}});
    const auto channel = stage.channel();
    QCOMPARE(*channel->hand(answerTo(*channel->question(asked.id), march)), true);
    QTRY_COMPARE(stage.replies.settled.size(), 1);
}

void tst_ChannelAsker::folderInTheFilesPlaceIsToldAndTheQuestionFiledAgain()
{
    ChannelStage stage;
    const Question asked = stage.ask();
    const QString other = stage.folder() + u"/other"_s;
    QVERIFY(QDir().mkdir(other));
    const QByteArray file = QFile::encodeName(stage.questionFile(asked.id));
    QCOMPARE(::renameat2(AT_FDCWD, QFile::encodeName(other).constData(), AT_FDCWD, file.constData(),
                         RENAME_EXCHANGE),
             0);
    stage.settle();
    stage.replies.clock.advance(std::chrono::minutes(5));
    stage.settle();
    QVERIFY(QFileInfo(stage.questionFile(asked.id)).isDir()); // nobody takes a folder away
    QVERIFY(QDir().rmdir(stage.questionFile(asked.id)));
    QVERIFY(stage.isFiledAgain(asked));
}

void tst_ChannelAsker::linkInTheFoldersPlaceIsNotFollowed()
{
    ChannelStage stage;
    const Question asked = stage.ask();
    const QString moved = stage.folder() + u"-moved"_s;
    QVERIFY(QFile::link(moved, moved)); // leads to what is in its place afterwards
    QCOMPARE(::renameat2(AT_FDCWD, QFile::encodeName(moved).constData(), AT_FDCWD,
                         QFile::encodeName(stage.folder()).constData(), RENAME_EXCHANGE),
             0);
    QVERIFY(QFile::remove(moved + u'/' + asked.id.value + u".question.json"_s));
    stage.replies.clock.advance(std::chrono::minutes(5));
    stage.settle();
    QVERIFY(!ChannelStage::exists(stage.questionFile(asked.id)));
    QVERIFY(QFile::remove(stage.folder()));
    QVERIFY(stage.isFiledAgain(asked));
}

void tst_ChannelAsker::damagedKeyIsReplaced()
{
    ChannelStage stage;
    const Question asked = stage.ask();
    const QString key = stage.folder() + u"/.key"_s;
    writeFile(key, "damaged", 0600);
    stage.settle();
    QVERIFY(QFile::remove(key));
    QVERIFY(stage.isFiledAgain(asked));
    QVERIFY(stage.replies.settled.isEmpty());
}

//! The window takes up what a program asked that has gone: it is the window that asks now.
void tst_ChannelAsker::programOfTheProcessIsNamedNotOfTheFace()
{
    ChannelStage stage;
    const Question asked = stage.ask(u"Which month?"_s, months, Face::Mcp);
    stage.crash();
    stage.restart();
    stage.setNames(u"heed"_s, {});
    const auto channel = stage.channel();
    QTRY_VERIFY(channel->question(asked.id) &&
                channel->question(asked.id)->waiting.asker.process == stage.process->name());
    QTRY_COMPARE(channel->question(asked.id)->waiting.asker.program, u"heed"_s);
}

void tst_ChannelAsker::removedFolderIsMadeAgain()
{
    ChannelStage stage;
    const Question asked = stage.ask();
    QTRY_VERIFY(QDir(stage.folder()).removeRecursively()); // the process that asks files meanwhile
    QTRY_VERIFY(ChannelStage::exists(stage.questionFile(asked.id)));
    const auto channel = stage.channel();
    stage.replies.script->add({.say = {u"Thanks."_s}});
    QTRY_VERIFY(channel->question(asked.id));
    QCOMPARE(*channel->hand(answerTo(*channel->question(asked.id), {.text = u"yes"_s})), true);
    QTRY_COMPARE(stage.replies.settled.size(), 1);
}

void tst_ChannelAsker::unusableFolderIsToldAndTheQuestionWaits()
{
    QTemporaryDir home;
    ReplyStage replies;
    const QString folder = home.filePath(u"pending"_s);
    QVERIFY(QFile::link(home.path(), folder));
    std::atomic<int> told = 0;
    std::atomic<ChannelAsker *> asker = nullptr;
    replies.replies->inReplyThread([&] {
        asker = new ChannelAsker(*replies.replies, folder, processIdentity());
        connect(asker.load(), &ChannelAsker::refused, asker.load(), [&told](const Error &error) {
            if (error.code == Error::Code::Refused)
                ++told;
        });
        asker.load()->start();
    });
    const ChatId chat = replies.createChat();
    replies.script->add({.calls = {test::ask(u"c1"_s, u"Which one?"_s)}});
    QVERIFY(replies.send(chat, u"My taxes"_s));
    const Question asked = replies.waitForQuestion();
    QTRY_COMPARE(told.load(), 1); // once, not with every question
    replies.script->add({.say = {u"Thanks."_s}});
    QVERIFY(replies.answer(asked.id, {.text = u"yes"_s}));
    replies.replies->inReplyThread([&] { delete asker.exchange(nullptr); });
    QTRY_VERIFY(!asker.load());
}

void tst_ChannelAsker::questionOfADeadProcessIsFiledAgain()
{
    ChannelStage stage;
    const Question asked = stage.ask(u"Which month?"_s, months);
    stage.crash();
    QVERIFY(ChannelStage::exists(stage.questionFile(asked.id)));
    stage.restart();
    QTRY_COMPARE(stage.replies.asked.size(), 1);
    QCOMPARE(stage.replies.asked.first().id, asked.id);
    const auto channel = stage.channel();
    QTRY_VERIFY(channel->question(asked.id) &&
                channel->question(asked.id)->waiting.asker.process == stage.process->name());
    stage.replies.script->add({.say = {u"Thanks."_s}});
    QCOMPARE(*channel->hand(answerTo(*channel->question(asked.id), march)), true);
    QTRY_COMPARE(stage.replies.settled.size(), 1);
}

void tst_ChannelAsker::answerThatADeadProcessDidNotTakeCounts()
{
    ChannelStage stage;
    const Question asked = stage.ask(u"Which month?"_s, months);
    stage.crash();
    const auto channel = stage.channel();
    QCOMPARE(*channel->hand(answerTo(*channel->question(asked.id), march)), true);
    stage.replies.script->add({.say = {u"Thanks."_s}});
    stage.restart();
    QTRY_COMPARE(stage.replies.settled.size(), 1);
    QCOMPARE(stage.replies.settled.first().text, u"March"_s);
    QVERIFY(ChannelStage::waitGone(stage.questionFile(asked.id)));
    QVERIFY(ChannelStage::waitGone(stage.answerFile(asked.id)));
    QVERIFY(stage.audit(u"inquiry.refused_answer"_s).isEmpty());
}

void tst_ChannelAsker::answerInTimeCountsAfterTheDeadline_data()
{
    QTest::addColumn<bool>("dies");
    QTest::newRow("to a process that died") << true;
    QTest::newRow("to a process that had not looked yet") << false;
}

void tst_ChannelAsker::answerInTimeCountsAfterTheDeadline()
{
    QFETCH(bool, dies);
    ChannelStage stage;
    const Question asked = stage.ask(u"Which month?"_s, months, Face::Window);
    QVERIFY(asked.deadlineMs);
    stage.replies.script->add({.say = {u"Thanks."_s}});
    if (dies)
        stage.crash();
    const auto channel = stage.channel();
    QCOMPARE(*channel->hand(answerTo(*channel->question(asked.id), march)), true);
    stage.replies.clock.advance(std::chrono::hours(24 * 30));
    if (dies)
        stage.restart();
    QTRY_COMPARE(stage.replies.settled.size(), 1);
    QCOMPARE(stage.replies.settled.first().outcome, Outcome::Chosen);
    QCOMPARE(stage.replies.settled.first().text, u"March"_s);
    QVERIFY(ChannelStage::waitGone(stage.questionFile(asked.id)));
    QVERIFY(ChannelStage::waitGone(stage.answerFile(asked.id)));
    QVERIFY(stage.audit(u"inquiry.refused_answer"_s).isEmpty());
}

void tst_ChannelAsker::answerThatCannotCountHoldsNoDeadlineUp()
{
    ChannelStage stage;
    const Question asked = stage.ask(u"Which month?"_s, months, Face::Window);
    stage.replies.script->add({.say = {u"Thanks."_s}});
    stage.crash();
    const auto channel = stage.channel();
    PendingAnswer other = answerTo(*channel->question(asked.id), march);
    other.binding = u"of another file"_s;
    QCOMPARE(*channel->hand(other), true);
    stage.replies.clock.advance(std::chrono::hours(24 * 30));
    stage.restart();
    QTRY_COMPARE(stage.replies.settled.size(), 1);
    QCOMPARE(stage.replies.settled.first().outcome, Outcome::Unanswered);
    QVERIFY(ChannelStage::waitGone(stage.answerFile(asked.id)));
}

void tst_ChannelAsker::answerOfAnotherQuestionUnderTheSameIdDoesNot()
{
    ChannelStage stage;
    const Question asked = stage.ask(u"Which month?"_s, months);
    stage.crash();
    const auto channel = stage.channel();
    QuestionElsewhere other = channel->question(asked.id)->waiting;
    other.question.options[0].label = u"December"_s;
    QVERIFY(channel->file(other));
    QCOMPARE(*channel->hand(answerTo(*channel->question(asked.id), march)), true);
    stage.restart();
    QVERIFY(ChannelStage::waitGone(stage.answerFile(asked.id)));
    QTRY_COMPARE(stage.audit(u"inquiry.refused_answer"_s).size(), 1);
    QVERIFY(!stage.record(asked.id).settlement);
}

QTEST_GUILESS_MAIN(tst_ChannelAsker)
#include "tst_channelasker.moc"
