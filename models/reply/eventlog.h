// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/alarms.h"
#include "models/reply/event.h"
#include "models/store/replyrecord.h"
#include "models/store/store.h"

#include <QJsonArray>
#include <QObject>
#include <deque>

namespace heed {

//! The event log of one reply (book 3.2): numbers every event, stores it, and tells it live.
//!
//! Text deltas are told at once and stored together (every 250 ms or 2 KiB, and before any other event), with
//! their pieces kept, so that a replay gives the same events with the same numbers. An event that must be on
//! disk first is held: it, and everything after it, is told when it is released.
//!
//! Lives in the reply thread.
class EventLog : public QObject
{
    Q_OBJECT
public:
    //! More numbers than a reply tells before they are stored; one that is resumed leaves so many out.
    static constexpr qint64 mostUnstored = 100'000;

    EventLog(ReplyId reply, qint64 lastSeq, Store &store, Alarms &alarms, QObject *parent = nullptr);
    ~EventLog() override;

    //! Told at once. \a type is Text or Thinking.
    void delta(EventType type, const QString &text);
    //! Told at once, stored with the next group.
    void add(EventType type, const QJsonObject &fields);

    //! An event that is told after commit. The rows (everything not yet stored, then this event) must be
    //! added in the caller's transaction; release() tells it.
    struct Held {
        qint64 seq = 0;
        QList<EventRow> rows{};
    };
    [[nodiscard]] Held hold(EventType type, const QJsonObject &fields);
    void release(qint64 seq);
    //! The event was not committed after all: it never happened.
    void drop(qint64 seq);

    //! Hands what is not stored yet to the store.
    void flush();
    [[nodiscard]] qint64 lastSeq() const { return m_seq; }
    //! Leaves out so many numbers, since a watcher may have seen them before they were stored.
    void skip(qint64 numbers) { m_seq += numbers; }

    //! A stored row as the events it holds.
    [[nodiscard]] static QList<Event> eventsOf(const EventRow &row);

Q_SIGNALS:
    void happened(const heed::Event &event);

private:
    struct Told {
        Event event{};
        bool ready = true;
    };

    Event next(EventType type, const QJsonObject &fields);
    void tell(Event event, bool ready);
    void tellReady();
    void closeRun();

    ReplyId m_reply;
    qint64 m_seq;
    Store &m_store;
    Alarms &m_alarms;
    std::deque<Told> m_queue{};
    QList<EventRow> m_rows{};        //!< finished rows, not stored yet
    std::optional<EventRow> m_run{}; //!< the run of deltas that is still growing
    QJsonArray m_deltas{};
    qsizetype m_runLength = 0;
    Alarms::Handle m_alarm = 0;
};

} // namespace heed
