// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QObject>
#include <QTimeZone>
#include <chrono>

namespace heed {

using Milliseconds = std::chrono::milliseconds;

//! The only source of time in Heed. Wall time may jump (clock set, zone changed); monotonic time
//! never does. Thread: any. Tests drive a ManualClock; nothing in tests waits for real time.
class Clock : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;
    //! Wall time, milliseconds since 1970 UTC.
    [[nodiscard]] virtual qint64 wallMs() const = 0;
    //! Milliseconds that never run backwards; zero is arbitrary.
    [[nodiscard]] virtual qint64 monotonicMs() const = 0;
    //! The zone in which a person reads times.
    [[nodiscard]] virtual QTimeZone zone() const = 0;
    [[nodiscard]] QDateTime now() const { return QDateTime::fromMSecsSinceEpoch(wallMs(), zone()); }
    //! Whether real time passes by itself; false: Alarms waits for moved() instead of a timer.
    [[nodiscard]] virtual bool isReal() const = 0;

Q_SIGNALS:
    //! A driven clock was moved (only ManualClock emits it).
    void moved();
};

//! The machine's clock.
class SystemClock final : public Clock
{
    Q_OBJECT
public:
    using Clock::Clock;
    [[nodiscard]] qint64 wallMs() const override;
    [[nodiscard]] qint64 monotonicMs() const override;
    [[nodiscard]] QTimeZone zone() const override;
    [[nodiscard]] bool isReal() const override { return true; }
};

//! A clock that only a test moves. Thread-safe.
class ManualClock final : public Clock
{
    Q_OBJECT
public:
    explicit ManualClock(const QDateTime &start, QObject *parent = nullptr);
    [[nodiscard]] qint64 wallMs() const override { return m_wall; }
    [[nodiscard]] qint64 monotonicMs() const override { return m_monotonic; }
    [[nodiscard]] QTimeZone zone() const override { return m_zone; }
    [[nodiscard]] bool isReal() const override { return false; }
    //! Both clocks go on by this much; alarms that are now due fire.
    void advance(Milliseconds by);
    //! Somebody sets the wall clock; monotonic time does not move.
    void setWall(const QDateTime &to);

private:
    std::atomic<qint64> m_wall;
    std::atomic<qint64> m_monotonic = 0;
    QTimeZone m_zone;
};

} // namespace heed
