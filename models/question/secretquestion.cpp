// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/question/secretquestion.h"

#include "models/question/fold.h"
#include "models/question/secretquestionwords.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

// Longer questions are never shown; this bounds the time whatever is given.
constexpr qsizetype judgedMax = 4000;
constexpr qsizetype gapMax = 3;    //!< words that * may stand for
constexpr qsizetype reachMax = 12; //!< words between "I need" and what is needed

struct Token {
    QString word{};  //!< folded; empty for a mark
    QString plain{}; //!< with digits and signs read as the letters they are used for ("passw0rd")
    QChar mark{};    //!< ends a sentence or may end a clause
    bool isUpper = false;
};
using Tokens = QList<Token>;

QString readAsLetters(const QString &word)
{
    static const QHash<QChar, QChar> letters{{u'0', u'o'}, {u'1', u'i'}, {u'3', u'e'}, {u'4', u'a'},
                                             {u'5', u's'}, {u'@', u'a'}, {u'$', u's'}, {u'!', u'i'}};
    if (std::none_of(word.begin(), word.end(), [](QChar c) { return c.isLetter(); }))
        return word;
    QString read = word;
    for (QChar &c : read)
        c = letters.value(c, c);
    return read;
}

bool isWordCharacter(const QString &text, qsizetype at)
{
    const QChar c = text[at];
    if (c.isLetterOrNumber() || c.isMark() || c.isSurrogate())
        return true;
    const bool isInside =
        at > 0 && at + 1 < text.size() && text[at - 1].isLetterOrNumber() && text[at + 1].isLetterOrNumber();
    return isInside && (c == u'\'' || c == u'’' || c == u'@' || c == u'$');
}

QString visible(const QString &text)
{
    QString kept;
    for (const QChar c : text.left(judgedMax)) {
        if (!isIgnorable(c.unicode()))
            kept += c;
    }
    return kept.normalized(QString::NormalizationForm_KC);
}

void appendWord(Tokens &tokens, const QString &written, const SecretQuestionWords &rules)
{
    QString word = foldLookAlikes(written);
    word.replace(u'’', u'\'');
    const bool isUpper = written.size() > 1 && written == written.toUpper();
    const QString spelled = rules.spellings.value(word, word);
    for (const QString &each : spelled.split(u' '))
        tokens.append({each, readAsLetters(each), {}, isUpper});
}

Tokens tokensOf(const QString &given, const SecretQuestionWords &rules)
{
    const QString text = visible(given);
    Tokens tokens;
    for (qsizetype i = 0; i < text.size();) {
        if (isWordCharacter(text, i)) {
            const qsizetype start = i;
            while (i < text.size() && isWordCharacter(text, i))
                ++i;
            appendWord(tokens, text.mid(start, i - start), rules);
            continue;
        }
        const QChar c = text[i];
        const bool isLast = i + 1 >= text.size() || text[i + 1].isSpace();
        // The points of "P.I.N. code" end nothing.
        const bool isInitial = !tokens.isEmpty() && tokens.last().word.size() == 1;
        if (c == u'?' || c == u'!' || c == u'\n' || c == u'？' || c == u'。' ||
            (c == u'.' && isLast && !isInitial))
            tokens.append({{},
                           {},
                           c == u'？'                              ? QChar(u'?')
                           : c == u'!' || c == u'\n' || c == u'。' ? QChar(u'.')
                                                                   : c});
        else if (c == u',' || c == u';' || c == u':' || c == u'—' || c == u'–' || (c == u'-' && isLast) ||
                 c == u'(')
            tokens.append({{}, {}, c == u':' ? c : QChar(u',')});
        ++i;
    }
    return tokens;
}

//! A phrase of the table, ready to be found in however it is written.
struct Phrase {
    QString joined{};
    QList<qsizetype> ends{}; //!< where a word of the phrase ends within joined
};

Phrase phraseOf(const QString &words)
{
    Phrase phrase;
    for (const QString &word : words.split(u' ', Qt::SkipEmptyParts)) {
        phrase.joined += word;
        phrase.ends.append(phrase.joined.size());
    }
    return phrase;
}

//! Judges with the rules of one language.
class Judge
{
public:
    explicit Judge(const SecretQuestionWords &rules)
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

    [[nodiscard]] bool questionAsks(const QString &question, bool hasOptions) const
    {
        const auto clauses = clausesOf(tokensOf(question, m_rules));
        const auto counted = std::count_if(clauses.begin(), clauses.end(), [this](const Clause &clause) {
            return firstWord(clause.tokens) < clause.tokens.size();
        });
        return std::any_of(clauses.begin(), clauses.end(), [&](const Clause &clause) {
            return clauseAsks({clause.tokens, clause.asks, counted <= 1, hasOptions});
        });
    }

