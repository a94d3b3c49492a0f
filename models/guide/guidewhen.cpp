// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Asking the person for a time, and understanding what comes back.
#include "models/guide/guidetalk.h"

#include "models/tool/remindertime.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed::guide {

namespace {

constexpr int mostTimesAsked = 3;

struct GuideWhenText {
    Q_DECLARE_TR_FUNCTIONS(heed::Guide)
};

//! One time, said so that readWhen() reads the same again.
struct Offer {
    QString label{};
    QDateTime at{};
};

//! Where a time may stand: at least half an hour away, so that it is not over while the person reads.
bool isAhead(const QDateTime &at, const QDateTime &now)
{
    return now.secsTo(at) >= 30 * 60;
}

QList<Offer> offersToday(const QDateTime &now)
{
    const QDate today = now.date();
    const auto at = [&](int hour) { return zonedTime(today, QTime(hour, 0), now.timeZone()); };
    QList<Offer> offers;
    // In the small hours "tomorrow" is a word for a day that has begun.
    if (now.time().hour() < 5)
        offers.append({GuideWhenText::tr("Today at 9:00"), at(9)});
    if (now.time().hour() < 12)
        offers.append({GuideWhenText::tr("Today at 12:00"), at(12)});
    offers.append({GuideWhenText::tr("This afternoon at 15:00"), at(15)});
    offers.append({GuideWhenText::tr("This evening at 18:00"), at(18)});
    offers.append({GuideWhenText::tr("Tonight at 21:00"), at(21)});
    offers.removeIf([&now](const Offer &offer) { return !isAhead(offer.at, now); });
    return offers;
}

QString notUnderstood(const QString &answer)
{
    return GuideWhenText::tr("I could not read “%1” as a time.").arg(answer.left(80));
}

//! The options of the answer may carry a note: "Tomorrow at 9:00: before work".
std::optional<When> timeIn(const QString &answer, const QStringList &options, const QDateTime &now)
{
    for (const QString &label : options) {
        if (answer.startsWith(label + u':'))
            return readWhen(label, now);
    }
    if (auto when = readWhen(answer, now))
        return when;
    return findWhen(answer, now).when;
}

//! The time that was answered. An answer that came late is taken as of the time when it was given; an option
//! with a day in it, as of the time when it was offered, since the person saw the date beside it.
std::optional<When> timeAnswered(const GuideAsked &asked, const QDateTime &now)
{
    if (!asked.answeredAt.isValid())
        return timeIn(asked.answer, asked.options, now);
    auto when = timeIn(asked.answer, asked.options, asked.answeredAt);
    const bool isOffered =
        std::any_of(asked.options.cbegin(), asked.options.cend(), [&asked](const QString &label) {
            return asked.answer == label || asked.answer.startsWith(label + u':');
        });
    const auto offered = isOffered ? timeIn(asked.answer, asked.options, asked.askedAt) : std::nullopt;
    if (offered && offered->at > asked.answeredAt)
        when = offered;
    if (when)
        when = asItStands(*when, asked.answeredAt, now,
                          [&] { return timeIn(asked.answer, asked.options, now); });
    return when;
}

} // namespace

When asItStands(const When &when, const QDateTime &saidAt, const QDateTime &now,
                const std::function<std::optional<When>()> &readNow)
{
    if (saidAt == now || when.at > now)
        return when;
    if (when.repeat != Repeat::Once)
        return readNow().value_or(when);
    When over = when;
    over.past = true;
    return over;
}

