// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/waitbox.h"

#include <QRegularExpression>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr int minute = 60;
constexpr int hour = 3600;

//! Seconds of one unit word; 0: no unit of ours.
int unitSeconds(const QString &word)
{
    const QString unit = word.toLower();
    if (unit.isEmpty() || unit == WaitBox::tr("s", "seconds") ||
        QStringList{u"s"_s, u"sec"_s, u"second"_s, u"seconds"_s}.contains(unit))
        return 1;
    if (unit == WaitBox::tr("min", "minutes") ||
        QStringList{u"m"_s, u"min"_s, u"minute"_s, u"minutes"_s}.contains(unit))
        return minute;
    if (unit == WaitBox::tr("h", "hours") || QStringList{u"h"_s, u"hour"_s, u"hours"_s}.contains(unit))
        return hour;
    return 0;
}

} // namespace

WaitBox::WaitBox(int mostSeconds, const QString &wordForZero, QWidget *parent)
    : QSpinBox(parent)
    , m_wordForZero(wordForZero)
{
    setRange(wordForZero.isEmpty() ? 1 : 0, mostSeconds);
    setKeyboardTracking(false);       // a half-typed length is none
    setSpecialValueText(wordForZero); // also writes the first value as we write it
}

QString WaitBox::words(int seconds)
{
    QStringList parts;
    if (seconds >= hour)
        parts << tr("%1 h", "hours").arg(seconds / hour);
    if (seconds % hour >= minute)
        parts << tr("%1 min", "minutes").arg(seconds % hour / minute);
    if (seconds % minute > 0 || seconds == 0)
        parts << tr("%1 s", "seconds").arg(seconds % minute);
    return parts.join(u' ');
}

int WaitBox::seconds(const QString &words)
{
    static const QRegularExpression shape(uR"(\A\s*(?:[0-9]+(?:[.,][0-9]+)?\s*\p{L}*\s*)+\z)"_s);
    static const QRegularExpression part(uR"(([0-9]+(?:[.,][0-9]+)?)\s*(\p{L}*))"_s);
    if (!shape.match(words).hasMatch())
        return -1;
    double sum = 0;
    for (auto found = part.globalMatch(words); found.hasNext();) {
        const auto match = found.next();
        const int unit = unitSeconds(match.captured(2));
        if (unit == 0)
            return -1;
        sum += match.captured(1).replace(u',', u'.').toDouble() * unit;
    }
    return sum <= 100'000'000 ? qRound(sum) : -1;
}

QString WaitBox::textFromValue(int value) const
{
    return value == 0 && !m_wordForZero.isEmpty() ? m_wordForZero : words(value);
}

int WaitBox::valueFromText(const QString &text) const
{
    const int read = text == m_wordForZero ? 0 : seconds(text);
    return read < 0 ? value() : std::clamp(read, minimum(), maximum());
}

QValidator::State WaitBox::validate(QString &input, int &) const
{
    if (!m_wordForZero.isEmpty() && input == m_wordForZero)
        return QValidator::Acceptable;
    const int read = seconds(input);
    return read >= minimum() && read <= maximum() ? QValidator::Acceptable : QValidator::Intermediate;
}

QList<int> WaitBox::steps() const
{
    QList<int> all{10,          30,   minute,   2 * minute, 5 * minute, 10 * minute, 15 * minute,
                   30 * minute, hour, 2 * hour, 4 * hour,   8 * hour,   12 * hour,   24 * hour};
    if (!m_wordForZero.isEmpty())
        all.prepend(0);
    all.removeIf([this](int one) { return one > maximum(); });
    return all;
}

void WaitBox::stepBy(int steps)
{
    const QList<int> all = this->steps();
    for (int left = std::abs(steps); left > 0; --left) {
        const auto above = std::ranges::upper_bound(all, value());
        const auto from = std::ranges::lower_bound(all, value());
        if (steps > 0 && above != all.end())
            setValue(*above);
        else if (steps < 0 && from != all.begin())
            setValue(*std::prev(from));
    }
    selectAll();
}

QSpinBox::StepEnabled WaitBox::stepEnabled() const
{
    const QList<int> all = steps();
    StepEnabled possible = StepNone;
    if (value() < all.last())
        possible |= StepUpEnabled;
    if (value() > all.first())
        possible |= StepDownEnabled;
    return possible;
}

} // namespace heed
