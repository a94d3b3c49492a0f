// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/face.h"
#include "models/base/id.h"
#include "models/base/result.h"

#include <QJsonObject>
#include <QList>
#include <QSqlDatabase>
#include <optional>

namespace heed {

//! One stored conversation. Times in ms since 1970 UTC.
struct ChatRecord {
    ChatId id{};
    QString title{};
    bool titleIsOwn = false; //!< the person named it: no automatic title
    qint64 createdMs = 0;
    qint64 updatedMs = 0;
    QJsonObject provider{}; //!< ProviderChoice as JSON; empty: the setting
    ReplyId head{};         //!< the last reply of the branch that is shown
    QString draft{};        //!< what stands half-typed in the composer
    bool pinned = false;
    std::optional<qint64> trashedMs{};
    QString summary{};        //!< older turns, condensed
    ReplyId summarisedUpTo{}; //!< the last reply that the summary covers
    int waiting = 0;          //!< read only: how many of its questions wait
    bool writing = false;     //!< read only: a reply is running or waiting
};

//! What the person sent.
struct MessageRecord {
    MessageId id{};
    ChatId chat{};
    ReplyId after{}; //!< the reply it follows; none: the first of the chat
    QString text{};
    qint64 atMs = 0;
    Face face = Face::Window;
};

struct ChatQuery {
    QString search{};     //!< words in the title; empty: all
    bool trashed = false; //!< only what is in the trash
    std::optional<qint64> updatedBefore{};
    int limit = 200;
};

namespace records {

[[nodiscard]] Result<ChatId> addChat(QSqlDatabase &database, const ChatRecord &chat);
[[nodiscard]] Result<ChatRecord> chat(QSqlDatabase &database, ChatId id); //!< NotFound
[[nodiscard]] Result<QList<ChatRecord>> chats(QSqlDatabase &database, const ChatQuery &query);
[[nodiscard]] Result<Done> setTitle(QSqlDatabase &database, ChatId id, const QString &title, bool own);
[[nodiscard]] Result<Done> setPinned(QSqlDatabase &database, ChatId id, bool pinned);
[[nodiscard]] Result<Done> setTrashed(QSqlDatabase &database, ChatId id, std::optional<qint64> atMs);
[[nodiscard]] Result<Done> setChatDraft(QSqlDatabase &database, ChatId id, const QString &draft);
[[nodiscard]] Result<Done> setChatProvider(QSqlDatabase &database, ChatId id, const QJsonObject &choice);
[[nodiscard]] Result<Done> setHead(QSqlDatabase &database, ChatId id, ReplyId head, qint64 updatedMs);
[[nodiscard]] Result<Done> setSummary(QSqlDatabase &database, ChatId id, const QString &summary,
                                      ReplyId upTo);
//! Adds the message, its full-text row, and touches the chat.
[[nodiscard]] Result<MessageId> addMessage(QSqlDatabase &database, const MessageRecord &message);
[[nodiscard]] Result<MessageRecord> message(QSqlDatabase &database, MessageId id);
//! Deletes chats that have been in the trash since before this time.
[[nodiscard]] Result<int> emptyTrash(QSqlDatabase &database, qint64 trashedBeforeMs);
//! The number for a secret within a chat: the same digest gets the same number (book 2.5).
//! \param digest a keyed digest of the value, never the value.
[[nodiscard]] Result<int> secretNumber(QSqlDatabase &database, ChatId chat, const QByteArray &digest);

} // namespace records
} // namespace heed

Q_DECLARE_METATYPE(heed::ChatRecord)
Q_DECLARE_METATYPE(heed::MessageRecord)
