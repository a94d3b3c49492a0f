// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/httplistener.h"
#include "models/store/questionrecord.h"
#include "tests/app/api/apistage.h"

#include <QRandomGenerator>
#include <QTest>
#include <algorithm>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

//! The event stream: each event once and in order, however many watch, come late, leave or fall behind.
class tst_ApiStream : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { allowManyConnections(); } // the clients are in this process, too
    void init() { m_stage = std::make_unique<ApiStage>(); }
    void cleanup() { m_stage.reset(); }

    void replaysAndFollows();
    void goesOnAfter_data();
    void goesOnAfter();
    void afterTheEndThereIsNothing();
    void numberThatIsNotOfThisReplyLeavesNothingOut_data();
    void numberThatIsNotOfThisReplyLeavesNothingOut();
    void numberIsNotUsedTwiceInAChat();
    void nothingIsRepeatedWhenAReplyGoesOnAfterARestart();
    void oldClientGetsAPlainStream();
    void sentQuestionCountsAsShown();
    void replayedQuestionCountsAsShownToo();
    void manyWatchersGetEverything();
    void longReplyIsReplayedWhole();
    void slowWatcherIsToldAndOthersAreNotHeldUp();
    void leavingAndComingBackMissesNothing();
    void endOfTheServerIsSaid();

private:
    //! A reply that says these pieces and then waits for an answer; after it, these.
    //! \param pace of the second part; none: as fast as it goes.
    ReplyId saying(const QStringList &before, const QStringList &after,
                   const std::shared_ptr<QSemaphore> &pace = {});
    //! What a watcher inside the program sees: the truth that streams are compared with.
    [[nodiscard]] QList<qint64> truth(ReplyId reply);

    std::unique_ptr<ApiStage> m_stage{};
    ChatId m_chat{};
};

namespace {

QStringList pieces(int count, int length = 8)
{
    QStringList all;
    for (int i = 0; i < count; ++i)
        all << u"%1 "_s.arg(i, length - 1, 10, QLatin1Char('x'));
    return all;
}

bool isRising(const QList<qint64> &numbers)
{
    return std::ranges::adjacent_find(numbers, std::ranges::greater_equal{}) == numbers.end();
}

} // namespace

ReplyId tst_ApiStream::saying(const QStringList &before, const QStringList &after,
                              const std::shared_ptr<QSemaphore> &pace)
{
    m_chat = m_stage->createChat();
    m_stage->script->add(
        {.say = before, .calls = {ask(u"c1"_s, u"Which project?"_s, {u"Imprint"_s, u"Billing"_s})}});
    m_stage->script->add({.say = after, .pace = pace});
    const auto sent = m_stage->send(m_chat, u"Book two hours"_s);
    if (!sent || !m_stage->waitFor(sent->reply, EventType::Question))
        qFatal("nothing was asked");
    std::ignore = m_stage->waitForQuestion();
    return sent->reply;
}

QList<qint64> tst_ApiStream::truth(ReplyId reply)
{
    QList<qint64> numbers;
    for (const Event &event : m_stage->events(reply))
        numbers.append(event.seq);
    return numbers;
}

void tst_ApiStream::replaysAndFollows()
{
    const ReplyId reply = saying({u"I "_s, u"ask. "_s}, {u"Booked "_s, u"it."_s});
    const auto stream = m_stage->stream(m_chat);
    QTRY_VERIFY(stream->has(u"question"_s));
    QTRY_COMPARE(stream->numbers(), truth(reply));
    QVERIFY(!stream->hasEnded());
    QVERIFY(m_stage->answer(m_stage->asked.constFirst().id, {.kind = Answer::Kind::Choose, .option = 0}));
    QTRY_VERIFY(stream->hasEnded());
    QVERIFY(stream->isWhole());
    QVERIFY(stream->dismissal().isEmpty());
    QTRY_COMPARE(stream->numbers(), truth(reply));
    QCOMPARE(stream->text(), u"I ask. Booked it."_s);
    QCOMPARE(stream->lastId(), QByteArray::number(truth(reply).constLast()));
    QCOMPARE(stream->events().constLast()[u"type"_s].toString(), u"done"_s);
}

