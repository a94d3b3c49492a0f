// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/base/alarms.h"

#include <QTimer>
#include <algorithm>

namespace heed {

namespace {
// A sleeping machine or a set clock moves wall time without moving the timer; look at least this often.
constexpr qint64 wallCheckMs = 60'000;
} // namespace

Alarms::Alarms(const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_clock(clock)
    , m_timer(new QTimer(this))
{
    m_timer->setSingleShot(true);
    connect(m_timer, &QTimer::timeout, this, qOverload<>(&Alarms::fireDue));
    if (!clock.isReal())
        connect(&clock, &Clock::moved, this, qOverload<>(&Alarms::fireDue));
}

Alarms::Handle Alarms::at(qint64 wallMs, QObject *context, std::function<void()> then)
{
    return add(Kind::Wall, wallMs, context, std::move(then));
}

Alarms::Handle Alarms::after(Milliseconds wait, QObject *context, std::function<void()> then)
{
    return add(Kind::Monotonic, m_clock.monotonicMs() + wait.count(), context, std::move(then));
}

Alarms::Handle Alarms::add(Kind kind, qint64 due, QObject *context, std::function<void()> then)
{
    auto &queue = kind == Kind::Wall ? m_wall : m_monotonic;
    const Handle handle = ++m_last;
    const auto at = queue.insert({due, Alarm{handle, context, std::move(then)}});
    m_byHandle.insert({handle, Place{kind, at}});
    arm();
    return handle;
}

void Alarms::cancel(Handle handle)
{
    const auto found = m_byHandle.find(handle);
    if (found == m_byHandle.end())
        return;
    auto &queue = found->second.kind == Kind::Wall ? m_wall : m_monotonic;
    queue.erase(found->second.at);
    m_byHandle.erase(found);
    arm();
}

void Alarms::fireDue()
{
    fireDue(m_wall, m_clock.wallMs());
    fireDue(m_monotonic, m_clock.monotonicMs());
    arm();
}

void Alarms::fireDue(Queue &queue, qint64 now)
{
    // One at a time from the front: a callback may add and cancel alarms.
    while (!queue.empty() && queue.begin()->first <= now) {
        const Alarm alarm = std::move(queue.begin()->second);
        m_byHandle.erase(alarm.handle);
        queue.erase(queue.begin());
        if (alarm.context)
            alarm.then();
    }
}

void Alarms::arm()
{
    if (m_wall.empty() && m_monotonic.empty()) {
        m_timer->stop();
        return;
    }
    qint64 wait = std::numeric_limits<int>::max();
    if (!m_wall.empty())
        wait = std::min({wait, m_wall.begin()->first - m_clock.wallMs(), wallCheckMs});
    if (!m_monotonic.empty())
        wait = std::min(wait, m_monotonic.begin()->first - m_clock.monotonicMs());
    // A driven clock fires on moved(); the timer then only serves what is already due.
    if (!m_clock.isReal() && wait > 0) {
        m_timer->stop();
        return;
    }
    m_timer->start(int(std::max<qint64>(wait, 0)));
}

} // namespace heed
