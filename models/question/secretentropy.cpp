// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/question/secretrules.h"

#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace heed::secretscan {

namespace {

bool isBase64(QChar c)
{
    return isUrlSafe(c) || c == u'+' || c == u'/';
}

//! What a run of characters is made of.
struct Makeup {
    qsizetype length = 0; //!< letters and digits
    int upper = 0;
    int lower = 0;
    int digits = 0;
    int digitRuns = 0;
    int changes = 0; //!< neighbours of different classes
    int longest = 0; //!< longest stretch without - and _
    double bitsPerCharacter = 0;
};

enum class Class { None, Upper, Lower, Digit };

Class classOf(QChar c)
{
    if (isAsciiDigit(c))
        return Class::Digit;
    return c >= u'a' && c <= u'z' ? Class::Lower : c >= u'A' && c <= u'Z' ? Class::Upper : Class::None;
}

Makeup makeupOf(QStringView token)
{
    Makeup makeup;
    std::array<int, 128> counts{};
    Class before = Class::None;
    int stretch = 0;
    for (const QChar c : token) {
        const Class now = classOf(c);
        stretch = now == Class::None ? 0 : stretch + 1;
        makeup.longest = std::max(makeup.longest, stretch);
        if (now == Class::None)
            continue;
        ++makeup.length;
        ++counts.at(c.unicode());
        makeup.upper += now == Class::Upper;
        makeup.lower += now == Class::Lower;
        makeup.digits += now == Class::Digit;
        makeup.digitRuns += now == Class::Digit && before != Class::Digit;
        makeup.changes += before != Class::None && now != before;
        before = now;
    }
    for (const int count : counts) {
        if (count > 0) {
            const double share = double(count) / double(makeup.length);
            makeup.bitsPerCharacter -= share * std::log2(share);
        }
    }
    return makeup;
}

// Random base62 of 24 characters has about 4.2 bits a character, 0.6 changes a character and 3 runs of
// digits; identifiers and long words have fewer changes and at most one or two runs.
bool isRandomMixed(const Makeup &makeup)
{
    return makeup.length >= 20 && makeup.longest >= 12 && makeup.upper >= 2 && makeup.lower >= 2 &&
           makeup.digitRuns >= 2 && makeup.changes * 100 >= makeup.length * 35 &&
           makeup.bitsPerCharacter >= 3.5;
}

bool isRandomOneCase(const Makeup &makeup)
{
    return makeup.length >= 28 && makeup.longest >= 20 && (makeup.upper == 0 || makeup.lower == 0) &&
           makeup.digitRuns >= 4 && makeup.changes * 100 >= makeup.length * 30 &&
           makeup.bitsPerCharacter >= 3.4;
}

// 40 characters of base64 without many digits: the secret half of an AWS key.
bool isRandomBase64(QStringView token, const Makeup &makeup)
{
    if (token.size() < 40 || makeup.upper < 8 || makeup.lower < 8 || makeup.digits < 1 ||
        makeup.changes * 100 < makeup.length * 25)
        return false;
    for (const auto part : token.split(u'/')) {
        const bool isWord = part.size() >= 3 && std::all_of(part.begin() + 1, part.end(), [](QChar c) {
                                return classOf(c) == Class::Lower;
                            });
        if (isWord)
            return false;
    }
    return true;
}

//! A path is several names; each is judged by itself.
bool isRandom(QStringView token)
{
    const Makeup whole = makeupOf(token);
    if (token.contains(u'/') || token.contains(u'+')) {
        if (isRandomBase64(token, whole))
            return true;
        for (const auto part : token.split(u'/')) {
            if (!isUuidOrHash(part) && makeupOf(part).length >= 28 && isRandomMixed(makeupOf(part)))
                return true;
        }
        return false;
    }
    return isRandomMixed(whole) || isRandomOneCase(whole);
}

//! Public by their kind: keys to encrypt to, addresses, digests, pictures.
bool isPublic(QStringView text, qsizetype at, QStringView token)
{
    for (const auto prefix : {"AAAA"_L1, "age1"_L1, "npub1"_L1, "bc1"_L1, "pk_test_"_L1}) {
        if (token.startsWith(prefix))
            return true;
    }
    const QStringView before = text.left(at).last(std::min<qsizetype>(at, 12));
    for (const auto label : {"sha1-"_L1, "sha256-"_L1, "sha384-"_L1, "sha512-"_L1, "SHA256:"_L1, "sha256:"_L1,
                             "sha512:"_L1, ";base64,"_L1}) {
        if (before.endsWith(label) || token.startsWith(label))
            return true;
    }
    return false;
}

//! "a1b2.pdf", "a1b2.cloudfront.net", "a1b2@example.com": a name, whatever it looks like.
bool isName(QStringView text, qsizetype at, qsizetype end)
{
    if (end < text.size() && text[end] == u'@')
        return true;
    if (end + 1 < text.size() && text[end] == u'.' && isAsciiAlnum(text[end + 1]))
        return true;
    return at > 0 &&
           (text[at - 1] == u'@' || text[at - 1] == u'#' || text[at - 1] == u'~' || text[at - 1] == u'\\');
}

bool endsUrl(QChar c)
{
    return c.isSpace() || c == u'"' || c == u'<' || c == u'>' || c == u'`';
}

} // namespace

void findHighEntropy(const QString &text, QList<SecretSpan> &found)
{
    qsizetype i = 0;
    while (i < text.size()) {
        if (text[i] == u':' && QStringView(text).mid(i).startsWith("://"_L1)) {
            while (i < text.size() &&
                   !endsUrl(text[i])) // identifiers of a URL are public; see findUrlPasswords()
                ++i;
            continue;
        }
        if (!isBase64(text[i])) {
            ++i;
            continue;
        }
        const qsizetype start = i;
        while (i < text.size() && isBase64(text[i]))
            ++i;
        const QStringView token = QStringView(text).mid(start, i - start);
        const bool isPath =
            token.startsWith(u'/') || (start > 0 && (text[start - 1] == u'.' || text[start - 1] == u'~'));
        if (token.size() < 20 || isPath || isUuidOrHash(token) || isName(text, start, i) ||
            isPublic(text, start, token) || !isRandom(token))
            continue;
        qsizetype end = i;
        while (end < text.size() && text[end] == u'=' && end - i < 2)
            ++end;
        found.append({start, end - start, u"high entropy"_s});
    }
}

} // namespace heed::secretscan
