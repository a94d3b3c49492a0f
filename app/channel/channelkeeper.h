// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/channel/channel.h"
#include "models/base/clock.h"
#include "models/store/store.h"

#include <QObject>

namespace heed {

//! Keeps the pending channel tidy, as every process does that looks at it: what is stale is removed, what is
//! not ours is removed and reported, and nothing is removed because it is old. Lives in its owner's thread.
class ChannelKeeper final : public QObject
{
    Q_OBJECT
public:
    //! Both outlive this.
    ChannelKeeper(Store &store, const Clock &clock, QObject *parent = nullptr);

    //! The questions of a listing that wait, after the rest has been seen to. An answer that lies there for a
    //! question whose process died untaken stays as long as the question does, for whoever takes the reply
    //! up.
    [[nodiscard]] QList<PendingQuestion> tidy(const std::shared_ptr<Channel> &channel,
                                              const Channel::Listing &listing);
    //! Into the log and the audit: "inquiry.refused_question", "inquiry.refused_answer".
    void report(const QString &kind, const QuestionId &id, ChatId chat, const QString &reason);

private:
    struct Kept {
        bool isOpen = false; //!< it waits, in a chat that is there, in a reply that is not over
        std::optional<Settlement> settlement{};
    };

    void removeOrphan(Channel &channel, const QuestionId &id);
    void settleDead(const std::shared_ptr<Channel> &channel, const PendingQuestion &question);
    void removeClosed(const std::shared_ptr<Channel> &channel, const QList<PendingQuestion> &waiting);

    Store &m_store;
    const Clock &m_clock;
};

} // namespace heed
