// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/base/alarms.h"
#include "models/store/store.h"
#include "models/tool/reminders.h"
#include "models/tool/remindertime.h"

#include <QEventLoop>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

const QTimeZone berlinTime("Europe/Berlin");

//! A clock whose zone can be changed too: the person travels.
class TravelClock final : public Clock
{
public:
    explicit TravelClock(const QString &localTime) { set(localTime); }
    [[nodiscard]] qint64 wallMs() const override { return m_wall; }
    [[nodiscard]] qint64 monotonicMs() const override { return m_monotonic; }
    [[nodiscard]] QTimeZone zone() const override { return m_isAway ? m_away : berlinTime; }
    [[nodiscard]] bool isReal() const override { return false; }
    void set(const QString &localTime)
    {
        m_wall = fromLocalTime(localTime, zone()).value_or(QDateTime()).toMSecsSinceEpoch();
        Q_EMIT moved();
    }
    void advance(Milliseconds by)
    {
        m_wall += by.count();
        m_monotonic += by.count();
        Q_EMIT moved();
    }
    void travel(const QTimeZone &zone)
    {
        m_away = zone;
        m_isAway = true;
    }

private:
    std::atomic<qint64> m_wall = 0;
    std::atomic<qint64> m_monotonic = 0;
    QTimeZone m_away = berlinTime; // set only while the store thread rests
    std::atomic<bool> m_isAway = false;
};

struct Fired {
    QString text{};
    QString time{};
    bool missed = false;
};

} // namespace

class TestReminders : public QObject
{
    Q_OBJECT
private:
    std::unique_ptr<QTemporaryDir> m_temp;
    std::unique_ptr<TravelClock> m_clock;
    std::unique_ptr<Alarms> m_alarms;
    std::unique_ptr<Store> m_store;
    std::unique_ptr<Reminders> m_reminders;
    QList<Fired> m_fired;

    void open(const QString &now)
    {
        if (!m_clock)
            m_clock = std::make_unique<TravelClock>(now);
        else
            m_clock->set(now);
        m_alarms = std::make_unique<Alarms>(*m_clock);
        auto store = Store::open(m_temp->filePath(u"heed.sqlite"_s), *m_clock);
        QVERIFY(store);
        m_store = *std::move(store);
    }
    //! The program starts: reminders are read, and what is due fires.
    void start()
    {
        m_reminders = std::make_unique<Reminders>(*m_store, *m_alarms);
        connect(m_reminders.get(), &Reminders::due, this,
                [this](const ReminderRecord &reminder, bool missed) {
                    m_fired.append({reminder.text, reminder.localTime, missed});
                });
        m_reminders->reload();
        settle();
    }
    void stop()
    {
        m_reminders.reset();
        m_store.reset();
        m_alarms.reset();
    }
    //! Until the store has done all that was handed in, and what that led to.
    void settle()
    {
        for (int round = 0; round < 4; ++round) {
            QEventLoop loop;
            m_store->read<Done>(
                &loop, [](QSqlDatabase &) { return Result<Done>(Done{}); },
                [&loop](const Result<Done> &) { loop.quit(); });
            loop.exec();
            QCoreApplication::processEvents();
        }
    }
    ReminderId add(const QString &text, const QString &time, Repeat repeat = Repeat::Once)
    {
        ReminderId id;
        const ReminderRecord reminder{
            .text = text, .localTime = time, .repeat = repeat, .day = time.mid(8, 2).toInt()};
        QEventLoop loop;
        m_store->write<ReminderId>(
            Durability::AtOnce, &loop,
            [reminder](QSqlDatabase &database) { return records::addReminder(database, reminder); },
            [&](const Result<ReminderId> &added) {
                loop.quit();
                if (added)
                    id = *added;
            });
        loop.exec();
        return id;
    }
    ReminderRecord kept(ReminderId id)
    {
        ReminderRecord reminder;
        QEventLoop loop;
        m_store->read<ReminderRecord>(
            &loop, [id](QSqlDatabase &database) { return records::reminder(database, id); },
            [&](const Result<ReminderRecord> &found) {
                loop.quit();
                if (found)
                    reminder = *found;
            });
        loop.exec();
        return reminder;
    }
    void pass(Milliseconds time, Milliseconds step = std::chrono::minutes(10))
    {
        for (Milliseconds gone{0}; gone < time; gone += step) {
            m_clock->advance(step);
            settle();
        }
    }

private Q_SLOTS:
    void init()
    {
        m_temp = std::make_unique<QTemporaryDir>();
        m_fired.clear();
    }
    void cleanup()
    {
        stop();
        m_clock.reset();
    }

