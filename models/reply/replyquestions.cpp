// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The questions of a reply: filing, waiting, settling.
#include "models/reply/reply.h"

#include "models/base/logging.h"
#include "models/question/outcometext.h"
#include "models/reply/exchange.h"
#include "models/reply/parking.h"
#include "models/store/parkedrecord.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

//! What the database says against another question: too many wait, or one of this chat is parked.
Result<std::optional<RefusalReason>> refusalNow(QSqlDatabase &database, ChatId chat, int most)
{
    const auto waiting = records::waitingCount(database);
    if (!waiting)
        return waiting.error();
    if (*waiting >= most)
        return std::optional(RefusalReason::WaitingMax);
    const auto parked = records::parkedWaitingCount(database, chat);
    if (!parked)
        return parked.error();
    return *parked > 0 ? std::optional(RefusalReason::AlreadyWaits) : std::nullopt;
}

Result<Done> storeRefusals(QSqlDatabase &database, const QList<QuestionRecord> &queued,
                           const QList<Settlement> &refusals)
{
    for (qsizetype i = 0; i < queued.size(); ++i) {
        if (const auto first = records::settleQuestion(database, refusals.at(i)); !first)
            return first.error();
        if (auto set = records::setCallResult(database, queued.at(i).question.call, refusals.at(i).text,
                                              false, settledSummary(refusals.at(i)));
            !set)
            return set.error();
        if (auto added = records::addAudit(database, settledAudit(queued.at(i).question, refusals.at(i)));
            !added)
            return added;
    }
    return Done{};
}

bool isQueued(const QuestionRecord &record)
{
    return !record.settlement && record.question.askedMs == 0;
}

// False when another answer came first.
Result<bool> keepSettlement(QSqlDatabase &database, const ReplyRecord &reply, const Question &question,
                            const Settlement &settlement, const QString &result, const QList<EventRow> &rows)
{
    const auto first = records::settleQuestion(database, settlement);
    if (!first)
        return first.error();
    // The text before it is ours in any case; the answer only when it came first.
    if (auto added = records::addEvents(database, reply.id, *first ? rows : rows.first(rows.size() - 1));
        !added)
        return added.error();
    if (!*first)
        return false;
    if (auto set = records::setCallResult(database, question.call, result, true, settledSummary(settlement));
        !set)
        return set.error();
    if (auto kept = parking::keepTraces(database, question, settlement); !kept)
        return kept.error();
    if (auto saved = records::saveReply(database, reply); !saved)
        return saved.error();
    return true;
}

} // namespace

AskRules Reply::askRules() const
{
    return {.personIsThere = m_options.personIsThere && !m_house.settings->neverAsks,
            .face = m_house.settings->rulesFor(m_record.face),
            .where = m_record.face,
            .chat = m_record.chat,
            .reply = m_record.id,
            .nowMs = now()};
}

void Reply::ask(const QList<CallRecord> &calls)
{
    QList<CallRecord> fresh;
    for (const auto &record : calls) {
        const auto filed = std::ranges::find_if(
            m_questions, [&record](const QuestionRecord &known) { return known.question.call == record.id; });
        if (filed == m_questions.end())
            fresh.append(record);
        else if (!filed->settlement && filed->question.askedMs > 0)
            waitFor(filed->question, filed->shownOn); // taken up again: it is not asked twice
    }
    const auto decisions = decideAsks(fresh, askRules(), m_questions);
    QList<AskDecision> filed;
    for (const auto &decision : decisions) {
        if (decision.question)
            filed.append(decision);
        else
            refuse(decision);
    }
    if (!filed.isEmpty())
        fileQuestions(filed);
    else if (!isWaiting())
        openNext();
}

void Reply::refuse(const AskDecision &decision)
{
    if (decision.isRefused) {
        const AuditRecord audit{.atMs = now(),
                                .kind = u"inquiry.settled"_s,
                                .chat = m_record.chat,
                                .reply = m_record.id,
                                .fields = {{u"outcome"_s, outcomeName(Outcome::Refused)},
                                           {u"question"_s, decision.asked},
                                           {u"reason"_s, decision.refusal},
                                           {u"delivered"_s, u"result"_s}}};
        write(Durability::Grouped,
              [audit](QSqlDatabase &database) { return records::addAudit(database, audit); });
    }
    toolEnded(decision.call, {.ok = false,
                              .result = decision.refusal,
                              .summary = tr("The model wanted to ask, but was told to go on")});
}

