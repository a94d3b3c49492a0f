// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/question/questiontokens.h"

#include "models/question/fold.h"

#include <QHash>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed::secretquestion {

namespace {

// Longer questions are never shown; this bounds the time whatever is given.
constexpr qsizetype judgedMax = 4000;
QString readAsLetters(const QString &word)
{
    static const QHash<QChar, QChar> letters{{u'0', u'o'}, {u'1', u'i'}, {u'3', u'e'}, {u'4', u'a'},
                                             {u'5', u's'}, {u'@', u'a'}, {u'$', u's'}, {u'!', u'i'}};
    if (std::none_of(word.begin(), word.end(), [](QChar c) { return c.isLetter(); }))
        return word;
    QString read = word;
    for (QChar &c : read)
        c = letters.value(c, c);
    return read;
}

bool isWordCharacter(const QString &text, qsizetype at)
{
    const QChar c = text[at];
    if (c.isLetterOrNumber() || c.isMark() || c.isSurrogate())
        return true;
    const bool isInside =
        at > 0 && at + 1 < text.size() && text[at - 1].isLetterOrNumber() && text[at + 1].isLetterOrNumber();
    return isInside && (c == u'\'' || c == u'’' || c == u'@' || c == u'$');
}

QString visible(const QString &text)
{
    QString kept;
    for (const QChar c : text.left(judgedMax)) {
        if (!isIgnorable(c.unicode()))
            kept += c;
    }
    return kept.normalized(QString::NormalizationForm_KC);
}

void appendWord(Tokens &tokens, const QString &written, const SecretQuestionWords &rules)
{
    QString word = foldLookAlikes(written);
    word.replace(u'’', u'\'');
    const bool isUpper = written.size() > 1 && written == written.toUpper();
    const QString spelled = rules.spellings.value(word, word);
    for (const QString &each : spelled.split(u' '))
        tokens.append({each, readAsLetters(each), {}, isUpper});
}

bool opensClause(const Tokens &tokens, qsizetype at, const SecretQuestionWords &rules)
{
    while (at < tokens.size() && rules.joinWords.contains(tokens[at].word))
        ++at;
    if (at >= tokens.size() || !rules.clauseOpeners.contains(tokens[at].word))
        return false;
    const bool isLastWord = at + 1 >= tokens.size() || !tokens[at + 1].mark.isNull();
    return !(isLastWord && rules.pleas.contains(tokens[at].word));
}

} // namespace

Tokens tokensOf(const QString &given, const SecretQuestionWords &rules)
{
    const QString text = visible(given);
    Tokens tokens;
    for (qsizetype i = 0; i < text.size();) {
        if (isWordCharacter(text, i)) {
            const qsizetype start = i;
            while (i < text.size() && isWordCharacter(text, i))
                ++i;
            appendWord(tokens, text.mid(start, i - start), rules);
            continue;
        }
        const QChar c = text[i];
        const bool isLast = i + 1 >= text.size() || text[i + 1].isSpace();
        // The points of "P.I.N. code" end nothing.
        const bool isInitial = !tokens.isEmpty() && tokens.last().word.size() == 1;
        if (c == u'?' || c == u'!' || c == u'\n' || c == u'？' || c == u'。' ||
            (c == u'.' && isLast && !isInitial))
            tokens.append({{},
                           {},
                           c == u'？'                              ? QChar(u'?')
                           : c == u'!' || c == u'\n' || c == u'。' ? QChar(u'.')
                                                                   : c});
        else if (c == u',' || c == u';' || c == u':' || c == u'—' || c == u'–' || (c == u'-' && isLast) ||
                 c == u'(')
            tokens.append({{}, {}, c == u':' ? c : QChar(u',')});
        ++i;
    }
    return tokens;
}

QList<Clause> clausesOf(const Tokens &tokens, const SecretQuestionWords &rules)
{
    QList<Clause> clauses;
    Clause current;
    qsizetype sentence = 0; // the first clause of the sentence
    const auto close = [&] {
        if (!current.tokens.isEmpty())
            clauses.append(current);
        current = {};
    };
    for (qsizetype i = 0; i < tokens.size(); ++i) {
        const Token &token = tokens[i];
        if (token.mark == u'?' || token.mark == u'.') {
            close();
            for (; sentence < clauses.size(); ++sentence)
                clauses[sentence].asks = token.mark == u'?';
        } else if (!token.mark.isNull()) {
            if (opensClause(tokens, i + 1, rules) ||
                (token.mark == u':' && i + 1 < tokens.size() &&
                 hasAny(current.tokens, 0, current.tokens.size(), rules.openWords)))
                close();
            else if (token.mark == u':' && i + 1 == tokens.size())
                current.asks = true;
        } else {
            if (rules.joinWords.contains(token.word) && opensClause(tokens, i + 1, rules))
                close();
            current.tokens.append(token);
        }
    }
    close();
    return clauses;
}

qsizetype matchWords(const Tokens &tokens, qsizetype at, const QString &phrase)
{
    for (const auto word : QStringTokenizer{QStringView(phrase), u' '}) {
        if (at >= tokens.size() || tokens[at].word != word)
            return -1;
        ++at;
    }
    return at;
}

bool startsWithAny(const Tokens &tokens, qsizetype at, const QStringList &phrases)
{
    return std::any_of(phrases.begin(), phrases.end(),
                       [&](const QString &phrase) { return matchWords(tokens, at, phrase) > 0; });
}

bool hasAny(const Tokens &tokens, qsizetype from, qsizetype to, const QSet<QString> &words)
{
    for (qsizetype i = std::max<qsizetype>(from, 0); i < std::min(to, tokens.size()); ++i) {
        if (words.contains(tokens[i].word))
            return true;
    }
    return false;
}

qsizetype firstWord(const Tokens &tokens, const SecretQuestionWords &rules)
{
    qsizetype at = 0;
    while (at < tokens.size() && rules.polite.contains(tokens[at].word))
        ++at;
    return at;
}

} // namespace heed::secretquestion
