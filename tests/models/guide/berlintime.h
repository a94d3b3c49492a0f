// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tool/remindertime.h"

#include <QDateTime>
#include <QTimeZone>

namespace heed::test {

//! Where the guide's tests are: a zone with summer time.
inline const QTimeZone berlin("Europe/Berlin");

//! "2026-11-25T10:00" there.
inline QDateTime local(const QString &text)
{
    return fromLocalTime(text, berlin).value_or(QDateTime());
}

} // namespace heed::test
