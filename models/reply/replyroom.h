// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/reply/parkedquestions.h"
#include "models/reply/replies.h"
#include "models/reply/reply.h"
#include "models/reply/watchers.h"
#include "models/store/chatrecord.h"

#include <map>
#include <vector>

namespace heed {

//! What lives in the reply thread behind Replies: the running replies, the broker, slots, tools and
//! providers. Every function is called in the reply thread; every `then` is called there too.
class ReplyRoom final : public QObject
{
    Q_OBJECT
public:
    template <typename T>
    using Then = std::function<void(Result<T>)>;

    ReplyRoom(const Replies::Parts &parts, const ReplySettings &settings);
    ~ReplyRoom() override;

    //! Counts for running replies, too; providers are made anew for the next ones.
    void setSettings(const ReplySettings &settings);
    void createChat(const QString &title, const Then<ChatId> &then, Patience patience);
    void send(ChatId chat, const QString &text, const SendOptions &options, const Then<Sent> &then);
    void stop(ReplyId reply);
    void closeQuestions(ChatId chat, const Then<int> &then);
    void retry(ReplyId reply, const SendOptions &options, const Then<ReplyId> &then);
    void regenerate(ReplyId reply, const SendOptions &options, const Then<ReplyId> &then);
    void changeAnswer(const QuestionId &id, const Answer &answer, const SendOptions &options,
                      const Then<ReplyId> &then);
    void resume(std::optional<ChatId> chat, const SendOptions &options, const Then<int> &then);
    void watch(quint64 watch, ReplyId reply, qint64 after, const Watchers::Told &told);
    //! What it has told so far is in the database for whoever reads after this. False: it does not run here.
    bool flush(ReplyId reply);
    void unwatch(quint64 watch) { m_watchers.unwatch(watch); }
    [[nodiscard]] QuestionBroker &broker() { return m_broker; }
    [[nodiscard]] ParkedQuestions &parked() { return m_parked; }
    //! Runs what is about a question or a chat now, or, while interrupted replies are being taken up, right
    //! after that: an answer must not be quicker than its question, nor a message than the reply that it
    //! waits for.
    void whenResumed(std::function<void()> call);
    //! The program stops: every reply is left so that it can be resumed.
    void leave();

Q_SIGNALS:
    void replyStarted(heed::ChatId chat, heed::ReplyId reply);
    void replyEnded(heed::ChatId chat, heed::ReplyId reply);
    void chatChanged(heed::ChatId chat);

private:
    [[nodiscard]] ReplyRecord newReply(ChatId chat, MessageId message, const QJsonObject &chatProvider,
                                       const SendOptions &options) const;
    [[nodiscard]] std::shared_ptr<Provider> provider(const ProviderChoice &choice);
    //! A message was committed, or could not be. \a queued: a reply was being written when it came.
    void messageTaken(ChatId chat, const Result<Sent> &sent, const SendOptions &options, bool queued,
                      const Then<Sent> &then);
    void start(ReplyId reply, ChatId chat, const SendOptions &options, bool resumed,
               const std::function<void()> &begun = {});
    void run(const Reply::Stored &stored, const SendOptions &options, bool resumed,
             const std::function<void()> &begun);
    void ended(Reply *reply);
    void sendNextQueued(ChatId chat);
    void branch(ReplyId from, const SendOptions &options,
                std::function<Result<Done>(QSqlDatabase &, const ReplyRecord &, ReplyId)> fill,
                const Then<ReplyId> &then);
    void resumed();
    [[nodiscard]] static Error busy(); //!< a reply is being written in the chat
    [[nodiscard]] qint64 now() const { return m_alarms.clock().wallMs(); }
    [[nodiscard]] parking::Moment moment() const
    {
        return {.atMs = now(), .zone = m_alarms.clock().zone(), .process = m_process};
    }

    Store &m_store;
    Watchers m_watchers;
    Alarms m_alarms;
    ReplySettings m_settings;
    QString m_process;
    std::unique_ptr<QObject> m_besideTools{};
    ToolRegistry m_tools{};
    WritingSlots m_slots{};
    QuestionBroker m_broker;
    ParkedQuestions m_parked;
    ProviderFactory m_factory;
    std::map<QString, std::shared_ptr<Provider>> m_providers{};
    QHash<ReplyId, Reply *> m_replies{};
    QHash<ReplyId, bool> m_starting{}; //!< being read; true: to be stopped at once
    QSet<ChatId> m_busy{};             //!< a reply is being written, or about to be
    //! Chats whose queue is being looked at, since a reply has ended: messages that come meanwhile.
    QHash<ChatId, std::vector<std::function<void()>>> m_looking{};
    QHash<ChatId, SendOptions> m_lastOptions{}; //!< for queued messages
    int m_resuming = 0;
    std::vector<std::function<void()>> m_afterResuming{};
};

} // namespace heed
