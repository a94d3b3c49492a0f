// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mcp/threads.h"

#include "app/mcp/threaduri.h"
#include "app/mcp/transcript.h"

#include <QDateTime>
#include <QJsonArray>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr Milliseconds keptAfter = std::chrono::hours(1); // as long as a request state counts

QString stateOf(const transcript::Summary &summary)
{
    if (!summary.waiting.isEmpty())
        return u"waiting"_s;
    return summary.writing ? u"running"_s : u"idle"_s;
}

QJsonObject listed(const QList<transcript::Summary> &summaries)
{
    QJsonArray threads;
    QStringList lines;
    for (const auto &summary : summaries) {
        const QString name = summary.record.name;
        QJsonArray questions;
        QStringList asked;
        for (const auto &record : summary.waiting) {
            questions.append(questionSummary(record, name));
            asked.append(u"\n  "_s + waitingNotice(record.question));
        }
        const QString used =
            QDateTime::fromMSecsSinceEpoch(summary.record.usedMs, Qt::UTC).toString(Qt::ISODate);
        threads.append(QJsonObject{{u"thread"_s, name},
                                   {u"uri"_s, threaduri::of(name)},
                                   {u"title"_s, summary.title},
                                   {u"used"_s, used},
                                   {u"state"_s, stateOf(summary)},
                                   {u"questions"_s, questions}});
        lines.append(u"- %1 (%2, %3, last used %4)%5"_s.arg(name, threaduri::of(name), stateOf(summary), used,
                                                            asked.join(QString())));
    }
    const QString text = lines.isEmpty() ? u"There are no threads yet."_s : lines.join(u'\n');
    return toolResult({{u"threads"_s, threads}}, text);
}

Error noThread(const QString &name)
{
    return {.code = Error::Code::NotFound,
            .text = u"There is no thread \"%1\". The tool \"threads\" lists those there are."_s.arg(name)};
}

} // namespace

Threads::Threads(Workshop &workshop, QObject *parent)
    : QObject(parent)
    , m_workshop(workshop)
    , m_alarms(workshop.clock())
{
}

Threads::~Threads()
{
    qDeleteAll(
        findChildren<Turn *>(Qt::FindDirectChildrenOnly)); // they use the alarms, which go first otherwise
}

Result<Replies *> Threads::open()
{
    const auto replies = m_workshop.replies();
    if (!replies || m_replies)
        return replies;
    m_replies = *replies;
    connect(m_replies, &Replies::replyStarted, this, [this](ChatId chat) { chatMoved(chat); });
    connect(m_replies, &Replies::replyEnded, this, [this](ChatId chat) { chatMoved(chat); });
    connect(m_replies, &Replies::questionChanged, this,
            [this](const Question &question) { chatMoved(question.chat); });
    connect(m_replies, &Replies::questionAsked, this, [this](const Question &question) {
        m_open.insert(question.id);
        if (const auto thread = m_threads.find(m_names.value(question.chat)); thread != m_threads.end())
            ++thread->second.waiting;
        chatMoved(question.chat);
    });
    connect(m_replies, &Replies::questionSettled, this, [this](const Question &question) {
        m_workshop.tellOver(question.id);
        if (const auto thread = m_threads.find(m_names.value(question.chat));
            m_open.remove(question.id) && thread != m_threads.end())
            thread->second.waiting = std::max(0, thread->second.waiting - 1);
        chatMoved(question.chat);
        evict();
    });
    // Their person may answer now, and the thread's next turn is told: whoever asked them has gone.
    m_replies->takeParked(std::nullopt, this, [](const Result<int> &) {});
    return replies;
}

void Threads::chatMoved(ChatId chat)
{
    if (const QString name = m_names.value(chat); !name.isEmpty())
        Q_EMIT changed(name);
}

void Threads::learn(const QString &name, ChatId chat)
{
    m_names.insert(chat, name);
    if (const auto thread = m_threads.find(name); thread != m_threads.end())
        thread->second.chat = chat;
}

Turn *Threads::respond(const TurnRequest &request, QObject *call, const CallTerms &terms)
{
    std::ignore = open(); // what fails here fails in the turn, too, and is told there
    Thread &thread = m_threads[request.thread];
    thread.used = ++m_uses;
    auto *turn = new Turn(request, m_workshop, m_alarms, this);
    connect(turn, &Turn::chatKnown, this, [this, name = request.thread](ChatId chat, bool made) {
        learn(name, chat);
        if (made)
            Q_EMIT listChanged();
    });
    connect(turn, &Turn::chatForgotten, this, &Threads::listChanged);
    connect(turn, &Turn::finished, this, [this, turn] { finished(turn); });
    turn->attach(call, terms);
    // A turn whose caller went to ask its person and now comes with another prompt waits for nobody.
    if (!thread.turns.empty() && thread.turns.front()->isLent())
        thread.turns.front()->park();
    thread.turns.push_back(turn);
    if (thread.turns.size() == 1) // from the event loop: the caller listens first
        QMetaObject::invokeMethod(
            this, [this, name = request.thread] { next(name); }, Qt::QueuedConnection);
    return turn;
}

