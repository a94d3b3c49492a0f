// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/question/draftkeeper.h"

namespace heed {

namespace {
// What a crash may cost at most; short enough to lose no word, long enough to spare a write per key.
constexpr Milliseconds reportAfter{400};
} // namespace

DraftKeeper::DraftKeeper(Alarms &alarms, QObject *parent)
    : QObject(parent)
    , m_alarms(alarms)
{
}

DraftKeeper::~DraftKeeper()
{
    if (m_alarm)
        m_alarms.cancel(m_alarm);
}

void DraftKeeper::touch(const QString &text)
{
    m_text = text;
    if (!m_alarm && m_text != m_reported)
        m_alarm = m_alarms.after(reportAfter, this, [this] { flush(); });
}

void DraftKeeper::reset(const QString &text)
{
    m_text = text;
    m_reported = text;
}

void DraftKeeper::flush()
{
    if (m_alarm)
        m_alarms.cancel(m_alarm);
    m_alarm = 0;
    if (m_text == m_reported)
        return;
    m_reported = m_text;
    Q_EMIT changed(m_text);
}

} // namespace heed
