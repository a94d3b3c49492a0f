// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace heed {

//! A sentence of a reply that says what the person chose, said, confirmed or answered (book 8.3).
struct Claim {
    qsizetype at = 0;     //!< UTF-16 units into the Markdown
    qsizetype length = 0; //!< the sentence without white space around it
    QString text{};       //!< the sentence
    friend bool operator==(const Claim &, const Claim &) = default;
};

//! The claims of a reply, in order. Quoted text, code, block quotes, questions, conditions, negations and
//! what lies ahead claim nothing. Whether a claim is true is for the caller (answers, facts) and
//! isAboutOwnMessage(). A pure function, any thread; linear in the length of the text.
[[nodiscard]] QList<Claim> findClaims(const QString &markdownReply);

//! Whether one of the person's own messages says what the claim says they did: "You said you want a red
//! roof" after a message "I want a red roof". A message that only asks or leaves a choice open ("red or
//! blue?") supports no claim that something was chosen. Claims about an answer or a choice as such never are.
[[nodiscard]] bool isAboutOwnMessage(const Claim &claim, const QStringList &personMessages);

} // namespace heed
