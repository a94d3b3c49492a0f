// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tool/whenparser.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

WhenToken read(const QString &text)
{
    WhenToken token{.text = text};
    static const QRegularExpression clock(uR"(^(\d{1,2})[:.](\d\d)$)"_s);
    if (text.at(0).isDigit()) {
        token.digits = true;
        bool isNumber = false;
        const int number = text.toInt(&isNumber);
        const auto match = clock.match(text);
        if (isNumber)
            token.word = {WhenKind::Number, number};
        else if (match.hasMatch() && match.captured(1).toInt() < 25 && match.captured(2).toInt() < 60)
            token.word = {WhenKind::Clock, match.captured(1).toInt() * 60 + match.captured(2).toInt()};
        else
            token.word = {WhenKind::Date, 0};
        return token;
    }
    token.word = whenWord(text);
    return token;
}

} // namespace

QList<WhenToken> whenTokens(const QString &text)
{
    // Dates and clock times first, then numbers, then words; "9am" and "3rd" fall into two.
    static const QRegularExpression piece(
        uR"((?<date>\d{4}-\d{1,2}-\d{1,2}|\d{1,2}/\d{1,2}(?:/\d{2,4})?|\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2}(?!\d))?)|)"
        uR"((?<clock>\d{1,2}[:.]\d\d(?!\d))|(?<half>(?<whole>\d+)[.,]5(?=\s*h))|(?<number>\d+)|)"
        uR"((?<meridiem>(?<![\p{L}])[ap]\.\s?m\b\.?)|(?<word>[\p{L}]+(?:['’][\p{L}]+)?|@))"_s,
        QRegularExpression::CaseInsensitiveOption);
    QList<WhenToken> tokens;
    for (auto at = piece.globalMatch(text); at.hasNext();) {
        const auto match = at.next();
        QString word = match.captured().toLower().replace(u'’', u'\'');
        if (match.hasCaptured(u"meridiem"))
            word = word.left(1) + u'm';
        WhenToken token = read(word);
        if (match.hasCaptured(u"half")) {
            // "1.5 hours": the number counts half hours, marked by the kind of its text.
            token = {
                .word = {WhenKind::Number, match.captured(u"whole").toInt()}, .text = word, .digits = true};
            token.word.ordinary = true;
        } else if (match.hasCaptured(u"date")) {
            token.word = {WhenKind::Date, 0};
        }
        token.begin = match.capturedStart();
        token.end = match.capturedEnd();
        tokens.append(token);
    }
    return tokens;
}

} // namespace heed
