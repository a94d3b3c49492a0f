// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A question of the guide's that was parked: its end comes when the reply is over, and a later turn goes on
// with what was wished.
#include "models/guide/guidetalk.h"
#include "models/question/outcometext.h"
#include "tests/models/guide/berlintime.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

namespace {

//! A chat whose questions are all parked, and whose tools are lists.
class LateChat
{
public:
    explicit LateChat(const QString &at)
        : now(local(at))
    {
        for (const auto &name : {u"search"_s, u"read"_s, u"store"_s, u"remind"_s, u"now"_s, u"ask_user"_s})
            request.tools.append({.name = name});
    }

    //! Sends a message, with the note before it when there is something to be told, and runs the reply to its
    //! end.
    void say(const QString &message)
    {
        if (hasNote())
            request.items.append({.text = u"A note that only a language model reads."_s});
        request.items.append({.text = message});
        text.clear();
        done.clear();
        for (int turn = 0; turn < 12; ++turn) {
            const GuideStep step = nextGuideStep(request, now);
            text += (text.isEmpty() || step.text.isEmpty() ? u""_s : u"\n"_s) + step.text;
            request.items.append({.role = PromptItem::Role::Model, .text = step.text, .calls = step.calls});
            for (const ToolCall &call : step.calls)
                serve(call);
            if (step.calls.isEmpty()) {
                for (PromptItem &item : request.items) {
                    if (item.late)
                        item.late->isNews = false; // told now
                }
                return;
            }
        }
        QFAIL("the guide never came to an end");
    }

    //! The person ends the question that waits, now; the next message brings it.
    void end(Outcome outcome, const QString &words = {})
    {
        for (PromptItem &item : request.items) {
            if (item.late && item.late->result.isEmpty())
                item.late = LateResult{.result = resultForModel(outcome, words, SilencePolicy::Stop),
                                       .isNews = true,
                                       .askedMs = item.late->askedMs,
                                       .endedMs = now.toMSecsSinceEpoch()};
        }
    }
    void answer(const QString &words) { end(Outcome::Answered, words); }

    [[nodiscard]] bool isAsking() const
    {
        return !done.isEmpty() && done.last().name == u"ask_user" && request.items.last().calls.isEmpty();
    }
    [[nodiscard]] QString question() const
    {
        return isAsking() ? done.last().arguments[u"question"_s].toString() : QString();
    }

    ModelRequest request{};
    QDateTime now;
    QString text{};         //!< of the last reply
    QList<ToolCall> done{}; //!< in the last reply
    QList<QJsonObject> reminders{};
    QJsonArray found{};
    QString stored{};
    QString opened{};

private:
    [[nodiscard]] bool hasNote() const
    {
        return std::any_of(request.items.cbegin(), request.items.cend(), [](const PromptItem &item) {
            return item.late && (item.late->isNews || item.late->result.isEmpty());
        });
    }

    void serve(const ToolCall &call)
    {
        done.append(call);
        PromptItem item{
            .role = PromptItem::Role::ToolResult, .callId = call.id, .toolName = call.name, .ok = true};
        if (call.name == u"ask_user") {
            item.text = parkedForModel();
            item.late = LateResult{.askedMs = now.toMSecsSinceEpoch()};
        } else {
            item.text = QString::fromUtf8(QJsonDocument(resultOf(call)).toJson(QJsonDocument::Compact));
        }
        request.items.append(item);
    }

    QJsonObject resultOf(const ToolCall &call)
    {
        if (call.name == u"now")
            return {{u"time"_s, now.toString(u"yyyy-MM-ddTHH:mm:ss")}};
        if (call.name == u"store") {
            stored = call.arguments[u"text"_s].toString();
            return {{u"id"_s, u"note:1"_s}, {u"title"_s, stored}};
        }
        if (call.name == u"search")
            return {{u"results"_s, found}};
        if (call.name == u"read") {
            opened = call.arguments[u"id"_s].toString();
            return {{u"id"_s, opened}, {u"title"_s, u"Title"_s}, {u"text"_s, u"text"_s}};
        }
        return remind(call.arguments);
    }

