// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/models/store/recordstage.h"

#include <QSqlError>
#include <barrier>
#include <thread>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

namespace {

using Attempt = std::function<bool(QSqlDatabase &, int runner)>;

constexpr int runners = 4;

//! Runs an attempt on connections and threads of their own, all at once; gives how many were successful.
int race(const QString &file, const Attempt &attempt)
{
    std::barrier start(runners);
    std::atomic<int> won = 0;
    std::vector<std::thread> threads;
    for (int runner = 0; runner < runners; ++runner) {
        threads.emplace_back([&, runner] {
            const SystemClock clock;
            OpenDatabase open = must(openDatabase(file, clock));
            start.arrive_and_wait();
            if (attempt(open.database, runner))
                ++won;
            start.arrive_and_wait(); // a closing connection would hold the others up
            closeDatabase(open);
        });
    }
    for (auto &thread : threads)
        thread.join();
    return won;
}

} // namespace

//! What must hold whoever writes: one end for a question, one owner for a reply, an audit that only grows,
//! chats that go without a trace, and texts of any kind.
class tst_RecordCare : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_stage = std::make_unique<RecordStage>(); }
    void cleanup() { m_stage.reset(); }

    void oneOfManySettlesAQuestion();
    void oneOfManyClaimsAReply();
    void claimsOnlyFromItsOwner();
    void aChatGoesWithAllThatIsInIt();
    void whatOutlivesAChatNamesNoOther();
    void emptiesOnlyOldTrash();
    void theAuditOnlyGrows_data();
    void theAuditOnlyGrows();
    void readsTheAudit_data();
    void readsTheAudit();
    void keepsAnyText_data();
    void keepsAnyText();
    void keepsAnyTextOfAQuestion_data() { keepsAnyText_data(); }
    void keepsAnyTextOfAQuestion();

private:
    [[nodiscard]] QSqlDatabase &db() { return m_stage->database; }
    //! A chat with something in every table.
    [[nodiscard]] ChatId addFullChat(const QString &word);

    std::unique_ptr<RecordStage> m_stage{};
};

void tst_RecordCare::oneOfManySettlesAQuestion()
{
    const ChatId chat = m_stage->addChat();
    const ReplyId reply = m_stage->addExchange(chat);
    for (int round = 0; round < 20; ++round)
        (void)m_stage->addQuestion(chat, reply, u"q%1"_s.arg(round));
    std::array<std::atomic<int>, 20> winners{};
    (void)race(m_stage->file(), [&winners](QSqlDatabase &database, int runner) {
        for (int round = 0; round < 20; ++round) {
            const Settlement mine{
                .id = {u"q%1"_s.arg(round)}, .outcome = Outcome::Answered, .text = QString::number(runner)};
            if (must(records::settleQuestion(database, mine)))
                winners[size_t(round)] += 1 + 100 * runner;
        }
        return true;
    });
    for (int round = 0; round < 20; ++round) {
        const int winner = winners[size_t(round)];
        QCOMPARE(winner % 100, 1); // exactly one was told that its answer counts
        QCOMPARE(must(records::question(db(), {u"q%1"_s.arg(round)})).settlement->text,
                 QString::number(winner / 100));
    }
}

void tst_RecordCare::oneOfManyClaimsAReply()
{
    const ReplyId reply = m_stage->addExchange(m_stage->addChat());
    std::atomic<int> winner = -1;
    const int won = race(m_stage->file(), [&](QSqlDatabase &database, int runner) {
        const bool mine = must(records::claimReply(database, reply, {}, u"process %1"_s.arg(runner)));
        if (mine)
            winner = runner;
        return mine;
    });
    QCOMPARE(won, 1);
    QCOMPARE(must(records::reply(db(), reply)).owner, u"process %1"_s.arg(winner));
}

void tst_RecordCare::claimsOnlyFromItsOwner()
{
    const ReplyId id = m_stage->addExchange(m_stage->addChat());
    QVERIFY(must(records::claimReply(db(), id, {}, u"1"_s)));
    QVERIFY(!must(records::claimReply(db(), id, {}, u"2"_s)));
    QVERIFY(must(records::claimReply(db(), id, u"1"_s, u"2"_s)));
    ReplyRecord reply = must(records::reply(db(), id));
    QCOMPARE(reply.owner, u"2"_s);
    for (const auto state : {ReplyState::Done, ReplyState::Stopped, ReplyState::Failed}) {
        reply.state = state;
        must(records::saveReply(db(), reply));
        QVERIFY(!must(records::claimReply(db(), id, u"2"_s, u"3"_s))); // it has ended
    }
    QVERIFY(!must(records::claimReply(db(), {404}, {}, u"1"_s)));
}

