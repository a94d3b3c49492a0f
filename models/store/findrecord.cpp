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

//! The words of a query, each quoted so that nothing in it is an operator, and open at its end.
QStringList termsOf(const QString &words)
{
    QStringList terms;
    QString word;
    const auto close = [&] {
        if (!word.isEmpty() && terms.size() < mostWords)
            terms.append(u'"' + word.left(64) + u"\"*"_s);
        word.clear();
    };
    for (const QChar c : words) {
        if (c.isLetterOrNumber() || c.isMark() || c.isSurrogate())
            word += c;
        else
            close();
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

Result<QList<FoundRecord>> search(QSqlDatabase &database, const QString &match, const FindQuery &query,
                                  bool ranked)
{
    QString where;
    QVariantList values{match};
    const auto add = [&](const QString &condition, const QVariant &value) {
        where += u" AND "_s + condition;
        values.append(value);
    };
    if (query.notChat)
        add(u"(found.chat IS NULL OR found.chat <> ?)"_s, query.notChat->value);
    if (query.kind)
        add(u"found.kind = ?"_s, QString(std::ranges::find(kindNames, *query.kind, &KindName::kind)->name));
    if (query.sinceMs)
        add(u"found.at_ms >= ?"_s, *query.sinceMs);
    if (query.untilMs)
        add(u"found.at_ms <= ?"_s, *query.untilMs);
    if (ranked) {
        where += u" AND found.rowid > (SELECT coalesce(max(rowid), 0) - ? FROM found)"_s;
        values.append(rankedWindow);
    }
    values.append(query.limit);
    return sql::rows<FoundRecord>(
        database,
        u"SELECT found.kind, found.ref, found.chat,"
        " CASE WHEN found.title <> '' THEN found.title"
        " ELSE coalesce((SELECT title FROM chat WHERE chat.id = found.chat), '') END,"
        " snippet(found, 0, '', '', '…', 24), found.at_ms"
        " FROM found WHERE found MATCH ?"
        " AND (found.chat IS NULL OR found.chat NOT IN"
        " (SELECT id FROM chat WHERE trashed_ms IS NOT NULL))"_s +
            where + (ranked ? u" ORDER BY rank LIMIT ?"_s : u" ORDER BY found.rowid DESC LIMIT ?"_s),
        values, readFound);
}

} // namespace

Result<QList<FoundRecord>> find(QSqlDatabase &database, const FindQuery &query)
{
    const QStringList terms = termsOf(query.words);
    if (terms.isEmpty())
        return QList<FoundRecord>();
    auto all = search(database, terms.join(u" AND "_s), query, false);
    if (!all || !all->isEmpty() || terms.size() == 1)
        return all;
    return search(database, terms.join(u" OR "_s), query, true);
}

} // namespace heed::records
