// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/question/broker.h"
#include "models/store/questionrecord.h"
#include "models/store/replyrecord.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

//! Commits as a reply does, or as a test wants it.
class TestAsker final : public Asker
{
public:
    explicit TestAsker(Store &store, QObject &context)
        : m_store(store)
        , m_context(context)
    {
    }
    void commitSettlement(const Question &, const Settlement &settlement,
                          std::function<void(Result<bool>)> committed) override
    {
        ++commits;
        if (refusal) {
            committed(*refusal);
            return;
        }
        m_store.write<bool>(
            Durability::AtOnce, &m_context,
            [settlement](QSqlDatabase &database) { return records::settleQuestion(database, settlement); },
            committed);
    }
    void commitPark(const Question &, std::function<void(Result<bool>)> committed) override
    {
        committed(true);
    }
    std::optional<Error> refusal{};
    int commits = 0;

private:
    Store &m_store;
    QObject &m_context;
};

} // namespace

//! Which questions wait, and what takes them out: an answer, an end, a deadline, nobody who sees them.
class tst_Broker : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void countsWhatWaits();
    void forgetsAnAskersQuestionsWithoutAnEnd();
    void theFirstAnswerCounts();
    void waitsOnWhenTheEndCannotBeCommitted();
    void endsLaterWhenTheEndCannotBeCommitted();
    void showsTheEndOfAnotherProcess();
    void refusesAnswersFromWhereItWasNotShown();
    void endsWhatNobodyShows();
    void endsAtTheDeadline();
    void waitsWithoutADeadlineWhenAsked();
    void typingMovesANearDeadline();

private:
    //! A question as a reply files and opens it.
    Question open(const QString &id, std::optional<qint64> deadlineMs = {}, bool shown = true);
    template <typename T>
    T run(std::function<Result<T>(QSqlDatabase &)> work)
    {
        std::optional<T> value;
        m_store->write<T>(Durability::AtOnce, this, std::move(work), [&value](const Result<T> &result) {
            if (result)
                value = *result;
        });
        if (!QTest::qWaitFor([&value] { return value.has_value(); }, heed::test::patienceMs))
            qFatal("the database did not answer");
        return *value;
    }
    [[nodiscard]] Result<Settlement> answer(const QString &id, const QString &text, Face face = Face::Window);

    std::unique_ptr<QTemporaryDir> m_folder{};
    std::unique_ptr<ManualClock> m_clock{};
    std::unique_ptr<Store> m_store{};
    std::unique_ptr<Alarms> m_alarms{};
    std::unique_ptr<QuestionBroker> m_broker{};
    std::unique_ptr<TestAsker> m_asker{};
    ChatId m_chat{};
    ReplyId m_reply{};
};

void tst_Broker::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_clock = std::make_unique<ManualClock>(QDateTime({2026, 11, 30}, {9, 0}, QTimeZone::utc()));
    auto opened = Store::open(m_folder->filePath(u"heed.sqlite"_s), *m_clock);
    QVERIFY(opened);
    m_store = *std::move(opened);
    m_alarms = std::make_unique<Alarms>(*m_clock);
    m_broker = std::make_unique<QuestionBroker>(*m_store, *m_alarms, "key", u"this process"_s);
    m_asker = std::make_unique<TestAsker>(*m_store, *m_broker);
    m_chat = run<ChatId>([](QSqlDatabase &database) { return records::addChat(database, {}); });
    const auto message = run<MessageId>(
        [this](QSqlDatabase &database) { return records::addMessage(database, {.chat = m_chat}); });
    m_reply = run<ReplyId>([this, message](QSqlDatabase &database) {
        return records::addReply(database, {.chat = m_chat, .message = message});
    });
}

void tst_Broker::cleanup()
{
    m_broker.reset();
    m_asker.reset();
    m_alarms.reset();
    m_store.reset();
    m_clock.reset();
    m_folder.reset();
}

Question tst_Broker::open(const QString &id, std::optional<qint64> deadlineMs, bool shown)
{
    const Question question{.id = {id},
                            .chat = m_chat,
                            .reply = m_reply,
                            .text = u"Which?"_s,
                            .askedMs = m_clock->wallMs(),
                            .deadlineMs = deadlineMs};
    run<Done>([question](QSqlDatabase &database) { return records::addQuestion(database, question); });
    m_broker->open(question, m_asker.get());
    if (shown)
        m_broker->confirmShown(question.id, Face::Window);
    return question;
}

Result<Settlement> tst_Broker::answer(const QString &id, const QString &text, Face face)
{
    std::optional<Result<Settlement>> got;
    m_broker->answer({id}, {.text = text}, {.face = face},
                     [&got](const Result<Settlement> &result) { got = result; });
    if (!QTest::qWaitFor([&got] { return got.has_value(); }, heed::test::patienceMs))
        return Error{.text = u"no answer came"_s};
    return *got;
}

