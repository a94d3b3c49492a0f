// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/alarms.h"
#include "models/provider/provider.h"
#include "models/question/broker.h"
#include "models/question/outcometext.h"
#include "models/reply/asking.h"
#include "models/reply/context.h"
#include "models/reply/eventlog.h"
#include "models/reply/replies.h"
#include "models/reply/researchbudget.h"
#include "models/reply/writingslots.h"
#include "models/tool/tool.h"

#include <QObject>
#include <QPointer>

namespace heed {

//! One reply as a state machine on the reply thread (book 3.1). Every slot ends in advance(), which looks at
//! the last model turn and does what is next: run its calls, ask for another turn, or end. Starting a reply
//! and taking one up after a crash enter at the same place; the stored turns are the state.
//!
//! "Waiting" is a state, not a blocked thread. Owned by the reply room; deleted after ended().
class Reply final : public QObject, private Asker
{
    Q_OBJECT
public:
    //! What all replies share. Everything outlives the replies.
    struct House {
        Store &store;
        Alarms &alarms;
        ToolRegistry &tools;
        WritingSlots &writingSlots;
        QuestionBroker &broker;
        Asker &keeper; //!< takes the parked questions of a reply that has ended
        std::function<std::shared_ptr<Provider>(const ProviderChoice &)> provider;
        const ReplySettings *settings;
    };
    //! What is in the database about it.
    struct Stored {
        ReplyRecord record{};
        History history{};
        QList<TurnRecord> turns{};
        QList<QuestionRecord> questions{};
        qint64 lastSeq = 0; //!< its last event's, or of the chat when it has none
        bool startIsStored = false;
    };

    Reply(const Stored &stored, const SendOptions &options, const House &house, QObject *parent = nullptr);
    ~Reply() override;

    //! \a resumed: it was interrupted; says so, and its numbers jump so that no watcher sees one twice.
    //! \a begun runs from the event loop once its first step is done: a question that waited waits again.
    void begin(bool resumed, const std::function<void()> &begun = {});
    //! Ends the wait and the reply; what came so far is kept.
    void stop();
    //! The program stops: leaves everything in the database so that it can be resumed.
    void leave();
    void notice(const QString &code, const QString &text);

    [[nodiscard]] ReplyId id() const { return m_record.id; }
    [[nodiscard]] ChatId chat() const { return m_record.chat; }
    [[nodiscard]] EventLog &log() { return m_log; }

Q_SIGNALS:
    void ended();
    void stateChanged(); //!< running, waiting: for the chat list

private:
    // The loop (reply.cpp).
    void advance();
    void advanceLater();
    void runCalls(const TurnRecord &turn);
    void runTool(const CallRecord &record);
    void endTool(CallId call, const ToolOutcome &outcome);
    void toolEnded(CallId call, const ToolOutcome &outcome);
    void setResult(CallRecord &record, ToolOutcome outcome);
    void noteProgress(const CallRecord &record, ToolOutcome &outcome);
    void researchOver();

    // A model turn (replyturn.cpp).
    void requestTurn();
    void takeSlot(std::function<void()> then);
    void leaveSlot();
    void condense(qsizetype steps);
    void condensed(qsizetype steps, const TurnResult &result);
    void sendRequest(const ModelRequest &request);
    void connectTurn();
    void turnFinished(const TurnResult &result);
    void storeTurn(const TurnResult &result);
    [[nodiscard]] int contextTokens() const;
    [[nodiscard]] QList<ToolSpec> offeredTools() const;
    [[nodiscard]] QJsonObject usageFields() const;

    // Questions (replyquestions.cpp).
    void ask(const QList<CallRecord> &calls);
    void fileQuestions(const QList<AskDecision> &decisions);
    void notFiled(const QList<AskDecision> &decisions, RefusalReason why);
    void refuse(const AskDecision &decision);
    void waitFor(const Question &question, const QList<Face> &shownOn);
    void openNext();
    void commitSettlement(const Question &question, const Settlement &settlement,
                          std::function<void(Result<bool>)> committed) override;
    void commitPark(const Question &question, std::function<void(Result<bool>)> committed) override;
    void parked(const Question &question, const QList<Settlement> &refusals);
    //! What is queued behind a question that is parked is not asked.
    [[nodiscard]] QList<Settlement> refusalsBehind() const;
    void settled(const Question &question, const Settlement &settlement, const QString &result);
    void setRunning();
    [[nodiscard]] AskRules askRules() const;
    [[nodiscard]] bool isWaiting() const;
    //! Every question of the reply that is open in the database: one may have been filed after the reply last
    //! looked.
    [[nodiscard]] static Result<QList<Settlement>> withdraw(QSqlDatabase &database, ReplyId reply,
                                                            const Settlement &withdrawal);

    // Ends (replyend.cpp).
    void complete();
    void fail(const QString &code, const QString &text);
    void end(ReplyState state, EventType type, const QJsonObject &fields);
    void cancelWork();
    void noteUnsupportedClaims();

    [[nodiscard]] ReplyRecord snapshot();
    [[nodiscard]] CallRecord *findCall(CallId id);
    [[nodiscard]] TurnRecord *lastTurn() { return m_turns.isEmpty() ? nullptr : &m_turns.last(); }
    [[nodiscard]] qint64 now() const { return m_house.alarms.clock().wallMs(); }
    [[nodiscard]] qint64 monotonic() const { return m_house.alarms.clock().monotonicMs(); }
    //! Writes; a database that refuses (rather than being full or locked) ends the reply with a sentence.
    void write(Durability durability, std::function<Result<Done>(QSqlDatabase &)> work,
               std::function<void()> then = {});

    ReplyRecord m_record;
    History m_history;
    QList<TurnRecord> m_turns;
    QList<QuestionRecord> m_questions;
    SendOptions m_options;
    House m_house;
    EventLog m_log;
    bool m_startIsStored;
    ResearchBudget m_budget;
    std::shared_ptr<Provider> m_provider{};

    WritingSlots::Ticket m_slot = 0;
    QPointer<ModelTurn> m_modelTurn{};
    QString m_partialText{}; //!< of the running model turn
    QString m_partialThinking{};
    qint64 m_turnStartedMs = 0; //!< monotonic
    bool m_condensingFailed = false;
    bool m_turnPending = false; //!< waiting for a slot or for a model turn
    struct RunningTool {
        QPointer<ToolRun> run{};
        Alarms::Handle limit = 0;
        qint64 startedMs = 0; //!< monotonic
    };
    QHash<CallId, RunningTool> m_tools{};
    QSet<QString> m_seenResults{};
    QSet<CallId> m_started{}; //!< calls that are running, waiting for the person, or being committed
    bool m_ending = false;    //!< an end is being committed, or the program stops
};

} // namespace heed
