// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/question/normalise.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr int nestingMax = 4;

//! One row a language: how a text with a comma in it is told from a comma list.
struct CommaWords {
    QLatin1StringView language;
    QSet<QString> replies;     //!< "Yes, delete it" is one answer
    QSet<QString> continuers;  //!< a part that starts with one goes on with the sentence
    QStringList lastItemJoins; //!< "A, B or C": what may stand before the last item
};

const QList<CommaWords> &commaWords()
{
    static const QList<CommaWords> table{
        {QLatin1StringView("en"),
         {u"yes"_s, u"no"_s, u"ok"_s, u"okay"_s, u"sure"_s, u"please"_s, u"well"_s, u"right"_s, u"yeah"_s,
          u"yep"_s, u"nope"_s, u"maybe"_s, u"never"_s, u"thanks"_s, u"sorry"_s, u"actually"_s, u"if"_s,
          u"when"_s},
         {u"and"_s,    u"but"_s,   u"so"_s,     u"because"_s, u"then"_s,     u"which"_s, u"who"_s,
          u"as"_s,     u"since"_s, u"while"_s,  u"if"_s,      u"although"_s, u"i"_s,     u"i'm"_s,
          u"i'll"_s,   u"it"_s,    u"we"_s,     u"that"_s,    u"not"_s,      u"just"_s,  u"only"_s,
          u"please"_s, u"even"_s,  u"unless"_s, u"except"_s},
         {u"or"_s}},
    };
    return table;
}

bool anyRow(const QString &word, QSet<QString> CommaWords::*set)
{
    for (const auto &row : commaWords()) {
        if ((row.*set).contains(word))
            return true;
    }
    return false;
}

//! "Ann's" closes nothing.
bool closesOnlyAtEnd(const QString &text, QChar close)
{
    for (qsizetype i = 1; i + 1 < text.size(); ++i) {
        const bool isApostrophe = close == u'\'' && text[i - 1].isLetter() && text[i + 1].isLetter();
        if (text[i] == close && !isApostrophe)
            return false;
    }
    return true;
}

QString unquoted(const QString &item)
{
    static const QList<std::pair<QChar, QChar>> quotes{
        {u'"', u'"'}, {u'\'', u'\''}, {u'`', u'`'}, {u'“', u'”'}, {u'‘', u'’'}, {u'«', u'»'}, {u'„', u'“'}};
    const QString text = item.trimmed();
    if (text.size() < 2)
        return text;
    for (const auto &[open, close] : quotes) {
        if (text.front() == open && text.back() == close && closesOnlyAtEnd(text, close))
            return text.mid(1, text.size() - 2).trimmed();
    }
    return text;
}

QStringList cleaned(const QStringList &items)
{
    QStringList kept;
    for (const QString &item : items) {
        const QString text = unquoted(item);
        if (!text.isEmpty())
            kept.append(text);
    }
    return kept;
}

//! Splits at a separator outside quotes and brackets. A comma inside a number separates nothing; an
//! apostrophe is no quote. What is left open at the end closes nothing before it.
QStringList splitOutside(const QString &text, const QString &separators)
{
    QStringList parts;
    qsizetype start = 0;
    int depth = 0;
    QChar quote;
    const auto isDigitAt = [&](qsizetype at) { return at >= 0 && at < text.size() && text[at].isDigit(); };
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        const bool startsWord = i == 0 || !text[i - 1].isLetterOrNumber();
        if (!quote.isNull()) {
            if (c == quote && !(c == u'\'' && i + 1 < text.size() && text[i + 1].isLetterOrNumber()))
                quote = {};
        } else if (c == u'"' || ((c == u'\'' || c == u'`') && startsWord)) {
            quote = c;
        } else if (c == u'(' || c == u'[' || c == u'{') {
            ++depth;
        } else if (c == u')' || c == u']' || c == u'}') {
            depth = std::max(0, depth - 1);
        } else if (depth == 0 && separators.contains(c) && !(isDigitAt(i - 1) && isDigitAt(i + 1))) {
            parts.append(text.mid(start, i - start));
            start = i + 1;
        }
    }
    parts.append(text.mid(start));
    if (quote.isNull() && depth == 0)
        return parts;
    // Unbalanced: the marks were ordinary characters.
    return text.split(QRegularExpression(u'[' + QRegularExpression::escape(separators) + u']'));
}

