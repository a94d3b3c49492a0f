// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Listing, cancelling and moving reminders.
#include "models/guide/guidetalk.h"

#include "models/tool/remindertime.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed::guide {

namespace {

constexpr qsizetype mostReminders = 5;
constexpr qsizetype mostListed = 20;

struct GuideRemindersText {
    Q_DECLARE_TR_FUNCTIONS(heed::Guide)
};

struct Listed {
    qint64 id = 0;
    QString text{};
    QDateTime at{};
    Repeat repeat = Repeat::Once;
};

QList<Listed> listed(const GuideCall &call, const QDateTime &now)
{
    QList<Listed> all;
    const QJsonArray reminders = call.json()[u"reminders"_s].toArray();
    for (const QJsonValue &value : reminders) {
        const QJsonObject reminder = value.toObject();
        all.append({.id = reminder[u"id"_s].toInteger(),
                    .text = reminder[u"text"_s].toString(),
                    .at = fromLocalTime(reminder[u"time"_s].toString(), now.timeZone()).value_or(QDateTime()),
                    .repeat = repeatFromName(reminder[u"repeat"_s].toString()).value_or(Repeat::Once)});
    }
    return all;
}

QString every(Repeat repeat)
{
    switch (repeat) {
    case Repeat::Once:
        break;
    case Repeat::Daily:
        return GuideRemindersText::tr(" (every day)");
    case Repeat::Weekdays:
        return GuideRemindersText::tr(" (every weekday)");
    case Repeat::Weekly:
        return GuideRemindersText::tr(" (every week)");
    case Repeat::Monthly:
        return GuideRemindersText::tr(" (every month)");
    case Repeat::Yearly:
        return GuideRemindersText::tr(" (every year)");
    }
    return {};
}

QString lines(const QList<Listed> &all)
{
    QStringList list;
    for (const Listed &one : all.first(std::min(mostListed, all.size())))
        list += u"- "_s + GuideTalk::shownTime(one.at) + u": "_s + one.text.simplified() + every(one.repeat);
    if (all.size() > mostListed)
        list += GuideRemindersText::tr("- … and %n more", nullptr, int(all.size() - mostListed));
    return list.join(u'\n');
}

//! A label of at most 80 characters that no other of the list has.
QStringList labels(const QList<Listed> &all)
{
    QStringList labels;
    for (const Listed &one : all) {
        QString text = one.text.simplified();
        if (text.size() > 50)
            text = text.left(49).trimmed() + u'…';
        QString label = text + u" · "_s + GuideTalk::shortTime(one.at);
        const auto isTaken = [&labels](const QString &wanted) {
            return labels.contains(wanted, Qt::CaseInsensitive);
        };
        for (int n = 2; isTaken(label); ++n)
            label = text + u" · "_s + GuideTalk::shortTime(one.at) + u" (%1)"_s.arg(n);
        labels += label;
    }
    return labels;
}

//! Those whose text has every word of the subject, by its beginning ("dentist" fits "dentist's").
QList<Listed> matching(const QList<Listed> &all, const QString &subject)
{
    static const QRegularExpression word(uR"([\p{L}\p{N}]+)"_s);
    static const QStringList small{u"the"_s, u"a"_s,  u"an"_s,   u"my"_s,   u"to"_s,  u"about"_s, u"of"_s,
                                   u"for"_s, u"it"_s, u"that"_s, u"this"_s, u"one"_s, u"at"_s,    u"on"_s};
    QStringList words;
    for (auto at = word.globalMatch(subject.toLower()); at.hasNext();) {
        const QString one = at.next().captured();
        if (!small.contains(one))
            words += one;
    }
    QList<Listed> found;
    for (const Listed &one : all) {
        const QString text = one.text.toLower() + u' ' + GuideTalk::shownTime(one.at).toLower();
        const auto has = [&text](const QString &wanted) {
            return text.contains(QRegularExpression(u"(?<![\\p{L}\\p{N}])"_s + wanted));
        };
        if (std::all_of(words.cbegin(), words.cend(), has))
            found.append(one);
    }
    return found;
}

//! The list of reminders; nothing: it has been asked for, or could not be had.
std::optional<QList<Listed>> current(GuideTalk &talk)
{
    if (const GuideCall *list = talk.last(u"remind"_s, u"list"_s)) {
        if (list->ok)
            return listed(*list, talk.now());
        talk.say(GuideRemindersText::tr("The reminders could not be read. Please try again."));
        return {};
    }
    if (talk.can(u"remind"_s))
        talk.call(u"remind"_s, {{u"action"_s, u"list"_s}});
    else
        talk.say(GuideRemindersText::tr(
            "I cannot see the reminders here. Please use the window or the terminal."));
    return {};
}

//! The one that is meant; asks when several are. Nothing: asked, or told.
std::optional<Listed> chosen(GuideTalk &talk, const GuideWish &wish, const QString &question,
                             const QString &undone)
{
    const auto all = current(talk);
    if (!all)
        return {};
    if (all->isEmpty()) {
        talk.say(GuideRemindersText::tr("No reminders are set."));
        return {};
    }
    const QList<Listed> found = matching(*all, wish.subject);
    if (found.isEmpty()) {
        talk.say(GuideRemindersText::tr("I found no reminder about “%1”. These are set:").arg(wish.subject));
        talk.say(lines(*all));
        return {};
    }
    if (found.size() == 1)
        return found.first();
    const GuideAsked asked = talk.asked(u"which"_s);
    const QStringList names = labels(found);
    if (asked.isAnswered() && !isCalledOff(asked.answer)) {
        const int index = chosenIndex(asked.answer, names);
        if (index >= 0)
            return found.at(index);
        const QList<Listed> narrowed = matching(found, asked.answer);
        if (narrowed.size() == 1)
            return narrowed.first();
    } else if (asked.times > 0 && asked.outcome != Outcome::AskedBack) {
        tellNoAnswer(talk, asked, undone);
        return {};
    }
    QList<Option> options;
    for (qsizetype i = 0; i < std::min(mostReminders, names.size()); ++i)
        options.append(
            {.label = names.at(i),
             .description = GuideRemindersText::tr("set for %1").arg(GuideTalk::shownTime(found.at(i).at))});
    if (asked.outcome == Outcome::AskedBack)
        talk.say(GuideRemindersText::tr("%n reminder(s) fit your words.", nullptr, int(found.size())));
    const QString again = GuideRemindersText::tr("Which of these is it?");
    if (asked.times > 1 || !talk.ask(u"which"_s, asked.times == 0 ? question : again, options)) {
        talk.say(GuideRemindersText::tr("Several reminders fit. Please name one of them more exactly:"));
        talk.say(lines(found));
    }
    return {};
}

} // namespace

