// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/markdownblocks.h"
#include "widgets/chat/markdownstream.h"

#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

// Every line shape that opens, closes, continues or interrupts something.
const QStringList &shapes()
{
    static const QStringList all{u""_s,
                                 u""_s,
                                 u""_s,
                                 u"text"_s,
                                 u"more *text*"_s,
                                 u"# head"_s,
                                 u"---"_s,
                                 u"==="_s,
                                 u"- a"_s,
                                 u"- b"_s,
                                 u"* c"_s,
                                 u"+ d"_s,
                                 u"1. e"_s,
                                 u"2. f"_s,
                                 u"7. f"_s,
                                 u"1) g"_s,
                                 u"  - n"_s,
                                 u"   1. n"_s,
                                 u"    deep"_s,
                                 u"  in"_s,
                                 u"   in"_s,
                                 u" one"_s,
                                 u"```"_s,
                                 u"```py"_s,
                                 u"~~~"_s,
                                 u"````"_s,
                                 u"  ```"_s,
                                 u"   ```"_s,
                                 u" ```"_s,
                                 u"    ```"_s,
                                 u"> q"_s,
                                 u"> - q"_s,
                                 u"> ```"_s,
                                 u"|a|b|"_s,
                                 u"|---|---|"_s,
                                 u"|1|2|"_s,
                                 u"-"_s,
                                 u"1."_s,
                                 u"- - -"_s,
                                 u"* * *"_s,
                                 u"- [ ] t"_s,
                                 u"1. [x] t"_s,
                                 u"\tx"_s,
                                 u"  \ty"_s,
                                 u"-\tz"_s,
                                 u"   "_s,
                                 u"- ```"_s,
                                 u"a `b"_s,
                                 u"c` **d"_s,
                                 u"e** \\"_s,
                                 u"-     five"_s,
                                 u"10. ten"_s,
                                 u"<div>"_s,
                                 u"</div>"_s,
                                 u"``"_s,
                                 u"`` ```"_s,
                                 u"```` `x"_s,
                                 u"https://x.org"_s,
                                 u"![i](https://x.org)"_s,
                                 u"&amp;"_s,
                                 u"\U0001F600"_s};
    return all;
}

QString document(QRandomGenerator &random, bool withDefinitions)
{
    QString text;
    const int lines = random.bounded(2, 24);
    for (int i = 0; i < lines; ++i) {
        if (withDefinitions && random.bounded(12) == 0)
            text += u"[x]: https://x.org"_s;
        else if (withDefinitions && random.bounded(8) == 0)
            text += u"see [x]"_s;
        else
            text += shapes().at(random.bounded(int(shapes().size())));
        text += random.bounded(40) == 0 ? u"\r\n"_s : u"\n"_s;
    }
    return text;
}

QString shown(const QList<MarkdownBlock> &blocks)
{
    QString out;
    for (const auto &block : blocks)
        out += QString::number(int(block.kind)) + u' ' + QString::fromLatin1(block.nest) + u' ' +
               QString::number(int(block.marker.kind)) + u'/' + QString::number(block.marker.ordinal) +
               u" '"_s + block.text + u"'\n"_s;
    return out;
}

} // namespace

class tst_MarkdownStream : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"."_s)); }
    void equalsTheWholeParseAtEverySplit_data();
    void equalsTheWholeParseAtEverySplit();
    void changesNothingBeforeTheBlockItNames();
    void startsOverWhenTheTextIsAnother();
    void parsesLittleOfALongReply_data();
    void parsesLittleOfALongReply();
};

void tst_MarkdownStream::equalsTheWholeParseAtEverySplit_data()
{
    QTest::addColumn<int>("seed");
    QTest::addColumn<bool>("withDefinitions");
    for (int seed = 0; seed < 40; ++seed) {
        QTest::addRow("documents of seed %d", seed) << seed << false;
        QTest::addRow("documents with link definitions of seed %d", seed) << seed << true;
    }
}

void tst_MarkdownStream::equalsTheWholeParseAtEverySplit()
{
    QFETCH(int, seed);
    QFETCH(bool, withDefinitions);
    QRandomGenerator random(quint32(seed) * 2 + (withDefinitions ? 1 : 0));
    const int documents = qEnvironmentVariableIntValue("HEED_STREAM_DOCUMENTS") > 0
                              ? qEnvironmentVariableIntValue("HEED_STREAM_DOCUMENTS")
                              : 30;
    for (int i = 0; i < documents; ++i) {
        const QString text = document(random, withDefinitions);
        MarkdownStream stream;
        qsizetype at = 0;
        while (at < text.size()) {
            at = qMin(text.size(), at + 1 + random.bounded(9));
            const QString sofar = text.left(at);
            stream.update(sofar);
            if (sofar.back().isHighSurrogate() || sofar.back() == u'\r')
                continue; // half a character is not shown
            const auto whole = MarkdownBlocks::parse(sofar);
            if (stream.blocks() != whole)
                qInfo().noquote() << "text:" << sofar << "\nstream:" << shown(stream.blocks())
                                  << "\nwhole:" << shown(whole);
            QVERIFY(stream.blocks() == whole);
        }
    }
}

void tst_MarkdownStream::changesNothingBeforeTheBlockItNames()
{
    QRandomGenerator random(7);
    for (int i = 0; i < 60; ++i) {
        const QString text = document(random, i % 3 == 0);
        MarkdownStream stream;
        QList<MarkdownBlock> before;
        for (qsizetype at = 1; at <= text.size(); at += 3) {
            const int first = stream.update(text.left(at));
            QVERIFY(first <= before.size());
            QCOMPARE(stream.blocks().mid(0, first), before.mid(0, first));
            before = stream.blocks();
        }
    }
}

void tst_MarkdownStream::startsOverWhenTheTextIsAnother()
{
    MarkdownStream stream;
    stream.update(u"one\n\ntwo\n\nthree"_s);
    QCOMPARE(stream.update(u"another"_s), 0);
    QCOMPARE(stream.blocks(), MarkdownBlocks::parse(u"another"_s));
    QCOMPARE(stream.update(QString()), 0);
    QVERIFY(stream.blocks().isEmpty());
}

void tst_MarkdownStream::parsesLittleOfALongReply_data()
{
    QTest::addColumn<QString>("piece");
    QTest::addColumn<QString>("head");
    QTest::addRow("paragraphs") << u"Some words of a paragraph that is not long at all.\n\n"_s << QString();
    QTest::addRow("one long list") << u"- an item with some words in it\n"_s << QString();
    QTest::addRow("one long ordered list") << u"1. an item with some words\n\n   and more\n\n"_s << QString();
    QTest::addRow("one long fence") << u"\tint a = 1; // a line of code\n"_s << u"```go\n"_s;
}

void tst_MarkdownStream::parsesLittleOfALongReply()
{
    QFETCH(QString, piece);
    QFETCH(QString, head);
    const QString text = head + piece.repeated(64'000 / int(piece.size()));
    MarkdownStream stream;
    stream.update(text.left(60'000));
    const qint64 before = stream.parsedCharacters();
    int updates = 0;
    for (qsizetype at = 60'001; at <= text.size(); at += 5, ++updates)
        stream.update(text.left(at));
    // A whole parse would hand over 60,000 characters each time.
    QVERIFY((stream.parsedCharacters() - before) / updates < 200);
    QCOMPARE(stream.blocks(), MarkdownBlocks::parse(text.left(60'001 + (updates - 1) * 5)));
}

QTEST_APPLESS_MAIN(tst_MarkdownStream)
#include "tst_markdownstream.moc"
