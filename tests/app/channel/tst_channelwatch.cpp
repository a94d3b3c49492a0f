// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/channel/channelstage.h"
#include "tests/app/channel/filewriting.h"

#include <QSignalSpy>
#include <QThread>

using namespace heed;
using namespace heed::test;

namespace {

using Taken = QuestionsElsewhere::Taken;

//! Waits for what becomes of an answer.
std::optional<Result<Taken>> answerThrough(ChannelWatch &watch, const QuestionId &id, const Answer &answer,
                                           Face face = Face::Window)
{
    std::optional<Result<Taken>> got;
    QObject context;
    watch.answer(id, answer, face, &context, [&got](const Result<Taken> &taken) { got = taken; });
    std::ignore = QTest::qWaitFor([&got] { return got.has_value(); }, patienceMs);
    return got;
}

} // namespace

//! The side that answers: what it shows, and what becomes of an answer.
class tst_ChannelWatch : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void showsWhatOthersAsk();
    void showsWhatWaitedBefore();
    void doesNotShowItsOwn();
    void tellsOfANewDeadline();
    void tellsOfTheEnd();
    void answers();
    void secondAnswerIsToldOfTheFirst();
    void answerThatCannotBeIsRefusedAtOnce();
    void secretNeverReachesTheFolder();
    void alteredQuestionIsShownToNobody();
    void endOfItsProcessIsSeen();
    void reusedProcessNumberIsSeen();
    void passedDeadlineIsSeen();
    void answerBeforeTheDeadlineIsSeenThrough();
    void ageAloneIsNoReason();
    void answerToADeadProcessIsKept();
    void removedAnswerIsAskedForAgain();
    void folderInTheAnswersPlaceIsSaid();
    void answerLeftAfterItWasTakenIsRemoved();
    void begunFilesOfTheDeadAreRemoved();
    void folderThatIsReplacedIsFollowed();
    void folderThatCannotBeUsedIsLookedForAgain();
};

void tst_ChannelWatch::showsWhatOthersAsk()
{
    ChannelStage stage;
    const auto watch = stage.watch();
    QSignalSpy appeared(watch.get(), &QuestionsElsewhere::appeared);
    const Question asked = stage.ask(u"Which month?"_s, months);
    QTRY_COMPARE(appeared.size(), 1);
    const auto shown = appeared.first().first().value<QuestionElsewhere>();
    QCOMPARE(shown.question.id, asked.id);
    QCOMPARE(shown.question.chat, stage.chat);
    QCOMPARE(shown.chatTitle, u"My taxes"_s);
    QCOMPARE(shown.asker.program, u"heed chat"_s);
    QCOMPARE(watch->questions().size(), 1);
}

void tst_ChannelWatch::showsWhatWaitedBefore()
{
    ChannelStage stage;
    const Question asked = stage.ask();
    const auto watch = stage.watch();
    QCOMPARE(watch->questions().size(), 1);
    QCOMPARE(watch->questions().first().question.id, asked.id);
}

void tst_ChannelWatch::doesNotShowItsOwn()
{
    ChannelStage stage;
    const Question asked = stage.ask();
    auto own = stage.channel()->question(asked.id)->waiting;
    own.question.id = {u"0000aaaa"_s};
    own.asker.process = processIdentity();
    QVERIFY(stage.channel()->file(own));
    const auto watch = stage.watch();
    QCOMPARE(watch->questions().size(), 1);
    QCOMPARE(watch->questions().first().question.id, asked.id);
    QVERIFY(stage.channel()->question(own.question.id));
}

void tst_ChannelWatch::tellsOfANewDeadline()
{
    ChannelStage stage;
    const Question asked = stage.ask(u"Which month?"_s, months, Face::Window);
    const auto watch = stage.watch();
    QSignalSpy changed(watch.get(), &QuestionsElsewhere::changed);
    stage.replies.replies->keepWaiting(asked.id);
    QTRY_COMPARE(changed.size(), 1);
    QVERIFY(!changed.first().first().value<QuestionElsewhere>().question.deadlineMs);
}