int chosenIndex(const QString &answer, const QStringList &names)
{
    const QString text = answer.simplified();
    for (qsizetype i = 0; i < names.size(); ++i) {
        // A chosen option may carry a note after a colon.
        if (text.compare(names.at(i), Qt::CaseInsensitive) == 0 ||
            text.startsWith(names.at(i) + u':', Qt::CaseInsensitive))
            return int(i);
    }
    static const QRegularExpression number(
        uR"(\A(?:the\s+)?(?:number\s+|no\.?\s*|#)?(?:(\d)(?:st|nd|rd|th|\.)?|(first|one)|(second|two)|(third|three)|)"
        uR"((fourth|four)|(fifth|five)|(last))(?:\s+(?:one|option))?[.!]?\z)"_s,
        QRegularExpression::CaseInsensitiveOption);
    const auto match = number.match(text);
    if (match.hasMatch()) {
        int index =
            match.captured(1).isEmpty() ? match.lastCapturedIndex() - 2 : match.captured(1).toInt() - 1;
        if (!match.captured(7).isEmpty())
            index = int(names.size()) - 1;
        return index < names.size() ? index : -1;
    }
    int found = -1;
    for (qsizetype i = 0; i < names.size(); ++i) {
        if (!text.isEmpty() && names.at(i).contains(text, Qt::CaseInsensitive)) {
            if (found >= 0)
                return -1;
            found = int(i);
        }
    }
    return found;
}

