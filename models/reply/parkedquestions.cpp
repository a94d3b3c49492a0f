// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/reply/parkedquestions.h"

#include "models/base/process.h"

namespace heed {

ParkedQuestions::ParkedQuestions(Store &store, const Clock &clock, QuestionBroker &broker,
                                 const QString &process)
    : m_store(store)
    , m_clock(clock)
    , m_broker(broker)
    , m_process(process)
{
}

ParkedQuestions::~ParkedQuestions()
{
    m_broker.forget(this);
}

parking::Moment ParkedQuestions::moment() const
{
    return {.atMs = m_clock.wallMs(), .zone = m_clock.zone(), .process = m_process};
}

void ParkedQuestions::take(std::optional<ChatId> chat, const Then<int> &then)
{
    m_store.write<QList<QuestionRecord>>(
        Durability::AtOnce, this,
        [chat, process = m_process](QSqlDatabase &database) -> Result<QList<QuestionRecord>> {
            const auto parked = records::parkedQuestions(database, chat);
            if (!parked)
                return parked.error();
            QList<QuestionRecord> taken;
            for (const auto &[record, keeper] : *parked) {
                if (record.settlement || isProcessAlive(keeper))
                    continue;
                const auto claimed = records::claimParked(database, record.question.id, keeper, process);
                if (!claimed)
                    return claimed.error();
                if (*claimed)
                    taken.append(record);
            }
            return taken;
        },
        [this, then](const Result<QList<QuestionRecord>> &taken) {
            if (!taken) {
                then(taken.error());
                return;
            }
            int count = 0;
            for (const auto &record : *taken) {
                if (m_broker.isWaiting(record.question.id))
                    continue; // parked here, by a process whose name does not say that it is alive
                m_broker.open(record.question, this, record.shownOn);
                ++count;
                Q_EMIT chatChanged(record.question.chat);
            }
            then(count);
        });
}

void ParkedQuestions::close(ChatId chat, const Then<Done> &then)
{
    m_store.write<QList<Settlement>>(
        Durability::AtOnce, this,
        [chat, now = moment()](QSqlDatabase &database) { return parking::withdraw(database, chat, now); },
        [this, chat, then](const Result<QList<Settlement>> &withdrawn) {
            if (!withdrawn) {
                then(withdrawn.error());
                return;
            }
            for (const auto &settlement : *withdrawn)
                m_broker.ended(settlement);
            then(Done{});
            Q_EMIT chatChanged(chat);
        });
}

void ParkedQuestions::commitSettlement(const Question &question, const Settlement &settlement,
                                       std::function<void(Result<bool>)> committed)
{
    m_store.write<bool>(
        Durability::AtOnce, this,
        [question, settlement](QSqlDatabase &database) {
            return parking::settle(database, question, settlement);
        },
        [this, chat = question.chat, committed = std::move(committed)](const Result<bool> &first) {
            committed(first);
            if (first && *first)
                Q_EMIT chatChanged(chat);
        },
        settlement.patience);
}

void ParkedQuestions::commitPark(const Question &, std::function<void(Result<bool>)> committed)
{
    committed(true); // they are
}

} // namespace heed
