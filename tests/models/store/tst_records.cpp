// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/models/store/recordstage.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

namespace {

QString number(std::optional<qint64> value)
{
    return value ? QString::number(*value) : u"-"_s;
}

QString compact(const QJsonObject &object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

// What a record says, field by field: a failing comparison then shows which one differs.
QStringList fields(const ChatRecord &chat)
{
    return {number(chat.id.value),
            chat.title,
            number(chat.titleIsOwn),
            number(chat.createdMs),
            number(chat.updatedMs),
            compact(chat.provider),
            number(chat.head.value),
            chat.draft,
            number(chat.pinned),
            number(chat.trashedMs),
            chat.summary,
            number(chat.summarisedUpTo.value),
            number(chat.waiting),
            number(chat.writing)};
}

QStringList fields(const ReplyRecord &reply)
{
    const Figures &figures = reply.figures;
    return {number(reply.id.value),
            number(reply.chat.value),
            number(reply.message.value),
            number(reply.branchedFrom.value),
            number(int(reply.state)),
            faceName(reply.face),
            compact(reply.provider),
            reply.model,
            reply.owner,
            number(reply.startedMs),
            number(reply.finishedMs),
            number(reply.researchUsedMs),
            number(reply.questions),
            number(reply.fruitless),
            number(reply.concluding),
            number(figures.modelMs),
            number(figures.toolMs),
            number(figures.waitedMs),
            number(figures.firstTokenMs),
            number(figures.tokensIn),
            number(figures.tokensOut),
            number(figures.modelTurns),
            reply.reason};
}

QStringList fields(const CallRecord &record)
{
    return {record.call.id,
            record.call.name,
            record.call.rawArguments,
            compact(record.call.arguments),
            record.call.problem,
            compact(record.call.extra),
            record.result.value_or(u"(none)"_s),
            number(record.ok),
            record.summary};
}

QStringList fields(const TurnRecord &turn)
{
    QStringList all{number(turn.number), turn.text, turn.thinking, compact(turn.echo), turn.finish};
    for (const auto &record : turn.calls)
        all += fields(record);
    return all;
}

QStringList fields(const Question &question)
{
    return {question.id.value,
            number(question.chat.value),
            number(question.reply.value),
            number(question.call.value),
            question.text,
            QString::fromUtf8(QJsonDocument(optionsToJson(question.options)).toJson(QJsonDocument::Compact)),
            number(question.allowOther),
            number(question.index),
            number(question.count),
            faceName(question.face),
            number(question.askedMs),
            number(question.deadlineMs),
            number(int(question.onSilence))};
}

QStringList fields(const Settlement &settlement)
{
    return {settlement.id.value,
            outcomeName(settlement.outcome),
            settlement.text,
            settlement.via ? faceName(*settlement.via) : u"-"_s,
            settlement.process,
            number(settlement.atMs),
            settlement.heldBack.join(u'|'),
            number(int(settlement.answer.kind)),
            number(settlement.answer.option),
            settlement.answer.text};
}

QStringList fields(const ReminderRecord &reminder)
{
    return {number(reminder.id.value),   number(reminder.chat.value),
            number(reminder.call.value), reminder.text,
            reminder.localTime,          number(int(reminder.repeat)),
            number(reminder.day),        number(int(reminder.state)),
            number(reminder.firedMs)};
}

} // namespace

//! Every record comes back as it was put in, whatever stands in its texts.
class tst_Records : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_stage = std::make_unique<RecordStage>(); }
    void cleanup() { m_stage.reset(); }

    void keepsAChat_data();
    void keepsAChat();
    void changesOneThingOfAChat();
    void listsChats_data();
    void listsChats();
    void countsWhatWaitsInAChat();
    void keepsAMessage_data();
    void keepsAMessage();
    void queuesMessages();
    void keepsAReply_data();
    void keepsAReply();
    void keepsTurnsAndCalls();
    void givesACallOneResult();
    void keepsEvents();
    void keepsAQuestion_data();
    void keepsAQuestion();
    void opensAQueuedQuestion();
    void settlesAQuestionOnce_data();
    void settlesAQuestionOnce();
    void listsWaitingQuestions();
    void keepsFacts();
    void keepsNotesOncePerCall();
    void keepsAReminder_data();
    void keepsAReminder();
    void listsRemindersThatAreSet();
    void numbersSecretsByChat();
    void saysWhatIsMissing_data();
    void saysWhatIsMissing();

