// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/list/remindermodel.h"

#include "models/question/display.h"

#include <QDateTime>
#include <QLocale>

namespace heed {

ReminderModel::ReminderModel(Replies &replies, QObject *parent)
    : QAbstractListModel(parent)
    , m_replies(replies)
{
    reload();
}

int ReminderModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant ReminderModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const ReminderRecord &reminder = m_rows.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return displayLine(reminder.text);
    case Qt::AccessibleTextRole:
    case Qt::ToolTipRole:
        return tr("%1, %2").arg(displayLine(reminder.text), when(reminder));
    case ReminderRole:
        return reminder.id.value;
    case WhenRole:
        return when(reminder);
    default:
        return {};
    }
}

QString ReminderModel::when(const ReminderRecord &reminder) const
{
    const QDateTime time = QDateTime::fromString(reminder.localTime, Qt::ISODate);
    const QString first = QLocale().toString(time, QLocale::ShortFormat);
    switch (reminder.repeat) {
    case Repeat::Once:
        return first;
    case Repeat::Daily:
        return tr("%1, every day").arg(first);
    case Repeat::Weekdays:
        return tr("%1, every weekday").arg(first);
    case Repeat::Weekly:
        return tr("%1, every week").arg(first);
    case Repeat::Monthly:
        return tr("%1, every month").arg(first);
    case Repeat::Yearly:
        return tr("%1, every year").arg(first);
    }
    return first;
}

void ReminderModel::reload()
{
    m_replies.store().read<QList<ReminderRecord>>(
        this, [](QSqlDatabase &database) { return records::reminders(database); },
        [this](const Result<QList<ReminderRecord>> &reminders) {
            if (!reminders) {
                Q_EMIT failed(reminders.error());
                return;
            }
            beginResetModel(); // short, and changed only when a reminder is set, moved or fired
            m_rows = *reminders;
            endResetModel();
        });
}

void ReminderModel::cancel(int row)
{
    if (row < 0 || row >= m_rows.size())
        return;
    ReminderRecord reminder = m_rows.at(row);
    reminder.state = ReminderRecord::State::Cancelled;
    m_replies.store().write<Done>(
        Durability::AtOnce, this,
        [reminder](QSqlDatabase &database) { return records::saveReminder(database, reminder); },
        [this](const Result<Done> &done) {
            if (!done)
                Q_EMIT failed(done.error());
            else
                Q_EMIT edited();
            reload();
        });
}

} // namespace heed
