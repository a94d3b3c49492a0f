// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/storethread.h"

#include "models/base/logging.h"
#include "models/store/backup.h"
#include "models/store/batch.h"
#include "models/store/deletion.h"
#include "models/store/opening.h"

#include <QCoreApplication>
#include <algorithm>

namespace heed {

namespace {
// A backup that keeps being interrupted is tried ever more seldom, up to this.
constexpr Milliseconds mostQuiet{600'000};
// And one that failed (no room, say) after this.
constexpr qint64 failedBackupMs = 6 * 3'600'000;

bool isUrgent(const StoreWork &work)
{
    return !work.writes || work.durability == Durability::AtOnce;
}

Error notDone(Error error)
{
    error.text = QCoreApplication::translate("heed::Store",
                                             "%1 This was not done, and will not be: try again after that.")
                     .arg(error.text);
    return error;
}
} // namespace

StoreThread::StoreThread(QString file, const Clock &clock, Pace pace, Listener listener)
    : m_file(std::move(file))
    , m_clock(clock)
    , m_pace(pace)
    , m_listener(std::move(listener))
    , m_quiet(pace.quiet)
{
}

StoreThread::~StoreThread()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
        m_stopped = Steady::now();
        m_called = true;
    }
    m_changed.notify_one();
    if (m_thread.joinable())
        m_thread.join();
}

Result<QStringList> StoreThread::start()
{
    m_thread = std::thread([this] { main(); });
    std::unique_lock lock(m_mutex);
    m_settled.wait(lock, [this] { return m_opened.has_value(); });
    return *m_opened;
}

void StoreThread::submit(StoreWork work)
{
    work.at = Steady::now();
    std::unique_lock lock(m_mutex);
    if (m_trouble && work.patience == Patience::GivesUp && work.at - m_troubleSince >= m_pace.patience) {
        const Error refused = m_troubleError;
        lock.unlock();
        work.told(notDone(refused));
        return;
    }
    m_urgent += isUrgent(work) ? 1 : 0;
    m_queue.push_back(std::move(work));
    ++m_submitted;
    m_called = true;
    lock.unlock();
    m_changed.notify_one();
}

bool StoreThread::flush()
{
    std::unique_lock lock(m_mutex);
    const quint64 upTo = m_submitted;
    m_wanted = std::max(m_wanted, upTo);
    m_called = true;
    m_changed.notify_one();
    const auto done = [this, upTo] { return m_finished >= upTo; };
    while (true) {
        m_settled.wait(lock, [&] { return done() || m_trouble; });
        if (done())
            return true;
        if (!m_settled.wait_for(lock, m_pace.giveUp, [&] { return done() || !m_trouble; }))
            return false;
    }
}

void StoreThread::main()
{
    Result<OpenDatabase> opened = openDatabase(m_file, m_clock);
    {
        const std::lock_guard lock(m_mutex);
        m_opened = opened ? Result<QStringList>(opened->notes) : Result<QStringList>(opened.error());
    }
    m_settled.notify_all();
    if (!opened)
        return;
    loop(*opened);
    closeDatabase(*opened);
}

void StoreThread::loop(OpenDatabase &open)
{
    std::optional<Batch> batch(std::in_place, open.database, m_file);
    m_backupDueMs = Backup(m_file, m_clock).dueMs();
    m_quietSince = Steady::now();
    while (true) {
        Turn turn = Turn::End;
        {
            std::unique_lock lock(m_mutex);
            turn = waitForTurn(lock);
            if (turn == Turn::Works && m_taken.empty())
                take();
        }
        if (turn == Turn::End)
            return;
        if (turn == Turn::Works)
            attempt(batch, open);
        else
            backUp(open.database);
    }
}

StoreThread::Turn StoreThread::waitForTurn(std::unique_lock<std::mutex> &lock)
{
    while (true) {
        const auto works = worksDue();
        if (!works && m_stopping)
            return Turn::End;
        const auto backup = works ? std::nullopt : backupDue();
        if (!works && !backup) {
            m_changed.wait(lock);
            continue;
        }
        const Steady::time_point until = works ? *works : *backup;
        if (until <= Steady::now())
            return works ? Turn::Works : Turn::Backup;
        m_changed.wait_until(lock, until);
    }
}

//! When the works that wait must be committed; none: there are none.
std::optional<StoreThread::Steady::time_point> StoreThread::worksDue() const
{
    if (!m_taken.empty())
        return m_retryAt;
    if (m_queue.empty())
        return std::nullopt;
    if (m_urgent > 0 || m_queue.size() >= m_pace.groupWorks || m_wanted > m_finished || m_stopping)
        return Steady::time_point::min();
    return m_queue.front().at + m_pace.group;
}

std::optional<StoreThread::Steady::time_point> StoreThread::backupDue() const
{
    if (m_clock.wallMs() < m_backupDueMs)
        return std::nullopt;
    return m_quietSince + m_quiet;
}

//! Takes the works of the next transaction. Reads at the front go alone: they need not wait for the disk.
void StoreThread::take()
{
    const bool reads = !m_queue.front().writes;
    const size_t most = m_oneByOne > 0 ? 1 : m_pace.groupWorks;
    while (!m_queue.empty() && m_taken.size() < most && (!reads || !m_queue.front().writes)) {
        m_urgent -= isUrgent(m_queue.front()) ? 1 : 0;
        m_taken.push_back(std::move(m_queue.front()));
        m_queue.pop_front();
    }
    m_oneByOne -= m_oneByOne > 0 ? 1 : 0;
    m_called = !m_queue.empty();
}

