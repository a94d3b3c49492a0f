// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/reply/replies.h"
#include "models/store/keptrecord.h"

#include <QAbstractListModel>
#include <optional>

namespace heed {

//! The facts of one chat, oldest first, for the person to see, edit and delete (book 8.4). Read anew when a
//! question of the chat ends, and told to the views as the smallest change. Lives in the thread of its
//! Replies.
class FactModel final : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role : int {
        FactIdRole = Qt::UserRole + 1, //!< qint64
        NameRole,                      //!< QString: what was asked, fit to be shown
        ValueRole,                     //!< QString: what counts
        AtMsRole,                      //!< qint64
        WhenRole,                      //!< QString: date and time for a person
    };

    explicit FactModel(Replies &replies, QObject *parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;
    //! Qt::EditRole: setValue(); a refusal comes through failed().
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;

    //! None: no facts at all.
    void setChat(std::optional<ChatId> chat);
    [[nodiscard]] std::optional<ChatId> chat() const { return m_chat; }

    //! What the fact shall say from now on; written to disk, then shown. BadInput, and nothing is written:
    //! empty, more than 2,000 characters, or something that looks like a secret.
    Result<Done> setValue(int row, const QString &value);
    void remove(int row);
    //! Puts the fact that was removed last back, as the newest one.
    void undoRemove();
    [[nodiscard]] bool canUndoRemove() const { return m_removed.has_value(); }

public Q_SLOTS:
    void reload();

Q_SIGNALS:
    void loaded(); //!< after every reload
    void failed(const heed::Error &error);

private:
    void change(std::function<Result<Done>(QSqlDatabase &)> work);
    void show(const QList<FactRecord> &facts);

    Replies &m_replies;
    std::optional<ChatId> m_chat{};
    QList<FactRecord> m_rows{};
    std::optional<FactRecord> m_removed{};
    bool m_reading = false;
    bool m_again = false;
};

} // namespace heed
