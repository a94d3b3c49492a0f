// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/alarms.h"
#include "models/store/store.h"

#include <QFileSystemWatcher>
#include <optional>

namespace heed {

//! Tells that another process has changed the database. Sleeps until the files of the database are written
//! to, and then asks SQLite for one number: our own writes do not move it. Lives in the thread of its Alarms.
class OtherWriters final : public QObject
{
    Q_OBJECT
public:
    //! \param store, alarms outlive this.
    OtherWriters(Store &store, Alarms &alarms, QObject *parent = nullptr);
    ~OtherWriters() override;

    //! Looks now: the machine or the person has come back, say.
    void look();

Q_SIGNALS:
    //! Something was committed in another process: at most twice a second.
    void wrote();

private:
    void follow();
    void touched();

    Store &m_store;
    Alarms &m_alarms;
    QFileSystemWatcher m_files{};
    Alarms::Handle m_alarm = 0;
    std::optional<qint64> m_version{};
};

} // namespace heed
