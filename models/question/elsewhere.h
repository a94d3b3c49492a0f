// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"
#include "models/question/question.h"

#include <QObject>
#include <functional>

namespace heed {

//! Which process asks, as it says itself.
struct AskerName {
    QString process{}; //!< "pid:start time", \sa processIdentity()
    QString program{}; //!< "heed chat"
    QString client{};  //!< the program that it asks for, when that gave a name; else empty
};

//! "heed mcp for Claude Code, process 1234": fit to be shown, translated.
[[nodiscard]] QString askerLine(const AskerName &asker);
//! Where an answer goes: "Your answer goes to the model, and to Claude Code, which can read this chat."
[[nodiscard]] QString answerGoesLine(const AskerName &asker);

//! A question that waits in another process of the same person.
struct QuestionElsewhere {
    Question question{}; //!< reply, call and index are not known here
    QString chatTitle{};
    AskerName asker{};
};

//! The questions that wait in other processes, and the way for an answer to them. A port: the adapter knows
//! how processes reach each other. Lives in, and is called from, one thread.
class QuestionsElsewhere : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;
    //! What became of an answer: how the question ended, whoever ended it, with whether it was this answer.
    struct Taken {
        Settlement settlement{};
        bool isOurs = false;
        QStringList heldBack{}; //!< markers in place of secrets in the answer that was given here
    };
    using Then = std::function<void(Result<Taken>)>;

    [[nodiscard]] virtual QList<QuestionElsewhere> questions() const = 0;
    //! Hands an answer over. \a then comes when the process that asked has committed it, or another one was
    //! first (not isOurs); Conflict: the question is no longer open, or its process has ended before it took
    //! the answer. Not at all when \a context has died.
    virtual void answer(const QuestionId &id, const Answer &answer, Face face, QObject *context,
                        const Then &then) = 0;

Q_SIGNALS:
    void appeared(const heed::QuestionElsewhere &question);
    //! Its deadline, its chat's title or its asker's client changed.
    void changed(const heed::QuestionElsewhere &question);
    //! It waits there no longer: it was settled, or its process has ended and nobody holds it now.
    void ended(const heed::QuestionId &id);
};

} // namespace heed

Q_DECLARE_METATYPE(heed::QuestionElsewhere)
