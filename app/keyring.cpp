// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/keyring.h"

#include "models/base/return.h"

#include <QMutexLocker>
#include <QTimer>
#include <memory>

namespace heed {

namespace {
constexpr std::chrono::seconds keychainPatience(3);
} // namespace

KeyRing::KeyRing(Keychain &keychain, QObject *parent)
    : QObject(parent)
    , m_keychain(keychain)
{
}

QString KeyRing::key(const ProviderChoice &choice)
{
    if (!choice.keyFrom.isEmpty())
        return qEnvironmentVariable(choice.keyFrom.toUtf8().constData());
    {
        const QMutexLocker lock(&m_mutex);
        if (const auto found = m_keys.constFind(keyAccount(choice)); found != m_keys.constEnd())
            return *found;
    }
    QMetaObject::invokeMethod(
        this, [this, choice] { fetch(choice, {}); }, Qt::QueuedConnection);
    return {};
}

void KeyRing::fetch(const ProviderChoice &choice, const std::function<void()> &then)
{
    if (!choice.keyFrom.isEmpty() || choice.kind == QLatin1StringView("guide")) {
        if (then)
            then();
        return;
    }
    const QString account = keyAccount(choice);
    m_keychain.read(account, this, [this, account, then](const Result<QString> &key) {
        {
            const QMutexLocker lock(&m_mutex);
            m_keys.insert(account, key ? *key : QString());
        }
        if (then)
            then();
    });
}

bool KeyRing::needsFetching(const ProviderChoice &choice)
{
    if (!choice.keyFrom.isEmpty() || choice.kind == QLatin1StringView("guide"))
        return false;
    const QMutexLocker lock(&m_mutex);
    return m_keys.value(keyAccount(choice)).isEmpty(); // one that was missing may have been put there since
}

void KeyRing::prepare(const ProviderChoice &choice, QObject *context, const std::function<void()> &then)
{
    if (!needsFetching(choice))
        return then();
    const auto goOn = [back = Return(context), then, done = std::make_shared<bool>(false)] {
        if (!std::exchange(*done, true)) // in the main thread only
            back.post(then);
    };
    QMetaObject::invokeMethod(this, [this, choice, goOn] {
        QTimer::singleShot(keychainPatience, this, goOn);
        fetch(choice, goOn);
    });
}

void KeyRing::forget(const ProviderChoice &choice)
{
    {
        const QMutexLocker lock(&m_mutex);
        m_keys.remove(keyAccount(choice));
    }
    fetch(choice, {});
}

} // namespace heed
