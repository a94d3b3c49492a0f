// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/parkedhere.h"

namespace heed {

namespace {

Replies::Parts partsOf(const ChannelWatch::Parts &parts)
{
    return {.store = &parts.store,
            .clock = &parts.clock,
            .secretKey = parts.secretKey,
            .providers = [](Alarms &) -> ProviderFactory { return {}; },
            .tools = [](ToolRegistry &, Alarms &) -> std::unique_ptr<QObject> { return {}; }};
}

} // namespace

ParkedHere::ParkedHere(const ChannelWatch::Parts &parts, QObject *parent)
    : QuestionsElsewhere(parent)
    , m_replies(partsOf(parts), {})
{
    connect(&m_replies, &Replies::questionSettled, this,
            [this](const Question &question) { Q_EMIT ended(question.id); });
}

void ParkedHere::take(ChatId chat, QObject *context, const Replies::Then<int> &then)
{
    m_replies.takeParked(chat, context, then);
}

void ParkedHere::answer(const QuestionId &id, const Answer &answer, Face face, QObject *context,
                        const Then &then)
{
    m_replies.confirmShown(id, face);
    m_replies.answer(id, answer, face, context, [then](const Result<Settlement> &settlement) {
        if (!settlement)
            then(settlement.error());
        else
            then(Taken{.settlement = *settlement, .isOurs = true, .heldBack = settlement->heldBack});
    });
}

} // namespace heed
