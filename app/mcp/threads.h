// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/mcp/turn.h"

#include <deque>
#include <map>

namespace heed {

//! The threads that callers use: turns of one thread run one at a time, threads side by side. Threads that
//! nothing happens in are forgotten beyond thirty-two, since the database has them. Lives in the main thread.
class Threads final : public QObject
{
    Q_OBJECT
public:
    static constexpr qsizetype idleLimit = 32; //!< book 7.3
    template <typename T>
    using Then = std::function<void(Result<T>)>;

    //! \param workshop outlives this.
    explicit Threads(Workshop &workshop, QObject *parent = nullptr);
    ~Threads() override;

    //! A turn, which begins when those before it are over; it lives until \a keepMs after it has finished,
    //! for calls that are repeated.
    [[nodiscard]] Turn *respond(const TurnRequest &request, QObject *call, const CallTerms &terms);
    //! Stops what runs in a thread, withdraws its questions and frees its name; its chat stays. \a then gets
    //! how many questions there were; NotFound: no such thread.
    void close(const QString &name, const Then<int> &then);
    //! The list as a result of tools/call.
    void list(const Then<QJsonObject> &then);
    //! Name and title of every thread, for the list of resources.
    void names(const Then<QList<std::pair<QString, QString>>> &then);
    void read(const QString &name, const Then<QJsonObject> &then);
    //! From now on changed() tells of this thread, too, when it is not in use here.
    void watch(const QString &name);

    //! Ends every turn: what waits and is not parked is withdrawn. \a then comes once all have ended.
    void stop(const std::function<void()> &then);

    [[nodiscard]] bool isInMemory(const QString &name) const { return m_threads.contains(name); }
    [[nodiscard]] Alarms &alarms() { return m_alarms; }
    [[nodiscard]] Workshop &workshop() { return m_workshop; }

Q_SIGNALS:
    void changed(const QString &name);
    void listChanged();

private:
    struct Thread {
        std::deque<Turn *> turns{}; //!< the first runs
        ChatId chat{};
        quint64 used = 0;
        int waiting = 0; //!< of its questions
    };
    [[nodiscard]] Result<Replies *> open();
    void next(const QString &name);
    void finished(Turn *turn);
    void evict();
    void chatMoved(ChatId chat);
    void learn(const QString &name, ChatId chat);
    void stopTurns(const QString &name);
    void closeChat(const QString &name, ChatId chat, const Then<int> &then);

    Workshop &m_workshop;
    Alarms m_alarms;
    Replies *m_replies = nullptr;
    std::map<QString, Thread> m_threads{};
    QHash<ChatId, QString> m_names{}; //!< of the threads that somebody may want to hear of
    QSet<QuestionId> m_open{};
    quint64 m_uses = 0;
    std::function<void()> m_stopped{};
};

} // namespace heed
