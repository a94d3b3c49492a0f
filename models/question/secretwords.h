// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLatin1StringView>
#include <QList>
#include <QSet>
#include <QString>
#include <QStringList>

namespace heed::secretwords {

// The tables behind findSecrets(). A provider or a language is added by adding rows.

//! Which characters may follow a provider's prefix.
enum class Body { Alnum, Upper, Hex, Url /* letters, digits, - and _ */, Dotted /* Url and . */ };

//! A provider's key format: a literal prefix and what follows.
struct KeyFormat {
    QLatin1StringView prefix;
    Body body = Body::Url;
    int least = 16;          //!< characters after the prefix
    int leastInDraft = 4;    //!< the same while it is still being typed
    bool needsDigit = false; //!< for prefixes that also begin ordinary words
};

[[nodiscard]] const QList<KeyFormat> &keyFormats();

//! How sure a name is that what is assigned to it is secret.
enum class Strength {
    Strong, //!< "password": any value that is not plainly prose
    Phrase, //!< "passphrase": several words may be the value
    Weak,   //!< "token", "secret": only a value that looks like a credential
    Digits, //!< "pin", "cvv": 3 to 8 digits
};

//! A name that credentials are given under; words folded, joined by single spaces.
struct SecretName {
    QString name{};
    Strength strength = Strength::Strong;
};

//! One row a language.
struct AssignmentWords {
    QLatin1StringView language;
    QList<SecretName> names;
    QSet<QString> joins;       //!< "is": stands for the equals sign
    QSet<QString> plainValues; //!< words after it that say something about the secret and are not it
    QSet<QString> followers;   //!< words that may come after a bare value in a sentence
    QString scheme;            //!< the word of a header after which the value comes with nothing between
    QStringList plainEndings;  //!< endings of words that describe ("expired", "missing")
};

[[nodiscard]] const QList<AssignmentWords> &assignmentWords();

} // namespace heed::secretwords