void tst_ChannelWatch::tellsOfTheEnd()
{
    ChannelStage stage;
    const Question asked = stage.ask();
    const auto watch = stage.watch();
    QSignalSpy ended(watch.get(), &QuestionsElsewhere::ended);
    stage.replies.script->add({.say = {u"Thanks."_s}});
    QVERIFY(stage.replies.answer(asked.id, {.text = u"yes"_s}, Face::Terminal));
    QTRY_COMPARE(ended.size(), 1);
    QCOMPARE(ended.first().first().value<QuestionId>(), asked.id);
    QVERIFY(watch->questions().isEmpty());
}

void tst_ChannelWatch::answers()
{
    ChannelStage stage;
    const Question asked = stage.ask(u"Which month?"_s, months);
    const auto watch = stage.watch();
    stage.replies.script->add({.say = {u"Thanks."_s}});
    const auto got = answerThrough(*watch, asked.id, {.text = u" april "_s});
    QVERIFY(got && *got);
    QVERIFY((*got)->isOurs);
    QCOMPARE((*got)->settlement.outcome, Outcome::Chosen); // words that are an option's
    QCOMPARE((*got)->settlement.text, u"April"_s);
    QCOMPARE(stage.record(asked.id).settlement->process, processIdentity());
    QVERIFY(ChannelStage::waitGone(stage.questionFile(asked.id)));
    QVERIFY(ChannelStage::waitGone(stage.answerFile(asked.id)));
}

void tst_ChannelWatch::secondAnswerIsToldOfTheFirst()
{
    ChannelStage stage;
    const Question asked = stage.ask(u"Which month?"_s, months);
    const auto watch = stage.watch();
    const auto channel = stage.channel();
    stage.replies.script->add({.say = {u"Thanks."_s}});
    const PendingAnswer first{.id = asked.id,
                              .answer = {.kind = Answer::Kind::Choose, .option = 0},
                              .source = {.face = Face::Terminal, .process = u"7:7@test"_s},
                              .binding = channel->question(asked.id)->binding};
    QCOMPARE(*channel->hand(first), true);
    const auto got = answerThrough(*watch, asked.id, {.kind = Answer::Kind::Choose, .option = 1});
    QVERIFY(got && *got);
    QVERIFY(!(*got)->isOurs);
    QCOMPARE((*got)->settlement.text, u"March"_s);
    QVERIFY((*got)->settlement.via == Face::Terminal);
}

void tst_ChannelWatch::answerThatCannotBeIsRefusedAtOnce()
{
    ChannelStage stage;
    const Question asked = stage.ask(u"Which month?"_s, months);
    const auto watch = stage.watch();
    const auto got = answerThrough(*watch, asked.id, {.text = u"  "_s});
    QVERIFY(got && !*got);
    QCOMPARE(got->error().code, Error::Code::BadInput);
    QVERIFY(!ChannelStage::exists(stage.answerFile(asked.id)));
    const auto unknown = answerThrough(*watch, {u"99999999"_s}, {.text = u"yes"_s});
    QVERIFY(unknown && !*unknown);
    QCOMPARE(unknown->error().code, Error::Code::Conflict);
}

void tst_ChannelWatch::secretNeverReachesTheFolder()
{
    const QString secret = u"sk-ant-api03-"_s + QString(u"Xq7Rt2Lm9Kp4Wz8Yb3Nc"_s).repeated(4);
    ChannelStage stage;
    const Question asked = stage.ask();
    const auto watch = stage.watch();
    QByteArray file;
    // As long as the process that asks does not look, the file is there to be read.
    std::atomic<bool> goesOn = false;
    stage.replies.replies->inReplyThread([&goesOn] {
        while (!goesOn)
            QThread::yieldCurrentThread();
    });
    std::optional<Result<Taken>> got;
    watch->answer(asked.id, {.text = u"use "_s + secret}, Face::Window, this,
                  [&got](const Result<Taken> &taken) { got = taken; });
    QTRY_VERIFY(ChannelStage::exists(stage.answerFile(asked.id)));
    file = ChannelStage::contents(stage.answerFile(asked.id));
    goesOn = true;
    QVERIFY(!file.contains(secret.toUtf8()));
    QVERIFY(!file.contains(secret.toUtf8().mid(14, 20)));
    QVERIFY(file.contains("[secret 1]"));
    QTRY_VERIFY(got.has_value());
    QVERIFY(*got);
    QCOMPARE((*got)->heldBack, QStringList{u"[secret 1]"_s});
    QCOMPARE((*got)->settlement.text, u"use [secret 1]"_s);
    QCOMPARE(stage.record(asked.id).settlement->heldBack, QStringList{u"[secret 1]"_s});
}

