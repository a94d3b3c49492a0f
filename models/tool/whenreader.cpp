// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tool/whenreader.h"

#include "models/tool/remindertime.h"
#include "models/tool/whenparser.h"

#include <QRegularExpression>
#include <array>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr int noon = 12 * 60;
constexpr int day = 24 * 60;
constexpr int usualMorning = 9 * 60;
// Between these hours nobody means a bare "at 5" unless it is night already.
constexpr int nightEnds = 6 * 60;

struct PartHours {
    int usual = 0;
    int ends = 0;
};
//! Minutes of the day, by WhenPart.
constexpr std::array<PartHours, 5> parts{{
    {9 * 60, noon},
    {noon, 14 * 60},
    {15 * 60, 18 * 60},
    {18 * 60, 23 * 60},
    {20 * 60, day - 1},
}};

//! Sets a draft against the present time.
class Resolver
{
public:
    Resolver(const WhenDraft &draft, const QDateTime &now)
        : m_draft(draft)
        , m_now(now)
        , m_minuteNow(now.time().hour() * 60 + now.time().minute())
    {
    }

    std::optional<When> resolve();

private:
    [[nodiscard]] QDateTime at(const QDate &date, int minutes) const
    {
        const QDate actual = date.addDays(minutes / day);
        const int rest = minutes % day;
        QDateTime at = zonedTime(actual, QTime(rest / 60, rest % 60), m_now.timeZone());
        // Of a wall time that comes twice the second, when the first is over.
        if (at <= m_now && at.addSecs(3600).time() == at.time() && at.addSecs(3600) > m_now)
            at = at.addSecs(3600);
        return at;
    }
    When relative();
    void chooseMinutes();
    void chooseOpen(int hour12);
    std::optional<QDate> chooseDate();
    QDate dayOfMonth() const;
    QDate weekday() const;
    std::optional<When> todayWithoutTime();
    When repeated(QDate date) const;
    [[nodiscard]] bool isOver(const QDate &date) const { return at(date, m_minutes) <= m_now; }

    WhenDraft m_draft;
    QDateTime m_now;
    int m_minuteNow;
    int m_minutes = usualMorning; //!< from the start of the named day; above 24 h: the next day
    std::optional<int> m_otherMinutes{};
    bool m_timeGiven = true;
    bool m_freeDay = false; //!< no day was named: the hour was chosen against now
};

When Resolver::relative()
{
    const QDateTime exact = m_now.addSecs(*m_draft.relativeSeconds);
    // Reminders have whole minutes: the nearest one, but never now.
    const int seconds = exact.time().second();
    QDateTime at = exact.addMSecs(-exact.time().msec()).addSecs(seconds < 30 ? -seconds : 60 - seconds);
    if (at <= m_now)
        at = at.addSecs(60);
    return {.at = at};
}

//! A clock time without morning or afternoon: which of the two is the sensible one.
void Resolver::chooseOpen(int hour12)
{
    const int early = hour12 % noon; // 12:30 is 0:30
    const int late = early + noon;
    const bool isTwelve = early < 60;
    m_minutes = early;
    m_otherMinutes = late;
    const auto chooseLate = [&] {
        m_minutes = late;
        m_otherMinutes = early;
    };
    if (m_draft.part) {
        m_otherMinutes.reset();
        const bool isNight = *m_draft.part == PartEvening || *m_draft.part == PartNight;
        if (*m_draft.part == PartMorning)
            return;
        // "tonight at 1" is after midnight.
        if (isNight && (isTwelve || (early < 4 * 60 && *m_draft.part == PartNight)))
            m_minutes = early + day;
        else
            m_minutes = late;
        return;
    }
    const bool today = m_draft.date && *m_draft.date == m_now.date();
    m_freeDay = !m_draft.hasDay() && !m_draft.repeat;
    if (isTwelve) {
        chooseLate();
        m_otherMinutes = early + day;
        return;
    }
    if (today) {
        if (early <= m_minuteNow || (early < nightEnds && m_minuteNow >= nightEnds))
            chooseLate();
        if (early <= m_minuteNow)
            m_otherMinutes.reset();
        return;
    }
    if (!m_freeDay) {
        const int usualFrom = m_draft.repeat ? nightEnds : 7 * 60;
        if (early < usualFrom)
            chooseLate();
        return;
    }
    // The next such hour, the hours of the night only in the night.
    const bool night = m_minuteNow < nightEnds;
    const bool earlyIsNight = early < nightEnds;
    if (early > m_minuteNow && (!earlyIsNight || night))
        return;
    if (late > m_minuteNow || earlyIsNight)
        chooseLate();
}

