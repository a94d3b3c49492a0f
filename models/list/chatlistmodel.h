// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/reply/replies.h"
#include "models/store/chatrecord.h"

#include <QAbstractListModel>

namespace heed {

//! The chats, pinned first, then newest first, read anew when one changes and told to the views as the
//! smallest change. A chat in which nothing was said and nothing stands half-typed is left out. Lives in the
//! thread of its Replies.
class ChatListModel final : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role : int {
        ChatRole = Qt::UserRole + 1, //!< qint64
        WaitingRole,                 //!< int: how many of its questions wait for the person
        WritingRole,                 //!< bool
        PinnedRole,                  //!< bool
        UpdatedMsRole,               //!< qint64
        GroupRole, //!< QString, translated: "Pinned", "Today", "Yesterday", "Last 7 days", "Older"
    };

    explicit ChatListModel(Replies &replies, QObject *parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    //! Older ones, a page at a time when the view gets to the end: a screen reader walks every row of a list
    //! before it says anything.
    [[nodiscard]] bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;

    //! Only chats whose titles have these words.
    void setSearch(const QString &words);
    [[nodiscard]] QModelIndex indexOf(ChatId chat) const;
    [[nodiscard]] ChatId chatAt(int row) const;
    //! The newest chat that holds a draft and nothing else; not valid: there is none.
    [[nodiscard]] ChatId unsentChat() const;

    void rename(ChatId chat, const QString &title);
    void setPinned(ChatId chat, bool pinned);
    //! To the trash, from where restore() brings it back for 30 days.
    void moveToTrash(ChatId chat);
    void restore(ChatId chat);

public Q_SLOTS:
    void reload();

Q_SIGNALS:
    void loaded(); //!< once after every reload
    void failed(const heed::Error &error);

private:
    void change(std::function<Result<Done>(QSqlDatabase &)> work);
    void show(const QList<ChatRecord> &chats);
    [[nodiscard]] QString title(const ChatRecord &chat) const;
    [[nodiscard]] QString group(const ChatRecord &chat) const;

    Replies &m_replies;
    QString m_search{};
    QList<ChatRecord> m_rows{};
    int m_most;
    bool m_hasMore = false;
    bool m_reading = false;
    bool m_again = false;
};

} // namespace heed