void tst_ChannelWatch::alteredQuestionIsShownToNobody()
{
    ChannelStage stage;
    const Question asked = stage.ask();
    auto forged = stage.channel()->question(asked.id)->waiting;
    forged.question.id = {u"0000bbbb"_s};
    QByteArray bytes = PendingQuestion{.waiting = forged}.toFile(QByteArray(32, 'x'));
    QFile file(stage.questionFile(forged.question.id));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner));
    QCOMPARE(file.write(bytes), bytes.size());
    file.close();
    const auto watch = stage.watch();
    QCOMPARE(watch->questions().size(), 1);
    QTRY_COMPARE(stage.audit(u"inquiry.refused_question"_s).size(), 1);
    QVERIFY(!ChannelStage::exists(stage.questionFile(forged.question.id)));
}

void tst_ChannelWatch::endOfItsProcessIsSeen()
{
    ChannelStage stage;
    const Question asked = stage.ask();
    OtherProcess other;
    auto filed = stage.channel()->question(asked.id)->waiting;
    filed.question.id = {u"0000eeee"_s};
    filed.asker.process = other.name();
    QVERIFY(stage.channel()->file(filed));
    const auto watch = stage.watch();
    QCOMPARE(watch->questions().size(), 2);
    QSignalSpy ended(watch.get(), &QuestionsElsewhere::ended);
    other.end(); // nothing in the folder changes by that
    QTRY_COMPARE(ended.size(), 1);
    QCOMPARE(ended.first().first().value<QuestionId>(), filed.question.id);
    QCOMPARE(watch->questions().size(), 1);
    QVERIFY(!ChannelStage::exists(stage.questionFile(filed.question.id)));
}

void tst_ChannelWatch::reusedProcessNumberIsSeen()
{
    ChannelStage stage;
    const Question asked = stage.ask();
    auto old = stage.channel()->question(asked.id)->waiting;
    old.question.id = {u"0000cccc"_s};
    const QString living = stage.process->name();
    old.asker.process = living.section(u':', 0, 0) + u":1@"_s + living.section(u'@', 1); // started long ago
    QVERIFY(stage.channel()->file(old));
    const auto watch = stage.watch();
    QCOMPARE(watch->questions().size(), 1);
    QVERIFY(!ChannelStage::exists(stage.questionFile(old.question.id)));
}

void tst_ChannelWatch::passedDeadlineIsSeen()
{
    ChannelStage stage;
    const Question asked = stage.ask();
    auto late = stage.channel()->question(asked.id)->waiting;
    late.question.id = {u"0000dddd"_s};
    late.question.deadlineMs = stage.replies.clock.wallMs() - 1;
    QVERIFY(stage.channel()->file(late));
    const auto watch = stage.watch();
    QCOMPARE(watch->questions().size(), 1);
    QVERIFY(!ChannelStage::exists(stage.questionFile(late.question.id)));
}

//! The process that asks has not looked yet when the deadline passes.
void tst_ChannelWatch::answerBeforeTheDeadlineIsSeenThrough()
{
    ChannelStage stage;
    const Question asked = stage.ask(u"Which month?"_s, months);
    auto busy = stage.channel()->question(asked.id)->waiting;
    busy.question.id = {u"0000dddd"_s};
    busy.question.deadlineMs = stage.replies.clock.wallMs() + 1000;
    QVERIFY(stage.channel()->file(busy));
    const auto watch = stage.watch();
    QSignalSpy ended(watch.get(), &QuestionsElsewhere::ended);
    std::optional<Result<Taken>> got;
    watch->answer(busy.question.id, {.kind = Answer::Kind::Choose, .option = 0}, Face::Window, watch.get(),
                  [&got](const Result<Taken> &taken) { got = taken; });
    QTRY_VERIFY(ChannelStage::exists(stage.answerFile(busy.question.id)));
    stage.replies.clock.advance(std::chrono::seconds(2));
    watch->look();
    QCOMPARE(ended.size(), 0);
    QVERIFY(!got);
    QVERIFY(ChannelStage::exists(stage.questionFile(busy.question.id)));
    QVERIFY(ChannelStage::exists(stage.answerFile(busy.question.id)));
    // It was too late there after all.
    QVERIFY(stage.channel()->removeAnswer(busy.question.id));
    stage.channel()->removeQuestion(busy.question.id);
    QTRY_VERIFY(got);
    QCOMPARE(got->error().code, Error::Code::Conflict);
    QCOMPARE(ended.size(), 1);
}

