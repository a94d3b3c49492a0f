// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Setting a reminder.
#include "models/guide/guidetalk.h"

#include "models/tool/remindertime.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace heed::guide {

namespace {

struct GuideRemindText {
    Q_DECLARE_TR_FUNCTIONS(heed::Guide)
};

QString howOften(Repeat repeat)
{
    switch (repeat) {
    case Repeat::Once:
        break;
    case Repeat::Daily:
        return GuideRemindText::tr("and then every day");
    case Repeat::Weekdays:
        return GuideRemindText::tr("and then every weekday");
    case Repeat::Weekly:
        return GuideRemindText::tr("and then every week");
    case Repeat::Monthly:
        return GuideRemindText::tr("and then every month");
    case Repeat::Yearly:
        return GuideRemindText::tr("and then every year");
    }
    return {};
}

//! What the tool set: its result counts, not what was meant to be set.
void confirm(GuideTalk &talk, const GuideCall &set, const std::optional<When> &wished)
{
    if (!set.ok) {
        talk.say(GuideRemindText::tr(
            "The reminder could not be set. Please try again; if it keeps failing, look into the log."));
        return;
    }
    const QJsonObject reminder = set.json()[u"reminder"_s].toObject();
    const auto at = fromLocalTime(reminder[u"time"_s].toString(), talk.now().timeZone());
    const auto repeat = repeatFromName(reminder[u"repeat"_s].toString()).value_or(Repeat::Once);
    const QString time = at ? GuideTalk::shownTime(*at) : reminder[u"time"_s].toString();
    const QString often = howOften(repeat);
    talk.say(GuideRemindText::tr("Done. I will remind you on %1: %2")
                 .arg(often.isEmpty()
                          ? time
                          : GuideRemindText::tr("%1, %2", "a time, and how often").arg(time, often),
                      reminder[u"text"_s].toString()));
    if (wished && wished->doubt == When::Doubt::Week && at && wished->other > talk.now()) {
        talk.say(GuideRemindText::tr("If you meant %1, say: “move the reminder to %2”.")
                     .arg(GuideTalk::shownDay(wished->other.date()),
                          QLocale(QLocale::English).toString(wished->other, u"d MMMM 'at' H:mm"_s)));
    }
}

void set(GuideTalk &talk, const QString &text, const When &when)
{
    if (!talk.can(u"remind"_s)) {
        talk.say(GuideRemindText::tr("I cannot set reminders here. Please use the window or the terminal."));
        return;
    }
    talk.call(u"remind"_s, {{u"action"_s, u"set"_s},
                            {u"text"_s, text.left(500)},
                            {u"when"_s, toLocalTime(when.at)},
                            {u"repeat"_s, repeatName(when.repeat)}});
}

//! What to be reminded of: from the sentence or from an answer. Nothing: asked, or told why not.
std::optional<QString> textOf(GuideTalk &talk, const GuideWish &wish)
{
    if (!wish.subject.isEmpty())
        return wish.subject;
    const GuideAsked asked = talk.asked(u"what"_s);
    if (asked.times == 0 || (asked.times == 1 && asked.outcome == Outcome::AskedBack)) {
        const bool again = asked.times > 0;
        if (again)
            talk.say(GuideRemindText::tr("Your words appear in the reminder as you write them here."));
        const QString question = again ? GuideRemindText::tr("What should the reminder say?")
                                       : GuideRemindText::tr("What should I remind you of?");
        if (!talk.ask(u"what"_s, question, {}))
            talk.say(GuideRemindText::tr(
                "Please say what I should remind you of, for example: “Remind me tomorrow at 9 to call the "
                "dentist”."));
        return {};
    }
    if (asked.isAnswered() && !isCalledOff(asked.answer))
        return asked.answer;
    tellNoAnswer(talk, asked, GuideRemindText::tr("I have not set a reminder", "after “so” or “All right,”"));
    return {};
}

bool isExactEnough(const When &when, const QDateTime &now)
{
    // "today" without an hour says too little; of another day nine o'clock is a fair reading.
    return !when.past && when.doubt != When::Doubt::Day &&
           (when.timeGiven || when.partGiven || when.at.date() != now.date());
}

QString whyAsk(const When &when)
{
    if (when.past)
        return GuideRemindText::tr("%1 is over already.").arg(GuideTalk::shownTime(when.at));
    if (when.doubt == When::Doubt::Day)
        return GuideRemindText::tr("The date can mean %1 or %2.")
            .arg(GuideTalk::shownDay(when.at.date()), GuideTalk::shownDay(when.other.date()));
    return {};
}

} // namespace

void remind(GuideTalk &talk, const GuideWish &wish)
{
    if (const GuideCall *done = talk.last(u"remind"_s, u"set"_s)) {
        confirm(talk, *done, talk.asked(u"when"_s).times == 0 ? wish.when : std::nullopt);
        return;
    }
    const auto text = textOf(talk, wish);
    if (!text)
        return;
    if (talk.asked(u"when"_s).times > 0) {
        if (const auto when = answeredWhen(talk))
            set(talk, *text, *when);
        return;
    }
    if (wish.when && isExactEnough(*wish.when, talk.now())) {
        set(talk, *text, *wish.when);
        return;
    }
    askWhen(talk, wish.when ? whyAsk(*wish.when) : QString());
}

} // namespace heed::guide
