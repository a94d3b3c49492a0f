// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/alarms.h"
#include "models/store/keptrecord.h"
#include "models/store/store.h"

#include <QObject>
#include <QSet>

namespace heed {

//! Lets reminders fire, each time once: it is written down as fired before anybody is told, so a crash
//! between the two loses a notification rather than showing it twice.
//!
//! \par Threads
//! Lives in the reply thread, like the Alarms it uses; both and the store must outlive it.
//!
//! \par Times
//! A reminder's local time counts in the zone of the moment. While one is set, the zone and the clock are
//! looked at once a minute (as Alarms does for every wall alarm), so a journey, a set clock or a suspended
//! machine moves it correctly.
class Reminders : public QObject
{
    Q_OBJECT
public:
    Reminders(Store &store, Alarms &alarms, QObject *parent = nullptr);

    //! Reads what is set and lets go what became due while the program was off. Call once, and again whenever
    //! something else changed the reminders.
    void reload();

Q_SIGNALS:
    //! \param reminder as it was set for this time; \param missed it comes more than two minutes late.
    void due(const heed::ReminderRecord &reminder, bool missed);
    //! The reminders that are set are others now.
    void changed();

private:
    void look();
    void arm();
    void fire(const ReminderRecord &reminder);

    Store &m_store;
    Alarms &m_alarms;
    Alarms::Handle m_alarm = 0;
    QList<ReminderRecord> m_set{};
    QSet<qint64> m_firing{}; //!< handed to the store, not back yet
};

} // namespace heed
