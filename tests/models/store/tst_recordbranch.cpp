// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/models/store/recordstage.h"

#include <limits>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;
using heed::records::BranchStep;

namespace {

//! A branch as "message>reply" steps; a queued message has no reply.
QStringList stepsOf(const QList<BranchStep> &steps)
{
    QStringList all;
    for (const auto &step : steps) {
        const QString reply = step.reply ? QString::number(step.reply->id.value) : u"queued"_s;
        all += step.message.text + u'>' + reply;
    }
    return all;
}

QString step(const QString &text, ReplyId reply)
{
    return text + u'>' + QString::number(reply.value);
}

} // namespace

//! The shown branch of a chat, with edits, regenerated replies and queued messages, and copies of turns.
class tst_RecordBranch : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup() { m_stage.reset(); }

    void anEmptyChatHasNoSteps();
    void walksUpFromTheHead();
    void knowsTheRepliesToTheSameMessage();
    void knowsTheMessagesAfterTheSameReply();
    void endsWithTheQueuedMessages();
    void readsTheEndOnly_data();
    void readsTheEndOnly();
    void readsALongChatPieceByPiece();
    void findsTheNewestEnd();
    void copiesTurns_data();
    void copiesTurns();
    void leavesOneResultOut();
    void copiesNoCutOffTurn();
    void aCopiedReplyIsFound();

private:
    [[nodiscard]] QSqlDatabase &db() { return m_stage->database; }
    [[nodiscard]] QStringList branch() { return stepsOf(must(records::branch(db(), m_chat))); }
    //! A reply with \a count turns, each with two calls, of which the second of the last has no result.
    [[nodiscard]] ReplyId replyWithTurns(int count);

    std::unique_ptr<RecordStage> m_stage{};
    ChatId m_chat{};
};

void tst_RecordBranch::init()
{
    m_stage = std::make_unique<RecordStage>();
    m_chat = m_stage->addChat();
}

void tst_RecordBranch::anEmptyChatHasNoSteps()
{
    QCOMPARE(branch(), QStringList());
    QCOMPARE(stepsOf(must(records::branchEnd(db(), {}, 10))), QStringList());
    QVERIFY(!records::branch(db(), {404}));
    QVERIFY(!records::branchEnd(db(), {404}, 10));
}

void tst_RecordBranch::walksUpFromTheHead()
{
    const ReplyId first = m_stage->addExchange(m_chat, {}, u"a"_s);
    const ReplyId second = m_stage->addExchange(m_chat, first, u"b"_s);
    (void)m_stage->addExchange(m_stage->addChat(), {}, u"of another chat"_s);
    QCOMPARE(branch(), QStringList({step(u"a"_s, first), step(u"b"_s, second)}));
    must(records::setHead(db(), m_chat, first, 9));
    QCOMPARE(branch(), QStringList({step(u"a"_s, first)}));
}

void tst_RecordBranch::knowsTheRepliesToTheSameMessage()
{
    const MessageId message = m_stage->addMessage(m_chat, {}, u"a"_s);
    const ReplyId first = m_stage->addReply(m_chat, message);
    const ReplyId second = m_stage->addReply(m_chat, message);
    const ReplyId after = m_stage->addExchange(m_chat, first, u"b"_s);
    const auto steps = must(records::branch(db(), m_chat));
    QCOMPARE(stepsOf(steps), QStringList({step(u"a"_s, first), step(u"b"_s, after)}));
    QCOMPARE(steps[0].siblings, QList({first, second}));
    QCOMPARE(steps[1].siblings, QList({after}));
    QCOMPARE(steps[0].messageSiblings, QList({message}));
}

void tst_RecordBranch::knowsTheMessagesAfterTheSameReply()
{
    const ReplyId first = m_stage->addExchange(m_chat, {}, u"a"_s);
    const MessageId asSent = m_stage->addMessage(m_chat, first, u"b"_s);
    (void)m_stage->addReply(m_chat, asSent);
    const MessageId edited = m_stage->addMessage(m_chat, first, u"b, better"_s);
    const ReplyId shown = m_stage->addReply(m_chat, edited);
    const auto steps = must(records::branch(db(), m_chat));
    QCOMPARE(stepsOf(steps), QStringList({step(u"a"_s, first), step(u"b, better"_s, shown)}));
    QCOMPARE(steps[1].messageSiblings, QList({asSent, edited}));
    QCOMPARE(steps[1].siblings, QList({shown}));

    // The first message, edited: those that follow no reply are siblings within their chat only.
    (void)m_stage->addExchange(m_stage->addChat(), {}, u"of another chat"_s);
    const MessageId first2 = m_stage->addMessage(m_chat, {}, u"a, better"_s);
    (void)m_stage->addReply(m_chat, first2);
    const auto edit = must(records::branch(db(), m_chat));
    QCOMPARE(edit.size(), 1);
    QCOMPARE(edit[0].messageSiblings, QList({steps[0].message.id, first2}));
}