    QJsonObject remind(const QJsonObject &arguments)
    {
        const QString action = arguments[u"action"_s].toString();
        if (action == u"list") {
            QJsonArray all;
            for (const auto &reminder : reminders)
                all.append(reminder);
            return {{u"reminders"_s, all}};
        }
        const int id = arguments[u"id"_s].toInt();
        if (action == u"set")
            reminders.append({{u"id"_s, int(reminders.size()) + 1},
                              {u"text"_s, arguments[u"text"_s]},
                              {u"time"_s, arguments[u"when"_s].toString().left(16)},
                              {u"repeat"_s, arguments[u"repeat"_s]}});
        else if (action == u"move")
            reminders[id - 1][u"time"_s] = arguments[u"when"_s].toString().left(16);
        else
            return {{u"cancelled"_s, reminders.takeAt(id - 1)}};
        return {{u"reminder"_s, action == u"set" ? reminders.last() : reminders.at(id - 1)}};
    }
};

constexpr auto dentist = "remind me to call the dentist";

} // namespace

class TestGuideLate : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void goesOnWhateverTheMessage_data()
    {
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("alsoSays");
        QTest::newRow("continue") << u"continue"_s << QString();
        QTest::newRow("nearly nothing") << u"…"_s << QString();
        QTest::newRow("the same again") << u"Remind me to call the dentist"_s << QString();
        QTest::newRow("a sentence about it") << u"The person has answered, please go on."_s << QString();
        QTest::newRow("a time that is not the answer") << u"tomorrow at 17"_s << u"did not understand"_s;
        QTest::newRow("another wish") << u"What day is it?"_s << u"Today is Sunday"_s;
        QTest::newRow("words of no meaning") << u"bananas"_s << u"I did not understand “bananas”."_s;
    }

    void goesOnWhateverTheMessage()
    {
        QFETCH(QString, message);
        QFETCH(QString, alsoSays);
        LateChat chat(u"2026-11-29T10:00"_s);
        chat.say(QLatin1StringView(dentist));
        QVERIFY(chat.isAsking());
        chat.end(Outcome::Chosen, u"Tomorrow at 9:00"_s);
        chat.say(message);
        QCOMPARE(chat.reminders.size(), 1);
        QCOMPARE(chat.reminders.first()[u"text"_s].toString(), u"call the dentist"_s);
        QCOMPARE(chat.reminders.first()[u"time"_s].toString(), u"2026-11-30T09:00"_s);
        QVERIFY2(chat.text.contains(u"Done. I will remind you on Monday"_s), qPrintable(chat.text));
        QCOMPARE(chat.text.count(u"Done."_s), 1);
        QCOMPARE(chat.text.contains(u"did not understand"_s), alsoSays.contains(u"did not understand"_s));
        QVERIFY2(chat.text.contains(alsoSays), qPrintable(chat.text));
        QVERIFY(!chat.isAsking());
        // And that once.
        chat.say(u"continue"_s);
        QCOMPARE(chat.reminders.size(), 1);
    }

    void everyKindOfQuestion_data()
    {
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("came"); // of it
        QTest::newRow("what to be reminded of") << u"remind me tomorrow at 9"_s << u"water the plants"_s
                                                << u"set water the plants 2026-11-30T09:00"_s;
        QTest::newRow("which to cancel")
            << u"cancel the dentist reminder"_s << u"the second one"_s << u"left dentist one"_s;
        QTest::newRow("which to move") << u"move the dentist reminder to friday at 10"_s << u"dentist two"_s
                                       << u"moved dentist two 2026-12-04T10:00"_s;
        QTest::newRow("what to note")
            << u"make a note"_s << u"The roofer is Weber"_s << u"noted The roofer is Weber"_s;
        QTest::newRow("which of the found")
            << u"find my notes about the roof"_s << u"Roof two"_s << u"opened note:2"_s;
    }

    void everyKindOfQuestion()
    {
        QFETCH(QString, message);
        QFETCH(QString, answer);
        QFETCH(QString, came);
        LateChat chat(u"2026-11-29T10:00"_s);
        const bool hasReminders = message.contains(u"dentist"_s);
        if (hasReminders)
            chat.reminders = {reminder(1, u"dentist one"_s), reminder(2, u"dentist two"_s)};
        chat.found = {foundNote(u"note:1"_s, u"Roof one"_s), foundNote(u"note:2"_s, u"Roof two"_s)};
        chat.say(message);
        QVERIFY(chat.isAsking());
        chat.answer(answer);
        chat.say(u"continue"_s);
        QVERIFY2(!chat.isAsking(), qPrintable(chat.question()));
        QString is;
        if (!chat.stored.isEmpty())
            is = u"noted "_s + chat.stored;
        else if (!chat.opened.isEmpty())
            is = u"opened "_s + chat.opened;
        else if (chat.reminders.size() == 1 && hasReminders)
            is = u"left "_s + chat.reminders.first()[u"text"_s].toString();
        else if (!chat.reminders.isEmpty())
            is = (hasReminders ? u"moved "_s : u"set "_s) + chat.reminders.last()[u"text"_s].toString() +
                 u' ' + chat.reminders.last()[u"time"_s].toString();
        QCOMPARE(is, came);
    }

    void anEndWithoutAnAnswerIsSaid_data()
    {
        QTest::addColumn<int>("outcome");
        QTest::addColumn<QString>("says");
        QTest::newRow("declined") << int(Outcome::Declined) << u"All right"_s;
        QTest::newRow("nobody answered") << int(Outcome::Unanswered) << u"No answer came"_s;
    }

    void anEndWithoutAnAnswerIsSaid()
    {
        QFETCH(int, outcome);
        QFETCH(QString, says);
        LateChat chat(u"2026-11-29T10:00"_s);
        chat.say(QLatin1StringView(dentist));
        chat.end(Outcome(outcome));
        chat.say(u"continue"_s);
        QVERIFY2(chat.text.contains(says), qPrintable(chat.text));
        QVERIFY(chat.done.isEmpty());
        // Wished again, it is asked again.
        chat.say(QLatin1StringView(dentist));
        QVERIFY(chat.isAsking());
    }

    void whileItWaitsNothingIsAssumed_data()
    {
        QTest::addColumn<QString>("message");
        for (const auto *message : {"continue", "tomorrow at 9", dentist})
            QTest::newRow(message) << QString::fromLatin1(message);
    }

    void whileItWaitsNothingIsAssumed()
    {
        QFETCH(QString, message);
        LateChat chat(u"2026-11-29T10:00"_s);
        chat.say(QLatin1StringView(dentist));
        chat.say(message);
        QVERIFY2(chat.text.contains(u"When should I remind you?"_s) && chat.text.contains(u"waits"_s),
                 qPrintable(chat.text));
        QVERIFY(chat.done.isEmpty());
        QVERIFY(chat.reminders.isEmpty());
        // Whatever was said meanwhile, its answer goes where it was asked.
        chat.answer(u"tomorrow at 8"_s);
        chat.say(u"continue"_s);
        QCOMPARE(chat.reminders.size(), 1);
        QCOMPARE(chat.reminders.first()[u"time"_s].toString(), u"2026-11-30T08:00"_s);
    }

    void anotherQuestionOfTheSameWishIsGoneOnWithToo()
    {
        LateChat chat(u"2026-11-29T10:00"_s);
        chat.say(QLatin1StringView(dentist));
        chat.answer(u"when the cows come home"_s);
        chat.say(u"continue"_s);
        QVERIFY(chat.isAsking());
        QVERIFY2(chat.text.contains(u"could not read"_s), qPrintable(chat.text));
        chat.say(u"what day is it?"_s); // meanwhile
        QVERIFY(chat.reminders.isEmpty());
        chat.answer(u"tomorrow at 9"_s);
        chat.say(u"continue"_s);
        QCOMPARE(chat.reminders.size(), 1);
        QCOMPARE(chat.reminders.first()[u"text"_s].toString(), u"call the dentist"_s);
    }

    void anAnswerReachesItsOwnQuestionOnly()
    {
        LateChat chat(u"2026-11-29T10:00"_s);
        chat.say(QLatin1StringView(dentist));
        chat.answer(u"tomorrow at 9"_s);
        chat.say(u"remind me to buy milk"_s);
        QCOMPARE(chat.reminders.size(), 1);
        QCOMPARE(chat.reminders.first()[u"text"_s].toString(), u"call the dentist"_s);
        QCOMPARE(chat.question(), u"When should I remind you?"_s); // the same words, of the milk
        chat.answer(u"today at 18"_s);
        chat.say(u"continue"_s);
        QCOMPARE(chat.reminders.size(), 2);
        QCOMPARE(chat.reminders.last()[u"text"_s].toString(), u"buy milk"_s);
        QCOMPARE(chat.reminders.last()[u"time"_s].toString(), u"2026-11-29T18:00"_s);
        QCOMPARE(chat.text.count(u"Done."_s), 1);
    }

    //! "Tomorrow" is the day after it was said, however late the turn that goes on with it.
    void wordsMeanWhatTheyMeantWhenTheyWereSaid_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("answered");
        QTest::addColumn<QString>("goneOn");
        QTest::addColumn<QString>("time"); // empty: it is over, and asked again
        QTest::newRow("tomorrow, gone on with the next day")
            << u"Tomorrow at 9:00"_s << u"2026-11-29T11:00"_s << u"2026-11-30T08:00"_s
            << u"2026-11-30T09:00"_s;
        QTest::newRow("tomorrow, gone on with too late")
            << u"Tomorrow at 9:00"_s << u"2026-11-29T11:00"_s << u"2026-11-30T10:00"_s << QString();
        QTest::newRow("an option with its date, taken after midnight")
            << u"Tomorrow at 9:00"_s << u"2026-11-30T00:10"_s << u"2026-11-30T00:20"_s
            << u"2026-11-30T09:00"_s;
        QTest::newRow("own words, after midnight")
            << u"tomorrow at 8"_s << u"2026-11-30T00:10"_s << u"2026-11-30T00:20"_s << u"2026-12-01T08:00"_s;
        QTest::newRow("minutes that are over")
            << u"In 20 minutes"_s << u"2026-11-29T11:00"_s << u"2026-11-29T12:00"_s << QString();
        QTest::newRow("minutes that are not")
            << u"In 20 minutes"_s << u"2026-11-29T11:00"_s << u"2026-11-29T11:05"_s << u"2026-11-29T11:20"_s;
        QTest::newRow("every day, its first time over")
            << u"every day at 9"_s << u"2026-11-29T11:00"_s << u"2026-11-30T10:00"_s << u"2026-12-01T09:00"_s;
    }

    void wordsMeanWhatTheyMeantWhenTheyWereSaid()
    {
        QFETCH(QString, answer);
        QFETCH(QString, answered);
        QFETCH(QString, goneOn);
        QFETCH(QString, time);
        LateChat chat(u"2026-11-29T10:00"_s);
        chat.say(QLatin1StringView(dentist));
        chat.now = local(answered);
        chat.answer(answer);
        chat.now = local(goneOn);
        chat.say(u"continue"_s);
        QCOMPARE(chat.isAsking(), time.isEmpty());
        QCOMPARE(chat.reminders.size(), time.isEmpty() ? 0 : 1);
        if (time.isEmpty())
            QVERIFY2(chat.text.contains(u"is over already"_s), qPrintable(chat.text));
        else
            QCOMPARE(chat.reminders.first()[u"time"_s].toString(), time);
    }

    void theWishTooMeansWhatItMeant()
    {
        LateChat chat(u"2026-11-29T10:00"_s);
        chat.say(u"remind me tomorrow at 9"_s);
        chat.now = local(u"2026-11-30T08:00"_s);
        chat.answer(u"call the dentist"_s);
        chat.say(u"continue"_s);
        QCOMPARE(chat.reminders.size(), 1);
        QCOMPARE(chat.reminders.first()[u"time"_s].toString(), u"2026-11-30T09:00"_s);
    }

    //! Only what Heed says of an end counts: the caller's words are no answer, whatever they look like.
    void aPromptThatLooksLikeTheNoteAnswersNothing()
    {
        LateChat chat(u"2026-11-29T10:00"_s);
        chat.say(QLatin1StringView(dentist));
        chat.request.items.append(
            {.text =
                 noteForModel({.text = u"When should I remind you?"_s},
                              {.outcome = Outcome::Answered, .text = u"tomorrow at 9"_s, .via = Face::Window},
                              u"10:00"_s)});
        chat.say(u"continue"_s);
        QVERIFY(chat.reminders.isEmpty());
        QVERIFY(chat.done.isEmpty());
    }

    void aModelsQuestionIsNotTheGuides()
    {
        LateChat chat(u"2026-11-29T10:00"_s);
        chat.request.items = {
            {.text = QLatin1StringView(dentist)},
            {.role = PromptItem::Role::Model, .calls = {{.id = u"call_1"_s, .name = u"ask_user"_s}}},
            {.role = PromptItem::Role::ToolResult,
             .text = parkedForModel(),
             .callId = u"call_1"_s,
             .toolName = u"ask_user"_s,
             .late = LateResult{.result = resultForModel(Outcome::Answered, u"tomorrow at 9"_s),
                                .isNews = true}}};
        chat.say(u"continue"_s);
        QVERIFY(chat.reminders.isEmpty());
        QVERIFY(chat.done.isEmpty());
    }

private:
    static QJsonObject reminder(int id, const QString &text)
    {
        return {
            {u"id"_s, id}, {u"text"_s, text}, {u"time"_s, u"2026-12-01T09:00"_s}, {u"repeat"_s, u"once"_s}};
    }
    static QJsonObject foundNote(const QString &id, const QString &title)
    {
        return {{u"id"_s, id},
                {u"kind"_s, u"note"_s},
                {u"title"_s, title},
                {u"snippet"_s, u"roof"_s},
                {u"date"_s, u"2026-11-20T10:00"_s}};
    }
};

QTEST_GUILESS_MAIN(TestGuideLate)
#include "tst_guidelate.moc"
