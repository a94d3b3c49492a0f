// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/alarms.h"

#include <QObject>

namespace heed {

//! The research time of one reply (book 3.4): monotonic, and standing still while a question or a writing
//! slot is waited for. Lives in the reply thread.
class ResearchBudget : public QObject
{
    Q_OBJECT
public:
    //! \param usedMs what was used before a restart.
    ResearchBudget(Alarms &alarms, Milliseconds limit, qint64 usedMs, QObject *parent = nullptr);
    ~ResearchBudget() override;

    //! Time runs. Harmless when it does already.
    void run();
    //! Time stands still.
    void pause();
    [[nodiscard]] qint64 usedMs() const;
    [[nodiscard]] bool isOver() const { return usedMs() >= m_limitMs; }

Q_SIGNALS:
    //! The time is used up; from the event loop, once.
    void over();

private:
    Alarms &m_alarms;
    qint64 m_limitMs;
    qint64 m_usedMs;
    std::optional<qint64> m_since{};
    Alarms::Handle m_alarm = 0;
    bool m_told = false;
};

} // namespace heed
