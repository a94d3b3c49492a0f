// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/reply/replyroom.h"

#include "models/base/logging.h"
#include "models/base/process.h"
#include "models/question/display.h"
#include "models/store/queuerecord.h"

#include <QCoreApplication>
#include <QDateTime>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr qsizetype titleLength = 60; // a line of the chat list

QString titleFrom(const QString &message)
{
    const QString line = displayLine(message).simplified();
    if (line.size() <= titleLength)
        return line;
    const qsizetype space = line.lastIndexOf(u' ', titleLength);
    return line.left(space > titleLength / 2 ? space : titleLength) + u'…';
}

Result<Reply::Stored> readStored(QSqlDatabase &database, ReplyId id)
{
    Reply::Stored stored;
    const auto record = records::reply(database, id);
    if (!record)
        return record.error();
    stored.record = *record;
    const auto history = readHistory(database, *record);
    if (!history)
        return history.error();
    stored.history = *history;
    const auto turns = records::turns(database, id);
    if (!turns)
        return turns.error();
    stored.turns = *turns;
    const auto questions = records::questionsOfReply(database, id);
    if (!questions)
        return questions.error();
    stored.questions = *questions;
    const auto last = records::lastSeq(database, id);
    if (!last)
        return last.error();
    stored.lastSeq = *last;
    stored.startIsStored = *last > 0;
    if (stored.startIsStored)
        return stored;
    // A number means one event in the whole chat: a watcher that comes back with one of an earlier reply then
    // misses nothing of this one.
    const auto before = parking::lastNumber(database, record->chat);
    if (!before)
        return before.error();
    stored.lastSeq = *before;
    return stored;
}

//! The chat's next reply, which is then its head. \a ownChoice: the record's provider is the one wished for;
//! else the chat's counts.
Result<ReplyId> addHead(QSqlDatabase &database, ReplyRecord reply, const ChatRecord &chat, bool ownChoice)
{
    if (!ownChoice && !chat.provider.isEmpty())
        reply.provider = chat.provider;
    const auto id = records::addReply(database, reply);
    if (!id)
        return id.error();
    if (auto set = records::setHead(database, reply.chat, *id, reply.startedMs); !set)
        return set.error();
    return *id;
}

} // namespace

ReplyRoom::ReplyRoom(const Replies::Parts &parts, const ReplySettings &settings)
    : m_store(*parts.store)
    , m_watchers(*parts.store)
    , m_alarms(*parts.clock)
    , m_settings(settings)
    , m_process(parts.process.isEmpty() ? processIdentity() : parts.process)
    , m_broker(*parts.store, m_alarms, parts.secretKey, m_process)
    , m_parked(*parts.store, m_alarms.clock(), m_broker, m_process)
    , m_factory(parts.providers(m_alarms))
{
    m_besideTools = parts.tools(m_tools, m_alarms);
    connect(&m_parked, &ParkedQuestions::chatChanged, this, &ReplyRoom::chatChanged);
}

ReplyRoom::~ReplyRoom()
{
    // Also those that have ended and wait to be deleted: they use the slots and the broker, which go first
    // otherwise.
    qDeleteAll(findChildren<Reply *>(Qt::FindDirectChildrenOnly));
}

void ReplyRoom::setSettings(const ReplySettings &settings)
{
    m_settings = settings;
    m_providers.clear(); // running replies keep theirs
}

void ReplyRoom::leave()
{
    for (auto *reply : std::as_const(m_replies))
        reply->leave();
}

void ReplyRoom::createChat(const QString &title, const Then<ChatId> &then, Patience patience)
{
    const ChatRecord chat{
        .title = title, .titleIsOwn = !title.isEmpty(), .createdMs = now(), .updatedMs = now()};
    m_store.write<ChatId>(
        Durability::AtOnce, this, [chat](QSqlDatabase &database) { return records::addChat(database, chat); },
        [this, then](const Result<ChatId> &id) {
            then(id);
            if (id)
                Q_EMIT chatChanged(*id);
        },
        patience);
}

ReplyRecord ReplyRoom::newReply(ChatId chat, MessageId message, const QJsonObject &chatProvider,
                                const SendOptions &options) const
{
    QJsonObject choice = chatProvider.isEmpty() ? m_settings.provider.toJson() : chatProvider;
    if (options.provider)
        choice = options.provider->toJson();
    return {.chat = chat,
            .message = message,
            .face = options.face,
            .provider = choice,
            .owner = m_process,
            .startedMs = now()};
}

