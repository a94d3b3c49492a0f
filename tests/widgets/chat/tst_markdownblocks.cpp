// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/htmlentities.h"
#include "widgets/chat/markdownblocks.h"
#include "widgets/chat/markdowntext.h"
#include "widgets/chat/textchunks.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

QString described(const MarkdownBlock &block)
{
    QString out;
    if (!block.nest.isEmpty())
        out += QString::fromLatin1(block.nest) + u' ';
    if (block.marker.kind == ListMarker::Kind::Bullet)
        out += u"- "_s;
    if (block.marker.kind == ListMarker::Kind::Ordinal)
        out += QString::number(block.marker.ordinal) + u". "_s;
    if (block.marker.kind == ListMarker::Kind::Task)
        out += block.marker.checked ? u"[x] "_s : u"[ ] "_s;
    switch (block.kind) {
    case MarkdownBlock::Kind::Paragraph:
        out += u"P "_s;
        break;
    case MarkdownBlock::Kind::Heading:
        out += u'H' + QString::number(block.level) + u' ';
        break;
    case MarkdownBlock::Kind::Code:
        out += u"C("_s + block.language + u") "_s;
        break;
    case MarkdownBlock::Kind::Table:
        out += u"T"_s + QString::number(block.columns) + u' ';
        break;
    case MarkdownBlock::Kind::Rule:
        out += u"R "_s;
        break;
    }
    int at = 0;
    for (const auto &span : block.spans) {
        out += block.text.mid(at, span.start - at) + u'{';
        const QString letters = u"biscli"_s;
        for (int bit = 0; bit < 6; ++bit) {
            if (int(span.formats) & (1 << bit))
                out += bit == 5 ? u'p' : letters.at(bit);
        }
        out += u'|' + block.text.mid(span.start, span.length) +
               (span.target.isEmpty() ? QString() : u'|' + span.target) + u'}';
        at = span.start + span.length;
    }
    out += block.text.mid(at);
    return out.trimmed();
}

QStringList described(const QList<MarkdownBlock> &blocks)
{
    QStringList out;
    for (const auto &block : blocks)
        out += described(block);
    return out;
}

} // namespace

class tst_MarkdownBlocks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"."_s)); }
    void parses_data();
    void parses();
    void allowsOnlySafeTargets_data();
    void allowsOnlySafeTargets();
    void decodesEntities_data();
    void decodesEntities();
    void staysBoundedOnHostileText_data();
    void staysBoundedOnHostileText();
    void cutsTextIntoChunks_data();
    void cutsTextIntoChunks();
    void chunksOfAGrowingTextStay();
    void cutsCodeIntoGroupsOfLines();
    void plainTextIsWordForWord();
    void copiesAsPlainText_data();
    void copiesAsPlainText();
    void markdownOfBlocksParsesToTheSameBlocks_data();
    void markdownOfBlocksParsesToTheSameBlocks();
    void speaksWithoutMarkup_data();
    void speaksWithoutMarkup();
};

