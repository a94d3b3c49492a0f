// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/channel/channelstage.h"
#include "tests/app/channel/filewriting.h"

#include <QDeadlineTimer>
#include <QThread>
#include <sys/stat.h>

using namespace heed;
using namespace heed::test;

namespace {

//! The process that asks does not look while this is there.
class Asleep
{
public:
    explicit Asleep(ChannelStage &stage)
    {
        stage.replies.replies->inReplyThread([isOver = m_isOver] {
            while (!*isOver)
                QThread::yieldCurrentThread();
        });
    }
    ~Asleep() { *m_isOver = true; }
    Q_DISABLE_COPY_MOVE(Asleep)

private:
    std::shared_ptr<std::atomic<bool>> m_isOver = std::make_shared<std::atomic<bool>>(false);
};

//! An answer that is under way.
class Given
{
public:
    Given(ChannelWatch &watch, const QuestionId &id, int option)
    {
        watch.answer(id, {.kind = Answer::Kind::Choose, .option = option}, Face::Questions, &m_context,
                     [this](const Result<QuestionsElsewhere::Taken> &taken) { m_end = taken; });
    }
    [[nodiscard]] bool hasEnd() const { return m_end.has_value(); }
    [[nodiscard]] bool waitForEnd() const
    {
        return QTest::qWaitFor([this] { return hasEnd(); }, patienceMs);
    }
    //! Empty: it was taken.
    [[nodiscard]] QString refusal() const { return *m_end ? QString() : m_end->error().text; }
    [[nodiscard]] const Result<QuestionsElsewhere::Taken> &end() const { return *m_end; }

private:
    QObject m_context{};
    std::optional<Result<QuestionsElsewhere::Taken>> m_end{};
};

} // namespace

//! The folder is moved away, and back, or opened to others, while a question waits in it.
class tst_ChannelMoved : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void answerIsNotPutWhereNobodyLooks();
    void answerIsTakenBackBeforeItIsSaidToBeLost();
    void answerToAProcessThatEndedMeanwhileIsNotSaidToBeKept();
    void folderForOthersIsNotUsed();
    void questionThatHasEndedIsShownToNobody();

private:
    [[nodiscard]] QString away() const { return stage->folder() + u"-away"_s; }
    void moveAway() { QVERIFY(QDir().rename(stage->folder(), away())); }
    void moveBack()
    {
        QVERIFY(QDir(stage->folder()).removeRecursively());
        QVERIFY(QDir().rename(away(), stage->folder()));
    }
    //! After an answer that is not to be used.
    void answerAgain(ChannelWatch &watch)
    {
        QTRY_COMPARE(watch.questions().size(), 1);
        stage->replies.script->add({.say = {u"Thanks."_s}});
        const Given again(watch, asked.id, 1);
        QVERIFY(again.waitForEnd());
        QVERIFY2(again.end(), qPrintable(again.refusal()));
        QVERIFY(again.end()->isOurs);
        QCOMPARE(stage->record(asked.id).settlement->text, u"April"_s);
    }

    std::unique_ptr<ChannelStage> stage{};
    Question asked{};
};

void tst_ChannelMoved::init()
{
    stage = std::make_unique<ChannelStage>();
    asked = stage->ask(u"Which month?"_s, months);
}

void tst_ChannelMoved::answerIsNotPutWhereNobodyLooks()
{
    const auto watch = stage->watch();
    {
        const Asleep asker(*stage);
        moveAway();
        const Given given(*watch, asked.id, 0);
        // The file system's notice is not heard before the answer is ready.
        const QString there = away() + u'/' + asked.id.value + u".answer.json"_s;
        const QDeadlineTimer limit(patienceMs);
        while (!given.hasEnd() && !QFile::exists(there) && !limit.hasExpired()) {
            QCoreApplication::sendPostedEvents();
            QThread::yieldCurrentThread();
        }
        QVERIFY(!QFile::exists(there));
        QVERIFY(given.waitForEnd());
        QCOMPARE(given.end().error().code, Error::Code::Refused);
        QVERIFY2(given.refusal().contains(u"not handed over"_s), qPrintable(given.refusal()));
        moveBack();
    }
    answerAgain(*watch);
}

