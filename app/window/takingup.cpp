// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/takingup.h"

namespace heed {

TakingUp::TakingUp(Replies &replies, const WaitingModel &waiting, Prepare prepare, QObject *parent)
    : QObject(parent)
    , m_replies(replies)
    , m_prepare(std::move(prepare))
{
    connect(&waiting, &WaitingModel::abandoned, this, &TakingUp::leave);
    connect(&m_processes, &ProcessWatch::ended, this, [this](const QString &process) {
        const auto chats = m_left.take(process);
        for (const ChatId chat : chats)
            takeUp(chat, [] {});
    });
}

void TakingUp::takeUpAll(const std::function<void()> &then)
{
    takeUp(std::nullopt, then);
}

//! A program that ends in order takes its question's file away a moment before it has gone, and as long as it
//! is there its replies are its own.
void TakingUp::leave(ChatId chat, const QString &process)
{
    m_left[process].insert(chat);
    m_processes.watch(process);
}

void TakingUp::takeUp(std::optional<ChatId> chat, const std::function<void()> &then)
{
    m_prepare(chat, this, [this, chat, then] {
        if (chat) { // all of them are taken up with all replies
            m_replies.takeParked(chat, this, [this](const Result<int> &count) {
                if (!count)
                    Q_EMIT failed(count.error());
            });
        }
        m_replies.resume(chat, {.face = Face::Window}, this, [this, then](const Result<int> &count) {
            if (count)
                then();
            else
                Q_EMIT failed(count.error());
        });
    });
}

} // namespace heed