// ---- JSON and Python lists

QString jsonText(const QJsonValue &value)
{
    if (value.isString())
        return value.toString();
    if (value.isDouble())
        return QString::number(value.toDouble(), 'g', QLocale::FloatingPointShortest);
    if (value.isBool())
        return value.toBool() ? u"true"_s : u"false"_s;
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (const auto key : {"label"_L1, "text"_L1, "title"_L1, "name"_L1, "value"_L1}) {
            if (object.value(key).isString())
                return object.value(key).toString();
        }
    }
    return {};
}

std::optional<QStringList> jsonItems(const QString &text, int depth)
{
    const QString trimmed = text.trimmed();
    if (depth > nestingMax ||
        !(trimmed.startsWith(u'[') || trimmed.startsWith(u'{') || trimmed.startsWith(u'"')))
        return std::nullopt;
    const auto outer = QJsonDocument::fromJson((u'[' + trimmed + u']').toUtf8());
    if (!outer.isArray() || outer.array().size() != 1)
        return std::nullopt;
    const QJsonValue value = outer.array().first();
    QStringList items;
    if (value.isString())
        return jsonItems(value.toString(), depth + 1).value_or(QStringList{value.toString()});
    if (value.isArray()) {
        for (const auto &item : value.toArray())
            items.append(jsonText(item));
    } else {
        const QJsonObject object = value.toObject();
        if (object.size() == 1 && object.begin().value().isArray()) {
            for (const auto &item : object.begin().value().toArray())
                items.append(jsonText(item));
        } else {
            for (const auto &item : object)
                items.append(jsonText(item));
        }
    }
    return cleaned(items);
}

//! ['A', 'B'], (A, B), [A, B,]: a list that is not JSON.
std::optional<QStringList> bracketItems(const QString &text)
{
    const bool isList = text.size() > 2 && ((text.startsWith(u'[') && text.endsWith(u']')) ||
                                            (text.startsWith(u'(') && text.endsWith(u')')) ||
                                            (text.startsWith(u'{') && text.endsWith(u'}')));
    if (!isList)
        return std::nullopt;
    const QStringList items = cleaned(splitOutside(text.mid(1, text.size() - 2), u",;"_s));
    return items.size() < 2 ? std::nullopt : std::optional(items);
}

// ---- lines

const QRegularExpression &anyMarker()
{
    static const QRegularExpression marker(
        uR"(^\s{0,40}(?:(?:[-*•‣◦▪●○·–—+☐□✓]|\[[ xX]?\])\s+|[•‣◦▪●☐□]|\(?\d{1,2}[.)\]:]\s+|\(?\d{1,2}\)|\(?[A-Za-z][.)]\s+|[0-9]\x{FE0F}?\x{20E3}\s*))"_s);
    return marker;
}

QString withoutMarker(const QString &line)
{
    const auto match = anyMarker().match(line);
    return match.hasMatch() ? line.mid(match.capturedEnd()) : line;
}

bool hasRepeats(const QStringList &items)
{
    return QSet<QString>(items.begin(), items.end()).size() != items.size();
}

//! A line without a marker after one with: an indented one goes on with it.
QStringList joinedLines(const QStringList &lines, bool marked)
{
    QStringList joined;
    for (const QString &line : lines) {
        const bool goesOn =
            marked && !joined.isEmpty() && line.front().isSpace() && !anyMarker().match(line).hasMatch();
        if (goesOn)
            joined.last() += u' ' + line.trimmed();
        else
            joined.append(line);
    }
    return joined;
}

