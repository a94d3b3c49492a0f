// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tool/remindtool.h"

#include "models/tool/remindertime.h"
#include "models/tool/toolinput.h"
#include "models/tool/toolrun.h"
#include "models/tool/whenreader.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

struct RemindToolText {
    Q_DECLARE_TR_FUNCTIONS(heed::RemindTool)
};

QJsonObject argument(const QString &description, int longest)
{
    return {{u"type"_s, u"string"_s}, {u"maxLength"_s, longest}, {u"description"_s, description}};
}

QJsonObject oneOf(const QString &description, const QJsonArray &values)
{
    return {{u"type"_s, u"string"_s}, {u"enum"_s, values}, {u"description"_s, description}};
}

QString weekday(const QString &localTime)
{
    return QLocale::c().dayName(QDate::fromString(localTime.left(10), Qt::ISODate).dayOfWeek());
}

QJsonObject toJson(const ReminderRecord &reminder)
{
    return {{u"id"_s, reminder.id.value},
            {u"text"_s, reminder.text},
            {u"time"_s, reminder.localTime.left(16)},
            {u"weekday"_s, weekday(reminder.localTime)},
            {u"repeat"_s, repeatName(reminder.repeat)}};
}

QString shownTime(const ReminderRecord &reminder)
{
    const auto at = QDateTime::fromString(reminder.localTime.left(16), u"yyyy-MM-ddTHH:mm"_s);
    return QLocale().toString(at, QLocale::ShortFormat);
}

QString howToSend(const QDateTime &now)
{
    return u"Send a local date-time such as %1, or words such as \"tomorrow at 9\" or \"in 20 minutes\"."_s
        .arg(toLocalTime(now.addDays(1)));
}

Error notSet(qint64 id)
{
    return {.code = Error::Code::NotFound,
            .text = RemindToolText::tr("There is no such reminder"),
            .detail = u"No reminder %1 is set. Use the action \"list\" to see their ids."_s.arg(id)};
}

} // namespace

RemindTool::RemindTool(Store &store, const Clock &clock, std::function<void()> changed)
    : m_store(store)
    , m_clock(clock)
    , m_changed(std::move(changed))
{
}

ToolSpec RemindTool::spec() const
{
    const QJsonObject properties{
        {u"action"_s, oneOf(u"what to do."_s, {u"set"_s, u"list"_s, u"move"_s, u"cancel"_s})},
        {u"text"_s, argument(u"what to remind the user of (set)."_s, 500)},
        {u"when"_s, argument(u"local date and time, \"2026-11-30T09:00\", or words such as \"tomorrow at 9\" "
                             "(set, move)."_s,
                             100)},
        {u"repeat"_s, oneOf(u"how often (set, move); once when left out."_s,
                            {u"once"_s, u"daily"_s, u"weekdays"_s, u"weekly"_s, u"monthly"_s, u"yearly"_s})},
        {u"id"_s, QJsonObject{{u"type"_s, u"integer"_s},
                              {u"minimum"_s, 1},
                              {u"description"_s, u"which reminder (move, cancel); list gives the ids."_s}}},
    };
    return {.name = u"remind"_s,
            .description =
                u"Set, list, move or cancel the user's reminders. A reminder is shown as a notification "
                "at its local time."_s,
            .schema = {{u"type"_s, u"object"_s},
                       {u"properties"_s, properties},
                       {u"required"_s, QJsonArray{u"action"_s}}}};
}

ToolRun *RemindTool::run(const QJsonObject &arguments, const ToolContext &context, QObject *parent)
{
    const ToolInput input(arguments, spec().schema);
    if (!input.problem().isEmpty())
        return finishedRun(failedOutcome(input.problem(), RemindToolText::tr("Could not be run")), parent);
    auto *run = new OpenToolRun(parent);
    const QString action = input.text(u"action"_s);
    if (action == u"set")
        set(input, context, run);
    else if (action == u"list")
        list(run);
    else
        change(input, action == u"cancel", run);
    return run;
}

RemindTool::Chosen RemindTool::choose(const ToolInput &input) const
{
    const QDateTime now = m_clock.now();
    const QString words = input.text(u"when"_s);
    if (words.isEmpty())
        return {.problem = u"The argument \"when\" is missing. "_s + howToSend(now)};
    const auto when = readWhen(words, now);
    if (!when)
        return {.problem = u"The time \"%1\" cannot be understood. "_s.arg(words) + howToSend(now)};
    if (when->doubt == When::Doubt::Day) {
        return {.problem = u"\"%1\" could be %2 or %3. Send the one that is meant in this form."_s.arg(
                    words, toLocalTime(when->at), toLocalTime(when->other))};
    }
    Chosen chosen{.localTime = toLocalTime(when->at), .repeat = when->repeat, .day = when->at.date().day()};
    if (const auto repeat = repeatFromName(input.text(u"repeat"_s)))
        chosen.repeat = *repeat;
    if (when->at <= now) {
        chosen.localTime =
            nextLocalTime({.localTime = chosen.localTime, .repeat = chosen.repeat, .day = chosen.day}, now);
        if (chosen.localTime.isEmpty()) {
            return {.problem = u"%1 is in the past: it is now %2, %3. Nothing was set. "_s.arg(
                                   toLocalTime(when->at), QLocale::c().dayName(now.date().dayOfWeek()),
                                   toLocalTime(now)) +
                               howToSend(now)};
        }
    }
    if (when->doubt != When::Doubt::None) {
        chosen.note = u"\"%1\" was read as %2, not %3. Tell the user the exact time."_s.arg(
            words, toLocalTime(when->at), toLocalTime(when->other));
    } else if (!when->timeGiven) {
        chosen.note = u"No exact hour was given; %1 was taken. Tell the user the exact time."_s.arg(
            when->at.toString(u"HH:mm"));
    }
    return chosen;
}

