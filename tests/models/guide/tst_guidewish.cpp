// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/guide/guidepatterns.h"
#include "models/guide/guidetalk.h"
#include "models/guide/guidewish.h"
#include "tests/models/guide/berlintime.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

namespace {

const char *name(WishKind kind)
{
    switch (kind) {
    case WishKind::Unknown:
        return "unknown";
    case WishKind::Remind:
        return "remind";
    case WishKind::ListReminders:
        return "list";
    case WishKind::CancelReminder:
        return "cancel";
    case WishKind::CancelAllReminders:
        return "cancel all";
    case WishKind::MoveReminder:
        return "move";
    case WishKind::Find:
        return "find";
    case WishKind::Decided:
        return "decided";
    case WishKind::Note:
        return "note";
    case WishKind::Today:
        return "today";
    case WishKind::TimeNow:
        return "time";
    case WishKind::DaysUntil:
        return "days until";
    case WishKind::DateOf:
        return "date of";
    case WishKind::Connect:
        return "connect";
    case WishKind::Folders:
        return "folders";
    case WishKind::Help:
        return "help";
    case WishKind::About:
        return "about";
    case WishKind::Hello:
        return "hello";
    case WishKind::Thanks:
        return "thanks";
    case WishKind::Bye:
        return "bye";
    }
    return "";
}

struct Row {
    const char *sentence = "";
    const char *kind = "";
    const char *subject = "";
    const char *when = "";
};

// Wednesday, 25 November 2026, ten o'clock.
constexpr Row sentences[] = {
    {"remind me to call the dentist", "remind", "call the dentist", ""},
    {"Remind me to call the dentist.", "remind", "call the dentist", ""},
    {"Please remind me to call the dentist", "remind", "call the dentist", ""},
    {"Can you remind me to call the dentist, please?", "remind", "call the dentist", ""},
    {"Hey, could you please remind me to call the dentist?", "remind", "call the dentist", ""},
    {"I'd like you to remind me to call the dentist", "remind", "call the dentist", ""},
    {"remind me about the dentist", "remind", "the dentist", ""},
    {"remind me of Anna's birthday", "remind", "Anna's birthday", ""},
    {"remind me that the rent is due", "remind", "the rent is due", ""},
    {"remind me: water the plants", "remind", "water the plants", ""},
    {"remind me", "remind", "", ""},
    {"remind me of it", "remind", "", ""},
    {"remind me later", "remind", "", ""},
    {"remind me in 20 minutes", "remind", "", "2026-11-25T10:20"},
    {"remind me to call the dentist tomorrow at 9", "remind", "call the dentist", "2026-11-26T09:00"},
    {"remind me tomorrow at 9 to call the dentist", "remind", "call the dentist", "2026-11-26T09:00"},
    {"tomorrow at 9 remind me to call the dentist", "remind", "call the dentist", "2026-11-26T09:00"},
    {"In an hour, please remind me to check the oven", "remind", "check the oven", "2026-11-25T11:00"},
    {"remind me on Friday to call mum at 18:30", "remind", "call mum", "2026-11-27T18:30"},
    {"remind me at 5 to leave", "remind", "leave", "2026-11-25T17:00"},
    {"remind me every weekday at 8 to take my pills", "remind", "take my pills", "2026-11-26T08:00"},
    {"set a reminder to call the dentist", "remind", "call the dentist", ""},
    {"set a reminder for tomorrow at nine to call the dentist", "remind", "call the dentist",
     "2026-11-26T09:00"},
    {"Set me a reminder: pay the rent on the 1st", "remind", "pay the rent", "2026-12-01T09:00"},
    {"create a reminder for the meeting on monday at 10", "remind", "the meeting", "2026-11-30T10:00"},
    {"add a new reminder about the tax return", "remind", "the tax return", ""},
    {"I need a reminder to water the plants this evening", "remind", "water the plants", "2026-11-25T18:00"},
    {"reminder: take out the bins tonight", "remind", "take out the bins", "2026-11-25T20:00"},
    {"don't let me forget to call mum", "remind", "call mum", ""},
    {"don't forget to buy milk", "remind", "buy milk", ""},
    {"make sure I don't forget the keys", "remind", "the keys", ""},
    {"help me remember to buy milk", "remind", "buy milk", ""},
    {"I have to remember to buy milk tomorrow", "remind", "buy milk", "2026-11-26T09:00"},
    {"I must not forget to buy milk", "remind", "buy milk", ""},
    {"remember to buy milk", "remind", "buy milk", ""},
    {"wake me up at 7am", "remind", "Wake up", "2026-11-26T07:00"},
    {"ping me in 10 minutes", "remind", "", "2026-11-25T10:10"},
    {"nudge me to stand up in an hour", "remind", "stand up", "2026-11-25T11:00"},
    {"tell me at 4pm to leave", "remind", "leave", "2026-11-25T16:00"},
    {"I have a dentist appointment tomorrow at 9, remind me", "remind", "a dentist appointment",
     "2026-11-26T09:00"},
    {"I need to call the bank. Please remind me", "remind", "call the bank", ""},
    {"remind me to read chapter 5", "remind", "read chapter 5", ""},
    {"remind me to boil the eggs for 5 minutes", "remind", "boil the eggs for 5 minutes", ""},

    {"list my reminders", "list", "", ""},
    {"show me my reminders", "list", "", ""},
    {"show all reminders", "list", "", ""},
    {"what reminders do I have?", "list", "", ""},
    {"What are my reminders?", "list", "", ""},
    {"which reminders are set", "list", "", ""},
    {"do I have any reminders?", "list", "", ""},
    {"are there any reminders for tomorrow", "list", "", ""},
    {"my reminders", "list", "", ""},
    {"reminders", "list", "", ""},
    {"what will you remind me of", "list", "", ""},

    {"cancel the dentist reminder", "cancel", "dentist", ""},
    {"Cancel my reminder about the dentist", "cancel", "dentist", ""},
    {"delete the reminder to call the dentist", "cancel", "call the dentist", ""},
    {"remove the reminder", "cancel", "", ""},
    {"please forget the reminder for the rent", "cancel", "rent", ""},
    {"stop reminding me about the pills", "cancel", "pills", ""},
    {"don't remind me of the rent", "cancel", "rent", ""},
    {"cancel all reminders", "cancel all", "", ""},
    {"delete all my reminders about work", "cancel all", "work", ""},
    {"move the dentist reminder to friday at 10", "move", "dentist", "2026-11-27T10:00"},
    {"reschedule my reminder about the rent to tomorrow", "move", "rent", "2026-11-26T09:00"},
    {"postpone the reminder to call mum to tonight", "move", "call mum", "2026-11-25T20:00"},
    {"snooze the reminder for an hour", "move", "", "2026-11-25T11:00"},
    {"move the dentist reminder to 11", "move", "dentist", "2026-11-25T11:00"},
    {"move my reminder", "move", "", ""},

    {"find my notes about the roof", "find", "roof", ""},
    {"Find my notes on the roof, please", "find", "roof", ""},
    {"find all notes about the roof", "find", "roof", ""},
    {"show me my notes about the roof", "find", "roof", ""},
    {"show my files on taxes", "find", "taxes", ""},
    {"where are my notes about the roof?", "find", "roof", ""},
    {"search for the roof", "find", "roof", ""},
    {"search my notes for roof tiles", "find", "roof tiles", ""},
    {"search my chats and notes for roof", "find", "roof", ""},
    {"look in my files for the contract", "find", "contract", ""},
    {"look for the insurance number", "find", "insurance number", ""},
    {"find the chat about the holiday", "find", "holiday", ""},
    {"find everything I have about the roof", "find", "roof", ""},
    {"where did I write about the roof?", "find", "roof", ""},
    {"where did I mention Mr Weber", "find", "Mr Weber", ""},
    {"what did I write about the roof", "find", "roof", ""},
    {"what do I have about the roof", "find", "roof", ""},
    {"do I have any notes about the roof", "find", "roof", ""},
    {"did I write anything about the roof?", "find", "roof", ""},
    {"is there anything about the roof", "find", "roof", ""},
    {"notes about the roof", "find", "roof", ""},
    {"find my notes", "find", "", ""},
    {"search", "unknown", "", ""},

    {"what did I decide about the roof", "decided", "roof", ""},
    {"What did I decide on the holiday?", "decided", "holiday", ""},
    {"what have I decided about the car", "decided", "car", ""},
    {"what did we agree on about the rent", "decided", "rent", ""},
    {"what did I answer about the billing", "decided", "billing", ""},
    {"which colour did I choose for the kitchen", "decided", "kitchen", ""},
    {"what did I choose", "decided", "", ""},
    {"remind me what I decided about the roof", "decided", "roof", ""},
    {"what was my decision about the roof", "decided", "roof", ""},
    {"what's my answer on the tiles", "decided", "tiles", ""},
    {"show me my answers about billing", "decided", "billing", ""},
    {"did I decide anything about the roof", "decided", "roof", ""},

    {"note that the roofer is called Weber", "note", "the roofer is called Weber", ""},
    {"Note: the code of the gate has changed", "note", "the code of the gate has changed", ""},
    {"remember that Anna likes tea", "note", "Anna likes tea", ""},
    {"please remember: Anna likes tea", "note", "Anna likes tea", ""},
    {"take a note", "note", "", ""},
    {"take a note: buy a ladder", "note", "buy a ladder", ""},
    {"make a note that the ladder is broken", "note", "the ladder is broken", ""},
    {"write down that the ladder is broken", "note", "the ladder is broken", ""},
    {"note to self: the ladder is broken", "note", "the ladder is broken", ""},
    {"keep in mind that I am vegetarian", "note", "I am vegetarian", ""},

    {"what day is it", "today", "", ""},
    {"What day is it today?", "today", "", ""},
    {"what's the date?", "today", "", ""},
    {"what is today's date", "today", "", ""},
    {"which day is today", "today", "", ""},
    {"what week is it", "today", "", ""},
    {"what time is it?", "time", "", ""},
    {"what's the time", "time", "", ""},
    {"tell me the time", "time", "", ""},
    {"do you have the time?", "time", "", ""},
    {"how many days until christmas", "days until", "christmas", ""},
    {"How many days are left until 31 December?", "days until", "31 December", ""},
    {"how long until friday", "days until", "friday", ""},
    {"how many weeks until new year's eve?", "days until", "new year's eve", ""},
    {"days until christmas", "days until", "christmas", ""},
    {"what date is next friday", "date of", "next friday", ""},
    {"what day is the 3rd of december", "date of", "the 3rd of december", ""},
    {"what weekday is christmas", "date of", "christmas", ""},
    {"when is next friday", "date of", "next friday", ""},
    {"what is the date of next friday", "date of", "next friday", ""},
    {"when is the best time to plant trees", "unknown", "", ""},

    {"help", "help", "", ""},
    {"what can you do?", "help", "", ""},
    {"how does this work?", "help", "", ""},
    {"?", "help", "", ""},
    {"who are you?", "about", "", ""},
    {"are you an AI", "about", "", ""},
    {"which model are you", "about", "", ""},
    {"hello", "hello", "", ""},
    {"Hi!", "hello", "", ""},
    {"hello guide", "hello", "", ""},
    {"good morning", "hello", "", ""},
    {"thanks", "thanks", "", ""},
    {"Thank you very much!", "thanks", "", ""},
    {"ok, thanks", "thanks", "", ""},
    {"bye", "bye", "", ""},
    {"how do I connect a model?", "connect", "", ""},
    {"connect to Ollama", "connect", "", ""},
    {"how can I use a real model", "connect", "", ""},
    {"how do I add a folder", "folders", "", ""},
    {"write me a poem about the sea", "unknown", "", ""},
    {"why is the sky blue", "unknown", "", ""},
    {"translate this into French", "unknown", "", ""},
    {"", "unknown", "", ""},
};

} // namespace

