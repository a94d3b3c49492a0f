// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/alarms.h"
#include "models/provider/provider.h"
#include "models/question/question.h"
#include "models/reply/event.h"
#include "models/reply/replysettings.h"
#include "models/store/store.h"
#include "models/tool/tool.h"

#include <QObject>
#include <functional>
#include <memory>

class QThread;

namespace heed {

class ReplyRoom;

//! What comes with a message.
struct SendOptions {
    Face face = Face::Window;
    bool personIsThere = true;                 //!< false: nobody can answer, ask_user is not offered
    bool readOnly = false;                     //!< tools that write are not offered (voice)
    bool queueWhenBusy = true;                 //!< false: Conflict while a reply is being written
    Patience patience = Patience::KeepsTrying; //!< for the message; its reply is kept in any case
    std::optional<ProviderChoice> provider{};  //!< for this run only; else the chat's, else the setting
};

//! What a message became.
struct Sent {
    ChatId chat{};
    MessageId message{};
    ReplyId reply{}; //!< not valid while the message is queued behind a running reply
};

//! Every reply of this process, and the only way for a face to talk to them.
//!
//! \par Threads
//! Made and destroyed in the thread of its owner (the GUI thread, or the main thread of a command). It owns
//! the reply thread, where the replies, the question broker, tools and providers live. All functions return
//! at once and are called in the thread of their \a context; a `then` runs back there, after commit, and not
//! at all when the context has died. Signals are emitted in the reply thread: connect with a context object.
//!
//! \par What "done" means
//! A `then` with a value means: committed to disk. Before that nothing is acknowledged.
class Replies : public QObject
{
    Q_OBJECT
public:
    //! Things that must be made in the reply thread are made there by these.
    struct Parts {
        Store *store = nullptr;       //!< outlives this
        const Clock *clock = nullptr; //!< outlives this
        QByteArray secretKey{};       //!< for the digests that number secrets; never a secret itself
        QString process{};            //!< who runs the replies; empty: processIdentity()
        std::function<ProviderFactory(Alarms &)> providers{};
        //! Registers every tool; what it gives back lives in the reply thread as long as the tools do (it may
        //! be nothing).
        std::function<std::unique_ptr<QObject>(ToolRegistry &, Alarms &)> tools{};
    };
    template <typename T>
    using Then = std::function<void(Result<T>)>;

    explicit Replies(Parts parts, const ReplySettings &settings, QObject *parent = nullptr);
    //! Leaves running replies as they are in the database (they resume), waits for the reply thread to end.
    ~Replies() override;

    void setSettings(const ReplySettings &settings);

    void createChat(const QString &title, QObject *context, const Then<ChatId> &then,
                    Patience patience = Patience::KeepsTrying);
    //! A message of the person's. Starts a reply, or queues the message when one is being written.
    void send(ChatId chat, const QString &text, const SendOptions &options, QObject *context,
              const Then<Sent> &then);
    //! Ends the wait at once and stops the reply; nothing happens when it has ended.
    void stop(ReplyId reply);
    //! A new reply that carries on from the last complete turn of a failed or stopped one.
    void retry(ReplyId reply, const SendOptions &options, QObject *context, const Then<ReplyId> &then);
    //! A new reply to the same message, from the beginning.
    void regenerate(ReplyId reply, const SendOptions &options, QObject *context, const Then<ReplyId> &then);

