// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/highlighter.h"

#include "widgets/chat/codelanguage.h"

#include <QString>

namespace heed {

namespace {

// What is open at the end of a line: nothing, a comment, or the string that began with a sign.
enum State : int { Nothing = 0, InComment = 1, InTag = 2, InString = 0x10000, InLongString = 0x20000 };

bool isListed(QStringView words, QStringView word, Qt::CaseSensitivity sensitivity)
{
    qsizetype at = 0;
    while ((at = words.indexOf(word, at, sensitivity)) >= 0) {
        const qsizetype end = at + word.size();
        if ((at == 0 || words[at - 1] == u' ') && (end == words.size() || words[end] == u' '))
            return true;
        at = end;
    }
    return false;
}

class Lexer
{
public:
    Lexer(QStringView code, const CodeLanguage &language, int state)
        : m_code(code)
        , m_language(language)
        , m_state(state)
    {
    }

    QList<CodeSpan> run()
    {
        resume();
        while (m_at < m_code.size()) {
            const int before = m_at;
            if (m_language.shape == CodeShape::Markup ? !markup() : !program())
                ++m_at;
            Q_ASSERT(m_at > before);
        }
        return std::move(m_spans);
    }
    [[nodiscard]] int state() const { return m_state; }

private:
    [[nodiscard]] QChar peek(int by = 0) const
    {
        return m_at + by < m_code.size() ? m_code[m_at + by] : QChar(u'\n');
    }
    [[nodiscard]] bool isAt(QStringView sign) const
    {
        return !sign.isEmpty() && m_code.sliced(m_at).startsWith(sign);
    }
    [[nodiscard]] bool isWord(QChar c) const
    {
        return c.isLetterOrNumber() || c == u'_' || (m_language.hasHyphens && c == u'-');
    }
    [[nodiscard]] bool isLineStart() const
    {
        int i = m_at;
        while (i > 0 && (m_code[i - 1] == u' ' || m_code[i - 1] == u'\t'))
            --i;
        return i == 0 || m_code[i - 1] == u'\n';
    }
    void add(int start, CodeToken token)
    {
        if (m_at > start && token != CodeToken::Plain)
            m_spans.append({start, m_at - start, token});
    }
    void toLineEnd(CodeToken token)
    {
        const int start = m_at;
        const qsizetype end = m_code.indexOf(u'\n', m_at);
        m_at = int(end < 0 ? m_code.size() : end);
        add(start, token);
    }

    void resume();
    void comment(int start, int from);
    void string(int start, int from, QChar quote);
    void longString(int start, int from, QChar quote);
    bool program();
    bool quoted();
    bool markup();
    bool tag();
    void word();
    void number();
    [[nodiscard]] CodeToken kindOf(QStringView word, int end) const;

