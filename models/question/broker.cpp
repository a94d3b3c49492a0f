// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/question/broker.h"

#include "models/base/logging.h"
#include "models/question/check.h"
#include "models/question/secretscan.h"
#include "models/store/questionrecord.h"

#include <QCoreApplication>
#include <QDateTime>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr Milliseconds receiptWithin(10'000);    // book 2.6, not_shown
constexpr qint64 againAfterMs = 30'000;          // an end that could not be committed
constexpr qint64 typingKeepsOpenMs = 2 * 60'000; // nobody is cut off in the middle of a sentence

struct QuestionBrokerText {
    Q_DECLARE_TR_FUNCTIONS(heed::QuestionBroker)
};

} // namespace

QuestionBroker::QuestionBroker(Store &store, Alarms &alarms, QByteArray secretKey, QString process,
                               QObject *parent)
    : QObject(parent)
    , m_store(store)
    , m_alarms(alarms)
    , m_marks(store, std::move(secretKey))
    , m_process(std::move(process))
{
}

QuestionBroker::~QuestionBroker()
{
    for (const auto &waiting : std::as_const(m_waiting)) {
        m_alarms.cancel(waiting.deadline);
        m_alarms.cancel(waiting.receipt);
    }
}

void QuestionBroker::open(const Question &question, Asker *asker, const QList<Face> &shownOn)
{
    auto &waiting = m_waiting[question.id];
    waiting.question = question;
    waiting.asker = asker;
    for (const Face face : shownOn)
        waiting.shownOn.insert(int(face));
    armReceipt(waiting);
    armDeadline(waiting);
    Q_EMIT asked(question);
}

void QuestionBroker::ended(const Settlement &settlement)
{
    // Also while an answer is on its way: this end is in the database, so it was first.
    if (m_waiting.contains(settlement.id))
        remove(settlement.id, settlement);
}

void QuestionBroker::forget(Asker *asker)
{
    for (auto it = m_waiting.begin(); it != m_waiting.end();) {
        if (it->asker != asker) {
            ++it;
            continue;
        }
        m_alarms.cancel(it->deadline);
        m_alarms.cancel(it->receipt);
        it = m_waiting.erase(it);
    }
}

void QuestionBroker::park(const QuestionId &id, const Then<bool> &then)
{
    const auto found = m_waiting.find(id);
    if (found == m_waiting.end() || found->question.parkedMs) {
        then(found != m_waiting.end());
        return;
    }
    if (found->settling) {
        found->afterwards.emplace_back([this, id, then] { park(id, then); });
        return;
    }
    found->settling = true;
    Question question = found->question;
    question.parkedMs = m_alarms.clock().wallMs();
    found->asker->commitPark(
        question, [this, question, then](const Result<bool> &first) { parked(question, first, then); });
}

void QuestionBroker::parked(const Question &question, const Result<bool> &first, const Then<bool> &then)
{
    const auto found = m_waiting.find(question.id);
    if (found == m_waiting.end()) { // its reply was stopped meanwhile, or the program stops
        then(false);
        return;
    }
    if (first && !*first) {
        endedElsewhere(question.id, {}, {});
        then(false);
        return;
    }
    found->settling = false;
    if (first) {
        found->question = question;
        m_alarms.cancel(std::exchange(found->receipt, 0)); // it waits, wherever it is shown next
    }
    const auto afterwards = std::exchange(found->afterwards, {});
    if (first)
        Q_EMIT changed(question);
    then(first);
    for (const auto &next : afterwards)
        next();
}

void QuestionBroker::handOver(Asker *from, Asker *to)
{
    for (auto &waiting : m_waiting) {
        if (waiting.asker == from && waiting.question.parkedMs)
            waiting.asker = to;
    }
}

void QuestionBroker::answer(const QuestionId &id, const Answer &answer, const AnswerSource &source,
                            const Then<Settlement> &then)
{
    const auto found = m_waiting.find(id);
    if (found == m_waiting.end()) {
        answerGone(id, answer, source.patience, then);
        return;
    }
    if (found->settling) {
        found->afterwards.emplace_back(
            [this, id, answer, source, then] { this->answer(id, answer, source, then); });
        return;
    }
    answerWaiting(id, answer, source, then);
}

