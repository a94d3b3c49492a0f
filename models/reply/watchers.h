// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/id.h"
#include "models/reply/event.h"
#include "models/store/store.h"

#include <functional>
#include <map>

namespace heed {

//! Who is told what a reply does: first what the database has, then what happens, each event once and in
//! order. Lives in the reply thread; every function is called, and every watcher told, there.
class Watchers final : public QObject
{
    Q_OBJECT
public:
    using Told = std::function<void(const QList<Event> &)>;

    explicit Watchers(Store &store)
        : m_store(store)
    {
    }

    //! \a told gets every event after \a after. The reply's log is flushed before this, so that each of its
    //! events is either in the database or comes through happened().
    void watch(quint64 watch, ReplyId reply, qint64 after, const Told &told);
    void unwatch(quint64 watch) { m_watchers.erase(watch); }
    void happened(ReplyId reply, const Event &event);
    //! Nothing more comes from this reply.
    void ended(ReplyId reply);

private:
    struct Watcher {
        ReplyId reply{};
        Told told{};
        qint64 last = 0;
        bool replaying = true;
        QList<Event> meanwhile{};
    };
    void replayed(quint64 watch, const QList<Event> &events);
    void tell(quint64 watch, const QList<Event> &events);

    Store &m_store;
    std::map<quint64, Watcher> m_watchers{};
};

} // namespace heed
