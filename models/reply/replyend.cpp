// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How a reply ends: done, stopped, failed, or left for later.
#include "models/reply/reply.h"

#include "models/base/logging.h"
#include "models/reply/claims.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {
constexpr auto partialFinish = "partial"; //!< a turn that was cut off; try again goes on before it
constexpr auto noResult = "The reply ended before this call had a result.";

//! Calls as the database has them: a turn may have been committed after the reply last looked.
Result<Done> closeCalls(QSqlDatabase &database, ReplyId reply)
{
    const auto turns = records::turns(database, reply);
    if (!turns)
        return turns.error();
    for (const auto &turn : *turns) {
        for (const auto &call : turn.calls) {
            if (call.result)
                continue;
            if (auto set =
                    records::setCallResult(database, call.id, QString::fromLatin1(noResult), false, {});
                !set)
                return set.error();
        }
    }
    return Done{};
}
} // namespace

void Reply::complete()
{
    noteUnsupportedClaims();
    const QString finish = lastTurn()->finish;
    m_record.reason = finish;
    end(ReplyState::Done, EventType::Done, {{u"reason"_s, finish}});
}

void Reply::stop()
{
    if (m_ending)
        return;
    m_record.reason = u"stopped"_s;
    end(ReplyState::Stopped, EventType::Stopped, {{u"reason"_s, u"stopped by the person"_s}});
}

void Reply::fail(const QString &code, const QString &text)
{
    if (m_ending)
        return;
    m_record.reason = text;
    end(ReplyState::Failed, EventType::Failed, {{u"code"_s, code}, {u"reason"_s, text}});
}

void Reply::leave()
{
    if (std::exchange(m_ending, true))
        return;
    m_budget.pause();
    cancelWork();
    m_log.flush();
    ReplyRecord record = snapshot();
    record.owner.clear();
    m_house.store.write<Done>(
        Durability::AtOnce, this,
        [record](QSqlDatabase &database) { return records::saveReply(database, record); }, {});
    m_house.broker.forget(this);
}

void Reply::cancelWork()
{
    m_house.writingSlots.release(std::exchange(m_slot, 0));
    if (m_modelTurn)
        m_modelTurn->cancel();
    for (const auto &running : std::as_const(m_tools)) {
        m_house.alarms.cancel(running.limit);
        if (running.run)
            running.run->cancel();
    }
    m_tools.clear();
}

void Reply::end(ReplyState state, EventType type, const QJsonObject &fields)
{
    m_ending = true;
    m_budget.pause();
    cancelWork();
    std::optional<TurnRecord> partial;
    if (!m_partialText.isEmpty() || !m_partialThinking.isEmpty()) {
        partial = TurnRecord{.number = int(m_turns.size()),
                             .text = m_partialText,
                             .thinking = m_partialThinking,
                             .finish = QString::fromLatin1(partialFinish)};
    }
    const Settlement withdrawal{.outcome = Outcome::Withdrawn, .process = m_record.owner, .atMs = now()};
    m_record.state = state;
    m_record.owner.clear();
    m_record.finishedMs = now();
    const auto held = m_log.hold(type, fields);
    m_house.store.write<QList<Settlement>>(
        Durability::AtOnce, this,
        [reply = snapshot(), rows = held.rows, partial,
         withdrawal](QSqlDatabase &database) -> Result<QList<Settlement>> {
            const auto withdrawn = withdraw(database, reply.id, withdrawal);
            if (!withdrawn)
                return withdrawn;
            if (auto closed = closeCalls(database, reply.id); !closed)
                return closed.error();
            if (partial) {
                if (auto added = records::addTurn(database, reply.id, *partial); !added)
                    return added.error();
            }
            if (auto added = records::addEvents(database, reply.id, rows); !added)
                return added.error();
            if (auto saved = records::saveReply(database, reply); !saved)
                return saved.error();
            return withdrawn;
        },
        [this, seq = held.seq](const Result<QList<Settlement>> &withdrawn) {
            if (withdrawn) {
                for (const auto &settlement : *withdrawn)
                    m_house.broker.ended(settlement);
            } else {
                qCCritical(lcReply) << "the end of reply" << m_record.id.value
                                    << "could not be stored:" << withdrawn.error().detail;
            }
            m_house.broker.handOver(this, &m_house.keeper);
            m_log.release(seq);
            Q_EMIT ended();
        });
}

void Reply::noteUnsupportedClaims()
{
    const bool answered = m_history.answeredQuestions > 0 || !m_history.facts.isEmpty();
    if (answered)
        return;
    QStringList messages{m_history.message};
    for (const auto &step : m_history.past)
        messages.append(step.message);
    QString text;
    for (const auto &turn : m_turns)
        text += turn.text + u"\n\n"_s;
    const auto claims = findClaims(text);
    const bool unsupported = std::ranges::any_of(
        claims, [&messages](const Claim &claim) { return !isAboutOwnMessage(claim, messages); });
    if (unsupported)
        notice(u"claim_unsupported"_s,
               tr("This reply says that you chose something, but you were not asked."));
}

} // namespace heed
