// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHashFunctions>
#include <QMetaType>
#include <QString>
#include <compare>

namespace heed {

//! A row of the database. A row number of a view is a position, an id is an identity: only ids cross
//! threads, signals and the database.
template <typename Tag>
struct Id {
    qint64 value = 0;
    [[nodiscard]] bool isValid() const noexcept { return value > 0; }
    friend auto operator<=>(const Id &, const Id &) = default;
    friend size_t qHash(Id id, size_t seed = 0) noexcept { return ::qHash(id.value, seed); }
};

using ChatId = Id<struct ChatTag>;
using MessageId = Id<struct MessageTag>; //!< what the person sent
using ReplyId = Id<struct ReplyTag>;     //!< the model's whole response to one message
using CallId = Id<struct CallTag>;       //!< one tool call of a reply, as a row (the provider's id is text)
using FactId = Id<struct FactTag>;
using NoteId = Id<struct NoteTag>;
using ReminderId = Id<struct ReminderTag>;

//! Names a question in every face and process: 8 hex digits from the system's random source.
struct QuestionId {
    QString value{};
    [[nodiscard]] bool isValid() const noexcept { return !value.isEmpty(); }
    [[nodiscard]] static QuestionId generate();
    friend bool operator==(const QuestionId &, const QuestionId &) = default;
    friend size_t qHash(const QuestionId &id, size_t seed = 0) noexcept { return ::qHash(id.value, seed); }
};

} // namespace heed

Q_DECLARE_METATYPE(heed::ChatId)
Q_DECLARE_METATYPE(heed::MessageId)
Q_DECLARE_METATYPE(heed::ReplyId)
Q_DECLARE_METATYPE(heed::FactId)
Q_DECLARE_METATYPE(heed::ReminderId)
Q_DECLARE_METATYPE(heed::QuestionId)
