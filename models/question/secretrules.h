// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/question/secretscan.h"

#include <QStringView>

namespace heed::secretscan {

// The single rules behind findSecrets(); each appends what it finds, in any order. The characters of a
// credential are ASCII, whatever language surrounds them.

void findKeys(const QString &text, ScanMode mode, QList<SecretSpan> &found);
void findPrivateKeys(const QString &text, ScanMode mode, QList<SecretSpan> &found);
void findTokens(const QString &text, ScanMode mode, QList<SecretSpan> &found); //!< JWT, bot tokens
void findUrlPasswords(const QString &text, ScanMode mode, QList<SecretSpan> &found);
void findAssignments(const QString &text, ScanMode mode, QList<SecretSpan> &found);
void findCardNumbers(const QString &text, QList<SecretSpan> &found);
void findHighEntropy(const QString &text, QList<SecretSpan> &found);

[[nodiscard]] inline bool isAsciiLetter(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z');
}
[[nodiscard]] inline bool isAsciiDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}
[[nodiscard]] inline bool isAsciiAlnum(QChar c)
{
    return isAsciiLetter(c) || isAsciiDigit(c);
}
[[nodiscard]] inline bool isHexDigit(QChar c)
{
    return isAsciiDigit(c) || (c >= u'a' && c <= u'f') || (c >= u'A' && c <= u'F');
}
[[nodiscard]] inline bool isUrlSafe(QChar c)
{
    return isAsciiAlnum(c) || c == u'-' || c == u'_';
}

//! The length of a marker "[secret N]" at this place; 0: there is none.
[[nodiscard]] qsizetype markerLength(QStringView text, qsizetype at);
//! Whether the text is a UUID, or hexadecimal of a length that hashes have.
[[nodiscard]] bool isUuidOrHash(QStringView token);

} // namespace heed::secretscan