    void firesOnceAtItsTime()
    {
        open(u"2026-11-29T10:00"_s);
        const ReminderId id = add(u"dentist"_s, u"2026-11-29T10:20"_s);
        start();
        m_clock->advance(std::chrono::minutes(19));
        settle();
        QVERIFY(m_fired.isEmpty());
        m_clock->advance(std::chrono::minutes(1));
        settle();
        QCOMPARE(m_fired.size(), 1);
        QCOMPARE(m_fired.first().text, u"dentist"_s);
        QVERIFY(!m_fired.first().missed);
        QCOMPARE(int(kept(id).state), int(ReminderRecord::State::Fired));
        pass(std::chrono::hours(2));
        QCOMPARE(m_fired.size(), 1);
    }

    void isWrittenDownBeforeAnybodyIsTold()
    {
        open(u"2026-11-29T10:00"_s);
        const ReminderId id = add(u"dentist"_s, u"2026-11-29T10:20"_s);
        start();
        int stateWhenTold = -1;
        connect(m_reminders.get(), &Reminders::due, this, [&] {
            // Another connection sees only what is committed.
            auto reader = Store::openReader(m_temp->filePath(u"heed.sqlite"_s));
            QVERIFY(reader);
            QSqlDatabase &database = *reader;
            const auto reminder = records::reminder(database, id);
            if (reminder)
                stateWhenTold = int(reminder->state);
            Store::closeReader(database);
        });
        m_clock->advance(std::chrono::minutes(20));
        settle();
        QCOMPARE(stateWhenTold, int(ReminderRecord::State::Fired));
    }

    void aCrashBetweenNeverShowsItTwice()
    {
        open(u"2026-11-29T10:00"_s);
        add(u"dentist"_s, u"2026-11-29T10:20"_s);
        start();
        m_clock->advance(std::chrono::minutes(20));
        // Gone before the store's answer is back: nobody was told, but it is written down.
        m_store->flush();
        stop();
        QVERIFY(m_fired.isEmpty());
        open(u"2026-11-29T10:21"_s);
        start();
        QVERIFY(m_fired.size() <= 1);
        const qsizetype before = m_fired.size();
        stop();
        open(u"2026-11-29T10:22"_s);
        start();
        QCOMPARE(m_fired.size(), before);
    }

    void oneMissedWhileTheProgramWasOffFiresAtTheNextStart()
    {
        open(u"2026-11-29T10:00"_s);
        add(u"dentist"_s, u"2026-11-29T10:20"_s);
        stop();
        open(u"2026-11-30T08:00"_s);
        start();
        QCOMPARE(m_fired.size(), 1);
        QVERIFY(m_fired.first().missed);
        QCOMPARE(m_fired.first().time, u"2026-11-29T10:20"_s);
        stop();
        open(u"2026-11-30T08:01"_s);
        start();
        QCOMPARE(m_fired.size(), 1);
    }

    void aRepeatGoesOn()
    {
        open(u"2026-11-27T07:00"_s); // a Friday
        const ReminderId id = add(u"pills"_s, u"2026-11-27T08:00"_s, Repeat::Weekdays);
        start();
        pass(std::chrono::hours(24 * 4), std::chrono::hours(1));
        QStringList times;
        for (const Fired &fired : m_fired)
            times += fired.time;
        QCOMPARE(times, QStringList({u"2026-11-27T08:00"_s, u"2026-11-30T08:00"_s}));
        QCOMPARE(kept(id).localTime, u"2026-12-01T08:00"_s);
        QCOMPARE(int(kept(id).state), int(ReminderRecord::State::Set));
    }

    void aRepeatMissedManyTimesFiresOnce()
    {
        open(u"2026-11-01T07:00"_s);
        const ReminderId id = add(u"pills"_s, u"2026-11-01T08:00"_s, Repeat::Daily);
        stop();
        open(u"2026-11-29T10:00"_s);
        start();
        QCOMPARE(m_fired.size(), 1);
        QVERIFY(m_fired.first().missed);
        QCOMPARE(kept(id).localTime, u"2026-11-30T08:00"_s);
    }

    void theLastDayOfTheMonthComesBack()
    {
        open(u"2027-01-31T07:00"_s);
        const ReminderId id = add(u"rent"_s, u"2027-01-31T08:00"_s, Repeat::Monthly);
        start();
        for (const auto &next : {u"2027-02-28T08:00"_s, u"2027-03-31T08:00"_s, u"2027-04-30T08:00"_s}) {
            m_clock->set(kept(id).localTime);
            settle();
            QCOMPARE(kept(id).localTime, next);
        }
        QCOMPARE(m_fired.size(), 3);
    }

