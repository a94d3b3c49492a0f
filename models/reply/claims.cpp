// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/reply/claims.h"

#include "models/reply/claimwords.h"
#include "models/reply/prose.h"

#include <QHash>
#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

//! Where in the words a claim was found.
struct Hit {
    qsizetype after = 0; //!< the first word after what makes it a claim
    bool isSaying = false;
    bool isNoun = false;
};

class Reader
{
public:
    explicit Reader(const ClaimWords &rules)
        : m_rules(rules)
    {
        for (const QString &claim : rules.nounClaims)
            m_nounClaims[claim.section(u' ', 0, 0)].append(claim.split(u' '));
        for (const QString &subject : rules.subjects)
            m_subjects.append(subject.split(u' '));
    }

    [[nodiscard]] std::optional<Hit> read(const QList<Word> &words) const
    {
        for (qsizetype i = 0; i < words.size(); ++i) {
            if (const auto hit = verbClaim(words, i))
                return hit;
            if (const auto hit = nounClaim(words, i))
                return hit;
        }
        return std::nullopt;
    }

private:
    static qsizetype matchAt(const QList<Word> &words, qsizetype at, const QStringList &phrase)
    {
        for (const QString &word : phrase) {
            if (at >= words.size() || words[at].text != word)
                return -1;
            ++at;
        }
        return at;
    }