void RemindTool::tell(OpenToolRun *run, const Result<ReminderRecord> &reminder, const QString &word,
                      const QString &note)
{
    if (!reminder) {
        const bool known = reminder.error().code == Error::Code::NotFound;
        run->finish(failedOutcome(known ? reminder.error().detail
                                        : u"The reminders could not be changed. Tell the user."_s,
                                  reminder.error().text));
        return;
    }
    QJsonObject result{{word, toJson(*reminder)}};
    if (!note.isEmpty())
        result.insert(u"note"_s, note);
    const QString summary = word == u"cancelled"
                                ? RemindToolText::tr("Cancelled: %1").arg(reminder->text)
                                : RemindToolText::tr("%1: %2").arg(shownTime(*reminder), reminder->text);
    run->finish({.result = compactJson(result), .summary = summary, .changed = true});
    m_changed();
}

void RemindTool::set(const ToolInput &input, const ToolContext &context, OpenToolRun *run)
{
    if (input.text(u"text"_s).isEmpty()) {
        run->finish(failedOutcome(u"The argument \"text\" is missing: what to remind the user of."_s,
                                  RemindToolText::tr("No reminder was set")));
        return;
    }
    const Chosen chosen = choose(input);
    if (!chosen.problem.isEmpty()) {
        run->finish(failedOutcome(chosen.problem, RemindToolText::tr("No reminder was set")));
        return;
    }
    const ReminderRecord wanted{.chat = context.chat,
                                .call = context.call,
                                .text = input.text(u"text"_s),
                                .localTime = chosen.localTime,
                                .repeat = chosen.repeat,
                                .day = chosen.day};
    m_store.write<ReminderRecord>(
        Durability::AtOnce, run,
        [wanted](QSqlDatabase &database) -> Result<ReminderRecord> {
            const auto id = records::addReminder(database, wanted);
            if (!id)
                return id.error();
            // The same call again gives the one that it set before.
            return records::reminder(database, *id);
        },
        [this, run, note = chosen.note](const Result<ReminderRecord> &set) {
            tell(run, set, u"reminder"_s, note);
        });
}

void RemindTool::list(OpenToolRun *run)
{
    m_store.read<QList<ReminderRecord>>(
        run, [](QSqlDatabase &database) { return records::reminders(database); },
        [run](const Result<QList<ReminderRecord>> &found) {
            if (!found) {
                run->finish(
                    failedOutcome(u"The reminders could not be read. Tell the user."_s, found.error().text));
                return;
            }
            constexpr qsizetype most = 40; // what fits well into a result of 16 KiB
            QJsonArray list;
            for (const ReminderRecord &reminder : found->first(std::min(most, found->size()))) {
                QJsonObject object = toJson(reminder);
                object[u"text"_s] = reminder.text.left(200);
                list.append(object);
            }
            const QJsonObject result{{u"reminders"_s, list}, {u"count"_s, found->size()}};
            run->finish({.result = compactJson(result),
                         .summary = RemindToolText::tr("%n reminder(s)", nullptr, int(found->size()))});
        });
}

void RemindTool::change(const ToolInput &input, bool cancel, OpenToolRun *run)
{
    const qint64 id = input.number(u"id"_s).value_or(0);
    const Chosen chosen = cancel ? Chosen() : choose(input);
    if (id == 0 || !chosen.problem.isEmpty()) {
        run->finish(failedOutcome(id == 0 ? notSet(0).detail : chosen.problem,
                                  RemindToolText::tr("No reminder was changed")));
        return;
    }
    const bool newRepeat = !input.text(u"repeat"_s).isEmpty() || chosen.repeat != Repeat::Once;
    m_store.write<ReminderRecord>(
        Durability::AtOnce, run,
        [=](QSqlDatabase &database) -> Result<ReminderRecord> {
            auto found = records::reminder(database, {id});
            if (!found)
                return found.error().code == Error::Code::NotFound ? notSet(id) : found.error();
            ReminderRecord reminder = *found;
            if (reminder.state != ReminderRecord::State::Set)
                return notSet(id);
            if (cancel) {
                reminder.state = ReminderRecord::State::Cancelled;
            } else {
                reminder.localTime = chosen.localTime;
                reminder.day = chosen.day;
                if (newRepeat)
                    reminder.repeat = chosen.repeat;
            }
            const auto saved = records::saveReminder(database, reminder);
            return saved ? Result<ReminderRecord>(reminder) : saved.error();
        },
        [this, run, cancel, note = chosen.note](const Result<ReminderRecord> &changed) {
            tell(run, changed, cancel ? u"cancelled"_s : u"reminder"_s, note);
        });
}

} // namespace heed
