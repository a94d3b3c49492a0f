// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/takingup.h"
#include "models/store/parkedrecord.h"
#include "models/store/replyrecord.h"
#include "tests/support/fakeelsewhere.h"
#include "tests/support/otherprocess.h"
#include "tests/support/replystage.h"

#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

namespace {

enum class Kind { Waiting, Parked };

//! A window, and another program that runs and has asked in a chat.
struct TakingUpStage {
    explicit TakingUpStage(Kind kind = Kind::Waiting)
    {
        chat = replies.createChat();
        replies.script->add({.calls = {ask(u"1"_s, u"Which roof?"_s, {u"Shed"_s, u"House"_s})}});
        const auto sent = replies.send(chat, u"Fix the roof"_s);
        if (!sent)
            qFatal("no message");
        question = replies.waitForQuestion();
        if (kind == Kind::Parked) {
            replies.script->add({.say = {u"I asked."_s}});
            if (!replies.park(question.id) || !replies.waitFor(sent->reply, EventType::Done))
                qFatal("not parked");
        }
        replies.close();
        replies.open();
        giveToProgram(kind, sent->reply);
        waiting = std::make_unique<WaitingModel>(*replies.replies, &elsewhere);
        takingUp = std::make_unique<TakingUp>(
            *replies.replies, *waiting,
            [this](std::optional<ChatId> of, QObject *, const std::function<void()> &then) {
                prepared.append(of);
                then();
            });
    }
    ~TakingUpStage()
    {
        takingUp.reset();
        waiting.reset();
    }

    void giveToProgram(Kind kind, ReplyId reply)
    {
        std::optional<Result<bool>> given;
        replies.store->write<bool>(
            Durability::AtOnce, &replies,
            [&](QSqlDatabase &database) -> Result<bool> {
                if (kind == Kind::Parked) {
                    const auto parked = records::parkedQuestions(database, chat);
                    return parked && !parked->isEmpty()
                               ? records::claimParked(database, question.id, parked->first().keeper,
                                                      program.name())
                               : false;
                }
                const auto record = records::reply(database, reply);
                return record ? records::claimReply(database, reply, record->owner, program.name()) : false;
            },
            [&given](const Result<bool> &claimed) { given = claimed; });
        if (!QTest::qWaitFor([&given] { return given.has_value(); }, patienceMs) || !*given || !**given)
            qFatal("not given to the program: %s", given && !*given ? qPrintable(given->error().detail) : "");
    }
    //! As its file says it.
    void fileQuestion()
    {
        elsewhere.appear({.question = question,
                          .chatTitle = u"Fix the roof"_s,
                          .asker = {.process = program.name(), .program = u"heed chat"_s}});
    }
    [[nodiscard]] bool isOurs() const { return waiting->rowCount() == 1 && !waiting->asker(question.id); }

    ReplyStage replies{};
    FakeElsewhere elsewhere{};
    OtherProcess program{};
    ChatId chat{};
    Question question{};
    std::unique_ptr<WaitingModel> waiting{};
    std::unique_ptr<TakingUp> takingUp{};
    QList<std::optional<ChatId>> prepared{};
};

} // namespace

//! What another program leaves behind while the window is open.
class tst_TakingUp : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void questionThatAProgramLeftIsTakenUpWhenItHasGone_data();
    void questionThatAProgramLeftIsTakenUpWhenItHasGone();
    void programThatHasGoneAlready();
    void programThatStaysKeepsItsQuestion();
};

void tst_TakingUp::questionThatAProgramLeftIsTakenUpWhenItHasGone_data()
{
    QTest::addColumn<bool>("isParked");
    QTest::newRow("its reply waits") << false;
    QTest::newRow("it was parked") << true;
}

//! The file goes first, the program a moment later.
void tst_TakingUp::questionThatAProgramLeftIsTakenUpWhenItHasGone()
{
    QFETCH(bool, isParked);
    TakingUpStage stage(isParked ? Kind::Parked : Kind::Waiting);
    QSignalSpy abandoned(stage.waiting.get(), &WaitingModel::abandoned);
    stage.fileQuestion();
    QTRY_COMPARE(stage.waiting->rowCount(), 1);
    stage.elsewhere.end(stage.question.id);
    QTRY_COMPARE(abandoned.size(), 1);
    QCOMPARE(stage.waiting->rowCount(), 0);
    QVERIFY(stage.prepared.isEmpty()); // it is the program's still

    stage.program.end();
    QTRY_VERIFY(stage.isOurs());
    QCOMPARE(stage.prepared, QList<std::optional<ChatId>>{stage.chat});
    stage.replies.replies->confirmShown(stage.question.id, Face::Window);
    stage.replies.script->add({.say = {u"Good."_s}});
    QVERIFY(stage.replies.answer(stage.question.id, {.kind = Answer::Kind::Choose, .option = 1}));
    QTRY_COMPARE(stage.waiting->rowCount(), 0);
    QVERIFY(stage.elsewhere.given.isEmpty());
}

void tst_TakingUp::programThatHasGoneAlready()
{
    TakingUpStage stage;
    stage.fileQuestion();
    QTRY_COMPARE(stage.waiting->rowCount(), 1);
    stage.program.end();
    stage.elsewhere.end(stage.question.id);
    QTRY_VERIFY(stage.isOurs());
}

//! Its file was removed by somebody else, and it files the question again.
void tst_TakingUp::programThatStaysKeepsItsQuestion()
{
    TakingUpStage stage;
    QSignalSpy abandoned(stage.waiting.get(), &WaitingModel::abandoned);
    stage.fileQuestion();
    QTRY_COMPARE(stage.waiting->rowCount(), 1);
    stage.elsewhere.end(stage.question.id);
    QTRY_COMPARE(abandoned.size(), 1);
    stage.fileQuestion();
    QTRY_COMPARE(stage.waiting->rowCount(), 1);
    bool isThrough = false;
    stage.takingUp->takeUpAll([&isThrough] { isThrough = true; });
    QTRY_VERIFY(isThrough);
    QVERIFY(stage.waiting->asker(stage.question.id));
    QVERIFY(stage.replies.asked.isEmpty());
}

QTEST_GUILESS_MAIN(tst_TakingUp)
#include "tst_takingup.moc"