void tst_RecordBranch::endsWithTheQueuedMessages()
{
    const ReplyId first = m_stage->addExchange(m_chat, {}, u"a"_s);
    const MessageId queued = m_stage->addMessage(m_chat, first, u"b"_s);
    (void)m_stage->addMessage(m_chat, first, u"c"_s);
    QCOMPARE(branch(), QStringList({step(u"a"_s, first), u"b>queued"_s, u"c>queued"_s}));
    const ReplyId second = m_stage->addReply(m_chat, queued);
    QCOMPARE(branch(), QStringList({step(u"a"_s, first), step(u"b"_s, second), u"c>queued"_s}));
    QCOMPARE(must(records::branch(db(), m_chat))[1].messageSiblings, QList({queued})); // c has not been sent
    // Whatever is shown, what waits comes after it.
    must(records::setHead(db(), m_chat, first, 9));
    QCOMPARE(branch(), QStringList({step(u"a"_s, first), u"c>queued"_s}));
}

void tst_RecordBranch::readsTheEndOnly_data()
{
    QTest::addColumn<int>("most");
    QTest::addColumn<int>("steps");
    QTest::newRow("nothing is wanted") << 0 << 0;
    QTest::newRow("one step") << 1 << 1;
    QTest::newRow("as many as there are") << 3 << 3;
    QTest::newRow("more than there are") << 4 << 3;
    QTest::newRow("all") << std::numeric_limits<int>::max() << 3;
}

void tst_RecordBranch::readsTheEndOnly()
{
    QFETCH(int, most);
    QFETCH(int, steps);
    const ReplyId first = m_stage->addExchange(m_chat, {}, u"a"_s);
    const ReplyId second = m_stage->addExchange(m_chat, first, u"b"_s);
    const ReplyId third = m_stage->addExchange(m_chat, second, u"c"_s);
    (void)m_stage->addMessage(m_chat, third, u"queued"_s);
    const QStringList all{step(u"a"_s, first), step(u"b"_s, second), step(u"c"_s, third)};
    QCOMPARE(stepsOf(must(records::branchEnd(db(), third, most))), all.last(steps));
}

void tst_RecordBranch::readsALongChatPieceByPiece()
{
    QVERIFY(db().transaction());
    QStringList all;
    ReplyId last;
    for (int i = 0; i < 300; ++i) {
        const QString text = QString::number(i);
        last = m_stage->addExchange(m_chat, last, text);
        all += step(text, last);
    }
    QVERIFY(db().commit());
    QStringList read;
    for (ReplyId at = last; at.isValid();) {
        const auto piece = must(records::branchEnd(db(), at, 7));
        read = stepsOf(piece) + read;
        at = piece.first().message.after;
    }
    QCOMPARE(read, all);
    QCOMPARE(branch(), all);
}

void tst_RecordBranch::findsTheNewestEnd()
{
    const ReplyId root = m_stage->addExchange(m_chat, {}, u"a"_s);
    QCOMPARE(must(records::newestEnd(db(), root)), root);
    const ReplyId left = m_stage->addExchange(m_chat, root, u"b"_s);
    const ReplyId leftEnd = m_stage->addExchange(m_chat, left, u"c"_s);
    QCOMPARE(must(records::newestEnd(db(), root)), leftEnd);
    const MessageId edited = m_stage->addMessage(m_chat, root, u"b, better"_s);
    const ReplyId right = m_stage->addReply(m_chat, edited);
    const ReplyId rightAgain = m_stage->addReply(m_chat, edited); // regenerated
    (void)m_stage->addMessage(m_chat, rightAgain, u"queued"_s);   // no reply yet: not an end
    QCOMPARE(must(records::newestEnd(db(), root)), rightAgain);
    QCOMPARE(must(records::newestEnd(db(), left)), leftEnd);
    QCOMPARE(must(records::newestEnd(db(), right)), right);
}