void tst_MarkdownBlocks::parses_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QStringList>("blocks");
    const auto row = [](const char *name, const QString &source, const QStringList &blocks) {
        QTest::addRow("%s", name) << source << blocks;
    };
    row("nothing gives nothing", u""_s, {});
    row("white space gives nothing", u" \n\t\n"_s, {});
    row("a paragraph", u"Hello"_s, {u"P Hello"_s});
    row("two paragraphs", u"a\n\nb"_s, {u"P a"_s, u"P b"_s});
    row("a soft break is a space", u"a\nb"_s, {u"P a b"_s});
    row("two spaces break the line", u"a  \nb"_s, {u"P a\u2028b"_s});
    row("a backslash breaks the line", u"a\\\nb"_s, {u"P a\u2028b"_s});
    row("windows line ends", u"a\r\n\r\nb"_s, {u"P a"_s, u"P b"_s});
    row("old mac line ends", u"a\r\rb"_s, {u"P a"_s, u"P b"_s});
    row("bold", u"a **b** c"_s, {u"P a {b|b} c"_s});
    row("italic", u"*a* _b_"_s, {u"P {i|a} {i|b}"_s});
    row("bold in italic", u"*a **b***"_s, {u"P {i|a }{bi|b}"_s});
    row("strike", u"~~a~~"_s, {u"P {s|a}"_s});
    row("inline code keeps stars", u"`a*b*`"_s, {u"P {c|a*b*}"_s});
    row("bold code", u"**`a`**"_s, {u"P {bc|a}"_s});
    row("unclosed bold is literal", u"a **b"_s, {u"P a **b"_s});
    row("snake case is literal", u"my_long_name"_s, {u"P my_long_name"_s});
    row("an escaped star", u"\\*a\\*"_s, {u"P *a*"_s});
    row("a link", u"[a](https://x.org/b)"_s, {u"P {l|a|https://x.org/b}"_s});
    row("a bold link", u"[**a**](https://x.org)"_s, {u"P {bl|a|https://x.org}"_s});
    row("a link by reference", u"[a][1]\n\n[1]: https://x.org"_s, {u"P {l|a|https://x.org}"_s});
    row("a bare address", u"see https://x.org/a now"_s, {u"P see {l|https://x.org/a|https://x.org/a} now"_s});
    row("a www address", u"www.x.org"_s, {u"P {l|www.x.org|http://www.x.org}"_s});
    row("a mail address", u"a@x.org"_s, {u"P {l|a@x.org|mailto:a@x.org}"_s});
    row("a javascript link is plain text", u"[a](javascript:alert(1))"_s, {u"P a"_s});
    row("a javascript autolink is plain text", u"<javascript:alert(1)>"_s, {u"P javascript:alert(1)"_s});
    row("capitals do not smuggle a scheme", u"[a](JaVaScRiPt:x)"_s, {u"P a"_s});
    row("an entity does not smuggle a scheme", u"[a](java&#115;cript:x)"_s, {u"P a"_s});
    row("a file link is plain text", u"[a](file:///etc/passwd)"_s, {u"P a"_s});
    row("a data link is plain text", u"[a](data:text/html,x)"_s, {u"P a"_s});
    row("a relative link is plain text", u"[a](../b)"_s, {u"P a"_s});
    row("a link without a host is plain text", u"[a](http://)"_s, {u"P a"_s});
    row("an image is a chip with its words", u"![a cat](https://x.org/c.png)"_s,
        {u"P {p|a cat|https://x.org/c.png}"_s});
    row("a local image names no file", u"![a](file:///etc/passwd)"_s, {u"P {p|a}"_s});
    row("a bare path image names no file", u"![a](/etc/passwd)"_s, {u"P {p|a}"_s});
    row("an image without words is still seen", u"![](https://x.org/c.png)"_s,
        {u"P {p|\u25A3|https://x.org/c.png}"_s});
    row("an image in a link has the link's target", u"[![a](https://x.org/i.png)](https://y.org)"_s,
        {u"P {lp|a|https://y.org}"_s});
    row("inline html is literal", u"a <b>b</b> <img src=x onerror=y> c"_s,
        {u"P a <b>b</b> <img src=x onerror=y> c"_s});
    row("an html block is literal", u"<script>\nalert(1)\n</script>"_s, {u"P <script> alert(1) </script>"_s});
    row("an html comment is literal", u"a <!-- b --> c"_s, {u"P a <!-- b --> c"_s});
    row("a line break tag is literal", u"a<br>b"_s, {u"P a<br>b"_s});
    row("entities are decoded", u"&lt;b&gt; &amp; &copy; &#x41;"_s, {u"P <b> & \u00A9 A"_s});
    row("an unknown entity is literal", u"&nosuch;"_s, {u"P &nosuch;"_s});
    row("a control character is replaced", u"a\u0007b"_s, {u"P a\uFFFDb"_s});
    row("headings", u"# a\n## b\n###### c"_s, {u"H1 a"_s, u"H2 b"_s, u"H6 c"_s});
    row("seven signs are no heading", u"####### a"_s, {u"P ####### a"_s});
    row("an underlined heading", u"a\n==="_s, {u"H1 a"_s});
    row("a rule", u"a\n\n---\n\nb"_s, {u"P a"_s, u"R"_s, u"P b"_s});
    row("a list", u"- a\n- b"_s, {u"l - P a"_s, u"l - P b"_s});
    row("a loose list", u"- a\n\n- b"_s, {u"l - P a"_s, u"l - P b"_s});
    row("a nested list", u"- a\n  - b\n    - c\n- d"_s,
        {u"l - P a"_s, u"ll - P b"_s, u"lll - P c"_s, u"l - P d"_s});
    row("an ordered list keeps its start", u"5. a\n6. b"_s, {u"l 5. P a"_s, u"l 6. P b"_s});
    row("lazy numbers count on", u"1. a\n1. b"_s, {u"l 1. P a"_s, u"l 2. P b"_s});
    row("a second paragraph stays in its item", u"1. a\n\n   b\n2. c"_s,
        {u"l 1. P a"_s, u"l P b"_s, u"l 2. P c"_s});
    row("a fence inside a list item", u"- a\n  ```py\n  x = 1\n  ```\n- b"_s,
        {u"l - P a"_s, u"l C(py) x = 1"_s, u"l - P b"_s});
    row("an item that is only a fence", u"- ```\n  x\n  ```"_s, {u"l - C() x"_s});
    row("an empty item", u"-\n- a"_s, {u"l - P"_s, u"l - P a"_s});
    row("an item within an item", u"- 1. a"_s, {u"l - P"_s, u"ll 1. P a"_s});
    row("a task list", u"- [ ] a\n- [x] b"_s, {u"l [ ] P a"_s, u"l [x] P b"_s});
    row("a quote", u"> a\n> b"_s, {u"q P a b"_s});
    row("a quote in a quote", u"> a\n> > b"_s, {u"q P a"_s, u"qq P b"_s});
    row("a list in a quote", u"> - a\n>   - b"_s, {u"ql - P a"_s, u"qll - P b"_s});
    row("a quote in a list", u"- > a"_s, {u"l - P"_s, u"lq P a"_s});
    row("a fence", u"```cpp\nint a;\n\nint b;\n```"_s, {u"C(cpp) int a;\n\nint b;"_s});
    row("a fence that is still open", u"```\na"_s, {u"C() a"_s});
    row("a longer fence holds a shorter one", u"````\n```\na\n```\n````"_s, {u"C() ```\na\n```"_s});
    row("tildes fence too", u"~~~\na\n~~~"_s, {u"C() a"_s});
    row("only the first word of a fence is its language", u"```py title=\"x\"\na\n```"_s, {u"C(py) a"_s});
    row("markup in a fence is literal", u"```\n**a** <b> &lt;\n```"_s, {u"C() **a** <b> &lt;"_s});
    row("indented code", u"a\n\n    b\n      c"_s, {u"P a"_s, u"C() b\n  c"_s});
    row("a table", u"|a|b|\n|---|--:|\n|1|**2**|"_s, {u"T2 a\tb\n1\t{b|2}"_s});
    row("a table with a short row", u"|a|b|\n|---|---|\n|1|"_s, {u"T2 a\tb\n1\t"_s.trimmed()});
    row("html in a cell keeps what follows", u"|a|\n|---|\n|c<br>d|"_s, {u"T1 a\nc<br>d"_s});
    row("dollar maths is kept", u"$$\\sum_{i}$$ and \\(x\\)"_s, {u"P $$\\sum_{i}$$ and (x)"_s});
    row("arabic", u"**\u0645\u0631\u062D\u0628\u0627**"_s, {u"P {b|\u0645\u0631\u062D\u0628\u0627}"_s});
    row("emoji", u"a \U0001F600 **b**"_s, {u"P a \U0001F600 {b|b}"_s});
}

