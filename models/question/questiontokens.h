// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/question/secretquestionwords.h"

#include <QChar>

// How asksForSecret() takes a question apart. Pure functions, any thread.
namespace heed::secretquestion {

struct Token {
    QString word{};  //!< folded; empty for a mark
    QString plain{}; //!< with digits and signs read as the letters they are used for ("passw0rd")
    QChar mark{};    //!< ends a sentence or may end a clause
    bool isUpper = false;
};
using Tokens = QList<Token>;

struct Clause {
    Tokens tokens{};
    bool asks = false; //!< ends in a question mark, or the whole text in a colon
};

[[nodiscard]] Tokens tokensOf(const QString &text, const SecretQuestionWords &rules);
//! Sentences, and their parts that begin like a question or a request of their own; without marks.
[[nodiscard]] QList<Clause> clausesOf(const Tokens &tokens, const SecretQuestionWords &rules);

//! Where the first word stands that is more than politeness.
[[nodiscard]] qsizetype firstWord(const Tokens &tokens, const SecretQuestionWords &rules);
//! Whether these words stand here exactly; gives where they end, else -1.
[[nodiscard]] qsizetype matchWords(const Tokens &tokens, qsizetype at, const QString &phrase);
[[nodiscard]] bool startsWithAny(const Tokens &tokens, qsizetype at, const QStringList &phrases);
//! Whether one of the words stands from `from` on and before `to`.
[[nodiscard]] bool hasAny(const Tokens &tokens, qsizetype from, qsizetype to, const QSet<QString> &words);

} // namespace heed::secretquestion