QStringList lineItems(const QStringList &given, int depth)
{
    QStringList merged;
    bool isJson = true;
    for (const QString &line : given) {
        const auto items = jsonItems(line, depth + 1);
        isJson = isJson && items.has_value();
        merged += items.value_or(QStringList{});
    }
    if (isJson)
        return merged;

    QStringList lines = given;
    // "Options:" above the list is no option.
    if (lines.size() > 2 && lines.first().trimmed().endsWith(u':') &&
        !anyMarker().match(lines.first()).hasMatch())
        lines.removeFirst();
    const auto isMarked = [](const QString &line) { return anyMarker().match(line).hasMatch(); };
    lines = joinedLines(lines, isMarked(lines.first()));
    const bool allMarked = std::all_of(lines.begin(), lines.end(), isMarked);
    QStringList items;
    for (const QString &line : lines)
        items.append(allMarked ? withoutMarker(line).trimmed() : line.trimmed());
    if (!allMarked) {
        static const QRegularExpression bullet(u"^(?:[-*+]\\s+|[•‣◦▪●]\\s*)"_s);
        for (QString &item : items)
            item.remove(bullet);
    } else if (hasRepeats(items)) {
        // "1. Bundesliga", "2. Bundesliga": the numbers are what tells them apart.
        items = lines;
    }
    const auto endsWithSeparator = [](const QString &item) {
        return item.endsWith(u',') || item.endsWith(u';');
    };
    if (std::all_of(items.begin(), items.end() - 1, endsWithSeparator)) {
        for (QString &item : items) {
            if (endsWithSeparator(item))
                item.chop(1);
        }
    }
    return cleaned(items);
}

// ---- one line

//! "1. Herbs 2. Roses", "a) Herbs b) Roses", "• Herbs • Roses": markers that count up within a line.
QStringList inlineMarked(const QString &text)
{
    static const QRegularExpression bullets(u"\\s*[•‣▪●]\\s*"_s);
    if (text.front() == u'•' || text.front() == u'‣' || text.front() == u'▪' || text.front() == u'●')
        return cleaned(text.split(bullets));
    for (const QChar dash : {QChar(u'-'), QChar(u'*')}) {
        const QString separator = u' ' + QString(dash) + u' ';
        if (text.startsWith(separator.mid(1)) && text.contains(separator))
            return cleaned(text.mid(2).split(separator));
    }
    static const QRegularExpression counter(u"(?:^|\\s)\\(?(\\d{1,2}|[A-Za-z])[.):]\\s*"_s);
    QStringList items;
    qsizetype start = -1;
    int expected = 0;
    bool letters = false;
    for (auto it = counter.globalMatch(text); it.hasNext();) {
        const auto match = it.next();
        const QString mark = match.captured(1).toLower();
        const int number = mark[0].isDigit() ? mark.toInt() : mark[0].unicode() - u'a' + 1;
        if (start < 0 && (match.capturedStart() != 0 || number > 1))
            return {};
        letters = start < 0 ? !mark[0].isDigit() : letters;
        if (start >= 0 && (number != expected || letters == mark[0].isDigit()))
            continue;
        if (start >= 0)
            items.append(text.mid(start, match.capturedStart() - start));
        expected = number + 1;
        start = match.capturedEnd();
    }
    if (items.isEmpty())
        return {};
    items.append(text.mid(start));
    for (QString &item : items) {
        item = item.trimmed();
        if (item.endsWith(u',') || item.endsWith(u';'))
            item.chop(1);
    }
    return cleaned(items);
}

QString firstWord(const QString &part)
{
    return part.section(u' ', 0, 0, QString::SectionSkipEmpty).toLower();
}

qsizetype wordCount(const QString &part)
{
    return part.split(u' ', Qt::SkipEmptyParts).size();
}

//! "A, B or C" and "A, B, or C" end with a joining word.
QStringList withoutJoin(QStringList parts)
{
    for (const auto &row : commaWords()) {
        for (const QString &join : row.lastItemJoins) {
            QString &last = parts.last();
            if (last.startsWith(join + u' ', Qt::CaseInsensitive)) {
                last = last.mid(join.size() + 1).trimmed();
                return parts;
            }
            const QStringList halves = last.split(u' ' + join + u' ');
            if (halves.size() == 2 && wordCount(halves[0]) <= 3 && wordCount(halves[1]) <= 3) {
                last = halves[0].trimmed();
                parts.append(halves[1].trimmed());
                return parts;
            }
        }
    }
    return parts;
}