void tst_MarkdownBlocks::parses()
{
    QFETCH(QString, source);
    QFETCH(QStringList, blocks);
    QCOMPARE(described(MarkdownBlocks::parse(source)), blocks);
}

void tst_MarkdownBlocks::allowsOnlySafeTargets_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("target");
    QTest::addRow("http") << u"http://x.org"_s << u"http://x.org"_s;
    QTest::addRow("https in capitals") << u"HTTPS://X.org/A"_s << u"https://x.org/A"_s;
    QTest::addRow("mail") << u"mailto:a@x.org"_s << u"mailto:a@x.org"_s;
    QTest::addRow("mail to nobody") << u"mailto:"_s << QString();
    QTest::addRow("a host in another script is shown in its safe form")
        << u"http://\u0430pple.com"_s << u"http://xn--pple-43d.com"_s;
    for (const char *bad :
         {"javascript:x", "vbscript:x", "file:///a", "data:,x", "ftp://x", "smb://x/a", "//x.org", "x.org",
          "", "tel:1", "about:blank", "blob:http://x", "qrc:/a", "\\\\x\\a"})
        QTest::addRow("%s is refused", bad) << QString::fromLatin1(bad) << QString();
}

void tst_MarkdownBlocks::allowsOnlySafeTargets()
{
    QFETCH(QString, address);
    QTEST(MarkdownBlocks::allowedTarget(address), "target");
}

