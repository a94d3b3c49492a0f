// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tool/whenparser.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace heed {

using enum WhenKind;

WhenParser::WhenParser(QList<WhenToken> tokens, const QDate &today, bool strict)
    : m_tokens(std::move(tokens))
    , m_today(today)
    , m_strict(strict)
{
}

std::optional<WhenDraft> WhenParser::parse()
{
    bool any = false;
    while (m_at < m_tokens.size()) {
        if (any || !m_strict) {
            if (filler())
                continue;
        }
        const bool understood = attempt(&WhenParser::repeating) || attempt(&WhenParser::relative) ||
                                attempt(&WhenParser::dayByName) || attempt(&WhenParser::weekdayName) ||
                                attempt(&WhenParser::stretch) || attempt(&WhenParser::writtenDate) ||
                                attempt(&WhenParser::dayByNumber) || attempt(&WhenParser::partOfDay) ||
                                attempt(&WhenParser::clock);
        if (!understood)
            return {};
        any = true;
    }
    const bool firm = m_draft.hasDay() || m_draft.repeat || m_draft.relativeSeconds || m_draft.minutes;
    if (!any || (m_strict && m_loose && !(firm && !m_draft.midnight)))
        return {};
    if (m_draft.relativeSeconds && (m_draft.hasDay() || m_draft.minutes || m_draft.part || m_draft.repeat))
        return {};
    return m_draft;
}

WhenWord WhenParser::word(qsizetype ahead) const
{
    return m_at + ahead < m_tokens.size() ? m_tokens.at(m_at + ahead).word : WhenWord{};
}

bool WhenParser::isUnit(WhenUnit unit, qsizetype ahead) const
{
    return is(Unit, ahead) && word(ahead).value == unit;
}

bool WhenParser::take(WhenKind kind)
{
    if (!is(kind))
        return false;
    ++m_at;
    return true;
}

bool WhenParser::takeUnit(WhenUnit unit)
{
    if (!isUnit(unit))
        return false;
    ++m_at;
    return true;
}

bool WhenParser::attempt(bool (WhenParser::*piece)())
{
    const qsizetype at = m_at;
    const WhenDraft draft = m_draft;
    const bool loose = m_loose;
    if ((this->*piece)())
        return true;
    m_at = at;
    m_draft = draft;
    m_loose = loose;
    return false;
}

std::optional<int> WhenParser::number()
{
    if (!is(Number))
        return {};
    int value = word().value;
    const bool spoken = !m_tokens.at(m_at).digits;
    ++m_at;
    // "twenty five"
    if (spoken && value >= 20 && value % 10 == 0 && is(Number) && !m_tokens.at(m_at).digits &&
        word().value < 10 && word().value > 0) {
        value += word().value;
        ++m_at;
    }
    return value;
}

std::optional<int> WhenParser::ordinal()
{
    if (is(Number) && is(OrdinalMark, 1)) {
        const int value = word().value;
        m_at += 2;
        return value;
    }
    // "twenty first"
    if (is(Number) && (word().value == 20 || word().value == 30) && is(Ordinal, 1) && word(1).value < 10) {
        const int value = word().value + word(1).value;
        m_at += 2;
        return value;
    }
    if (is(Ordinal)) {
        const int value = word().value;
        ++m_at;
        return value;
    }
    return {};
}

std::optional<WhenParser::Span> WhenParser::oneSpan()
{
    int halves = 0; // of the unit
    const bool a = take(A);
    if (take(Half)) {
        halves = 1;
        take(A);
    } else if (take(Quarter)) {
        take(Of);
        take(A);
        return takeUnit(UnitHour) ? std::optional(Span{.seconds = 15 * 60}) : std::nullopt;
    } else if (take(Couple)) {
        take(Of);
        halves = 4;
    } else if (a) {
        halves = 2;
    } else if (is(Number)) {
        const bool andHalf = word().ordinary;
        const auto count = number();
        if (!count || *count > 10'000)
            return {};
        halves = *count * 2 + (andHalf ? 1 : 0);
    } else {
        return {};
    }
    const auto andAHalf = [this] {
        if (!(is(And) && is(A, 1) && is(Half, 2)))
            return 0;
        m_at += 3;
        return 1;
    };
    halves += andAHalf();
    if (!is(Unit))
        return {};
    const int unit = word().value;
    ++m_at;
    halves += andAHalf();
    switch (unit) {
    case UnitSecond:
        return Span{.seconds = halves / 2};
    case UnitMinute:
        return Span{.seconds = halves * 30};
    case UnitHour:
        return Span{.seconds = halves * 1800};
    case UnitDay:
        return halves % 2 ? Span{.seconds = halves * 43'200} : Span{.days = halves / 2};
    case UnitWeek:
    case UnitFortnight:
        return halves % 2 ? std::nullopt
                          : std::optional(Span{.days = halves / 2 * (unit == UnitWeek ? 7 : 14)});
    case UnitMonth:
        return halves % 2 ? std::nullopt : std::optional(Span{.months = halves / 2});
    default:
        return Span{.months = halves * 6};
    }
}

std::optional<WhenParser::Span> WhenParser::span()
{
    auto whole = oneSpan();
    while (whole && (is(Number) || (is(And) && (is(Number, 1) || is(A, 1))))) {
        const qsizetype at = m_at;
        take(And);
        const auto more = oneSpan();
        if (!more) {
            m_at = at;
            break;
        }
        whole->seconds += more->seconds;
        whole->days += more->days;
        whole->months += more->months;
    }
    return whole;
}

bool WhenParser::setDate(const QDate &date)
{
    if (m_draft.hasDay() || !date.isValid())
        return false;
    m_draft.date = date;
    return true;
}

bool WhenParser::setClock(int minutes, bool exact)
{
    if (m_draft.minutes || minutes < 0 || minutes > 24 * 60)
        return false;
    if (minutes == 24 * 60) {
        m_draft.midnight = true;
        minutes = 0;
    }
    const int hour = minutes / 60;
    m_draft.minutes = minutes;
    m_draft.open = !exact && hour >= 1 && hour <= 12;
    return true;
}

//! "in 20 minutes", "an hour from now", "a week from monday"; in an answer also just "20 minutes".
bool WhenParser::relative()
{
    const bool in = take(In);
    const auto span = this->span();
    if (!span)
        return false;
    QDate from = m_today;
    bool named = in;
    if (take(From)) {
        named = true;
        if (is(DayOffset)) {
            from = m_today.addDays(word().value);
            ++m_at;
        } else if (!take(Now)) {
            return false;
        }
    }
    if (!named && m_strict)
        return false;
    const bool isDays = span->days != 0 || span->months != 0;
    if (m_draft.relativeSeconds || (isDays && span->seconds != 0))
        return false;
    if (!isDays) {
        m_draft.relativeSeconds = span->seconds;
        return span->seconds > 0;
    }
    m_draft.keepsTime = true;
    return setDate(from.addMonths(span->months).addDays(span->days));
}

bool WhenParser::filler()
{
    return take(Filler) || take(And);
}

} // namespace heed