private:
    [[nodiscard]] QSqlDatabase &db() { return m_stage->database; }
    std::unique_ptr<RecordStage> m_stage{};
};

void tst_Records::keepsAChat_data()
{
    QTest::addColumn<ChatRecord>("chat");
    QTest::newRow("with nothing in it") << ChatRecord{};
    QTest::newRow("with everything in it")
        << ChatRecord{.title = u"Roof of the shed"_s,
                      .titleIsOwn = true,
                      .createdMs = 1'800'000'000'000,
                      .updatedMs = 1'800'000'000'001,
                      .provider = {{u"kind"_s, u"openai"_s}, {u"model"_s, u"m"_s}},
                      .draft = u"And the\ngutter?"_s,
                      .pinned = true};
}

void tst_Records::keepsAChat()
{
    QFETCH(ChatRecord, chat);
    chat.id = must(records::addChat(db(), chat));
    QVERIFY(chat.id.isValid());
    QCOMPARE(fields(must(records::chat(db(), chat.id))), fields(chat));
}

void tst_Records::changesOneThingOfAChat()
{
    const ChatId id = m_stage->addChat();
    const ChatId other = m_stage->addChat(u"Other"_s);
    const QStringList untouched = fields(must(records::chat(db(), other)));
    ChatRecord expected = must(records::chat(db(), id));
    const auto same = [&] { return fields(must(records::chat(db(), id))) == fields(expected); };
    must(records::setTitle(db(), id, expected.title = u"Gutter"_s, expected.titleIsOwn = true));
    QVERIFY(same());
    must(records::setPinned(db(), id, expected.pinned = true));
    QVERIFY(same());
    expected.trashedMs = 7;
    must(records::setTrashed(db(), id, expected.trashedMs));
    QVERIFY(same());
    expected.trashedMs.reset();
    must(records::setTrashed(db(), id, expected.trashedMs));
    QVERIFY(same());
    must(records::setChatDraft(db(), id, expected.draft = u"half a"_s));
    QVERIFY(same());
    must(records::setChatProvider(db(), id, expected.provider = {{u"kind"_s, u"guide"_s}}));
    QVERIFY(same());
    must(records::setHead(db(), id, expected.head = {9}, expected.updatedMs = 50));
    QVERIFY(same());
    must(records::setHead(db(), id, expected.head = {}, 20)); // an earlier time does not move the chat down
    QVERIFY(same());
    must(records::setSummary(db(), id, expected.summary = u"They spoke of roofs."_s,
                             expected.summarisedUpTo = {4}));
    QVERIFY(same());
    QCOMPARE(fields(must(records::chat(db(), other))), untouched);
}

void tst_Records::listsChats_data()
{
    QTest::addColumn<ChatQuery>("query");
    QTest::addColumn<QStringList>("titles");
    QTest::newRow("all that are not in the trash, pinned first, then newest")
        << ChatQuery{}
        << QStringList{u"Old but pinned"_s, u"Über den Dächern"_s, u"100 % _ roof"_s, u"Roof"_s};
    QTest::newRow("the trash") << ChatQuery{.trashed = true} << QStringList{u"Thrown away"_s};
    QTest::newRow("a page") << ChatQuery{.limit = 2}
                            << QStringList{u"Old but pinned"_s, u"Über den Dächern"_s};
    QTest::newRow("the page after") << ChatQuery{.updatedBefore = 4}
                                    << QStringList{u"Old but pinned"_s, u"100 % _ roof"_s, u"Roof"_s};
    QTest::newRow("words in any order and case")
        << ChatQuery{.search = u"ROOF 100"_s} << QStringList{u"100 % _ roof"_s};
    QTest::newRow("capitals beyond ASCII")
        << ChatQuery{.search = u"über DÄCHERN"_s} << QStringList{u"Über den Dächern"_s};
    QTest::newRow("wildcards are characters")
        << ChatQuery{.search = u"% _"_s} << QStringList{u"100 % _ roof"_s};
    QTest::newRow("a quote is a character") << ChatQuery{.search = u"'"_s} << QStringList{};
    QTest::newRow("the first of those that fit")
        << ChatQuery{.search = u"o"_s, .limit = 1} << QStringList{u"Old but pinned"_s};
}

