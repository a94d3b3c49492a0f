// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/reply/researchbudget.h"

#include <algorithm>

namespace heed {

ResearchBudget::ResearchBudget(Alarms &alarms, Milliseconds limit, qint64 usedMs, QObject *parent)
    : QObject(parent)
    , m_alarms(alarms)
    , m_limitMs(limit.count())
    , m_usedMs(usedMs)
{
}

ResearchBudget::~ResearchBudget()
{
    m_alarms.cancel(m_alarm);
}

void ResearchBudget::run()
{
    if (m_since)
        return;
    m_since = m_alarms.clock().monotonicMs();
    if (m_told)
        return;
    const Milliseconds left(std::max<qint64>(0, m_limitMs - m_usedMs));
    m_alarm = m_alarms.after(left, this, [this] {
        m_alarm = 0;
        m_told = true;
        Q_EMIT over();
    });
}

void ResearchBudget::pause()
{
    if (!m_since)
        return;
    m_usedMs = usedMs();
    m_since.reset();
    m_alarms.cancel(m_alarm);
    m_alarm = 0;
}

qint64 ResearchBudget::usedMs() const
{
    return m_usedMs + (m_since ? m_alarms.clock().monotonicMs() - *m_since : 0);
}

} // namespace heed
