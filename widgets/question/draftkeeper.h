// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/alarms.h"

#include <QString>

namespace heed {

//! Reports a text that changes with every key a few times a second at most, and at once when asked: what is
//! typed is stored soon, without a write per key.
//!
//! GUI thread. Emits changed() from the event loop, or from inside flush().
class DraftKeeper final : public QObject
{
    Q_OBJECT
public:
    explicit DraftKeeper(Alarms &alarms, QObject *parent = nullptr);
    ~DraftKeeper() override;

    //! The text is now this; reported within 400 ms, counted from the first unreported change.
    void touch(const QString &text);
    //! The text is now this and known outside already.
    void reset(const QString &text);
    //! Report what is not reported yet.
    void flush();

Q_SIGNALS:
    void changed(const QString &text);

private:
    Alarms &m_alarms;
    Alarms::Handle m_alarm = 0;
    QString m_reported{};
    QString m_text{};
};

} // namespace heed
