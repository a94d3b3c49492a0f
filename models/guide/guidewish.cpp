// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/guide/guidewish.h"

#include "models/guide/guidepatterns.h"

using namespace Qt::StringLiterals;

namespace heed {

namespace {

// A message of more than this is a text, not a wish; the forms are not tried on it whole.
constexpr qsizetype longestSentence = 2000;

//! Without the politeness around it.
QString plain(const QString &sentence)
{
    QString text = sentence.simplified();
    text.replace(u'’', u'\'');
    for (qsizetype before = -1; before != text.size();) {
        before = text.size();
        const auto prefix = politePrefix().match(text);
        if (prefix.hasMatch() && prefix.capturedLength() < text.size())
            text.remove(0, prefix.capturedLength());
        const auto suffix = politeSuffix().match(text);
        if (suffix.hasMatch() && suffix.capturedStart() > 0)
            text.truncate(suffix.capturedStart());
    }
    return text;
}

//! Words that only connect a reminder with its text.
QString withoutConnectors(QString text)
{
    static const QRegularExpression front(
        uR"(\A[\s,;:.-]*(?:(?:to|about|of|that|for|i (?:have|need|must|want)(?: to)?|is|saying)\b\s*)?)"_s,
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression back(
        uR"([\s,;:.-]*(?:\b(?:to|at|on|for|by|until|till|and|is))?[\s,;:.-]*\z)"_s,
        QRegularExpression::CaseInsensitiveOption);
    for (int pass = 0; pass < 2; ++pass) {
        text.remove(0, front.match(text).capturedLength());
        const auto match = back.match(text);
        if (match.hasMatch() && match.capturedLength() < text.size())
            text.truncate(match.capturedStart());
    }
    static const QRegularExpression quotes(uR"(\A["“'](.+)["”']\z)"_s);
    return text.replace(quotes, u"\\1"_s).trimmed();
}

QString withoutArticle(const QString &text)
{
    static const QRegularExpression front(uR"(\A(?:the|a|an|my|our|about|on|to|of)\s+(?=\S))"_s,
                                          QRegularExpression::CaseInsensitiveOption);
    return text.trimmed().remove(front).remove(u'"').remove(u'“').remove(u'”').trimmed();
}

GuideWish reminder(const QString &rest, const QDateTime &now)
{
    // "for tomorrow at nine to call mum"
    static const QRegularExpression leadingFor(uR"(\A\s*for\s+)"_s,
                                               QRegularExpression::CaseInsensitiveOption);
    const FoundWhen found = findWhen(QString(rest).remove(leadingFor), now);
    QString text = withoutConnectors(found.rest);
    static const QRegularExpression wake(uR"(\Awake me(?: up)?\z)"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    text.replace(wake, u"Wake up"_s);
    // "remind me of it", "remind me later": nothing is said of what, or of when.
    static const QRegularExpression it(
        uR"((?:\A(?:it|that|this|something|me)|(?:\A|\s+)(?:later|again|soon))\z)"_s,
        QRegularExpression::CaseInsensitiveOption);
    text.remove(it);
    return {.kind = WishKind::Remind, .subject = text, .when = found.when};
}

//! "the dentist reminder to friday at 10"
GuideWish move(const QString &rest, const QDateTime &now)
{
    FoundWhen found = findWhen(rest, now);
    // "to 10": after a move a bare number is a time.
    static const QRegularExpression target(uR"(\s(?:to|until|till|by|for|at)\s+)"_s,
                                           QRegularExpression::CaseInsensitiveOption);
    for (auto at = target.globalMatch(rest); at.hasNext();) {
        const auto match = at.next();
        if (const auto when = readWhen(rest.mid(match.capturedEnd()), now)) {
            found = {.when = when, .rest = rest.left(match.capturedStart())};
            break;
        }
    }
    QString text = withoutConnectors(found.rest);
    static const QRegularExpression filler(
        uR"(\b(?:reminders?|the|my|our|about|for|of|to|that|this|it|later|instead|until|time)\b)"_s,
        QRegularExpression::CaseInsensitiveOption);
    return {.kind = WishKind::MoveReminder, .subject = text.remove(filler).simplified(), .when = found.when};
}

GuideWish wishOf(WishKind kind, const QString &rest, const QDateTime &now)
{
    switch (kind) {
    case WishKind::Remind:
        return reminder(rest, now);
    case WishKind::MoveReminder:
        return move(rest, now);
    case WishKind::Note:
        return {.kind = kind, .subject = withoutConnectors(rest)};
    case WishKind::DaysUntil:
    case WishKind::DateOf:
        // Only when it is a day; "what day is best" is not for the guide.
        return {.kind = namedDay(rest, now) ? kind : WishKind::Unknown, .subject = rest.trimmed()};
    default:
        return {.kind = kind, .subject = withoutArticle(rest)};
    }
}

} // namespace

std::optional<QDate> namedDay(const QString &words, const QDateTime &now)
{
    QString text = words.simplified().toLower();
    static const QRegularExpression filler(
        uR"(\A(?:it's|it is|until|till|to|on)\s+|\s+(?:be|fall|fall on)\z)"_s);
    text.remove(filler);
    for (const NamedDay &day : namedDays()) {
        if (text != QLatin1StringView(day.name))
            continue;
        for (int year = now.date().year(); year < now.date().year() + 9; ++year) {
            const QDate date(year, day.month, day.day);
            if (date.isValid() && date >= now.date())
                return date;
        }
    }
    const auto when = readWhen(text, now);
    return when ? std::optional(when->at.date()) : std::nullopt;
}

GuideWish understood(const QString &sentence, const QDateTime &now)
{
    if (sentence.size() > longestSentence) {
        // A long text to be kept is still a note.
        const QString head = sentence.left(200);
        const GuideWish start = understood(head, now);
        return {.kind = start.kind == WishKind::Note ? WishKind::Note : WishKind::Unknown,
                .subject = sentence};
    }
    const QString text = plain(sentence);
    // "tomorrow at 9 remind me to call mum": the time stands before everything.
    static const QRegularExpression late(uR"(\A(?<head>.+?),? (?:please )?remind me(?<rest> .+)\z)"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    if (const auto match = late.match(text); match.hasMatch() && readWhen(match.captured(u"head"), now))
        return reminder(match.captured(u"rest") + u' ' + match.captured(u"head"), now);
    // "hello guide" is politeness and nothing else.
    QString bare = sentence.simplified();
    static const QRegularExpression points(uR"([\s.!?]+\z)"_s);
    bare.remove(points);
    for (const WishPattern &pattern : wishPatterns()) {
        auto match = pattern.form.match(text);
        if (!match.hasMatch() && (pattern.kind == WishKind::Hello || pattern.kind == WishKind::Thanks))
            match = pattern.form.match(bare);
        if (!match.hasMatch())
            continue;
        GuideWish wish = wishOf(pattern.kind, match.captured(u"rest"), now);
        if (wish.kind == WishKind::Unknown)
            continue;
        // The note keeps its lines.
        if (wish.kind == WishKind::Note && sentence.trimmed().contains(u'\n') && !wish.subject.isEmpty()) {
            const qsizetype at = sentence.indexOf(wish.subject.section(u' ', 0, 0));
            if (at >= 0)
                wish.subject = sentence.mid(at).trimmed();
        }
        return wish;
    }
    return {.subject = text};
}

bool isGoOn(const QString &sentence)
{
    static const QRegularExpression form(
        uR"(\A\W*\z|\b(?:continue|go on|go ahead|carry on|keep going|proceed|resume|answered|ok|okay|yes|ready|done)\b)"_s,
        QRegularExpression::CaseInsensitiveOption);
    return sentence.size() <= longestSentence && form.match(sentence).hasMatch();
}

bool isCalledOff(const QString &answer)
{
    static const QRegularExpression form(
        uR"(\A(?:no|nope|no,? thanks|no,? thank you|never ?mind|forget it|cancel|stop|not now|not at all|don't|do not|never|leave it|)"
        uR"(skip|skip it|nothing|none|none of them|neither|no need)\z)"_s,
        QRegularExpression::CaseInsensitiveOption);
    return form.match(plain(answer)).hasMatch();
}

} // namespace heed
