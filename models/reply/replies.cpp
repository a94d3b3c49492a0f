// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/reply/replies.h"

#include "models/base/return.h"
#include "models/reply/replyroom.h"

#include <QThread>

namespace heed {

namespace {

void registerTypes()
{
    qRegisterMetaType<ChatId>();
    qRegisterMetaType<ReplyId>();
    qRegisterMetaType<Question>();
    qRegisterMetaType<Settlement>();
    qRegisterMetaType<Error>();
}

//! Brings a result back to the thread of the one who asked, while \a replies lives.
template <typename T>
std::function<void(Result<T>)> back(Replies *replies, QObject *context,
                                    const std::function<void(Result<T>)> &then)
{
    return [then, home = Return(context), alive = QPointer<Replies>(replies)](Result<T> result) {
        if (!then)
            return;
        home.post([then, alive, result = std::move(result)] {
            if (alive)
                then(result);
        });
    };
}

} // namespace

Replies::Replies(Parts parts, const ReplySettings &settings, QObject *parent)
    : QObject(parent)
    , m_parts(std::move(parts))
    , m_thread(new QThread(this))
{
    registerTypes();
    m_thread->setObjectName(QStringLiteral("reply"));
    // The room, its alarms, tools and providers must be born in the thread that they live in.
    connect(
        m_thread, &QThread::started, m_thread,
        [this, settings] {
            m_room = new ReplyRoom(m_parts, settings);
            connect(m_room, &ReplyRoom::replyStarted, this, &Replies::replyStarted, Qt::DirectConnection);
            connect(m_room, &ReplyRoom::replyEnded, this, &Replies::replyEnded, Qt::DirectConnection);
            connect(m_room, &ReplyRoom::chatChanged, this, &Replies::chatChanged, Qt::DirectConnection);
            connect(&m_room->broker(), &QuestionBroker::asked, this, &Replies::questionAsked,
                    Qt::DirectConnection);
            connect(&m_room->broker(), &QuestionBroker::changed, this, &Replies::questionChanged,
                    Qt::DirectConnection);
            connect(&m_room->broker(), &QuestionBroker::settled, this, &Replies::questionSettled,
                    Qt::DirectConnection);
        },
        Qt::DirectConnection);
    connect(m_parts.store, &Store::trouble, this, &Replies::storageTrouble);
    connect(m_parts.store, &Store::recovered, this, &Replies::storageRecovered);
    m_post->moveToThread(m_thread);
    m_thread->start();
}

Replies::~Replies()
{
    post([this] {
        m_room->leave();
        delete std::exchange(m_room, nullptr);
        m_thread->quit();
    });
    m_thread->wait();
    m_parts.store->flush();
}

template <typename Call>
void Replies::post(Call call)
{
    // What another thread asked for while the room was being left comes too late: there is nobody to do it.
    const auto unlessLeft = [this, call = std::move(call)] {
        if (m_room)
            call();
    };
    QMetaObject::invokeMethod(m_post.get(), unlessLeft, Qt::QueuedConnection);
}

void Replies::inReplyThread(const std::function<void()> &call)
{
    QMetaObject::invokeMethod(m_post.get(), call, Qt::QueuedConnection);
}

Store &Replies::store() const
{
    return *m_parts.store;
}

const Clock &Replies::clock() const
{
    return *m_parts.clock;
}

void Replies::setSettings(const ReplySettings &settings)
{
    post([this, settings] { m_room->setSettings(settings); });
}

void Replies::createChat(const QString &title, QObject *context, const Then<ChatId> &then, Patience patience)
{
    post([this, title, patience, then = back<ChatId>(this, context, then)] {
        m_room->createChat(title, then, patience);
    });
}

void Replies::send(ChatId chat, const QString &text, const SendOptions &options, QObject *context,
                   const Then<Sent> &then)
{
    post([this, chat, text, options, then = back<Sent>(this, context, then)] {
        m_room->whenResumed([=, this] { m_room->send(chat, text, options, then); });
    });
}

void Replies::stop(ReplyId reply)
{
    post([this, reply] { m_room->whenResumed([this, reply] { m_room->stop(reply); }); });
}

void Replies::retry(ReplyId reply, const SendOptions &options, QObject *context, const Then<ReplyId> &then)
{
    post([this, reply, options, then = back<ReplyId>(this, context, then)] {
        m_room->whenResumed([=, this] { m_room->retry(reply, options, then); });
    });
}

void Replies::regenerate(ReplyId reply, const SendOptions &options, QObject *context,
                         const Then<ReplyId> &then)
{
    post([this, reply, options, then = back<ReplyId>(this, context, then)] {
        m_room->whenResumed([=, this] { m_room->regenerate(reply, options, then); });
    });
}

void Replies::answer(const QuestionId &id, const Answer &answer, const AnswerSource &source, QObject *context,
                     const Then<Settlement> &then)
{
    post([this, id, answer, source, then = back<Settlement>(this, context, then)] {
        m_room->whenResumed([=, this] { m_room->broker().answer(id, answer, source, then); });
    });
}

void Replies::changeAnswer(const QuestionId &id, const Answer &answer, const SendOptions &options,
                           QObject *context, const Then<ReplyId> &then)
{
    post([this, id, answer, options, then = back<ReplyId>(this, context, then)] {
        m_room->whenResumed([=, this] { m_room->changeAnswer(id, answer, options, then); });
    });
}

void Replies::setOnItsWay(QObject *context, std::function<bool(const QuestionId &)> isOnItsWay)
{
    post([this, context = QPointer(context), isOnItsWay = std::move(isOnItsWay)] {
        m_room->broker().setOnItsWay(context, isOnItsWay);
    });
}

void Replies::confirmShown(const QuestionId &id, Face face)
{
    post([this, id, face] {
        m_room->whenResumed([this, id, face] { m_room->broker().confirmShown(id, face); });
    });
}

void Replies::saveDraft(const QuestionId &id, const QString &draft)
{
    post([this, id, draft] { m_room->broker().saveDraft(id, draft); });
}

void Replies::keepWaiting(const QuestionId &id)
{
    post([this, id] { m_room->whenResumed([this, id] { m_room->broker().keepWaiting(id); }); });
}

void Replies::park(const QuestionId &id, QObject *context, const Then<bool> &then)
{
    post([this, id, then = back<bool>(this, context, then)] {
        m_room->whenResumed([=, this] { m_room->broker().park(id, then); });
    });
}

void Replies::takeParked(std::optional<ChatId> chat, QObject *context, const Then<int> &then)
{
    post([this, chat, then = back<int>(this, context, then)] { m_room->parked().take(chat, then); });
}

void Replies::closeQuestions(ChatId chat, QObject *context, const Then<int> &then)
{
    post([this, chat, then = back<int>(this, context, then)] {
        m_room->whenResumed([=, this] { m_room->closeQuestions(chat, then); });
    });
}

void Replies::resume(std::optional<ChatId> chat, const SendOptions &options, QObject *context,
                     const Then<int> &then)
{
    post([this, chat, options, then = back<int>(this, context, then)] {
        m_room->resume(chat, options, then);
    });
}

quint64 Replies::watch(ReplyId reply, qint64 after, QObject *context,
                       const std::function<void(const QList<Event> &)> &told)
{
    const quint64 id = ++m_lastWatch;
    if (context)
        connect(context, &QObject::destroyed, this, [this, id] { unwatch(id); });
    post([this, id, reply, after, told, home = Return(context), alive = QPointer<Replies>(this)] {
        m_room->watch(id, reply, after, [told, home, alive](const QList<Event> &events) {
            home.post([told, alive, events] {
                if (alive)
                    told(events);
            });
        });
    });
    return id;
}

void Replies::unwatch(quint64 watch)
{
    post([this, watch] { m_room->unwatch(watch); });
}

void Replies::flush(ReplyId reply, QObject *context, const std::function<void(bool runsHere)> &then)
{
    post([this, reply, then, home = Return(context)] {
        const bool runsHere = m_room->flush(reply);
        home.post([then, runsHere] { then(runsHere); });
    });
}

} // namespace heed
