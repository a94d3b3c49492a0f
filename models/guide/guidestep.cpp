// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Which flow a message gets, and the short ones: notes, dates, what the guide is.
#include "models/guide/guidetalk.h"

#include <QTimeZone>

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

GuideStep nextGuideStep(const ModelRequest &request, const QDateTime &now)
{
    GuideTalk talk(request, now);
    GuideWish wish = understood(talk.message(), now);
    if (wish.kind == WishKind::Unknown)
        wish = completed(talk).value_or(wish);
    switch (wish.kind) {
    case WishKind::Remind:
        guide::remind(talk, wish);
        break;
    case WishKind::ListReminders:
        guide::listReminders(talk);
        break;
    case WishKind::CancelReminder:
    case WishKind::CancelAllReminders:
        guide::cancelReminder(talk, wish);
        break;
    case WishKind::MoveReminder:
        guide::moveReminder(talk, wish);
        break;
    case WishKind::Find:
        guide::find(talk, wish);
        break;
    case WishKind::Decided:
        guide::showDecided(talk, wish);
        break;
    case WishKind::Note:
        guide::note(talk, wish);
        break;
    case WishKind::Today:
    case WishKind::TimeNow:
    case WishKind::DaysUntil:
    case WishKind::DateOf:
        guide::tellDate(talk, wish);
        break;
    default:
        guide::tellAbout(talk, wish.kind);
        break;
    }
    return talk.take();
}

} // namespace heed
