// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/attention.h"

#include "models/question/display.h"
#include "widgets/window/mainwindow.h"

#include <QApplication>

using namespace Qt::StringLiterals;

namespace heed {

Attention::Attention(Replies &replies, WaitingModel &waiting, MainWindow &window,
                     Notifications &notifications, QObject *parent)
    : QObject(parent)
    , m_replies(replies)
    , m_waiting(waiting)
    , m_window(window)
    , m_notifications(notifications)
    , m_sinceMs(replies.clock().wallMs())
{
    connect(&waiting, &WaitingModel::asked, this, &Attention::asked);
    connect(&waiting, &WaitingModel::settled, this,
            [this](const Question &question) { m_notifications.close(question.id.value); });
    connect(&notifications, &Notifications::opened, this, &Attention::opened);
    connect(&notifications, &Notifications::pressed, this, &Attention::pressed);
    connect(&notifications, &Notifications::unavailable, this,
            [this](const Error &error) { m_window.addNotice(error.text); });
}

void Attention::asked(const Question &question)
{
    // It stands in Waiting, in the title and in the chat list from now on; with the chat in front also on its
    // card.
    m_replies.confirmShown(question.id, Face::Window);
    const bool inFront = m_window.isActiveWindow() && m_window.conversation().chat() == question.chat;
    if (inFront || question.askedMs < m_sinceMs)
        return; // after a restart the window itself opens with what waits
    if (m_waiting.asker(question.id))
        return; // the program that asks has its own way to say so
    if (!m_window.isActiveWindow())
        QApplication::alert(&m_window);
    notify(question);
}

void Attention::notify(const Question &question)
{
    QStringList buttons;
    if (question.options.size() <= Notifications::buttonLimit) {
        for (const auto &option : question.options)
            buttons.append(displayLine(option.label));
    }
    const QString chat = m_waiting.chatTitle(question.id);
    m_notifications.show(
        {.key = question.id.value,
         .title = chat.isEmpty() ? tr("The model asks") : tr("The model asks in “%1”").arg(chat),
         .text = displayText(question.text),
         .buttons = buttons});
}

void Attention::opened(const QString &key)
{
    if (m_waiting.contains({key}))
        m_window.showQuestion({key});
    else
        m_window.raiseWindow();
    if (const ChatId chat = m_reminderChats.value(key); chat.isValid())
        m_window.showChat(chat);
}

void Attention::pressed(const QString &key, int button)
{
    m_waiting.answer({key}, {.kind = Answer::Kind::Choose, .option = button}, Face::Window, this,
                     [this](const Result<Settlement> &settlement) {
                         if (!settlement)
                             m_window.showNotice(settlement.error().text);
                     });
}

void Attention::remind(const ReminderRecord &reminder, bool missed)
{
    const QString text = displayLine(reminder.text);
    const QString key = u"reminder %1 %2"_s.arg(reminder.id.value).arg(reminder.localTime);
    m_reminderChats.insert(key, reminder.chat);
    const QString title = missed ? tr("Missed reminder") : tr("Reminder");
    m_notifications.show({.key = key, .title = title, .text = text});
    // Also in the window: a desktop may show no notifications, or the person may look here.
    m_window.showNotice(missed ? tr("Reminder, missed while Heed was not running: %1").arg(text)
                               : tr("Reminder: %1").arg(text));
}

} // namespace heed
