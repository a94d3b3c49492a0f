// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/questionrecord.h"
#include "tests/models/list/liststage.h"
#include "tests/support/fakeelsewhere.h"

using namespace heed;
using namespace heed::test;

namespace {

//! A question in the database whose process is another one: asked here, in an earlier run.
struct Stage {
    explicit Stage(const QString &text = u"Which roof?"_s)
    {
        chat = replies.createChat();
        replies.script->add(
            {.say = {u"Let me see. "_s}, .calls = {ask(u"1"_s, text, {u"Shed"_s, u"House"_s})}});
        if (!replies.send(chat, u"Fix the roof"_s))
            qFatal("no message");
        question = replies.waitForQuestion();
        replies.close();
        replies.open();
        waiting = std::make_unique<WaitingModel>(*replies.replies, &elsewhere);
        transcript = std::make_unique<TranscriptModel>(*replies.replies, *waiting);
        tester = std::make_unique<QAbstractItemModelTester>(waiting.get());
    }
    ~Stage()
    {
        tester.reset();
        transcript.reset();
        waiting.reset();
    }

    //! As its file says it: the reply and the call are not known.
    [[nodiscard]] QuestionElsewhere filed() const
    {
        Question known = question;
        known.reply = {};
        known.call = {};
        return {.question = known,
                .chatTitle = u"Fix the roof"_s,
                .asker = {.process = u"4711:815@x"_s, .program = u"heed mcp"_s, .client = u"Some editor"_s}};
    }
    //! What the other process commits.
    [[nodiscard]] Settlement settle(const Answer &answer, Face via, const QString &process)
    {
        const Settlement settlement{.id = question.id,
                                    .outcome = Outcome::Chosen,
                                    .text = question.options.at(answer.option).label,
                                    .via = via,
                                    .process = process,
                                    .atMs = replies.clock.wallMs(),
                                    .answer = answer};
        bool done = false;
        replies.store->write<bool>(
            Durability::AtOnce, &replies,
            [settlement](QSqlDatabase &database) { return records::settleQuestion(database, settlement); },
            [&done](const Result<bool> &first) { done = first && *first; });
        if (!QTest::qWaitFor([&done] { return done; }, patienceMs))
            qFatal("not settled");
        return settlement;
    }

    ReplyStage replies{};
    FakeElsewhere elsewhere{};
    ChatId chat{};
    Question question{};
    std::unique_ptr<WaitingModel> waiting{};
    std::unique_ptr<TranscriptModel> transcript{};
    std::unique_ptr<QAbstractItemModelTester> tester{};
};

} // namespace

//! Questions of other processes among those that wait.
class tst_Elsewhere : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void isListedWithWhoAsks();
    void waitedBeforeTheModelWasMade();
    void isAnsweredWhereItWasAsked();
    void laterAnswerIsToldOfTheFirst();
    void endIsReadFromTheDatabase();
    void deadProcessLeavesItToWhoeverTakesItUp();
    void isOursOnceItIsTakenUpHere();
    void chatShowsItAsWaiting();
};

void tst_Elsewhere::isListedWithWhoAsks()
{
    Stage stage;
    QSignalSpy asked(stage.waiting.get(), &WaitingModel::asked);
    stage.elsewhere.appear(stage.filed());
    QTRY_COMPARE(asked.size(), 1);
    const QModelIndex row = stage.waiting->index(0);
    QCOMPARE(row.data().toString(), u"Which roof?"_s);
    QCOMPARE(row.data(WaitingModel::AskerRole).toString(), u"heed mcp for Some editor, process 4711"_s);
    QCOMPARE(row.data(WaitingModel::ChatTitleRole).toString(), u"Fix the roof"_s);
    const QString spoken = row.data(Qt::AccessibleTextRole).toString();
    QVERIFY2(spoken.contains(u"Some editor"_s) && spoken.contains(u"Which roof?"_s), qPrintable(spoken));
    QCOMPARE(stage.waiting->ofChat(stage.chat)->id, stage.question.id);
    QVERIFY(stage.waiting->asker(stage.question.id));
    stage.elsewhere.appear(stage.filed()); // twice is once
    QCOMPARE(stage.waiting->rowCount(), 1);
}

void tst_Elsewhere::waitedBeforeTheModelWasMade()
{
    Stage stage;
    stage.elsewhere.appear(stage.filed());
    WaitingModel later(*stage.replies.replies, &stage.elsewhere);
    QTRY_COMPARE(later.rowCount(), 1);
}

void tst_Elsewhere::isAnsweredWhereItWasAsked()
{
    Stage stage;
    stage.elsewhere.appear(stage.filed());
    QTRY_COMPARE(stage.waiting->rowCount(), 1);
    std::optional<Result<Settlement>> got;
    const Answer answer{.kind = Answer::Kind::Choose, .option = 1};
    stage.waiting->answer(stage.question.id, answer, Face::Window, this,
                          [&got](const Result<Settlement> &settlement) { got = settlement; });
    QCOMPARE(stage.elsewhere.given.size(), 1);
    QVERIFY(stage.elsewhere.given.first().answer == answer);
    QCOMPARE(stage.elsewhere.given.first().face, Face::Window);
    QVERIFY(!got); // nothing is acknowledged before it is committed there
    const Settlement end = stage.settle(answer, Face::Window, u"us"_s);
    stage.elsewhere.given.first().then(
        QuestionsElsewhere::Taken{.settlement = end, .isOurs = true, .heldBack = {u"[secret 1]"_s}});
    QVERIFY(got && *got);
    QCOMPARE((*got)->text, u"House"_s);
    QCOMPARE((*got)->heldBack, QStringList{u"[secret 1]"_s});
}