void tst_MarkdownBlocks::decodesEntities_data()
{
    QTest::addColumn<QString>("entity");
    QTest::addColumn<QString>("decoded");
    QTest::addRow("first by name") << u"&AElig;"_s << u"\u00C6"_s;
    QTest::addRow("last by name") << u"&zwnj;"_s << u"\u200C"_s;
    QTest::addRow("case matters") << u"&Alpha;&alpha;"_s.left(7) << u"\u0391"_s;
    QTest::addRow("decimal") << u"&#8364;"_s << u"\u20AC"_s;
    QTest::addRow("hexadecimal") << u"&#X1F600;"_s << u"\U0001F600"_s;
    QTest::addRow("null becomes a replacement") << u"&#0;"_s << u"\uFFFD"_s;
    QTest::addRow("a surrogate becomes a replacement") << u"&#xD800;"_s << u"\uFFFD"_s;
    QTest::addRow("too big becomes a replacement") << u"&#x110000;"_s << u"\uFFFD"_s;
    QTest::addRow("no number becomes a replacement") << u"&#x;"_s << u"\uFFFD"_s;
    QTest::addRow("no entity stays") << u"&;"_s << u"&;"_s;
}

void tst_MarkdownBlocks::decodesEntities()
{
    QFETCH(QString, entity);
    QTEST(decodedEntity(entity), "decoded");
}

