// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/channel/processwatch.h"
#include "models/list/waitingmodel.h"

#include <QSet>
#include <functional>

namespace heed {

//! Takes up what processes that have gone left unfinished, replies and the questions in them: at the start,
//! and while the window is open whenever another program leaves a question behind. GUI thread.
class TakingUp final : public QObject
{
    Q_OBJECT
public:
    //! Sees to the keys of the unfinished replies, all or those of one chat, and then goes on.
    using Prepare =
        std::function<void(std::optional<ChatId> chat, QObject *context, const std::function<void()> &then)>;
    //! \param replies, waiting outlive this.
    TakingUp(Replies &replies, const WaitingModel &waiting, Prepare prepare, QObject *parent = nullptr);

    //! All that nobody holds now. \a then comes once the questions can be answered, and not when it failed().
    void takeUpAll(const std::function<void()> &then);

Q_SIGNALS:
    void failed(const heed::Error &error);

private:
    void leave(ChatId chat, const QString &process);
    void takeUp(std::optional<ChatId> chat, const std::function<void()> &then);

    Replies &m_replies;
    Prepare m_prepare;
    ProcessWatch m_processes{};
    QHash<QString, QSet<ChatId>> m_left{}; //!< by the process that has not gone yet
};

} // namespace heed
