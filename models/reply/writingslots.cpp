// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/reply/writingslots.h"

#include <algorithm>

namespace heed {

WritingSlots::Ticket WritingSlots::acquire(const QString &key, int slots, QObject *holder,
                                           std::function<void()> taken, bool *waits)
{
    auto &desk = m_desks[key];
    desk.slots = std::max(1, slots);
    const Ticket ticket = ++m_last;
    desk.queue.push_back({ticket, holder, std::move(taken)});
    connect(holder, &QObject::destroyed, this, [this, ticket] { release(ticket); });
    serve(key);
    if (waits)
        *waits = !m_desks[key].holders.contains(ticket);
    return ticket;
}

void WritingSlots::release(Ticket ticket)
{
    for (auto it = m_desks.begin(); it != m_desks.end(); ++it) {
        const bool held = it->holders.remove(ticket);
        const auto erased =
            std::erase_if(it->queue, [ticket](const Place &place) { return place.ticket == ticket; });
        if (held || erased) {
            serve(it.key());
            return;
        }
    }
}

void WritingSlots::serve(const QString &key)
{
    auto &desk = m_desks[key];
    while (!desk.queue.empty() && desk.holders.size() < desk.slots) {
        const Place place = std::move(desk.queue.front());
        desk.queue.pop_front();
        if (!place.holder)
            continue;
        desk.holders.insert(place.ticket, place.holder);
        // From the event loop, so that acquire() has returned before its holder is told.
        QMetaObject::invokeMethod(
            place.holder.data(),
            [this, key, ticket = place.ticket, taken = place.taken] {
                if (m_desks[key].holders.contains(ticket))
                    taken();
            },
            Qt::QueuedConnection);
    }
}

int WritingSlots::taken(const QString &key) const
{
    return int(m_desks.value(key).holders.size());
}

int WritingSlots::waiting(const QString &key) const
{
    return int(m_desks.value(key).queue.size());
}

} // namespace heed
