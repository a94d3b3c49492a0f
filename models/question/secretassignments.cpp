// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/question/secretrules.h"
#include "models/question/secretwords.h"

#include <QHash>

using namespace Qt::StringLiterals;

namespace heed::secretscan {

namespace {

using secretwords::AssignmentWords;
using secretwords::Strength;

constexpr int namePartsMax = 4; //!< words of the longest name
constexpr qsizetype spacesMax = 8;
constexpr qsizetype quotedMax = 500; //!< a quoted value that goes on for longer is prose in quotes
constexpr qsizetype valueMax =
    512;                           //!< as much of an unquoted value decides what it is; keeps the time linear
constexpr int phraseWordsMax = 26; //!< 24 words of a recovery phrase and some air

struct Part {
    qsizetype at;
    qsizetype end;
    QString folded;
};

//! The next part of a name: DB_PASSWORD, dbPassword and db-password are two parts each.
Part nextPart(QStringView text, qsizetype at)
{
    qsizetype end = at + 1;
    while (end < text.size() && text[end].isLetterOrNumber() &&
           !(text[end].isUpper() && text[end - 1].isLower()))
        ++end;
    return {at, end, text.mid(at, end - at).toString().toCaseFolded()};
}

//! What follows a name and stands for the equals sign.
struct Operator {
    enum class Kind { None, Equals, Colon, Word, Space } kind = Kind::None;
    qsizetype valueAt = 0;
};

qsizetype skipSpaces(QStringView text, qsizetype at, bool alsoLineEnds = false)
{
    const qsizetype most = at + spacesMax;
    while (at < text.size() && at < most && text[at].isSpace() && (alsoLineEnds || text[at] != u'\n'))
        ++at;
    return at;
}

Operator operatorAt(QStringView text, qsizetype at, const AssignmentWords &words, bool isFlag)
{
    using enum Operator::Kind;
    // {"password": "…"}, **Password:** …
    while (at < text.size() &&
           (text[at] == u'"' || text[at] == u'\'' || text[at] == u'`' || text[at] == u'*'))
        ++at;
    const qsizetype sign = skipSpaces(text, at);
    if (sign >= text.size())
        return {};
    const QChar c = text[sign];
    const QChar next = sign + 1 < text.size() ? text[sign + 1] : QChar();
    if (c == u'=' || (c == u':' && next == u'=') || c == u'＝') {
        if (next == u'=' && c == u'=') // a comparison
            return {};
        const qsizetype length = (c == u':' || next == u'>') ? 2 : 1;
        return {Equals, skipSpaces(text, sign + length, true)};
    }
    if (c == u':' || c == u'：') {
        qsizetype value = sign + 1;
        while (value < text.size() && text[value] == u'*')
            ++value;
        return {Colon, skipSpaces(text, value, true)};
    }
    if (sign == at)
        return {};
    const Part word = nextPart(text, sign);
    if (words.joins.contains(word.folded)) {
        qsizetype value = word.end;
        if (value < text.size() && text[value] == u':')
            ++value;
        const qsizetype after = skipSpaces(text, value);
        return after > value ? Operator{Word, after} : Operator{};
    }
    return isFlag ? Operator{Space, sign} : Operator{};
}

bool endsBare(QChar c)
{
    return c.isSpace() || c == u'"' || c == u'`' || c == u';' || c == u'&' || c == u'<' || c == u'|';
}

//! A value in place of which something else will stand, or none at all.
bool isPlaceholder(QStringView value)
{
    if (value.isEmpty())
        return true;
    const QChar c = value.front();
    if (c == u'$' || c == u'%' || c == u'{' || c == u'<' || c == u'[' || c == u'(')
        return value.size() < 2 || !(c == u'$' || c == u'%') || isAsciiLetter(value[1]) || value[1] == u'{' ||
               value[1] == u'(';
    const bool isMasked = std::all_of(value.begin(), value.end(), [](QChar each) {
        return each == u'*' || each == u'.' || each == u'•' || each == u'x' || each == u'X' || each == u'_' ||
               each == u'-' || each == u'…' || each == u'?' || each == u'●';
    });
    if (isMasked)
        return true;
    // A call or a member of a program is where the value comes from.
    const qsizetype call = value.indexOf(u'(');
    return (call > 0 && value.left(call).back().isLetterOrNumber()) || value.startsWith("process.env"_L1) ||
           value.startsWith("os.environ"_L1) || value.startsWith("env."_L1);
}

bool looksLikeCredential(QStringView value)
{
    int letters = 0;
    int digits = 0;
    int marks = 0;
    for (const QChar c : value) {
        letters += c.isLetter();
        digits += c.isDigit();
        marks += !c.isLetterOrNumber();
    }
    if (value.size() >= 6 && digits >= 1 && letters >= 1 && !value.contains(u'/'))
        return true;
    return (value.size() >= 16 && letters + digits >= 12 && !value.contains(u'/') && !value.contains(u'.')) ||
           (value.size() >= 8 && digits >= 6 && marks <= 2) ||
           (value.size() >= 8 && marks >= 2 && digits >= 1);
}

bool isPlainWord(QStringView value)
{
    return std::all_of(value.begin(), value.end(),
                       [](QChar c) { return c.isLetter() || c == u'\'' || c == u'’'; });
}

bool describes(const QString &word, const AssignmentWords &words)
{
    if (words.plainValues.contains(word))
        return true;
    return std::any_of(words.plainEndings.begin(), words.plainEndings.end(), [&](const QString &ending) {
        return word.size() > ending.size() + 2 && word.endsWith(ending);
    });
}

//! One place where something is assigned to a secret's name.
struct Assignment {
    QStringView text;
    Strength strength;
    Operator how;
    const AssignmentWords &words;
    ScanMode mode;
};

SecretSpan span(qsizetype at, qsizetype end)
{
    return {at, end - at, u"assignment"_s};
}

//! The words of a phrase, to the end of the line or sentence.
std::optional<SecretSpan> phraseValue(const Assignment &assignment)
{
    const QStringView text = assignment.text;
    qsizetype at = assignment.how.valueAt;
    qsizetype end = at;
    int count = 0;
    int describing = 0;
    while (at < text.size() && count < phraseWordsMax) {
        qsizetype wordEnd = at;
        while (wordEnd < text.size() && (text[wordEnd].isLetterOrNumber() || text[wordEnd] == u'-'))
            ++wordEnd;
        if (wordEnd == at)
            break;
        const QString word = text.mid(at, wordEnd - at).toString().toCaseFolded();
        // "correct" may well be the first word of one.
        describing += assignment.words.plainValues.contains(word) && word != u"correct";
        if (count == 0 && describing > 0)
            return std::nullopt;
        ++count;
        end = wordEnd;
        at = wordEnd;
        if (at < text.size() && (text[at] == u',' || text[at] == u' ' || text[at] == QChar::Nbsp))
            at = skipSpaces(text, at + 1);
        else
            break;
    }
    if (count >= 3 && describing * 3 <= count)
        return span(assignment.how.valueAt, end);
    return std::nullopt;
}

std::optional<SecretSpan> quotedValue(const Assignment &assignment)
{
    const QStringView text = assignment.text;
    const qsizetype at = assignment.how.valueAt;
    const QChar open = text[at];
    const QChar close = open == u'“'   ? QChar(u'”')
                        : open == u'„' ? QChar(u'“')
                        : open == u'«' ? QChar(u'»')
                        : open == u'‘' ? QChar(u'’')
                                       : open;
    const bool isQuote = open == u'"' || open == u'\'' || open == u'`' || close != open;
    if (!isQuote)
        return std::nullopt;
    const qsizetype most = std::min(text.size(), at + 1 + quotedMax);
    qsizetype end = at + 1;
    while (end < most && text[end] != close && text[end] != u'\n')
        end += text[end] == u'\\' && end + 1 < most ? 2 : 1;
    end = std::min(end, most);
    const bool isClosed = end < text.size() && text[end] == close;
    const QStringView value = text.mid(at + 1, end - at - 1);
    if (value.isEmpty() || (!isClosed && assignment.mode != ScanMode::Draft && !looksLikeCredential(value)))
        return std::nullopt;
    const bool isMarker = markerLength(text, at + 1) == value.size();
    if (isMarker || isPlaceholder(value) || describes(value.toString().toCaseFolded(), assignment.words))
        return std::nullopt;
    if (assignment.strength == Strength::Weak && !looksLikeCredential(value))
        return std::nullopt;
    if (assignment.strength == Strength::Digits &&
        !(value.size() >= 3 && std::all_of(value.begin(), value.end(), isAsciiDigit)))
        return std::nullopt;
    return span(at + 1, end);
}

//! Whether a bare word is the value, going by what comes after it: "password: please reset it" is prose.
bool standsAlone(const Assignment &assignment, qsizetype end)
{
    const QStringView text = assignment.text;
    if (end >= text.size() || text[end] != u' ')
        return true;
    const qsizetype at = skipSpaces(text, end);
    if (at >= text.size() || text[at] == u'\n' || !text[at].isLetter())
        return true;
    return assignment.words.followers.contains(nextPart(text, at).folded);
}

bool isSecretValue(const Assignment &assignment, QStringView value, qsizetype end)
{
    const QString word = value.toString().toCaseFolded();
    if (isPlaceholder(value) || assignment.words.plainValues.contains(word))
        return false;
    switch (assignment.strength) {
    case Strength::Digits:
        return value.size() >= 3 && value.size() <= 8 &&
               std::all_of(value.begin(), value.end(), isAsciiDigit);
    case Strength::Weak:
        return looksLikeCredential(value);
    case Strength::Strong:
    case Strength::Phrase:
        break;
    }
    if (!isPlainWord(value))
        return true;
    if (assignment.how.kind == Operator::Kind::Equals || assignment.how.kind == Operator::Kind::Space)
        return true;
    return !describes(word, assignment.words) && standsAlone(assignment, end);
}

std::optional<SecretSpan> bareValue(const Assignment &assignment)
{
    const QStringView text = assignment.text;
    const qsizetype at = assignment.how.valueAt;
    if (const qsizetype marker = markerLength(text, at)) {
        const qsizetype end = at + marker;
        if (end >= text.size() || endsBare(text[end]) || text[end].isPunct())
            return std::nullopt;
    }
    qsizetype end = at;
    while (end < text.size() && end - at < valueMax && !endsBare(text[end]))
        ++end;
    static const QString trailing = u".,:)]}'’”»"_s;
    while (end > at && trailing.contains(text[end - 1]))
        --end;
    // "What is the password?" asks; "the password is hunter2?" tells.
    if (end > at && (text[end - 1] == u'?' || text[end - 1] == u'!') &&
        isPlainWord(text.mid(at, end - 1 - at)))
        --end;
    if (end == at || !isSecretValue(assignment, text.mid(at, end - at), end))
        return std::nullopt;
    if (end - at == valueMax) {
        while (end < text.size() && !endsBare(text[end]))
            ++end;
    }
    return span(at, end);
}

std::optional<SecretSpan> valueOf(const Assignment &assignment)
{
    if (assignment.how.kind == Operator::Kind::None || assignment.how.valueAt >= assignment.text.size())
        return std::nullopt;
    if (const auto quoted = quotedValue(assignment))
        return quoted;
    if (assignment.strength == Strength::Phrase) {
        if (const auto phrase = phraseValue(assignment))
            return phrase;
    }
    const QChar first = assignment.text[assignment.how.valueAt];
    if (QStringView(u"\"'`“„‘«").contains(first))
        return std::nullopt;
    return bareValue(assignment);
}

using NameIndex = QHash<QString, std::pair<Strength, const AssignmentWords *>>;

const NameIndex &nameIndex()
{
    static const NameIndex index = [] {
        NameIndex made;
        for (const auto &row : secretwords::assignmentWords()) {
            for (const auto &name : row.names)
                made.insert(name.name, {name.strength, &row});
        }
        return made;
    }();
    return index;
}

//! The longest name that ends with the last of these parts.
const std::pair<Strength, const AssignmentWords *> *nameOf(const QList<Part> &parts)
{
    QString name;
    const std::pair<Strength, const AssignmentWords *> *best = nullptr;
    for (qsizetype i = parts.size() - 1; i >= 0; --i) {
        name = name.isEmpty() ? parts[i].folded : QString(parts[i].folded + u' ' + name);
        const auto found = nameIndex().constFind(name);
        if (found != nameIndex().constEnd())
            best = &*found;
    }
    return best;
}

} // namespace

void findAssignments(const QString &text, ScanMode mode, QList<SecretSpan> &found)
{
    QList<Part> parts; // the last few, each next to the one before
    bool isFlag = false;
    for (qsizetype i = 0; i < text.size();) {
        if (!text[i].isLetterOrNumber()) {
            ++i;
            continue;
        }
        Part part = nextPart(text, i);
        const bool isNext = !parts.isEmpty() && part.at - parts.last().end <= 1;
        if (!isNext) {
            parts.clear();
            isFlag = part.at >= 2 && text[part.at - 1] == u'-' && text[part.at - 2] == u'-';
        }
        if (parts.size() == namePartsMax)
            parts.removeFirst();
        parts.append(part);
        i = part.end;
        const auto *name = nameOf(parts);
        if (!name)
            continue;
        const Operator how =
            operatorAt(text, i, *name->second, isFlag || parts.last().folded == name->second->scheme);
        if (const auto value = valueOf({text, name->first, how, *name->second, mode})) {
            found.append(*value);
            i = value->at + value->length;
            parts.clear();
        }
    }
}

} // namespace heed::secretscan
