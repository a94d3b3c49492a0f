// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/notifications.h"
#include "models/list/waitingmodel.h"
#include "models/store/keptrecord.h"

#include <QObject>

namespace heed {

class MainWindow;

//! What the desktop shows of questions and reminders: one notification for a question whose chat is not in
//! front, never repeated and closed when the question ends anywhere; one for a reminder that is due. Also
//! confirms that the window face showed a question: on its card, or in Waiting with a notification. GUI
//! thread.
class Attention final : public QObject
{
    Q_OBJECT
public:
    //! All outlive this.
    Attention(Replies &replies, WaitingModel &waiting, MainWindow &window, Notifications &notifications,
              QObject *parent = nullptr);
    void remind(const ReminderRecord &reminder, bool missed);

private:
    void asked(const Question &question);
    void notify(const Question &question);
    void opened(const QString &key);
    void pressed(const QString &key, int button);

    Replies &m_replies;
    WaitingModel &m_waiting;
    MainWindow &m_window;
    Notifications &m_notifications;
    QHash<QString, ChatId> m_reminderChats{};
    qint64 m_sinceMs; //!< questions that were asked earlier waited already when the window opened
};

} // namespace heed
