// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tool/reminders.h"

#include "models/base/logging.h"
#include "models/tool/remindertime.h"

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr qint64 lookAgainMs = 60'000;
constexpr qint64 missedAfterMs = 120'000;

//! What the store found when it was to mark a reminder as fired.
struct Marked {
    ReminderRecord fired{}; //!< as it was; invalid id: it is not set for that time any more
};

//! Marks one as fired: done with, or, when it repeats, set for its next time after now.
Result<Marked> mark(QSqlDatabase &database, const ReminderRecord &expected, const QDateTime &now)
{
    auto found = records::reminder(database, expected.id);
    if (!found)
        return found.error().code == Error::Code::NotFound ? Result<Marked>(Marked()) : found.error();
    ReminderRecord reminder = *found;
    // Another process, a move or a cancel was quicker.
    if (reminder.state != ReminderRecord::State::Set || reminder.localTime != expected.localTime)
        return Marked();
    reminder.firedMs = now.toMSecsSinceEpoch();
    const QString next = nextLocalTime(reminder, now);
    if (next.isEmpty())
        reminder.state = ReminderRecord::State::Fired;
    else
        reminder.localTime = next;
    if (auto saved = records::saveReminder(database, reminder); !saved)
        return saved.error();
    return Marked{*found};
}

} // namespace

Reminders::Reminders(Store &store, Alarms &alarms, QObject *parent)
    : QObject(parent)
    , m_store(store)
    , m_alarms(alarms)
{
}

void Reminders::reload()
{
    m_store.read<QList<ReminderRecord>>(
        this, [](QSqlDatabase &database) { return records::reminders(database); },
        [this](const Result<QList<ReminderRecord>> &found) {
            if (!found) {
                qCWarning(lcTool) << "reminders could not be read:" << found.error().detail;
                return;
            }
            m_set = *found;
            Q_EMIT changed();
            look();
        });
}

void Reminders::look()
{
    const QDateTime now = m_alarms.clock().now();
    for (const ReminderRecord &reminder : std::as_const(m_set)) {
        const auto at = fromLocalTime(reminder.localTime, now.timeZone());
        if (at && *at <= now && !m_firing.contains(reminder.id.value))
            fire(reminder);
    }
    arm();
}

void Reminders::arm()
{
    m_alarms.cancel(m_alarm);
    m_alarm = 0;
    const QDateTime now = m_alarms.clock().now();
    std::optional<qint64> next;
    for (const ReminderRecord &reminder : std::as_const(m_set)) {
        const auto at = fromLocalTime(reminder.localTime, now.timeZone());
        if (at && !m_firing.contains(reminder.id.value))
            next = std::min(next.value_or(at->toMSecsSinceEpoch()), at->toMSecsSinceEpoch());
    }
    if (!next)
        return;
    // One that is over and yet not firing could not be marked: no sooner than in a minute again.
    const qint64 later = now.toMSecsSinceEpoch() + lookAgainMs;
    const qint64 wake = *next > now.toMSecsSinceEpoch() ? std::min(*next, later) : later;
    m_alarm = m_alarms.at(wake, this, [this] {
        m_alarm = 0;
        look();
    });
}

void Reminders::fire(const ReminderRecord &reminder)
{
    m_firing.insert(reminder.id.value);
    const QDateTime now = m_alarms.clock().now();
    m_store.write<Marked>(
        Durability::AtOnce, this,
        [reminder, now](QSqlDatabase &database) { return mark(database, reminder, now); },
        [this, reminder, now](const Result<Marked> &marked) {
            m_firing.remove(reminder.id.value);
            if (!marked) {
                // Still in m_set: the next look, in a minute, tries again.
                qCWarning(lcTool) << "a reminder could not be marked as fired:" << marked.error().detail;
                arm();
                return;
            }
            m_set.removeIf([&reminder](const ReminderRecord &set) { return set.id == reminder.id; });
            if (marked->fired.id.isValid()) {
                const auto at = fromLocalTime(reminder.localTime, now.timeZone());
                Q_EMIT due(marked->fired, !at || at->msecsTo(now) > missedAfterMs);
            }
            reload();
        });
}

} // namespace heed
