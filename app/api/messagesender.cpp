// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/messagesender.h"

#include "app/api/apijson.h"

namespace heed {

MessageSender::MessageSender(Replies &replies, PrepareProvider prepare)
    : m_replies(replies)
    , m_prepare(std::move(prepare))
{
}

void MessageSender::send(ChatId chat, const QString &text, const SendOptions &options, QObject *context,
                         const Replies::Then<Sent> &then)
{
    m_replies.store().read<ChatRecord>(
        context, [chat](QSqlDatabase &database) { return readSession(database, chat); },
        [this, chat, text, options, context, then](const Result<ChatRecord> &record) {
            if (!record)
                return then(record.error());
            const auto begin = [&replies = m_replies, chat, text, options, context, then] {
                replies.send(chat, text, options, context, then);
            };
            if (m_prepare)
                m_prepare(record->provider.isEmpty() ? m_provider
                                                     : ProviderChoice::fromJson(record->provider),
                          context, begin);
            else
                begin();
        },
        Patience::GivesUp);
}

} // namespace heed
