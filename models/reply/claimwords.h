// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLatin1StringView>
#include <QList>
#include <QSet>
#include <QString>
#include <QStringList>

namespace heed {

//! What the claims reader knows of one language; another language is another of these. Words are
//! case-folded with straight apostrophes, phrases have single spaces.
struct ClaimWords {
    QLatin1StringView language;
    QStringList subjects{};        //!< "you", "the person"
    QSet<QString> between{};       //!< may stand between subject and verb: "have", "already"
    QSet<QString> perfect{};       //!< of these, what a participle needs: "have", "'ve"
    QSet<QString> sayingVerbs{};   //!< "said": may be true of the person's own messages
    QSet<QString> choosingVerbs{}; //!< "chose"
    QSet<QString> participles{};   //!< "chosen": claims only after a perfect word
    QSet<QString> notAfterVerb{};  //!< "up": "you picked up" is no choice
    QStringList nounClaims{};      //!< "per your answer": claims without a verb
    QSet<QString> conditions{};    //!< before the subject they take the claim back: "if"
    QSet<QString> aheadOnly{};     //!< with a perfect word they speak of what is to come: "once"
    QSet<QString> inverted{};      //!< directly before the subject: "had you said"
    QSet<QString> negations{};     //!< "not", "never"
    QSet<QString> openWords{};     //!< "what", "which": say that something was chosen, not what
    QStringList openSupports{};    //!< but "based on what you said" claims: what may stand before
    QSet<QString> clauseEnds{};    //!< end what a claim says: "so"
    QSet<QString> emptyWords{};    //!< say nothing when a claim is compared with a message
    QSet<QString> choiceJoins{};   //!< "or": leave a choice open
};

[[nodiscard]] const QList<ClaimWords> &claimWords();

} // namespace heed
