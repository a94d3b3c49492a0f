// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/alarms.h"
#include "models/base/result.h"
#include "models/question/question.h"
#include "models/question/secretmarks.h"
#include "models/store/store.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <functional>
#include <vector>

namespace heed {

//! Who asked: commits the end of a question together with everything that depends on it (the call's result,
//! the fact, the audit, the events), in one transaction.
class Asker
{
public:
    //! \a committed gets true after commit, false when the question had been settled already (by another
    //! process).
    virtual void commitSettlement(const Question &question, const Settlement &settlement,
                                  std::function<void(Result<bool>)> committed) = 0;
    //! Commits that the question is parked (its parkedMs is set): the call gets the waiting text as its
    //! result, the reply goes on, and the question waits on. \a committed as above.
    virtual void commitPark(const Question &question, std::function<void(Result<bool>)> committed) = 0;

protected:
    ~Asker() = default;
};

//! All faces answer through one broker (book 2.7): the first valid answer wins, whatever face it came from; a
//! later one is told so; no answer reaches another question; answering twice the same is answering once.
//!
//! Waiting costs an entry and at most two alarms. Lives in the reply thread.
class QuestionBroker : public QObject
{
    Q_OBJECT
public:
    template <typename T>
    using Then = std::function<void(Result<T>)>;

    //! \param secretKey for the digests that give the same secret the same number within a chat.
    //! \param process who answers, "pid:start time", for the record.
    QuestionBroker(Store &store, Alarms &alarms, QByteArray secretKey, QString process,
                   QObject *parent = nullptr);
    ~QuestionBroker() override;

    //! A question that is committed as asked begins to wait. \a shownOn: receipts from before a restart.
    void open(const Question &question, Asker *asker, const QList<Face> &shownOn = {});
    //! The asker ended by itself (stop) and has committed this end: no answer can follow.
    void ended(const Settlement &settlement);
    //! The asker goes away without an end (the program stops): the question stays as it is in the database.
    void forget(Asker *asker);

    //! Parks a question (book 7.3). \a then gets false when it has ended; afterwards it can still be
    //! answered.
    void park(const QuestionId &id, const Then<bool> &then);
    //! Parked questions of an asker that ends are from now on another's.
    void handOver(Asker *from, Asker *to);

    void answer(const QuestionId &id, const Answer &answer, const AnswerSource &source,
                const Then<Settlement> &then);
    void confirmShown(const QuestionId &id, Face face);
    void saveDraft(const QuestionId &id, const QString &draft);
    void keepWaiting(const QuestionId &id);
    //! \a isOnItsWay is asked before a passed deadline ends a question: an answer that was given in time, and
    //! comes through answer() in a moment, goes first. Not any more when \a context has died.
    void setOnItsWay(QObject *context, std::function<bool(const QuestionId &)> isOnItsWay);

    //! \sa SecretMarks::holdBack
    void holdSecretsBack(ChatId chat, const Answer &answer, const SecretMarks::Then &then,
                         Patience patience = Patience::KeepsTrying)
    {
        m_marks.holdBack(chat, answer, this, then, patience);
    }

    //! What the giver of a later answer is told.
    [[nodiscard]] static Error alreadyAnswered(const Settlement &settlement);

    [[nodiscard]] bool isWaiting(const QuestionId &id) const { return m_waiting.contains(id); }
    [[nodiscard]] qsizetype waitingCount() const { return m_waiting.size(); }

Q_SIGNALS:
    void asked(const heed::Question &question);
    void changed(const heed::Question &question); //!< its deadline moved
    void settled(const heed::Question &question, const heed::Settlement &settlement);

private:
    struct Waiting {
        Question question{};
        Asker *asker = nullptr;
        QSet<int> shownOn{};                             //!< Face
        bool settling = false;                           //!< a settlement is being committed
        std::vector<std::function<void()>> afterwards{}; //!< answers that came while settling
        Alarms::Handle deadline = 0;
        Alarms::Handle receipt = 0;
    };

    void answerWaiting(const QuestionId &id, const Answer &answer, const AnswerSource &source,
                       const Then<Settlement> &then);
    void answerGone(const QuestionId &id, const Answer &answer, Patience patience,
                    const Then<Settlement> &then);
    void settle(const QuestionId &id, const Settlement &settlement, const Then<Settlement> &then);
    //! The settlement could not be committed: the question waits on, and whoever came meanwhile has their
    //! turn.
    void notSettled(const QuestionId &id, const Error &error, const Then<Settlement> &then);
    //! Another process settled it first: shows that end, and tells the one who answered here.
    void endedElsewhere(const QuestionId &id, const Settlement &meant, const Then<Settlement> &then);
    void parked(const Question &question, const Result<bool> &first, const Then<bool> &then);
    void lapse(const QuestionId &id);
    void endWithoutAnswer(const QuestionId &id, Outcome outcome);
    void armReceipt(Waiting &waiting);
    //! \a notBeforeMs: leaves a deadline that has passed some time before it ends the question again.
    void armDeadline(Waiting &waiting, qint64 notBeforeMs = 0);
    void moveDeadline(Waiting &waiting, std::optional<qint64> deadlineMs);
    void remove(const QuestionId &id, const Settlement &settlement);

    Store &m_store;
    Alarms &m_alarms;
    SecretMarks m_marks;
    QString m_process;
    QPointer<QObject> m_knowsOfAnswers{};
    std::function<bool(const QuestionId &)> m_isOnItsWay{};
    QHash<QuestionId, Waiting> m_waiting{};
};

} // namespace heed
