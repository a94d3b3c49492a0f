// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tool/remindertime.h"
#include "models/tool/whenreader.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

const QTimeZone berlin("Europe/Berlin");

QDateTime local(const QString &text)
{
    return fromLocalTime(text, berlin).value_or(QDateTime());
}

QString shown(const std::optional<When> &when)
{
    if (!when)
        return u"nothing"_s;
    QString text = toLocalTime(when->at);
    if (when->repeat != Repeat::Once)
        text += u" "_s + repeatName(when->repeat);
    if (when->past)
        text += u" past"_s;
    return text;
}

struct Row {
    const char *words = "";
    const char *expected = "";
};

// Wednesday, a little after ten.
constexpr Row onWednesdayMorning[] = {
    {"tomorrow", "2026-11-26T09:00"},
    {"Tomorrow at nine", "2026-11-26T09:00"},
    {"tomorrow at 9", "2026-11-26T09:00"},
    {"Tomorrow at 9:00", "2026-11-26T09:00"},
    {"tomorrow at 9.30", "2026-11-26T09:30"},
    {"tomorrow 9am", "2026-11-26T09:00"},
    {"tomorrow at 9 a.m.", "2026-11-26T09:00"},
    {"9 tomorrow", "2026-11-26T09:00"},
    {"at 9pm tomorrow", "2026-11-26T21:00"},
    {"tomorrow at 5", "2026-11-26T17:00"},
    {"tomorrow morning at 5", "2026-11-26T05:00"},
    {"tomorrow morning", "2026-11-26T09:00"},
    {"tomorrow afternoon", "2026-11-26T15:00"},
    {"tomorrow evening at half past seven", "2026-11-26T19:30"},
    {"tomorrow night", "2026-11-26T20:00"},
    {"tomorrow at noon", "2026-11-26T12:00"},
    {"tomorrow at 12", "2026-11-26T12:00"},
    {"the day after tomorrow", "2026-11-27T09:00"},
    {"day after tomorrow at 14:15", "2026-11-27T14:15"},
    {"in 20 minutes", "2026-11-25T10:20"},
    {"In 20 minutes", "2026-11-25T10:20"},
    {"in twenty five minutes", "2026-11-25T10:25"},
    {"in 20 min", "2026-11-25T10:20"},
    {"20 minutes", "2026-11-25T10:20"},
    {"20 minutes from now", "2026-11-25T10:20"},
    {"in an hour", "2026-11-25T11:00"},
    {"in 1h", "2026-11-25T11:00"},
    {"in half an hour", "2026-11-25T10:30"},
    {"in an hour and a half", "2026-11-25T11:30"},
    {"in two and a half hours", "2026-11-25T12:30"},
    {"in 1.5 hours", "2026-11-25T11:30"},
    {"in a quarter of an hour", "2026-11-25T10:15"},
    {"in a couple of hours", "2026-11-25T12:00"},
    {"in 1 hour and 20 minutes", "2026-11-25T11:20"},
    {"in a minute", "2026-11-25T10:01"},
    {"in 3 days", "2026-11-28T10:00"},
    {"in two weeks", "2026-12-09T10:00"},
    {"in a fortnight at 8", "2026-12-09T08:00"},
    {"in a month", "2026-12-25T10:00"},
    {"a week from tomorrow at 9", "2026-12-03T09:00"},
    {"tonight", "2026-11-25T20:00"},
    {"tonight at 8", "2026-11-25T20:00"},
    {"at 11 tonight", "2026-11-25T23:00"},
    {"tonight at 1", "2026-11-26T01:00"},
    {"tonight at midnight", "2026-11-26T00:00"},
    {"midnight", "2026-11-26T00:00"},
    {"this evening", "2026-11-25T18:00"},
    {"This evening at 18:00", "2026-11-25T18:00"},
    {"this evening at half past seven", "2026-11-25T19:30"},
    {"at quarter to five this afternoon", "2026-11-25T16:45"},
    {"this morning at 9", "2026-11-25T09:00 past"},
    {"this afternoon", "2026-11-25T15:00"},
    {"in the morning", "2026-11-26T09:00"},
    {"in the evening", "2026-11-25T18:00"},
    {"at lunchtime", "2026-11-25T12:00"},
    {"noon", "2026-11-25T12:00"},
    {"at noon", "2026-11-25T12:00"},
    {"at 5", "2026-11-25T17:00"},
    {"at 5pm", "2026-11-25T17:00"},
    {"5 pm", "2026-11-25T17:00"},
    {"5", "2026-11-25T17:00"},
    {"five o'clock", "2026-11-25T17:00"},
    {"at 9", "2026-11-25T21:00"},
    {"at 11", "2026-11-25T11:00"},
    {"at 9:30 am", "2026-11-26T09:30"},
    {"at 08:00", "2026-11-26T08:00"},
    {"at 14", "2026-11-25T14:00"},
    {"at 14h", "2026-11-25T14:00"},
    {"at 1400", "2026-11-25T14:00"},
    {"14:00", "2026-11-25T14:00"},
    {"half past seven", "2026-11-25T19:30"},
    {"half seven", "2026-11-25T19:30"},
    {"quarter past five", "2026-11-25T17:15"},
    {"twenty to six", "2026-11-25T17:40"},
    {"ten past eleven", "2026-11-25T11:10"},
    {"nine thirty", "2026-11-25T21:30"},
    {"today at 15:00", "2026-11-25T15:00"},
    {"today at 3", "2026-11-25T15:00"},
    {"today at 8:00", "2026-11-25T20:00"},
    {"today at 08:00", "2026-11-25T08:00 past"},
    {"later today", "2026-11-25T11:00"},
    {"monday", "2026-11-30T09:00"},
    {"On Monday at 9:00", "2026-11-30T09:00"},
    {"next monday", "2026-11-30T09:00"},
    {"next monday at 10", "2026-11-30T10:00"},
    {"this friday at 4", "2026-11-27T16:00"},
    {"next friday", "2026-12-04T09:00"},
    {"friday next week", "2026-12-04T09:00"},
    {"next week on friday", "2026-12-04T09:00"},
    {"on wednesday at 16:00", "2026-11-25T16:00"},
    {"on wednesday at 08:00", "2026-12-02T08:00"},
    {"wednesday", "2026-12-02T09:00"},
    {"sun at 8pm", "2026-11-29T20:00"},
    {"saturday morning", "2026-11-28T09:00"},
    {"at the weekend", "2026-11-28T09:00"},
    {"next week", "2026-12-02T09:00"},
    {"end of the month", "2026-11-30T09:00"},
    {"on 3 December at 14:00", "2026-12-03T14:00"},
    {"December 3rd at 2pm", "2026-12-03T14:00"},
    {"the 3rd of december", "2026-12-03T09:00"},
    {"on the third of January 2028 at ten", "2028-01-03T10:00"},
    {"1 november", "2027-11-01T09:00"},
    {"3 march 2024", "2024-03-03T09:00 past"},
    {"29 february", "2028-02-29T09:00"},
    {"30 february", "nothing"},
    {"on the 31st", "2026-12-31T09:00"},
    {"the 25th at 20:00", "2026-11-25T20:00"},
    {"the 24th", "2026-12-24T09:00"},
    {"the first of next month", "2026-12-01T09:00"},
    {"friday 4 december at 9", "2026-12-04T09:00"},
    {"3.12. at 9", "2026-12-03T09:00"},
    {"3.12.2026 14:00", "2026-12-03T14:00"},
    {"25/12", "2026-12-25T09:00"},
    {"12/25/2026 at 8am", "2026-12-25T08:00"},
    {"2026-12-03", "2026-12-03T09:00"},
    {"2026-12-03 at 14:00", "2026-12-03T14:00"},
    {"2026-12-03T14:00", "2026-12-03T14:00"},
    {"2026-12-03 14:00:30", "2026-12-03T14:00"},
    {"2026-12-03T14:00Z", "2026-12-03T15:00"},
    {"2026-12-03T14:00:00+09:00", "2026-12-03T06:00"},
    {"2020-01-01T10:00", "2020-01-01T10:00 past"},
    {"2026-02-30T10:00", "nothing"},
    {"2026-12-03T25:00", "nothing"},
    {"every day", "2026-11-26T09:00 daily"},
    {"every day at 8", "2026-11-26T08:00 daily"},
    {"daily at 18:00", "2026-11-25T18:00 daily"},
    {"every weekday at 8", "2026-11-26T08:00 weekdays"},
    {"every morning", "2026-11-26T09:00 daily"},
    {"every evening at 9", "2026-11-25T21:00 daily"},
    {"every monday at 10", "2026-11-30T10:00 weekly"},
    {"on tuesdays at 7pm", "2026-12-01T19:00 weekly"},
    {"every wednesday at 9", "2026-12-02T09:00 weekly"},
    {"weekly", "2026-12-02T09:00 weekly"},
    {"every month on the 3rd", "2026-12-03T09:00 monthly"},
    {"on the 31st of every month at 8", "2026-12-31T08:00 monthly"},
    {"every year on 3 december", "2026-12-03T09:00 yearly"},
    {"tomorrow at nine, please", "2026-11-26T09:00"},
    {"ok, let's say tomorrow at 9", "2026-11-26T09:00"},
    {"how about monday", "2026-11-30T09:00"},
    {"", "nothing"},
    {"soon", "nothing"},
    {"when I am home", "nothing"},
    {"after the meeting on monday", "nothing"},
    {"at 25", "nothing"},
    {"at 9:75", "nothing"},
    {"tomorrow on monday", "nothing"},
    {"at 5 at 6", "nothing"},
    {"in 20 minutes at 5", "nothing"},
    {"in 0 minutes", "nothing"},
    {"every other day", "nothing"},
    {"13/13", "nothing"},
    {"monday's meeting", "nothing"},
};

} // namespace

