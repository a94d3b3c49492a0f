// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/reply/replies.h"
#include "models/store/keptrecord.h"

#include <QAbstractListModel>
#include <optional>

namespace heed {

//! The audit (book 8.2), newest first, a page at a time: it grows without end, and a screen reader walks
//! every row of a list before it says anything. Read-only. Lives in the thread of its Replies.
class AuditModel final : public QAbstractListModel
{
    Q_OBJECT
public:
    static constexpr int pageRows = 100;

    enum Role : int {
        KindRole = Qt::UserRole + 1, //!< QString: the stable word, "inquiry.settled"
        AtMsRole,                    //!< qint64
        WhenRole,                    //!< QString: date and time for a person
        ChatRole,                    //!< qint64, 0: none
        DetailRole                   //!< QString: everything that the row holds, a line each
    };

    explicit AuditModel(Replies &replies, QObject *parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

    //! None: all chats. Goes to the newest page.
    void setChat(std::optional<ChatId> chat);

    [[nodiscard]] bool hasOlder() const { return m_hasOlder; }
    [[nodiscard]] bool hasNewer() const { return !m_pages.isEmpty(); }
    void showOlder();
    void showNewer();

public Q_SLOTS:
    void reload();

Q_SIGNALS:
    void loaded(); //!< after every reload
    void failed(const heed::Error &error);

private:
    void show(const QList<AuditRecord> &rows);

    Replies &m_replies;
    std::optional<ChatId> m_chat{};
    QList<AuditRecord> m_rows{};
    QList<qint64> m_pages{}; //!< rows before these ids, a page further back each; empty: the newest page
    bool m_hasOlder = false;
    bool m_reading = false;
    bool m_again = false;
};

} // namespace heed