    //! An option is the person's own words: it asks when it says that they hand the secret over.
    [[nodiscard]] bool optionAsks(const QString &text) const
    {
        const auto clauses = clausesOf(tokensOf(text, m_rules));
        return std::any_of(clauses.begin(), clauses.end(), [this](const Clause &clause) {
            const auto &tokens = clause.tokens;
            const auto secrets = secretsIn(tokens);
            return std::any_of(secrets.begin(), secrets.end(), [&](const Span &secret) {
                qsizetype verb = firstWord(tokens);
                for (const QString &offer : m_rules.ownOffers) {
                    if (const qsizetype end = matchWords(tokens, verb, offer); end > 0) {
                        verb = end;
                        break;
                    }
                }
                return verb < secret.at && m_rules.requestVerbs.contains(tokens[verb].word) &&
                       !isDiverted(tokens, verb, secret.at, false);
            });
        });
    }

private:
    struct Span {
        qsizetype at = 0;
        qsizetype end = 0;
        bool isDescribed = false;
        bool onRequestOnly = false;
    };
    struct Clause {
        Tokens tokens{};
        bool asks = false; //!< ends in a question mark, or the whole text in a colon
    };
    struct Context {
        const Tokens &tokens;
        bool asks;
        bool isAlone;
        bool hasOptions;
    };

    // ---- clauses

    [[nodiscard]] bool opensClause(const Tokens &tokens, qsizetype at) const
    {
        while (at < tokens.size() && m_rules.joinWords.contains(tokens[at].word))
            ++at;
        if (at >= tokens.size() || !m_rules.clauseOpeners.contains(tokens[at].word))
            return false;
        const bool isLastWord = at + 1 >= tokens.size() || !tokens[at + 1].mark.isNull();
        return !(isLastWord && m_rules.pleas.contains(tokens[at].word));
    }

    [[nodiscard]] QList<Clause> clausesOf(const Tokens &tokens) const
    {
        QList<Clause> clauses;
        Clause current;
        qsizetype sentence = 0; // the first clause of the sentence
        const auto close = [&] {
            if (!current.tokens.isEmpty())
                clauses.append(current);
            current = {};
        };
        for (qsizetype i = 0; i < tokens.size(); ++i) {
            const Token &token = tokens[i];
            if (token.mark == u'?' || token.mark == u'.') {
                close();
                for (; sentence < clauses.size(); ++sentence)
                    clauses[sentence].asks = token.mark == u'?';
            } else if (!token.mark.isNull()) {
                if (opensClause(tokens, i + 1))
                    close();
                else if (token.mark == u':' && i + 1 == tokens.size())
                    current.asks = true;
            } else {
                if (m_rules.joinWords.contains(token.word) && opensClause(tokens, i + 1))
                    close();
                current.tokens.append(token);
            }
        }
        close();
        return clauses;
    }

    // ---- finding words and phrases

    [[nodiscard]] bool isPlural(const QString &word, const QString &singular) const
    {
        return word.startsWith(singular) && m_rules.pluralEndings.contains(word.mid(singular.size()));
    }

    //! Where the phrase ends that begins with this word; -1: it does not.
    [[nodiscard]] qsizetype matchPhrase(const Tokens &tokens, qsizetype at, const Phrase &phrase) const
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