void Threads::next(const QString &name)
{
    const auto found = m_threads.find(name);
    if (found == m_threads.end() || found->second.turns.empty())
        return;
    if (Turn *turn = found->second.turns.front(); !turn->hasBegun())
        turn->begin();
}

void Threads::finished(Turn *turn)
{
    Thread &thread = m_threads[turn->thread()];
    std::erase(thread.turns, turn);
    m_alarms.after(keptAfter, turn, [turn] { turn->deleteLater(); });
    next(turn->thread());
    evict();
    const bool busy =
        std::ranges::any_of(m_threads, [](const auto &one) { return !one.second.turns.empty(); });
    if (m_stopped && !busy)
        std::exchange(m_stopped, {})();
}

void Threads::evict()
{
    QList<std::pair<quint64, QString>> idle;
    for (const auto &[name, thread] : m_threads) {
        if (thread.turns.empty() && thread.waiting == 0)
            idle.append({thread.used, name});
    }
    std::ranges::sort(idle);
    for (qsizetype i = 0; i + idleLimit < idle.size(); ++i)
        m_threads.erase(idle.at(i).second);
}

void Threads::close(const QString &name, const Then<int> &then)
{
    const auto replies = open();
    if (!replies) {
        then(replies.error());
        return;
    }
    m_replies->store().read<std::optional<ThreadRecord>>(
        this, [name](QSqlDatabase &database) { return records::thread(database, name); },
        [this, name, then](const Result<std::optional<ThreadRecord>> &thread) {
            // The questions first: they are counted before the end of their reply withdraws them.
            if (!thread)
                then(thread.error());
            else if (!*thread)
                then(noThread(name));
            else
                closeChat(name, (*thread)->chat, then);
            stopTurns(name);
        });
}

void Threads::stopTurns(const QString &name)
{
    const auto found = m_threads.find(name);
    if (found == m_threads.end())
        return;
    const auto turns = found->second.turns; // each leaves the queue when it ends
    for (auto turn = turns.rbegin(); turn != turns.rend(); ++turn)
        (*turn)->stop();
}

void Threads::closeChat(const QString &name, ChatId chat, const Then<int> &then)
{
    m_replies->closeQuestions(chat, this, [this, name, then](const Result<int> &withdrawn) {
        if (!withdrawn) {
            then(withdrawn.error());
            return;
        }
        m_replies->store().write<bool>(
            Durability::AtOnce, this,
            [name](QSqlDatabase &database) { return records::removeThread(database, name); },
            [this, then, count = *withdrawn](const Result<bool> &removed) {
                if (removed)
                    Q_EMIT listChanged();
                then(removed ? Result<int>(count) : Result<int>(removed.error()));
            });
    });
}

void Threads::list(const Then<QJsonObject> &then)
{
    if (!m_workshop.hasThreads()) {
        then(listed({}));
        return;
    }
    const auto replies = open();
    if (!replies) {
        then(replies.error());
        return;
    }
    m_replies->store().read<QList<transcript::Summary>>(
        this, [](QSqlDatabase &database) { return transcript::summaries(database); },
        [then](const Result<QList<transcript::Summary>> &summaries) {
            then(summaries ? Result<QJsonObject>(listed(*summaries))
                           : Result<QJsonObject>(summaries.error()));
        });
}

void Threads::names(const Then<QList<std::pair<QString, QString>>> &then)
{
    using Names = QList<std::pair<QString, QString>>;
    const auto replies = m_workshop.hasThreads() ? open() : Result<Replies *>(nullptr);
    if (!replies || !*replies) {
        then(replies ? Result<Names>(Names()) : Result<Names>(replies.error()));
        return;
    }
    m_replies->store().read<Names>(
        this,
        [](QSqlDatabase &database) -> Result<Names> {
            const auto summaries = transcript::summaries(database);
            if (!summaries)
                return summaries.error();
            Names names;
            for (const auto &summary : *summaries)
                names.append({summary.record.name, summary.title});
            return names;
        },
        then);
}

void Threads::read(const QString &name, const Then<QJsonObject> &then)
{
    const auto replies = m_workshop.hasThreads() ? open() : Result<Replies *>(noThread(name));
    if (!replies) {
        then(replies.error());
        return;
    }
    m_replies->store().read<QJsonObject>(
        this, [name](QSqlDatabase &database) { return transcript::of(database, name); }, then);
}

void Threads::watch(const QString &name)
{
    if (!m_workshop.hasThreads() || !open())
        return;
    m_replies->store().read<std::optional<ThreadRecord>>(
        this, [name](QSqlDatabase &database) { return records::thread(database, name); },
        [this, name](const Result<std::optional<ThreadRecord>> &thread) {
            if (thread && *thread)
                learn(name, (*thread)->chat);
        });
}

void Threads::stop(const std::function<void()> &then)
{
    QList<Turn *> turns;
    for (const auto &[name, thread] : m_threads)
        turns += QList<Turn *>(thread.turns.rbegin(), thread.turns.rend());
    if (turns.isEmpty()) {
        then();
        return;
    }
    m_stopped = then;
    for (Turn *turn : std::as_const(turns))
        turn->stop();
}

} // namespace heed