//! Whether parts between commas are rather one sentence. In doubt yes: a question without options can
//! still be answered, while half a sentence as an option misleads.
bool isSentence(const QString &text, const QStringList &parts)
{
    if (text.endsWith(u'?') || text.endsWith(u'!'))
        return true;
    if (text.endsWith(u'.') && (parts.size() < 3 || parts.last().contains(u' ')))
        return true;
    const bool beginsUpper = parts.first().front().isUpper();
    const bool allUpper = std::all_of(parts.begin(), parts.end(), [](const QString &part) {
        return part.front().isUpper() || !part.front().isLetter();
    });
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const qsizetype words = wordCount(parts[i]);
        if (words > (allUpper ? 8 : 4))
            return true;
        if (i > 0 && words > 1 && anyRow(firstWord(parts[i]), &CommaWords::continuers))
            return true;
        if (i > 0 && words > 1 && beginsUpper && parts[i].front().isLower() &&
            !anyRow(firstWord(parts[i]), &CommaWords::replies))
            return true;
    }
    return parts.size() == 2 && anyRow(parts[0].toLower(), &CommaWords::replies) && wordCount(parts[1]) > 1 &&
           !anyRow(firstWord(parts[1]), &CommaWords::replies) && !(beginsUpper && parts[1].front().isUpper());
}

QStringList commaItems(const QString &text)
{
    const QStringList raw = splitOutside(text, u",，、،"_s);
    QStringList parts = cleaned(raw);
    if (parts.size() < 2)
        return {text};
    const bool allQuoted = std::all_of(raw.begin(), raw.end(),
                                       [](const QString &part) { return unquoted(part) != part.trimmed(); });
    if (allQuoted)
        return parts;
    parts = withoutJoin(parts);
    if (isSentence(text, parts))
        return {text};
    if (parts.last().endsWith(u'.'))
        parts.last().chop(1);
    return parts;
}

QStringList singleLineItems(const QString &text)
{
    if (const QStringList marked = inlineMarked(text); marked.size() > 1)
        return marked;
    for (const QString &separators : {u";；"_s, u"|｜"_s}) {
        const QStringList parts = cleaned(splitOutside(text, separators));
        if (parts.size() > 1)
            return withoutJoin(parts);
    }
    return commaItems(text);
}

QString withoutFence(const QString &text)
{
    static const QRegularExpression fence(u"^```[A-Za-z]*\\s*\\n(.*)\\n```$"_s,
                                          QRegularExpression::DotMatchesEverythingOption);
    const auto match = fence.match(text);
    return match.hasMatch() ? match.captured(1).trimmed() : text;
}

} // namespace

QStringList splitOptions(const QString &text)
{
    QString trimmed = text.trimmed();
    trimmed.replace(u"\r\n"_s, u"\n"_s).replace(u'\r', u'\n');
    trimmed = withoutFence(trimmed);
    // Line ends that were escaped once too often; a Windows path is none.
    if (!trimmed.contains(u'\n') && trimmed.contains(u"\\n"_s) && !trimmed.contains(u":\\"_s) &&
        !trimmed.startsWith(u'[') && !trimmed.startsWith(u'{'))
        trimmed.replace(u"\\n"_s, u"\n"_s);
    if (trimmed.isEmpty())
        return {};
    if (const auto items = jsonItems(trimmed, 0))
        return *items;
    if (const auto items = bracketItems(trimmed))
        return *items;
    QStringList lines = trimmed.split(u'\n');
    lines.removeIf([](const QString &line) { return line.trimmed().isEmpty(); });
    if (lines.size() > 1)
        return lineItems(lines, 0);
    const QString line = withoutMarker(lines.first()).trimmed();
    const QStringList marked = inlineMarked(lines.first());
    return marked.size() > 1 ? marked : line.isEmpty() ? QStringList{} : singleLineItems(line);
}

} // namespace heed
