// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/provider/modelrequest.h"
#include "models/store/chatrecord.h"

namespace heed {

enum class ReplyState { Running, Waiting, Done, Stopped, Failed };

//! What a reply cost. Model, tool and person never mixed. Milliseconds and tokens.
struct Figures {
    qint64 modelMs = 0;
    qint64 toolMs = 0;
    qint64 waitedMs = 0; //!< for the person
    std::optional<qint64> firstTokenMs{};
    qint64 tokensIn = 0;
    qint64 tokensOut = 0;
    int modelTurns = 0;
};

//! The model's whole response to one message.
struct ReplyRecord {
    ReplyId id{};
    ChatId chat{};
    MessageId message{};
    ReplyId branchedFrom{}; //!< regenerated, or an answer was changed: the reply it departs from
    ReplyState state = ReplyState::Running;
    Face face = Face::Window;
    QJsonObject provider{}; //!< ProviderChoice as JSON
    QString model{};
    QString owner{}; //!< the process that runs it, "pid:start time"; empty: nobody
    qint64 startedMs = 0;
    std::optional<qint64> finishedMs{};
    qint64 researchUsedMs = 0; //!< research time used so far; stands still while a question waits
    int questions = 0;         //!< asked in this reply
    int fruitless = 0;         //!< tool calls in a row that brought nothing new
    bool concluding = false;   //!< the next model turn is the last one, without tools
    Figures figures{};
    QString reason{}; //!< of done, stopped or failed
};

//! One tool call of a model turn, with its result when it has one.
struct CallRecord {
    CallId id{};
    ToolCall call{};
    std::optional<QString> result{};
    bool ok = true;
    QString summary{};
};

//! One complete model turn. The list of them is the state of a reply (book 3.1).
struct TurnRecord {
    int number = 0; //!< 0-based within the reply
    QString text{};
    QString thinking{};
    QJsonObject echo{};
    QString finish{};
    QList<CallRecord> calls{};
};

//! A row of the event log: one event, or a run of text deltas with consecutive numbers.
struct EventRow {
    qint64 seq = 0; //!< of the last event in the row
    qint64 firstSeq = 0;
    qint64 atMs = 0;
    QString type{};
    QJsonObject fields{}; //!< for runs of text: {"deltas": [...]}, one per number
};

namespace records {

[[nodiscard]] Result<ReplyId> addReply(QSqlDatabase &database, const ReplyRecord &reply);
[[nodiscard]] Result<ReplyRecord> reply(QSqlDatabase &database, ReplyId id);
//! Writes everything that changes in a reply (state, owner, finished, budget, figures, reason, model).
[[nodiscard]] Result<Done> saveReply(QSqlDatabase &database, const ReplyRecord &reply);
//! Running and waiting replies, oldest first; those of a chat in the trash are left out.
[[nodiscard]] Result<QList<ReplyRecord>> unfinishedReplies(QSqlDatabase &database);
//! Takes over a reply from \a from ("pid:start", or empty). False: somebody else was quicker.
[[nodiscard]] Result<bool> claimReply(QSqlDatabase &database, ReplyId id, const QString &from,
                                      const QString &to);
//! The newest reply of a chat's shown branch, if any.
[[nodiscard]] Result<std::optional<ReplyRecord>> headReply(QSqlDatabase &database, ChatId chat);

//! Appends a complete turn; gives the rows of its calls, in order. The reply's text is indexed for search.
[[nodiscard]] Result<QList<CallId>> addTurn(QSqlDatabase &database, ReplyId reply, const TurnRecord &turn);
[[nodiscard]] Result<QList<TurnRecord>> turns(QSqlDatabase &database, ReplyId reply);
//! Sets a call's result if it has none yet; false when it had one.
[[nodiscard]] Result<bool> setCallResult(QSqlDatabase &database, CallId call, const QString &result, bool ok,
                                         const QString &summary);
//! Copies the turns of one reply up to and including turn \a lastTurn into another (branching). The result of
//! \a without is left out. Gives the new row of that call.
[[nodiscard]] Result<CallId> copyTurns(QSqlDatabase &database, ReplyId from, ReplyId to, int lastTurn,
                                       CallId without);
//! Same, without a call left out (try again from the last complete turn).
[[nodiscard]] Result<Done> copyTurns(QSqlDatabase &database, ReplyId from, ReplyId to, int lastTurn);

[[nodiscard]] Result<Done> addEvents(QSqlDatabase &database, ReplyId reply, const QList<EventRow> &rows);
//! Rows that hold an event with a number above \a after, in order.
[[nodiscard]] Result<QList<EventRow>> events(QSqlDatabase &database, ReplyId reply, qint64 after);
[[nodiscard]] Result<qint64> lastSeq(QSqlDatabase &database, ReplyId reply);
//! The highest number that an event of any reply in the chat has; a new reply's begin above it.
[[nodiscard]] Result<qint64> lastSeqInChat(QSqlDatabase &database, ChatId chat);

//! One step of a branch: a message and the reply to it (no reply: it is queued or was never started).
struct BranchStep {
    MessageRecord message{};
    std::optional<ReplyRecord> reply{};
    QList<ReplyId> siblings{};          //!< all replies to this message, oldest first
    QList<MessageId> messageSiblings{}; //!< all messages after the same reply, oldest first
};
//! The shown branch of a chat, oldest first: walks up from the head, and ends with the queued messages.
[[nodiscard]] Result<QList<BranchStep>> branch(QSqlDatabase &database, ChatId chat);
//! At most \a most steps of a branch that end with the reply \a last (the head, to begin with), oldest first;
//! without queued messages. The step before is `steps.first().message.after`.
[[nodiscard]] Result<QList<BranchStep>> branchEnd(QSqlDatabase &database, ReplyId last, int most);

//! The last reply of the branch that goes on from this one, by the newest at every fork: what to show when a
//! person switches to it.
[[nodiscard]] Result<ReplyId> newestEnd(QSqlDatabase &database, ReplyId reply);

} // namespace records
} // namespace heed

Q_DECLARE_METATYPE(heed::ReplyRecord)