void tst_Records::listsChats()
{
    QFETCH(ChatQuery, query);
    QFETCH(QStringList, titles);
    const ChatId pinned = m_stage->addChat(u"Old but pinned"_s, 1);
    must(records::setPinned(db(), pinned, true));
    (void)m_stage->addChat(u"Roof"_s, 2);
    (void)m_stage->addChat(u"100 % _ roof"_s, 3);
    (void)m_stage->addChat(u"Über den Dächern"_s, 4);
    const ChatId trashed = m_stage->addChat(u"Thrown away"_s, 5);
    must(records::setTrashed(db(), trashed, 6));
    QStringList found;
    for (const auto &chat : must(records::chats(db(), query)))
        found += chat.title;
    QCOMPARE(found, titles);
}

void tst_Records::countsWhatWaitsInAChat()
{
    const ChatId chat = m_stage->addChat();
    const ReplyId reply = m_stage->addExchange(chat);
    (void)m_stage->addQuestion(chat, reply, u"a"_s);
    (void)m_stage->addQuestion(chat, reply, u"b"_s, 0); // queued: not asked yet
    QCOMPARE(must(records::chat(db(), chat)).waiting, 1);
    QVERIFY(must(records::chat(db(), chat)).writing);
    must(records::settleQuestion(db(), {.id = {u"a"_s}}));
    QCOMPARE(must(records::chat(db(), chat)).waiting, 0);
    ReplyRecord record = must(records::reply(db(), reply));
    record.state = ReplyState::Waiting;
    must(records::saveReply(db(), record));
    QVERIFY(must(records::chat(db(), chat)).writing);
    record.state = ReplyState::Done;
    must(records::saveReply(db(), record));
    QVERIFY(!must(records::chat(db(), chat)).writing);
}

void tst_Records::keepsAMessage_data()
{
    QTest::addColumn<Face>("face");
    QTest::newRow("from the window") << Face::Window;
    QTest::newRow("from the companion") << Face::Companion;
    QTest::newRow("spoken") << Face::Voice;
    QTest::newRow("from the terminal") << Face::Terminal;
    QTest::newRow("through the API") << Face::Api;
    QTest::newRow("through MCP") << Face::Mcp;
}

void tst_Records::keepsAMessage()
{
    QFETCH(Face, face);
    const ChatId chat = m_stage->addChat(u"Roof"_s, 10);
    const MessageId id = must(records::addMessage(
        db(), {.chat = chat, .after = {77}, .text = u"  two\n lines "_s, .atMs = 500, .face = face}));
    const MessageRecord message = must(records::message(db(), id));
    QCOMPARE(message.id, id);
    QCOMPARE(message.chat, chat);
    QCOMPARE(message.after, ReplyId{77});
    QCOMPARE(message.text, u"  two\n lines "_s);
    QCOMPARE(message.atMs, 500);
    QCOMPARE(message.face, face);
    QCOMPARE(must(records::chat(db(), chat)).updatedMs, 500);
}

void tst_Records::queuesMessages()
{
    const ChatId chat = m_stage->addChat();
    const ChatId other = m_stage->addChat();
    const ChatId trashed = m_stage->addChat();
    const ReplyId head = m_stage->addExchange(chat);
    const MessageId first = m_stage->addMessage(chat, head, u"first"_s);
    const MessageId second = m_stage->addMessage(chat, head, u"second"_s);
    const MessageId elsewhere = m_stage->addMessage(other);
    (void)m_stage->addMessage(trashed);
    must(records::setTrashed(db(), trashed, 1));
    const auto ids = [this](std::optional<ChatId> of) {
        QList<MessageId> all;
        for (const auto &message : must(records::queuedMessages(db(), of)))
            all += message.id;
        return all;
    };
    QCOMPARE(ids(chat), QList({first, second}));
    QCOMPARE(ids({}), QList({first, second, elsewhere}));
    QCOMPARE(ids(trashed), QList<MessageId>());
    must(records::setMessageAfter(db(), first, {99}));
    QCOMPARE(must(records::message(db(), first)).after, ReplyId{99});
    QCOMPARE(must(records::message(db(), second)).after, head);
    (void)m_stage->addReply(chat, first);
    QCOMPARE(ids(chat), QList({second}));
}