    void aClockSetForwardFiresAtOnce()
    {
        open(u"2026-11-29T10:00"_s);
        add(u"dentist"_s, u"2026-11-29T12:00"_s);
        start();
        m_clock->set(u"2026-11-29T15:00"_s);
        settle();
        QCOMPARE(m_fired.size(), 1);
        QVERIFY(m_fired.first().missed);
    }

    void aClockSetBackWaitsAndNeverFiresTwice()
    {
        open(u"2026-11-29T10:00"_s);
        add(u"dentist"_s, u"2026-11-29T12:00"_s);
        add(u"daily"_s, u"2026-11-29T10:30"_s, Repeat::Daily);
        start();
        m_clock->set(u"2026-11-29T09:00"_s);
        pass(std::chrono::minutes(170));
        QCOMPARE(m_fired.size(), 1); // 11:50: only the daily one
        pass(std::chrono::minutes(10));
        QCOMPARE(m_fired.size(), 2);
        m_clock->set(u"2026-11-29T10:00"_s);
        pass(std::chrono::hours(3));
        QCOMPARE(m_fired.size(), 2);
    }

    void aSuspendedMachineFiresWhenItWakes()
    {
        open(u"2026-11-29T10:00"_s);
        add(u"dentist"_s, u"2026-11-29T12:00"_s);
        start();
        m_clock->advance(std::chrono::hours(24));
        settle();
        QCOMPARE(m_fired.size(), 1);
        QVERIFY(m_fired.first().missed);
    }

    void goingWestMakesItLater()
    {
        open(u"2026-11-29T10:00"_s);
        add(u"dinner"_s, u"2026-11-29T18:00"_s);
        start();
        m_clock->travel(QTimeZone("America/New_York")); // six hours behind: 04:00 there
        pass(std::chrono::hours(13));
        QVERIFY(m_fired.isEmpty()); // 17:00 there, 23:00 at home
        pass(std::chrono::hours(1));
        QCOMPARE(m_fired.size(), 1);
        QVERIFY(!m_fired.first().missed);
    }

    void goingEastMakesItSooner()
    {
        open(u"2026-11-29T10:00"_s);
        add(u"dinner"_s, u"2026-11-29T18:00"_s);
        start();
        m_clock->travel(QTimeZone("Asia/Tokyo")); // eight hours ahead: 18:00 there
        m_clock->advance(std::chrono::minutes(1));
        settle();
        QCOMPARE(m_fired.size(), 1);
    }

    void aTimeThatTheClockSkipsFiresOnce()
    {
        open(u"2027-03-28T01:00"_s);
        add(u"early"_s, u"2027-03-28T02:30"_s);
        start();
        pass(std::chrono::minutes(80)); // 03:20
        QVERIFY(m_fired.isEmpty());
        pass(std::chrono::minutes(120));
        QCOMPARE(m_fired.size(), 1);
    }

    void aTimeThatComesTwiceFiresOnce()
    {
        open(u"2026-10-25T01:00"_s);
        add(u"early"_s, u"2026-10-25T02:30"_s);
        start();
        pass(std::chrono::minutes(90));
        QCOMPARE(m_fired.size(), 1);
        pass(std::chrono::minutes(180));
        QCOMPARE(m_fired.size(), 1);
    }

    void aReloadTakesUpWhatOthersChanged()
    {
        open(u"2026-11-29T10:00"_s);
        start();
        QSignalSpy changed(m_reminders.get(), &Reminders::changed);
        const ReminderId id = add(u"dentist"_s, u"2026-11-29T10:20"_s);
        m_reminders->reload();
        settle();
        QVERIFY(!changed.isEmpty());
        // Cancelled by another process, which did not say so: the database counts.
        m_store->write<Done>(Durability::AtOnce, this,
                             [id](QSqlDatabase &database) {
                                 ReminderRecord reminder = *records::reminder(database, id);
                                 reminder.state = ReminderRecord::State::Cancelled;
                                 return records::saveReminder(database, reminder);
                             },
                             {});
        pass(std::chrono::hours(1));
        QVERIFY(m_fired.isEmpty());
    }

    void twoAtTheSameTimeBothFire()
    {
        open(u"2026-11-29T10:00"_s);
        add(u"a"_s, u"2026-11-29T10:20"_s);
        add(u"b"_s, u"2026-11-29T10:20"_s);
        start();
        pass(std::chrono::minutes(30));
        QCOMPARE(m_fired.size(), 2);
    }

    void costsNoTickWhileNothingIsSet()
    {
        open(u"2026-11-29T10:00"_s);
        start();
        QCOMPARE(m_alarms->pending(), 0);
        add(u"far"_s, u"2027-11-29T10:20"_s);
        m_reminders->reload();
        settle();
        QCOMPARE(m_alarms->pending(), 1);
    }
};

QTEST_GUILESS_MAIN(TestReminders)
#include "tst_reminders.moc"