class TestWhen : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void readsWordsOnAWednesday_data()
    {
        QTest::addColumn<QString>("expected");
        for (const Row &row : onWednesdayMorning)
            QTest::newRow(row.words) << QString::fromLatin1(row.expected);
    }
    void readsWordsOnAWednesday()
    {
        QFETCH(QString, expected);
        QCOMPARE(shown(readWhen(QString::fromLatin1(QTest::currentDataTag()), local(u"2026-11-25T10:00"_s))),
                 expected);
    }

    void readsWordsAtOddTimes_data()
    {
        QTest::addColumn<QString>("now");
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const QString &now, const QString &words,
                            const QString &expected) { QTest::newRow(name) << now << words << expected; };
        row("minutes go past midnight", u"2026-11-25T23:50"_s, u"in 20 minutes"_s, u"2026-11-26T00:10"_s);
        row("tomorrow just before midnight", u"2026-11-25T23:59"_s, u"tomorrow at 9"_s,
            u"2026-11-26T09:00"_s);
        row("tomorrow just after midnight", u"2026-11-26T00:01"_s, u"tomorrow at 9"_s, u"2026-11-27T09:00"_s);
        row("this morning in the night", u"2026-11-26T02:00"_s, u"this morning at 9:00"_s,
            u"2026-11-26T09:00"_s);
        row("in the morning in the night", u"2026-11-26T02:00"_s, u"in the morning"_s, u"2026-11-26T09:00"_s);
        row("a bare five in the night", u"2026-11-26T03:00"_s, u"at 5"_s, u"2026-11-26T05:00"_s);
        row("a bare seven in the early morning", u"2026-11-26T06:30"_s, u"at 7"_s, u"2026-11-26T07:00"_s);
        row("a bare five in the evening", u"2026-11-25T18:00"_s, u"at 5"_s, u"2026-11-26T17:00"_s);
        row("a bare eight late in the evening", u"2026-11-25T21:00"_s, u"at 8"_s, u"2026-11-26T08:00"_s);
        row("5pm when it is past", u"2026-11-25T17:30"_s, u"at 5pm"_s, u"2026-11-26T17:00"_s);
        row("5pm at five", u"2026-11-25T17:00"_s, u"at 5pm"_s, u"2026-11-26T17:00"_s);
        row("today at 5pm when it is past", u"2026-11-25T17:30"_s, u"today at 5pm"_s,
            u"2026-11-25T17:00 past"_s);
        row("this evening at 18:00 when it is past", u"2026-11-25T19:00"_s, u"This evening at 18:00"_s,
            u"2026-11-25T18:00 past"_s);
        row("this evening in the evening", u"2026-11-25T19:10"_s, u"this evening"_s, u"2026-11-25T20:00"_s);
        row("tonight late", u"2026-11-25T21:00"_s, u"tonight"_s, u"2026-11-25T21:30"_s);
        row("this morning in the afternoon", u"2026-11-25T14:00"_s, u"this morning"_s,
            u"2026-11-25T09:00 past"_s);
        row("noon after noon", u"2026-11-25T13:00"_s, u"noon"_s, u"2026-11-26T12:00"_s);
        row("midnight at one in the night", u"2026-11-25T01:00"_s, u"midnight"_s, u"2026-11-26T00:00"_s);
        row("in a month from the 31st", u"2027-01-31T10:00"_s, u"in a month"_s, u"2027-02-28T10:00"_s);
        row("tomorrow at the end of the month", u"2026-11-30T10:00"_s, u"tomorrow"_s, u"2026-12-01T09:00"_s);
        row("tomorrow at the end of the year", u"2026-12-31T10:00"_s, u"tomorrow at 8"_s,
            u"2027-01-01T08:00"_s);
        row("the day before a leap day", u"2028-02-28T10:00"_s, u"tomorrow"_s, u"2028-02-29T09:00"_s);
        row("a year from a leap day", u"2028-02-29T10:00"_s, u"in a year"_s, u"2029-02-28T10:00"_s);
        row("the 31st skips short months", u"2027-02-10T10:00"_s, u"the 31st"_s, u"2027-03-31T09:00"_s);
        row("end of a leap February", u"2028-02-10T10:00"_s, u"end of the month"_s, u"2028-02-29T09:00"_s);
        row("monday said on a monday before that hour", u"2026-11-30T08:00"_s, u"monday at 9"_s,
            u"2026-11-30T09:00"_s);
        row("monday said on a monday after that hour", u"2026-11-30T10:00"_s, u"monday at 9"_s,
            u"2026-12-07T09:00"_s);
        row("next monday on a monday", u"2026-11-30T10:00"_s, u"next monday"_s, u"2026-12-07T09:00"_s);
        row("next monday on a sunday", u"2026-11-29T10:00"_s, u"next monday"_s, u"2026-11-30T09:00"_s);
        row("every weekday on a friday evening", u"2026-11-27T19:00"_s, u"every weekday at 8"_s,
            u"2026-11-30T08:00 weekdays"_s);
        row("every day, later the same day", u"2026-11-25T07:00"_s, u"every day at 8"_s,
            u"2026-11-25T08:00 daily"_s);
        row("an hour across the clock going forward", u"2027-03-28T01:30"_s, u"in an hour"_s,
            u"2027-03-28T03:30"_s);
        row("a time that the clock skips", u"2027-03-27T10:00"_s, u"tomorrow at 02:30"_s,
            u"2027-03-28T03:30"_s);
        row("a day across the clock going forward keeps the hour", u"2027-03-27T10:00"_s, u"in 1 day"_s,
            u"2027-03-28T10:00"_s);
        row("a time that comes twice is the first", u"2026-10-24T10:00"_s, u"tomorrow at 02:30"_s,
            u"2026-10-25T02:30"_s);
        row("an hour across the clock going back", u"2026-10-25T02:30"_s, u"in an hour"_s,
            u"2026-10-25T02:30+01:00"_s);
        row("the second of two equal hours when the first is over", u"2026-10-25T02:10+01:00"_s,
            u"at 02:30"_s, u"2026-10-25T02:30+01:00"_s);
    }
    void readsWordsAtOddTimes()
    {
        QFETCH(QString, now);
        QFETCH(QString, words);
        QFETCH(QString, expected);
        QCOMPARE(shown(readWhen(words, local(now))), expected);
    }

    void tellsItsDoubt_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<int>("doubt");
        QTest::addColumn<QString>("other");
        using enum When::Doubt;
        QTest::newRow("a bare hour") << u"at 5"_s << int(Hour) << u"2026-11-26T05:00"_s;
        QTest::newRow("a bare hour tomorrow") << u"tomorrow at 8"_s << int(Hour) << u"2026-11-26T20:00"_s;
        QTest::newRow("an hour with pm") << u"at 5pm"_s << int(None) << QString();
        QTest::newRow("an hour of 24") << u"tomorrow at 08:00"_s << int(None) << QString();
        QTest::newRow("next friday") << u"next friday"_s << int(Week) << u"2026-11-27T09:00"_s;
        QTest::newRow("next monday has one reading") << u"next monday"_s << int(None) << QString();
        QTest::newRow("a date with slashes") << u"3/4/2027"_s << int(Day) << u"2027-03-04T09:00"_s;
        QTest::newRow("a date with one reading") << u"25/4/2027"_s << int(None) << QString();
    }
    void tellsItsDoubt()
    {
        QFETCH(QString, words);
        QFETCH(int, doubt);
        QFETCH(QString, other);
        const auto when = readWhen(words, local(u"2026-11-25T10:00"_s));
        QVERIFY(when);
        QCOMPARE(int(when->doubt), doubt);
        QCOMPARE(when->doubt == When::Doubt::None ? QString() : toLocalTime(when->other), other);
    }

    void findsATimeInASentence_data()
    {
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QString>("rest");
        QTest::addColumn<QString>("expected");
        const auto row = [](const QString &sentence, const QString &rest, const QString &expected) {
            QTest::newRow(qPrintable(sentence)) << sentence << rest << expected;
        };
        row(u"call the Dentist tomorrow at 9"_s, u"call the Dentist"_s, u"2026-11-26T09:00"_s);
        row(u"on friday to buy 20 eggs"_s, u"to buy 20 eggs"_s, u"2026-11-27T09:00"_s);
        row(u"tomorrow to call mum at 9"_s, u"to call mum"_s, u"2026-11-26T09:00"_s);
        row(u"in 20 minutes"_s, u""_s, u"2026-11-25T10:20"_s);
        row(u"feed the cat every day at 8"_s, u"feed the cat"_s, u"2026-11-26T08:00 daily"_s);
        row(u"call mum this evening, please"_s, u"call mum"_s, u"2026-11-25T18:00"_s);
        row(u"call the dentist"_s, u"call the dentist"_s, u"nothing"_s);
        row(u"read chapter 5"_s, u"read chapter 5"_s, u"nothing"_s);
        row(u"boil the eggs for 5 minutes"_s, u"boil the eggs for 5 minutes"_s, u"nothing"_s);
        row(u"say good evening"_s, u"say good evening"_s, u"nothing"_s);
        row(u"enjoy the sun"_s, u"enjoy the sun"_s, u"nothing"_s);
        row(u"prepare for monday's meeting"_s, u"prepare for monday's meeting"_s, u"nothing"_s);
        row(u"buy tickets at half past seven"_s, u"buy tickets"_s, u"2026-11-25T19:30"_s);
        row(u"pay the rent on the 31st of every month"_s, u"pay the rent"_s, u"2026-12-31T09:00 monthly"_s);
    }
    void findsATimeInASentence()
    {
        QFETCH(QString, sentence);
        QFETCH(QString, rest);
        QFETCH(QString, expected);
        const FoundWhen found = findWhen(sentence, local(u"2026-11-25T10:00"_s));
        QCOMPARE(shown(found.when), expected);
        QCOMPARE(found.rest, rest);
    }

    void nextTimeOfARepeat_data()
    {
        QTest::addColumn<QString>("localTime");
        QTest::addColumn<int>("repeat");
        QTest::addColumn<int>("day");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const QString &time, Repeat repeat, int day,
                            const QString &after, const QString &expected) {
            QTest::newRow(name) << time << int(repeat) << day << after << expected;
        };
        row("once has none", u"2026-11-25T10:00"_s, Repeat::Once, 0, u"2026-11-25T10:00"_s, QString());
        row("daily", u"2026-11-25T10:00"_s, Repeat::Daily, 0, u"2026-11-25T10:00"_s, u"2026-11-26T10:00"_s);
        row("daily after a month away", u"2026-11-25T10:00"_s, Repeat::Daily, 0, u"2026-12-25T09:00"_s,
            u"2026-12-25T10:00"_s);
        row("weekdays skip the weekend", u"2026-11-27T10:00"_s, Repeat::Weekdays, 0, u"2026-11-27T10:00"_s,
            u"2026-11-30T10:00"_s);
        row("weekly after ten years away", u"2026-11-25T10:00"_s, Repeat::Weekly, 0, u"2036-11-25T09:00"_s,
            u"2036-11-26T10:00"_s);
        row("the 31st in a short month", u"2027-01-31T10:00"_s, Repeat::Monthly, 31, u"2027-01-31T10:00"_s,
            u"2027-02-28T10:00"_s);
        row("the 31st comes back after the short month", u"2027-02-28T10:00"_s, Repeat::Monthly, 31,
            u"2027-02-28T10:00"_s, u"2027-03-31T10:00"_s);
        row("a leap day in other years", u"2028-02-29T10:00"_s, Repeat::Yearly, 29, u"2028-02-29T10:00"_s,
            u"2029-02-28T10:00"_s);
        row("a leap day comes back", u"2031-02-28T10:00"_s, Repeat::Yearly, 29, u"2031-02-28T10:00"_s,
            u"2032-02-29T10:00"_s);
    }
    void nextTimeOfARepeat()
    {
        QFETCH(QString, localTime);
        QFETCH(int, repeat);
        QFETCH(int, day);
        QFETCH(QString, after);
        QFETCH(QString, expected);
        const ReminderRecord reminder{.localTime = localTime, .repeat = Repeat(repeat), .day = day};
        QCOMPARE(nextLocalTime(reminder, local(after)), expected);
    }

    void aLocalTimeMeansTheSameHourInAnotherZone()
    {
        const auto there = fromLocalTime(u"2026-11-29T18:00"_s, QTimeZone("America/New_York"));
        QVERIFY(there);
        QCOMPARE(there->toUTC().time(), QTime(23, 0));
        QCOMPARE(toLocalTime(*there), u"2026-11-29T18:00"_s);
    }
    void anUnreadableLocalTimeIsNone()
    {
        QVERIFY(!fromLocalTime(u"2026-13-01T10:00"_s, berlin));
        QVERIFY(!fromLocalTime(u"tomorrow"_s, berlin));
    }
};

QTEST_GUILESS_MAIN(TestWhen)
#include "tst_when.moc"
