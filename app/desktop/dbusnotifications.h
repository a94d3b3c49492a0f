// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/notifications.h"

#include <QDBusConnection>
#include <QHash>
#include <QSet>

class QDBusPendingCall;
class QDBusServiceWatcher;

namespace heed {

//! Notifications through org.freedesktop.Notifications. Every call is asynchronous: a service that is slow,
//! hangs or is missing costs nothing but its notifications.
class DBusNotifications final : public Notifications
{
    Q_OBJECT
public:
    explicit DBusNotifications(const QDBusConnection &bus, QObject *parent = nullptr);
    void show(const heed::Notification &notification) override;
    void close(const QString &key) override;

private Q_SLOTS:
    // Called by QtDBus by name.
    void actionInvoked(uint id, const QString &action);
    void notificationClosed(uint id, uint reason);

private:
    void askCapabilities();
    void notify(const Notification &notification);
    void notified(const QString &key, uint id);
    void closeId(uint id);
    void failed(const QString &detail);
    void serviceGone();
    [[nodiscard]] QDBusPendingCall call(const QString &method, const QVariantList &arguments);

    QDBusConnection m_bus;
    QSet<QString> m_everShown{};
    QList<Notification> m_early{}; //!< until the capabilities are known
    bool m_asked = false;
    bool m_known = false;
    bool m_toldUnavailable = false;
    bool m_hasActions = false;
    bool m_hasMarkup = false;
    QSet<QString> m_sending{}; //!< handed to the service, id not known yet
    QSet<QString> m_closeOnceSent{};
    QHash<uint, QString> m_keys{};
    QMultiHash<uint, QString> m_earlyActions{}; //!< came before the reply with the id
};

} // namespace heed
