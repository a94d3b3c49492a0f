// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/clock.h"

#include <QObject>
#include <QPointer>
#include <functional>
#include <map>

class QTimer;

namespace heed {

//! Calls back at a time: one ordered set and at most one running timer for all deadlines of a thread,
//! so that ten thousand waiting questions cost no tick.
//!
//! \par Threads
//! Lives in, and is called from, one thread; callbacks run there from the event loop, never from inside
//! at(), after() or cancel().
//!
//! \par Times
//! A wall alarm follows the wall clock when that is set or the machine slept (checked at least once a
//! minute while a wall alarm is pending); a monotonic one counts elapsed milliseconds.
class Alarms : public QObject
{
    Q_OBJECT
public:
    using Handle = quint64; //!< 0: none
    explicit Alarms(const Clock &clock, QObject *parent = nullptr);

    //! At this wall time (ms since 1970 UTC); a time already past fires from the event loop.
    Handle at(qint64 wallMs, QObject *context, std::function<void()> then);
    //! After this much monotonic time.
    Handle after(Milliseconds wait, QObject *context, std::function<void()> then);
    void cancel(Handle handle);
    [[nodiscard]] qsizetype pending() const { return qsizetype(m_byHandle.size()); }
    [[nodiscard]] const Clock &clock() const { return m_clock; }

private:
    enum class Kind { Wall, Monotonic };
    struct Alarm {
        Handle handle;
        QPointer<QObject> context;
        std::function<void()> then;
    };
    using Queue = std::multimap<qint64, Alarm>;
    struct Place {
        Kind kind;
        Queue::iterator at;
    };

    Handle add(Kind kind, qint64 due, QObject *context, std::function<void()> then);
    void fireDue();
    void fireDue(Queue &queue, qint64 now);
    void arm();

    const Clock &m_clock;
    QTimer *m_timer;
    Queue m_wall{};
    Queue m_monotonic{};
    std::map<Handle, Place> m_byHandle{};
    Handle m_last = 0;
};

} // namespace heed
