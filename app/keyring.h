// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/keychain.h"

#include <QHash>
#include <QMutex>
#include <QObject>

namespace heed {

//! The keys of providers, where a reply can get them without waiting: from the environment, or what was
//! fetched from the keychain before. Keys are in memory only. Lives in the main thread; key() may be called
//! from any.
class KeyRing final : public QObject
{
    Q_OBJECT
public:
    //! \param keychain outlives this.
    explicit KeyRing(Keychain &keychain, QObject *parent = nullptr);

    //! Empty when there is none, or when it has not been fetched yet; then it is fetched for the next time.
    [[nodiscard]] QString key(const ProviderChoice &choice);
    //! Fetches the key of a choice; \a then runs in the main thread whether there is one or not.
    void fetch(const ProviderChoice &choice, const std::function<void()> &then);
    //! Goes on once key() has what the keychain holds for a choice, looked for anew where there was none, at
    //! the latest after three seconds: a keychain that asks for its password must not hold up a reply for
    //! ever. Any thread; \a then runs in that of \a context, at once when nothing has to be fetched, and not
    //! at all when the context has died.
    void prepare(const ProviderChoice &choice, QObject *context, const std::function<void()> &then);
    //! The person entered or removed a key: what was fetched is asked for anew.
    void forget(const ProviderChoice &choice);

private:
    [[nodiscard]] bool needsFetching(const ProviderChoice &choice);

    Keychain &m_keychain;
    QMutex m_mutex{};
    QHash<QString, QString> m_keys{}; //!< by account
};

} // namespace heed
