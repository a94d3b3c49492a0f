// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/reply/replies.h"
#include "models/store/keptrecord.h"

#include <QAbstractListModel>

namespace heed {

//! The reminders that are set, soonest first. Lives in the thread of its Replies.
class ReminderModel final : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role : int {
        ReminderRole = Qt::UserRole + 1, //!< qint64
        WhenRole,                        //!< QString, translated
    };

    explicit ReminderModel(Replies &replies, QObject *parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

    //! It does not fire any more.
    void cancel(int row);

public Q_SLOTS:
    void reload();

Q_SIGNALS:
    //! This model changed the reminders: whoever lets them fire looks again.
    void edited();
    void failed(const heed::Error &error);

private:
    [[nodiscard]] QString when(const ReminderRecord &reminder) const;

    Replies &m_replies;
    QList<ReminderRecord> m_rows{};
};

} // namespace heed