void tst_Records::keepsAReply_data()
{
    QTest::addColumn<ReplyRecord>("reply");
    QTest::newRow("that has just begun") << ReplyRecord{};
    const std::pair<const char *, ReplyState> ends[] = {{"that waits", ReplyState::Waiting},
                                                        {"that is done", ReplyState::Done},
                                                        {"that was stopped", ReplyState::Stopped},
                                                        {"that failed", ReplyState::Failed}};
    for (const auto &[name, state] : ends) {
        QTest::newRow(name) << ReplyRecord{.branchedFrom = {3},
                                           .state = state,
                                           .face = Face::Voice,
                                           .provider = {{u"kind"_s, u"guide"_s}},
                                           .model = u"m"_s,
                                           .owner = u"12:34@boot"_s,
                                           .startedMs = 5,
                                           .finishedMs = 6,
                                           .researchUsedMs = 7,
                                           .questions = 8,
                                           .fruitless = 9,
                                           .concluding = true,
                                           .figures = {.modelMs = 10,
                                                       .toolMs = 11,
                                                       .waitedMs = 1'000'000'000'000,
                                                       .firstTokenMs = 12,
                                                       .tokensIn = 13,
                                                       .tokensOut = 14,
                                                       .modelTurns = 15},
                                           .reason = u"because"_s};
    }
}

void tst_Records::keepsAReply()
{
    QFETCH(ReplyRecord, reply);
    const ChatId chat = m_stage->addChat();
    reply.chat = chat;
    reply.message = m_stage->addMessage(chat);
    reply.id = must(records::addReply(db(), reply));
    QCOMPARE(fields(must(records::reply(db(), reply.id))), fields(reply));

    // The same by way of saving: all that changes in a reply, and nothing of another one.
    ReplyRecord other{.chat = chat,
                      .message = reply.message,
                      .branchedFrom = reply.branchedFrom,
                      .startedMs = reply.startedMs};
    other.id = must(records::addReply(db(), other));
    const ReplyId id = other.id;
    other = reply;
    other.id = id;
    must(records::saveReply(db(), other));
    QCOMPARE(fields(must(records::reply(db(), id))), fields(other));
    QCOMPARE(fields(must(records::reply(db(), reply.id))), fields(reply));

    const bool unfinished = reply.state == ReplyState::Running || reply.state == ReplyState::Waiting;
    QCOMPARE(must(records::unfinishedReplies(db())).size(), unfinished ? 2 : 0);
    must(records::setTrashed(db(), chat, 1));
    QCOMPARE(must(records::unfinishedReplies(db())).size(), unfinished ? 1 : 0);
    must(records::setTrashed(db(), chat, std::nullopt));
    QVERIFY(!must(records::headReply(db(), chat)));
    must(records::setHead(db(), chat, reply.id, 1));
    QCOMPARE(fields(*must(records::headReply(db(), chat))), fields(reply));
}

void tst_Records::keepsTurnsAndCalls()
{
    const ReplyId reply = m_stage->addExchange(m_stage->addChat());
    const TurnRecord first{
        .number = 0,
        .text = u"Let me look."_s,
        .thinking = u"Hm."_s,
        .echo = {{u"signature"_s, u"abc"_s}},
        .finish = u"tool_calls"_s,
        .calls = {{.call = {.id = u"c1"_s,
                            .name = u"search"_s,
                            .rawArguments = u"{\"query\": 1}"_s,
                            .arguments = {{u"query"_s, 1}},
                            .problem = u"no text"_s,
                            .extra = {{u"x"_s, true}}}},
                  {.call = {.id = u"c2"_s}, .result = QString(), .ok = false, .summary = u"Failed"_s}}};
    const TurnRecord second{.number = 1, .text = u"Done."_s};
    const auto calls = must(records::addTurn(db(), reply, first));
    QCOMPARE(must(records::addTurn(db(), reply, second)), QList<CallId>());
    const auto turns = must(records::turns(db(), reply));
    QCOMPARE(turns.size(), 2);
    QCOMPARE(fields(turns[0]), fields(first));
    QCOMPARE(fields(turns[1]), fields(second));
    QCOMPARE(QList({turns[0].calls[0].id, turns[0].calls[1].id}), calls);
    QVERIFY(!turns[0].calls[0].result);
    QVERIFY(turns[0].calls[1].result);               // an empty result is one
    QVERIFY(!records::addTurn(db(), reply, second)); // the number is taken
    QCOMPARE(must(records::turns(db(), reply)).size(), 2);
}

