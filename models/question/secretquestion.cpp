// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/question/secretquestion.h"

#include "models/question/secretfinder.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

using namespace secretquestion;

constexpr qsizetype reachMax = 12; //!< words between "I need" and what is needed

//! Judges with the rules of one language.
class Judge
{
public:
    explicit Judge(const SecretQuestionWords &rules)
        : m_rules(rules)
        , m_finder(rules)
    {
    }

    [[nodiscard]] bool questionAsks(const QString &question, bool hasOptions) const
    {
        const auto clauses = clausesOf(tokensOf(question, m_rules), m_rules);
        const auto counted = std::count_if(clauses.begin(), clauses.end(), [this](const Clause &clause) {
            return firstWord(clause.tokens, m_rules) < clause.tokens.size();
        });
        return std::any_of(clauses.begin(), clauses.end(), [&](const Clause &clause) {
            return clauseAsks({clause.tokens, clause.asks, counted <= 1, hasOptions});
        });
    }

    //! An option is the person's own words: it asks when it says that they hand the secret over.
    [[nodiscard]] bool optionAsks(const QString &text) const
    {
        const auto clauses = clausesOf(tokensOf(text, m_rules), m_rules);
        return std::any_of(clauses.begin(), clauses.end(), [this](const Clause &clause) {
            const auto &tokens = clause.tokens;
            const auto secrets = m_finder.secretsIn(tokens);
            return std::any_of(secrets.begin(), secrets.end(), [&](const Span &secret) {
                qsizetype verb = firstWord(tokens, m_rules);
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
    struct Context {
        const Tokens &tokens;
        bool asks;
        bool isAlone;
        bool hasOptions;
    };

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
        if (verb == firstWord(tokens, m_rules))
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
        const bool asksPurpose =
            secret.end < tokens.size() && m_rules.purposeEnds.contains(tokens.last().word);
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
        if (secret.onRequestOnly && !(m_rules.auxiliaries.contains(head) && secret.at - opener <= 3))
            return false;
        const bool isChoice = clause.hasOptions || m_rules.partitives.contains(head);
        return !(isChoice && m_rules.choiceWords.contains(tokens[opener].word) &&
                 !hasAny(tokens, 0, tokens.size(), m_rules.ownership));
    }

    [[nodiscard]] bool isAskedFor(const Context &clause, const Span &secret) const
    {
        const auto &tokens = clause.tokens;
        const qsizetype first = firstWord(tokens, m_rules);
        const qsizetype opener = openerBefore(tokens, secret.at);
        if (opener >= 0 && m_rules.placeWords.contains(tokens[opener].word) &&
            !startsWithAny(tokens, opener, m_rules.openPhrases))
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
        const bool isChoice = hasAny(tokens, 0, tokens.size(), m_rules.alternatives) &&
                              (clause.hasOptions || !hasAny(tokens, 0, tokens.size(), m_rules.ownership));
        const bool isBegged = m_rules.pleas.contains(tokens.last().word);
        return (clause.asks && !isChoice && !hasOtherHead(tokens, -1, secret.at)) || isBegged ||
               (clause.isAlone && !isChoice && !hasOtherHead(tokens, -1, secret.at));
    }

    [[nodiscard]] bool clauseAsks(const Context &clause) const
    {
        const auto secrets = m_finder.secretsIn(clause.tokens);
        return std::any_of(secrets.begin(), secrets.end(),
                           [&](const Span &secret) { return isAskedFor(clause, secret); });
    }

    const SecretQuestionWords &m_rules;
    SecretFinder m_finder;
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
