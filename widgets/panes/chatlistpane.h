// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/list/chatlistmodel.h"

#include <QPersistentModelIndex>
#include <QWidget>

class QListView;
class QPushButton;

namespace heed {

class SearchBox;

//! The chats at the left: search, new chat, and the list with a mark where a question waits. Emits intents.
class ChatListPane final : public QWidget
{
    Q_OBJECT
public:
    explicit ChatListPane(ChatListModel &chats, QWidget *parent = nullptr);

    //! Shows which chat is in front; does not emit chosen().
    void setCurrent(ChatId chat);
    void focusSearch();
    void focusList();

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    void chosen(heed::ChatId chat);
    void entered(heed::ChatId chat); //!< chosen with Enter: the person wants to be in it
    void newChatWanted();
    //! The chat should go to the trash.
    void trashWanted(heed::ChatId chat, const QString &title);

private:
    void showMenu(const QPoint &at);
    void rename(const QModelIndex &index);
    void trash(const QModelIndex &index);
    void follow(const QModelIndex &index);
    void keepCurrent();
    void rememberTop(int leaving = -1);
    void keepTop();

    ChatListModel &m_chats;
    QPushButton *m_newChat; // made first: Tab goes in the order of making
    SearchBox *m_search;
    QListView *m_list;
    ChatId m_current{};
    QPersistentModelIndex m_top{}; //!< the first row in view while the list changes
    int m_topY = 0;
};

} // namespace heed