void QuestionBroker::answerWaiting(const QuestionId &id, const Answer &answer, const AnswerSource &source,
                                   const Then<Settlement> &then)
{
    auto &waiting = m_waiting[id];
    if (!waiting.shownOn.contains(int(source.face))) {
        then(Error{.code = Error::Code::Refused,
                   .text = QuestionBrokerText::tr(
                       "The question was not shown there, so it cannot be answered from there. "
                       "Open the chat and answer it on its card.")});
        return;
    }
    const Answer meant = canonicalAnswer(waiting.question, answer);
    if (auto problem = checkAnswer(waiting.question, meant)) {
        then(*problem);
        return;
    }
    waiting.settling = true;
    const auto safely = [this, id, answer, source, then](auto held) {
        const auto found = m_waiting.find(id);
        if (found == m_waiting.end()) { // its reply was stopped meanwhile, or the program stops
            answerGone(id, answer, source.patience, then);
            return;
        }
        if (!held) {
            notSettled(id, held.error(), then);
            return;
        }
        const auto &[safe, markers] = *held;
        settle(id,
               {.id = id,
                .outcome = outcomeOf(safe),
                .text = answerText(found->question, safe),
                .via = source.face,
                .process = source.process.isEmpty() ? m_process : source.process,
                .atMs = m_alarms.clock().wallMs(),
                .heldBack = source.heldBack + markers,
                .answer = safe,
                .patience = source.patience},
               then);
    };
    holdSecretsBack(waiting.question.chat, meant, safely, source.patience);
}

void QuestionBroker::answerGone(const QuestionId &id, const Answer &answer, Patience patience,
                                const Then<Settlement> &then)
{
    m_store.read<QuestionRecord>(
        this, [id](QSqlDatabase &database) { return records::question(database, id); },
        [this, answer, patience, then](const Result<QuestionRecord> &record) {
            if (!record) {
                then(record.error());
                return;
            }
            if (!record->settlement) {
                then(Error{.code = Error::Code::Conflict,
                           .text = QuestionBrokerText::tr(
                               "This question does not wait here at the moment: its reply is being "
                               "written by another Heed, or was interrupted. Open the chat to take "
                               "it up again.")});
                return;
            }
            const auto settlement = *record->settlement;
            const auto compare = [settlement, then](const auto &held) {
                if (held && settlement.via && held->first == settlement.answer)
                    then(settlement);
                else
                    then(alreadyAnswered(settlement));
            };
            holdSecretsBack(record->question.chat, canonicalAnswer(record->question, answer), compare,
                            patience);
        },
        patience);
}

Error QuestionBroker::alreadyAnswered(const Settlement &settlement)
{
    if (!settlement.via) {
        return {.code = Error::Code::Conflict,
                .text = QuestionBrokerText::tr(
                    "This question is no longer open. Your answer was not used; send it as a message "
                    "if it still matters.")};
    }
    const QString time = QDateTime::fromMSecsSinceEpoch(settlement.atMs).time().toString(u"HH:mm"_s);
    return {.code = Error::Code::Conflict,
            .text = QuestionBrokerText::tr("Already answered %1, %2: %3")
                        .arg(facePlace(*settlement.via), time, settlement.text)};
}

void QuestionBroker::settle(const QuestionId &id, const Settlement &settlement, const Then<Settlement> &then)
{
    auto &waiting = m_waiting[id];
    waiting.settling = true;
    const Question question = waiting.question;
    waiting.asker->commitSettlement(question, settlement,
                                    [this, id, settlement, then](const Result<bool> &first) {
                                        if (!m_waiting.contains(id))
                                            return; // the program stops
                                        if (!first) {
                                            notSettled(id, first.error(), then);
                                            return;
                                        }
                                        if (!*first) {
                                            endedElsewhere(id, settlement, then);
                                            return;
                                        }
                                        remove(id, settlement);
                                        if (then)
                                            then(settlement);
                                    });
}

void QuestionBroker::notSettled(const QuestionId &id, const Error &error, const Then<Settlement> &then)
{
    auto &waiting = m_waiting[id];
    waiting.settling = false;
    // The alarm that brought this end, or that fell due while it was being committed, has gone.
    armReceipt(waiting);
    armDeadline(waiting, m_alarms.clock().wallMs() + againAfterMs);
    const auto afterwards = std::exchange(waiting.afterwards, {});
    if (then)
        then(error);
    for (const auto &next : afterwards)
        next();
}

void QuestionBroker::endedElsewhere(const QuestionId &id, const Settlement &meant,
                                    const Then<Settlement> &then)
{
    m_store.read<QuestionRecord>(
        this, [id](QSqlDatabase &database) { return records::question(database, id); },
        [this, id, meant, then](const Result<QuestionRecord> &record) {
            if (record && record->settlement && m_waiting.contains(id))
                remove(id, *record->settlement);
            if (then)
                answerGone(id, meant.answer, meant.patience, then);
        });
}

void QuestionBroker::setOnItsWay(QObject *context, std::function<bool(const QuestionId &)> isOnItsWay)
{
    m_knowsOfAnswers = context;
    m_isOnItsWay = std::move(isOnItsWay);
}