void tst_ChannelWatch::ageAloneIsNoReason()
{
    ChannelStage stage;
    const Question asked = stage.ask(); // in the terminal: without a deadline
    stage.replies.clock.advance(std::chrono::hours(24 * 365));
    const auto watch = stage.watch();
    QCOMPARE(watch->questions().size(), 1);
    QVERIFY(ChannelStage::exists(stage.questionFile(asked.id)));
}

void tst_ChannelWatch::answerToADeadProcessIsKept()
{
    ChannelStage stage;
    const Question asked = stage.ask(u"Which month?"_s, months);
    auto watch = stage.watch();
    watch.reset();
    stage.crash();
    // A process that died before its files were seen to, and an answer that came before that.
    const auto channel = stage.channel();
    QCOMPARE(*channel->hand({.id = asked.id,
                             .answer = {.kind = Answer::Kind::Choose, .option = 0},
                             .source = {.face = Face::Window, .process = processIdentity()},
                             .binding = channel->question(asked.id)->binding}),
             true);
    stage.replies.open();
    watch = stage.watch();
    QVERIFY(watch->questions().isEmpty());
    QTest::qWait(0);
    stage.settle();
    std::ignore = stage.record(asked.id); // the store has done what it was asked for
    QTest::qWait(0);
    QVERIFY(ChannelStage::exists(stage.answerFile(asked.id)));
    QVERIFY(ChannelStage::exists(stage.questionFile(asked.id)));
    watch.reset();
    stage.replies.script->add({.say = {u"Thanks."_s}});
    stage.process = std::make_unique<OtherProcess>();
    stage.openAsker();
    QVERIFY(stage.replies.resume() >= 0);
    QTRY_COMPARE(stage.replies.settled.size(), 1);
    QCOMPARE(stage.replies.settled.first().text, u"March"_s);
}

//! The process that asked had committed it, and died before it removed the files.
//! Somebody removed everything: the program that asks lives on, and its question waits.
void tst_ChannelWatch::removedAnswerIsAskedForAgain()
{
    ChannelStage stage;
    const Question asked = stage.ask(u"Which month?"_s, months);
    const auto channel = stage.channel();
    const QuestionElsewhere filed = channel->question(asked.id)->waiting;
    stage.closeAsker(); // it takes nothing
    QVERIFY(channel->file(filed));
    const auto watch = stage.watch();
    std::optional<Result<Taken>> got;
    watch->answer(asked.id, {.kind = Answer::Kind::Choose, .option = 0}, Face::Questions, this,
                  [&got](const Result<Taken> &taken) { got = taken; });
    QTRY_VERIFY(ChannelStage::exists(stage.answerFile(asked.id)));
    QVERIFY(QDir(stage.folder()).removeRecursively());
    QTRY_VERIFY(got);
    QVERIFY(!*got && got->error().code == Error::Code::Refused);
    QVERIFY2(got->error().text.contains(u"Answer again"_s), qPrintable(got->error().text));
}

void tst_ChannelWatch::folderInTheAnswersPlaceIsSaid()
{
    ChannelStage stage;
    const Question asked = stage.ask(u"Which month?"_s, months);
    const auto watch = stage.watch();
    QVERIFY(QDir().mkdir(stage.answerFile(asked.id)));
    const auto got = answerThrough(*watch, asked.id, {.kind = Answer::Kind::Choose, .option = 0});
    QVERIFY(got && !*got);
    QVERIFY2(got->error().text.contains(stage.answerFile(asked.id)), qPrintable(got->error().text));
    QVERIFY(QDir().rmdir(stage.answerFile(asked.id)));
    stage.replies.script->add({.say = {u"Thanks."_s}});
    const auto again = answerThrough(*watch, asked.id, {.kind = Answer::Kind::Choose, .option = 0});
    QVERIFY(again && *again && (**again).isOurs);
}

