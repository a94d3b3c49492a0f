// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tool/whenreader.h"

#include <QDateTime>
#include <QString>
#include <optional>

namespace heed {

//! What a sentence to the guide asks for.
enum class WishKind {
    Unknown,
    Remind,
    ListReminders,
    CancelReminder,
    CancelAllReminders,
    MoveReminder,
    Find,
    Decided,
    Note,
    Today,
    TimeNow,
    DaysUntil,
    DateOf,
    Connect, //!< how to use a model
    Folders, //!< how to add folders
    Help,
    About,
    Hello,
    Thanks,
    Bye,
};

struct GuideWish {
    WishKind kind = WishKind::Unknown;
    QString subject{}; //!< what to remind of, look for, note, …; may be empty
    std::optional<When> when{};
};

//! Understands a sentence (English; the table is in guidepatterns.cpp). A pure function; any thread.
[[nodiscard]] GuideWish understood(const QString &sentence, const QDateTime &now);

//! The day that words name: everything readWhen() reads, and "christmas" and the like.
[[nodiscard]] std::optional<QDate> namedDay(const QString &words, const QDateTime &now);

//! "continue", "the person has answered": no wish of its own, but that what was begun goes on.
[[nodiscard]] bool isGoOn(const QString &sentence);

//! "never mind", "no thanks": an answer that calls the whole thing off.
[[nodiscard]] bool isCalledOff(const QString &answer);

} // namespace heed