void listReminders(GuideTalk &talk)
{
    const auto all = current(talk);
    if (!all)
        return;
    if (all->isEmpty()) {
        talk.say(GuideRemindersText::tr(
            "No reminders are set. Say for example: “Remind me tomorrow at 9 to call the dentist”."));
        return;
    }
    talk.say(GuideRemindersText::tr("%n reminder(s) set:", nullptr, int(all->size())));
    talk.say(lines(*all));
}

void cancelReminder(GuideTalk &talk, const GuideWish &wish)
{
    const QList<GuideCall> done = talk.calls(u"remind"_s, u"cancel"_s);
    if (!done.isEmpty()) {
        QStringList gone;
        for (const GuideCall &call : done) {
            if (call.ok)
                gone += u"- "_s + call.json()[u"cancelled"_s].toObject()[u"text"_s].toString();
        }
        if (!gone.isEmpty())
            talk.say(GuideRemindersText::tr("Cancelled:") + u"\n\n"_s + gone.join(u'\n'));
        if (gone.size() < done.size())
            talk.say(
                GuideRemindersText::tr("Some could not be cancelled; they may have fired in the meantime."));
        return;
    }
    const auto cancel = [&talk](const Listed &one) {
        talk.call(u"remind"_s, {{u"action"_s, u"cancel"_s}, {u"id"_s, one.id}});
    };
    if (wish.kind == WishKind::CancelAllReminders) {
        const auto all = current(talk);
        if (!all)
            return;
        const QList<Listed> found = matching(*all, wish.subject);
        if (found.isEmpty())
            talk.say(all->isEmpty()
                         ? GuideRemindersText::tr("No reminders are set.")
                         : GuideRemindersText::tr("I found no reminder about “%1”.").arg(wish.subject));
        std::for_each(found.cbegin(), found.cend(), cancel);
        return;
    }
    if (const auto one =
            chosen(talk, wish, GuideRemindersText::tr("Which reminder should I cancel?"),
                   GuideRemindersText::tr("I have cancelled nothing", "after “so” or “All right,”")))
        cancel(*one);
}

void moveReminder(GuideTalk &talk, const GuideWish &wish)
{
    if (const GuideCall *moved = talk.last(u"remind"_s, u"move"_s)) {
        const QJsonObject reminder = moved->json()[u"reminder"_s].toObject();
        const auto at = fromLocalTime(reminder[u"time"_s].toString(), talk.now().timeZone());
        talk.say(moved->ok && at
                     ? GuideRemindersText::tr("Moved. I will remind you on %1: %2")
                           .arg(GuideTalk::shownTime(*at), reminder[u"text"_s].toString())
                     : GuideRemindersText::tr(
                           "The reminder could not be moved; it may have fired in the meantime."));
        return;
    }
    const auto one = chosen(talk, wish, GuideRemindersText::tr("Which reminder should I move?"),
                            GuideRemindersText::tr("I have moved nothing", "after “so” or “All right,”"));
    if (!one)
        return;
    std::optional<When> when = wish.when;
    if (talk.asked(u"when"_s).times > 0) {
        when = answeredWhen(talk);
        if (!when)
            return;
    } else if (!when || when->past || when->doubt == When::Doubt::Day) {
        askWhen(talk, when && when->past
                          ? GuideRemindersText::tr("%1 is over already.").arg(GuideTalk::shownTime(when->at))
                          : QString());
        return;
    }
    // "to friday" keeps the hour.
    QDateTime at = when->at;
    if (!when->timeGiven && !when->partGiven && talk.asked(u"when"_s).times == 0 && one->at.isValid()) {
        const QDateTime sameHour = zonedTime(at.date(), one->at.time(), talk.now().timeZone());
        at = sameHour > talk.now() ? sameHour : at;
    }
    QJsonObject arguments{{u"action"_s, u"move"_s}, {u"id"_s, one->id}, {u"when"_s, toLocalTime(at)}};
    if (when->repeat != Repeat::Once)
        arguments.insert(u"repeat"_s, repeatName(when->repeat));
    talk.call(u"remind"_s, arguments);
}

} // namespace heed::guide