void Reply::fileQuestions(const QList<AskDecision> &decisions)
{
    QList<Question> questions;
    for (const auto &decision : decisions)
        questions.append(*decision.question);
    const bool opensFirst = !isWaiting();
    if (!opensFirst)
        questions.first().askedMs = 0;
    const auto held = m_log.hold(EventType::Question, questionFields(questions.first()));
    m_record.questions += int(questions.size());
    m_record.state = ReplyState::Waiting;
    m_budget.pause();
    m_house.store.write<std::optional<RefusalReason>>(
        Durability::AtOnce, this,
        [reply = snapshot(), questions, rows = held.rows, most = m_house.settings->waitingMax](
            QSqlDatabase &database) -> Result<std::optional<RefusalReason>> {
            const auto refusal = refusalNow(database, reply.chat, most);
            if (!refusal)
                return refusal;
            if (*refusal) {
                if (auto added = records::addEvents(database, reply.id, rows.first(rows.size() - 1)); !added)
                    return added.error();
                return refusal;
            }
            for (const auto &question : questions) {
                if (auto added = records::addQuestion(database, question); !added)
                    return added.error();
            }
            if (auto added = records::addEvents(database, reply.id, rows); !added)
                return added.error();
            if (auto added = records::addAudit(database, requestedAudit(questions.first())); !added)
                return added.error();
            if (auto saved = records::saveReply(database, reply); !saved)
                return saved.error();
            return refusal;
        },
        [this, questions, decisions, seq = held.seq](const Result<std::optional<RefusalReason>> &refusal) {
            if (!refusal) {
                fail(u"storage"_s, refusal.error().text);
                return;
            }
            if (*refusal) {
                m_log.drop(seq);
                notFiled(decisions, **refusal);
                return;
            }
            for (const auto &question : questions)
                m_questions.append(QuestionRecord{.question = question});
            m_log.release(seq);
            if (!m_ending)
                waitFor(questions.first(), {});
        });
}

void Reply::notFiled(const QList<AskDecision> &decisions, RefusalReason why)
{
    m_record.questions -= int(decisions.size());
    setRunning();
    for (AskDecision decision : decisions) {
        decision.refusal = refusalForModel(why);
        decision.isRefused = true;
        refuse(decision);
    }
}

void Reply::waitFor(const Question &question, const QList<Face> &shownOn)
{
    m_budget.pause();
    m_record.state = ReplyState::Waiting;
    m_house.broker.open(question, this, shownOn);
    Q_EMIT stateChanged();
}

bool Reply::isWaiting() const
{
    return std::ranges::any_of(m_questions, [](const QuestionRecord &record) {
        return !record.settlement && record.question.askedMs > 0 && !record.question.parkedMs;
    });
}

void Reply::openNext()
{
    const auto next = std::ranges::find_if(m_questions, isQueued);
    if (next == m_questions.end() || m_ending)
        return;
    next->question = opened(next->question, askRules());
    const auto held = m_log.hold(EventType::Question, questionFields(next->question));
    m_record.state = ReplyState::Waiting;
    m_budget.pause();
    write(
        Durability::AtOnce,
        [reply = snapshot(), question = next->question,
         rows = held.rows](QSqlDatabase &database) -> Result<Done> {
            if (auto opened = records::openQuestion(database, question); !opened)
                return opened;
            if (auto added = records::addEvents(database, reply.id, rows); !added)
                return added;
            if (auto added = records::addAudit(database, requestedAudit(question)); !added)
                return added;
            return records::saveReply(database, reply);
        },
        [this, question = next->question, seq = held.seq] {
            m_log.release(seq);
            if (!m_ending)
                waitFor(question, {});
        });
}

void Reply::commitSettlement(const Question &question, const Settlement &settlement,
                             std::function<void(Result<bool>)> committed)
{
    if (m_ending && question.parkedMs) { // that outlives the reply
        m_house.keeper.commitSettlement(question, settlement, std::move(committed));
        return;
    }
    if (m_ending) { // its end is being committed, and that withdraws the question
        committed(Error{
            .code = Error::Code::Conflict,
            .text = tr(
                "The reply was ended at the same moment. Your answer was not used; send it as a message if "
                "it still matters.")});
        return;
    }
    const auto held = m_log.hold(EventType::Answer, answerFields(settlement));
    const QString result = resultForModel(settlement.outcome, settlement.text, question.onSilence);
    const qint64 waitedBefore = m_record.figures.waitedMs;
    if (!question.parkedMs)
        m_record.figures.waitedMs += qint64(waitedSeconds(question, settlement) * 1000);
    m_house.store.write<bool>(
        Durability::AtOnce, this,
        [reply = snapshot(), question, settlement, result, rows = held.rows](QSqlDatabase &database) {
            return keepSettlement(database, reply, question, settlement, result, rows);
        },
        [this, question, settlement, result, waitedBefore, seq = held.seq,
         committed = std::move(committed)](const Result<bool> &first) {
            if (first && *first) {
                m_log.release(seq);
                settled(question, settlement, result);
            } else {
                m_record.figures.waitedMs = waitedBefore;
                m_log.drop(seq);
            }
            committed(first);
        },
        settlement.patience);
}

