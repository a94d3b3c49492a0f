// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/clock.h"
#include "models/base/result.h"
#include "models/store/store.h"

#include <QStringList>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace heed {

class Batch;
struct OpenDatabase;

//! A work as the store thread keeps it.
struct StoreWork {
    bool writes = false;
    Durability durability = Durability::Grouped;
    Patience patience = Patience::KeepsTrying;
    std::function<std::optional<Error>(QSqlDatabase &)> run{};
    std::function<void(std::optional<Error>)>
        told{}; //!< posts to where it belongs; from submit() when it is refused, else on the store thread
    std::chrono::steady_clock::time_point at{}; //!< when it was handed in
};

//! The store thread: the queue of works, when to commit them, and what to do when they cannot be.
//!
//! Waits on real time, whatever the Clock says: how long commits are gathered and how soon a full disk is
//! tried again is pacing that no one observes as time. The Clock dates files and says when a backup is due.
//! Standard mutex and condition, not Qt's, so that ThreadSanitizer sees the order.
//!
//! \par Threads
//! Made, started and destroyed in one thread; submit(), flush() and notes() from any.
class StoreThread
{
public:
    using Steady = std::chrono::steady_clock;

    //! How long it waits for what.
    struct Pace {
        Milliseconds group{50};       //!< book 9.2: text of a running reply is committed within this
        size_t groupWorks = 100;      //!< or when so many are queued
        Milliseconds firstRetry{100}; //!< after trouble; doubled up to mostRetry
        Milliseconds mostRetry{2000};
        Milliseconds patience{2000}; //!< so long Patience::GivesUp hopes: another program's lock soon passes
        Milliseconds giveUp{5000};   //!< how long the end of the program waits for a disk in trouble
        Milliseconds quiet{10'000};  //!< nothing asked for so long: time for the backup
    };
    //! Called on the store thread.
    struct Listener {
        std::function<void(const Error &)> trouble{};
        std::function<void()> recovered{};
    };

    StoreThread(QString file, const Clock &clock, Pace pace, Listener listener);
    //! Commits what is queued (for as long as Pace::giveUp when the disk is in trouble), closes, joins.
    ~StoreThread();
    Q_DISABLE_COPY_MOVE(StoreThread)

    //! Opens the database on the thread and waits for that. Gives what the person should know.
    [[nodiscard]] Result<QStringList> start();
    void submit(StoreWork work);
    //! Commits everything handed in until now and waits for it; false when trouble lasted longer than
    //! Pace::giveUp.
    bool flush();

private:
    enum class Turn { Works, Backup, End };

    void main();
    void loop(OpenDatabase &open);
    [[nodiscard]] Turn waitForTurn(std::unique_lock<std::mutex> &lock);
    [[nodiscard]] std::optional<Steady::time_point> worksDue() const;
    [[nodiscard]] std::optional<Steady::time_point> backupDue() const;
    void take();
    void attempt(std::optional<Batch> &batch, OpenDatabase &open);
    [[nodiscard]] bool isAtHome(std::optional<Batch> &batch, OpenDatabase &open);
    void tell(const std::vector<std::optional<Error>> &results);
    void takeApart(const Error &error);
    void inTrouble(const Error &error);
    void giveUpImpatient(const Error &error);
    void outOfTrouble();
    void giveUp(const Error &error);
    void backUp(QSqlDatabase &database);

    const QString m_file;
    const Clock &m_clock;
    const Pace m_pace;
    const Listener m_listener;

    std::mutex m_mutex{};
    std::condition_variable m_changed{}; //!< for the store thread: something to do
    std::condition_variable m_settled{}; //!< for the others: opened, finished, in trouble
    // Under the mutex.
    std::optional<Result<QStringList>> m_opened{};
    std::deque<StoreWork> m_queue{};
    size_t m_urgent = 0; //!< reads and AtOnce in the queue
    quint64 m_submitted = 0;
    quint64 m_finished = 0;
    quint64 m_wanted = 0; //!< commit up to here without waiting for more
    bool m_trouble = false;
    Error m_troubleError{};
    Steady::time_point m_troubleSince{};
    bool m_stopping = false;
    Steady::time_point m_stopped{};
    std::atomic<bool> m_called = false; //!< somebody wants the thread; a running backup looks here

    // Of the store thread alone.
    std::vector<StoreWork> m_taken{}; //!< being committed, or kept for the next try
    size_t m_oneByOne = 0;            //!< so many works get a transaction of their own
    Steady::time_point m_retryAt{};
    Milliseconds m_retryWait{};
    bool m_troubleTold = false; //!< to the listener
    Steady::time_point m_quietSince{};
    Milliseconds m_quiet{};
    qint64 m_backupDueMs = 0; //!< wall time

    std::thread m_thread{};
};

} // namespace heed
