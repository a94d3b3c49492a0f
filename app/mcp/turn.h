// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/mcp/turnreport.h"
#include "app/mcp/workshop.h"
#include "models/base/alarms.h"

#include <QObject>
#include <QSet>

namespace heed {

//! What `respond` was called with.
struct TurnRequest {
    QString thread{};
    QString prompt{};
    QString model{}; //!< empty: the chat's, or the setting
};

//! What the call allows that waits for a turn.
struct CallTerms {
    qint64 startedMs = 0;     //!< monotonic
    bool hasProgress = false; //!< the caller shows progress, and so waits longer
};

//! One `respond`: takes up what an earlier process left in the thread, sends the prompt, and holds the call
//! while a question waits; in the end, parks the question and lets the model end its turn (book 7.3).
//!
//! The one state machine behind both eras of the protocol: the wires attach and detach calls, show forms, and
//! hand in what the person wrote there. Lives in the main thread.
class Turn final : public QObject
{
    Q_OBJECT
public:
    //! All outlive this.
    Turn(const TurnRequest &request, Workshop &workshop, Alarms &alarms, QObject *parent = nullptr);
    ~Turn() override;

    void begin();
    //! A call waits for the report. Several may, when a client repeats one.
    void attach(QObject *call, const CallTerms &terms);
    //! It waits no longer: when none does, the question is parked, or the reply stopped.
    void detach(QObject *call);
    //! The caller went to ask its person: the question is held that long without a call.
    void lend(QObject *call, qint64 untilWallMs);
    [[nodiscard]] bool isLent() const { return m_lentUntilMs.has_value(); }
    //! What the person wrote into the client's form.
    void answer(const Answer &answer, Patience patience, const Replies::Then<Settlement> &then);
    //! Lets the reply go on without an answer, now.
    void park();
    //! Ends the reply; what waits and is not parked is withdrawn.
    void stop();

    [[nodiscard]] const QString &thread() const { return m_request.thread; }
    [[nodiscard]] ChatId chat() const { return m_chat; }
    [[nodiscard]] bool hasBegun() const { return m_step != Step::New; }
    [[nodiscard]] const std::optional<Question> &waiting() const { return m_waiting; }
    [[nodiscard]] const std::optional<TurnReport> &report() const { return m_report; }

Q_SIGNALS:
    void chatKnown(heed::ChatId chat, bool made);
    void chatForgotten(); //!< that was made for this turn, and in which nothing was said
    void asked(const heed::Question &question);    //!< stored, filed, and the person told
    void questionOver(const heed::QuestionId &id); //!< answered, ended or parked: a form for it is withdrawn
    void finished(const heed::TurnReport &report);

private:
    enum class Step { New, Opening, CatchingUp, Sending, Running, Reporting, Over };

    void open();
    void findChat();
    void forgetChat();
    void finishUnbegun();
    void catchUp();
    void caughtUp();
    void send();
    void sent(const Result<Sent> &sent);
    void happened(const QList<Event> &events);
    void questionAsked(const Question &question);
    void questionSettled(const Question &question);
    void replyEnded(ReplyId reply);
    //! The model's next figures have it, too; a turn that is stopped has none.
    void countWaiting();
    void armHold();
    void ended(TurnReport::State state, const QString &notice);
    void finish(const TurnReport &report);
    void fail(const Error &error);
    [[nodiscard]] QString noticeOf(const QList<QuestionRecord> &questions, const QString &notice) const;
    [[nodiscard]] SendOptions options() const;
    [[nodiscard]] qint64 now() const { return m_alarms.clock().monotonicMs(); }

    TurnRequest m_request;
    Workshop &m_workshop;
    Alarms &m_alarms;
    Replies *m_replies = nullptr;
    Step m_step = Step::New;
    ChatId m_chat{};
    ReplyId m_reply{};
    QHash<QObject *, CallTerms> m_calls{};
    QSet<ReplyId> m_takenUp{}; //!< replies of a process that has gone, which go first
    bool m_resumed = false;
    bool m_stopping = false;
    bool m_isMade = false; //!< the thread, by this turn: nothing was said in it before
    bool m_parked = false; //!< a question of this turn
    std::optional<Question> m_waiting{};
    qint64 m_askedMs = 0;                  //!< monotonic
    std::optional<qint64> m_lentUntilMs{}; //!< wall
    Alarms::Handle m_hold = 0;
    QStringList m_texts{QString()}; //!< of the model's turns
    QJsonObject m_usage{};
    std::optional<TurnReport> m_report{};
};

} // namespace heed