    //! The person's answer, from a face that showed the question. The same answer again is the same answer;
    //! another one is refused with Conflict ("already answered"); the settlement tells what counts.
    void answer(const QuestionId &id, const Answer &answer, Face face, QObject *context,
                const Then<Settlement> &then)
    {
        this->answer(id, answer, AnswerSource{.face = face}, context, then);
    }
    //! The same for an answer that was given in another process.
    void answer(const QuestionId &id, const Answer &answer, const AnswerSource &source, QObject *context,
                const Then<Settlement> &then);
    //! Branches the chat at an answered question: the old branch is kept, the new answer carries on as a new
    //! reply.
    void changeAnswer(const QuestionId &id, const Answer &answer, const SendOptions &options,
                      QObject *context, const Then<ReplyId> &then);
    //! \a isOnItsWay is asked, in the reply thread, before a passed deadline ends a question: whether an
    //! answer that was given in time comes through answer() in a moment. \a context lives in the reply
    //! thread.
    void setOnItsWay(QObject *context, std::function<bool(const QuestionId &)> isOnItsWay);
    //! A face showed or spoke the question. Without one within 10 s the outcome is not_shown.
    void confirmShown(const QuestionId &id, Face face);
    //! Keeps what the person is typing; also moves a near deadline away while somebody types.
    void saveDraft(const QuestionId &id, const QString &draft);
    //! Takes the deadline away: the question now waits until it is answered.
    void keepWaiting(const QuestionId &id);

    //! Lets the reply go on without an answer (book 7.3): ask_user gets the waiting text as its result, while
    //! the question waits on, beyond the end of the reply and of this process. Its end becomes a note with
    //! which the chat's next reply begins. \a then gets false when the question has ended already.
    void park(const QuestionId &id, QObject *context, const Then<bool> &then);
    //! Takes the parked questions of processes that have gone, all or those of one chat, into this one: they
    //! come through questionAsked() and can be answered here. \a then gets how many there were.
    void takeParked(std::optional<ChatId> chat, QObject *context, const Then<int> &then);
    //! The chat is closed: its reply is stopped and whatever waits in it is withdrawn, parked questions too.
    //! \a then gets how many questions there were.
    void closeQuestions(ChatId chat, QObject *context, const Then<int> &then);

    //! Takes up the unfinished replies whose process has gone, all (with the parked questions) or those of
    //! one chat. Waiting questions come back through questionAsked(). \a then gets how many there were, once
    //! their questions can be answered.
    void resume(std::optional<ChatId> chat, const SendOptions &options, QObject *context,
                const Then<int> &then);

    //! Every event after \a after, in order and once: replayed from the database, then as they happen. Ends
    //! with the context, with unwatch(), or with the reply. Also replays replies that have ended.
    quint64 watch(ReplyId reply, qint64 after, QObject *context,
                  const std::function<void(const QList<Event> &)> &told);
    void unwatch(quint64 watch);
    //! Hands what the reply has told so far to the store: what is read after \a then sees it. \a then gets
    //! whether the reply runs here; of another, more may have been told than is stored.
    void flush(ReplyId reply, QObject *context, const std::function<void(bool runsHere)> &then);

    //! Runs something in the reply thread, for what was made there by Parts::tools.
    void inReplyThread(const std::function<void()> &call);

    [[nodiscard]] Store &store() const;
    [[nodiscard]] const Clock &clock() const;

Q_SIGNALS:
    //! A reply began (or was taken up again after a restart).
    void replyStarted(heed::ChatId chat, heed::ReplyId reply);
    //! All committed already: what a face shows is in the database.
    void questionAsked(const heed::Question &question);
    void questionChanged(const heed::Question &question); //!< its deadline moved
    void questionSettled(const heed::Question &question, const heed::Settlement &settlement);
    void replyEnded(heed::ChatId chat, heed::ReplyId reply);
    //! Title, order, head or waiting count of a chat changed.
    void chatChanged(heed::ChatId chat);
    //! The database cannot be written; replies pause. \sa Store::trouble
    void storageTrouble(const heed::Error &error);
    void storageRecovered();

private:
    template <typename Call>
    void post(Call call); //!< runs in the reply thread

    Parts m_parts;
    QThread *m_thread;
    std::unique_ptr<QObject> m_post =
        std::make_unique<QObject>(); //!< in the reply thread: what is posted to it runs there
    ReplyRoom *m_room = nullptr;     //!< lives in, and is touched only by, the reply thread
    std::atomic<quint64> m_lastWatch = 0;
};

} // namespace heed

Q_DECLARE_METATYPE(heed::Sent)
