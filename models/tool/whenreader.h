// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/keptrecord.h"

#include <QDateTime>
#include <QString>
#include <optional>

namespace heed {

//! A time that somebody named in words.
struct When {
    enum class Doubt {
        None,
        Hour, //!< "at 5": morning or afternoon was not said; the more sensible one was taken
        Week, //!< "next friday": this week's or the next one's; next week's was taken
        Day,  //!< "3/4": day and month could stand either way; ask
    };
    QDateTime at{}; //!< in the zone of the now that was given, whole minutes
    Repeat repeat = Repeat::Once;
    bool timeGiven = true;  //!< false: only a day was named, `at` has a usual hour of it
    bool partGiven = false; //!< "tomorrow evening": the hour is the usual one of that part of the day
    bool past = false;      //!< the words mean a time that is over
    Doubt doubt = Doubt::None;
    QDateTime other{}; //!< the other reading; valid when doubt is not None
};

//! Reads "tomorrow at nine", "in 20 minutes", "every weekday at 8", ISO and the like (English; the words are
//! in whenwords.cpp). Nothing unless every word of the text is understood. \param now gives the zone too;
//! nothing else is asked for the time. A pure function; any thread.
[[nodiscard]] std::optional<When> readWhen(const QString &text, const QDateTime &now);

//! A time inside a longer sentence, with the rest of it.
struct FoundWhen {
    std::optional<When> when{};
    QString rest{}; //!< the sentence without the words of the time, connecting words at its edges left in
};

//! Finds a time at the end or the beginning of a sentence: "call mum tomorrow at 9", "on friday to call mum".
//! Bare numbers are no times here ("read chapter 5").
[[nodiscard]] FoundWhen findWhen(const QString &sentence, const QDateTime &now);

} // namespace heed
