// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tool/loosejson.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QScopedValueRollback>
#include <cmath>

using namespace Qt::StringLiterals;

namespace heed {

namespace {
constexpr int depthLimit =
    64; // what a tool's schema can mean ends far above; a hostile text may not exhaust the stack

bool isWordStart(QChar c)
{
    return c.isLetter() || c == u'_';
}

bool isWordPart(QChar c)
{
    return c.isLetterOrNumber() || c == u'_' || c == u'-' || c == u'.';
}

int hexDigit(QChar c)
{
    const char16_t u = c.unicode();
    if (u >= u'0' && u <= u'9')
        return u - u'0';
    if (u >= u'a' && u <= u'f')
        return u - u'a' + 10;
    if (u >= u'A' && u <= u'F')
        return u - u'A' + 10;
    return -1;
}
} // namespace

void LooseJson::repaired(const QString &what)
{
    if (!m_repairs.contains(what))
        m_repairs.append(what);
}

bool LooseJson::take(QChar c)
{
    if (peek() != c || atEnd())
        return false;
    ++m_at;
    return true;
}

void LooseJson::skipSpace()
{
    while (!atEnd()) {
        const QChar c = m_text[m_at];
        if (c.isSpace()) {
            ++m_at;
            continue;
        }
        const QChar next = m_at + 1 < m_text.size() ? m_text[m_at + 1] : QChar();
        if (c == u'\\' && (next == u'n' || next == u't' || next == u'r')) {
            repaired(u"literal \\n between values"_s);
            m_at += 2;
            continue;
        }
        return;
    }
}

QString LooseJson::word()
{
    if (!isWordStart(peek()))
        return {};
    const qsizetype from = m_at;
    while (!atEnd() && isWordPart(m_text[m_at]))
        ++m_at;
    return m_text.sliced(from, m_at - from).toString();
}

std::optional<QJsonValue> LooseJson::value()
{
    if (m_depth >= depthLimit)
        return std::nullopt;
    const QScopedValueRollback<int> deeper(m_depth, m_depth + 1);
    skipSpace();
    const QChar c = peek();
    if (c == u'{')
        return object();
    if (c == u'[')
        return list(u']');
    if (c == u'(') {
        repaired(u"python literal"_s);
        return list(u')');
    }
    if (c == u'"' || c == u'\'') {
        if (const auto text = string())
            return QJsonValue(*text);
        return std::nullopt;
    }
    if (c == u'-' || c == u'+' || c == u'.' || (c >= u'0' && c <= u'9'))
        return number();
    return constant();
}

std::optional<QString> LooseJson::key()
{
    if (peek() == u'"' || peek() == u'\'')
        return string();
    const QString name = word();
    if (name.isEmpty())
        return std::nullopt;
    repaired(u"unquoted key"_s);
    return name;
}

std::optional<QJsonValue> LooseJson::object()
{
    ++m_at;
    QJsonObject result;
    bool comma = true;
    for (;;) {
        skipSpace();
        if (take(u'}')) {
            if (comma && !result.isEmpty())
                repaired(u"trailing comma"_s);
            return result;
        }
        if (!comma)
            return std::nullopt;
        const auto name = key();
        if (!name)
            return std::nullopt;
        skipSpace();
        if (!take(u':'))
            return std::nullopt;
        const auto member = value();
        if (!member)
            return std::nullopt;
        result.insert(*name, *member);
        skipSpace();
        comma = take(u',');
    }
}

std::optional<QJsonValue> LooseJson::list(QChar close)
{
    ++m_at;
    QJsonArray result;
    bool comma = true;
    for (;;) {
        skipSpace();
        if (take(close)) {
            if (comma && !result.isEmpty())
                repaired(u"trailing comma"_s);
            return result;
        }
        if (!comma)
            return std::nullopt;
        const auto item = value();
        if (!item)
            return std::nullopt;
        result.append(*item);
        skipSpace();
        comma = take(u',');
    }
}

std::optional<QString> LooseJson::string()
{
    const QChar quote = peek();
    if (quote == u'\'')
        repaired(u"python literal"_s);
    ++m_at;
    QString out;
    while (!atEnd()) {
        const QChar c = m_text[m_at++];
        if (c == quote)
            return out;
        if (c == u'\\') {
            if (!escape(out))
                return std::nullopt;
            continue;
        }
        if (c < u' ')
            repaired(u"raw line break in a string"_s);
        out.append(c);
    }
    return std::nullopt;
}

bool LooseJson::escape(QString &out)
{
    if (atEnd())
        return false;
    const QChar c = m_text[m_at++];
    static constexpr QStringView plain = u"\"\\/'";
    static constexpr QStringView letters = u"bfnrt";
    static constexpr QStringView values = u"\b\f\n\r\t";
    if (plain.contains(c)) {
        out.append(c);
        return true;
    }
    if (const qsizetype at = letters.indexOf(c); at >= 0) {
        out.append(values[at]);
        return true;
    }
    if (c == u'\n') // Python: the line goes on
        return true;
    const int digits = c == u'u' ? 4 : c == u'x' ? 2 : 0;
    if (digits == 0) {
        repaired(u"stray backslash"_s);
        out.append(u'\\').append(c);
        return true;
    }
    if (m_at + digits > m_text.size())
        return false;
    uint code = 0;
    for (int i = 0; i < digits; ++i) {
        const int digit = hexDigit(m_text[m_at + i]);
        if (digit < 0)
            return false;
        code = code * 16 + uint(digit);
    }
    m_at += digits;
    out.append(QChar(char16_t(code)));
    return true;
}

std::optional<QJsonValue> LooseJson::number()
{
    const qsizetype from = m_at;
    while (!atEnd()) {
        const QChar c = m_text[m_at];
        if (!(c >= u'0' && c <= u'9') && !QStringView(u"+-.eE").contains(c))
            break;
        ++m_at;
    }
    const QStringView digits = m_text.sliced(from, m_at - from);
    bool ok = false;
    if (const qint64 whole = digits.toLongLong(&ok); ok)
        return QJsonValue(whole);
    const double real = digits.toDouble(&ok);
    if (!ok || !std::isfinite(real))
        return std::nullopt;
    return QJsonValue(real);
}

std::optional<QJsonValue> LooseJson::constant()
{
    const qsizetype from = m_at;
    const QString name = word();
    if (name == u"true"_s)
        return QJsonValue(true);
    if (name == u"false"_s)
        return QJsonValue(false);
    if (name == u"null"_s)
        return QJsonValue(QJsonValue::Null);
    if (name == u"True"_s || name == u"False"_s || name == u"None"_s) {
        repaired(u"python literal"_s);
        return name == u"None"_s ? QJsonValue(QJsonValue::Null) : QJsonValue(name == u"True"_s);
    }
    m_at = from;
    return std::nullopt;
}

std::optional<QJsonValue> LooseJson::read(QStringView text, QStringList *repairs)
{
    LooseJson reader(text);
    auto result = reader.value();
    reader.skipSpace();
    if (!result || !reader.atEnd())
        return std::nullopt;
    if (repairs) {
        for (const QString &repair : reader.repairs()) {
            if (!repairs->contains(repair))
                repairs->append(repair);
        }
    }
    return result;
}

qsizetype BalancedScanner::scan(QStringView text)
{
    for (; m_end == 0 && !m_broken && m_at < text.size(); ++m_at) {
        const QChar c = text[m_at];
        if (m_inString) {
            if (m_escaped)
                m_escaped = false;
            else if (c == u'\\')
                m_escaped = true;
            else if (c == u'"')
                m_inString = false;
        } else if (c == u'"') {
            m_inString = true;
        } else if (c == u'{' || c == u'[') {
            m_open.append(c);
        } else if (c == u'}' || c == u']') {
            m_broken = m_open.isEmpty() || (m_open.back() == u'{') != (c == u'}');
            if (m_broken)
                break;
            m_open.chop(1);
            if (m_open.isEmpty())
                m_end = m_at + 1;
        }
    }
    return m_end;
}

} // namespace heed