void tst_Records::givesACallOneResult()
{
    const ReplyId reply = m_stage->addExchange(m_stage->addChat());
    const CallId call = must(records::addTurn(db(), reply, {.calls = {{.call = {.id = u"c"_s}}}})).first();
    QVERIFY(must(records::setCallResult(db(), call, u"found"_s, true, u"Looked"_s)));
    QVERIFY(!must(records::setCallResult(db(), call, u"other"_s, false, u"Other"_s)));
    const CallRecord record = must(records::turns(db(), reply)).first().calls.first();
    QCOMPARE(record.result, u"found"_s);
    QVERIFY(record.ok);
    QCOMPARE(record.summary, u"Looked"_s);
    QVERIFY(!must(records::setCallResult(db(), {call.value + 1}, u"found"_s, true, {})));
}

void tst_Records::keepsEvents()
{
    const ChatId chat = m_stage->addChat();
    const ReplyId reply = m_stage->addExchange(chat);
    const ReplyId other = m_stage->addExchange(chat, reply);
    QCOMPARE(must(records::lastSeq(db(), reply)), 0);
    const QList<EventRow> rows{
        {.seq = 1, .firstSeq = 1, .atMs = 5, .type = u"started"_s, .fields = {{u"model"_s, u"m"_s}}},
        {.seq = 4,
         .firstSeq = 2,
         .atMs = 6,
         .type = u"text"_s,
         .fields = {{u"deltas"_s, QJsonArray{u"a"_s, u"b"_s, u"\U0001f980"_s}}}},
        {.seq = 100, .firstSeq = 100, .atMs = 7, .type = u"done"_s}};
    must(records::addEvents(db(), reply, rows));
    const auto same = [](const QList<EventRow> &a, const QList<EventRow> &b) {
        return std::ranges::equal(a, b, [](const EventRow &x, const EventRow &y) {
            return x.seq == y.seq && x.firstSeq == y.firstSeq && x.atMs == y.atMs && x.type == y.type &&
                   x.fields == y.fields;
        });
    };
    QVERIFY(same(must(records::events(db(), reply, 0)), rows));
    QVERIFY(same(must(records::events(db(), reply, 3)), rows.sliced(1))); // the row that holds number 4
    QVERIFY(same(must(records::events(db(), reply, 4)), rows.sliced(2)));
    QVERIFY(same(must(records::events(db(), other, 0)), {}));
    QCOMPARE(must(records::lastSeq(db(), reply)), 100);
    QVERIFY(!records::addEvents(db(), reply, {rows.first()})); // a number is used once
}

void tst_Records::keepsAQuestion_data()
{
    QTest::addColumn<Question>("question");
    QTest::newRow("with nothing but its words") << Question{.text = u"Which roof?"_s, .askedMs = 5};
    QTest::newRow("with everything") << Question{
        .text = u"Which\nroof?"_s,
        .options = {{.label = u"Shed"_s, .description = u"behind the house"_s}, {.label = u"\"House\""_s}},
        .allowOther = false,
        .index = 2,
        .count = 3,
        .face = Face::Terminal,
        .askedMs = 0,
        .deadlineMs = 99,
        .onSilence = SilencePolicy::Stop};
}