void StoreThread::attempt(std::optional<Batch> &batch, OpenDatabase &open)
{
    if (!isAtHome(batch, open))
        return;
    const BatchOutcome outcome = batch->run(m_taken);
    switch (outcome.end) {
    case BatchOutcome::End::Committed:
        outOfTrouble();
        tell(outcome.results);
        break;
    case BatchOutcome::End::TryAgain:
        inTrouble(outcome.error);
        break;
    case BatchOutcome::End::Refused:
        takeApart(outcome.error);
        break;
    }
}

//! Brings a deleted file back before anything more is written to where nobody can find it.
bool StoreThread::isAtHome(std::optional<Batch> &batch, OpenDatabase &open)
{
    if (open.database.isOpen() && !isGone(open.database))
        return true;
    batch.reset();
    const Result<QString> back = bringBack(open, m_file, m_clock);
    if (open.database.isOpen())
        batch.emplace(open.database, m_file);
    if (!back) {
        inTrouble(back.error());
        return false;
    }
    outOfTrouble();
    m_listener.trouble({.code = Error::Code::Storage, .text = *back, .detail = {}});
    m_listener.recovered();
    return true;
}

//! After commit: tells each work what became of it.
void StoreThread::tell(const std::vector<std::optional<Error>> &results)
{
    for (size_t i = 0; i < m_taken.size(); ++i)
        if (m_taken[i].told)
            m_taken[i].told(results[i]);
    {
        const std::lock_guard lock(m_mutex);
        m_finished += m_taken.size();
    }
    m_taken.clear();
    m_quietSince = Steady::now();
    m_settled.notify_all();
}

//! One of the works spoils the commit: each gets a transaction of its own, to find which.
void StoreThread::takeApart(const Error &error)
{
    if (m_taken.size() == 1) {
        tell({error});
        return;
    }
    const std::lock_guard lock(m_mutex);
    m_oneByOne = m_taken.size();
    for (auto work = m_taken.rbegin(); work != m_taken.rend(); ++work) {
        m_urgent += isUrgent(*work) ? 1 : 0;
        m_queue.push_front(std::move(*work));
    }
    m_taken.clear();
    m_wanted = std::max(m_wanted, m_finished + m_oneByOne);
}

void StoreThread::inTrouble(const Error &error)
{
    bool isNew = false;
    bool tooLong = false;
    {
        const std::lock_guard lock(m_mutex);
        isNew = !m_trouble;
        m_trouble = true;
        m_troubleError = error;
        if (isNew)
            m_troubleSince = Steady::now();
        tooLong = m_stopping && Steady::now() - m_stopped >= m_pace.giveUp;
    }
    if (tooLong) {
        giveUp(error);
        return;
    }
    m_retryWait = isNew ? m_pace.firstRetry : std::min(2 * m_retryWait, m_pace.mostRetry);
    m_retryAt = Steady::now() + m_retryWait;
    giveUpImpatient(error);
    if (isNew) {
        qCWarning(lcStore) << "the database cannot be written:" << error.detail;
        m_settled.notify_all();
    }
    bool keeps = false; // else all who handed something in are told themselves
    {
        const std::lock_guard lock(m_mutex);
        const auto waits = [](const StoreWork &work) { return work.patience == Patience::KeepsTrying; };
        keeps = std::ranges::any_of(m_taken, waits) || std::ranges::any_of(m_queue, waits);
    }
    if (keeps && !std::exchange(m_troubleTold, true))
        m_listener.trouble(error);
}

//! Those who would rather not wait learn that their work was not done. Nothing of it is: what failed was
//! rolled back. It leaves an empty work behind, so that the order and the count of the others stay.
void StoreThread::giveUpImpatient(const Error &error)
{
    const auto before = Steady::now() - m_pace.patience;
    std::vector<std::function<void(std::optional<Error>)>> told;
    const auto empty = [&](StoreWork &work) {
        if (work.patience != Patience::GivesUp || work.at > before || !work.told)
            return;
        told.push_back(std::exchange(work.told, {}));
        work.run = [](QSqlDatabase &) -> std::optional<Error> { return std::nullopt; };
    };
    {
        const std::lock_guard lock(m_mutex);
        std::ranges::for_each(m_taken, empty);
        std::ranges::for_each(m_queue, empty);
    }
    for (const auto &one : told)
        one(notDone(error));
}

void StoreThread::outOfTrouble()
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_trouble)
            return;
        m_trouble = false;
    }
    qCInfo(lcStore) << "the database can be written again";
    if (std::exchange(m_troubleTold, false))
        m_listener.recovered();
}

//! The program ends and the disk stays in trouble: those who wait learn that their work was not saved.
void StoreThread::giveUp(const Error &error)
{
    {
        const std::lock_guard lock(m_mutex);
        while (!m_queue.empty()) {
            m_taken.push_back(std::move(m_queue.front()));
            m_queue.pop_front();
        }
        m_urgent = 0;
    }
    qCCritical(lcStore) << m_taken.size() << "works could not be saved before the end:" << error.detail;
    tell(std::vector<std::optional<Error>>(m_taken.size(), error));
}

void StoreThread::backUp(QSqlDatabase &database)
{
    {
        const std::lock_guard lock(m_mutex);
        m_called = !m_queue.empty() || m_stopping;
    }
    const Backup backup(m_file, m_clock);
    switch (backup.make(database, m_called)) {
    case Backup::End::Made:
        m_quiet = m_pace.quiet;
        m_backupDueMs = backup.dueMs();
        break;
    case Backup::End::Interrupted:
        m_quiet = std::min(std::max(2 * m_quiet, Milliseconds(1)), mostQuiet);
        break;
    case Backup::End::Failed:
        m_backupDueMs = m_clock.wallMs() + failedBackupMs;
        break;
    }
    m_quietSince = Steady::now();
}

} // namespace heed
