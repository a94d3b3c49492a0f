// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/dbusnotifications.h"

#include "models/base/logging.h"
#include "models/question/display.h"

#include <QDBusMessage>
#include <QDBusPendingCall>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusServiceWatcher>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

const QString service = u"org.freedesktop.Notifications"_s;
const QString path = u"/org/freedesktop/Notifications"_s;
const QString openAction = u"default"_s; // the specification's name for a click on the notification itself
const QString buttonAction = u"button-"_s;
constexpr int serversChoice = -1; // how long it stays

} // namespace

DBusNotifications::DBusNotifications(const QDBusConnection &bus, QObject *parent)
    : Notifications(parent)
    , m_bus(bus)
{
    m_bus.connect(service, path, service, u"ActionInvoked"_s, this, SLOT(actionInvoked(uint, QString)));
    m_bus.connect(service, path, service, u"NotificationClosed"_s, this,
                  SLOT(notificationClosed(uint, uint)));
    auto *watcher =
        new QDBusServiceWatcher(service, m_bus, QDBusServiceWatcher::WatchForUnregistration, this);
    connect(watcher, &QDBusServiceWatcher::serviceUnregistered, this, &DBusNotifications::serviceGone);
}

QDBusPendingCall DBusNotifications::call(const QString &method, const QVariantList &arguments)
{
    QDBusMessage message = QDBusMessage::createMethodCall(service, path, service, method);
    message.setArguments(arguments);
    return m_bus.asyncCall(message);
}

void DBusNotifications::show(const Notification &notification)
{
    if (m_everShown.contains(notification.key))
        return;
    m_everShown.insert(notification.key);
    if (m_known) {
        notify(notification);
        return;
    }
    m_early << notification;
    askCapabilities();
}

void DBusNotifications::askCapabilities()
{
    if (std::exchange(m_asked, true))
        return;
    if (!m_bus.isConnected()) { // a call on it would never be answered
        m_early.clear();
        QMetaObject::invokeMethod(
            this, [this] { failed(u"no session bus"_s); }, Qt::QueuedConnection);
        return;
    }
    auto *watcher = new QDBusPendingCallWatcher(call(u"GetCapabilities"_s, {}), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        watcher->deleteLater();
        const QDBusPendingReply<QStringList> reply = *watcher;
        const auto early = std::exchange(m_early, {});
        if (reply.isError()) {
            m_asked = false; // a service may come later
            failed(reply.error().name());
            return;
        }
        m_known = true;
        m_hasActions = reply.value().contains(u"actions"_s);
        m_hasMarkup = reply.value().contains(u"body-markup"_s);
        for (const Notification &notification : early)
            notify(notification);
    });
}

void DBusNotifications::notify(const Notification &notification)
{
    QStringList actions;
    if (m_hasActions) {
        actions << openAction << tr("Show");
        const qsizetype count = qMin(notification.buttons.size(), qsizetype(buttonLimit));
        for (qsizetype i = 0; i < count; ++i)
            actions << QString(buttonAction + QString::number(i)) << displayLine(notification.buttons.at(i));
    }
    const QString text = displayText(notification.text);
    const QVariantMap hints{{u"desktop-entry"_s, u"heed"_s}, {u"category"_s, u"im.received"_s}};
    const QString key = notification.key;
    m_sending.insert(key);
    auto *watcher = new QDBusPendingCallWatcher(
        call(u"Notify"_s, {u"Heed"_s, 0U, u"heed"_s, displayLine(notification.title),
                           m_hasMarkup ? text.toHtmlEscaped() : text, actions, hints, serversChoice}),
        this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher, key] {
        watcher->deleteLater();
        m_sending.remove(key);
        const QDBusPendingReply<uint> reply = *watcher;
        if (reply.isError())
            failed(reply.error().name());
        else
            notified(key, reply.value());
    });
}

void DBusNotifications::notified(const QString &key, uint id)
{
    if (m_closeOnceSent.remove(key)) {
        closeId(id);
        return;
    }
    m_keys.insert(id, key);
    const QStringList early = m_earlyActions.values(id);
    m_earlyActions.remove(id);
    for (const QString &action : early)
        actionInvoked(id, action);
    if (m_sending.isEmpty())
        m_earlyActions.clear(); // the rest were other programs'
}

void DBusNotifications::close(const QString &key)
{
    m_everShown.insert(key); // what has ended is not shown any more
    if (m_early.removeIf([&](const Notification &one) { return one.key == key; }) > 0)
        return;
    if (m_sending.contains(key)) {
        m_closeOnceSent.insert(key);
        return;
    }
    const uint id = m_keys.key(key, 0);
    if (id == 0)
        return;
    m_keys.remove(id);
    closeId(id);
}

void DBusNotifications::closeId(uint id)
{
    // Gone already is as good: the answer does not matter.
    std::ignore = call(u"CloseNotification"_s, {id});
}

void DBusNotifications::actionInvoked(uint id, const QString &action)
{
    const QString key = m_keys.value(id);
    if (key.isEmpty()) {
        if (!m_sending.isEmpty())
            m_earlyActions.insert(id, action);
        return;
    }
    if (action == openAction) {
        Q_EMIT opened(key);
        return;
    }
    bool isNumber = false;
    const int button = action.startsWith(buttonAction) ? action.mid(buttonAction.size()).toInt(&isNumber) : 0;
    if (isNumber && button >= 0 && button < buttonLimit)
        Q_EMIT pressed(key, button);
}

void DBusNotifications::notificationClosed(uint id, uint)
{
    m_keys.remove(id);
}

void DBusNotifications::serviceGone()
{
    m_keys.clear(); // its numbers mean nothing to the next one
    m_known = false;
    m_asked = false;
}

void DBusNotifications::failed(const QString &detail)
{
    qCInfo(lcWindow) << "a notification could not be shown:" << detail;
    if (std::exchange(m_toldUnavailable, true))
        return;
    Q_EMIT unavailable(
        {Error::Code::NotFound,
         tr("This desktop shows no notifications. Questions and reminders are shown in the window only."),
         detail});
}

} // namespace heed
