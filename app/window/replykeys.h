// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/id.h"
#include "models/provider/modelrequest.h"
#include "models/store/store.h"

#include <QPointer>
#include <QQueue>
#include <functional>
#include <optional>

namespace heed {

class KeyRing;

//! The keys for what the window begins: a chat may go on with another provider than the one in the settings,
//! and its reply must not fail for want of a key that lies in the keychain. GUI thread.
class ReplyKeys final : public QObject
{
    Q_OBJECT
public:
    using Then = std::function<void()>;
    //! \param store, keys outlive this. \param usual the provider of the settings.
    ReplyKeys(Store &store, KeyRing &keys, std::function<ProviderChoice()> usual, QObject *parent = nullptr);

    //! Goes on once the key of the provider that the chat goes on with was looked for, and not at all when
    //! the context has died. What is prepared first goes on first: messages keep their order.
    void prepare(ChatId chat, QObject *context, const Then &then);
    //! The same for all unfinished replies, or those of one chat: each goes on with its own provider.
    void prepareUnfinished(std::optional<ChatId> chat, QObject *context, const Then &then);

private:
    struct Call {
        ChatId chat{};
        QPointer<QObject> context{};
        Then then{};
    };
    void next();
    void prepareAll(QList<ProviderChoice> choices, QObject *context, const Then &then);

    Store &m_store;
    KeyRing &m_keys;
    std::function<ProviderChoice()> m_usual;
    QQueue<Call> m_calls{};
    bool m_isBusy = false; //!< with the first of them
};

} // namespace heed