void tst_Broker::countsWhatWaits()
{
    QSignalSpy asked(m_broker.get(), &QuestionBroker::asked);
    QSignalSpy settled(m_broker.get(), &QuestionBroker::settled);
    QCOMPARE(m_broker->waitingCount(), 0);
    (void)open(u"a"_s);
    (void)open(u"b"_s);
    (void)open(u"c"_s);
    QCOMPARE(m_broker->waitingCount(), 3);
    QVERIFY(m_broker->isWaiting({u"a"_s}) && !m_broker->isWaiting({u"d"_s}));
    QVERIFY(answer(u"a"_s, u"the shed"_s));
    QCOMPARE(m_broker->waitingCount(), 2);
    m_broker->ended({.id = {u"b"_s}, .outcome = Outcome::Withdrawn});
    m_broker->ended({.id = {u"b"_s}, .outcome = Outcome::Withdrawn}); // once is enough
    m_broker->ended({.id = {u"d"_s}});
    QCOMPARE(m_broker->waitingCount(), 1);
    QCOMPARE(asked.size(), 3);
    QCOMPARE(settled.size(), 2);
    QVERIFY(m_broker->isWaiting({u"c"_s}));
}

void tst_Broker::forgetsAnAskersQuestionsWithoutAnEnd()
{
    QSignalSpy settled(m_broker.get(), &QuestionBroker::settled);
    (void)open(u"a"_s, m_clock->wallMs() + 60'000);
    (void)open(u"b"_s, {}, false);
    TestAsker other(*m_store, *m_broker);
    m_broker->forget(&other);
    QCOMPARE(m_broker->waitingCount(), 2);
    QCOMPARE(m_alarms->pending(), 2);
    m_broker->forget(m_asker.get());
    QCOMPARE(m_broker->waitingCount(), 0);
    QCOMPARE(m_alarms->pending(), 0); // nothing ends what may be taken up again
    QCOMPARE(settled.size(), 0);
    const auto late = answer(u"a"_s, u"the shed"_s);
    QVERIFY(!late);
    QCOMPARE(late.error().code, Error::Code::Conflict);
}

void tst_Broker::theFirstAnswerCounts()
{
    (void)open(u"a"_s);
    m_broker->confirmShown({u"a"_s}, Face::Terminal);
    QList<Result<Settlement>> got;
    const auto then = [&got](const Result<Settlement> &result) { got.append(result); };
    m_broker->answer({u"a"_s}, {.text = u"the shed"_s}, {.face = Face::Window}, then);
    m_broker->answer({u"a"_s}, {.text = u"the house"_s}, {.face = Face::Terminal},
                     then); // while the first is being committed
    m_broker->answer({u"a"_s}, {.text = u"the shed"_s}, {.face = Face::Terminal}, then);
    QCOMPARE(m_broker->waitingCount(), 1);
    QTRY_COMPARE(got.size(), 3);
    QCOMPARE(m_asker->commits, 1);
    QCOMPARE(m_broker->waitingCount(), 0);
    QVERIFY(got[0] && got[0]->text == u"the shed" && got[0]->via == Face::Window);
    QVERIFY(!got[1] && got[1].error().code == Error::Code::Conflict);
    QVERIFY2(got[1].error().text.contains(u"the shed"), qPrintable(got[1].error().text));
    QVERIFY(got[2] && got[2]->via == Face::Window); // the same again is the same
}

void tst_Broker::waitsOnWhenTheEndCannotBeCommitted()
{
    (void)open(u"a"_s);
    m_asker->refusal = Error{.code = Error::Code::Storage, .text = u"full"_s};
    const auto refused = answer(u"a"_s, u"the shed"_s);
    QVERIFY(!refused);
    QCOMPARE(refused.error().text, u"full"_s);
    QCOMPARE(m_broker->waitingCount(), 1);
    m_asker->refusal.reset();
    const auto taken = answer(u"a"_s, u"the house"_s);
    QVERIFY(taken);
    QCOMPARE(taken->text, u"the house"_s);
    QCOMPARE(m_broker->waitingCount(), 0);
}

void tst_Broker::endsLaterWhenTheEndCannotBeCommitted()
{
    QSignalSpy settled(m_broker.get(), &QuestionBroker::settled);
    (void)open(u"a"_s, m_clock->wallMs() + 60'000);
    (void)open(u"b"_s, {}, false);
    m_asker->refusal = Error{.code = Error::Code::Storage, .text = u"full"_s};
    m_clock->advance(std::chrono::minutes(1));
    QTRY_COMPARE(m_asker->commits, 2); // nobody showed b; a ran out
    QTRY_COMPARE(m_alarms->pending(), 2);
    QCOMPARE(m_broker->waitingCount(), 2);
    m_asker->refusal.reset();
    m_clock->advance(std::chrono::seconds(30));
    QTRY_COMPARE(settled.size(), 2);
    QCOMPARE(m_broker->waitingCount(), 0);
}

void tst_Broker::showsTheEndOfAnotherProcess()
{
    (void)open(u"a"_s);
    QSignalSpy settled(m_broker.get(), &QuestionBroker::settled);
    const Settlement theirs{.id = {u"a"_s},
                            .outcome = Outcome::Answered,
                            .text = u"the house"_s,
                            .via = Face::Terminal,
                            .process = u"another"_s,
                            .answer = {.text = u"the house"_s}};
    QVERIFY(
        run<bool>([theirs](QSqlDatabase &database) { return records::settleQuestion(database, theirs); }));
    const auto mine = answer(u"a"_s, u"the shed"_s);
    QVERIFY(!mine);
    QCOMPARE(mine.error().code, Error::Code::Conflict);
    QCOMPARE(m_broker->waitingCount(), 0);
    QCOMPARE(settled.size(), 1);
    QCOMPARE(settled.first().at(1).value<Settlement>().text, u"the house"_s);
}

void tst_Broker::refusesAnswersFromWhereItWasNotShown()
{
    (void)open(u"a"_s);
    const auto refused = answer(u"a"_s, u"the shed"_s, Face::Voice);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Error::Code::Refused);
    QCOMPARE(m_asker->commits, 0);
    const auto empty = answer(u"a"_s, u" "_s);
    QVERIFY(!empty);
    QCOMPARE(empty.error().code, Error::Code::BadInput);
    const auto nobody = answer(u"zz"_s, u"the shed"_s);
    QVERIFY(!nobody);
    QCOMPARE(nobody.error().code, Error::Code::NotFound);
    QCOMPARE(m_broker->waitingCount(), 1);
}

void tst_Broker::endsWhatNobodyShows()
{
    (void)open(u"a"_s, {}, false);
    (void)open(u"b"_s, {}, true);
    QSignalSpy settled(m_broker.get(), &QuestionBroker::settled);
    m_clock->advance(std::chrono::seconds(9));
    QCoreApplication::processEvents();
    QCOMPARE(m_broker->waitingCount(), 2);
    m_clock->advance(std::chrono::seconds(1));
    QTRY_COMPARE(settled.size(), 1);
    QCOMPARE(settled.first().at(1).value<Settlement>().outcome, Outcome::NotShown);
    QVERIFY(m_broker->isWaiting({u"b"_s}));
    m_clock->advance(std::chrono::hours(24 * 14)); // b was shown, and waits as long as it takes
    QCoreApplication::processEvents();
    QVERIFY(m_broker->isWaiting({u"b"_s}));
}

void tst_Broker::endsAtTheDeadline()
{
    QSignalSpy settled(m_broker.get(), &QuestionBroker::settled);
    (void)open(u"a"_s, m_clock->wallMs() + 60'000);
    m_clock->advance(std::chrono::milliseconds(59'999));
    QCoreApplication::processEvents();
    QCOMPARE(m_broker->waitingCount(), 1);
    m_clock->advance(std::chrono::milliseconds(1));
    QTRY_COMPARE(settled.size(), 1);
    QCOMPARE(settled.first().at(1).value<Settlement>().outcome, Outcome::Unanswered);
    QCOMPARE(m_broker->waitingCount(), 0);
    const auto late = answer(u"a"_s, u"the shed"_s);
    QVERIFY(!late);
    QCOMPARE(late.error().code, Error::Code::Conflict);
}

void tst_Broker::waitsWithoutADeadlineWhenAsked()
{
    QSignalSpy changed(m_broker.get(), &QuestionBroker::changed);
    (void)open(u"a"_s, m_clock->wallMs() + 60'000);
    m_broker->keepWaiting({u"a"_s});
    m_broker->keepWaiting({u"a"_s}); // there is none any more
    m_broker->keepWaiting({u"zz"_s});
    QCOMPARE(changed.size(), 1);
    QCOMPARE(m_alarms->pending(), 0);
    m_clock->advance(std::chrono::hours(24));
    QCoreApplication::processEvents();
    QCOMPARE(m_broker->waitingCount(), 1);
    const auto record =
        run<QuestionRecord>([](QSqlDatabase &database) { return records::question(database, {u"a"_s}); });
    QVERIFY(!record.question.deadlineMs);
}

void tst_Broker::typingMovesANearDeadline()
{
    QSignalSpy changed(m_broker.get(), &QuestionBroker::changed);
    (void)open(u"a"_s, m_clock->wallMs() + 3'600'000);
    m_broker->saveDraft({u"a"_s}, u"the sh"_s); // far away: it stays
    QCOMPARE(changed.size(), 0);
    m_clock->advance(std::chrono::milliseconds(3'599'000));
    m_broker->saveDraft({u"a"_s}, u"the she"_s);
    QCOMPARE(changed.size(), 1);
    m_clock->advance(std::chrono::seconds(2));
    QCoreApplication::processEvents();
    QCOMPARE(m_broker->waitingCount(), 1);
    const auto record =
        run<QuestionRecord>([](QSqlDatabase &database) { return records::question(database, {u"a"_s}); });
    QCOMPARE(record.draft, u"the she"_s);
    QVERIFY(*record.question.deadlineMs > m_clock->wallMs());
}

QTEST_GUILESS_MAIN(tst_Broker)
#include "tst_broker.moc"
