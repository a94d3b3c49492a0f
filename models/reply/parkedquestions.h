// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/question/broker.h"
#include "models/reply/parking.h"

#include <QObject>

namespace heed {

//! Asks on for the replies that went on without an answer (book 7.3): commits the ends of parked questions
//! whose reply has ended, or whose process has gone. Lives in the reply thread.
class ParkedQuestions final : public QObject, public Asker
{
    Q_OBJECT
public:
    template <typename T>
    using Then = std::function<void(Result<T>)>;

    //! All outlive this. \param process who keeps them, "pid:start time".
    ParkedQuestions(Store &store, const Clock &clock, QuestionBroker &broker, const QString &process);
    ~ParkedQuestions() override;

    //! Keeps those whose keeper has gone; \a then gets how many there were, once they can be answered.
    void take(std::optional<ChatId> chat, const Then<int> &then);
    //! Withdraws those of a chat.
    void close(ChatId chat, const Then<Done> &then);

    void commitSettlement(const Question &question, const Settlement &settlement,
                          std::function<void(Result<bool>)> committed) override;
    void commitPark(const Question &question, std::function<void(Result<bool>)> committed) override;

Q_SIGNALS:
    void chatChanged(heed::ChatId chat); //!< fewer, or more, of its questions wait here

private:
    [[nodiscard]] parking::Moment moment() const;

    Store &m_store;
    const Clock &m_clock;
    QuestionBroker &m_broker;
    QString m_process;
};

} // namespace heed
