// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/reply/asking.h"

#include "models/question/normalise.h"
#include "models/question/outcometext.h"
#include "models/question/repeat.h"
#include "models/question/secretquestion.h"

#include <algorithm>

namespace heed {

namespace {

//! The earlier question that this one repeats, unless the person had asked back (book 2.6).
const QuestionRecord *repeated(const QString &text, const QList<QuestionRecord> &earlier)
{
    const auto found = std::ranges::find_if(earlier, [&text](const QuestionRecord &record) {
        return isSameQuestion(record.question.text, text) &&
               !(record.settlement && record.settlement->outcome == Outcome::AskedBack);
    });
    return found == earlier.end() ? nullptr : &*found;
}

QString earlierResult(const QuestionRecord &record)
{
    return resultForModel(record.settlement->outcome, record.settlement->text, record.question.onSilence);
}

AskDecision refused(CallId call, const QString &why, const QString &asked)
{
    return {.call = call, .refusal = why, .isRefused = true, .asked = asked};
}

AskDecision decide(const CallRecord &record, const AskRules &rules, const QList<QuestionRecord> &earlier,
                   const QList<AskDecision> &sameTurn)
{
    if (!rules.personIsThere)
        return refused(record.id, refusalForModel(RefusalReason::NobodyHere), {});
    const auto ask = normaliseAskCall(record.call.arguments);
    if (!ask)
        return {.call = record.id, .refusal = ask.error().detail};
    if (asksForSecret(ask->question, ask->options)) // the words themselves may be of no use to a log
        return refused(record.id, refusalForModel(RefusalReason::AsksForSecret), ask->question);
    if (const auto *same = repeated(ask->question, earlier)) {
        const QString before = same->settlement ? earlierResult(*same) : QString();
        return refused(record.id, refusalForModel(RefusalReason::Repeated, before), ask->question);
    }
    const auto filed =
        std::ranges::count_if(sameTurn, [](const AskDecision &other) { return other.question.has_value(); });
    const bool twice = std::ranges::any_of(sameTurn, [&ask](const AskDecision &other) {
        return other.question && isSameQuestion(other.question->text, ask->question);
    });
    if (twice)
        return refused(record.id, refusalForModel(RefusalReason::Repeated), ask->question);
    if (earlier.size() + filed >= rules.face.questionsPerReply)
        return refused(record.id, refusalForModel(RefusalReason::LimitPerReply), ask->question);
    return {.call = record.id,
            .question = Question{.id = QuestionId::generate(),
                                 .chat = rules.chat,
                                 .reply = rules.reply,
                                 .call = record.id,
                                 .text = ask->question,
                                 .options = ask->options,
                                 .allowOther = ask->allowOther,
                                 .face = rules.where,
                                 .onSilence = rules.face.onSilence},
            .asked = ask->question};
}

} // namespace

QList<AskDecision> decideAsks(const QList<CallRecord> &calls, const AskRules &rules,
                              const QList<QuestionRecord> &earlier)
{
    QList<AskDecision> decisions;
    for (const auto &call : calls)
        decisions.append(decide(call, rules, earlier, decisions));

    const auto count = int(std::ranges::count_if(
        decisions, [](const AskDecision &decision) { return decision.question.has_value(); }));
    int index = 0;
    for (auto &decision : decisions) {
        if (!decision.question)
            continue;
        decision.question->index = ++index;
        decision.question->count = count;
        if (index == 1)
            decision.question = opened(*decision.question, rules);
    }
    return decisions;
}

Question opened(Question question, const AskRules &rules)
{
    question.askedMs = rules.nowMs;
    if (rules.face.timeoutSeconds > 0)
        question.deadlineMs = rules.nowMs + qint64(rules.face.timeoutSeconds) * 1000;
    return question;
}

} // namespace heed