ReplyId tst_RecordBranch::replyWithTurns(int count)
{
    const ReplyId reply = m_stage->addExchange(m_chat);
    for (int i = 0; i < count; ++i) {
        const QString n = QString::number(i);
        std::optional<QString> second = u"result b"_s + n;
        if (i == count - 1)
            second.reset();
        (void)must(
            records::addTurn(db(), reply,
                             {.number = i,
                              .text = u"said "_s + n,
                              .thinking = u"thought "_s + n,
                              .echo = {{u"n"_s, i}},
                              .finish = u"tool_calls"_s,
                              .calls = {{.call = {.id = u"a"_s + n}, .result = u"result a"_s + n},
                                        {.call = {.id = u"b"_s + n}, .result = second, .ok = false}}}));
    }
    return reply;
}

void tst_RecordBranch::copiesTurns_data()
{
    QTest::addColumn<int>("last");
    QTest::addColumn<int>("copied");
    QTest::newRow("up to before the first: none") << -1 << 0;
    QTest::newRow("the first only") << 0 << 1;
    QTest::newRow("the first two") << 1 << 2;
    QTest::newRow("all") << 2 << 3;
    QTest::newRow("beyond the last") << 99 << 3;
}

void tst_RecordBranch::copiesTurns()
{
    QFETCH(int, last);
    QFETCH(int, copied);
    const ReplyId from = replyWithTurns(3);
    const ReplyId to = m_stage->addExchange(m_chat, from);
    must(records::copyTurns(db(), from, to, last));
    const auto before = must(records::turns(db(), from));
    const auto after = must(records::turns(db(), to));
    QCOMPARE(before.size(), 3);
    QCOMPARE(after.size(), copied);
    QSet<qint64> rows;
    for (qsizetype i = 0; i < after.size(); ++i) {
        QCOMPARE(after[i].number, before[i].number);
        QCOMPARE(after[i].text, before[i].text);
        QCOMPARE(after[i].thinking, before[i].thinking);
        QCOMPARE(after[i].echo, before[i].echo);
        QCOMPARE(after[i].finish, before[i].finish);
        QCOMPARE(after[i].calls.size(), 2);
        for (qsizetype place = 0; place < 2; ++place) {
            QCOMPARE(after[i].calls[place].call.id, before[i].calls[place].call.id);
            QCOMPARE(after[i].calls[place].result, before[i].calls[place].result);
            QCOMPARE(after[i].calls[place].ok, before[i].calls[place].ok);
            rows << after[i].calls[place].id.value << before[i].calls[place].id.value;
        }
    }
    QCOMPARE(rows.size(), 4 * copied); // copies are calls of their own
}

void tst_RecordBranch::leavesOneResultOut()
{
    const ReplyId from = replyWithTurns(3);
    const ReplyId to = m_stage->addExchange(m_chat, from);
    const CallId asked = must(records::turns(db(), from))[1].calls[1].id;
    const CallId copy = must(records::copyTurns(db(), from, to, 1, asked));
    const auto turns = must(records::turns(db(), to));
    QCOMPARE(turns.size(), 2);
    QCOMPARE(turns[1].calls[1].id, copy);
    QVERIFY(!turns[1].calls[1].result);
    QCOMPARE(turns[1].calls[0].result, u"result a1"_s);
    QCOMPARE(must(records::turns(db(), from))[1].calls[1].result, u"result b1"_s); // the old branch is kept
    QVERIFY(must(records::setCallResult(db(), copy, u"another answer"_s, true, {})));

    const ReplyId other = m_stage->addExchange(m_chat, from);
    const auto missing = records::copyTurns(db(), from, other, 0, asked); // it is in a later turn
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, Error::Code::NotFound);
}

void tst_RecordBranch::copiesNoCutOffTurn()
{
    const ReplyId from = replyWithTurns(1);
    (void)must(
        records::addTurn(db(), from, {.number = 1, .text = u"I wanted to s"_s, .finish = u"partial"_s}));
    const ReplyId to = m_stage->addExchange(m_chat, from);
    must(records::copyTurns(db(), from, to, 5));
    QCOMPARE(must(records::turns(db(), to)).size(), 1);
}

void tst_RecordBranch::aCopiedReplyIsFound()
{
    const ReplyId from = replyWithTurns(2);
    const ReplyId to = m_stage->addExchange(m_chat, from);
    must(records::copyTurns(db(), from, to, 1));
    QSet<qint64> replies;
    for (const auto &hit :
         must(records::find(db(), {.words = u"said 0 1"_s, .kind = FoundRecord::Kind::Reply})))
        replies += hit.ref;
    QCOMPARE(replies, QSet({from.value, to.value}));
}

QTEST_GUILESS_MAIN(tst_RecordBranch)
#include "tst_recordbranch.moc"