ChatId tst_RecordCare::addFullChat(const QString &word)
{
    const ChatId chat = m_stage->addChat(word);
    const ReplyId reply = m_stage->addExchange(chat, {}, word);
    const QList<CallId> calls =
        must(records::addTurn(db(), reply, {.text = word, .calls = {{.call = {.id = u"c"_s}}}}));
    must(records::addEvents(db(), reply, {{.seq = 1, .firstSeq = 1, .type = u"started"_s}}));
    const Question question = m_stage->addQuestion(chat, reply, word);
    must(records::addReceipt(db(), question.id, Face::Window, 1));
    (void)must(records::addFact(db(), {.chat = chat, .value = word}));
    (void)must(records::secretNumber(db(), chat, "digest"));
    must(records::addAudit(db(), {.kind = u"inquiry.requested"_s, .chat = chat, .reply = reply}));
    (void)must(
        records::addNote(db(), {.chat = chat, .call = calls.first(), .title = u"Note"_s, .text = word}));
    (void)must(records::addReminder(db(), {.chat = chat, .call = calls.first(), .text = word}));
    return chat;
}

void tst_RecordCare::aChatGoesWithAllThatIsInIt()
{
    const QStringList ofChats{u"chat"_s,  u"message"_s,  u"reply"_s,   u"turn"_s, u"call"_s,
                              u"event"_s, u"question"_s, u"receipt"_s, u"fact"_s, u"secret_mark"_s};
    const ChatId going = addFullChat(u"going"_s);
    const ChatId staying = addFullChat(u"staying"_s);
    for (const auto &table : ofChats)
        QCOMPARE(m_stage->count(table), 2);
    QCOMPARE(m_stage->count(u"found"_s), 8); // message, reply, fact and note of each
    must(records::setTrashed(db(), going, 1));
    QCOMPARE(must(records::emptyTrash(db(), 2)), 1);
    for (const auto &table : ofChats)
        QCOMPARE(m_stage->count(table), 1);
    QCOMPARE(m_stage->count(u"found"_s), 5);
    QVERIFY(!records::chat(db(), going));
    QVERIFY(bool(records::chat(db(), staying)));
    // The person's own stays, and so does the record of what was asked and done.
    QCOMPARE(m_stage->count(u"audit"_s), 2);
    QCOMPARE(m_stage->count(u"note"_s), 2);
    QCOMPARE(m_stage->count(u"reminder"_s), 2);
    const auto found = must(records::find(db(), {.words = u"going"_s}));
    QCOMPARE(found.size(), 1);
    QCOMPARE(found.first().kind, FoundRecord::Kind::Note);
}

void tst_RecordCare::whatOutlivesAChatNamesNoOther()
{
    const ChatId gone = addFullChat(u"first"_s);
    const auto before = must(records::audit(db(), {.chat = gone}));
    QCOMPARE(before.size(), 1);
    must(records::setTrashed(db(), gone, 1));
    QCOMPARE(must(records::emptyTrash(db(), 2)), 1);
    // A later chat's call keeps its own note and reminder, and its audit is not that of the deleted one.
    const ChatId later = addFullChat(u"second"_s);
    QVERIFY(later != gone);
    QCOMPARE(m_stage->count(u"note"_s), 2);
    QCOMPARE(m_stage->count(u"reminder"_s), 2);
    QCOMPARE(must(records::audit(db(), {.chat = later})).size(), 1);
    QVERIFY(must(records::audit(db(), {.chat = later})).first().reply != before.first().reply);
}

void tst_RecordCare::emptiesOnlyOldTrash()
{
    const ChatId old = m_stage->addChat();
    const ChatId young = m_stage->addChat();
    const ChatId shown = m_stage->addChat();
    must(records::setTrashed(db(), old, 99));
    must(records::setTrashed(db(), young, 100));
    QCOMPARE(must(records::emptyTrash(db(), 100)), 1);
    QVERIFY(!records::chat(db(), old));
    QVERIFY(bool(records::chat(db(), young)));
    QVERIFY(bool(records::chat(db(), shown)));
}

void tst_RecordCare::theAuditOnlyGrows_data()
{
    QTest::addColumn<QString>("statement");
    QTest::newRow("a row is changed") << u"UPDATE audit SET kind = 'x'"_s;
    QTest::newRow("a row is changed into itself") << u"UPDATE audit SET fields = fields WHERE id = 1"_s;
    QTest::newRow("a row is deleted") << u"DELETE FROM audit WHERE id = 1"_s;
    QTest::newRow("all rows are deleted") << u"DELETE FROM audit"_s;
    QTest::newRow("a row is replaced")
        << u"REPLACE INTO audit (id, at_ms, kind, fields) VALUES (1, 0, 'x', '')"_s;
    QTest::newRow("a row is put in its place on conflict")
        << u"INSERT INTO audit (id, at_ms, kind, fields) VALUES (1, 0, 'x', '') ON CONFLICT (id) DO UPDATE SET kind = 'x'"_s;
}