void tst_ApiStream::goesOnAfter_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<int>("after");
    QTest::newRow("nothing") << QByteArray() << QByteArray() << 0;
    QTest::newRow("a number in the address") << QByteArray("?after=2") << QByteArray() << 2;
    QTest::newRow("a number in the header") << QByteArray() << QByteArray("Last-Event-ID: 3\r\n") << 3;
    QTest::newRow("both, the later counts")
        << QByteArray("?after=1") << QByteArray("Last-Event-ID: 4\r\n") << 4;
    QTest::newRow("both, the other way round")
        << QByteArray("?after=4") << QByteArray("Last-Event-ID: 1\r\n") << 4;
}

void tst_ApiStream::goesOnAfter()
{
    QFETCH(QByteArray, query);
    QFETCH(QByteArray, header);
    QFETCH(int, after);

    const ReplyId reply = saying(pieces(6), pieces(6));
    const auto live = m_stage->stream(m_chat, query, header);
    QTRY_VERIFY(live->has(u"question"_s));
    QVERIFY(m_stage->answer(m_stage->asked.constFirst().id, {.kind = Answer::Kind::Decline}));
    QTRY_VERIFY(live->hasEnded());
    const auto later = m_stage->stream(m_chat, query, header);
    QTRY_VERIFY(later->hasEnded());
    QVERIFY(m_stage->waitFor(reply, EventType::Done));
    QList<qint64> wanted = truth(reply);
    wanted.removeIf([after](qint64 number) { return number <= after; });
    QCOMPARE(live->numbers(), wanted);
    QCOMPARE(later->numbers(), wanted);
}

void tst_ApiStream::afterTheEndThereIsNothing()
{
    const ReplyId reply = saying(pieces(2), pieces(2));
    QVERIFY(m_stage->answer(m_stage->asked.constFirst().id, {.kind = Answer::Kind::Decline}));
    QVERIFY(m_stage->waitFor(reply, EventType::Done));
    const auto stream = m_stage->stream(m_chat, "?after=" + QByteArray::number(truth(reply).constLast()));
    QTRY_VERIFY(stream->hasEnded());
    QCOMPARE(stream->status(), 200);
    QVERIFY(stream->isWhole());
    QVERIFY(stream->events().isEmpty());
}

void tst_ApiStream::numberThatIsNotOfThisReplyLeavesNothingOut_data()
{
    QTest::addColumn<bool>("isHeader");
    QTest::addColumn<QString>("number");
    for (const bool isHeader : {false, true}) {
        const char *where = isHeader ? "header" : "query";
        for (const QString &number : {u"first"_s, u"last"_s, u"nobody's"_s})
            QTest::addRow("%s, %s", where, qPrintable(number)) << isHeader << number;
    }
}

void tst_ApiStream::numberThatIsNotOfThisReplyLeavesNothingOut()
{
    QFETCH(bool, isHeader);
    QFETCH(QString, number);
    const ReplyId earlier = saying(pieces(20), pieces(20));
    QVERIFY(m_stage->answer(m_stage->asked.constFirst().id, {.kind = Answer::Kind::Decline}));
    QVERIFY(m_stage->waitFor(earlier, EventType::Done));
    const QList<qint64> old = truth(earlier);

    m_stage->script->add({.say = {u"Then "_s}, .calls = {ask(u"c2"_s, u"Which day?"_s)}});
    m_stage->script->add({.say = {u"Booked."_s}});
    const auto sent = m_stage->send(m_chat, u"And another"_s, {.face = Face::Api});
    QVERIFY(sent && m_stage->waitFor(sent->reply, EventType::Question));
    const QHash<QString, qint64> numbers{
        {u"first"_s, old.at(4)}, {u"last"_s, old.constLast()}, {u"nobody's"_s, 5000}};
    const QByteArray text = QByteArray::number(numbers.value(number));
    const auto stream = isHeader ? m_stage->stream(m_chat, {}, "Last-Event-ID: " + text + "\r\n")
                                 : m_stage->stream(m_chat, "?after=" + text);
    QTRY_VERIFY(stream->has(u"question"_s));
    QCOMPARE(stream->numbers(), truth(sent->reply));
    // Without that receipt, the question would be said to have been shown to nobody.
    const QuestionId id{stream->events().constLast()[u"id"_s].toString()};
    QTRY_COMPARE(
        m_stage
            ->read<QuestionRecord>([id](QSqlDatabase &database) { return records::question(database, id); })
            .shownOn,
        QList{Face::Api});
    const QByteArray answer = R"({"id": ")" + id.value.toLatin1() + R"(", "answer": "Monday"})";
    QCOMPARE(m_stage->call("POST", ApiStage::path(m_chat, "/answer"), answer).status, 200);
    QTRY_VERIFY(stream->hasEnded());
    QCOMPARE(stream->numbers(), truth(sent->reply));

    // The same once it has ended.
    const auto again = m_stage->stream(m_chat, "?after=" + text);
    QTRY_VERIFY(again->hasEnded());
    QCOMPARE(again->numbers(), truth(sent->reply));
}

