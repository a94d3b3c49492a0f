// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/face.h"
#include "models/base/id.h"
#include "models/base/patience.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QList>
#include <QString>
#include <optional>

namespace heed {

//! One of the 2 to 5 short choices that a question may carry. Plain text, already fit to be shown.
struct Option {
    QString label{};       //!< 1 to 80 characters
    QString description{}; //!< up to 200 characters, may be empty
    friend bool operator==(const Option &, const Option &) = default;
};

//! What the model is told when nobody answers in time.
enum class SilencePolicy { Assume, Stop };

//! What the model asks in the middle of a reply, as it is shown and stored.
struct Question {
    QuestionId id{};
    ChatId chat{};
    ReplyId reply{};
    CallId call{};  //!< the ask_user call that it came from
    QString text{}; //!< plain text, fit to be shown
    QList<Option> options{};
    bool allowOther = true;
    int index = 1; //!< "index of count" among the questions of one model turn
    int count = 1;
    Face face = Face::Window; //!< where the reply was started; sets limits and waiting time
    qint64 askedMs = 0;       //!< ms since 1970 UTC; 0: queued behind another question, not asked yet
    std::optional<qint64> deadlineMs{}; //!< ms since 1970 UTC; none: waits until the person answers
    SilencePolicy onSilence = SilencePolicy::Assume;
    std::optional<qint64>
        parkedMs{}; //!< its reply went on without an answer, which the chat's next turn gets
};

//! What a face hands in. Exactly one of these, always with the id of the question that was shown.
struct Answer {
    enum class Kind {
        Choose,  //!< option, with text as a note when not empty ("Billing: only this year's")
        Text,    //!< the person's own words
        None,    //!< "None of these"
        Decline, //!< skipped
        AskBack, //!< a question of the person's own, in text
    };
    Kind kind = Kind::Text;
    int option = -1; //!< 0-based, for Choose
    QString text{};
    friend bool operator==(const Answer &, const Answer &) = default;
};

//! Where an answer comes from.
struct AnswerSource {
    Face face = Face::Window;
    QString process{};      //!< "pid:start time"; empty: the process that asked
    QStringList heldBack{}; //!< markers that were put in place of secrets before it got here
    Patience patience = Patience::KeepsTrying;
};

//! How a question ended.
enum class Outcome {
    Chosen,
    Answered,
    None,
    Declined,
    Unanswered,
    Withdrawn,
    AskedBack,
    NotShown,
    Refused,
};

//! The end of a question, as stored and as every face shows it.
struct Settlement {
    QuestionId id{};
    Outcome outcome = Outcome::Withdrawn;
    QString text{};            //!< the answer with secrets as markers; empty where there is none
    std::optional<Face> via{}; //!< which face answered; none: nobody did
    QString process{};         //!< which process answered ("pid:start time"), for the audit
    qint64 atMs = 0;           //!< ms since 1970 UTC
    QStringList heldBack{};    //!< the markers put in place of secrets, in order
    Answer answer{};           //!< what was given (secrets replaced), for idempotence
    Patience patience = Patience::KeepsTrying; //!< of the one who answered; not stored
};

//! The stable words of files, events and the API: "chosen", "asked_back", ….
[[nodiscard]] QString outcomeName(Outcome outcome);
[[nodiscard]] std::optional<Outcome> outcomeFromName(QStringView name);

//! Options as JSON: a list of {label, description}; description left out when empty.
[[nodiscard]] QJsonArray optionsToJson(const QList<Option> &options);
[[nodiscard]] QList<Option> optionsFromJson(const QJsonArray &array);

} // namespace heed

Q_DECLARE_METATYPE(heed::Question)
Q_DECLARE_METATYPE(heed::Answer)
Q_DECLARE_METATYPE(heed::Settlement)
