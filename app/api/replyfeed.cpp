// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/replyfeed.h"

#include "app/api/replywatcher.h"
#include "models/base/process.h"
#include "models/store/replyrecord.h"

#include <QJsonDocument>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

bool isUnfinished(const ReplyRecord &reply)
{
    return reply.state == ReplyState::Running || reply.state == ReplyState::Waiting;
}

} // namespace

ReplyFeed::ReplyFeed(Replies &replies, ReplyId reply, QObject *parent)
    : QObject(parent)
    , m_replies(replies)
    , m_reply(reply)
{
    using Start = std::pair<ReplyRecord, qint64>;
    m_replies.store().read<Start>(
        this,
        [reply](QSqlDatabase &database) -> Result<Start> {
            const auto record = records::reply(database, reply);
            if (!record)
                return record.error();
            const auto last = records::lastSeq(database, reply);
            if (!last)
                return last.error();
            return Start{*record, *last};
        },
        [this](const Result<Start> &start) {
            if (start) {
                begin(start->first, start->second);
                return;
            }
            if (start.error().code == Error::Code::NotFound)
                m_over = true; // it went with its chat
            else
                m_failure = start.error();
            m_ready = true;
            pumpAll();
        },
        Patience::GivesUp);
}

ReplyFeed::~ReplyFeed()
{
    if (m_watch > 0)
        m_replies.unwatch(m_watch);
}

void ReplyFeed::begin(const ReplyRecord &record, qint64 lastSeq)
{
    m_ready = true;
    m_completeAfter = lastSeq;
    m_over = !isUnfinished(record);
    m_elsewhere = !m_over && record.owner != processIdentity() && isProcessAlive(record.owner);
    if (!m_over && !m_elsewhere)
        m_watch =
            m_replies.watch(m_reply, lastSeq, this, [this](const QList<Event> &events) { told(events); });
    pumpAll();
}

QByteArray ReplyFeed::message(const Event &event)
{
    return "id: " + QByteArray::number(event.seq) +
           "\ndata: " + QJsonDocument(eventToJson(event)).toJson(QJsonDocument::Compact) + "\n\n";
}

void ReplyFeed::told(const QList<Event> &events)
{
    for (const Event &event : events) {
        Kept kept{.seq = event.seq, .bytes = message(event)};
        if (event.type == EventType::Question)
            kept.question = QuestionId{event.fields[u"id"_s].toString()};
        m_bytes += kept.bytes.size();
        m_kept.push_back(std::move(kept));
        m_over = m_over || isEnd(event.type);
    }
    m_batchFrom = -1;
    pumpAll();
    while (m_bytes > keptBytes && m_kept.size() > 1) {
        m_completeAfter = m_kept.front().seq;
        m_bytes -= m_kept.front().bytes.size();
        m_kept.pop_front();
    }
}

void ReplyFeed::pumpAll()
{
    const auto watchers = m_watchers; // one may go meanwhile
    for (ReplyWatcher *watcher : watchers) {
        if (std::ranges::find(m_watchers, watcher) != m_watchers.end())
            watcher->pump();
    }
}

const ReplyFeed::Batch &ReplyFeed::after(qint64 seq, qsizetype most)
{
    if (m_batchFrom == seq && m_batch.bytes.size() <= most)
        return m_batch;
    m_batchFrom = seq;
    m_batch = {};
    const auto first = std::ranges::upper_bound(m_kept, seq, {}, &Kept::seq);
    for (auto kept = first; kept != m_kept.end(); ++kept) {
        if (!m_batch.bytes.isEmpty() && m_batch.bytes.size() + kept->bytes.size() > most)
            break;
        m_batch.bytes += kept->bytes;
        m_batch.last = kept->seq;
        if (kept->question)
            m_batch.questions.append(*kept->question);
    }
    return m_batch;
}

void ReplyFeed::confirmShown(const QList<QuestionId> &questions)
{
    for (const QuestionId &id : questions) {
        if (m_confirmed.contains(id))
            continue;
        m_confirmed.insert(id);
        m_replies.confirmShown(id, Face::Api);
    }
}

void ReplyFeed::add(ReplyWatcher *watcher)
{
    m_watchers.push_back(watcher);
}

void ReplyFeed::remove(ReplyWatcher *watcher)
{
    std::erase(m_watchers, watcher);
    if (m_watchers.empty())
        Q_EMIT idle();
}

} // namespace heed