    [[nodiscard]] qsizetype matchDescription(const Tokens &tokens, qsizetype at,
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

    //! Whether these words stand here exactly; gives where they end, else -1.
    [[nodiscard]] static qsizetype matchWords(const Tokens &tokens, qsizetype at, const QString &phrase)
    {
        for (const auto word : QStringTokenizer{QStringView(phrase), u' '}) {
            if (at >= tokens.size() || tokens[at].word != word)
                return -1;
            ++at;
        }
        return at;
    }

    [[nodiscard]] static bool startsWithAny(const Tokens &tokens, qsizetype at, const QStringList &phrases)
    {
        return std::any_of(phrases.begin(), phrases.end(),
                           [&](const QString &phrase) { return matchWords(tokens, at, phrase) > 0; });
    }

    [[nodiscard]] static bool hasAny(const Tokens &tokens, qsizetype from, qsizetype to,
                                     const QSet<QString> &words)
    {
        for (qsizetype i = std::max<qsizetype>(from, 0); i < std::min(to, tokens.size()); ++i) {
            if (words.contains(tokens[i].word))
                return true;
        }
        return false;
    }

    [[nodiscard]] qsizetype firstWord(const Tokens &tokens) const
    {
        qsizetype at = 0;
        while (at < tokens.size() && m_rules.polite.contains(tokens[at].word))
            ++at;
        return at;
    }

    [[nodiscard]] std::optional<Span> ambiguousAt(const Tokens &tokens, qsizetype at) const
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

    [[nodiscard]] std::optional<Span> secretAt(const Tokens &tokens, qsizetype at) const
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

    //! What names a secret here, without compounds that are something else ("password manager").
    [[nodiscard]] QList<Span> secretsIn(const Tokens &tokens) const
    {
        QList<Span> spans;
        for (qsizetype at = 0; at < tokens.size(); ++at) {
            const auto span = secretAt(tokens, at);
            if (!span)
                continue;
            const QString after = span->end < tokens.size() ? tokens[span->end].word : QString();
            const QString before = at > 0 ? tokens[at - 1].word : QString();
            const bool isCompound = !span->isDescribed && m_rules.compoundHeads.contains(after);
            const bool isOther = m_rules.harmlessBefore.contains(before) ||
                                 (span->isDescribed && m_rules.otherHeads.contains(before));
            if (!isCompound && !isOther)
                spans.append(*span);
            at = span->end - 1;
        }
        return spans;
    }

    // ---- judging

    //! Whether another noun than the secret is asked for: "the name of the API key".
    [[nodiscard]] bool hasOtherHead(const Tokens &tokens, qsizetype from, qsizetype to) const
    {
        for (qsizetype i = from + 1; i + 1 < to; ++i) {
            const bool isTied =
                m_rules.otherHeads.contains(tokens[i].word) && m_rules.linkWords.contains(tokens[i + 1].word);
            if (isTied && !hasAny(tokens, i + 1, to, m_rules.joinWords))
                return true;
        }
        return false;
    }

    //! Whether what a request or a need takes is not the secret after all.
    [[nodiscard]] bool isDiverted(const Tokens &tokens, qsizetype from, qsizetype to, bool hasOptions) const
    {
        for (qsizetype i = from + 1; i < to; ++i) {
            const QString &word = tokens[i].word;
            const bool isThat = m_rules.linkWords.contains(word) && i == from + 1 && i + 1 < to &&
                                m_rules.determiners.contains(tokens[i + 1].word) &&
                                m_rules.determiners.contains(word);
            if (m_rules.placeWords.contains(word) || isThat || word == u"if" ||
                (hasOptions && m_rules.choiceWords.contains(word)))
                return true;
        }
        return hasOtherHead(tokens, from, to);
    }

    [[nodiscard]] bool isRequest(const Tokens &tokens, qsizetype verb) const
    {
        if (verb == firstWord(tokens))
            return true;
        qsizetype before = verb;
        for (int skipped = 0; skipped < 3; ++skipped, --before) {
            for (const QString &lead : m_rules.requestLeads) {
                const qsizetype start = before - (lead.count(u' ') + 1);
                if (start >= 0 && matchWords(tokens, start, lead) == before)
                    return true;
            }
            if (before == 0 || !m_rules.polite.contains(tokens[before - 1].word))
                break;
        }
        return false;
    }

    [[nodiscard]] bool isRequested(const Context &clause, qsizetype at) const
    {
        for (qsizetype verb = 0; verb < at; ++verb) {
            if (m_rules.requestVerbs.contains(clause.tokens[verb].word) && isRequest(clause.tokens, verb) &&
                !isDiverted(clause.tokens, verb, at, clause.hasOptions))
                return true;
        }
        return false;
    }

    [[nodiscard]] bool isNeeded(const Context &clause, const Span &secret) const
    {
        const auto &tokens = clause.tokens;
        for (qsizetype i = 0; i < secret.at; ++i) {
            for (const QString &need : m_rules.needs) {
                const qsizetype end = matchWords(tokens, i, need);
                if (end < 0 || end > secret.at || secret.at - end > reachMax)
                    continue;
                const bool isOtherVerb = tokens[end].word == m_rules.infinitive && end + 1 < tokens.size() &&
                                         !m_rules.needContinuations.contains(tokens[end + 1].word);
                if (!isOtherVerb && !isDiverted(tokens, end - 1, secret.at, clause.hasOptions))
                    return true;
            }
        }
        const bool isOwn = secret.at > 0 && m_rules.ownership.contains(tokens[secret.at - 1].word);
        return isOwn && startsWithAny(tokens, secret.end, m_rules.needed);
    }

    //! The last word before the secret that opens a question; -1: none.
    [[nodiscard]] qsizetype openerBefore(const Tokens &tokens, qsizetype at) const
    {
        for (qsizetype i = at - 1; i >= 0; --i) {
            if (m_rules.openWords.contains(tokens[i].word) || m_rules.placeWords.contains(tokens[i].word))
                return i;
        }
        return -1;
    }

    //! "What is the password?" but not "What is the password for?", "Which account needs a password?".
    [[nodiscard]] bool isOpenlyAsked(const Context &clause, qsizetype opener, const Span &secret) const
    {
        const auto &tokens = clause.tokens;
        for (qsizetype i = opener + 1; i < secret.at; ++i) {
            if (startsWithAny(tokens, i, m_rules.otherMatters))
                return false;
        }
        const bool asksPurpose = secret.end < tokens.size() && m_rules.purposeEnds.contains(tokens.last().word);
        if (asksPurpose && !secret.isDescribed)
            return false;
        if (hasOtherHead(tokens, opener, secret.at))
            return false;
        const QString head = tokens.value(opener + 1).word;
        const bool hasOwnNoun = opener + 1 < secret.at && !m_rules.auxiliaries.contains(head) &&
                                !m_rules.vagueHeads.contains(head) && !m_rules.determiners.contains(head);
        const auto ties = [&](const QSet<QString> &words) {
            return hasAny(tokens, opener + 2, secret.at, words);
        };
        if (hasOwnNoun && (ties(m_rules.determiners) || ties(m_rules.auxiliaries) || ties(m_rules.linkWords)))
            return false;
        return !(clause.hasOptions && m_rules.choiceWords.contains(tokens[opener].word) &&
                 !hasAny(tokens, 0, tokens.size(), m_rules.ownership));
    }

    [[nodiscard]] bool isAskedFor(const Context &clause, const Span &secret) const
    {
        const auto &tokens = clause.tokens;
        const qsizetype first = firstWord(tokens);
        const qsizetype opener = openerBefore(tokens, secret.at);
        if (opener >= 0 && m_rules.placeWords.contains(tokens[opener].word))
            return false;
        const bool isOpen = opener >= 0;
        if (!isOpen && isNeeded(clause, secret))
            return true;
        if (startsWithAny(tokens, first, m_rules.selfOffers) && !isNeeded(clause, secret))
            return false;
        if (isOpen)
            return isOpenlyAsked(clause, opener, secret);
        if (isRequested(clause, secret.at))
            return true;
        if (secret.onRequestOnly)
            return false;
        if (first < tokens.size() && m_rules.yesNoOpeners.contains(tokens[first].word)) {
            for (const QString &phrase : m_rules.possession) {
                const qsizetype end = matchWords(tokens, first, phrase);
                if (end > 0 && end < tokens.size() && m_rules.definite.contains(tokens[end].word))
                    return !hasOtherHead(tokens, end, secret.at);
            }
            return false;
        }
        // What it is told to do has been judged above.
        if (first < tokens.size() && m_rules.requestVerbs.contains(tokens[first].word))
            return false;
        const bool isChoice = clause.hasOptions && hasAny(tokens, 0, tokens.size(), m_rules.joinWords);
        const bool isBegged = m_rules.pleas.contains(tokens.last().word);
        return (clause.asks && !isChoice && !hasOtherHead(tokens, -1, secret.at)) || isBegged ||
               (clause.isAlone && !isChoice && !hasOtherHead(tokens, -1, secret.at));
    }

    [[nodiscard]] bool clauseAsks(const Context &clause) const
    {
        const auto secrets = secretsIn(clause.tokens);
        return std::any_of(secrets.begin(), secrets.end(),
                           [&](const Span &secret) { return isAskedFor(clause, secret); });
    }

    const SecretQuestionWords &m_rules;
    QMultiHash<QChar, Phrase> m_secrets{};
    QList<QList<Phrase>> m_descriptions{};
};

const std::vector<Judge> &judges()
{
    static const std::vector<Judge> made = [] {
        std::vector<Judge> each;
        for (const auto &row : secretQuestionWords())
            each.emplace_back(row);
        return each;
    }();
    return made;
}

} // namespace

bool asksForSecret(const QString &question, const QList<Option> &options)
{
    return std::any_of(judges().begin(), judges().end(), [&](const Judge &judge) {
        return judge.questionAsks(question, !options.isEmpty()) ||
               std::any_of(options.begin(), options.end(), [&](const Option &option) {
                   return judge.optionAsks(option.label) || judge.optionAsks(option.description);
               });
    });
}

} // namespace heed