    QStringView m_code;
    const CodeLanguage &m_language;
    int m_state;
    int m_at = 0;
    QList<CodeSpan> m_spans{};
};

void Lexer::resume()
{
    const int state = std::exchange(m_state, Nothing);
    if (state == InComment)
        comment(0, 0);
    else if (state & InLongString)
        longString(0, 0, QChar(char16_t(state & 0xffff)));
    else if (state & InString)
        string(0, 0, QChar(char16_t(state & 0xffff)));
    else
        m_state = state;
}

void Lexer::comment(int start, int from)
{
    const qsizetype end = m_code.indexOf(m_language.commentEnd, from);
    m_at = int(end < 0 ? m_code.size() : end + m_language.commentEnd.size());
    if (end < 0)
        m_state = InComment;
    add(start, CodeToken::Comment);
}

void Lexer::string(int start, int from, QChar quote)
{
    const bool isOpen = m_language.openQuotes.contains(quote);
    for (m_at = from; m_at < m_code.size(); ++m_at) {
        if (m_language.hasEscapes && peek() == u'\\' && m_at + 1 < m_code.size() && peek(1) != u'\n') {
            ++m_at;
        } else if (peek() == quote) {
            ++m_at;
            add(start, CodeToken::String);
            return;
        } else if (peek() == u'\n' && !isOpen) {
            break;
        }
    }
    if (isOpen)
        m_state = InString | quote.unicode();
    add(start, CodeToken::String);
}

void Lexer::longString(int start, int from, QChar quote)
{
    const QString sign(3, quote);
    const qsizetype end = m_code.indexOf(sign, from);
    m_at = int(end < 0 ? m_code.size() : end + 3);
    if (end < 0)
        m_state = InLongString | quote.unicode();
    add(start, CodeToken::String);
}

bool Lexer::quoted()
{
    const QChar c = peek();
    if (!m_language.quotes.contains(c))
        return false;
    if (c == u'\'' && m_language.hasLifetimes) {
        const bool isCharacter = peek(2) == u'\'' || peek(1) == u'\\';
        if (!isCharacter)
            return false;
    }
    const QStringView three = m_code.sliced(m_at).left(3);
    if (three.size() == 3 && three.count(c) == 3 && m_language.longQuotes.contains(three)) {
        longString(m_at, m_at + 3, c);
        return true;
    }
    string(m_at, m_at + 1, c);
    // "key": in JSON, YAML and the like
    int i = m_at;
    while (i < m_code.size() && m_code[i] == u' ')
        ++i;
    if (m_language.shape == CodeShape::Keys && i < m_code.size() && (m_code[i] == u':' || m_code[i] == u'='))
        m_spans.last().token = CodeToken::Name;
    return true;
}

CodeToken Lexer::kindOf(QStringView word, int end) const
{
    const auto sensitivity = m_language.ignoresCase ? Qt::CaseInsensitive : Qt::CaseSensitive;
    if (isListed(m_language.keywords, word, sensitivity))
        return CodeToken::Keyword;
    if (isListed(m_language.types, word, sensitivity))
        return CodeToken::Type;
    if (m_language.shape == CodeShape::Keys) {
        while (end < m_code.size() && m_code[end] == u' ')
            ++end;
        return end < m_code.size() && (m_code[end] == u':' || m_code[end] == u'=') ? CodeToken::Name
                                                                                   : CodeToken::Plain;
    }
    if (end < m_code.size() && m_code[end] == u'(')
        return CodeToken::Function;
    if (m_language.hasHyphens && end < m_code.size() && m_code[end] == u':')
        return CodeToken::Name;
    return word.size() > 1 && word[0].isUpper() && word[1].isLower() ? CodeToken::Type : CodeToken::Plain;
}

void Lexer::word()
{
    const int start = m_at;
    const bool isKey = m_language.shape == CodeShape::Keys;
    while (m_at < m_code.size() && (isWord(peek()) || (isKey && (peek() == u'-' || peek() == u'.'))))
        ++m_at;
    add(start, kindOf(m_code.sliced(start, m_at - start), m_at));
}

void Lexer::number()
{
    const int start = m_at;
    while (m_at < m_code.size() && (peek().isLetterOrNumber() || peek() == u'.' || peek() == u'_'))
        ++m_at;
    add(start, CodeToken::Number);
}

bool Lexer::program()
{
    const QChar c = peek();
    if (m_language.directive && c == QChar(m_language.directive) &&
        (m_language.isLineDirective ? isLineStart() : true)) {
        if (m_language.isLineDirective) {
            toLineEnd(CodeToken::Directive);
        } else {
            const int start = m_at++;
            while (m_at < m_code.size() && (isWord(peek()) || QStringView(u"[]{}!").contains(peek())))
                ++m_at;
            add(start, CodeToken::Directive);
        }
        return true;
    }
    if (isAt(m_language.lineComment) || isAt(m_language.otherLineComment)) {
        // '#' within a word is no comment (shell's $#, a colour, an anchor)
        if (m_at == 0 || m_language.lineComment != u"#" || m_code[m_at - 1].isSpace()) {
            toLineEnd(CodeToken::Comment);
            return true;
        }
    }
    if (isAt(m_language.commentBegin)) {
        comment(m_at, m_at + int(m_language.commentBegin.size()));
        return true;
    }
    if (quoted())
        return true;
    if (c.isDigit()) {
        number();
        return true;
    }
    if (c.isLetter() || c == u'_') {
        word();
        return true;
    }
    return false;
}

bool Lexer::tag()
{
    const QChar c = peek();
    if (c == u'>') {
        const int start = m_at++;
        m_state = Nothing;
        add(start, CodeToken::Keyword);
    } else if (m_language.quotes.contains(c)) {
        string(m_at, m_at + 1, c);
    } else if (c.isLetter()) {
        const int start = m_at;
        while (m_at < m_code.size() && (peek().isLetterOrNumber() || QStringView(u"-_:.").contains(peek())))
            ++m_at;
        add(start, CodeToken::Name);
    } else {
        return false;
    }
    return true;
}

bool Lexer::markup()
{
    if (m_state == InTag)
        return tag();
    if (isAt(m_language.commentBegin)) {
        comment(m_at, m_at + int(m_language.commentBegin.size()));
        return true;
    }
    if (peek() == u'<' && (peek(1).isLetter() || peek(1) == u'/' || peek(1) == u'!' || peek(1) == u'?')) {
        const int start = m_at;
        m_at += 2;
        while (m_at < m_code.size() && (peek().isLetterOrNumber() || QStringView(u"-_:.").contains(peek())))
            ++m_at;
        m_state = InTag;
        add(start, CodeToken::Keyword);
        return true;
    }
    if (peek() == u'&') {
        const int start = m_at;
        int end = m_at + 1;
        while (end < m_code.size() && end - start < 12 &&
               (m_code[end].isLetterOrNumber() || m_code[end] == u'#'))
            ++end;
        if (end < m_code.size() && m_code[end] == u';') {
            m_at = end + 1;
            add(start, CodeToken::Number);
            return true;
        }
    }
    return false;
}

} // namespace

const CodeLanguage *Highlighter::language(const QString &name)
{
    const QString lower = name.toLower();
    if (lower.isEmpty() || lower.contains(u' '))
        return nullptr;
    for (const CodeLanguage &language : codeLanguages()) {
        if (isListed(language.names, lower, Qt::CaseSensitive))
            return &language;
    }
    return nullptr;
}

QList<CodeSpan> Highlighter::spans(QStringView code, const CodeLanguage &language, int &state)
{
    Lexer lexer(code, language, state);
    QList<CodeSpan> found = lexer.run();
    state = lexer.state();
    return found;
}

} // namespace heed