void Resolver::chooseMinutes()
{
    if (m_draft.minutes) {
        if (m_draft.midnight)
            m_minutes = day;
        else if (m_draft.open)
            chooseOpen(*m_draft.minutes);
        else
            m_minutes = *m_draft.minutes;
        return;
    }
    m_timeGiven = false;
    if (m_draft.part)
        m_minutes = parts[size_t(*m_draft.part)].usual;
    else if (m_draft.keepsTime && m_minuteNow >= 8 * 60 && m_minuteNow <= 21 * 60)
        m_minutes = m_minuteNow;
}

QDate Resolver::weekday() const
{
    const QDate today = m_now.date();
    if (m_draft.weeksOn > 0)
        return today.addDays(7 - today.dayOfWeek() + *m_draft.weekday);
    const QDate nearest = today.addDays((*m_draft.weekday - today.dayOfWeek() + 7) % 7);
    // "monday" on a Monday: today while that hour is to come, and only if an hour was said.
    const bool over = nearest == today && (isOver(nearest) || (!m_draft.minutes && !m_draft.part));
    return over ? nearest.addDays(7) : nearest;
}

QDate Resolver::dayOfMonth() const
{
    const QDate today = m_now.date();
    const int wanted = *m_draft.dayOfMonth;
    if (m_draft.year)
        return {*m_draft.year, m_draft.month.value_or(today.month()), wanted};
    // At most eight years to the next 29 February, at most two months to the next 31st.
    for (int n = 0; n <= 8; ++n) {
        const QDate month = m_draft.month ? QDate(today.year() + n, *m_draft.month, 1)
                                          : QDate(today.year(), today.month(), 1).addMonths(n);
        const QDate date(month.year(), month.month(), wanted);
        if (date.isValid() && (date > today || (date == today && (!m_timeGiven || !isOver(date)))))
            return date;
    }
    return {};
}

std::optional<QDate> Resolver::chooseDate()
{
    QDate date;
    if (m_draft.dayOfMonth)
        date = dayOfMonth();
    else if (m_draft.weekday)
        date = weekday();
    else if (m_draft.date)
        date = *m_draft.date;
    else
        date = isOver(m_now.date()) ? m_now.date().addDays(1) : m_now.date();
    // A bare "midnight" is the next one, which is the end of today.
    if (!m_draft.hasDay() && m_draft.midnight)
        date = m_now.date();
    return date.isValid() ? std::optional(date) : std::nullopt;
}

//! "today", "this evening" when the usual hour is over: the next half hour, while it is still today.
std::optional<When> Resolver::todayWithoutTime()
{
    const bool anyHour = !m_draft.part;
    const int usual = anyHour ? m_minuteNow + 60 : m_minutes;
    const int ends = anyHour ? day - 1 : parts[size_t(*m_draft.part)].ends;
    if (usual > m_minuteNow && !anyHour)
        return When{.at = at(m_now.date(), usual), .timeGiven = false};
    int next = (m_minuteNow + 59) / 30 * 30;
    next = anyHour ? (m_minuteNow + 89) / 30 * 30 : next;
    if (next > ends)
        return When{.at = at(m_now.date(), std::min(usual, day - 1)), .timeGiven = false, .past = !anyHour};
    return When{.at = at(m_now.date(), next), .timeGiven = false};
}

When Resolver::repeated(QDate date) const
{
    When when{.repeat = *m_draft.repeat, .timeGiven = m_timeGiven};
    const auto allowed = [&when](const QDate &candidate) {
        return when.repeat != Repeat::Weekdays || candidate.dayOfWeek() <= Qt::Friday;
    };
    for (int n = 0; n < 4 && !allowed(date); ++n)
        date = date.addDays(1);
    when.at = at(date, m_minutes);
    if (when.at > m_now)
        return when;
    const ReminderRecord past{.localTime = toLocalTime(when.at), .repeat = when.repeat, .day = date.day()};
    if (const auto next = fromLocalTime(nextLocalTime(past, m_now), m_now.timeZone()))
        when.at = *next;
    return when;
}

