// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Which flow a message gets, and the short ones: notes, dates, what the guide is.
#include "models/guide/guidetalk.h"

#include <QTimeZone>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

struct GuideStepText {
    Q_DECLARE_TR_FUNCTIONS(heed::Guide)
};

//! The day until which, and the days to it.
QString daysUntil(const QDate &day, const QDate &today)
{
    const int days = int(today.daysTo(day));
    const QString shown = GuideTalk::shownDay(day);
    if (days == 0)
        return GuideStepText::tr("That is today, %1.").arg(shown);
    if (days == 1)
        return GuideStepText::tr("One day: %1 is tomorrow.").arg(shown);
    if (days < 0)
        return GuideStepText::tr("%1 was %n day(s) ago.", nullptr, -days).arg(shown);
    return GuideStepText::tr("%n days, until %1.", nullptr, days).arg(shown);
}

QString examples()
{
    return GuideStepText::tr(
        "Try one of these:\n\n- Remind me to call the dentist\n- Find my notes about the roof\n- "
        "What did I decide about "
        "the holiday?");
}

QString connecting()
{
    return GuideStepText::tr(
        "To connect a language model: start Ollama, llama.cpp or LM Studio on this computer, or "
        "have a key of a service at "
        "hand; then choose it in the settings, under Providers, where Test shows whether it "
        "works. With “heed config” it is "
        "provider.kind, provider.baseUrl and provider.model.");
}

QString whatItIs()
{
    return GuideStepText::tr(
        "I am the guide that is built into Heed. I am not a language model: I understand a "
        "handful of sentences, work "
        "offline, and send nothing anywhere.");
}

QString whatItCan()
{
    return GuideStepText::tr(
        "I can set, list, move and cancel reminders, find things in your chats, notes and added "
        "folders, show what you "
        "answered to earlier questions, keep notes, and tell dates.");
}

//! "tomorrow at nine" after "remind me to call the dentist" that came to nothing.
std::optional<GuideWish> completed(const GuideTalk &talk)
{
    if (talk.openMessage().isEmpty())
        return {};
    GuideWish before = understood(talk.openMessage(), talk.now());
    const auto when = readWhen(talk.message(), talk.now());
    if (before.kind != WishKind::Remind || before.subject.isEmpty() || !when)
        return {};
    before.when = when;
    return before;
}

} // namespace

namespace guide {

void note(GuideTalk &talk, const GuideWish &wish)
{
    if (const GuideCall *kept = talk.last(u"store"_s)) {
        talk.say(kept->ok ? GuideStepText::tr("Noted: %1").arg(kept->json()[u"title"_s].toString())
                          : GuideStepText::tr("The note could not be kept. Please try again."));
        return;
    }
    if (!talk.can(u"store"_s)) {
        talk.say(GuideStepText::tr("I cannot keep notes here. Please use the window or the terminal."));
        return;
    }
    QString text = wish.subject;
    if (text.isEmpty()) {
        const GuideAsked asked = talk.asked(u"what"_s);
        if (asked.times == 0 && talk.ask(u"what"_s, GuideStepText::tr("What should I note?"), {}))
            return;
        if (!asked.isAnswered() || isCalledOff(asked.answer)) {
            if (asked.times == 0)
                talk.say(GuideStepText::tr(
                    "Please say what to note, for example: “Note that the roofer's name is Weber”."));
            else
                tellNoAnswer(talk, asked,
                             GuideStepText::tr("I have noted nothing", "after “so” or “All right,”"));
            return;
        }
        text = asked.answer;
    }
    if (text.size() > 20'000) {
        talk.say(GuideStepText::tr("That is too long for a note: at most 20,000 characters."));
        return;
    }
    talk.call(u"store"_s, {{u"text"_s, text}});
}

void tellDate(GuideTalk &talk, const GuideWish &wish)
{
    // The tool's answer is in the transcript, so that a resumed reply tells the same day.
    QDateTime now = talk.now();
    if (const GuideCall *asked = talk.last(u"now"_s)) {
        const auto told = QDateTime::fromString(asked->json()[u"time"_s].toString(), Qt::ISODate);
        if (asked->ok && told.isValid())
            now = QDateTime(told.date(), told.time(), talk.now().timeZone());
    } else if (talk.can(u"now"_s)) {
        talk.call(u"now"_s, {});
        return;
    }
    const auto day = namedDay(wish.subject, now);
    if (wish.kind == WishKind::TimeNow)
        talk.say(
            GuideStepText::tr("It is %1 on %2.").arg(now.toString(u"H:mm"), GuideTalk::shownDay(now.date())));
    else if (wish.kind == WishKind::Today || !day)
        talk.say(GuideStepText::tr("Today is %1, week %2.")
                     .arg(GuideTalk::shownDay(now.date()))
                     .arg(now.date().weekNumber()));
    else if (wish.kind == WishKind::DaysUntil)
        talk.say(daysUntil(*day, now.date()));
    else
        talk.say(GuideStepText::tr("That is %1.").arg(GuideTalk::shownDay(*day)));
}

void tellAbout(GuideTalk &talk, WishKind kind)
{
    switch (kind) {
    case WishKind::Hello:
        talk.say(GuideStepText::tr("Hello!") + u' ' + whatItIs());
        talk.say(examples());
        return;
    case WishKind::Thanks:
        talk.say(GuideStepText::tr("You are welcome."));
        return;
    case WishKind::Bye:
        talk.say(
            GuideStepText::tr("Goodbye. Your reminders will come all the same, as long as Heed is running."));
        return;
    case WishKind::Connect:
        talk.say(connecting());
        return;
    case WishKind::Folders:
        talk.say(GuideStepText::tr(
            "Add a folder in the settings (with “heed config” it is search.folders). I then find the words "
            "of "
            "its text, Markdown, HTML, PDF and source files; nothing in it is changed or sent anywhere."));
        return;
    case WishKind::Help:
    case WishKind::About:
        break;
    default:
        talk.say(GuideStepText::tr("I did not understand that."));
        break;
    }
    talk.say(whatItIs());
    talk.say(whatItCan());
    talk.say(examples());
    talk.say(connecting());
}

} // namespace guide