void tst_ApiStream::numberIsNotUsedTwiceInAChat()
{
    const ReplyId first = saying(pieces(3), pieces(3));
    const QuestionId question = m_stage->asked.constFirst().id;
    QVERIFY(m_stage->answer(question, {.kind = Answer::Kind::Decline}));
    QVERIFY(m_stage->waitFor(first, EventType::Done));
    m_stage->script->add({.say = {u"Hello."_s}});
    const auto second = m_stage->send(m_chat, u"Hello"_s);
    QVERIFY(second && m_stage->waitFor(second->reply, EventType::Done));
    m_stage->script->add({.say = {u"Then so."_s}});
    const auto branch = m_stage->changeAnswer(question, {.kind = Answer::Kind::Choose, .option = 1});
    QVERIFY(branch && m_stage->waitFor(*branch, EventType::Done));
    QVERIFY(isRising(truth(first) + truth(second->reply) + truth(*branch)));
}

void tst_ApiStream::nothingIsRepeatedWhenAReplyGoesOnAfterARestart()
{
    saying(pieces(5), pieces(5));
    auto before = m_stage->stream(m_chat);
    QTRY_VERIFY(before->has(u"question"_s));
    const QList<qint64> seen = before->numbers();
    const QByteArray last = before->lastId();
    m_stage->stopServer();
    QTRY_VERIFY(before->hasEnded());
    m_stage->close();
    m_stage->open();
    m_stage->startServer();
    QCOMPARE(m_stage->resume(), 1);

    const auto after = m_stage->stream(m_chat, {}, "Last-Event-ID: " + last + "\r\n");
    QTRY_COMPARE(after->status(), 200);
    QVERIFY(m_stage->answer(m_stage->asked.constFirst().id, {.kind = Answer::Kind::Choose, .option = 1}));
    QTRY_VERIFY(after->hasEnded());
    QVERIFY(isRising(seen + after->numbers()));
    QVERIFY(!after->has(u"question"_s)); // it is not asked twice
    QVERIFY(after->has(u"done"_s));
}

void tst_ApiStream::oldClientGetsAPlainStream()
{
    const ReplyId reply = saying(pieces(2), pieces(2));
    QVERIFY(m_stage->answer(m_stage->asked.constFirst().id, {.kind = Answer::Kind::Decline}));
    QVERIFY(m_stage->waitFor(reply, EventType::Done));
    RawClient client(m_stage->port());
    client.send(m_stage->request("GET", ApiStage::path(m_chat, "/reply")).replace("HTTP/1.1", "HTTP/1.0"));
    QVERIFY(client.waitForEnd());
    QVERIFY(!client.received().contains("chunked"));
    QCOMPARE(client.received().count("\ndata: "), truth(reply).size());
}

