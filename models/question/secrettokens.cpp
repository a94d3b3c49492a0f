// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/question/secretrules.h"

#include <array>

using namespace Qt::StringLiterals;

namespace heed::secretscan {

namespace {

bool isDotted(QChar c)
{
    return isUrlSafe(c) || c == u'.' || c == u':';
}

bool allOf(QStringView text, bool (*is)(QChar))
{
    return std::all_of(text.begin(), text.end(), is);
}

// JSON objects in base64 begin with eyJ: header and payload of a JWT do.
bool isJwt(QStringView run, ScanMode mode)
{
    if (!run.startsWith("eyJ"_L1))
        return false;
    const auto parts = run.split(u'.');
    if (mode == ScanMode::Draft && run.size() >= 12)
        return true;
    return parts.size() >= 3 && parts.size() <= 5 && parts[0].size() >= 10 && parts[1].size() >= 6 &&
           (parts[2].size() >= 10 || parts[1].startsWith("eyJ"_L1));
}

// <digits>:<35 characters>, as Telegram gives to bots.
bool isTelegramToken(QStringView run)
{
    const qsizetype colon = run.indexOf(u':');
    return colon >= 8 && colon <= 10 && allOf(run.left(colon), isAsciiDigit) &&
           run.size() - colon - 1 >= 34 && run.size() - colon - 1 <= 36 &&
           allOf(run.mid(colon + 1), isUrlSafe);
}

// <24 to 28>.<6>.<27 or more>, as Discord gives to bots.
bool isDiscordToken(QStringView run)
{
    const auto parts = run.split(u'.');
    return parts.size() == 3 && parts[0].size() >= 23 && parts[0].size() <= 28 && parts[1].size() == 6 &&
           parts[2].size() >= 27 && parts[2].size() <= 45 &&
           (run.front() == u'M' || run.front() == u'N' || run.front() == u'O');
}

bool endsAuthority(QChar c)
{
    return c.isSpace() || c == u'/' || c == u'?' || c == u'#' || c == u'"' || c == u'<' || c == u'>' ||
           c == u'`' || c == u'\'' || c == u')' || c == u'|';
}

// ---- card numbers

struct Issuer {
    int first; //!< range of the leading four digits
    int last;
    int least; //!< digits of a number
    int most;
};
// ISO/IEC 7812 ranges in use.
constexpr std::array issuers{
    Issuer{4000, 4999, 13, 19}, Issuer{5100, 5599, 16, 16}, Issuer{2221, 2720, 16, 16},
    Issuer{3400, 3499, 15, 15}, Issuer{3700, 3799, 15, 15}, Issuer{6011, 6011, 16, 19},
    Issuer{6440, 6599, 16, 19}, Issuer{3528, 3589, 16, 19}, Issuer{3000, 3059, 14, 19},
    Issuer{3600, 3699, 14, 19}, Issuer{3800, 3999, 14, 19}, Issuer{6200, 6299, 16, 19},
    Issuer{5000, 5099, 16, 19}, Issuer{5600, 5899, 16, 19}, Issuer{6300, 6399, 16, 19},
    Issuer{6700, 6799, 16, 19},
};

bool passesLuhn(const QList<int> &digits)
{
    int sum = 0;
    for (qsizetype i = 0; i < digits.size(); ++i) {
        const int digit = digits[digits.size() - 1 - i];
        const int doubled = digit * 2;
        sum += i % 2 == 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
    }
    return sum % 10 == 0;
}

bool isCard(const QList<int> &digits)
{
    if (digits.size() < 13 || digits.size() > 19)
        return false;
    const int lead = digits[0] * 1000 + digits[1] * 100 + digits[2] * 10 + digits[3];
    for (const auto &issuer : issuers) {
        if (lead >= issuer.first && lead <= issuer.last && digits.size() >= issuer.least &&
            digits.size() <= issuer.most)
            return passesLuhn(digits);
    }
    return false;
}

struct Group {
    qsizetype at;
    qsizetype length;
};

// Cards are printed 4-4-4-4, 4-6-5 and 4-6-4; a lone group is one typed without spaces.
bool isPrintedSo(const QList<Group> &groups, qsizetype first, qsizetype count)
{
    if (count == 1)
        return true;
    if (groups[first].length != 4)
        return false;
    if (count == 3)
        return groups[first + 1].length == 6;
    for (qsizetype i = 1; i < count - 1; ++i) {
        if (groups[first + i].length != 4)
            return false;
    }
    return count >= 4;
}

bool isGroupSeparator(QChar c)
{
    return c == u' ' || c == u'-' || c == u'.' || c == QChar::Nbsp || c == u'\u2009' || c == u'\u202F' ||
           (c >= u'\u2010' && c <= u'\u2013');
}

//! Groups of digits with single separators from here on.
QList<Group> digitGroups(QStringView text, qsizetype at)
{
    QList<Group> groups;
    while (at < text.size() && text[at].isDigit()) {
        const qsizetype start = at;
        while (at < text.size() && text[at].isDigit())
            ++at;
        groups.append({start, at - start});
        if (at + 1 < text.size() && isGroupSeparator(text[at]) && text[at + 1].isDigit())
            ++at;
    }
    return groups;
}

void findCardsIn(QStringView text, const QList<Group> &groups, QList<SecretSpan> &found)
{
    for (qsizetype first = 0; first < groups.size(); ++first) {
        QList<int> digits;
        qsizetype cardEnd = -1;
        for (qsizetype last = first; last < groups.size() && last - first < 6; ++last) {
            const Group &group = groups[last];
            if (digits.size() + group.length > 19)
                break;
            for (qsizetype i = group.at; i < group.at + group.length; ++i)
                digits.append(text[i].digitValue());
            if (isCard(digits) && isPrintedSo(groups, first, last - first + 1))
                cardEnd = last;
        }
        if (cardEnd >= 0) {
            const qsizetype at = groups[first].at;
            found.append({at, groups[cardEnd].at + groups[cardEnd].length - at, u"card number"_s});
            first = cardEnd;
        }
    }
}

} // namespace

void findTokens(const QString &text, ScanMode mode, QList<SecretSpan> &found)
{
    for (qsizetype i = 0; i < text.size();) {
        if (!isDotted(text[i])) {
            ++i;
            continue;
        }
        const qsizetype start = i;
        while (i < text.size() && isDotted(text[i]))
            ++i;
        QStringView run = QStringView(text).mid(start, i - start);
        qsizetype at = start;
        // token:eyJ…, bot123:… : what stands before the credential is its label.
        const qsizetype jwt = run.indexOf("eyJ"_L1);
        if (jwt > 0 && !isAsciiAlnum(run[jwt - 1])) {
            run = run.mid(jwt);
            at += jwt;
        } else if (run.startsWith("bot"_L1) && run.size() > 3 && isAsciiDigit(run[3])) {
            run = run.mid(3);
            at += 3;
        }
        while (!run.isEmpty() && (run.back() == u'.' || run.back() == u':'))
            run.chop(1);
        if (run.isEmpty())
            continue;
        if (isJwt(run, mode))
            found.append({at, run.size(), u"jwt"_s});
        else if (isTelegramToken(run) || isDiscordToken(run))
            found.append({at, run.size(), u"api key"_s});
    }
}

void findUrlPasswords(const QString &text, ScanMode mode, QList<SecretSpan> &found)
{
    qsizetype at = 0;
    while ((at = text.indexOf("://"_L1, at)) >= 0) {
        const qsizetype start = at + 3;
        qsizetype end = start;
        qsizetype lastAt = -1;
        for (; end < text.size() && !endsAuthority(text[end]); ++end) {
            if (text[end] == u'@')
                lastAt = end;
        }
        at = start;
        const qsizetype infoEnd = lastAt >= 0 ? lastAt : end;
        const qsizetype colon = text.indexOf(u':', start);
        if (colon < 0 || colon + 1 >= infoEnd || markerLength(text, colon + 1) == infoEnd - colon - 1)
            continue;
        const QStringView password = QStringView(text).mid(colon + 1, infoEnd - colon - 1);
        // Without an @ yet, what follows the colon may be a port, or a host in brackets.
        const bool isTyping = mode == ScanMode::Draft && end == text.size() && text[start] != u'[' &&
                              !allOf(password, isAsciiDigit);
        if (lastAt >= 0 || isTyping)
            found.append({colon + 1, password.size(), u"url password"_s});
    }
}

void findCardNumbers(const QString &text, QList<SecretSpan> &found)
{
    for (qsizetype i = 0; i < text.size();) {
        if (!text[i].isDigit()) {
            ++i;
            continue;
        }
        const auto groups = digitGroups(text, i);
        const qsizetype end = groups.last().at + groups.last().length;
        // An IBAN, an identifier, a phone number, a decimal: its digits are no card.
        const QChar before = i > 0 ? text[i - 1] : QChar(u' ');
        const QChar after = end < text.size() ? text[end] : QChar(u' ');
        const bool isPart =
            before.isLetter() || before == u'_' || before == u'+' || after.isLetter() || after == u'_';
        if (!isPart)
            findCardsIn(text, groups, found);
        i = end;
    }
}

} // namespace heed::secretscan