void tst_RecordCare::theAuditOnlyGrows()
{
    QFETCH(QString, statement);
    must(
        records::addAudit(db(), {.atMs = 5, .kind = u"tool.called"_s, .chat = {7}, .fields = {{u"a"_s, 1}}}));
    QVERIFY(!sql::run(db(), statement));
    const auto rows = must(records::audit(db(), {}));
    QCOMPARE(rows.size(), 1);
    QCOMPARE(rows.first().kind, u"tool.called"_s);
    QCOMPARE(rows.first().atMs, 5);
    QCOMPARE(rows.first().fields, QJsonObject({{u"a"_s, 1}}));
}

void tst_RecordCare::readsTheAudit_data()
{
    QTest::addColumn<AuditQuery>("query");
    QTest::addColumn<QStringList>("kinds");
    QTest::newRow("all, oldest first") << AuditQuery{} << QStringList{u"a"_s, u"b"_s, u"c"_s, u"d"_s};
    QTest::newRow("of one chat") << AuditQuery{.chat = ChatId{1}} << QStringList{u"a"_s, u"c"_s};
    QTest::newRow("of a chat that has none") << AuditQuery{.chat = ChatId{9}} << QStringList{};
    QTest::newRow("since a time") << AuditQuery{.sinceMs = 30} << QStringList{u"c"_s, u"d"_s};
    QTest::newRow("the first two") << AuditQuery{.limit = 2} << QStringList{u"a"_s, u"b"_s};
    QTest::newRow("the newest two") << AuditQuery{.limit = 2, .newestFirst = true}
                                    << QStringList{u"d"_s, u"c"_s};
    QTest::newRow("the page after them")
        << AuditQuery{.limit = 2, .newestFirst = true, .beforeId = 3} << QStringList{u"b"_s, u"a"_s};
}

void tst_RecordCare::readsTheAudit()
{
    QFETCH(AuditQuery, query);
    QFETCH(QStringList, kinds);
    must(records::addAudit(db(), {.atMs = 10, .kind = u"a"_s, .chat = {1}, .reply = {5}}));
    must(records::addAudit(db(), {.atMs = 20, .kind = u"b"_s, .chat = {2}}));
    must(records::addAudit(db(), {.atMs = 30, .kind = u"c"_s, .chat = {1}}));
    must(records::addAudit(db(), {.atMs = 40, .kind = u"d"_s}));
    QStringList read;
    for (const auto &row : must(records::audit(db(), query)))
        read += row.kind;
    QCOMPARE(read, kinds);
}