void tst_ApiStream::sentQuestionCountsAsShown()
{
    m_chat = m_stage->createChat();
    m_stage->script->add({.say = {u"I ask. "_s}, .calls = {ask(u"c1"_s, u"Which project?"_s)}});
    m_stage->script->add({.say = {u"Booked."_s}});
    QCOMPARE(m_stage->call("POST", ApiStage::path(m_chat, "/messages"), R"({"text": "Book"})").status, 202);
    const auto stream = m_stage->stream(m_chat);
    QTRY_VERIFY(stream->has(u"question"_s));
    const QuestionId id{stream->events().constLast()[u"id"_s].toString()};
    QTRY_COMPARE(
        m_stage
            ->read<QuestionRecord>([id](QSqlDatabase &database) { return records::question(database, id); })
            .shownOn,
        QList{Face::Api});
    m_stage->clock.advance(std::chrono::seconds(11));
    const QByteArray answer = R"({"id": ")" + id.value.toLatin1() + R"(", "answer": "The garden"})";
    QCOMPARE(m_stage->call("POST", ApiStage::path(m_chat, "/answer"), answer).status, 200);
    QTRY_VERIFY(stream->hasEnded());
    QVERIFY(stream->text().endsWith(u"Booked."_s));
}

void tst_ApiStream::replayedQuestionCountsAsShownToo()
{
    m_chat = m_stage->createChat();
    m_stage->script->add({.calls = {ask(u"c1"_s, u"Which project?"_s)}});
    m_stage->script->add({.say = {u"Booked."_s}});
    const auto sent = m_stage->send(m_chat, u"Book"_s, {.face = Face::Api});
    QVERIFY(sent && m_stage->waitFor(sent->reply, EventType::Question));
    const auto stream = m_stage->stream(m_chat); // after it was asked
    QTRY_VERIFY(stream->has(u"question"_s));
    const QByteArray answer =
        R"({"id": ")" + m_stage->asked.constFirst().id.value.toLatin1() + R"(", "answer": "The garden"})";
    QCOMPARE(m_stage->call("POST", ApiStage::path(m_chat, "/answer"), answer).status, 200);
}

void tst_ApiStream::manyWatchersGetEverything()
{
    constexpr int many = 512;
    const ReplyId reply = saying(pieces(100), pieces(400));
    std::vector<std::unique_ptr<StreamClient>> streams;
    for (int i = 0; i < many; ++i)
        streams.push_back(m_stage->stream(m_chat));
    for (const auto &stream : streams)
        QTRY_VERIFY(stream->has(u"question"_s));
    QVERIFY(m_stage->answer(m_stage->asked.constFirst().id, {.kind = Answer::Kind::Choose, .option = 0}));
    QVERIFY(m_stage->waitFor(reply, EventType::Done));
    const QList<qint64> wanted = truth(reply);
    QVERIFY(wanted.size() > 500);
    for (const auto &stream : streams) {
        QTRY_VERIFY(stream->hasEnded());
        QVERIFY(stream->isWhole());
        QCOMPARE(stream->numbers(), wanted);
    }
}

