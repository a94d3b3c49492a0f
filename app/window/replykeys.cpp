// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/replykeys.h"

#include "app/keyring.h"
#include "models/store/chatrecord.h"
#include "models/store/replyrecord.h"

namespace heed {

ReplyKeys::ReplyKeys(Store &store, KeyRing &keys, std::function<ProviderChoice()> usual, QObject *parent)
    : QObject(parent)
    , m_store(store)
    , m_keys(keys)
    , m_usual(std::move(usual))
{
}

void ReplyKeys::prepare(ChatId chat, QObject *context, const Then &then)
{
    m_calls.enqueue({.chat = chat, .context = context, .then = then});
    if (!m_isBusy)
        next();
}

void ReplyKeys::next()
{
    m_isBusy = !m_calls.isEmpty();
    if (!m_isBusy)
        return;
    m_store.read<ChatRecord>(
        this, [chat = m_calls.head().chat](QSqlDatabase &database) { return records::chat(database, chat); },
        [this](const Result<ChatRecord> &record) {
            // What is wrong with the chat is told by what goes on.
            const bool isOwn = record && !record->provider.isEmpty();
            m_keys.prepare(isOwn ? ProviderChoice::fromJson(record->provider) : m_usual(), this, [this] {
                const Call call = m_calls.dequeue();
                if (call.context)
                    call.then();
                next();
            });
        });
}

void ReplyKeys::prepareUnfinished(std::optional<ChatId> chat, QObject *context, const Then &then)
{
    m_store.read<QList<ReplyRecord>>(
        context, [](QSqlDatabase &database) { return records::unfinishedReplies(database); },
        [this, chat, context, then](const Result<QList<ReplyRecord>> &replies) {
            QList<ProviderChoice> choices;
            for (const auto &reply : replies ? *replies : QList<ReplyRecord>()) {
                const auto choice = ProviderChoice::fromJson(reply.provider);
                if ((!chat || reply.chat == *chat) && !choices.contains(choice))
                    choices.append(choice);
            }
            prepareAll(choices, context, then);
        });
}

//! One after another: a keychain that asks for its password asks once.
void ReplyKeys::prepareAll(QList<ProviderChoice> choices, QObject *context, const Then &then)
{
    if (choices.isEmpty()) {
        then();
        return;
    }
    const ProviderChoice first = choices.takeFirst();
    m_keys.prepare(first, context, [this, choices, context, then] { prepareAll(choices, context, then); });
}

} // namespace heed
