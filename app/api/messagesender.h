// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/reply/replies.h"

#include <functional>

namespace heed {

//! Makes a provider ready to be asked, such as by fetching its key; goes on in the thread of the context when
//! that is done or takes too long, and not at all when the context has died. Called in any thread.
using PrepareProvider =
    std::function<void(const ProviderChoice &choice, QObject *context, const std::function<void()> &then)>;

//! Messages that come in over the API: each starts its reply only when the provider that the chat goes on
//! with is ready, or the first reply in a chat of another provider would fail for want of its key. Lives in
//! the server thread.
class MessageSender final
{
public:
    //! \param replies outlives this. \param prepare empty: every provider is ready.
    MessageSender(Replies &replies, PrepareProvider prepare);

    //! For chats without a provider of their own.
    void setProvider(const ProviderChoice &provider) { m_provider = provider; }
    //! As Replies::send(). NotFound: there is no such chat, or it is in the trash.
    void send(ChatId chat, const QString &text, const SendOptions &options, QObject *context,
              const Replies::Then<Sent> &then);

private:
    Replies &m_replies;
    PrepareProvider m_prepare;
    ProviderChoice m_provider{};
};

} // namespace heed
