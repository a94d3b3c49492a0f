// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/question/secretfinder.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed::secretquestion {

namespace {

constexpr qsizetype gapMax = 3; //!< words that * may stand for

Phrase phraseOf(const QString &words)
{
    Phrase phrase;
    for (const QString &word : words.split(u' ', Qt::SkipEmptyParts)) {
        phrase.joined += word;
        phrase.ends.append(phrase.joined.size());
    }
    return phrase;
}

} // namespace

SecretFinder::SecretFinder(const SecretQuestionWords &rules)
    : m_rules(rules)
{
    for (const QString &secret : rules.secrets)
        m_secrets.insert(secret.front(), phraseOf(secret));
    for (const QString &description : rules.descriptions) {
        QList<Phrase> pieces;
        QStringList respelled;
        for (const QString &word : description.split(u' '))
            respelled.append(rules.spellings.value(word, word));
        for (const QString &piece : respelled.join(u' ').split(u'*'))
            pieces.append(phraseOf(piece));
        m_descriptions.append(pieces);
    }
}

bool SecretFinder::isPlural(const QString &word, const QString &singular) const
{
    return word.startsWith(singular) && m_rules.pluralEndings.contains(word.mid(singular.size()));
}

//! Where the phrase ends that begins with this word; -1: it does not.
qsizetype SecretFinder::matchPhrase(const Tokens &tokens, qsizetype at, const Phrase &phrase) const
{
    qsizetype read = 0;
    bool isSpelled = false; // "p a s s": then every letter of that word stands alone
    while (read < phrase.joined.size()) {
        if (at >= tokens.size())
            return -1;
        const QString rest = phrase.joined.mid(read);
        const Token &token = tokens[at];
        const QString &word = rest.startsWith(token.word) ? token.word : token.plain;
        if (isPlural(token.word, rest) || isPlural(token.plain, rest))
            return isSpelled ? -1 : at + 1;
        if (word.isEmpty() || !rest.startsWith(word) || (isSpelled && word.size() > 1))
            return -1;
        read += word.size();
        const bool isWordEnd = phrase.ends.contains(read);
        if (!isWordEnd && word.size() > 1)
            return -1;
        isSpelled = !isWordEnd;
        ++at;
    }
    return at;
}

qsizetype SecretFinder::matchDescription(const Tokens &tokens, qsizetype at,
                                         const QList<Phrase> &pieces) const
{
    qsizetype end = matchPhrase(tokens, at, pieces.first());
    for (qsizetype piece = 1; piece < pieces.size() && end > 0; ++piece) {
        qsizetype next = -1;
        for (qsizetype gap = 0; gap <= gapMax && next < 0 && end + gap < tokens.size(); ++gap)
            next = matchPhrase(tokens, end + gap, pieces[piece]);
        end = next;
    }
    return end;
}

std::optional<Span> SecretFinder::ambiguousAt(const Tokens &tokens, qsizetype at) const
{
    for (const auto &row : m_rules.ambiguous) {
        const qsizetype end = matchPhrase(tokens, at, phraseOf(row.name));
        if (end < 0)
            continue;
        if (at > 0 && row.before.contains(tokens[at - 1].word))
            return Span{at, end};
        if (hasAny(tokens, 0, tokens.size(), row.elsewhere))
            continue;
        const bool isSpelled = end - at > phraseOf(row.name).ends.size();
        if (row.isUpperCase && (tokens[at].isUpper || isSpelled))
            return Span{at, end};
        if (row.onRequest)
            return Span{at, end, false, true};
    }
    return std::nullopt;
}

std::optional<Span> SecretFinder::secretAt(const Tokens &tokens, qsizetype at) const
{
    qsizetype longest = -1;
    const auto &token = tokens[at];
    QSet<QChar> firsts{token.word.isEmpty() ? QChar() : token.word.front(),
                       token.plain.isEmpty() ? QChar() : token.plain.front()};
    for (const QChar first : firsts) {
        const auto [begin, end] = m_secrets.equal_range(first);
        for (auto it = begin; it != end; ++it)
            longest = std::max(longest, matchPhrase(tokens, at, *it));
    }
    if (longest > 0)
        return Span{at, longest};
    for (const auto &pieces : m_descriptions) {
        if (const qsizetype end = matchDescription(tokens, at, pieces); end > 0)
            return Span{at, end, true};
    }
    return ambiguousAt(tokens, at);
}

QList<Span> SecretFinder::secretsIn(const Tokens &tokens) const
{
    QList<Span> spans;
    for (qsizetype at = 0; at < tokens.size(); ++at) {
        const auto span = secretAt(tokens, at);
        if (!span)
            continue;
        const QString after = span->end < tokens.size() ? tokens[span->end].word : QString();
        const QString before = at > 0 ? tokens[at - 1].word : QString();
        const bool isCompound = !span->isDescribed && m_rules.compoundHeads.contains(after) &&
                                !hasAny(tokens, 0, at, m_rules.contentWords);
        const bool isOther = m_rules.harmlessBefore.contains(before) ||
                             (span->isDescribed && m_rules.otherHeads.contains(before));
        if (!isCompound && !isOther)
            spans.append(*span);
        at = span->end - 1;
    }
    return spans;
}

} // namespace heed::secretquestion
