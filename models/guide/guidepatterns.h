// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/guide/guidewish.h"

#include <QRegularExpression>
#include <span>

namespace heed {

//! A form of sentence. The first that fits counts; what follows in group `rest` is the subject.
struct WishPattern {
    WishKind kind = WishKind::Unknown;
    QRegularExpression form{};
};

//! The forms of the language (English now), most particular first.
[[nodiscard]] const QList<WishPattern> &wishPatterns();

//! Politeness in front of a sentence: "please", "could you".
[[nodiscard]] const QRegularExpression &politePrefix();
[[nodiscard]] const QRegularExpression &politeSuffix();

//! Days with a name: month and day.
struct NamedDay {
    const char *name = "";
    int month = 0;
    int day = 0;
};
[[nodiscard]] std::span<const NamedDay> namedDays();

} // namespace heed