std::optional<When> Resolver::resolve()
{
    if (m_draft.relativeSeconds)
        return relative();
    chooseMinutes();
    const auto date = chooseDate();
    if (!date)
        return {};
    if (m_draft.repeat) {
        const bool named = m_draft.hasDay();
        return repeated(named ? *date : m_now.date());
    }
    const bool saysToday = m_draft.date && *m_draft.date == m_now.date();
    if (saysToday && !m_draft.minutes)
        return todayWithoutTime();
    When when{.at = at(*date, m_minutes), .timeGiven = m_timeGiven};
    when.past = when.at <= m_now;
    if (m_draft.otherDate) {
        when.doubt = When::Doubt::Day;
        when.other = at(*m_draft.otherDate, m_minutes);
    } else if (m_draft.weekUnsure && date->addDays(-7) > m_now.date()) {
        when.doubt = When::Doubt::Week;
        when.other = at(date->addDays(-7), m_minutes);
    } else if (m_otherMinutes) {
        when.doubt = When::Doubt::Hour;
        when.other = at(*date, *m_otherMinutes);
        if (when.other <= m_now && m_freeDay)
            when.other = at(date->addDays(1), *m_otherMinutes);
        if (when.other <= m_now)
            when.doubt = When::Doubt::None;
    }
    return when;
}

std::optional<When> readTokens(const QList<WhenToken> &tokens, const QDateTime &now, bool strict)
{
    // Longer is no time but a text; the parser is not asked about each of its words.
    constexpr qsizetype mostWords = 24;
    if (tokens.isEmpty() || tokens.size() > mostWords)
        return {};
    const auto draft = WhenParser(tokens, now.date(), strict).parse();
    auto when = draft ? Resolver(*draft, now).resolve() : std::nullopt;
    if (when)
        when->partGiven = draft->part.has_value();
    return when;
}

std::optional<When> readIso(const QString &text, const QDateTime &now)
{
    static const QRegularExpression form(
        uR"(^\s*(\d{4}-\d\d-\d\d)[T ](\d\d):?(\d\d)(?::?\d\d(?:\.\d+)?)?(Z|[+-]\d\d(?::?\d\d)?)?\s*$)"_s,
        QRegularExpression::CaseInsensitiveOption);
    const auto match = form.match(text);
    if (!match.hasMatch())
        return {};
    const QDate date = QDate::fromString(match.captured(1), Qt::ISODate);
    const QTime time(match.captured(2).toInt(), match.captured(3).toInt());
    if (!date.isValid() || !time.isValid())
        return {};
    QDateTime at = zonedTime(date, time, now.timeZone());
    const QString zone = match.captured(4).toUpper();
    if (!zone.isEmpty()) {
        const int hours = zone == u"Z" ? 0 : zone.mid(1, 2).toInt();
        const int minutes = zone == u"Z" ? 0 : zone.right(zone.size() > 3 ? 2 : 0).toInt();
        const int offset = (hours * 60 + minutes) * (zone.startsWith(u'-') ? -60 : 60);
        at = QDateTime::fromSecsSinceEpoch(QDateTime(date, time, Qt::UTC).toSecsSinceEpoch() - offset,
                                           now.timeZone());
    } else if (at <= now && at.addSecs(3600).time() == time && at.addSecs(3600) > now) {
        at = at.addSecs(3600);
    }
    return When{.at = at, .past = at <= now};
}

} // namespace

std::optional<When> readWhen(const QString &text, const QDateTime &now)
{
    if (const auto iso = readIso(text, now))
        return iso;
    return readTokens(whenTokens(text), now, false);
}

FoundWhen findWhen(const QString &sentence, const QDateTime &now)
{
    const QList<WhenToken> tokens = whenTokens(sentence);
    const qsizetype count = tokens.size();
    constexpr qsizetype longest = 14; // words of a time within a sentence
    qsizetype tail = count;           // where the time at the end begins
    for (qsizetype begin = std::max<qsizetype>(0, count - longest); begin < count; ++begin) {
        if (readTokens(tokens.mid(begin), now, true)) {
            tail = begin;
            break;
        }
    }
    qsizetype head = 0; // where the time at the beginning ends
    for (qsizetype end = std::min(tail, longest); end > 0; --end) {
        if (readTokens(tokens.first(end), now, true)) {
            head = end;
            break;
        }
    }
    auto when = readTokens(tokens.first(head) + tokens.mid(tail), now, true);
    if (!when && tail < count) {
        head = 0;
        when = readTokens(tokens.mid(tail), now, true);
    }
    if (!when)
        return {.rest = sentence.trimmed()};
    const qsizetype from = head > 0 ? tokens.at(head - 1).end : 0;
    const qsizetype to = tail < count ? tokens.at(tail).begin : sentence.size();
    return {.when = when, .rest = sentence.mid(from, to - from).trimmed()};
}

} // namespace heed