void tst_MarkdownBlocks::staysBoundedOnHostileText_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<int>("most");
    QTest::addRow("16k nested quotes") << u">"_s.repeated(16'000) + u"a"_s << 2;
    QTest::addRow("16k brackets") << u"["_s.repeated(16'000) << 1;
    QTest::addRow("16k stars") << u"*a "_s.repeated(16'000) << 1;
    QTest::addRow("a word of 1 MB") << u"a"_s.repeated(1'000'000) << 1;
    QTest::addRow("16k nested lists") << u"- "_s.repeated(16'000) + u"a"_s << 20;
    QTest::addRow("a table of millions of cells")
        << u"|"_s.repeated(8'000) + u"\n"_s + u"|---"_s.repeated(8'000) + u"\n"_s + u"|\n"_s.repeated(8'000)
        << 9'000;
    QTest::addRow("unclosed links") << u"[a](<b"_s.repeated(10'000) << 1;
    QTest::addRow("back ticks of every length") << [] {
        QString text;
        for (int i = 1; i < 300; ++i)
            text += QString(i, u'`') + u'a';
        return text;
    }() << 1;
}

void tst_MarkdownBlocks::staysBoundedOnHostileText()
{
    QFETCH(QString, source);
    QFETCH(int, most);
    const auto blocks = MarkdownBlocks::parse(source);
    QVERIFY(!blocks.isEmpty());
    QVERIFY2(blocks.size() <= most, qPrintable(QString::number(blocks.size())));
    for (const auto &block : blocks)
        QVERIFY(block.nest.size() <= MarkdownBlock::MaxNest);
}

void tst_MarkdownBlocks::cutsTextIntoChunks_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("chunks");
    QTest::addRow("no text is one empty chunk") << QString() << 1;
    QTest::addRow("a line") << u"a b c"_s << 1;
    QTest::addRow("ordinary prose of 8,000 characters") << u"word "_s.repeated(1600) << 2;
    QTest::addRow("a word of 1 MB") << u"a"_s.repeated(1'000'000) << 1000;
    QTest::addRow("a word of 1 MB of emoji") << u"\U0001F600"_s.repeated(500'000) << 1002;
}

void tst_MarkdownBlocks::cutsTextIntoChunks()
{
    QFETCH(QString, text);
    QFETCH(int, chunks);
    const auto cut = textChunks(text);
    QVERIFY2(qAbs(cut.size() - chunks) <= 2, qPrintable(QString::number(cut.size())));
    QString joined;
    for (const auto &chunk : cut) {
        QVERIFY(chunk.length <= ChunkMost);
        const QString part = text.mid(chunk.start, chunk.length);
        QVERIFY(part.isEmpty() || !part.front().isLowSurrogate());
        joined += part;
    }
    QCOMPARE(joined, text);
}

void tst_MarkdownBlocks::chunksOfAGrowingTextStay()
{
    const QString text = u"some words, longwordwithoutanygap "_s.repeated(400) + u"x"_s.repeated(3000);
    QList<TextChunk> before;
    for (int size = 0; size <= text.size(); size += 37) {
        const auto now = textChunks(QStringView(text).left(size));
        QVERIFY(now.size() >= before.size());
        for (int i = 0; i + 1 < before.size(); ++i)
            QCOMPARE(now.at(i), before.at(i));
        before = now;
    }
}

void tst_MarkdownBlocks::cutsCodeIntoGroupsOfLines()
{
    const QString code = u"line\n"_s.repeated(100) + u"y"_s.repeated(10'000) + u"\nend"_s;
    const auto cut = codeChunks(code);
    int at = 0;
    for (const auto &chunk : cut) {
        QVERIFY(chunk.start == at || (chunk.start == at + 1 && code.at(at) == u'\n'));
        QVERIFY(QStringView(code).sliced(chunk.start, chunk.length).count(u'\n') < ChunkLines);
        QVERIFY(chunk.length <= ChunkMost);
        at = chunk.start + chunk.length;
    }
    QCOMPARE(at, int(code.size()));
}

void tst_MarkdownBlocks::plainTextIsWordForWord()
{
    const auto blocks = MarkdownBlocks::plain(u"# a\n\n  **b** <b>\n"_s);
    QCOMPARE(described(blocks), (QStringList{u"P # a"_s, u"P"_s, u"P   **b** <b>"_s}));
}

void tst_MarkdownBlocks::copiesAsPlainText_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    QTest::addColumn<QString>("copied");
    QTest::addRow("all of it") << u"# a\n\n**b**"_s << 0 << 100 << u"a\nb"_s;
    QTest::addRow("part of two blocks") << u"abc\n\ndef"_s << 1 << 5 << u"bc\nd"_s;
    QTest::addRow("a list with its markers") << u"1. a\n   - b\n2. c"_s << 0 << 100 << u"1. a\n  - b\n2. c"_s;
    QTest::addRow("from within an item, without its marker") << u"- abc\n- d"_s << 1 << 100 << u"bc\n- d"_s;
    QTest::addRow("a table by tabs") << u"|a|b|\n|---|---|\n|1|2|"_s << 0 << 100 << u"a\tb\n1\t2"_s;
    QTest::addRow("code without its fence") << u"```c\na\nb\n```"_s << 0 << 100 << u"a\nb"_s;
    QTest::addRow("a hard break") << u"a  \nb"_s << 0 << 100 << u"a\nb"_s;
    QTest::addRow("nothing") << u"abc"_s << 1 << 1 << QString();
}

void tst_MarkdownBlocks::copiesAsPlainText()
{
    QFETCH(QString, source);
    QFETCH(int, from);
    QFETCH(int, to);
    QTEST(MarkdownText::plain(MarkdownBlocks::parse(source), from, to), "copied");
}

void tst_MarkdownBlocks::markdownOfBlocksParsesToTheSameBlocks_data()
{
    QTest::addColumn<QString>("source");
    for (const char *source :
         {"a **b** *c* ~~d~~ `e` f", "# a\n\nb\n\n---\n\nc", "- a\n  - b\n- c", "3. a\n4. b\n\ntext",
          "- [x] a\n- [ ] b", "> a\n>\n> > b", "```cpp\nint a;\n```", "````\n```\n````",
          "|a|b|\n|---|---|\n|1|**2**|", "[a](https://x.org) ![b](https://x.org/i.png)",
          "\\*not bold\\* \\[x\\] 1 \\< 2 snake_case", "a  \nb", "1. a\n\n   ```sh\n   ls\n   ```\n2. b",
          "> - a\n> - b", "**[a](https://x.org)**"})
        QTest::addRow("%s", qPrintable(QString::fromUtf8(source).replace(u'\n', u' ')))
            << QString::fromUtf8(source);
}

void tst_MarkdownBlocks::markdownOfBlocksParsesToTheSameBlocks()
{
    QFETCH(QString, source);
    const auto blocks = MarkdownBlocks::parse(source);
    const QString written = MarkdownText::markdown(blocks);
    QCOMPARE(described(MarkdownBlocks::parse(written)), described(blocks));
}

void tst_MarkdownBlocks::speaksWithoutMarkup_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("spoken");
    QTest::addRow("bold") << u"a **b**"_s << u"a b"_s;
    QTest::addRow("a heading") << u"## Setup"_s << u"Heading 2: Setup"_s;
    QTest::addRow("a list") << u"- a\n- b"_s << u"\u2022 a\n\u2022 b"_s;
    QTest::addRow("an ordered list") << u"2. a"_s << u"2. a"_s;
    QTest::addRow("tasks") << u"- [x] a\n- [ ] b"_s << u"Done: a\nTo do: b"_s;
    QTest::addRow("a link") << u"see [the page](https://x.org)."_s << u"see the page (link)."_s;
    QTest::addRow("a picture") << u"![a cat](https://x.org/i)"_s << u"a cat (picture)"_s;
    QTest::addRow("code") << u"```py\na\nb\n```"_s << u"Code block, py, 2 line(s): a\nb"_s;
    QTest::addRow("a quote") << u"> a\n>\n> b"_s << u"Quote: a\nb"_s;
    QTest::addRow("a table") << u"|a|b|\n|---|---|\n|1|2|"_s << u"Table, 2 column(s): a, b; 1, 2"_s;
    QTest::addRow("percent signs are data") << u"# %1 %2"_s << u"Heading 1: %1 %2"_s;
}

void tst_MarkdownBlocks::speaksWithoutMarkup()
{
    QFETCH(QString, source);
    QTEST(MarkdownText::spoken(MarkdownBlocks::parse(source)), "spoken");
}

QTEST_APPLESS_MAIN(tst_MarkdownBlocks)
#include "tst_markdownblocks.moc"