void tst_ApiStream::longReplyIsReplayedWhole()
{
    // Far more than a stream may have unsent: a client that comes late is not slow.
    const ReplyId reply = saying(pieces(300, 16'000), pieces(20));
    const auto stream = m_stage->stream(m_chat);
    QTRY_VERIFY(stream->has(u"question"_s));
    QVERIFY(m_stage->answer(m_stage->asked.constFirst().id, {.kind = Answer::Kind::Decline}));
    QTRY_VERIFY(stream->hasEnded());
    QVERIFY(stream->dismissal().isEmpty());
    QTRY_COMPARE(stream->numbers(), truth(reply));
}

void tst_ApiStream::slowWatcherIsToldAndOthersAreNotHeldUp()
{
    // The model is never further ahead of the quick one than what a stream may have unsent: on a busy
    // machine, too, it is the other that is slow.
    constexpr int length = 16'000;
    const auto pace = std::make_shared<QSemaphore>(20);
    const ReplyId reply = saying(pieces(5), pieces(300, length), pace);
    const auto slow = m_stage->stream(m_chat);
    const auto quick = m_stage->stream(m_chat);
    qsizetype read = 0;
    connect(quick.get(), &StreamClient::told, quick.get(), [&read, pace](const QJsonObject &event) {
        const qsizetype before = std::exchange(read, read + event[u"delta"_s].toString().size());
        pace->release(int(read / length - before / length));
    });
    QTRY_VERIFY(slow->has(u"question"_s));
    QTRY_VERIFY(quick->has(u"question"_s));
    slow->pause();
    QVERIFY(m_stage->answer(m_stage->asked.constFirst().id, {.kind = Answer::Kind::Choose, .option = 0}));
    QTRY_VERIFY(quick->hasEnded());
    QTRY_COMPARE(quick->numbers(), truth(reply));
    QVERIFY(quick->dismissal().isEmpty());

    slow->resume(); // what was on its way can still be read, and then why nothing follows
    QTRY_VERIFY(slow->hasEnded());
    QCOMPARE(slow->dismissal()[u"code"_s].toString(), u"too_slow"_s);
    QVERIFY(slow->isWhole());
    QVERIFY(isRising(slow->numbers()));
    QVERIFY(slow->numbers().size() < truth(reply).size());

    // It comes back where it was, and has missed nothing.
    const auto again = m_stage->stream(m_chat, {}, "Last-Event-ID: " + slow->lastId() + "\r\n");
    QTRY_VERIFY(again->hasEnded());
    QCOMPARE(slow->numbers() + again->numbers(), truth(reply));
}

void tst_ApiStream::leavingAndComingBackMissesNothing()
{
    QRandomGenerator dice(20261130);
    const ReplyId reply = saying(pieces(200), pieces(600));
    struct Visitor {
        std::unique_ptr<StreamClient> stream{};
        QList<qint64> numbers{};
        QByteArray last{};
        qsizetype leavesAfter = 0;
    };
    std::vector<Visitor> visitors(8);
    bool answered = false;
    const auto visit = [&](Visitor &visitor) {
        const QByteArray more =
            visitor.last.isEmpty() ? QByteArray() : "Last-Event-ID: " + visitor.last + "\r\n";
        visitor.stream = m_stage->stream(m_chat, {}, more);
        visitor.leavesAfter = dice.bounded(1, 150);
    };
    const auto leave = [&](Visitor &visitor) {
        visitor.numbers += visitor.stream->numbers();
        if (!visitor.stream->lastId().isEmpty())
            visitor.last = visitor.stream->lastId();
    };
    for (Visitor &visitor : visitors)
        visit(visitor);
    const auto allDone = [&] {
        bool done = true;
        for (Visitor &visitor : visitors) {
            if (visitor.stream->has(u"done"_s))
                continue;
            done = false;
            if (visitor.stream->events().size() >= visitor.leavesAfter || visitor.stream->hasEnded()) {
                leave(visitor);
                visitor.stream->hangUp();
                visit(visitor);
            }
        }
        const bool allSaw = std::ranges::all_of(visitors, [](const Visitor &visitor) {
            return visitor.last.toInt() + visitor.stream->events().size() > 150;
        });
        if (!answered && allSaw) {
            answered = true;
            m_stage->replies->answer(m_stage->asked.constFirst().id, {.kind = Answer::Kind::Decline},
                                     Face::Window, m_stage.get(), {});
        }
        return done;
    };
    QTRY_VERIFY(allDone());
    for (Visitor &visitor : visitors) {
        leave(visitor);
        QTRY_COMPARE(visitor.numbers, truth(reply));
    }
}

void tst_ApiStream::endOfTheServerIsSaid()
{
    saying(pieces(2), pieces(2));
    const auto stream = m_stage->stream(m_chat);
    QTRY_VERIFY(stream->has(u"question"_s));
    m_stage->stopServer();
    QTRY_VERIFY(stream->hasEnded());
    QCOMPARE(stream->dismissal()[u"code"_s].toString(), u"stopped"_s);
    QVERIFY(stream->isWhole());
}

QTEST_GUILESS_MAIN(tst_ApiStream)
#include "tst_apistream.moc"