    [[nodiscard]] std::optional<Hit> nounClaim(const QList<Word> &words, qsizetype at) const
    {
        for (const auto &claim : m_nounClaims.value(words[at].text)) {
            const qsizetype end = matchAt(words, at, claim);
            if (end > 0 && !isTakenBack(words, at, false))
                return Hit{end, false, true};
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Hit> verbClaim(const QList<Word> &words, qsizetype at) const
    {
        qsizetype verb = -1;
        for (const auto &subject : m_subjects)
            verb = std::max(verb, matchAt(words, at, subject));
        if (verb < 0)
            return std::nullopt;
        bool isPerfect = m_rules.perfect.contains(words[verb - 1].text);
        while (verb < words.size() && m_rules.between.contains(words[verb].text)) {
            isPerfect = isPerfect || m_rules.perfect.contains(words[verb].text);
            ++verb;
        }
        if (verb >= words.size())
            return std::nullopt;
        const QString &word = words[verb].text;
        const bool isSaying = m_rules.sayingVerbs.contains(word);
        const bool isVerb = isSaying || m_rules.choosingVerbs.contains(word) ||
                            (isPerfect && m_rules.participles.contains(word));
        const bool isOther = verb + 1 < words.size() && m_rules.notAfterVerb.contains(words[verb + 1].text);
        if (!isVerb || isOther || isTakenBack(words, at, isPerfect))
            return std::nullopt;
        return Hit{verb + 1, isSaying, false};
    }

    //! Whether the words before make it a condition, a matter of the future, or something unnamed.
    [[nodiscard]] bool isTakenBack(const QList<Word> &words, qsizetype at, bool isPerfect) const
    {
        if (at > 0 && m_rules.inverted.contains(words[at - 1].text))
            return true;
        for (qsizetype i = at - 1; i >= 0 && at - i <= 4 && words[i].text != u","; --i) {
            const QString &word = words[i].text;
            const bool isDirect = at - i <= 2;
            if ((isDirect && m_rules.conditions.contains(word)) || m_rules.negations.contains(word) ||
                (isDirect && isPerfect && m_rules.aheadOnly.contains(word)))
                return true;
            if (m_rules.openWords.contains(word) && !(isDirect && m_rules.aheadOnly.contains(word)))
                return !isSupported(words, i);
        }
        return false;
    }

    //! "Based on what you said" claims; "tell me what you chose" does not.
    [[nodiscard]] bool isSupported(const QList<Word> &words, qsizetype open) const
    {
        return std::any_of(m_rules.openSupports.begin(), m_rules.openSupports.end(),
                           [&](const QString &phrase) {
                               const qsizetype start = open - (phrase.count(u' ') + 1);
                               return start >= 0 && matchAt(words, start, phrase.split(u' ')) == open;
                           });
    }

    const ClaimWords &m_rules;
    QHash<QString, QList<QStringList>> m_nounClaims{};
    QList<QStringList> m_subjects{};
};

const std::vector<std::pair<Reader, const ClaimWords *>> &readers()
{
    static const auto made = [] {
        std::vector<std::pair<Reader, const ClaimWords *>> each;
        for (const auto &row : claimWords())
            each.emplace_back(Reader(row), &row);
        return each;
    }();
    return made;
}

// ---- comparing a claim with messages

struct Said {
    QSet<QString> stems{};
    bool isNegated = false;
};

//! Enough to take "roofs" and "roof", "planted" and "plant" for one; numbers stay whole.
QString stemOf(const QString &word)
{
    if (word.front().isDigit())
        return word;
    QString stem = word;
    for (const auto ending : {"'s"_L1, "ing"_L1, "ed"_L1, "es"_L1, "s"_L1}) {
        if (stem.endsWith(ending) && stem.size() - ending.size() >= 3) {
            stem.chop(ending.size());
            break;
        }
    }
    return stem.endsWith(u'e') && stem.size() > 3 ? stem.chopped(1) : stem;
}

Said saidIn(const QList<Word> &words, qsizetype from, const ClaimWords &rules, bool toClauseEnd)
{
    Said said;
    for (qsizetype i = from; i < words.size(); ++i) {
        const QString &word = words[i].text;
        if (word == u",") {
            // "As you said, the roof is red": the comma comes before anything is said.
            if (toClauseEnd && !said.stems.isEmpty())
                break;
            continue;
        }
        if (toClauseEnd && rules.clauseEnds.contains(word))
            break;
        said.isNegated = said.isNegated || rules.negations.contains(word) || word.endsWith(u"n't");
        if (!rules.emptyWords.contains(word))
            said.stems.insert(stemOf(word));
    }
    return said;
}

bool hasSameNumbers(const Said &claim, const Said &message)
{
    return std::all_of(claim.stems.begin(), claim.stems.end(), [&](const QString &stem) {
        return !stem.front().isDigit() || message.stems.contains(stem);
    });
}

bool supports(const QString &message, const Said &claim, bool isSaying, const ClaimWords &rules)
{
    for (const ProseSentence &sentence : sentencesOf(message)) {
        const auto words = wordsOf(message, sentence.at, sentence.end);
        const bool isOpen = std::any_of(words.begin(), words.end(), [&](const Word &word) {
            return rules.choiceJoins.contains(word.text);
        });
        if (!isSaying && (sentence.isQuestion || isOpen))
            continue;
        const Said said = saidIn(words, 0, rules, false);
        const auto shared = std::count_if(claim.stems.begin(), claim.stems.end(),
                                          [&](const QString &stem) { return said.stems.contains(stem); });
        const qsizetype most = claim.stems.size();
        const bool isEnough = most <= 2 ? shared == most : shared * 10 >= most * 6;
        if (isEnough && said.isNegated == claim.isNegated && hasSameNumbers(claim, said))
            return true;
    }
    return false;
}

//! Without the white space at its ends: what was blanked out of the sentence may have ended a line.
Claim claimAt(const QString &reply, const ProseSentence &sentence)
{
    qsizetype at = sentence.at;
    qsizetype end = sentence.end;
    while (at < end && reply[at].isSpace())
        ++at;
    while (at < end && reply[end - 1].isSpace())
        --end;
    return {at, end - at, reply.mid(at, end - at)};
}

} // namespace

QList<Claim> findClaims(const QString &markdownReply)
{
    QList<Claim> claims;
    const QString prose = ownProse(markdownReply);
    for (const ProseSentence &sentence : sentencesOf(prose)) {
        if (sentence.isQuestion)
            continue;
        const auto words = wordsOf(prose, sentence.at, sentence.end);
        const bool isClaim = std::any_of(readers().begin(), readers().end(), [&](const auto &reader) {
            return reader.first.read(words).has_value();
        });
        if (isClaim)
            claims.append(claimAt(markdownReply, sentence));
    }
    return claims;
}

bool isAboutOwnMessage(const Claim &claim, const QStringList &personMessages)
{
    const auto words = wordsOf(claim.text, 0, claim.text.size());
    for (const auto &[reader, ofLanguage] : readers()) {
        const ClaimWords &rules = *ofLanguage; // clang 14 keeps no structured binding in a lambda
        const auto hit = reader.read(words);
        if (!hit || hit->isNoun)
            continue;
        const Said said = saidIn(words, hit->after, rules, true);
        if (said.stems.isEmpty())
            continue;
        const bool isTrue =
            std::any_of(personMessages.begin(), personMessages.end(), [&](const QString &message) {
                return supports(message, said, hit->isSaying, rules);
            });
        if (isTrue)
            return true;
    }
    return false;
}

} // namespace heed
