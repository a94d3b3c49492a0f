// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Full-text search: newest first, ranked only within a bounded window (ranking a million rows takes a
// second).
#include "models/store/keptrecord.h"
#include "models/store/sql.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace heed::records {

namespace {

constexpr qsizetype mostWords = 12; // more words only make a query slow, not better
constexpr int longestWord = 64;     // characters
constexpr int rankedWindow = 1000;

struct KindName {
    FoundRecord::Kind kind;
    QLatin1StringView name;
};
constexpr std::array kindNames{
    KindName{FoundRecord::Kind::Message, QLatin1StringView("message")},
    KindName{FoundRecord::Kind::Reply, QLatin1StringView("reply")},
    KindName{FoundRecord::Kind::Note, QLatin1StringView("note")},
    KindName{FoundRecord::Kind::Answer, QLatin1StringView("answer")},
};

//! Whether words of this script stand without spaces between them: the index takes a whole sentence for one
//! word.
bool isUnspaced(char32_t c)
{
    switch (QChar::script(c)) {
    case QChar::Script_Han:
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
    case QChar::Script_Bopomofo:
    case QChar::Script_Thai:
    case QChar::Script_Lao:
    case QChar::Script_Khmer:
    case QChar::Script_Myanmar:
        return true;
    default:
        return false;
    }
}

struct Terms {
    QStringList words{}; //!< each quoted so that nothing in it is an operator, and open at its end
    QStringList parts{}; //!< of scripts without spaces: looked for anywhere in the text
};

Terms termsOf(const QString &query)
{
    Terms terms;
    QString word;
    int length = 0;
    bool hasLetter = false;
    bool unspaced = false;
    const auto close = [&] {
        if (hasLetter && terms.words.size() + terms.parts.size() < mostWords) {
            if (unspaced)
                terms.parts.append(word);
            else
                terms.words.append(u'"' + word + u"\"*"_s);
        }
        word.clear();
        length = 0;
        hasLetter = unspaced = false;
    };
    const auto characters = query.toUcs4();
    for (const char32_t c : characters) {
        const bool letter = QChar::isLetterOrNumber(c);
        if (!letter && !QChar::isMark(c)) {
            close();
            continue;
        }
        if (++length > longestWord)
            continue;
        word += QString::fromUcs4(&c, 1);
        hasLetter = hasLetter || letter;
        unspaced = unspaced || isUnspaced(c);
    }
    close();
    return terms;
}

FoundRecord readFound(const QSqlQuery &query)
{
    const QString kind = query.value(0).toString();
    const auto found =
        std::ranges::find_if(kindNames, [&kind](const KindName &row) { return row.name == kind; });
    return {.kind = found == kindNames.end() ? FoundRecord::Kind::Message : found->kind,
            .ref = query.value(1).toLongLong(),
            .chat = {query.value(2).toLongLong()},
            .title = query.value(3).toString(),
            .snippet = query.value(4).toString().simplified(),
            .atMs = query.value(5).toLongLong()};
}

//! The conditions of a query, and what is bound to them.
struct Conditions {
    QString text{};
    QVariantList values{};
    void add(const QString &condition, const QVariant &value)
    {
        text += u" AND "_s + condition;
        values.append(value);
    }
};

Conditions conditionsOf(const FindQuery &query)
{
    Conditions where;
    if (query.notChat)
        where.add(u"(found.chat IS NULL OR found.chat <> ?)"_s, query.notChat->value);
    if (query.kind)
        where.add(u"found.kind = ?"_s,
                  QString(std::ranges::find(kindNames, *query.kind, &KindName::kind)->name));
    if (query.sinceMs)
        where.add(u"found.at_ms >= ?"_s, *query.sinceMs);
    if (query.untilMs)
        where.add(u"found.at_ms <= ?"_s, *query.untilMs);
    return where;
}

void addParts(Conditions &where, const QStringList &parts)
{
    for (const QString &part : parts) {
        where.add(u"(instr(found.text, ?) > 0"_s, part);
        where.text += u" OR instr(found.title, ?) > 0)"_s;
        where.values.append(part);
    }
}

const QString foundColumns =
    u"SELECT found.kind, found.ref, found.chat,"
    " CASE WHEN found.title <> '' THEN found.title"
    " ELSE coalesce((SELECT title FROM chat WHERE chat.id = found.chat), '') END, "_s;
const QString notInTrash = u" AND (found.chat IS NULL OR found.chat NOT IN"
                           " (SELECT id FROM chat WHERE trashed_ms IS NOT NULL))"_s;

//! \a parts must all be there, beside what \a match says.
Result<QList<FoundRecord>> search(QSqlDatabase &database, const QString &match, const QStringList &parts,
                                  const FindQuery &query, bool ranked)
{
    Conditions where = conditionsOf(query);
    addParts(where, parts);
    if (ranked)
        where.add(u"found.rowid > (SELECT coalesce(max(rowid), 0) - ? FROM found)"_s, rankedWindow);
    const QString order = ranked ? u" ORDER BY rank LIMIT ?"_s : u" ORDER BY found.rowid DESC LIMIT ?"_s;
    return sql::rows<FoundRecord>(
        database,
        foundColumns + u"snippet(found, 0, '', '', '…', 24), found.at_ms FROM found WHERE found MATCH ?"_s +
            notInTrash + where.text + order,
        QVariantList{match} + where.values + QVariantList{query.limit}, readFound);
}

//! Without the index, which does not know where words of these scripts begin.
Result<QList<FoundRecord>> searchParts(QSqlDatabase &database, const QStringList &parts,
                                       const FindQuery &query)
{
    Conditions where = conditionsOf(query);
    addParts(where, parts);
    return sql::rows<FoundRecord>(
        database,
        foundColumns +
            u"substr(found.text, max(1, instr(found.text, ?) - 40), 120), found.at_ms"
            " FROM found WHERE 1"_s +
            notInTrash + where.text + u" ORDER BY found.rowid DESC LIMIT ?"_s,
        QVariantList{parts.first()} + where.values + QVariantList{query.limit}, readFound);
}

} // namespace

Result<QList<FoundRecord>> find(QSqlDatabase &database, const FindQuery &query)
{
    const Terms terms = termsOf(query.words);
    if (terms.words.isEmpty())
        return terms.parts.isEmpty() ? Result(QList<FoundRecord>())
                                     : searchParts(database, terms.parts, query);
    auto all = search(database, terms.words.join(u" AND "_s), terms.parts, query, false);
    if (!all || !all->isEmpty() || terms.words.size() + terms.parts.size() == 1)
        return all;
    return search(database, terms.words.join(u" OR "_s), {}, query, true);
}

} // namespace heed::records
