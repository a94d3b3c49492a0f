// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/guide/guideprovider.h"
#include "models/question/outcometext.h"
#include "tests/models/guide/berlintime.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

namespace {

QString json(const QJsonObject &object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

//! A reply loop in small: drives the provider, answers its calls with tools made of plain lists.
class Exchange
{
public:
    explicit Exchange(const QString &now)
        : clock(local(now))
        , provider(clock)
    {
        for (const auto &name : {u"search"_s, u"read"_s, u"store"_s, u"remind"_s, u"now"_s, u"ask_user"_s})
            request.tools.append({.name = name});
    }

    //! Sends a message and runs until the reply is complete or asks a question without an answer.
    void say(const QString &message)
    {
        request.items.append({.role = PromptItem::Role::Person, .text = message});
        run();
    }

    //! What the person does with the question.
    void settle(Outcome outcome, const QString &words = {})
    {
        const QString result = outcome == Outcome::Refused
                                   ? refusalForModel(RefusalReason::NobodyHere)
                                   : resultForModel(outcome, words, SilencePolicy::Stop);
        addResult(waiting, result, outcome != Outcome::Refused);
        waiting = {};
        run();
    }
    //! With what the model reads instead of an outcome.
    void settleWith(const QString &result)
    {
        addResult(waiting, result, true);
        waiting = {};
        run();
    }
    void answer(const QString &words) { settle(Outcome::Answered, words); }
    void choose(int option) { settle(Outcome::Chosen, options().at(option)); }

    [[nodiscard]] bool isAsking() const { return !waiting.id.isEmpty(); }
    [[nodiscard]] QString question() const { return waiting.arguments[u"question"_s].toString(); }
    [[nodiscard]] QStringList options() const
    {
        QStringList labels;
        const QJsonArray array = waiting.arguments[u"options"_s].toArray();
        for (const QJsonValue &option : array)
            labels += option[u"label"_s].toString();
        return labels;
    }
    [[nodiscard]] QStringList callNames() const
    {
        QStringList names;
        for (const ToolCall &call : done)
            names += call.name;
        return names;
    }
    [[nodiscard]] QJsonObject lastArguments() const
    {
        return done.isEmpty() ? QJsonObject() : done.last().arguments;
    }

    ManualClock clock;
    GuideProvider provider;
    ModelRequest request{};
    QString text{};     //!< of the last turn
    QString streamed{}; //!< the same, as it came
    int deltas = 0;
    ToolCall waiting{};
    QList<ToolCall> done{}; //!< every call but questions
    QJsonArray reminders{};
    QJsonArray found{};
    QJsonArray folders{};
    QString readText = u"the found text"_s;
    QString failing{}; //!< a tool that fails

private:
    void run()
    {
        for (int turn = 0; turn < 12 && !isAsking(); ++turn) {
            const TurnResult result = take();
            text = result.text;
            request.items.append(
                {.role = PromptItem::Role::Model, .text = result.text, .calls = result.calls});
            if (result.calls.isEmpty())
                return;
            for (const ToolCall &call : result.calls) {
                if (call.name == u"ask_user") {
                    QVERIFY(waiting.id.isEmpty());
                    waiting = call;
                    continue;
                }
                done.append(call);
                const QString outcome = call.name == failing ? u"It failed."_s : serve(call);
                addResult(call, outcome, call.name != failing);
            }
        }
        QVERIFY2(isAsking(), "the guide never came to an end");
    }

    TurnResult take()
    {
        QObject parent;
        ModelTurn *turn = provider.request(request, &parent);
        QSignalSpy finished(turn, &ModelTurn::finished);
        streamed.clear();
        deltas = 0;
        QObject::connect(turn, &ModelTurn::text, turn, [this](const QString &delta) {
            streamed += delta;
            ++deltas;
        });
        if (finished.isEmpty() && !finished.wait(patienceMs))
            return {};
        return finished.first().first().value<TurnResult>();
    }

    void addResult(const ToolCall &call, const QString &result, bool ok)
    {
        request.items.append({.role = PromptItem::Role::ToolResult,
                              .text = result,
                              .callId = call.id,
                              .toolName = call.name,
                              .ok = ok});
    }

    QJsonObject reminder(const QJsonObject &arguments, int id) const
    {
        return {{u"id"_s, id},
                {u"text"_s, arguments[u"text"_s]},
                {u"time"_s, arguments[u"when"_s].toString().left(16)},
                {u"repeat"_s, arguments[u"repeat"_s].toString(u"once"_s)}};
    }

    QString serve(const ToolCall &call)
    {
        const QString action = call.arguments[u"action"_s].toString();
        if (call.name == u"now")
            return json({{u"time"_s, clock.now().toString(u"yyyy-MM-ddTHH:mm:ss")}});
        if (call.name == u"store")
            return json({{u"id"_s, u"note:1"_s}, {u"title"_s, call.arguments[u"text"_s]}});
        if (call.name == u"search")
            return json(
                {{u"results"_s, found},
                 {u"searched"_s, QJsonObject{{u"chats_and_notes"_s, true}, {u"folders"_s, folders}}}});
        if (call.name == u"read")
            return json({{u"id"_s, call.arguments[u"id"_s]},
                         {u"title"_s, u"Title"_s},
                         {u"text"_s, readText},
                         {u"offset"_s, 0}});
        if (action == u"list")
            return json({{u"reminders"_s, reminders}, {u"count"_s, reminders.size()}});
        if (action == u"set") {
            reminders.append(reminder(call.arguments, int(reminders.size()) + 1));
            return json({{u"reminder"_s, reminders.last().toObject()}});
        }
        for (qsizetype i = 0; i < reminders.size(); ++i) {
            QJsonObject one = reminders.at(i).toObject();
            if (one[u"id"_s] != call.arguments[u"id"_s])
                continue;
            if (action == u"cancel") {
                reminders.removeAt(i);
                return json({{u"cancelled"_s, one}});
            }
            one[u"time"_s] = call.arguments[u"when"_s];
            reminders.replace(i, one);
            return json({{u"reminder"_s, one}});
        }
        return u"There is no such reminder."_s;
    }
};

QJsonObject hit(const QString &id, const QString &title, const QString &folder = {},
                const QString &snippet = u"… roof …"_s)
{
    return {{u"id"_s, id},
            {u"kind"_s, id.section(u':', 0, 0) == u"chat" ? u"message"_s : id.section(u':', 0, 0)},
            {u"title"_s, title},
            {u"folder"_s, folder},
            {u"snippet"_s, snippet},
            {u"date"_s, u"2026-11-20T10:00"_s}};
}

QJsonObject set(int id, const QString &text, const QString &time)
{
    return {{u"id"_s, id}, {u"text"_s, text}, {u"time"_s, time}, {u"repeat"_s, u"once"_s}};
}

} // namespace

class TestGuide : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void asksWhenAndSetsTheReminder()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.say(u"remind me to call the dentist"_s);
        QVERIFY(exchange.isAsking());
        QCOMPARE(exchange.question(), u"When should I remind you?"_s);
        QCOMPARE(exchange.options(), QStringList({u"In 20 minutes"_s, u"Today at 12:00"_s,
                                                  u"This afternoon at 15:00"_s, u"Tomorrow at 9:00"_s}));
        QVERIFY(exchange.waiting.arguments[u"allow_other"_s].toBool());
        exchange.choose(3);
        QCOMPARE(exchange.reminders.size(), 1);
        QCOMPARE(exchange.lastArguments()[u"when"_s].toString(), u"2026-11-30T09:00"_s);
        QCOMPARE(exchange.lastArguments()[u"text"_s].toString(), u"call the dentist"_s);
        QCOMPARE(exchange.text,
                 u"Done. I will remind you on Monday, 30 November 2026 at 9:00: call the dentist"_s);
        QCOMPARE(exchange.streamed, exchange.text);
        QVERIFY(exchange.deltas > 1);
    }

    void everyOptionOfEveryHourSetsAReminderAhead_data()
    {
        QTest::addColumn<QString>("now");
        for (int hour = 0; hour < 24; ++hour)
            QTest::addRow("at %d", hour) << u"2026-11-29T%1:40"_s.arg(hour, 2, 10, QChar(u'0'));
    }
    void everyOptionOfEveryHourSetsAReminderAhead()
    {
        QFETCH(QString, now);
        for (int option = 0; option < 3; ++option) {
            Exchange exchange(now);
            exchange.say(u"remind me to call the dentist"_s);
            exchange.choose(option);
            QVERIFY(!exchange.isAsking());
            QCOMPARE(exchange.reminders.size(), 1);
            const QDateTime at = local(exchange.lastArguments()[u"when"_s].toString());
            QVERIFY(local(now).secsTo(at) >= 20 * 60);
        }
    }

    void theAnswerMayBeOwnWords_data()
    {
        QTest::addColumn<QString>("when");
        QTest::newRow("in half an hour") << u"2026-11-29T10:30"_s;
        QTest::newRow("tomorrow at half past seven in the evening") << u"2026-11-30T19:30"_s;
        QTest::newRow("let's do it on friday at 14:00") << u"2026-12-04T14:00"_s;
        QTest::newRow("Tomorrow at 9:00: before work") << u"2026-11-30T09:00"_s;
        QTest::newRow("at 5") << u"2026-11-29T17:00"_s;
        QTest::newRow("2026-12-24 08:00") << u"2026-12-24T08:00"_s;
    }
    void theAnswerMayBeOwnWords()
    {
        QFETCH(QString, when);
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.say(u"remind me to call the dentist"_s);
        exchange.answer(QString::fromUtf8(QTest::currentDataTag()));
        QCOMPARE(exchange.lastArguments()[u"when"_s].toString(), when);
    }

    void anAnswerCountsFromTheTimeOfTheAnswer()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.say(u"remind me to call the dentist"_s);
        exchange.clock.advance(std::chrono::hours(1));
        exchange.choose(0);
        QCOMPARE(exchange.lastArguments()[u"when"_s].toString(), u"2026-11-29T11:20"_s);
    }

    void anOptionThatIsOverIsAskedAgain()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.say(u"remind me to call the dentist"_s);
        exchange.clock.advance(std::chrono::hours(6));
        exchange.choose(1); // today at 12:00
        QVERIFY(exchange.isAsking());
        QVERIFY(exchange.text.contains(u"over already"));
        QVERIFY(!exchange.options().contains(u"Today at 12:00"_s));
        exchange.choose(1);
        QCOMPARE(exchange.reminders.size(), 1);
    }

    void aTimeInTheSentenceAsksNothing()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.say(u"Remind me to pay the rent every month on the 1st at 8"_s);
        QVERIFY(!exchange.isAsking());
        QCOMPARE(exchange.callNames(), QStringList(u"remind"_s));
        QCOMPARE(exchange.lastArguments()[u"when"_s].toString(), u"2026-12-01T08:00"_s);
        QCOMPARE(exchange.lastArguments()[u"repeat"_s].toString(), u"monthly"_s);
        QVERIFY(exchange.text.contains(u"every month"));
    }

    void todayWithoutAnHourIsAsked()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.say(u"remind me today to call mum"_s);
        QVERIFY(exchange.isAsking());
    }

    void whatToRemindOfIsAskedToo()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.say(u"remind me in 20 minutes"_s);
        QVERIFY(exchange.isAsking());
        QVERIFY(exchange.options().isEmpty());
        exchange.answer(u"call mum"_s);
        QCOMPARE(exchange.reminders.first().toObject()[u"text"_s].toString(), u"call mum"_s);
    }

    void whatIsNotUnderstoodIsAskedDifferently()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.say(u"remind me to call the dentist"_s);
        QStringList questions{exchange.question()};
        exchange.answer(u"when the cows come home"_s);
        QVERIFY(exchange.isAsking());
        QVERIFY(exchange.text.contains(u"cows"));
        questions += exchange.question();
        exchange.answer(u"soonish"_s);
        questions += exchange.question();
        QCOMPARE(questions.removeDuplicates(), 0);
        exchange.answer(u"whatever"_s);
        QVERIFY(!exchange.isAsking());
        QVERIFY(exchange.reminders.isEmpty());
        QVERIFY(exchange.text.contains(u"Remind me tomorrow at 9"));
    }

    void endsKindlyWithoutAnAnswer_data()
    {
        QTest::addColumn<int>("outcome");
        QTest::addColumn<QString>("says");
        QTest::newRow("declined") << int(Outcome::Declined) << u"All right"_s;
        QTest::newRow("none") << int(Outcome::None) << u"All right"_s;
        QTest::newRow("unanswered") << int(Outcome::Unanswered) << u"No answer came"_s;
        QTest::newRow("not shown") << int(Outcome::NotShown) << u"could not be shown"_s;
        QTest::newRow("refused") << int(Outcome::Refused) << u"cannot ask"_s;
    }
    void endsKindlyWithoutAnAnswer()
    {
        QFETCH(int, outcome);
        QFETCH(QString, says);
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.say(u"remind me to call the dentist"_s);
        exchange.settle(Outcome(outcome));
        QVERIFY(!exchange.isAsking());
        QVERIFY2(exchange.text.contains(says), qPrintable(exchange.text));
        QVERIFY(exchange.callNames().isEmpty());
    }

    //! The question waits on while the reply ends: nothing says that it was not asked.
    void endsItsTurnWhileTheQuestionIsParked()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.say(u"remind me to call the dentist"_s);
        const QString question = exchange.question();
        exchange.settleWith(parkedForModel());
        QVERIFY(!exchange.isAsking());
        QVERIFY2(exchange.text.contains(question), qPrintable(exchange.text));
        QVERIFY2(exchange.text.contains(u"waits for your answer"_s), qPrintable(exchange.text));
        QVERIFY2(!exchange.text.contains(u"cannot ask"_s), qPrintable(exchange.text));
    }

    void calledOffInWords()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.say(u"remind me to call the dentist"_s);
        exchange.answer(u"never mind"_s);
        QVERIFY(!exchange.isAsking());
        QVERIFY(exchange.reminders.isEmpty());
    }

    void aQuestionBackIsAnsweredAndThenAskedAgain()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.say(u"remind me to call the dentist"_s);
        exchange.settle(Outcome::AskedBack, u"How will you remind me?"_s);
        QVERIFY(exchange.isAsking());
        QVERIFY(exchange.text.contains(u"notification"));
        exchange.choose(0);
        QCOMPARE(exchange.reminders.size(), 1);
    }

    void aLaterMessageCompletesTheWish()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.say(u"remind me to call the dentist"_s);
        exchange.settle(Outcome::Declined);
        exchange.say(u"tomorrow at nine"_s);
        QCOMPARE(exchange.reminders.size(), 1);
        QCOMPARE(exchange.lastArguments()[u"text"_s].toString(), u"call the dentist"_s);
        exchange.say(u"tomorrow at ten"_s); // it was completed: this belongs to nothing
        QCOMPARE(exchange.reminders.size(), 1);
    }

    void withoutAskUserItSaysWhatItNeeds()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.request.tools.removeLast();
        exchange.say(u"remind me to call the dentist"_s);
        QVERIFY(!exchange.isAsking());
        QVERIFY(exchange.text.contains(u"I need to know when"));
        exchange.found = {hit(u"note:1"_s, u"A"_s), hit(u"note:2"_s, u"B"_s)};
        exchange.say(u"find my notes about the roof"_s);
        QVERIFY(exchange.text.contains(u"A") && exchange.text.contains(u"B"));
    }

    void withoutAnyToolItStillAnswers_data()
    {
        QTest::addColumn<QString>("message");
        for (const char *message :
             {"remind me to call mum tomorrow", "list my reminders", "cancel the dentist reminder",
              "find my notes about the roof", "what did I decide about the roof", "note that it rains",
              "what day is it", "help"})
            QTest::newRow(message) << QString::fromLatin1(message);
    }
    void withoutAnyToolItStillAnswers()
    {
        QFETCH(QString, message);
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.request.tools.clear();
        exchange.say(message);
        QVERIFY(!exchange.text.isEmpty());
        QVERIFY(exchange.callNames().isEmpty());
    }

    void aToolThatFailsIsSaid_data()
    {
        QTest::addColumn<QString>("message");
        QTest::newRow("remind") << u"remind me to call mum tomorrow at 9"_s;
        QTest::newRow("search") << u"find my notes about the roof"_s;
        QTest::newRow("store") << u"note that it rains"_s;
        QTest::newRow("now") << u"what day is it"_s;
    }
    void aToolThatFailsIsSaid()
    {
        QFETCH(QString, message);
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.failing = QString::fromLatin1(QTest::currentDataTag());
        exchange.say(message);
        QVERIFY(!exchange.text.isEmpty());
        QVERIFY(!exchange.text.contains(u"Done"));
        QCOMPARE(exchange.done.size(), 1);
    }

    void listsReminders()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.say(u"list my reminders"_s);
        QVERIFY(exchange.text.contains(u"No reminders"));
        exchange.reminders = {set(1, u"call the dentist"_s, u"2026-11-30T09:00"_s)};
        exchange.say(u"what reminders do I have?"_s);
        QVERIFY(exchange.text.contains(u"- Monday, 30 November 2026 at 9:00: call the dentist"));
    }

    void cancelsTheOneThatFits()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.reminders = {set(1, u"call the dentist"_s, u"2026-11-30T09:00"_s),
                              set(2, u"pay the rent"_s, u"2026-12-01T09:00"_s)};
        exchange.say(u"cancel the dentist reminder"_s);
        QVERIFY(!exchange.isAsking());
        QCOMPARE(exchange.reminders.size(), 1);
        QCOMPARE(exchange.reminders.first().toObject()[u"id"_s].toInt(), 2);
        QVERIFY(exchange.text.contains(u"call the dentist"));
    }

    void asksWhichToCancelWhenSeveralFit()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.reminders = {set(1, u"call the dentist"_s, u"2026-11-30T09:00"_s),
                              set(2, u"pay the dentist"_s, u"2026-12-01T09:00"_s),
                              set(3, u"pay the rent"_s, u"2026-12-01T09:00"_s)};
        exchange.say(u"cancel the dentist reminder"_s);
        QVERIFY(exchange.isAsking());
        QCOMPARE(exchange.options(), QStringList({u"call the dentist · Mon 30 Nov, 9:00"_s,
                                                  u"pay the dentist · Tue 1 Dec, 9:00"_s}));
        exchange.answer(u"the second one"_s);
        QCOMPARE(exchange.reminders.size(), 2);
        QCOMPARE(exchange.lastArguments()[u"id"_s].toInt(), 2);
    }

    void cancelsAll()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.reminders = {set(1, u"a"_s, u"2026-11-30T09:00"_s), set(2, u"b"_s, u"2026-12-01T09:00"_s)};
        exchange.say(u"cancel all reminders"_s);
        QVERIFY(exchange.reminders.isEmpty());
    }

    void whatFitsNoReminderIsSaid()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.reminders = {set(1, u"pay the rent"_s, u"2026-11-30T09:00"_s)};
        exchange.say(u"cancel the dentist reminder"_s);
        QVERIFY(exchange.text.contains(u"no reminder about “dentist”"));
        QVERIFY(exchange.text.contains(u"pay the rent"));
        QCOMPARE(exchange.reminders.size(), 1);
    }

    void movesAReminder()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.reminders = {set(1, u"call the dentist"_s, u"2026-11-30T14:30"_s)};
        exchange.say(u"move the dentist reminder to friday"_s);
        QCOMPARE(exchange.lastArguments()[u"when"_s].toString(), u"2026-12-04T14:30"_s); // the hour stays
        exchange.say(u"move the dentist reminder to tomorrow evening"_s);
        QCOMPARE(exchange.lastArguments()[u"when"_s].toString(), u"2026-11-30T18:00"_s);
        exchange.say(u"move my reminder"_s);
        QVERIFY(exchange.isAsking());
        exchange.answer(u"in 2 hours"_s);
        QCOMPARE(exchange.lastArguments()[u"when"_s].toString(), u"2026-11-29T12:00"_s);
        QVERIFY(exchange.text.contains(u"Moved"));
    }

    void oneFindIsShownAtOnce()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.found = {hit(u"note:7"_s, u"Roof"_s)};
        exchange.say(u"find my notes about the roof"_s);
        QVERIFY(!exchange.isAsking());
        QCOMPARE(exchange.callNames(), QStringList({u"search"_s, u"read"_s}));
        QCOMPARE(exchange.done.first().arguments[u"query"_s].toString(), u"roof"_s);
        QCOMPARE(exchange.lastArguments()[u"id"_s].toString(), u"note:7"_s);
        QVERIFY(exchange.text.contains(u"> the found text"));
    }

    void asksWhichWhenSeveralMatch()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.found = {hit(u"note:7"_s, u"Roof"_s),
                          hit(u"file:/srv/house/roof.md"_s, u"Roof costs"_s, u"/srv/house"_s),
                          hit(u"chat:3"_s, u"Roof"_s)};
        exchange.say(u"find my notes about the roof"_s);
        QVERIFY(exchange.isAsking());
        QCOMPARE(exchange.options(), QStringList({u"Roof"_s, u"Roof costs"_s, u"Roof (2)"_s}));
        const QString description = exchange.waiting.arguments[u"options"_s][1][u"description"_s].toString();
        QVERIFY(description.contains(u"/srv/house") && description.contains(u"20 Nov"));
        exchange.choose(1);
        QCOMPARE(exchange.lastArguments()[u"id"_s].toString(), u"file:/srv/house/roof.md"_s);
        QVERIFY(exchange.text.contains(u"> the found text"));
    }

    void asksForTheFolderWhenManyMatch()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        for (int i = 0; i < 4; ++i) {
            exchange.found.append(hit(u"file:/a/house/%1"_s.arg(i), u"House %1"_s.arg(i), u"/a/house"_s));
            exchange.found.append(hit(u"file:/a/work/%1"_s.arg(i), u"Work %1"_s.arg(i), u"/a/work"_s));
        }
        exchange.say(u"find my notes about the roof"_s);
        QVERIFY(exchange.question().contains(u"Which folder?"));
        QCOMPARE(exchange.options(), QStringList({u"/a/house"_s, u"/a/work"_s}));
        exchange.choose(1);
        QCOMPARE(exchange.options(), QStringList({u"Work 0"_s, u"Work 1"_s, u"Work 2"_s, u"Work 3"_s}));
        exchange.choose(2);
        QCOMPARE(exchange.lastArguments()[u"id"_s].toString(), u"file:/a/work/2"_s);
    }

    void nothingFoundSaysWhatWasSearched()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.folders = {u"/a/house"_s};
        exchange.say(u"find my notes about the roof"_s);
        QVERIFY(exchange.text.contains(u"“roof”"));
        QVERIFY(exchange.text.contains(u"/a/house"));
        QVERIFY(exchange.text.contains(u"search.folders"));
    }

    void anEarlierSearchIsNoFind()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.found = {hit(u"chat:2"_s, u"Chat"_s, {}, u"find my notes about the roof"_s),
                          hit(u"note:7"_s, u"Roof"_s)};
        exchange.say(u"find my notes about the roof"_s);
        QVERIFY(!exchange.isAsking());
        QCOMPARE(exchange.lastArguments()[u"id"_s].toString(), u"note:7"_s);
    }

    void findsEarlierAnswers()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.found = {QJsonObject{{u"id"_s, u"chat:3"_s},
                                      {u"kind"_s, u"answer"_s},
                                      {u"question"_s, u"Which tiles for the roof?"_s},
                                      {u"answer"_s, u"The red ones"_s},
                                      {u"date"_s, u"2026-11-20T10:00"_s}}};
        exchange.say(u"what did I decide about the roof?"_s);
        QCOMPARE(exchange.lastArguments()[u"kind"_s].toString(), u"answer"_s);
        QVERIFY(exchange.text.contains(u"Which tiles for the roof?"));
        QVERIFY(exchange.text.contains(u"The red ones"));
        QVERIFY(exchange.text.contains(u"Friday, 20 November 2026"));
        exchange.found = {};
        exchange.say(u"what did I decide about the car?"_s);
        QVERIFY(exchange.text.contains(u"no answer of yours about “car”"));
    }

    void keepsANote()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.say(u"Note that the roofer is called Weber"_s);
        QCOMPARE(exchange.lastArguments()[u"text"_s].toString(), u"the roofer is called Weber"_s);
        QVERIFY(exchange.text.startsWith(u"Noted"));
        exchange.say(u"take a note"_s);
        QVERIFY(exchange.isAsking());
        exchange.answer(u"it rains"_s);
        QCOMPARE(exchange.lastArguments()[u"text"_s].toString(), u"it rains"_s);
    }

    void tellsDates_data()
    {
        QTest::addColumn<QString>("says");
        QTest::newRow("what day is it?") << u"Sunday, 29 November 2026"_s;
        QTest::newRow("what time is it") << u"10:00"_s;
        QTest::newRow("how many days until christmas?") << u"26 days, until Friday, 25 December 2026"_s;
        QTest::newRow("how long until tomorrow") << u"One day"_s;
        QTest::newRow("what date is next friday") << u"Friday, 4 December 2026"_s;
        QTest::newRow("what day is 29 february 2028") << u"Tuesday, 29 February 2028"_s;
    }
    void tellsDates()
    {
        QFETCH(QString, says);
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.say(QString::fromLatin1(QTest::currentDataTag()));
        QVERIFY2(exchange.text.contains(says), qPrintable(exchange.text));
        QCOMPARE(exchange.callNames(), QStringList(u"now"_s));
    }

    void saysWhatItIs_data()
    {
        QTest::addColumn<QString>("message");
        for (const char *message : {"help", "who are you?", "hello", "write me a poem", "are you ChatGPT"})
            QTest::newRow(message) << QString::fromLatin1(message);
    }
    void saysWhatItIs()
    {
        QFETCH(QString, message);
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.say(message);
        QVERIFY(exchange.text.contains(u"not a language model"));
        QVERIFY(exchange.text.contains(u"Remind me to call the dentist"));
    }

    //! The transcript is all there is: another provider, made after a crash, goes on the same way.
    void anotherProviderCarriesOn()
    {
        Exchange before(u"2026-11-29T10:00"_s);
        before.say(u"remind me to call the dentist"_s);
        Exchange after(u"2026-11-29T10:05"_s);
        after.request = before.request;
        after.waiting = before.waiting;
        after.choose(3);
        QCOMPARE(after.lastArguments()[u"when"_s].toString(), u"2026-11-30T09:00"_s);
        QVERIFY(after.text.startsWith(u"Done"));
    }

    void callIdsDifferWithinAReply()
    {
        Exchange exchange(u"2026-11-29T10:00"_s);
        exchange.reminders = {set(1, u"a"_s, u"2026-11-30T09:00"_s), set(2, u"b"_s, u"2026-12-01T09:00"_s)};
        exchange.say(u"cancel all reminders"_s);
        QStringList ids;
        for (const ToolCall &call : exchange.done)
            ids += call.id;
        QCOMPARE(ids.size(), 3);
        QCOMPARE(ids.removeDuplicates(), 0);
    }

    void aCancelledTurnEndsOnce()
    {
        ManualClock clock(local(u"2026-11-29T10:00"_s));
        GuideProvider provider(clock);
        QObject parent;
        ModelTurn *turn = provider.request({.items = {{.text = u"help"_s}}}, &parent);
        QSignalSpy finished(turn, &ModelTurn::finished);
        QSignalSpy text(turn, &ModelTurn::text);
        QCOMPARE(text.size() + finished.size(), 0); // nothing from inside request()
        QObject::connect(turn, &ModelTurn::text, turn, [turn, &finished] {
            turn->cancel();
            QCOMPARE(finished.size(), 0); // nothing from inside cancel()
        });
        QVERIFY(finished.wait(heed::test::patienceMs));
        QCOMPARE(text.size(), 1);
        QCoreApplication::processEvents();
        QCOMPARE(finished.size(), 1);
        const auto result = finished.first().first().value<TurnResult>();
        QVERIFY(result.error);
        QCOMPARE(int(result.error->kind), int(ProviderError::Kind::Cancelled));
    }
};

QTEST_GUILESS_MAIN(TestGuide)
#include "tst_guide.moc"
