// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/list/chatlistmodel.h"

#include <QWidget>

class QListView;
class QToolButton;

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

Q_SIGNALS:
    void chosen(heed::ChatId chat);
    void newChatWanted();
    //! A chat went to the trash; restore() of the model brings it back.
    void trashed(heed::ChatId chat, const QString &title);

private:
    void showMenu(const QPoint &at);
    void follow(const QModelIndex &index);
    void keepCurrent();

    ChatListModel &m_chats;
    SearchBox *m_search;
    QListView *m_list;
    ChatId m_current{};
};

} // namespace heed
