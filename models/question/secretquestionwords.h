// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QLatin1StringView>
#include <QList>
#include <QSet>
#include <QString>
#include <QStringList>

namespace heed {

//! A secret whose name is also an ordinary word: it counts only in a context.
struct AmbiguousSecret {
    QString name{};
    QSet<QString> before{};    //!< it is the secret when one of these stands directly before it
    QSet<QString> elsewhere{}; //!< it is the ordinary word when one of these stands anywhere in the question
    bool isUpperCase = false;  //!< it is also the secret when written in capitals ("PIN")
    bool onRequest = false;    //!< it is also the secret when a request verb takes it ("paste the token")
};

//! What asksForSecret() knows of one language; another language is another of these. Words are as
//! foldLookAlikes() gives them, phrases with single spaces; a phrase also matches when it is written as one
//! word, with hyphens, in the plural, or letter by letter.
struct SecretQuestionWords {
    QLatin1StringView language;
    QHash<QString, QString> spellings{}; //!< a word as written, and the words it stands for
    QStringList pluralEndings{};
    QStringList secrets{}; //!< names of secrets
    QList<AmbiguousSecret> ambiguous{};
    QStringList descriptions{};     //!< "thing you log in with"; * is up to three words
    QSet<QString> compoundHeads{};  //!< after a secret's name they make it something else: "manager"
    QSet<QString> contentWords{};   //!< but not after these: "the contents of the private key file"
    QSet<QString> harmlessBefore{}; //!< before it likewise: "public"
    QSet<QString> polite{};         //!< words that may stand before the first that counts
    QSet<QString> clauseOpeners{};  //!< after a comma they begin a clause of its own
    QSet<QString> yesNoOpeners{};   //!< "should", "is": the answer is yes or no
    QStringList possession{};       //!< "do you have": asks for the thing when the next is definite
    QSet<QString> definite{};       //!< "the", "your"
    QSet<QString> determiners{};
    QSet<QString> openWords{};    //!< "what", "which"
    QSet<QString> choiceWords{};  //!< "which": with options it is a choice
    QStringList openPhrases{};    //!< "how about": open although the word is one of a place or way
    QSet<QString> partitives{};   //!< "which of": picks out one of several
    QSet<QString> placeWords{};   //!< "where", "when", "how": not the value
    QSet<QString> auxiliaries{};  //!< after an open word: no noun of its own follows
    QSet<QString> vagueHeads{};   //!< "value", "text", "one": stand for the secret itself
    QSet<QString> otherHeads{};   //!< "name", "file": what is asked for instead
    QStringList otherMatters{};   //!< "do with", "happens", "kind of": what is asked about instead
    QSet<QString> linkWords{};    //!< "for", "of", "that": tie a noun to the secret
    QSet<QString> purposeEnds{};  //!< "for" as the last word: asks what the secret is for
    QSet<QString> joinWords{};    //!< "and", "or"
    QSet<QString> alternatives{}; //!< "or": between two ways it makes a choice
    QSet<QString> requestVerbs{};
    QStringList requestLeads{};        //!< before a request verb: "can you", "you need to"
    QStringList needs{};               //!< "i need", "may i have": ask without a verb of giving
    QSet<QString> needContinuations{}; //!< "i need to" with other verbs than these asks for nothing
    QString infinitive{};              //!< "to"
    QSet<QString> ownership{};         //!< "your", "you": the person's own
    QStringList selfOffers{};          //!< "should i": the program would do it
    QSet<QString> pleas{};             //!< "please" at the end makes a request of a bare name
    QStringList needed{};              //!< after a secret of the person's own: "is required"
    QStringList ownOffers{};           //!< in an option, before a request verb: "i will"
};

[[nodiscard]] const QList<SecretQuestionWords> &secretQuestionWords();

} // namespace heed
