// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/question/secretrules.h"
#include "models/question/secretwords.h"

#include <array>

using namespace Qt::StringLiterals;

namespace heed::secretscan {

namespace {

using secretwords::Body;
using secretwords::KeyFormat;

constexpr qsizetype bodyMax = 64;

bool isBody(QChar c, Body body)
{
    switch (body) {
    case Body::Alnum:
        return isAsciiAlnum(c);
    case Body::Upper:
        return (c >= u'A' && c <= u'Z') || isAsciiDigit(c);
    case Body::Hex:
        return isHexDigit(c);
    case Body::Url:
        return isUrlSafe(c);
    case Body::Dotted:
        return isUrlSafe(c) || c == u'.';
    }
    return false;
}

//! The length of a key of this format at this place; 0: there is none.
qsizetype keyLength(QStringView text, qsizetype at, const KeyFormat &format, ScanMode mode)
{
    if (!text.mid(at).startsWith(format.prefix))
        return 0;
    const qsizetype start = at + format.prefix.size();
    qsizetype end = start;
    bool hasDigit = false;
    // A digit that comes later than this is not looked for: keys are short, and the time stays linear.
    for (; end < text.size() && end - start < bodyMax && isBody(text[end], format.body); ++end)
        hasDigit = hasDigit || isAsciiDigit(text[end]);
    if (format.needsDigit && !hasDigit)
        return 0;
    while (end < text.size() && isBody(text[end], format.body))
        ++end;
    while (end > start && (text[end - 1] == u'.' || text[end - 1] == u'-'))
        --end;
    // Hexadecimal and upper-case formats have a fixed alphabet: a longer word is something else.
    const bool isCut = end < text.size() && isAsciiAlnum(text[end]);
    const qsizetype length = end - start;
    const bool isTyping = mode == ScanMode::Draft && length >= format.leastInDraft;
    if (isCut || (length < format.least && !isTyping))
        return 0;
    return end - at;
}

// ---- private keys in PEM

constexpr QLatin1StringView begin("-----BEGIN ");
// Longer than any key written on one line; keeps the time linear.
constexpr qsizetype lineMax = 8192;
constexpr QLatin1StringView dashes("-----");

bool isPemBody(QStringView line)
{
    for (const QChar c : line) {
        if (!(isAsciiAlnum(c) || c == u'+' || c == u'/' || c == u'=' || c.isSpace() || c == u'\\'))
            return false;
    }
    return !line.trimmed().isEmpty() && !line.trimmed().contains(u' ');
}

//! Where a key without its END line stops: at the first line that is neither base64 nor a header.
qsizetype endOfBody(QStringView text, qsizetype from)
{
    qsizetype end = from;
    qsizetype at = from;
    while (at < text.size()) {
        const qsizetype found = text.mid(at, lineMax).indexOf(u'\n');
        const qsizetype lineEnd = found < 0 ? std::min(at + lineMax, text.size()) : at + found;
        const QStringView line = text.mid(at, lineEnd - at);
        const bool isHeader = line.startsWith("Proc-Type:"_L1) || line.startsWith("DEK-Info:"_L1) ||
                              line.startsWith("Version:"_L1) || line.startsWith("Comment:"_L1);
        if (isPemBody(line) || isHeader)
            end = lineEnd;
        else if (!line.trimmed().isEmpty())
            break;
        at = found < 0 ? lineEnd : lineEnd + 1;
    }
    return end;
}

} // namespace

qsizetype markerLength(QStringView text, qsizetype at)
{
    constexpr QLatin1StringView open("[secret ");
    if (!text.mid(at).startsWith(open))
        return 0;
    qsizetype end = at + open.size();
    while (end < text.size() && isAsciiDigit(text[end]))
        ++end;
    return end > at + open.size() && end < text.size() && text[end] == u']' ? end + 1 - at : 0;
}

bool isUuidOrHash(QStringView token)
{
    constexpr std::array<qsizetype, 4> dashesOfUuid{8, 13, 18, 23};
    qsizetype hex = 0;
    qsizetype dashCount = 0;
    for (qsizetype i = 0; i < token.size(); ++i) {
        if (isHexDigit(token[i])) {
            ++hex;
        } else if (token[i] == u'-' && dashCount < 4 && dashesOfUuid.at(size_t(dashCount)) == i) {
            ++dashCount;
        } else {
            return false;
        }
    }
    if (dashCount == 4)
        return token.size() == 36;
    return dashCount == 0 && (hex <= 64 || hex == 96 || hex == 128); // up to SHA-256; SHA-384 and SHA-512
}

void findKeys(const QString &text, ScanMode mode, QList<SecretSpan> &found)
{
    static const auto byFirst = [] {
        std::array<QList<KeyFormat>, 128> index;
        for (const auto &format : secretwords::keyFormats())
            index.at(size_t(format.prefix.front().toLatin1())).append(format);
        return index;
    }();
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char16_t c = text[i].unicode();
        if (c >= 128 || byFirst.at(c).isEmpty() || (i > 0 && isAsciiAlnum(text[i - 1])))
            continue;
        for (const auto &format : byFirst.at(c)) {
            if (const qsizetype length = keyLength(text, i, format, mode)) {
                found.append({i, length, u"api key"_s});
                i += length - 1;
                break;
            }
        }
    }
}

void findPrivateKeys(const QString &text, ScanMode mode, QList<SecretSpan> &found)
{
    bool hasEnd = true; // searched for once only when there is none
    qsizetype at = 0;
    while ((at = text.indexOf(begin, at)) >= 0) {
        const qsizetype labelEnd = text.indexOf(dashes, at + begin.size());
        const QStringView label = QStringView(text).mid(at + begin.size(), 60);
        if (!label.contains("PRIVATE KEY"_L1) && !(mode == ScanMode::Draft && labelEnd < 0)) {
            at += begin.size();
            continue;
        }
        const qsizetype headerEnd = labelEnd < 0 ? text.size() : labelEnd + dashes.size();
        qsizetype end = -1;
        if (hasEnd && labelEnd >= 0) {
            const qsizetype endLine = text.indexOf("-----END "_L1, headerEnd);
            hasEnd = endLine >= 0;
            const qsizetype close = hasEnd ? text.indexOf(dashes, endLine + 9) : -1;
            end = close >= 0 ? close + dashes.size() : hasEnd ? text.size() : -1;
        }
        if (end < 0)
            end = endOfBody(text, headerEnd);
        if (end > headerEnd || mode == ScanMode::Draft)
            found.append({at, end - at, u"private key"_s});
        at = end;
    }
}

} // namespace heed::secretscan
