// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/panes/chatlistpane.h"

#include "widgets/panes/chatrowdelegate.h"
#include "widgets/panes/quietlist.h"
#include "widgets/panes/searchbox.h"

#include <QHBoxLayout>
#include <QInputDialog>
#include <QKeyEvent>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QVBoxLayout>

namespace heed {

ChatListPane::ChatListPane(ChatListModel &chats, QWidget *parent)
    : QWidget(parent)
    , m_chats(chats)
    , m_newChat(new QPushButton(tr("&New chat"), this))
    , m_search(new SearchBox(this))
    , m_list(new QuietList(this))
{
    m_newChat->setAccessibleName(tr("New chat"));
    m_newChat->setAutoDefault(true);
    connect(m_newChat, &QPushButton::clicked, this, &ChatListPane::newChatWanted);

    m_search->setPlaceholderText(tr("Search chats"));
    m_search->setAccessibleName(tr("Search chats"));
    connect(m_search, &QLineEdit::textChanged, &chats, &ChatListModel::setSearch);
    connect(m_search, &SearchBox::left, m_list, qOverload<>(&QWidget::setFocus));

    m_list->setModel(&chats);
    m_list->setAccessibleName(tr("Chats"));
    m_list->setItemDelegate(new ChatRowDelegate(m_list));
    m_list->setUniformItemSizes(false);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    connect(m_list, &QListView::clicked, this, &ChatListPane::follow);
    m_list->installEventFilter(this);
    connect(m_list, &QWidget::customContextMenuRequested, this, &ChatListPane::showMenu);
    connect(&chats, &QAbstractItemModel::rowsAboutToBeInserted, this, [this] { rememberTop(); });
    connect(&chats, &QAbstractItemModel::rowsAboutToBeRemoved, this,
            [this](const QModelIndex &, int row) { rememberTop(row); });
    connect(&chats, &QAbstractItemModel::rowsAboutToBeMoved, this,
            [this](const QModelIndex &, int row) { rememberTop(row); });
    connect(&chats, &ChatListModel::loaded, this, [this] {
        keepTop();
        // Who walks through the list is not pulled back by what happens in some chat.
        if (!m_list->hasFocus() || !m_list->currentIndex().isValid())
            keepCurrent();
    });

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 4, 8);
    layout->addWidget(m_newChat);
    layout->addWidget(m_search);
    layout->addWidget(m_list, 1);
}

void ChatListPane::follow(const QModelIndex &index)
{
    const ChatId chat = m_chats.chatAt(index.row());
    if (chat.isValid() && chat != m_current)
        Q_EMIT chosen(chat);
}

void ChatListPane::setCurrent(ChatId chat)
{
    m_current = chat;
    keepCurrent();
}

void ChatListPane::keepCurrent()
{
    const QModelIndex index = m_chats.indexOf(m_current);
    if (index.isValid())
        m_list->setCurrentIndex(index);
    else
        m_list->clearSelection();
}

//! What happens in other chats does not move the rows under the eyes of who has scrolled down; at the
//! beginning of the list the newest comes into view. \a leaving: a row that will not stay where it is.
void ChatListPane::rememberTop(int leaving)
{
    if (m_list->verticalScrollBar()->value() == 0 || (m_top.isValid() && m_top.row() != leaving))
        return;
    QModelIndex top =
        m_top.isValid() ? QModelIndex(m_top) : m_list->indexAt({m_list->viewport()->width() / 2, 0});
    if (top.isValid() && top.row() == leaving)
        top = top.siblingAtRow(leaving + 1);
    m_topY = m_list->visualRect(top).y();
    m_top = top;
}

void ChatListPane::keepTop()
{
    if (m_top.isValid()) {
        QScrollBar *bar = m_list->verticalScrollBar();
        bar->setValue(bar->value() + m_list->visualRect(m_top).y() - m_topY);
    }
    m_top = QPersistentModelIndex();
}

void ChatListPane::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
}

void ChatListPane::focusList()
{
    if (!m_list->currentIndex().isValid() && m_chats.rowCount() > 0)
        m_list->setCurrentIndex(m_chats.index(0)); // else the focus would be on no row
    m_list->setFocus(Qt::ShortcutFocusReason);
}

void ChatListPane::showMenu(const QPoint &at)
{
    const QPersistentModelIndex row = m_list->indexAt(at); // the list may change while the menu is open
    if (!row.isValid())
        return;
    const ChatId chat = m_chats.chatAt(row.row());
    const bool pinned = row.data(ChatListModel::PinnedRole).toBool();
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(menu->addAction(tr("&Rename…")), &QAction::triggered, this, [this, row] { rename(row); });
    connect(menu->addAction(pinned ? tr("Un&pin") : tr("&Pin")), &QAction::triggered, this,
            [this, chat, pinned] { m_chats.setPinned(chat, !pinned); });
    menu->addSeparator();
    connect(menu->addAction(tr("&Delete")), &QAction::triggered, this, [this, row] { trash(row); });
    menu->popup(m_list->viewport()->mapToGlobal(at));
}

void ChatListPane::rename(const QModelIndex &index)
{
    if (!index.isValid())
        return;
    auto *dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Rename chat"));
    dialog->setLabelText(tr("Name of the chat:"));
    dialog->setTextValue(index.data().toString());
    connect(dialog, &QInputDialog::textValueSelected, this,
            [this, chat = m_chats.chatAt(index.row())](const QString &name) { m_chats.rename(chat, name); });
    dialog->open();
}

void ChatListPane::trash(const QModelIndex &index)
{
    if (index.isValid())
        Q_EMIT trashWanted(m_chats.chatAt(index.row()), index.data().toString());
}

bool ChatListPane::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_list || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    const QModelIndex index = m_list->currentIndex();
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
        if (const ChatId chat = m_chats.chatAt(index.row()); chat.isValid())
            Q_EMIT entered(chat);
    } else if (key->key() == Qt::Key_F2) {
        rename(index);
    } else if (key->matches(QKeySequence::Delete)) {
        trash(index);
    } else {
        return QWidget::eventFilter(watched, event);
    }
    return true;
}

} // namespace heed