void tst_Records::keepsAQuestion()
{
    QFETCH(Question, question);
    question.chat = m_stage->addChat();
    question.reply = m_stage->addExchange(question.chat);
    question.call = {5};
    question.id = {u"0a1b2c3d"_s};
    must(records::addQuestion(db(), question));
    must(records::setQuestionDraft(db(), question.id, u"perhaps"_s));
    must(records::addReceipt(db(), question.id, Face::Window, 1));
    must(records::addReceipt(db(), question.id, Face::Window, 2)); // shown again: still one receipt
    must(records::addReceipt(db(), question.id, Face::Voice, 3));
    const QuestionRecord record = must(records::question(db(), question.id));
    QCOMPARE(fields(record.question), fields(question));
    QCOMPARE(record.draft, u"perhaps"_s);
    QVERIFY(!record.settlement);
    QCOMPARE(QSet<int>({int(record.shownOn.value(0)), int(record.shownOn.value(1))}),
             QSet<int>({int(Face::Window), int(Face::Voice)}));
    QCOMPARE(record.shownOn.size(), 2);
    QVERIFY(!records::addQuestion(db(), question)); // an id names one question
}

void tst_Records::opensAQueuedQuestion()
{
    const ChatId chat = m_stage->addChat();
    const ReplyId reply = m_stage->addExchange(chat);
    Question question = m_stage->addQuestion(chat, reply, u"a"_s, 0);
    QCOMPARE(must(records::waitingCount(db())), 0);
    question.askedMs = 20;
    question.deadlineMs = 30;
    question.index = 2;
    question.count = 2;
    must(records::openQuestion(db(), question));
    QCOMPARE(fields(must(records::question(db(), question.id)).question), fields(question));
    QCOMPARE(must(records::waitingCount(db())), 1);
    question.deadlineMs.reset();
    must(records::setDeadline(db(), question.id, question.deadlineMs));
    QCOMPARE(fields(must(records::question(db(), question.id)).question), fields(question));
    must(records::settleQuestion(db(), {.id = question.id}));
    must(records::setDeadline(db(), question.id, 77)); // it has ended: nothing moves any more
    Question late = question;
    late.askedMs = 88;
    must(records::openQuestion(db(), late));
    QCOMPARE(fields(must(records::question(db(), question.id)).question), fields(question));
}

void tst_Records::settlesAQuestionOnce_data()
{
    QTest::addColumn<Settlement>("settlement");
    for (const auto outcome :
         {Outcome::Chosen, Outcome::Answered, Outcome::None, Outcome::Declined, Outcome::Unanswered,
          Outcome::Withdrawn, Outcome::AskedBack, Outcome::NotShown, Outcome::Refused})
        QTest::addRow("%s", qPrintable(outcomeName(outcome))) << Settlement{.outcome = outcome};
    for (const auto kind : {Answer::Kind::Choose, Answer::Kind::Text, Answer::Kind::None,
                            Answer::Kind::Decline, Answer::Kind::AskBack}) {
        QTest::addRow("with an answer of kind %d", int(kind))
            << Settlement{.outcome = Outcome::Chosen,
                          .text = u"Shed"_s,
                          .via = Face::Companion,
                          .process = u"1:2@b"_s,
                          .atMs = 44,
                          .heldBack = {u"[secret 1]"_s, u"[secret 2]"_s},
                          .answer = {.kind = kind, .option = 2, .text = u"only this year's"_s}};
    }
}

void tst_Records::settlesAQuestionOnce()
{
    QFETCH(Settlement, settlement);
    const ChatId chat = m_stage->addChat();
    const ReplyId reply = m_stage->addExchange(chat);
    settlement.id = m_stage->addQuestion(chat, reply, u"a"_s).id;
    (void)m_stage->addQuestion(chat, reply, u"b"_s);
    QVERIFY(must(records::settleQuestion(db(), settlement)));
    QVERIFY(!must(records::settleQuestion(db(), {.id = settlement.id, .outcome = Outcome::Declined})));
    QCOMPARE(fields(*must(records::question(db(), settlement.id)).settlement), fields(settlement));
    QVERIFY(!must(records::question(db(), {u"b"_s})).settlement);
    QVERIFY(!must(records::settleQuestion(db(), {.id = {u"nobody"_s}})));
}

