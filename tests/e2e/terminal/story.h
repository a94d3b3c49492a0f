// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QList>
#include <QString>
#include <optional>

namespace heed::test {

//! What stands in a database, read without any code of the program's: from a copy of its files, as a crash
//! would leave them, so that the program's next start finds them untouched.
struct Story {
    struct Message {
        qint64 id = 0;
        QString text{};
    };
    struct Reply {
        qint64 id = 0;
        QString state{};
    };
    struct Question {
        QString id{};
        QString text{};
        bool isAsked = false;
        std::optional<QString> outcome{};
        QString answer{}; //!< as the model was told
        QString draft{};
    };
    struct Call {
        qint64 id = 0;
        QString name{};
        std::optional<QString> result{};
    };
    struct Event {
        qint64 seq = 0;
        qint64 row = 0; //!< number of the row that holds it
        QString type{};
        QJsonObject fields{};
    };
    struct Audit {
        QString kind{};
        QJsonObject fields{};
    };
    QString integrity{}; //!< "ok", or what is broken
    QList<Message> messages{};
    QList<Reply> replies{};
    QList<Question> questions{};
    QList<Call> calls{};
    QStringList turns{};
    QList<Event> events{}; //!< of all replies, by reply and number
    QList<Audit> audit{};
    QStringList notes{};
    QStringList reminders{};

    //! What came of the database in this folder; empty when there is none yet.
    [[nodiscard]] static Story read(const QString &home);
    [[nodiscard]] std::optional<Question> question(const QString &id) const;
    [[nodiscard]] int count(const QString &auditKind, const QString &questionId) const;
};

//! Sets a reminder in a database that nobody has open, for a time that is over.
void insertReminder(const QString &home, const QString &text, int minutesAgo);

} // namespace heed::test
