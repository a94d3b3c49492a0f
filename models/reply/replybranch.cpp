// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/question/check.h"
#include "models/reply/branching.h"
#include "models/reply/replyroom.h"

// How ReplyRoom begins a reply where another one stood.
namespace heed {

void ReplyRoom::retry(ReplyId reply, const SendOptions &options, const Then<ReplyId> &then)
{
    branch(
        reply, options,
        [](QSqlDatabase &database, const ReplyRecord &from, ReplyId to) {
            return branching::copyComplete(database, from, to);
        },
        then);
}

void ReplyRoom::regenerate(ReplyId reply, const SendOptions &options, const Then<ReplyId> &then)
{
    branch(
        reply, options, [](QSqlDatabase &, const ReplyRecord &, ReplyId) -> Result<Done> { return Done{}; },
        then);
}

void ReplyRoom::changeAnswer(const QuestionId &id, const Answer &answer, const SendOptions &options,
                             const Then<ReplyId> &then)
{
    m_store.read<QuestionRecord>(
        this, [id](QSqlDatabase &database) { return records::question(database, id); },
        [this, answer, options, then](const Result<QuestionRecord> &record) {
            if (!record) {
                then(record.error());
                return;
            }
            const Answer meant = canonicalAnswer(record->question, answer);
            if (auto problem = checkAnswer(record->question, meant)) {
                then(*problem);
                return;
            }
            m_broker.holdSecretsBack(
                record->question.chat, meant, [this, record = *record, options, then](const auto &held) {
                    if (!held) {
                        then(held.error());
                        return;
                    }
                    const auto &[safe, marks] = *held;
                    const Settlement settlement{.id = QuestionId::generate(),
                                                .outcome = outcomeOf(safe),
                                                .text = answerText(record.question, safe),
                                                .via = options.face,
                                                .process = m_process,
                                                .atMs = now(),
                                                .heldBack = marks,
                                                .answer = safe};
                    branch(
                        record.question.reply, options,
                        [record, settlement](QSqlDatabase &database, const ReplyRecord &, ReplyId to) {
                            return branching::copyWithAnswer(database, record, to, settlement);
                        },
                        then);
                });
        });
}

void ReplyRoom::branch(ReplyId from, const SendOptions &options,
                       std::function<Result<Done>(QSqlDatabase &, const ReplyRecord &, ReplyId)> fill,
                       const Then<ReplyId> &then)
{
    const ReplyRecord prototype = newReply({}, {}, {}, options);
    const bool ownChoice = options.provider.has_value();
    m_store.write<ReplyRecord>(
        Durability::AtOnce, this,
        [=, fill = std::move(fill)](QSqlDatabase &database) -> Result<ReplyRecord> {
            const auto old = records::reply(database, from);
            if (!old)
                return old.error();
            const auto chat = records::chat(database, old->chat);
            if (!chat)
                return chat.error();
            if (chat->writing)
                return busy();
            ReplyRecord reply = prototype;
            reply.chat = old->chat;
            reply.message = old->message;
            reply.branchedFrom = from;
            if (!ownChoice && !chat->provider.isEmpty())
                reply.provider = chat->provider;
            reply.model = old->model;
            const auto id = records::addReply(database, reply);
            if (!id)
                return id.error();
            reply.id = *id;
            if (auto filled = fill(database, *old, *id); !filled)
                return filled.error();
            if (auto set = records::setHead(database, reply.chat, *id, reply.startedMs); !set)
                return set.error();
            return reply;
        },
        [this, options, then](const Result<ReplyRecord> &reply) {
            if (!reply) {
                then(reply.error());
                return;
            }
            m_lastOptions.insert(reply->chat, options);
            then(reply->id);
            Q_EMIT chatChanged(reply->chat);
            start(reply->id, reply->chat, options, false);
        });
}

} // namespace heed