void Reply::settled(const Question &question, const Settlement &settlement, const QString &result)
{
    for (auto &record : m_questions) {
        if (record.question.id == question.id)
            record.settlement = settlement;
    }
    if (CallRecord *record = findCall(question.call); record && !question.parkedMs) {
        record->result = result;
        record->ok = true;
        record->summary = settledSummary(settlement);
    }
    if (const auto fact = factOf(question, settlement)) {
        m_history.facts.append(*fact);
        m_history.answeredQuestions += 1;
    }
    m_record.fruitless = 0; // an answer is progress
    if (m_ending || question.parkedMs)
        return;
    setRunning();
    openNext();
    advanceLater();
}

QList<Settlement> Reply::refusalsBehind() const
{
    QList<Settlement> refusals;
    for (const auto &record : m_questions) {
        if (isQueued(record))
            refusals.append({.id = record.question.id,
                             .outcome = Outcome::Refused,
                             .text = refusalForModel(RefusalReason::AlreadyWaits),
                             .process = m_record.owner,
                             .atMs = now()});
    }
    return refusals;
}

void Reply::commitPark(const Question &question, std::function<void(Result<bool>)> committed)
{
    if (m_ending) { // its end is being committed, and that withdraws the question
        committed(Error{.code = Error::Code::Conflict, .text = tr("The reply has ended.")});
        return;
    }
    QList<QuestionRecord> queued;
    std::ranges::copy_if(m_questions, std::back_inserter(queued), isQueued);
    const auto refusals = refusalsBehind();
    const auto held = m_log.hold(EventType::Notice, parkedFields(question));
    ReplyRecord reply = snapshot();
    reply.state = ReplyState::Running;
    reply.figures.waitedMs += std::max<qint64>(0, *question.parkedMs - question.askedMs);
    m_house.store.write<bool>(
        Durability::AtOnce, this,
        [reply, question, queued, refusals, rows = held.rows](QSqlDatabase &database) -> Result<bool> {
            const auto first = records::parkQuestion(database, question.id, reply.owner, *question.parkedMs);
            if (!first)
                return first.error();
            if (auto added =
                    records::addEvents(database, reply.id, *first ? rows : rows.first(rows.size() - 1));
                !added)
                return added.error();
            if (!*first)
                return false;
            if (auto set =
                    records::setCallResult(database, question.call, parkedForModel(), true, parkedSummary());
                !set)
                return set.error();
            if (auto added = records::addAudit(database, parkedAudit(question)); !added)
                return added.error();
            if (auto stored = storeRefusals(database, queued, refusals); !stored)
                return stored.error();
            if (auto saved = records::saveReply(database, reply); !saved)
                return saved.error();
            return true;
        },
        [this, question, refusals, seq = held.seq, waitedMs = reply.figures.waitedMs,
         committed = std::move(committed)](const Result<bool> &first) {
            if (first && *first) {
                m_record.figures.waitedMs = waitedMs;
                m_log.release(seq);
                parked(question, refusals);
            } else {
                m_log.drop(seq);
            }
            committed(first);
        });
}

void Reply::parked(const Question &question, const QList<Settlement> &refusals)
{
    const auto give = [this](CallId call, const QString &result, bool ok, const QString &summary) {
        if (CallRecord *record = findCall(call)) {
            record->result = result;
            record->ok = ok;
            record->summary = summary;
        }
    };
    for (auto &record : m_questions) {
        if (record.question.id == question.id)
            record.question.parkedMs = question.parkedMs;
        for (const auto &refusal : refusals) {
            if (record.question.id != refusal.id)
                continue;
            record.settlement = refusal;
            give(record.question.call, refusal.text, false, settledSummary(refusal));
        }
    }
    give(question.call, parkedForModel(), true, parkedSummary());
    if (m_ending)
        return;
    setRunning();
    advanceLater();
}

void Reply::setRunning()
{
    m_record.state = ReplyState::Running;
    m_budget.run();
    Q_EMIT stateChanged();
}

Result<QList<Settlement>> Reply::withdraw(QSqlDatabase &database, ReplyId reply, const Settlement &withdrawal)
{
    const auto questions = records::questionsOfReply(database, reply);
    if (!questions)
        return questions.error();
    QList<Settlement> done;
    for (const auto &record : *questions) {
        if (record.settlement || record.question.parkedMs)
            continue; // answered at the last moment, say: that answer stays
        Settlement settlement = withdrawal;
        settlement.id = record.question.id;
        if (const auto first = records::settleQuestion(database, settlement); !first)
            return first.error();
        if (auto added = records::addAudit(database, settledAudit(record.question, settlement)); !added)
            return added.error();
        done.append(settlement);
    }
    return done;
}

} // namespace heed
