// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/reply/eventlog.h"

#include "models/base/logging.h"

using namespace Qt::StringLiterals;

namespace heed {

namespace {
// Book 3.2: text is stored every 250 ms or 2 KiB.
constexpr Milliseconds storeEvery(250);
constexpr qsizetype storeAfter = 2048;
} // namespace

EventLog::EventLog(ReplyId reply, qint64 lastSeq, Store &store, Alarms &alarms, QObject *parent)
    : QObject(parent)
    , m_reply(reply)
    , m_seq(lastSeq)
    , m_store(store)
    , m_alarms(alarms)
{
}

EventLog::~EventLog()
{
    m_alarms.cancel(m_alarm);
}

Event EventLog::next(EventType type, const QJsonObject &fields)
{
    return {.seq = ++m_seq, .atMs = m_alarms.clock().wallMs(), .type = type, .fields = fields};
}

void EventLog::delta(EventType type, const QString &text)
{
    if (text.isEmpty())
        return;
    const Event event = next(type, {{u"delta"_s, text}});
    const QString name = eventTypeName(type);
    if (m_run && m_run->type != name)
        closeRun();
    if (!m_run)
        m_run = EventRow{.seq = event.seq, .firstSeq = event.seq, .atMs = event.atMs, .type = name};
    m_run->seq = event.seq;
    m_deltas.append(text);
    m_runLength += text.size();
    tell(event, true);
    if (m_runLength >= storeAfter)
        flush();
    else if (!m_alarm)
        m_alarm = m_alarms.after(storeEvery, this, [this] { flush(); });
}

void EventLog::closeRun()
{
    if (!m_run)
        return;
    m_run->fields = {{u"deltas"_s, m_deltas}};
    m_rows.append(*m_run);
    m_run.reset();
    m_deltas = {};
    m_runLength = 0;
}

void EventLog::add(EventType type, const QJsonObject &fields)
{
    closeRun();
    const Event event = next(type, fields);
    m_rows.append({.seq = event.seq,
                   .firstSeq = event.seq,
                   .atMs = event.atMs,
                   .type = eventTypeName(type),
                   .fields = fields});
    flush();
    tell(event, true);
}

EventLog::Held EventLog::hold(EventType type, const QJsonObject &fields)
{
    closeRun();
    m_alarms.cancel(std::exchange(m_alarm, 0));
    const Event event = next(type, fields);
    Held held{.seq = event.seq, .rows = std::exchange(m_rows, {})};
    held.rows.append({.seq = event.seq,
                      .firstSeq = event.seq,
                      .atMs = event.atMs,
                      .type = eventTypeName(type),
                      .fields = fields});
    tell(event, false);
    return held;
}

void EventLog::release(qint64 seq)
{
    for (auto &told : m_queue) {
        if (told.event.seq == seq)
            told.ready = true;
    }
    tellReady();
}

void EventLog::drop(qint64 seq)
{
    std::erase_if(m_queue, [seq](const Told &told) { return told.event.seq == seq; });
    tellReady();
}

void EventLog::flush()
{
    closeRun();
    m_alarms.cancel(std::exchange(m_alarm, 0));
    if (m_rows.isEmpty())
        return;
    const auto rows = std::exchange(m_rows, {});
    m_store.write<Done>(
        Durability::Grouped, this,
        [reply = m_reply, rows](QSqlDatabase &database) { return records::addEvents(database, reply, rows); },
        [](const Result<Done> &result) {
            if (!result)
                qCCritical(lcReply) << "events could not be stored:" << result.error().detail;
        });
}

void EventLog::tell(Event event, bool ready)
{
    if (m_queue.empty() && ready) {
        Q_EMIT happened(event);
        return;
    }
    m_queue.push_back({std::move(event), ready});
}

void EventLog::tellReady()
{
    while (!m_queue.empty() && m_queue.front().ready) {
        const Event event = std::move(m_queue.front().event);
        m_queue.pop_front();
        Q_EMIT happened(event);
    }
}

QList<Event> EventLog::eventsOf(const EventRow &row)
{
    const auto type = eventTypeFromName(row.type);
    if (!type) {
        qCWarning(lcReply) << "unknown event type in the log:" << row.type;
        return {};
    }
    const auto deltas = row.fields.constFind(u"deltas"_s);
    if (deltas == row.fields.constEnd())
        return {{.seq = row.seq, .atMs = row.atMs, .type = *type, .fields = row.fields}};
    QList<Event> events;
    qint64 seq = row.firstSeq;
    const auto pieces = deltas->toArray();
    for (const auto &piece : pieces)
        events.append({.seq = seq++, .atMs = row.atMs, .type = *type, .fields = {{u"delta"_s, piece}}});
    return events;
}

} // namespace heed