void tst_Records::listsWaitingQuestions()
{
    const ChatId chat = m_stage->addChat();
    const ChatId trashed = m_stage->addChat();
    const ReplyId reply = m_stage->addExchange(chat);
    (void)m_stage->addQuestion(chat, reply, u"late"_s, 30);
    (void)m_stage->addQuestion(chat, reply, u"early"_s, 20);
    (void)m_stage->addQuestion(chat, reply, u"queued"_s, 0);
    (void)m_stage->addQuestion(chat, reply, u"settled"_s, 10);
    must(records::settleQuestion(db(), {.id = {u"settled"_s}}));
    (void)m_stage->addQuestion(trashed, m_stage->addExchange(trashed), u"thrown away"_s);
    must(records::setTrashed(db(), trashed, 1));
    const auto ids = [](const QList<QuestionRecord> &questions) {
        QStringList all;
        for (const auto &record : questions)
            all += record.question.id.value;
        return all;
    };
    QCOMPARE(ids(must(records::waitingQuestions(db()))), QStringList({u"early"_s, u"late"_s}));
    QCOMPARE(must(records::waitingCount(db())), 2);
    QCOMPARE(ids(must(records::questionsOfReply(db(), reply))),
             QStringList({u"late"_s, u"early"_s, u"queued"_s, u"settled"_s}));
}

void tst_Records::keepsFacts()
{
    const ChatId chat = m_stage->addChat();
    const FactRecord fact{.chat = chat,
                          .subject = u"answer"_s,
                          .name = u"Which?"_s,
                          .value = u"Shed"_s,
                          .source = u"person"_s,
                          .atMs = 4};
    const FactId id = must(records::addFact(db(), fact));
    const FactId second = must(records::addFact(db(), fact));
    (void)must(records::addFact(db(), {.chat = m_stage->addChat()}));
    must(records::setFact(db(), id, u"House"_s));
    auto facts = must(records::facts(db(), chat));
    QCOMPARE(facts.size(), 2);
    const FactRecord &first = facts.first();
    QCOMPARE(QStringList({number(first.id.value), number(first.chat.value), first.subject, first.name,
                          first.value, first.source, number(first.atMs)}),
             QStringList({number(id.value), number(chat.value), u"answer"_s, u"Which?"_s, u"House"_s,
                          u"person"_s, u"4"_s}));
    QCOMPARE(facts.last().value, u"Shed"_s);
    must(records::removeFact(db(), id));
    must(records::setFact(db(), id, u"nothing"_s)); // it is gone, and stays so
    facts = must(records::facts(db(), chat));
    QCOMPARE(facts.size(), 1);
    QCOMPARE(facts.first().id, second);
    QCOMPARE(must(records::find(db(), {.words = u"House"_s})).size(), 0);
    QCOMPARE(must(records::find(db(), {.words = u"nothing"_s})).size(), 0);
    QCOMPARE(must(records::find(db(), {.words = u"Shed"_s})).size(), 1);
}

void tst_Records::keepsNotesOncePerCall()
{
    const NoteRecord note{.chat = {3}, .call = {8}, .title = u"Roofer"_s, .text = u"Weber"_s, .atMs = 5};
    const NoteId id = must(records::addNote(db(), note));
    QCOMPARE(must(records::addNote(db(), note)), id);
    QVERIFY(must(records::addNote(db(), {.text = u"Weber"_s})) !=
            must(records::addNote(db(), {.text = u"Weber"_s})));
    const NoteRecord kept = must(records::note(db(), id));
    QCOMPARE(QStringList({number(kept.chat.value), number(kept.call.value), kept.title, kept.text,
                          number(kept.atMs)}),
             QStringList({u"3"_s, u"8"_s, u"Roofer"_s, u"Weber"_s, u"5"_s}));
    QCOMPARE(must(records::find(db(), {.words = u"weber"_s})).size(), 3);
    must(records::removeNote(db(), id));
    QVERIFY(!records::note(db(), id));
    QCOMPARE(must(records::find(db(), {.words = u"weber"_s})).size(), 2);
}

