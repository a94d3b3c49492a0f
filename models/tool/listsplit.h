// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonArray>
#include <QString>

namespace heed {

//! The entries of a list that a model wrote as one text: a JSON list (also one per line), <item> children,
//! lines with bullets or numbers, a numbered run in one line, or a list with semicolons or commas.
//! Lines win over commas. Entries are trimmed, empty ones dropped. Any thread.
[[nodiscard]] QJsonArray splitList(const QString &text);

//! A line without its bullet or number ("- ", "1. ", "a) ").
[[nodiscard]] QString withoutBullet(const QString &line);

} // namespace heed