class TestGuideWish : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyFormIsAValidExpression()
    {
        for (const WishPattern &pattern : wishPatterns())
            QVERIFY2(pattern.form.isValid(),
                     qPrintable(pattern.form.pattern() + u": " + pattern.form.errorString()));
    }

    void understandsSentences_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("subject");
        QTest::addColumn<QString>("when");
        for (const Row &row : sentences)
            QTest::newRow(*row.sentence ? row.sentence : "nothing at all")
                << QString::fromLatin1(row.kind) << QString::fromLatin1(row.subject)
                << QString::fromLatin1(row.when);
    }
    void understandsSentences()
    {
        QFETCH(QString, kind);
        QFETCH(QString, subject);
        QFETCH(QString, when);
        QString sentence = QString::fromUtf8(QTest::currentDataTag());
        if (sentence == u"nothing at all")
            sentence.clear();
        const GuideWish wish = understood(sentence, local(u"2026-11-25T10:00"_s));
        QCOMPARE(QString::fromLatin1(name(wish.kind)), kind);
        if (kind == u"unknown")
            return;
        QCOMPARE(wish.subject, subject);
        QCOMPARE(wish.when ? toLocalTime(wish.when->at) : QString(), when);
    }

    void aNoteKeepsItsLines()
    {
        const GuideWish wish =
            understood(u"Note that\nfirst line\n  second line"_s, local(u"2026-11-25T10:00"_s));
        QCOMPARE(wish.kind, WishKind::Note);
        QCOMPARE(wish.subject, u"first line\n  second line"_s);
    }

    void aVeryLongMessageIsNoWishAndTakesNoTime()
    {
        const QString text = u"remind me to find notes about "_s.repeated(20'000);
        QCOMPARE(understood(text, local(u"2026-11-25T10:00"_s)).kind, WishKind::Unknown);
    }

    void offersTimesThatSuitTheHour_data()
    {
        QTest::addColumn<QString>("now");
        QTest::addColumn<QStringList>("labels");
        QTest::newRow("in the morning") << u"2026-11-25T10:00"_s
                                        << QStringList{u"In 20 minutes"_s, u"Today at 12:00"_s,
                                                       u"This afternoon at 15:00"_s, u"Tomorrow at 9:00"_s};
        QTest::newRow("in the afternoon") << u"2026-11-25T16:00"_s
                                          << QStringList{u"In 20 minutes"_s, u"This evening at 18:00"_s,
                                                         u"Tonight at 21:00"_s, u"Tomorrow at 9:00"_s};
        QTest::newRow("just before six") << u"2026-11-25T17:45"_s
                                         << QStringList{u"In 20 minutes"_s, u"Tonight at 21:00"_s,
                                                        u"Tomorrow at 9:00"_s, u"On Monday at 9:00"_s};
        QTest::newRow("late at night") << u"2026-11-25T23:00"_s
                                       << QStringList{u"In 20 minutes"_s, u"Tomorrow at 9:00"_s,
                                                      u"On Monday at 9:00"_s, u"Tomorrow at 18:00"_s};
        QTest::newRow("in the small hours") << u"2026-11-25T02:00"_s
                                            << QStringList{u"In 20 minutes"_s, u"Today at 9:00"_s,
                                                           u"Today at 12:00"_s, u"Tomorrow at 9:00"_s};
        QTest::newRow("on a sunday night")
            << u"2026-11-29T23:00"_s
            << QStringList{u"In 20 minutes"_s, u"Tomorrow at 9:00"_s, u"Tomorrow at 18:00"_s};
    }
    void offersTimesThatSuitTheHour()
    {
        QFETCH(QString, now);
        QFETCH(QStringList, labels);
        QStringList offered;
        for (const Option &option : guide::whenOptions(local(now)))
            offered += option.label;
        QCOMPARE(offered, labels);
    }

    //! Each option is read as the time it describes, never past or nearly now, at every quarter of a week
    //! that has a clock change.
    void everyOptionMeansWhatItSays()
    {
        for (QDateTime now = local(u"2026-10-23T00:05"_s); now < local(u"2026-10-30T00:00"_s);
             now = now.addSecs(900)) {
            const QList<Option> options = guide::whenOptions(now);
            QVERIFY(options.size() >= 3 && options.size() <= 4);
            for (const Option &option : options) {
                const auto when = readWhen(option.label, now);
                const QString where = toLocalTime(now) + u' ' + option.label;
                QVERIFY2(when && !when->past, qPrintable(where));
                QVERIFY2(now.secsTo(when->at) >= 20 * 60, qPrintable(where));
                QVERIFY2(option.description == GuideTalk::shownTime(when->at),
                         qPrintable(where + u": " + option.description));
            }
        }
    }

    void knowsWhichOptionIsMeant_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<int>("index");
        QTest::newRow("the label") << u"Roof plan"_s << 0;
        QTest::newRow("in other case") << u"roof costs"_s << 1;
        QTest::newRow("with a note") << u"Roof costs: the newest"_s << 1;
        QTest::newRow("a number") << u"2"_s << 1;
        QTest::newRow("an ordinal") << u"the first one"_s << 0;
        QTest::newRow("third") << u"third"_s << 2;
        QTest::newRow("the last") << u"the last one"_s << 2;
        QTest::newRow("a part that only one has") << u"plan"_s << 0;
        QTest::newRow("a part that two have") << u"roof"_s << -1;
        QTest::newRow("a number too high") << u"7"_s << -1;
        QTest::newRow("something else") << u"the blue one"_s << -1;
        QTest::newRow("nothing") << QString() << -1;
    }
    void knowsWhichOptionIsMeant()
    {
        QFETCH(QString, answer);
        QFETCH(int, index);
        QCOMPARE(guide::chosenIndex(answer, {u"Roof plan"_s, u"Roof costs"_s, u"Garden"_s}), index);
    }

    void knowsAnAnswerThatCallsItOff_data()
    {
        QTest::addColumn<bool>("off");
        for (const char *words : {"never mind", "No, thanks.", "forget it", "cancel", "Not now", "no"})
            QTest::newRow(words) << true;
        for (const char *words : {"tomorrow", "no later than nine", "at noon", "now"})
            QTest::newRow(words) << false;
    }
    void knowsAnAnswerThatCallsItOff()
    {
        QFETCH(bool, off);
        QCOMPARE(isCalledOff(QString::fromLatin1(QTest::currentDataTag())), off);
    }
};

QTEST_GUILESS_MAIN(TestGuideWish)
#include "tst_guidewish.moc"