namespace {

void follow(GuideTalk &talk, const GuideWish &wish)
{
    switch (wish.kind) {
    case WishKind::Remind:
        return guide::remind(talk, wish);
    case WishKind::ListReminders:
        return guide::listReminders(talk);
    case WishKind::CancelReminder:
    case WishKind::CancelAllReminders:
        return guide::cancelReminder(talk, wish);
    case WishKind::MoveReminder:
        return guide::moveReminder(talk, wish);
    case WishKind::Find:
        return guide::find(talk, wish);
    case WishKind::Decided:
        return guide::showDecided(talk, wish);
    case WishKind::Note:
        return guide::note(talk, wish);
    case WishKind::Today:
    case WishKind::TimeNow:
    case WishKind::DaysUntil:
    case WishKind::DateOf:
        return guide::tellDate(talk, wish);
    default:
        return guide::tellAbout(talk, wish.kind);
    }
}

GuideWish wishIn(const GuideTalk &talk)
{
    GuideWish wish = talk.wish();
    if (wish.kind == WishKind::Unknown)
        wish = completed(talk).value_or(wish);
    return wish;
}

bool isSaidAgain(const QString &message, const QString &before)
{
    return message.simplified().compare(before.simplified(), Qt::CaseInsensitive) == 0;
}

void append(GuideStep &step, const GuideStep &next)
{
    if (!step.text.isEmpty() && !next.text.isEmpty())
        step.text += u"\n\n"_s;
    step.text += next.text;
    step.calls += next.calls;
}

//! What the present message adds when the turn begins with the end of an earlier question, or while one
//! waits: often no more than that it may go on. False: nothing.
bool hasOwnWish(GuideTalk &talk, const GuideWish &wish, bool isSaid)
{
    if (isSaid)
        return false;
    if (wish.kind != WishKind::Unknown)
        return true;
    if (!isGoOn(talk.message()))
        talk.say(GuideStepText::tr("I did not understand “%1”.").arg(talk.message().simplified().left(80)));
    return false;
}

//! The earlier messages that this turn goes on with, before the present one. \a own the present wish.
QList<qsizetype> takenUp(const GuideTranscript &transcript, const GuideWish &own)
{
    QList<qsizetype> all = transcript.ended();
    // That a question waits is said to whoever expects its answer, and not beside everything else.
    const auto waiting = transcript.waiting();
    for (const qsizetype at : waiting) {
        const bool isMeant = own.kind == WishKind::Unknown ||
                             isSaidAgain(transcript.message(transcript.present()), transcript.message(at));
        if (isMeant && !all.contains(at))
            all.append(at);
    }
    return all;
}

} // namespace

GuideStep nextGuideStep(const ModelRequest &request, const QDateTime &now)
{
    QStringList tools;
    for (const ToolSpec &tool : request.tools)
        tools += tool.name;
    const GuideTranscript transcript(request.items);
    GuideTalk present(transcript, transcript.present(), tools, now);
    const GuideWish own = wishIn(present);
    const auto earlier = takenUp(transcript, own);
    bool isSaid = false;
    GuideStep step;
    for (qsizetype i = 0; i < earlier.size(); ++i) {
        GuideTalk talk(transcript, earlier.at(i), tools, now);
        const bool waits = !transcript.ended().contains(earlier.at(i));
        isSaid = isSaid || ((waits || talk.goesOn()) && isSaidAgain(present.message(), talk.message()));
        const bool hasPassed =
            transcript.hasBegun(transcript.present()) ||
            std::any_of(earlier.cbegin() + i + 1, earlier.cend(),
                        [&transcript](qsizetype later) { return transcript.hasBegun(later); });
        if (hasPassed)
            continue;
        follow(talk, wishIn(talk));
        append(step, talk.take());
        if (!step.calls.isEmpty())
            return step;
    }
    if (earlier.isEmpty() || hasOwnWish(present, own, isSaid))
        follow(present, own);
    append(step, present.take());
    return step;
}

} // namespace heed
