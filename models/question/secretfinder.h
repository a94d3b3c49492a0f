// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/question/questiontokens.h"

#include <QMultiHash>
#include <optional>

namespace heed::secretquestion {

//! A phrase of the table, ready to be found in however it is written.
struct Phrase {
    QString joined{};
    QList<qsizetype> ends{}; //!< where a word of the phrase ends within joined
};

struct Span {
    qsizetype at = 0;
    qsizetype end = 0;
    bool isDescribed = false;
    bool onRequestOnly = false;
};

//! Finds where a text names a secret, by the rules of one language. Immutable once made; any thread.
class SecretFinder
{
public:
    explicit SecretFinder(const SecretQuestionWords &rules);
    //! Without compounds that are something else ("password manager").
    [[nodiscard]] QList<Span> secretsIn(const Tokens &tokens) const;

private:
    [[nodiscard]] bool isPlural(const QString &word, const QString &singular) const;
    [[nodiscard]] qsizetype matchPhrase(const Tokens &tokens, qsizetype at, const Phrase &phrase) const;
    [[nodiscard]] qsizetype matchDescription(const Tokens &tokens, qsizetype at,
                                             const QList<Phrase> &pieces) const;
    [[nodiscard]] std::optional<Span> ambiguousAt(const Tokens &tokens, qsizetype at) const;
    [[nodiscard]] std::optional<Span> secretAt(const Tokens &tokens, qsizetype at) const;

    const SecretQuestionWords &m_rules;
    QMultiHash<QChar, Phrase> m_secrets{};
    QList<QList<Phrase>> m_descriptions{};
};

} // namespace heed::secretquestion
