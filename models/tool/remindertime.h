// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/keptrecord.h"

#include <QDateTime>
#include <QTimeZone>
#include <optional>

namespace heed {

// How a reminder's local time ("2026-11-29T18:00") becomes an instant, and how a repeat goes on.
// Pure functions; any thread.

//! That wall time in that zone. A time that a clock change skips is read with the offset before the change
//! (02:30 becomes 03:30), one that comes twice is the first of the two: as RFC 5545, 3.3.5 says.
[[nodiscard]] QDateTime zonedTime(const QDate &date, const QTime &time, const QTimeZone &zone);

//! As a reminder keeps it: minutes, no zone; only the second of two equal wall times carries its offset.
[[nodiscard]] QString toLocalTime(const QDateTime &at);

//! When a kept local time comes in this zone; nothing when it cannot be read.
[[nodiscard]] std::optional<QDateTime> fromLocalTime(const QString &localTime, const QTimeZone &zone);

//! The first time of a repeating reminder after \a after, as kept. Monthly and yearly ones keep their day of
//! the month (ReminderRecord::day) where a month has it, else take the last one.
//! Empty: it does not repeat.
[[nodiscard]] QString nextLocalTime(const ReminderRecord &reminder, const QDateTime &after);

//! The stable words of the tool: "once", "daily", "weekdays", "weekly", "monthly", "yearly".
[[nodiscard]] QString repeatName(Repeat repeat);
[[nodiscard]] std::optional<Repeat> repeatFromName(const QString &name);

} // namespace heed
