// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <functional>

namespace heed {

// Credentials in what a person typed (book 2.5). Pure functions, any thread; time grows with the length of
// the text only.

//! Where a credential-shaped value stands in a text, in UTF-16 units.
struct SecretSpan {
    qsizetype at = 0;
    qsizetype length = 0;
    QString kind{}; //!< a stable word: "api key", "private key", "jwt", "url password", "assignment",
                    //!< "card number", "high entropy"
    friend bool operator==(const SecretSpan &, const SecretSpan &) = default;
};

enum class ScanMode {
    Complete, //!< a finished text
    Draft,    //!< also the beginning of a secret that is still being typed
};

//! The credentials of a text, in order, not overlapping. UUIDs, hashes, file names, words, dates, phone
//! numbers and the markers of replaceSecrets() are none.
[[nodiscard]] QList<SecretSpan> findSecrets(const QString &text, ScanMode mode = ScanMode::Complete);

//! A text without its credentials.
struct HeldBack {
    QString text{};
    QStringList markers{}; //!< "[secret 1]", …, in order of the text, one for each place
};

//! Puts "[secret N]" in place of every credential.
//! \param numberFor gives the number of a value; the caller sees to it that the same value gets the same
//!   number within a chat, and that the value is kept nowhere.
[[nodiscard]] HeldBack replaceSecrets(const QString &text,
                                      const std::function<int(const QString &value)> &numberFor,
                                      ScanMode mode = ScanMode::Complete);

} // namespace heed
