// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/reply/replies.h"
#include "models/store/questionrecord.h"
#include "models/store/replyrecord.h"

#include <QObject>
#include <QSet>

namespace heed {

//! What a chat was like when it was opened.
struct OpenedChat {
    ChatId chat{};
    QString title{};
    QString lastMessage{}; //!< empty for a new chat
    QString lastReply{};   //!< its text so far
    ReplyId unfinished{};  //!< a reply that was interrupted and can be taken up
    qint64 lastSeq = 0;    //!< of that reply
    std::optional<Question> waiting{};
    QString draft{};                     //!< what was typed as its answer and not sent
    std::optional<Event> waitingEvent{}; //!< the `question` event of that question
};

//! One chat as the terminal follows it, whatever the terminal's form: opens or makes it, takes up what was
//! interrupted, sends, answers, and tells what happens in order.
//!
//! Lives in its owner's thread (the main thread of a command); signals come from the event loop.
class ChatSession final : public QObject
{
    Q_OBJECT
public:
    ChatSession(Replies &replies, const SendOptions &options, QObject *parent = nullptr);

    //! opened() or cannotOpen() follows.
    void open(ChatId chat);
    void create();
    //! Takes up the reply that was interrupted, if any. cannotOpen() when another process was quicker.
    void takeUp();
    //! Takes up the reply that another process was writing when it ended. tookOver() follows, or problem()
    //! when there is none or its process lives.
    void takeOver();

    void send(const QString &text);
    //! False when no reply is being written here.
    bool stop();
    //! The same when none is: a reply whose process ended is taken over and stopped; problem() follows when
    //! another process writes it, or nobody.
    void stopElsewhere();
    //! Carries on from the last complete turn of the reply that failed or was stopped. False when there is
    //! none.
    bool retry();
    void answer(const QuestionId &id, const Answer &answer);
    //! The same for a question of this chat that this run has not shown: the program that answered it was
    //! lost before it heard that its answer was taken. When it was, its event is told again.
    void answerAgain(const QuestionId &id, const Answer &answer);
    void confirmShown(const QuestionId &id);
    void saveDraft(const QuestionId &id, const QString &draft);
    void keepWaiting();
    //! figures() follows, or problem() when there is no reply yet.
    void askFigures();

    [[nodiscard]] ChatId chat() const { return m_chat; }
    [[nodiscard]] QString title() const { return m_title; }
    [[nodiscard]] const std::optional<Question> &waiting() const { return m_waiting; }
    [[nodiscard]] bool isWriting() const { return !m_writing.isEmpty(); }
    //! A reply is being written, or a message is on its way to one.
    [[nodiscard]] bool isBusy() const { return isWriting() || m_sending > 0 || !m_queued.isEmpty(); }
    //! A message or an answer is being committed.
    [[nodiscard]] bool isHandingIn() const { return m_sending > 0 || m_answering > 0; }
    //! Whether the last reply that ended was done (not stopped, not failed).
    [[nodiscard]] bool wentWell() const { return m_wentWell; }
    [[nodiscard]] Replies &replies() const { return m_replies; }

Q_SIGNALS:
    void opened(const heed::OpenedChat &chat);
    void cannotOpen(const heed::Error &error);
    //! The process that wrote the chat's reply has ended; this one carries it on. The chat as it is now.
    void tookOver(const heed::OpenedChat &chat);
    void eventCame(heed::ReplyId reply, const heed::Event &event);
    void questionCame(const heed::Question &question);
    void questionMoved(const heed::Question &question);
    void questionEnded(const heed::Question &question, const heed::Settlement &settlement);
    //! The message waits for the running reply to end. Its `started` event then names it.
    void queued(heed::MessageId message);
    //! What this face answered was taken.
    void answerTaken(const heed::Settlement &settlement);
    //! Something that was asked for could not be done.
    void problem(const heed::Error &error);
    //! Nothing is being written any more.
    void idle();
    void figures(const heed::ReplyRecord &reply);

private:
    void connectReplies();
    void follow(ReplyId reply, qint64 after);
    void take(ReplyId reply, const QList<Event> &events);
    void tellIdle();
    void tellQuestion();
    void sent(const QString &text, const Result<Sent> &sent);
    void takeOver(const std::function<void(const Result<bool> &)> &then);
    void carryOn(const OpenedChat &chat, const std::function<void(const Result<bool> &)> &then);
    void fail(const Error &error);
    [[nodiscard]] static Error othersWereQuicker();
    void answered(const Result<Settlement> &settled);
    void readTitle();

    Replies &m_replies;
    SendOptions m_options;
    ChatId m_chat{};
    QString m_title{};
    OpenedChat m_opened{};
    QSet<qint64> m_followed{}; //!< replies whose events are told
    QSet<qint64> m_writing{};  //!< of these, those that have not ended
    QSet<qint64> m_queued{};   //!< messages that wait for a reply
    int m_sending = 0;
    int m_answering = 0;
    int m_readingTitle = 0; //!< reads of it under way
    ReplyId m_last{};
    bool m_wentWell = true;
    std::optional<Question> m_waiting{};
    bool m_isTakenUp = false; //!< the reply that was interrupted, and told so
    QuestionId m_reached{};   //!< the question up to whose event everything was told, until it is told itself
};

} // namespace heed

Q_DECLARE_METATYPE(heed::OpenedChat)
