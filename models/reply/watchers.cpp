// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/reply/watchers.h"

#include "models/base/logging.h"
#include "models/reply/eventlog.h"
#include "models/store/replyrecord.h"

namespace heed {

void Watchers::watch(quint64 watch, ReplyId reply, qint64 after, const Told &told)
{
    m_watchers[watch] = Watcher{.reply = reply, .told = told, .last = after};
    m_store.read<QList<EventRow>>(
        this, [reply, after](QSqlDatabase &database) { return records::events(database, reply, after); },
        [this, watch](const Result<QList<EventRow>> &rows) {
            QList<Event> events;
            if (rows) {
                for (const auto &row : *rows)
                    events += EventLog::eventsOf(row);
            } else {
                qCWarning(lcReply) << "events could not be read:" << rows.error().detail;
            }
            replayed(watch, events);
        });
}

void Watchers::replayed(quint64 watch, const QList<Event> &events)
{
    const auto found = m_watchers.find(watch);
    if (found == m_watchers.end())
        return;
    found->second.replaying = false;
    const auto meanwhile = std::exchange(found->second.meanwhile, {});
    tell(watch, events);
    tell(watch, meanwhile);
}

void Watchers::happened(ReplyId reply, const Event &event)
{
    QList<quint64> watches;
    for (auto &[watch, watcher] : m_watchers) {
        if (watcher.reply != reply)
            continue;
        if (watcher.replaying)
            watcher.meanwhile.append(event);
        else
            watches.append(watch);
    }
    for (const quint64 watch : watches)
        tell(watch, {event});
}

void Watchers::ended(ReplyId reply)
{
    std::erase_if(m_watchers, [reply](const auto &entry) {
        return entry.second.reply == reply && !entry.second.replaying;
    });
}

void Watchers::tell(quint64 watch, const QList<Event> &events)
{
    const auto found = m_watchers.find(watch);
    if (found == m_watchers.end())
        return;
    Watcher &watcher = found->second;
    QList<Event> fresh;
    for (const auto &event : events) {
        if (event.seq > watcher.last)
            fresh.append(event);
    }
    if (fresh.isEmpty())
        return;
    watcher.last = fresh.last().seq;
    const bool over = isEnd(fresh.last().type);
    const Told told = watcher.told;
    if (over)
        m_watchers.erase(found);
    told(fresh);
}

} // namespace heed
