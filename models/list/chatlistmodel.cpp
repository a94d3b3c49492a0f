// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/list/chatlistmodel.h"

#include "models/question/display.h"

#include <QDateTime>
#include <algorithm>

namespace heed {

namespace {

constexpr int pageChats = 150; // Orca 43 takes some 4 ms for each before it speaks

//! Nothing was said in it yet.
bool isUnsent(const ChatRecord &chat)
{
    return !chat.head.isValid() && !chat.writing && !chat.titleIsOwn && chat.title.isEmpty();
}

bool looksSame(const ChatRecord &a, const ChatRecord &b)
{
    return a.title == b.title && a.updatedMs == b.updatedMs && a.pinned == b.pinned &&
           a.waiting == b.waiting && a.writing == b.writing;
}

} // namespace

ChatListModel::ChatListModel(Replies &replies, QObject *parent)
    : QAbstractListModel(parent)
    , m_replies(replies)
    , m_most(pageChats)
{
    connect(&replies, &Replies::chatChanged, this, &ChatListModel::reload);
    connect(&replies, &Replies::questionAsked, this, &ChatListModel::reload);
    connect(&replies, &Replies::questionSettled, this, &ChatListModel::reload);
    reload();
}

int ChatListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QString ChatListModel::title(const ChatRecord &chat) const
{
    return chat.title.isEmpty() ? tr("New chat") : displayLine(chat.title);
}

QVariant ChatListModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const ChatRecord &chat = m_rows.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
    case Qt::ToolTipRole:
        return title(chat);
    case Qt::AccessibleTextRole:
        if (chat.waiting > 0)
            return tr("%1, waits for your answer").arg(title(chat));
        return chat.writing ? tr("%1, a reply is being written").arg(title(chat)) : title(chat);
    case ChatRole:
        return chat.id.value;
    case WaitingRole:
        return chat.waiting;
    case WritingRole:
        return chat.writing;
    case PinnedRole:
        return chat.pinned;
    case UpdatedMsRole:
        return chat.updatedMs;
    case GroupRole:
        return group(chat);
    default:
        return {};
    }
}

QString ChatListModel::group(const ChatRecord &chat) const
{
    if (chat.pinned)
        return tr("Pinned");
    const QDateTime now = m_replies.clock().now();
    const qint64 days =
        QDateTime::fromMSecsSinceEpoch(chat.updatedMs, now.timeZone()).date().daysTo(now.date());
    if (days <= 0)
        return tr("Today");
    if (days == 1)
        return tr("Yesterday");
    if (days < 8)
        return tr("Last 7 days");
    return tr("Older");
}

void ChatListModel::setSearch(const QString &words)
{
    m_most = pageChats;
    m_search = words;
    reload();
}

QModelIndex ChatListModel::indexOf(ChatId chat) const
{
    const auto found = std::ranges::find(m_rows, chat, &ChatRecord::id);
    return found == m_rows.end() ? QModelIndex() : index(int(found - m_rows.begin()));
}

ChatId ChatListModel::chatAt(int row) const
{
    return row >= 0 && row < m_rows.size() ? m_rows.at(row).id : ChatId();
}

bool ChatListModel::canFetchMore(const QModelIndex &parent) const
{
    return !parent.isValid() && m_hasMore && !m_reading;
}

void ChatListModel::fetchMore(const QModelIndex &parent)
{
    if (!canFetchMore(parent))
        return;
    m_most += pageChats;
    reload();
}

ChatId ChatListModel::unsentChat() const
{
    ChatId newest;
    qint64 atMs = -1;
    for (const ChatRecord &chat : m_rows) {
        if (isUnsent(chat) && chat.createdMs > atMs) {
            newest = chat.id;
            atMs = chat.createdMs;
        }
    }
    return newest;
}

void ChatListModel::reload()
{
    if (m_reading) {
        m_again = true; // one more reading covers everything that happened meanwhile
        return;
    }
    m_reading = true;
    m_replies.store().read<QList<ChatRecord>>(
        this,
        [query = ChatQuery{.search = m_search, .limit = m_most}](QSqlDatabase &database) {
            return records::chats(database, query);
        },
        [this](const Result<QList<ChatRecord>> &chats) {
            m_reading = false;
            if (chats) {
                m_hasMore = chats->size() >= m_most;
                QList<ChatRecord> shown = *chats;
                shown.removeIf([](const ChatRecord &chat) { return isUnsent(chat) && chat.draft.isEmpty(); });
                show(shown);
            } else {
                Q_EMIT failed(chats.error());
            }
            if (std::exchange(m_again, false))
                reload();
            else
                Q_EMIT loaded();
        });
}

void ChatListModel::show(const QList<ChatRecord> &chats)
{
    for (int row = int(m_rows.size()) - 1; row >= 0; --row) {
        if (std::ranges::find(chats, m_rows.at(row).id, &ChatRecord::id) != chats.end())
            continue;
        beginRemoveRows({}, row, row);
        m_rows.remove(row);
        endRemoveRows();
    }
    for (int row = 0; row < chats.size(); ++row) {
        const ChatRecord &chat = chats.at(row);
        const auto found = std::find_if(m_rows.begin() + row, m_rows.end(),
                                        [&chat](const ChatRecord &known) { return known.id == chat.id; });
        if (found == m_rows.end()) {
            beginInsertRows({}, row, row);
            m_rows.insert(row, chat);
            endInsertRows();
            continue;
        }
        const int from = int(found - m_rows.begin());
        if (from != row) {
            beginMoveRows({}, from, from, {}, row);
            m_rows.move(from, row);
            endMoveRows();
        }
        const bool changed = !looksSame(m_rows.at(row), chat);
        m_rows[row] = chat;
        if (changed)
            Q_EMIT dataChanged(index(row), index(row));
    }
}

void ChatListModel::change(std::function<Result<Done>(QSqlDatabase &)> work)
{
    m_replies.store().write<Done>(Durability::AtOnce, this, std::move(work),
                                  [this](const Result<Done> &done) {
                                      if (!done)
                                          Q_EMIT failed(done.error());
                                      reload();
                                  });
}

void ChatListModel::rename(ChatId chat, const QString &title)
{
    const QString name = displayLine(title).simplified();
    if (name.isEmpty())
        return;
    change([chat, name](QSqlDatabase &database) { return records::setTitle(database, chat, name, true); });
}

void ChatListModel::setPinned(ChatId chat, bool pinned)
{
    change([chat, pinned](QSqlDatabase &database) { return records::setPinned(database, chat, pinned); });
}

void ChatListModel::moveToTrash(ChatId chat)
{
    change([chat, at = m_replies.clock().wallMs()](QSqlDatabase &database) {
        return records::setTrashed(database, chat, at);
    });
}

void ChatListModel::restore(ChatId chat)
{
    change([chat](QSqlDatabase &database) { return records::setTrashed(database, chat, std::nullopt); });
}

} // namespace heed