void tst_ChannelMoved::answerIsTakenBackBeforeItIsSaidToBeLost()
{
    const auto watch = stage->watch();
    {
        const Asleep asker(*stage);
        const Given given(*watch, asked.id, 0);
        QTRY_VERIFY(ChannelStage::exists(stage->answerFile(asked.id)));
        moveAway();
        QVERIFY(given.waitForEnd());
        QCOMPARE(given.end().error().code, Error::Code::Refused);
        QVERIFY2(given.refusal().contains(u"not known"_s), qPrintable(given.refusal()));
        QVERIFY2(given.refusal().contains(u"Answer again"_s), qPrintable(given.refusal()));
        moveBack();
        QVERIFY(!ChannelStage::exists(stage->answerFile(asked.id)));
    }
    answerAgain(*watch);
}

void tst_ChannelMoved::answerToAProcessThatEndedMeanwhileIsNotSaidToBeKept()
{
    const auto watch = stage->watch();
    const Asleep asker(*stage);
    const Given given(*watch, asked.id, 0);
    QTRY_VERIFY(ChannelStage::exists(stage->answerFile(asked.id)));
    stage->process->end();
    moveAway();
    QVERIFY(given.waitForEnd());
    QCOMPARE(given.end().error().code, Error::Code::Conflict);
    // Whichever was noticed first: what is said holds.
    const bool lies = QFile::exists(away() + u'/' + asked.id.value + u".answer.json"_s);
    QCOMPARE(given.refusal().contains(u"is kept"_s), lies);
}

void tst_ChannelMoved::folderForOthersIsNotUsed()
{
    const auto watch = stage->watch();
    QTRY_COMPARE(watch->questions().size(), 1);
    const QByteArray folder = QFile::encodeName(stage->folder());
    QCOMPARE(::chmod(folder.constData(), 0755), 0);
    const Given given(*watch, asked.id, 0);
    QVERIFY(given.waitForEnd());
    QVERIFY2(given.refusal().contains(u"not handed over"_s), qPrintable(given.refusal()));
    QVERIFY(!ChannelStage::exists(stage->answerFile(asked.id)));
    QTRY_COMPARE(watch->questions().size(), 0);
    const QByteArray filed = ChannelStage::contents(stage->questionFile(asked.id));
    stage->setNames(u"heed mcp"_s, {}); // files it anew
    QCOMPARE(ChannelStage::contents(stage->questionFile(asked.id)), filed);
    QCOMPARE(::chmod(folder.constData(), 0700), 0);
    QVERIFY(stage->isFiledAgain(asked));
    QTRY_COMPARE(stage->channel()->question(asked.id)->waiting.asker.program, u"heed mcp"_s);
    QVERIFY(QTest::qWaitFor(
        [&] {
            stage->replies.clock.advance(std::chrono::seconds(1));
            return watch->questions().size() == 1;
        },
        patienceMs));
    answerAgain(*watch);
}

void tst_ChannelMoved::questionThatHasEndedIsShownToNobody()
{
    const QByteArray filed = ChannelStage::contents(stage->questionFile(asked.id));
    stage->replies.script->add({.say = {u"Thanks."_s}});
    QVERIFY(stage->replies.answer(asked.id, {.kind = Answer::Kind::Choose, .option = 0}, Face::Terminal));
    QVERIFY(ChannelStage::waitGone(stage->questionFile(asked.id)));
    writeFile(stage->questionFile(asked.id), filed); // as in a folder that is put back
    const auto watch = stage->watch();
    QVERIFY(ChannelStage::waitGone(stage->questionFile(asked.id)));
    QTRY_VERIFY(watch->questions().isEmpty());
}

QTEST_GUILESS_MAIN(tst_ChannelMoved)
#include "tst_channelmoved.moc"
