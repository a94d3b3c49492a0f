// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/reply/replies.h"
#include "models/store/replyrecord.h"

#include <QByteArray>
#include <QObject>
#include <QSet>
#include <deque>
#include <vector>

namespace heed {

class ReplyWatcher;

//! One reply's events for every stream that shows it: watched once, written down once, handed to all. Keeps
//! the last events only; a stream that begins further back reads the database up to here.
//! Lives in the server thread.
class ReplyFeed final : public QObject
{
    Q_OBJECT
public:
    //! Bytes of events that are kept. With what may stand in a stream's socket these are the 1 MiB that a
    //! client may be behind (book 4.3).
    static constexpr qsizetype keptBytes = 768 * 1024;

    ReplyFeed(Replies &replies, ReplyId reply, QObject *parent);
    ~ReplyFeed() override;

    void add(ReplyWatcher *watcher);
    void remove(ReplyWatcher *watcher);
    [[nodiscard]] bool isIdle() const { return m_watchers.empty(); }
    [[nodiscard]] ReplyId reply() const { return m_reply; }
    [[nodiscard]] Replies &replies() const { return m_replies; }

    //! Known once the reply was looked up; before that nothing else is.
    [[nodiscard]] bool isReady() const { return m_ready; }
    //! Every event with a higher number is here; one with this number or a lower one is in the database.
    [[nodiscard]] qint64 completeAfter() const { return m_completeAfter; }
    //! Why the reply could not be looked up: nothing comes from here.
    [[nodiscard]] const std::optional<Error> &failure() const { return m_failure; }
    //! Nothing comes after what is here.
    [[nodiscard]] bool isOver() const { return m_over; }
    //! Another process writes the reply: what it does next cannot be seen from here.
    [[nodiscard]] bool isElsewhere() const { return m_elsewhere; }

    struct Batch {
        QByteArray bytes{};
        qint64 last = 0; //!< number of the last event in it; 0: none
        QList<QuestionId> questions{};
    };
    //! Events with a higher number, some \a most bytes of them, at least one if there is one.
    [[nodiscard]] const Batch &after(qint64 seq, qsizetype most);

    //! A client has been sent these questions: they count as shown to the API. Anything less (that a reply
    //! was started over the API, that its question could be read) does not: a script that never looks is
    //! nobody, and the model is told after 10 s that the question could not be shown (book 2.6).
    void confirmShown(const QList<QuestionId> &questions);

    //! An event as a message of text/event-stream.
    [[nodiscard]] static QByteArray message(const Event &event);

Q_SIGNALS:
    void idle(); //!< nobody watches any more

private:
    struct Kept {
        qint64 seq = 0;
        QByteArray bytes{};
        std::optional<QuestionId> question{};
    };
    void begin(const ReplyRecord &record, qint64 lastSeq);
    void told(const QList<Event> &events);
    void pumpAll();

    Replies &m_replies;
    ReplyId m_reply;
    std::vector<ReplyWatcher *> m_watchers{};
    std::deque<Kept> m_kept{};
    qsizetype m_bytes = 0;
    qint64 m_completeAfter = 0;
    bool m_ready = false;
    std::optional<Error> m_failure{};
    bool m_over = false;
    bool m_elsewhere = false;
    quint64 m_watch = 0;
    QSet<QuestionId> m_confirmed{};
    qint64 m_batchFrom = -1; //!< what m_batch follows: most streams stand at the same place
    Batch m_batch{};
};

} // namespace heed
