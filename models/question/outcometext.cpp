// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/question/outcometext.h"

#include <array>

using namespace Qt::StringLiterals;

namespace heed {

namespace {
// Models quote these and the claims reader checks them: a changed form breaks stored chats.
const QLatin1StringView answered("The user answered: ");
const QLatin1StringView askedBack("The user asked back: ");
const QLatin1StringView
    askedBackEnd("\nAnswer that first, then call ask_user again if you still need an answer.");
const QLatin1StringView none("The user chose none of the options. Do not pick one for them.");
const QLatin1StringView declined("The user declined to answer. Do not ask again: say what you need, or go on "
                                 "without it.");
const QLatin1StringView unansweredAssume("No answer came. Go on with your best assumption, and say what you "
                                         "assumed.");
const QLatin1StringView unansweredStop("No answer came. Stop here and say what you need. Do not guess.");
const QLatin1StringView notShown("The question could not be shown to the user. Do not assume an answer.");
const QLatin1StringView refused("The question was not asked: ");

const QLatin1StringView parked(
    "The question waits for the person, who has not answered yet. Their answer comes with a later message. "
    "End "
    "your turn now: say what you asked and why you need it. Do not assume an answer and do not ask again.");

//! "via heed questions": the command, window or form, in the model's English.
QString placeForModel(Face face)
{
    if (face == Face::Mcp)
        return u"via the form of the calling program"_s;
    return u"via heed "_s + faceName(face);
}

struct Refusal {
    RefusalReason reason;
    QLatin1StringView name;
    QLatin1StringView text;
};
const std::array refusals{
    Refusal{
        RefusalReason::LimitPerReply, QLatin1StringView("limit"),
        QLatin1StringView("this reply has asked as many questions as it may. Do not ask again. Go on with "
                          "what you know, and say what you assumed.")},
    Refusal{
        RefusalReason::WaitingMax, QLatin1StringView("waiting_max"),
        QLatin1StringView("too many questions are waiting for the user already. Do not ask now. Go on with "
                          "what you know, and say what you assumed.")},
    Refusal{RefusalReason::Repeated, QLatin1StringView("repeated"),
            QLatin1StringView("you have asked the same thing in this reply. Do not ask it again.")},
    Refusal{
        RefusalReason::AsksForSecret, QLatin1StringView("secret"),
        QLatin1StringView("it asks for a password or another secret, and those are never asked for. Go on "
                          "without it, or tell the user where to enter it themselves.")},
    Refusal{RefusalReason::NobodyHere, QLatin1StringView("nobody"),
            QLatin1StringView("nobody is here to ask. Go on with what you know and say what you assumed, or "
                              "stop and say what you need.")},
    Refusal{RefusalReason::AlreadyWaits, QLatin1StringView("waits"),
            QLatin1StringView("another question is waiting for the user. Wait for its answer before you ask "
                              "again.")},
};

const Refusal &rowOf(RefusalReason reason)
{
    for (const auto &row : refusals) {
        if (row.reason == reason)
            return row;
    }
    return refusals.back();
}
} // namespace

QString resultForModel(Outcome outcome, const QString &text, SilencePolicy policy)
{
    switch (outcome) {
    case Outcome::Chosen:
    case Outcome::Answered:
        return answered + text;
    case Outcome::None:
        return none;
    case Outcome::Declined:
        return declined;
    case Outcome::Unanswered:
        return policy == SilencePolicy::Assume ? unansweredAssume : unansweredStop;
    case Outcome::Withdrawn:
        return {};
    case Outcome::AskedBack:
        return askedBack + text + askedBackEnd;
    case Outcome::NotShown:
        return notShown;
    case Outcome::Refused:
        return text.startsWith(refused) ? text : refused + text;
    }
    return {};
}

QString refusalForModel(RefusalReason reason, const QString &earlierResult)
{
    const QString text = refused + rowOf(reason).text;
    if (reason != RefusalReason::Repeated || earlierResult.isEmpty())
        return text;
    return text + u" The result was:\n"_s + earlierResult;
}

QString refusalName(RefusalReason reason)
{
    return rowOf(reason).name;
}

QString parkedForModel()
{
    return parked;
}

QString noteForModel(const Question &question, const Settlement &settlement, const QString &time)
{
    const QString about = u"your question \""_s + question.text + u'"';
    const QString place = settlement.via ? placeForModel(*settlement.via) : QString();
    const QString where = u" ("_s + place + u", "_s + time + u')';
    switch (settlement.outcome) {
    case Outcome::Chosen:
    case Outcome::Answered:
        return u"The person answered "_s + about + u": "_s + settlement.text + where;
    case Outcome::AskedBack:
        return u"The person asked back about "_s + about + u": "_s + settlement.text + where +
               u". Answer that first, then ask again if you still need an answer."_s;
    case Outcome::None:
        return u"The person chose none of the options of "_s + about + where +
               u". Do not pick one for them."_s;
    case Outcome::Declined:
        return u"The person declined to answer "_s + about + where +
               u". Do not ask again: say what you need, or go on without it."_s;
    case Outcome::Unanswered:
    case Outcome::NotShown:
    case Outcome::Refused:
        return question.onSilence == SilencePolicy::Assume
                   ? u"No answer came in time to "_s + about +
                         u". Go on with your best assumption, and say what you assumed."_s
                   : u"No answer came in time to "_s + about + u". Do not guess: say what you need."_s;
    case Outcome::Withdrawn:
        break;
    }
    return {};
}

QString stillWaitsForModel(const Question &question)
{
    return u"Your question \""_s + question.text +
           u"\" still waits for the person; do not assume its answer."_s;
}

std::optional<QString> answerFromResult(QStringView result)
{
    if (!result.startsWith(answered))
        return std::nullopt;
    return result.mid(answered.size()).toString();
}

std::optional<Outcome> outcomeFromResult(QStringView result)
{
    if (result.startsWith(answered))
        return Outcome::Answered;
    if (result.startsWith(askedBack))
        return Outcome::AskedBack;
    if (result.startsWith(refused))
        return Outcome::Refused;
    if (result == none)
        return Outcome::None;
    if (result == declined)
        return Outcome::Declined;
    if (result == unansweredAssume || result == unansweredStop)
        return Outcome::Unanswered;
    if (result == notShown)
        return Outcome::NotShown;
    return std::nullopt;
}

} // namespace heed