QList<Option> whenOptions(const QDateTime &now)
{
    QList<Offer> offers{{GuideWhenText::tr("In 20 minutes"), now.addSecs(20 * 60)}};
    const QList<Offer> today = offersToday(now);
    offers += today.first(std::min<qsizetype>(2, today.size()));
    const QDate tomorrow = now.date().addDays(1);
    const auto morning = [&now](const QDate &date) { return zonedTime(date, QTime(9, 0), now.timeZone()); };
    offers.append({GuideWhenText::tr("Tomorrow at 9:00"), morning(tomorrow)});
    const QDate monday = now.date().addDays(8 - now.date().dayOfWeek());
    if (offers.size() < 4 && monday != tomorrow)
        offers.append({GuideWhenText::tr("On Monday at 9:00"), morning(monday)});
    if (offers.size() < 4)
        offers.append(
            {GuideWhenText::tr("Tomorrow at 18:00"), zonedTime(tomorrow, QTime(18, 0), now.timeZone())});
    QList<Option> options;
    for (const Offer &offer : offers.first(std::min<qsizetype>(4, offers.size())))
        options.append({.label = offer.label, .description = GuideTalk::shownTime(offer.at)});
    return options;
}

bool askWhen(GuideTalk &talk, const QString &lead)
{
    // The same question twice in a reply is refused: each time it is put differently.
    const QString questions[] = {
        GuideWhenText::tr("When should I remind you?"),
        GuideWhenText::tr("At what time shall it be? For example “tomorrow at 9” or “in 20 minutes”."),
        GuideWhenText::tr("Which day and which hour suit you? For example “on Friday at 14:00”."),
    };
    const GuideAsked asked = talk.asked(u"when"_s);
    talk.say(lead);
    if (asked.times < mostTimesAsked && talk.ask(u"when"_s, questions[asked.times], whenOptions(talk.now())))
        return true;
    talk.say(GuideWhenText::tr(
        "I need to know when. Please say it in one sentence, for example: “Remind me tomorrow "
        "at 9 to call the "
        "dentist”."));
    return false;
}

void tellNoAnswer(GuideTalk &talk, const GuideAsked &asked, const QString &undone)
{
    if (!asked.parked.isEmpty()) {
        talk.say(
            GuideWhenText::tr("I asked you: “%1” The question waits for your answer, so %2. Answer it when "
                              "it suits you, and then send me a message.")
                .arg(asked.parked, undone));
        return;
    }
    switch (asked.outcome.value_or(Outcome::Refused)) {
    case Outcome::Unanswered:
        talk.say(
            GuideWhenText::tr("No answer came, so %1. Just ask me again when it suits you.").arg(undone));
        return;
    case Outcome::NotShown:
        talk.say(
            GuideWhenText::tr("My question could not be shown to you, so %1. Please try again.").arg(undone));
        return;
    case Outcome::Refused:
        talk.say(GuideWhenText::tr(
                     "I cannot ask you about it now, so %1. Please say everything in one sentence, for "
                     "example: “Remind me "
                     "tomorrow at 9 to call the dentist”.")
                     .arg(undone));
        return;
    default:
        talk.say(GuideWhenText::tr("All right, %1. Just ask me again when it suits you.").arg(undone));
        return;
    }
}

std::optional<When> answeredWhen(GuideTalk &talk)
{
    const GuideAsked asked = talk.asked(u"when"_s);
    const QString undone = GuideWhenText::tr("I have not set anything", "after “so” or “All right,”");
    if (asked.times == 0)
        return {};
    if (asked.outcome == Outcome::AskedBack) {
        askWhen(talk, GuideWhenText::tr(
                          "At the time that you choose, a notification with your words appears on this "
                          "computer. If Heed is "
                          "not running then, it appears at the next start."));
        return {};
    }
    if (!asked.isAnswered() || isCalledOff(asked.answer)) {
        tellNoAnswer(talk, asked, undone);
        return {};
    }
    const auto when = timeAnswered(asked, talk.now());
    if (!when) {
        askWhen(talk, notUnderstood(asked.answer));
        return {};
    }
    if (when->past) {
        askWhen(talk, GuideWhenText::tr("%1 is over already.").arg(GuideTalk::shownTime(when->at)));
        return {};
    }
    if (when->doubt == When::Doubt::Day) {
        askWhen(talk, GuideWhenText::tr("“%1” can mean %2 or %3.")
                          .arg(asked.answer.left(80), GuideTalk::shownDay(when->at.date()),
                               GuideTalk::shownDay(when->other.date())));
        return {};
    }
    return when;
}

} // namespace heed::guide
