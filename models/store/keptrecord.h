// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/id.h"
#include "models/base/result.h"

#include <QJsonObject>
#include <QList>
#include <QSqlDatabase>
#include <optional>

namespace heed {

//! What a chat must not forget when older turns are condensed (book 8.4).
struct FactRecord {
    FactId id{};
    ChatId chat{};
    QString subject{}; //!< "answer"
    QString name{};    //!< the question, cut to 80 characters
    QString value{};   //!< the answer, with markers in place of secrets
    QString source{};  //!< "person"
    qint64 atMs = 0;
};

//! A row of the audit (book 8.2). Append-only.
struct AuditRecord {
    qint64 id = 0;
    qint64 atMs = 0;
    QString kind{}; //!< "inquiry.requested", "inquiry.answered", "inquiry.settled", "tool.called", …
    ChatId chat{};
    ReplyId reply{};
    QJsonObject fields{};
};

struct AuditQuery {
    std::optional<ChatId> chat{};
    std::optional<qint64> sinceMs{};
    int limit = 0; //!< 0: all
    bool newestFirst = false;
    std::optional<qint64>
        beforeId{}; //!< only rows that were written before this one: the next page of the newest first
};

//! A note that the store tool keeps.
struct NoteRecord {
    NoteId id{};
    ChatId chat{};
    CallId call{}; //!< the call that kept it: the same call never keeps two
    QString title{};
    QString text{};
    qint64 atMs = 0;
};

enum class Repeat { Once, Daily, Weekdays, Weekly, Monthly, Yearly };

//! A reminder: a local date and time, so that it means the same hour in another zone.
struct ReminderRecord {
    enum class State { Set, Fired, Cancelled };
    ReminderId id{};
    ChatId chat{};
    CallId call{}; //!< the call that set it: the same call never sets two
    QString text{};
    QString localTime{}; //!< ISO "2026-11-29T18:00", without a zone
    Repeat repeat = Repeat::Once;
    int day = 0; //!< of the month on which a monthly or yearly one was set: a short month does not change it;
                 //!< 0: localTime's
    State state = State::Set;
    std::optional<qint64> firedMs{}; //!< when it last fired
};

//! A place where text was found.
struct FoundRecord {
    enum class Kind { Message, Reply, Note, Answer };
    Kind kind = Kind::Message;
    qint64 ref = 0; //!< id of the message, reply, note or fact
    ChatId chat{};
    QString title{};   //!< of the chat or note
    QString snippet{}; //!< plain text around the hit
    qint64 atMs = 0;
};

struct FindQuery {
    QString words{};
    std::optional<ChatId> notChat{}; //!< leave out this chat (the one that asks)
    std::optional<FoundRecord::Kind> kind{};
    std::optional<qint64> sinceMs{};
    std::optional<qint64> untilMs{};
    int limit = 20;
};

namespace records {

[[nodiscard]] Result<FactId> addFact(QSqlDatabase &database, const FactRecord &fact);
[[nodiscard]] Result<QList<FactRecord>> facts(QSqlDatabase &database, ChatId chat);
[[nodiscard]] Result<Done> setFact(QSqlDatabase &database, FactId id, const QString &value);
[[nodiscard]] Result<Done> removeFact(QSqlDatabase &database, FactId id);

[[nodiscard]] Result<Done> addAudit(QSqlDatabase &database, const AuditRecord &row);
[[nodiscard]] Result<QList<AuditRecord>> audit(QSqlDatabase &database, const AuditQuery &query);

//! Keeps a note; the same call again gives the one that it kept.
[[nodiscard]] Result<NoteId> addNote(QSqlDatabase &database, const NoteRecord &note);
[[nodiscard]] Result<NoteRecord> note(QSqlDatabase &database, NoteId id);
[[nodiscard]] Result<Done> removeNote(QSqlDatabase &database, NoteId id);

//! Sets a reminder; the same call again gives the one that it set.
[[nodiscard]] Result<ReminderId> addReminder(QSqlDatabase &database, const ReminderRecord &reminder);
[[nodiscard]] Result<Done> saveReminder(QSqlDatabase &database, const ReminderRecord &reminder);
[[nodiscard]] Result<ReminderRecord> reminder(QSqlDatabase &database, ReminderId id);
//! Those still to fire, by local time.
[[nodiscard]] Result<QList<ReminderRecord>> reminders(QSqlDatabase &database);

//! Full-text search, newest first; ranking only within a bounded window.
[[nodiscard]] Result<QList<FoundRecord>> find(QSqlDatabase &database, const FindQuery &query);

} // namespace records
} // namespace heed

Q_DECLARE_METATYPE(heed::ReminderRecord)