void tst_Elsewhere::laterAnswerIsToldOfTheFirst()
{
    Stage stage;
    stage.elsewhere.appear(stage.filed());
    QTRY_COMPARE(stage.waiting->rowCount(), 1);
    std::optional<Result<Settlement>> got;
    stage.waiting->answer(stage.question.id, {.kind = Answer::Kind::Choose, .option = 1}, Face::Window, this,
                          [&got](const Result<Settlement> &settlement) { got = settlement; });
    const Settlement end =
        stage.settle({.kind = Answer::Kind::Choose, .option = 0}, Face::Questions, u"them"_s);
    stage.elsewhere.given.first().then(QuestionsElsewhere::Taken{.settlement = end, .isOurs = false});
    QVERIFY(got && !*got);
    QCOMPARE(got->error().code, Error::Code::Conflict);
    QVERIFY2(got->error().text.contains(u"via heed questions"_s) && got->error().text.contains(u"Shed"_s),
             qPrintable(got->error().text));
}

void tst_Elsewhere::endIsReadFromTheDatabase()
{
    Stage stage;
    QSignalSpy settled(stage.waiting.get(), &WaitingModel::settled);
    stage.elsewhere.appear(stage.filed());
    QTRY_COMPARE(stage.waiting->rowCount(), 1);
    std::ignore = stage.settle({.kind = Answer::Kind::Choose, .option = 0}, Face::Terminal, u"them"_s);
    stage.elsewhere.end(stage.question.id);
    QTRY_COMPARE(settled.size(), 1);
    const auto end = settled.first().at(1).value<Settlement>();
    QCOMPARE(end.text, u"Shed"_s);
    QVERIFY(end.via == Face::Terminal);
    QCOMPARE(stage.waiting->rowCount(), 0);
}

void tst_Elsewhere::deadProcessLeavesItToWhoeverTakesItUp()
{
    Stage stage;
    QSignalSpy settled(stage.waiting.get(), &WaitingModel::settled);
    QSignalSpy abandoned(stage.waiting.get(), &WaitingModel::abandoned);
    stage.elsewhere.appear(stage.filed());
    QTRY_COMPARE(stage.waiting->rowCount(), 1);
    stage.elsewhere.end(stage.question.id); // without an end in the database
    QTRY_COMPARE(abandoned.size(), 1);
    QCOMPARE(abandoned.first().first().value<ChatId>(), stage.chat);
    QCOMPARE(abandoned.first().at(1).toString(), stage.filed().asker.process);
    QCOMPARE(stage.waiting->rowCount(), 0);
    QVERIFY(settled.isEmpty());
    QCOMPARE(stage.replies.resume(), 1);
    QTRY_COMPARE(stage.waiting->rowCount(), 1);
    QVERIFY(!stage.waiting->asker(stage.question.id));
}

void tst_Elsewhere::isOursOnceItIsTakenUpHere()
{
    Stage stage;
    stage.elsewhere.appear(stage.filed());
    QTRY_COMPARE(stage.waiting->rowCount(), 1);
    QCOMPARE(stage.replies.resume(), 1); // before anybody noticed that the other process has gone
    QTRY_VERIFY(!stage.waiting->asker(stage.question.id));
    stage.elsewhere.end(stage.question.id);
    stage.replies.script->add({.say = {u"Good."_s}});
    QCOMPARE(stage.waiting->rowCount(), 1);
    stage.replies.replies->confirmShown(stage.question.id, Face::Window);
    std::optional<Result<Settlement>> got;
    stage.waiting->answer(stage.question.id, {.kind = Answer::Kind::Choose, .option = 0}, Face::Window, this,
                          [&got](const Result<Settlement> &settlement) { got = settlement; });
    QTRY_VERIFY(got.has_value());
    QVERIFY(*got);
    QVERIFY(stage.elsewhere.given.isEmpty());
}

void tst_Elsewhere::chatShowsItAsWaiting()
{
    Stage stage;
    stage.transcript->setChat(stage.chat);
    QTRY_VERIFY(stage.transcript->indexOfQuestion(stage.question.id).isValid());
    const auto waits = [&stage] {
        return stage.transcript->indexOfQuestion(stage.question.id).data(TranscriptRole::Waiting).toBool();
    };
    QVERIFY(!waits());
    stage.elsewhere.appear(stage.filed());
    QTRY_VERIFY(waits());
    std::ignore = stage.settle({.kind = Answer::Kind::Choose, .option = 0}, Face::Terminal, u"them"_s);
    stage.elsewhere.end(stage.question.id);
    QTRY_VERIFY(!waits());
}

QTEST_GUILESS_MAIN(tst_Elsewhere)
#include "tst_elsewhere.moc"