void tst_Records::keepsAReminder_data()
{
    QTest::addColumn<ReminderRecord>("reminder");
    using State = ReminderRecord::State;
    QTest::newRow("with nothing but its words") << ReminderRecord{.text = u"call"_s};
    for (const auto repeat :
         {Repeat::Daily, Repeat::Weekdays, Repeat::Weekly, Repeat::Monthly, Repeat::Yearly})
        QTest::addRow("repeating, kind %d", int(repeat)) << ReminderRecord{.repeat = repeat, .day = 31};
    for (const auto state : {State::Set, State::Fired, State::Cancelled}) {
        QTest::addRow("in state %d", int(state)) << ReminderRecord{
            .chat = {2}, .call = {3}, .localTime = u"2026-11-29T18:00"_s, .state = state, .firedMs = 77};
    }
}

void tst_Records::keepsAReminder()
{
    QFETCH(ReminderRecord, reminder);
    reminder.id = must(records::addReminder(db(), reminder));
    QCOMPARE(fields(must(records::reminder(db(), reminder.id))), fields(reminder));
    if (reminder.call.isValid())
        QCOMPARE(must(records::addReminder(db(), reminder)), reminder.id);
    ReminderRecord other;
    other.id = must(records::addReminder(db(), other));
    const ReminderRecord untouched = must(records::reminder(db(), other.id));
    reminder.text = u"call Weber"_s;
    reminder.localTime = u"2027-01-01T00:00"_s;
    must(records::saveReminder(db(), reminder));
    QCOMPARE(fields(must(records::reminder(db(), reminder.id))), fields(reminder));
    QCOMPARE(fields(must(records::reminder(db(), other.id))), fields(untouched));
}

void tst_Records::listsRemindersThatAreSet()
{
    using State = ReminderRecord::State;
    const auto add = [this](const QString &text, const QString &time, State state = State::Set) {
        (void)must(records::addReminder(db(), {.text = text, .localTime = time, .state = state}));
    };
    add(u"third"_s, u"2027-01-01T00:00"_s);
    add(u"first"_s, u"2026-11-29T18:00"_s);
    add(u"second"_s, u"2026-11-29T18:00"_s);
    add(u"fired"_s, u"2026-11-28T18:00"_s, State::Fired);
    add(u"cancelled"_s, u"2026-11-30T18:00"_s, State::Cancelled);
    QStringList texts;
    for (const auto &reminder : must(records::reminders(db())))
        texts += reminder.text;
    QCOMPARE(texts, QStringList({u"first"_s, u"second"_s, u"third"_s}));
}

void tst_Records::numbersSecretsByChat()
{
    const ChatId chat = m_stage->addChat();
    const ChatId other = m_stage->addChat();
    const QByteArray odd("a\0b", 3);
    QCOMPARE(must(records::secretNumber(db(), chat, odd)), 1);
    QCOMPARE(must(records::secretNumber(db(), chat, "a")), 2);
    QCOMPARE(must(records::secretNumber(db(), chat, odd)), 1);
    QCOMPARE(must(records::secretNumber(db(), other, "a")), 1);
}

void tst_Records::saysWhatIsMissing_data()
{
    QTest::addColumn<std::function<std::optional<Error>(QSqlDatabase &)>>("ask");
    const auto row = [](const char *name, auto read) {
        QTest::newRow(name) << std::function<std::optional<Error>(QSqlDatabase &)>(
            [read](QSqlDatabase &database) -> std::optional<Error> {
                const auto result = read(database);
                return result ? std::nullopt : std::optional(result.error());
            });
    };
    row("no such chat", [](QSqlDatabase &database) { return records::chat(database, {404}); });
    row("no such message", [](QSqlDatabase &database) { return records::message(database, {404}); });
    row("no such reply", [](QSqlDatabase &database) { return records::reply(database, {404}); });
    row("no such question", [](QSqlDatabase &database) { return records::question(database, {u"404"_s}); });
    row("no such note", [](QSqlDatabase &database) { return records::note(database, {404}); });
    row("no such reminder", [](QSqlDatabase &database) { return records::reminder(database, {404}); });
}

void tst_Records::saysWhatIsMissing()
{
    using Ask = std::function<std::optional<Error>(QSqlDatabase &)>;
    QFETCH(Ask, ask);
    const auto error = ask(db());
    QVERIFY(error);
    QCOMPARE(error->code, Error::Code::NotFound);
    QVERIFY(error->text.contains(u"404"));
}

QTEST_GUILESS_MAIN(tst_Records)
#include "tst_records.moc"