void ReplyRoom::send(ChatId chat, const QString &text, const SendOptions &options, const Then<Sent> &then)
{
    if (text.trimmed().isEmpty()) {
        then(Error{.code = Error::Code::BadInput,
                   .text = QCoreApplication::translate("heed::Replies",
                                                       "The message is empty. Write something first.")});
        return;
    }
    // Whoever saw the end of a reply must not be told that one is being written, nor be queued behind none.
    if (const auto looking = m_looking.find(chat); looking != m_looking.end()) {
        looking->emplace_back([=, this] { send(chat, text, options, then); });
        return;
    }
    const bool queues = m_busy.contains(chat);
    if (queues && !options.queueWhenBusy) {
        then(busy());
        return;
    }
    m_busy.insert(chat);
    m_lastOptions.insert(chat, options);
    const ReplyRecord prototype = newReply(chat, {}, {}, options);
    const bool ownChoice = options.provider.has_value();
    m_store.write<Sent>(
        Durability::AtOnce, this,
        [=, now = moment()](QSqlDatabase &database) -> Result<Sent> {
            const qint64 at = now.atMs;
            const auto record = records::chat(database, chat);
            if (!record)
                return record.error();
            // A reply of another process: its chat takes messages only there.
            if (record->writing && !queues)
                return busy();
            Sent sent{.chat = chat};
            const auto message = records::addMessage(
                database,
                {.chat = chat, .after = record->head, .text = text, .atMs = at, .face = options.face});
            if (!message)
                return message.error();
            sent.message = *message;
            if (record->title.isEmpty()) {
                if (auto titled = records::setTitle(database, chat, titleFrom(text), false); !titled)
                    return titled.error();
            }
            if (queues)
                return sent;
            if (auto noted = parking::attachNote(database, chat, *message, now); !noted)
                return noted.error();
            ReplyRecord reply = prototype;
            reply.message = *message;
            const auto id = addHead(database, reply, *record, ownChoice);
            if (!id)
                return id.error();
            sent.reply = *id;
            return sent;
        },
        [this, chat, options, queues, then](const Result<Sent> &sent) {
            messageTaken(chat, sent, options, queues, then);
        },
        options.patience);
}

void ReplyRoom::messageTaken(ChatId chat, const Result<Sent> &sent, const SendOptions &options, bool queued,
                             const Then<Sent> &then)
{
    const bool runs = std::any_of(m_replies.cbegin(), m_replies.cend(),
                                  [chat](const Reply *reply) { return reply->chat() == chat; });
    if (!sent && !queued && !runs) // a branch may have begun meanwhile
        m_busy.remove(chat);
    then(sent);
    if (!sent)
        return;
    Q_EMIT chatChanged(chat);
    if (sent->reply.isValid())
        start(sent->reply, chat, options, false);
    else if (!m_busy.contains(chat))
        sendNextQueued(chat); // the reply that it was queued behind has just ended
}

void ReplyRoom::start(ReplyId reply, ChatId chat, const SendOptions &options, bool resumed,
                      const std::function<void()> &begun)
{
    m_busy.insert(chat);
    m_starting.insert(reply, false);
    m_store.read<Reply::Stored>(
        this, [reply](QSqlDatabase &database) { return readStored(database, reply); },
        [this, reply, chat, options, resumed, begun](const Result<Reply::Stored> &stored) {
            const bool isStopped = m_starting.take(reply);
            if (!stored) {
                qCCritical(lcReply) << "a reply could not be read:" << stored.error().detail;
                m_busy.remove(chat);
                if (begun)
                    begun();
                return;
            }
            run(*stored, options, resumed, begun);
            if (isStopped)
                stop(reply);
        });
}

void ReplyRoom::run(const Reply::Stored &stored, const SendOptions &options, bool resumed,
                    const std::function<void()> &begun)
{
    const Reply::House house{.store = m_store,
                             .alarms = m_alarms,
                             .tools = m_tools,
                             .writingSlots = m_slots,
                             .broker = m_broker,
                             .keeper = m_parked,
                             .provider = [this](const ProviderChoice &choice) { return provider(choice); },
                             .settings = &m_settings};
    auto *reply = new Reply(stored, options, house, this);
    m_replies.insert(reply->id(), reply);
    connect(&reply->log(), &EventLog::happened, this,
            [this, id = reply->id()](const Event &event) { m_watchers.happened(id, event); });
    connect(reply, &Reply::stateChanged, this, [this, reply] { Q_EMIT chatChanged(reply->chat()); });
    connect(reply, &Reply::ended, this, [this, reply] { ended(reply); });
    Q_EMIT replyStarted(reply->chat(), reply->id());
    reply->begin(resumed, begun);
}

void ReplyRoom::ended(Reply *reply)
{
    const ChatId chat = reply->chat();
    const ReplyId id = reply->id();
    m_replies.remove(id);
    reply->deleteLater();
    m_busy.remove(chat);
    m_watchers.ended(id);
    Q_EMIT replyEnded(chat, id);
    Q_EMIT chatChanged(chat);
    sendNextQueued(chat);
}

