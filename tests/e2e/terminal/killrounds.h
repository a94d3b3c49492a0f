// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QStringList>

namespace heed::test {

//! What many rounds of KillRound came to.
struct KillRounds {
    int rounds = 0;
    int deaths = 0;
    QMap<QString, int> moments{}; //!< how often it died after what
    QStringList problems{};
};

//! Plays rounds with the seeds \a seed, \a seed + 1, …, several at a time.
[[nodiscard]] KillRounds playKillRounds(quint32 seed, int rounds, int atOnce = 2);

} // namespace heed::test