void tst_ChannelWatch::answerLeftAfterItWasTakenIsRemoved()
{
    ChannelStage stage;
    const Question asked = stage.ask(u"Which month?"_s, months);
    const auto channel = stage.channel();
    const PendingAnswer given{.id = asked.id,
                              .answer = {.kind = Answer::Kind::Choose, .option = 0},
                              .source = {.face = Face::Window, .process = u"7:7@test"_s},
                              .binding = channel->question(asked.id)->binding};
    const QuestionElsewhere filed = channel->question(asked.id)->waiting;
    stage.replies.script->add({.say = {u"Thanks."_s}});
    QCOMPARE(*channel->hand(given), true);
    QTRY_COMPARE(stage.replies.settled.size(), 1);
    QVERIFY(ChannelStage::waitGone(stage.questionFile(asked.id)));
    stage.process->end();
    QVERIFY(channel->file(filed));
    QCOMPARE(*channel->hand(given), true);
    const auto watch = stage.watch();
    QVERIFY(ChannelStage::waitGone(stage.questionFile(asked.id)));
    QVERIFY(ChannelStage::waitGone(stage.answerFile(asked.id)));
    QVERIFY(stage.audit(u"inquiry.refused_answer"_s).isEmpty()); // it had been taken
}

void tst_ChannelWatch::begunFilesOfTheDeadAreRemoved()
{
    ChannelStage stage;
    std::ignore = stage.ask();
    const OtherProcess other;
    const QString living = stage.folder() + u"/.new-"_s + other.name() + u"-ff"_s;
    const QString dead = stage.folder() + u"/.new-"_s + other.name().section(u':', 0, 0) + u":1@gone-ff"_s;
    for (const QString &name : {living, dead}) {
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    const auto watch = stage.watch();
    QVERIFY(ChannelStage::exists(living));
    QVERIFY(!ChannelStage::exists(dead));
}

//! Nothing tells that it is back: what is not there cannot be watched.
void tst_ChannelWatch::folderThatCannotBeUsedIsLookedForAgain()
{
    ChannelStage stage;
    const Question question = stage.ask();
    const QByteArray filed = ChannelStage::contents(stage.questionFile(question.id));
    stage.closeAsker(); // it would put things right
    writeFile(stage.questionFile(question.id), filed);
    const auto watch = stage.watch();
    QTRY_COMPARE(watch->questions().size(), 1);
    const QTemporaryDir saved;
    ChannelStage::copyFolder(stage.folder(), saved.path());
    QVERIFY(QDir(stage.folder()).removeRecursively());
    QFile file(stage.folder());
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    QTRY_COMPARE(watch->questions().size(), 0);
    QVERIFY(file.remove());
    ChannelStage::copyFolder(saved.path(), stage.folder());
    QVERIFY(QTest::qWaitFor(
        [&] {
            stage.replies.clock.advance(std::chrono::seconds(1));
            return watch->questions().size() == 1;
        },
        patienceMs));
    QCOMPARE(watch->questions().constFirst().question.id, question.id);
}

void tst_ChannelWatch::folderThatIsReplacedIsFollowed()
{
    ChannelStage stage;
    const Question asked = stage.ask();
    const auto watch = stage.watch();
    QTRY_VERIFY(QDir(stage.folder()).removeRecursively()); // the process that asks files meanwhile
    // The process that asks makes it again; both follow the new one.
    QTRY_VERIFY(ChannelStage::exists(stage.questionFile(asked.id)));
    QTRY_COMPARE(watch->questions().size(), 1);
    stage.replies.script->add({.say = {u"Thanks."_s}});
    const auto got = answerThrough(*watch, asked.id, {.text = u"yes"_s});
    QVERIFY(got && *got && (*got)->isOurs);
}

QTEST_GUILESS_MAIN(tst_ChannelWatch)
#include "tst_channelwatch.moc"
