// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/base/clock.h"

namespace heed {

qint64 SystemClock::wallMs() const
{
    return QDateTime::currentMSecsSinceEpoch();
}

qint64 SystemClock::monotonicMs() const
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

QTimeZone SystemClock::zone() const
{
    return QTimeZone::systemTimeZone();
}

ManualClock::ManualClock(const QDateTime &start, QObject *parent)
    : Clock(parent)
    , m_wall(start.toMSecsSinceEpoch())
    , m_zone(start.timeZone())
{
}

void ManualClock::advance(Milliseconds by)
{
    m_wall += by.count();
    m_monotonic += by.count();
    Q_EMIT moved();
}

void ManualClock::setWall(const QDateTime &to)
{
    m_wall = to.toMSecsSinceEpoch();
    Q_EMIT moved();
}

} // namespace heed
