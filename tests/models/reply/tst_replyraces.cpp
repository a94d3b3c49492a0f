// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/chatrecord.h"
#include "models/store/questionrecord.h"
#include "models/store/replyrecord.h"
#include "tests/support/replystage.h"

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

//! Things that happen to a reply at the same moment, and what a process that died early leaves behind.
class tst_ReplyRaces : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { stage = std::make_unique<ReplyStage>(); }
    void cleanup() { stage.reset(); }

    void stopWhileAQuestionIsFiledLeavesNoneWaiting();
    void stopWhileASecretIsHeldBackEndsBoth();
    void aMessageWaitsForTheReplyThatIsTakenUp();
    void aReplyThatDiedBeforeItsFirstEventTellsItsStart();
    void aDraftThatWasSentAfterARestartIsNoDraft();

private:
    [[nodiscard]] QList<QuestionRecord> questions(ReplyId reply)
    {
        return stage->read<QList<QuestionRecord>>(
            [reply](QSqlDatabase &database) { return records::questionsOfReply(database, reply); });
    }

    std::unique_ptr<ReplyStage> stage{};
};

void tst_ReplyRaces::stopWhileAQuestionIsFiledLeavesNoneWaiting()
{
    for (int i = 0; i < 12; ++i) { // the moment is not ours to choose; each must end well
        stage->script->add({.calls = {ask(u"c1"_s, u"Which project?"_s), ask(u"c2"_s, u"Which week?"_s)}});
        const auto sent = stage->send(stage->createChat(), u"Book it"_s);
        QVERIFY(sent);
        std::ignore = stage->events(sent->reply);
        if (i % 3 > 0)
            QVERIFY(stage->waitFor(sent->reply, i % 3 == 1 ? EventType::Started : EventType::Usage));
        stage->replies->stop(sent->reply);
        QVERIFY(stage->waitFor(sent->reply, EventType::Stopped));
        for (const auto &record : questions(sent->reply)) {
            QVERIFY2(record.settlement, "a question of a reply that has ended still waits");
            QCOMPARE(record.settlement->outcome, Outcome::Withdrawn);
        }
        const auto turns = stage->read<QList<TurnRecord>>(
            [&](QSqlDatabase &database) { return records::turns(database, sent->reply); });
        for (const auto &turn : turns)
            QVERIFY2(std::ranges::all_of(turn.calls,
                                         [](const CallRecord &call) { return call.result.has_value(); }),
                     "a later request would hold a call without a result");
    }
}

void tst_ReplyRaces::stopWhileASecretIsHeldBackEndsBoth()
{
    stage->script->add({.calls = {ask(u"c1"_s, u"What stands there?"_s)}});
    const auto sent = stage->send(stage->createChat(), u"Read it"_s);
    QVERIFY(sent);
    std::ignore = stage->events(sent->reply);
    const Question question = stage->waitForQuestion();
    std::optional<Result<Settlement>> answered;
    stage->replies->answer(question.id, {.text = u"password = hunter2hunter2"_s}, Face::Window, this,
                           [&answered](const Result<Settlement> &result) { answered = result; });
    stage->replies->stop(sent->reply);
    QVERIFY(stage->waitFor(sent->reply, EventType::Stopped));
    QTRY_VERIFY2(answered, "whoever answered was never told anything");
    QTRY_COMPARE(stage->settled.size(), 1);
    const auto record = questions(sent->reply).first();
    QVERIFY(record.settlement);
    QCOMPARE(record.settlement->outcome == Outcome::Answered, bool(*answered));
    QCOMPARE(stage->settled.first().outcome, record.settlement->outcome);
}

void tst_ReplyRaces::aMessageWaitsForTheReplyThatIsTakenUp()
{
    stage->script->add({.calls = {ask(u"c1"_s, u"Which project?"_s)}});
    const auto sent = stage->send(stage->createChat(), u"Book it"_s);
    QVERIFY(sent);
    const Question question = stage->waitForQuestion();
    stage->close();
    stage->open();
    stage->script->add({.say = {u"booked"_s}});
    stage->script->add({.say = {u"thanked"_s}});
    stage->replies->resume(std::nullopt, {}, this, {});
    const auto second =
        stage->send(sent->chat, u"Thank you"_s); // at once, as `heed chat --chat 1 --once` does
    QVERIFY2(second, second ? "" : qPrintable(second.error().text));
    QVERIFY(!second->reply.isValid()); // queued
    std::ignore = stage->events(sent->reply);
    std::ignore = stage->waitForQuestion();
    QVERIFY(stage->answer(question.id, {.text = u"Billing"_s}));
    QVERIFY(stage->waitFor(sent->reply, EventType::Done));
    QTRY_COMPARE(stage->script->requests().size(), 3);
}

void tst_ReplyRaces::aReplyThatDiedBeforeItsFirstEventTellsItsStart()
{
    const ChatId chat = stage->createChat();
    std::optional<ReplyId> reply;
    stage->store->write<ReplyId>(
        Durability::AtOnce, this,
        [chat](QSqlDatabase &database) -> Result<ReplyId> {
            const auto message = records::addMessage(database, {.chat = chat, .text = u"Hello"_s, .atMs = 1});
            if (!message)
                return message.error();
            const auto id = records::addReply(
                database, {.chat = chat, .message = *message, .owner = u"0:died"_s, .startedMs = 1});
            if (!id)
                return id;
            if (auto set = records::setHead(database, chat, *id, 1); !set)
                return set.error();
            return id;
        },
        [&reply](const Result<ReplyId> &made) { reply = made ? std::optional(*made) : std::nullopt; });
    QTRY_VERIFY(reply);
    stage->script->add({.say = {u"Hello."_s}});
    QCOMPARE(stage->resume(), 1);
    QVERIFY(stage->waitFor(*reply, EventType::Done));
    const auto &events = stage->events(*reply);
    QCOMPARE(events.first().type, EventType::Started);
    // A watcher of the process that died may have seen the first numbers already.
    QVERIFY2(events.first().seq > 1000, "numbers that may have been told before are used again");
    QCOMPARE(std::ranges::count(events, EventType::Started, &Event::type), 1);
    QCOMPARE(events.at(1).fields.value(u"code"_s).toString(), u"resumed"_s);
}

void tst_ReplyRaces::aDraftThatWasSentAfterARestartIsNoDraft()
{
    stage->script->add({.calls = {ask(u"c1"_s, u"Which project?"_s)}});
    const auto sent = stage->send(stage->createChat(), u"Book it"_s);
    QVERIFY(sent);
    const Question question = stage->waitForQuestion();
    stage->replies->saveDraft(question.id, u"Billing"_s);
    stage->close();
    stage->open();
    stage->script->add({.say = {u"booked"_s}});
    QCOMPARE(stage->resume(), 1);
    std::ignore = stage->waitForQuestion();
    QCOMPARE(questions(sent->reply).first().draft, u"Billing"_s);
    QVERIFY(stage->answer(question.id, {.text = u"Billing "_s}));
    QTRY_COMPARE(questions(sent->reply).first().draft, QString());
}

QTEST_GUILESS_MAIN(tst_ReplyRaces)
#include "tst_replyraces.moc"
