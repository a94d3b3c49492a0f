// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/channel/channelkeeper.h"

#include "models/base/logging.h"
#include "models/base/process.h"
#include "models/store/chatrecord.h"
#include "models/store/keptrecord.h"
#include "models/store/questionrecord.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

//! Trashed or deleted.
Result<bool> isClosed(QSqlDatabase &database, ChatId chat)
{
    const auto record = records::chat(database, chat);
    if (record)
        return record->trashedMs.has_value();
    if (record.error().code == Error::Code::NotFound)
        return true;
    return record.error();
}

} // namespace

ChannelKeeper::ChannelKeeper(Store &store, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_store(store)
    , m_clock(clock)
{
}

void ChannelKeeper::report(const QString &kind, const QuestionId &id, ChatId chat, const QString &reason)
{
    qCInfo(lcQuestion).noquote() << kind << id.value << reason; // the audit tells of it
    const AuditRecord audit{
        .atMs = m_clock.wallMs(),
        .kind = kind,
        .chat = chat,
        .fields = {{u"id"_s, id.value}, {u"reason"_s, reason}, {u"process"_s, processIdentity()}}};
    m_store.write<Done>(Durability::AtOnce, this,
                        [audit](QSqlDatabase &database) { return records::addAudit(database, audit); }, {});
}

QList<PendingQuestion> ChannelKeeper::tidy(const std::shared_ptr<Channel> &channel,
                                           const Channel::Listing &listing)
{
    for (const QString &name : listing.leftovers) {
        if (!isProcessAlive(ChannelFolder::writerOf(name)))
            channel->removeLeftover(name);
    }
    for (const auto &bad : listing.bad) {
        if (channel->removeQuestion(bad.id))
            report(u"inquiry.refused_question"_s, bad.id, {}, bad.reason);
    }
    QList<PendingQuestion> waiting;
    for (const auto &question : listing.questions) {
        const Question &asked = question.waiting.question;
        const bool isAnswered = listing.answers.contains(asked.id);
        const bool isLate = asked.deadlineMs && *asked.deadlineMs <= m_clock.wallMs();
        if (!isProcessAlive(question.waiting.asker.process)) {
            if (isAnswered)
                settleDead(channel, question);
            else
                channel->removeQuestion(asked.id);
        } else if (isLate && !isAnswered) {
            if (question.waiting.asker.process != processIdentity())
                channel->removeQuestion(asked.id);
        } else {
            waiting.append(question); // also late: whether its answer was in time, the process that asks says
        }
    }
    for (const auto &id : listing.answers) {
        // Where a bad file was, a good one may come again: the process that asks has the next word.
        if (std::ranges::none_of(listing.bad, [&id](const Channel::Bad &bad) { return bad.id == id; }))
            removeOrphan(*channel, id);
    }
    removeClosed(channel, waiting);
    return waiting;
}

void ChannelKeeper::removeOrphan(Channel &channel, const QuestionId &id)
{
    // Asked for anew: a list that is read while a file is replaced may not hold it.
    const auto question = channel.question(id);
    if (question || question.error().code != Error::Code::NotFound)
        return;
    if (channel.removeAnswer(id))
        report(u"inquiry.refused_answer"_s, id, {}, u"its question is gone"_s);
}

//! Its process died with an answer before it.
void ChannelKeeper::settleDead(const std::shared_ptr<Channel> &channel, const PendingQuestion &question)
{
    const QuestionId id = question.waiting.question.id;
    m_store.read<Kept>(
        this,
        [id](QSqlDatabase &database) -> Result<Kept> {
            const auto record = records::question(database, id);
            if (!record && record.error().code == Error::Code::NotFound)
                return Kept{};
            if (!record)
                return record.error();
            const auto closed = isClosed(database, record->question.chat);
            if (!closed)
                return closed.error();
            return Kept{.isOpen = !record->settlement && !*closed, .settlement = record->settlement};
        },
        [this, channel, question, id](const Result<Kept> &kept) {
            if (!kept || kept->isOpen)
                return;
            const auto now = channel->question(id);
            if (!now || now->binding != question.binding)
                return; // filed anew meanwhile
            const auto answer = channel->answer(id);
            const bool wasTaken = answer && kept->settlement && kept->settlement->via &&
                                  kept->settlement->process == answer->source.process &&
                                  *kept->settlement->via == answer->source.face;
            if (channel->removeAnswer(id) && !wasTaken)
                report(u"inquiry.refused_answer"_s, id, question.waiting.question.chat,
                       u"its question has ended"_s);
            channel->removeQuestion(id);
        });
}

//! The process that asks sees that its file has gone, looks at its chat, and stops the reply. A question that
//! has ended has a file still when its folder was moved away, and back.
void ChannelKeeper::removeClosed(const std::shared_ptr<Channel> &channel,
                                 const QList<PendingQuestion> &waiting)
{
    if (waiting.isEmpty())
        return;
    m_store.read<QList<QuestionId>>(
        this,
        [waiting](QSqlDatabase &database) -> Result<QList<QuestionId>> {
            QList<QuestionId> closed;
            for (const auto &one : waiting) {
                const auto gone = isClosed(database, one.waiting.question.chat);
                if (!gone)
                    return gone.error();
                const auto record = records::question(database, one.waiting.question.id);
                const bool hasEnded = record && record->settlement;
                if (*gone || hasEnded)
                    closed.append(one.waiting.question.id);
            }
            return closed;
        },
        [channel](const Result<QList<QuestionId>> &closed) {
            if (!closed)
                return;
            for (const auto &id : *closed)
                channel->removeQuestion(id);
        });
}

} // namespace heed