void tst_RecordCare::keepsAnyText_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("kept");
    const auto whole = [](const char *name, const QString &text) { QTest::newRow(name) << text << text; };
    const QChar high(0xd83e);
    const QChar low(0xdd80);
    const QChar replaced = QChar::ReplacementCharacter;
    whole("nothing", QString(u""_s));
    QTest::newRow("null") << QString() << QString(u""_s);
    whole("quotes", u"'; DROP TABLE chat; -- \" ` \\"_s);
    whole("placeholders", u"? :a @b $c %1 %n"_s);
    whole("line ends", u"\r\n\n\r\u2028\u2029"_s);
    whole("controls", u"\u0001\u001b[31m\u007f\u0085"_s);
    whole("directions", u"\u202eabc\u2066"_s);
    whole("a byte order mark", u"\ufeffabc"_s);
    whole("a byte order mark alone", u"\ufeff"_s);
    whole("two byte order marks", u"\ufeff\ufeffabc"_s);
    QTest::newRow("a byte order mark the wrong way round") << QChar(0xfffe) + u"abc"_s << replaced + u"abc"_s;
    QTest::newRow("what is no character")
        << u"a"_s + QChar(0xffff) + u"\ufdd0b"_s << u"a"_s + replaced + u"\ufdd0b"_s;
    whole("a picture", u"\U0001f980\U0001f469\u200d\U0001f680"_s);
    whole("1 MB", QString(1'000'000, u'x'));
    whole("1 MB of pictures", u"\U0001f980"_s.repeated(500'000));
    QTest::newRow("NUL") << u"a"_s + QChar(0) + u"b"_s + QChar(0) << u"a"_s + replaced + u"b"_s + replaced;
    QTest::newRow("half a picture at the end") << u"ab"_s + high << u"ab"_s + replaced;
    QTest::newRow("half a picture in the middle") << u"a"_s + high + u"bc"_s << u"a"_s + replaced + u"bc"_s;
    QTest::newRow("the other half at the beginning") << low + u"abc"_s << replaced + u"abc"_s;
    QTest::newRow("the halves in the wrong order")
        << u"a"_s + low + high + u"b"_s << u"a"_s + replaced + replaced + u"b"_s;
    QTest::newRow("half a picture before a whole one")
        << high + u"\U0001f980"_s << replaced + u"\U0001f980"_s;
}

void tst_RecordCare::keepsAnyText()
{
    QFETCH(QString, text);
    QFETCH(QString, kept);
    const ChatId chat = m_stage->addChat(text);
    must(records::setChatDraft(db(), chat, text));
    must(records::setSummary(db(), chat, text, {}));
    const ChatRecord record = must(records::chat(db(), chat));
    QVERIFY(record.title == kept && record.draft == kept && record.summary == kept);

    const MessageId message = m_stage->addMessage(chat, {}, text);
    QVERIFY(must(records::message(db(), message)).text == kept);
    const ReplyId reply = m_stage->addReply(chat, message);
    ReplyRecord saved = must(records::reply(db(), reply));
    saved.model = saved.owner = saved.reason = text;
    must(records::saveReply(db(), saved));
    saved = must(records::reply(db(), reply));
    QVERIFY(saved.model == kept && saved.owner == kept && saved.reason == kept);
    QVERIFY(must(records::claimReply(db(), reply, text, u"other"_s)));

    const CallRecord call{.call = {.id = text,
                                   .name = text,
                                   .rawArguments = text,
                                   .arguments = {{u"a"_s, text}},
                                   .problem = text},
                          .result = text,
                          .summary = text};
    (void)must(records::addTurn(db(), reply, {.text = text, .thinking = text, .calls = {call}}));
    const TurnRecord turn = must(records::turns(db(), reply)).first();
    QVERIFY(turn.text == kept && turn.thinking == kept);
    const CallRecord &read = turn.calls.first();
    QVERIFY(read.call.id == kept && read.call.name == kept && read.call.rawArguments == kept &&
            read.call.problem == kept);
    QVERIFY(read.result == kept && read.summary == kept);
    QVERIFY(read.call.arguments[u"a"_s].toString() == text); // JSON escapes what it must

    must(records::addEvents(db(), reply,
                            {{.seq = 1, .firstSeq = 1, .type = u"text"_s, .fields = {{u"delta"_s, text}}}}));
    QVERIFY(must(records::events(db(), reply, 0)).first().fields[u"delta"_s].toString() == text);
}

void tst_RecordCare::keepsAnyTextOfAQuestion()
{
    QFETCH(QString, text);
    QFETCH(QString, kept);
    const ChatId chat = m_stage->addChat();
    const ReplyId reply = m_stage->addExchange(chat);
    must(records::addQuestion(db(), {.id = {u"q"_s}, .chat = chat, .reply = reply, .text = text}));
    must(records::setQuestionDraft(db(), {u"q"_s}, text));
    QVERIFY(must(records::settleQuestion(
        db(),
        {.id = {u"q"_s}, .text = text, .process = text, .heldBack = {text}, .answer = {.text = text}})));
    const QuestionRecord question = must(records::question(db(), {u"q"_s}));
    QVERIFY(question.question.text == kept && question.draft == kept && question.settlement->text == kept);
    QVERIFY(question.settlement->process == kept && question.settlement->answer.text == kept);
    QVERIFY(question.settlement->heldBack == QStringList(text));

    (void)must(
        records::addFact(db(), {.chat = chat, .subject = text, .name = text, .value = text, .source = text}));
    const FactRecord fact = must(records::facts(db(), chat)).first();
    QVERIFY(fact.subject == kept && fact.name == kept && fact.value == kept && fact.source == kept);
    const NoteRecord note =
        must(records::note(db(), must(records::addNote(db(), {.title = text, .text = text}))));
    QVERIFY(note.title == kept && note.text == kept);
    const ReminderRecord reminder =
        must(records::reminder(db(), must(records::addReminder(db(), {.text = text, .localTime = text}))));
    QVERIFY(reminder.text == kept && reminder.localTime == kept);
    must(records::addAudit(db(), {.kind = text, .fields = {{u"text"_s, text}}}));
    const AuditRecord audit = must(records::audit(db(), {})).first();
    QVERIFY(audit.kind == kept && audit.fields[u"text"_s].toString() == text);
    QVERIFY(bool(records::find(db(), {.words = text})));
}

QTEST_GUILESS_MAIN(tst_RecordCare)
#include "tst_recordcare.moc"
