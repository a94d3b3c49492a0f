// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/markdownblocks.h"

#include "widgets/chat/markdownbuilder.h"

#include <QUrl>
#include <md4c.h>

namespace heed::MarkdownBlocks {

namespace {

constexpr unsigned Dialect = MD_DIALECT_GITHUB | MD_FLAG_NOHTML;

MarkdownBuilder &builder(void *user)
{
    return *static_cast<MarkdownBuilder *>(user);
}

MD_PARSER parser()
{
    MD_PARSER callbacks = {};
    callbacks.flags = Dialect;
    callbacks.enter_block = [](MD_BLOCKTYPE type, void *detail, void *user) {
        return builder(user).enterBlock(type, detail);
    };
    callbacks.leave_block = [](MD_BLOCKTYPE type, void *, void *user) {
        return builder(user).leaveBlock(type);
    };
    callbacks.enter_span = [](MD_SPANTYPE type, void *detail, void *user) {
        return builder(user).enterSpan(type, detail);
    };
    callbacks.leave_span = [](MD_SPANTYPE type, void *, void *user) { return builder(user).leaveSpan(type); };
    callbacks.text = [](MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *user) {
        return builder(user).text(type, QByteArrayView(text, qsizetype(size)));
    };
    return callbacks;
}

bool isFine(QChar c)
{
    const ushort code = c.unicode();
    return (code >= 0x20 && code < 0x7f) || code == '\n' || code == '\t' ||
           (code >= 0xa0 && code != 0x2029 && code != 0xfffc && !c.isSurrogate());
}

} // namespace

QString sanitised(QStringView text)
{
    QString out;
    out.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (isFine(c)) {
            out += c;
        } else if (c.isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate()) {
            out += c;
            out += text[++i];
        } else if (c == u'\r') {
            if (i + 1 >= text.size() || text[i + 1] != u'\n')
                out += u'\n';
        } else {
            out += c.unicode() == 0x2029 ? QChar(QChar::LineSeparator) : QChar(QChar::ReplacementCharacter);
        }
    }
    return out;
}

QString allowedTarget(const QString &address)
{
    const QUrl url(address.trimmed(), QUrl::TolerantMode);
    if (!url.isValid())
        return {};
    const QString scheme = url.scheme();
    const bool web = (scheme == u"http" || scheme == u"https") && !url.host().isEmpty();
    const bool mail = scheme == u"mailto" && !url.path().isEmpty();
    return web || mail ? url.toString(QUrl::FullyEncoded) : QString();
}

QList<MarkdownBlock> parseSanitised(QStringView source)
{
    const QByteArray utf8 = source.toUtf8();
    const MD_PARSER callbacks = parser();
    MarkdownBuilder blocks;
    if (md_parse(utf8.constData(), MD_SIZE(utf8.size()), &callbacks, &blocks) != 0)
        return plain(source.toString());
    return blocks.take();
}

QList<MarkdownBlock> parse(const QString &source)
{
    return parseSanitised(sanitised(source));
}

QList<MarkdownBlock> plain(const QString &text)
{
    QList<MarkdownBlock> blocks;
    const QString clean = sanitised(text);
    qsizetype end = clean.size();
    while (end > 0 && clean.at(end - 1) == u'\n')
        --end;
    for (const auto line : QStringView(clean).left(end).split(u'\n')) {
        MarkdownBlock block;
        block.text = line.toString();
        blocks.append(block);
    }
    return end == 0 ? QList<MarkdownBlock>() : blocks;
}

} // namespace heed::MarkdownBlocks