void ReplyRoom::sendNextQueued(ChatId chat)
{
    const SendOptions options = m_lastOptions.value(chat);
    m_busy.insert(chat);
    std::ignore = m_looking[chat];
    const ReplyRecord prototype = newReply(chat, {}, {}, options);
    const bool ownChoice = options.provider.has_value();
    m_store.write<Sent>(
        Durability::AtOnce, this,
        [=, now = moment()](QSqlDatabase &database) -> Result<Sent> {
            const auto queued = records::queuedMessages(database, chat);
            if (!queued)
                return queued.error();
            const auto record = records::chat(database, chat);
            if (!record)
                return record.error();
            if (queued->isEmpty() || record->writing)
                return Sent{};
            const MessageRecord next = queued->first();
            if (auto set = records::setMessageAfter(database, next.id, record->head); !set)
                return set.error();
            if (auto noted = parking::attachNote(database, chat, next.id, now); !noted)
                return noted.error();
            ReplyRecord reply = prototype;
            reply.message = next.id;
            const auto id = addHead(database, reply, *record, ownChoice);
            if (!id)
                return id.error();
            return Sent{.chat = chat, .message = next.id, .reply = *id};
        },
        [this, chat, options](const Result<Sent> &sent) {
            const auto meanwhile = m_looking.take(chat);
            if (sent && sent->reply.isValid()) {
                start(sent->reply, chat, options, false);
                Q_EMIT chatChanged(chat);
            } else {
                m_busy.remove(chat);
            }
            for (const auto &send : meanwhile)
                send();
        });
}

Error ReplyRoom::busy()
{
    return {.code = Error::Code::Conflict,
            .text = QCoreApplication::translate(
                "heed::Replies", "A reply is being written in this chat. Wait for it, answer its "
                                 "question, or stop it first.")};
}

void ReplyRoom::stop(ReplyId reply)
{
    if (auto *running = m_replies.value(reply))
        running->stop();
    else if (m_starting.contains(reply))
        m_starting[reply] = true;
}

void ReplyRoom::closeQuestions(ChatId chat, const Then<int> &then)
{
    m_store.read<int>(
        this,
        [chat](QSqlDatabase &database) -> Result<int> {
            const auto record = records::chat(database, chat);
            if (!record)
                return record.error();
            return record->waiting;
        },
        [this, chat, then](const Result<int> &waiting) {
            if (!waiting) {
                then(waiting.error());
                return;
            }
            for (auto *reply : std::as_const(m_replies)) {
                if (reply->chat() == chat)
                    reply->stop();
            }
            m_parked.close(chat, [waiting, then](const Result<Done> &closed) {
                then(closed ? waiting : Result<int>(closed.error()));
            });
        });
}

void ReplyRoom::resume(std::optional<ChatId> chat, const SendOptions &options, const Then<int> &then)
{
    ++m_resuming;
    if (!chat)
        m_parked.take({}, [](const Result<int> &) {});
    struct Found {
        QList<ReplyRecord> replies{};
        QSet<ChatId> queued{};
    };
    m_store.write<Found>(
        Durability::AtOnce, this,
        [chat, process = m_process](QSqlDatabase &database) -> Result<Found> {
            const auto unfinished = records::unfinishedReplies(database);
            if (!unfinished)
                return unfinished.error();
            Found found;
            for (const auto &reply : *unfinished) {
                const bool wanted = !chat || reply.chat == *chat;
                if (!wanted || isProcessAlive(reply.owner))
                    continue;
                const auto claimed = records::claimReply(database, reply.id, reply.owner, process);
                if (!claimed)
                    return claimed.error();
                if (*claimed)
                    found.replies.append(reply);
            }
            const auto queued = records::queuedMessages(database, chat);
            if (!queued)
                return queued.error();
            for (const auto &message : *queued)
                found.queued.insert(message.chat);
            return found;
        },
        [this, options, then](const Result<Found> &found) {
            if (!found) {
                then(found.error());
                resumed();
                return;
            }
            // Told when the last of them has taken its first step: its question can then be answered.
            const int count = int(found->replies.size());
            const auto left = std::make_shared<int>(count);
            for (const auto &reply : found->replies) {
                m_lastOptions.insert(reply.chat, options);
                start(reply.id, reply.chat, options, true, [this, left, count, then] {
                    if (--*left > 0)
                        return;
                    then(count);
                    resumed();
                });
            }
            for (const ChatId waiting : found->queued) {
                m_lastOptions.insert(waiting, options);
                if (!m_busy.contains(waiting))
                    sendNextQueued(waiting);
            }
            if (count == 0) {
                then(0);
                resumed();
            }
        });
}

void ReplyRoom::whenResumed(std::function<void()> call)
{
    if (m_resuming > 0)
        m_afterResuming.push_back(std::move(call));
    else
        call();
}

void ReplyRoom::resumed()
{
    if (--m_resuming > 0)
        return;
    const auto calls = std::exchange(m_afterResuming, {});
    for (const auto &call : calls)
        call();
}

std::shared_ptr<Provider> ReplyRoom::provider(const ProviderChoice &choice)
{
    const QString key = QStringList{choice.kind, choice.baseUrl, choice.model, choice.keyFrom}.join(u'\n');
    auto &known = m_providers[key];
    if (!known)
        known = m_factory(choice);
    return known;
}

void ReplyRoom::watch(quint64 watch, ReplyId reply, qint64 after, const Watchers::Told &told)
{
    flush(reply);
    m_watchers.watch(watch, reply, after, told);
}

bool ReplyRoom::flush(ReplyId reply)
{
    auto *running = m_replies.value(reply);
    if (running)
        running->log().flush();
    return running || m_starting.contains(reply); // one that starts has told nothing
}

} // namespace heed
