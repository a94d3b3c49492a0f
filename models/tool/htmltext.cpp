// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tool/textextractor.h"

#include <QHash>
#include <QSet>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

const QSet<QString> &blocks()
{
    static const QSet<QString> names{
        u"p"_s,      u"div"_s,    u"br"_s,         u"li"_s,     u"ul"_s,         u"ol"_s,      u"table"_s,
        u"tr"_s,     u"h1"_s,     u"h2"_s,         u"h3"_s,     u"h4"_s,         u"h5"_s,      u"h6"_s,
        u"hr"_s,     u"dt"_s,     u"dd"_s,         u"pre"_s,    u"section"_s,    u"article"_s, u"nav"_s,
        u"header"_s, u"footer"_s, u"blockquote"_s, u"option"_s, u"figcaption"_s, u"body"_s,    u"main"_s};
    return names;
}

bool isSilent(const QString &name)
{
    return name == u"script" || name == u"style" || name == u"template" || name == u"svg" ||
           name == u"noscript";
}

QString entity(QStringView name)
{
    static const QHash<QString, char32_t> named{
        {u"amp"_s, U'&'},         {u"lt"_s, U'<'},          {u"gt"_s, U'>'},
        {u"quot"_s, U'"'},        {u"apos"_s, U'\''},       {u"nbsp"_s, U' '},
        {u"ndash"_s, U'\u2013'},  {u"mdash"_s, U'\u2014'},  {u"hellip"_s, U'\u2026'},
        {u"auml"_s, U'\u00e4'},   {u"ouml"_s, U'\u00f6'},   {u"uuml"_s, U'\u00fc'},
        {u"Auml"_s, U'\u00c4'},   {u"Ouml"_s, U'\u00d6'},   {u"Uuml"_s, U'\u00dc'},
        {u"szlig"_s, U'\u00df'},  {u"eacute"_s, U'\u00e9'}, {u"egrave"_s, U'\u00e8'},
        {u"agrave"_s, U'\u00e0'}, {u"ccedil"_s, U'\u00e7'}, {u"euro"_s, U'\u20ac'},
        {u"copy"_s, U'\u00a9'},   {u"lsquo"_s, U'\u2018'},  {u"rsquo"_s, U'\u2019'},
        {u"ldquo"_s, U'\u201c'},  {u"rdquo"_s, U'\u201d'},  {u"bull"_s, U'\u2022'},
        {u"deg"_s, U'\u00b0'}};
    char32_t code = named.value(name.toString(), 0);
    if (code == 0 && name.startsWith(u'#')) {
        const bool hex = name.size() > 1 && (name.at(1) == u'x' || name.at(1) == u'X');
        bool isNumber = false;
        const uint number = name.mid(hex ? 2 : 1).toUInt(&isNumber, hex ? 16 : 10);
        // Control characters and halves of surrogate pairs are no text.
        if (isNumber && number >= 0x20 && number <= 0x10ffff && (number < 0xd800 || number > 0xdfff))
            code = number;
    }
    return code == 0 ? QString() : QString::fromUcs4(&code, 1);
}

class HtmlStripper
{
public:
    explicit HtmlStripper(const QString &html)
        : m_html(html)
    {
    }

    FileText strip()
    {
        while (m_at < m_html.size()) {
            const QChar c = m_html.at(m_at);
            if (c == u'<' && m_at + 1 < m_html.size() && isTagStart(m_html.at(m_at + 1)))
                tag();
            else if (c == u'&')
                reference();
            else
                put(c), ++m_at;
        }
        return {.title = m_title.simplified(), .text = m_text.trimmed()};
    }

private:
    static bool isTagStart(QChar c) { return c.isLetter() || c == u'/' || c == u'!' || c == u'?'; }

    void put(QChar c)
    {
        if (m_inTitle) {
            m_title += c;
            return;
        }
        if (!c.isSpace())
            m_text += c;
        else if (!m_text.isEmpty() && !m_text.back().isSpace())
            m_text += m_preformatted && c == u'\n' ? u'\n' : u' ';
    }

    void breakLine()
    {
        while (m_text.endsWith(u' '))
            m_text.chop(1);
        if (!m_text.isEmpty() && !m_text.endsWith(u'\n'))
            m_text += u'\n';
    }

    void reference()
    {
        constexpr qsizetype longest = 12;
        const QStringView ahead = QStringView(m_html).mid(m_at + 1, longest);
        const qsizetype length = ahead.indexOf(u';');
        const QString text = length > 0 ? entity(ahead.first(length)) : QString();
        if (text.isEmpty()) {
            put(u'&');
            ++m_at;
            return;
        }
        for (const QChar c : text)
            put(c);
        m_at += length + 2;
    }

    void tag()
    {
        if (QStringView(m_html).mid(m_at, 4) == u"<!--") {
            const qsizetype end = m_html.indexOf(u"-->"_s, m_at + 4);
            m_at = end < 0 ? m_html.size() : end + 3;
            return;
        }
        const qsizetype nameAt = m_at + 1;
        const qsizetype end = tagEnd(nameAt);
        const bool closing = m_html.at(nameAt) == u'/';
        qsizetype nameEnd = nameAt + (closing ? 1 : 0);
        const qsizetype from = nameEnd;
        while (nameEnd < end && m_html.at(nameEnd).isLetterOrNumber())
            ++nameEnd;
        const QString name = m_html.mid(from, nameEnd - from).toLower();
        m_at = std::min(end + 1, m_html.size());
        if (name == u"title")
            m_inTitle = !closing && m_title.isEmpty();
        if (name == u"pre")
            m_preformatted = !closing;
        if (blocks().contains(name))
            breakLine();
        else if (name == u"td" || name == u"th")
            put(u' ');
        if (!closing && isSilent(name) && (end <= 0 || m_html.at(std::min(end, m_html.size()) - 1) != u'/'))
            skipTo(name);
    }

    //! The place of the '>' that ends the tag; one inside an attribute's quotes does not.
    [[nodiscard]] qsizetype tagEnd(qsizetype at) const
    {
        // Bounded, or a page of unclosed quotes takes time by the square of its length.
        constexpr qsizetype longest = 64 * 1024;
        QChar quote;
        for (qsizetype i = at; i < std::min(m_html.size(), at + longest); ++i) {
            const QChar c = m_html.at(i);
            if (!quote.isNull())
                quote = c == quote ? QChar() : quote;
            else if (c == u'>')
                return i;
            else if ((c == u'"' || c == u'\'') && m_html.at(i - 1) == u'=')
                quote = c;
        }
        // A quote that is never closed: the next '>' after all, so that one slip loses no page.
        const qsizetype plain = m_html.indexOf(u'>', at);
        return plain < 0 ? m_html.size() : plain;
    }

    void skipTo(const QString &name)
    {
        const qsizetype end = m_html.indexOf(u"</"_s + name, m_at, Qt::CaseInsensitive);
        m_at = end < 0 ? m_html.size() : end;
    }

    const QString &m_html;
    qsizetype m_at = 0;
    QString m_text{};
    QString m_title{};
    bool m_inTitle = false;
    bool m_preformatted = false;
};

} // namespace

FileText htmlText(const QString &html)
{
    return HtmlStripper(html).strip();
}

} // namespace heed