//! Its deadline has passed.
void QuestionBroker::lapse(const QuestionId &id)
{
    const bool isAnswered = m_knowsOfAnswers && m_isOnItsWay(id);
    if (const auto found = m_waiting.find(id); isAnswered && found != m_waiting.end())
        armDeadline(*found, m_alarms.clock().wallMs() + againAfterMs); // should it not come after all
    else
        endWithoutAnswer(id, Outcome::Unanswered);
}

void QuestionBroker::endWithoutAnswer(const QuestionId &id, Outcome outcome)
{
    const auto found = m_waiting.constFind(id);
    if (found == m_waiting.constEnd() || found->settling)
        return;
    qCInfo(lcQuestion) << "question" << id.value << "ends:" << outcomeName(outcome);
    settle(id, {.id = id, .outcome = outcome, .process = m_process, .atMs = m_alarms.clock().wallMs()}, {});
}

void QuestionBroker::remove(const QuestionId &id, const Settlement &settlement)
{
    const Waiting waiting = m_waiting.take(id);
    m_alarms.cancel(waiting.deadline);
    m_alarms.cancel(waiting.receipt);
    // What was typed and then sent is no draft any more; anything else stays, to be offered to the composer.
    if (const QString sent = settlement.answer.text.trimmed(); settlement.via && !sent.isEmpty()) {
        m_store.write<Done>(Durability::Grouped, this,
                            [id, sent](QSqlDatabase &database) -> Result<Done> {
                                const auto record = records::question(database, id);
                                if (!record)
                                    return record.error();
                                return record->draft.trimmed() == sent
                                           ? records::setQuestionDraft(database, id, {})
                                           : Result<Done>(Done{});
                            },
                            {});
    }
    Q_EMIT settled(waiting.question, settlement);
    for (const auto &next : waiting.afterwards)
        next();
}

void QuestionBroker::confirmShown(const QuestionId &id, Face face)
{
    const auto found = m_waiting.find(id);
    if (found == m_waiting.end() || found->shownOn.contains(int(face)))
        return;
    found->shownOn.insert(int(face));
    m_alarms.cancel(std::exchange(found->receipt, 0));
    m_store.write<Done>(Durability::Grouped, this,
                        [id, face, at = m_alarms.clock().wallMs()](QSqlDatabase &database) {
                            return records::addReceipt(database, id, face, at);
                        },
                        {});
}

void QuestionBroker::saveDraft(const QuestionId &id, const QString &draft)
{
    int number = 0;
    const QString safe = replaceSecrets(
                             draft, [&](const QString &) { return ++number; }, ScanMode::Draft)
                             .text;
    if (const auto found = m_waiting.find(id); found != m_waiting.end()) {
        const qint64 soonest = m_alarms.clock().wallMs() + typingKeepsOpenMs;
        if (found->question.deadlineMs && *found->question.deadlineMs < soonest)
            moveDeadline(*found, soonest);
    }
    m_store.write<Done>(
        Durability::Grouped, this,
        [id, safe](QSqlDatabase &database) { return records::setQuestionDraft(database, id, safe); }, {});
}

void QuestionBroker::keepWaiting(const QuestionId &id)
{
    if (const auto found = m_waiting.find(id); found != m_waiting.end() && found->question.deadlineMs)
        moveDeadline(*found, std::nullopt);
}

void QuestionBroker::moveDeadline(Waiting &waiting, std::optional<qint64> deadlineMs)
{
    waiting.question.deadlineMs = deadlineMs;
    armDeadline(waiting);
    m_store.write<Done>(Durability::AtOnce, this,
                        [id = waiting.question.id, deadlineMs](QSqlDatabase &database) {
                            return records::setDeadline(database, id, deadlineMs);
                        },
                        {});
    Q_EMIT changed(waiting.question);
}

void QuestionBroker::armReceipt(Waiting &waiting)
{
    m_alarms.cancel(std::exchange(waiting.receipt, 0));
    if (!waiting.shownOn.isEmpty() || waiting.question.parkedMs)
        return;
    waiting.receipt = m_alarms.after(
        receiptWithin, this, [this, id = waiting.question.id] { endWithoutAnswer(id, Outcome::NotShown); });
}

void QuestionBroker::armDeadline(Waiting &waiting, qint64 notBeforeMs)
{
    m_alarms.cancel(std::exchange(waiting.deadline, 0));
    if (!waiting.question.deadlineMs)
        return;
    waiting.deadline = m_alarms.at(std::max(*waiting.question.deadlineMs, notBeforeMs), this,
                                   [this, id = waiting.question.id] { lapse(id); });
}

} // namespace heed
