// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/question/display.h"

#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

//! What of a model's words is shown, and how (book 2.4).
class TestDisplay : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void shows_data();
    void shows();
    void lines_data();
    void lines();
    void isIdempotentAndSafe();
    void countsCharactersAsPeopleDo();
    void takesHugeText();
};

void TestDisplay::shows_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    const auto same = [](const char *name, const QString &text) { QTest::newRow(name) << text << text; };
    same("plain text", u"Which bed?"_s);
    same("markup stays plain text", u"<b>Which</b> [bed](http://x) &amp;?"_s);
    same("a new line", u"one\ntwo"_s);
    same("nothing", QString());
    same("umlauts and accents", u"Größe naïve e\u0301"_s);
    same("right-to-left letters", u"שלום مرحبا"_s);
    same("Chinese", u"漢字、仮名"_s);
    same("an emoji family keeps its joiners", u"👩‍👩‍👧‍👦"_s);
    same("an emoji with a heart and style", u"👩‍❤️‍👨"_s);
    same("a rainbow flag", u"🏳️‍🌈"_s);
    same("a skin tone and a job", u"👩🏽‍💻"_s);
    same("a keycap", u"1️⃣"_s);
    same("a heart with emoji style", u"❤️"_s);
    same("a flag of two letters", u"🇦🇹"_s);
    same("Persian keeps its non-joiner", u"می‌خواهم"_s);
    same("Hindi keeps its joiner", u"क्‍ष"_s);
    same("Sinhala keeps its joiner", u"ශ්‍රී"_s);
    same("Malayalam chillu at the end of a word", u"അവന്‍ ആണ്"_s);
    same("an escape that was there already", u"⟨U+202E⟩"_s);
    const auto row = [](const char *name, const QString &text, const QString &shown) {
        QTest::newRow(name) << text << shown;
    };
    row("CRLF is one new line", u"one\r\ntwo\rthree"_s, u"one\ntwo\nthree"_s);
    row("a tab is a space", u"one\ttwo"_s, u"one two"_s);
    row("NUL", u"a"_s + QChar(0) + u"b"_s, u"a⟨U+0000⟩b"_s);
    row("bell and escape", u"a\a\u001B[31mb"_s, u"a⟨U+0007⟩⟨U+001B⟩[31mb"_s);
    row("delete and C1 controls", u"a\u007F\u0085\u009Fb"_s, u"a⟨U+007F⟩⟨U+0085⟩⟨U+009F⟩b"_s);
    row("vertical tab and form feed", u"a\u000B\u000Cb"_s, u"a⟨U+000B⟩⟨U+000C⟩b"_s);
    row("right-to-left override", u"invoice\u202Efdp.exe"_s, u"invoice⟨U+202E⟩fdp.exe"_s);
    row("every embedding and override", u"\u202A\u202B\u202C\u202D"_s, u"⟨U+202A⟩⟨U+202B⟩⟨U+202C⟩⟨U+202D⟩"_s);
    row("isolates", u"\u2066a\u2067\u2068\u2069"_s, u"⟨U+2066⟩a⟨U+2067⟩⟨U+2068⟩⟨U+2069⟩"_s);
    row("line and paragraph separators", u"a\u2028b\u2029c"_s, u"a⟨U+2028⟩b⟨U+2029⟩c"_s);
    row("interlinear annotation", u"a\uFFF9b\uFFFAc\uFFFB"_s, u"a⟨U+FFF9⟩b⟨U+FFFA⟩c⟨U+FFFB⟩"_s);
    row("an object in place of a character", u"a\uFFFCb"_s, u"a⟨U+FFFC⟩b"_s);
    row("a lone high surrogate", u"a"_s + QChar(0xD83D) + u"b"_s, u"a⟨U+D83D⟩b"_s);
    row("a lone low surrogate", u"a"_s + QChar(0xDE00), u"a⟨U+DE00⟩"_s);
    row("surrogates the wrong way round", QString(QChar(0xDE00)) + QChar(0xD83D), u"⟨U+DE00⟩⟨U+D83D⟩"_s);
    row("a noncharacter", u"a\uFDD0\uFFFE"_s, u"a⟨U+FDD0⟩⟨U+FFFE⟩"_s);
    row("a noncharacter of another plane", u"a\U0001FFFF"_s, u"a⟨U+1FFFF⟩"_s);
    row("zero-width space", u"pass\u200Bword"_s, u"password"_s);
    row("word joiner and byte order mark", u"\uFEFFa\u2060b\uFEFF"_s, u"ab"_s);
    row("soft hyphen", u"pass\u00ADword"_s, u"password"_s);
    row("direction marks", u"a\u200E\u200F\u061Cb"_s, u"ab"_s);
    row("a joiner between Latin letters", u"a\u200Db\u200Cc"_s, u"abc"_s);
    row("a joiner at the end of an emoji", u"👩\u200D"_s, u"👩"_s);
    row("two joiners in a row are one", u"👩\u200D\u200D👩"_s, u"👩\u200D👩"_s);
    row("a joiner before a space in Persian", u"می\u200C "_s, u"می "_s);
    row("hidden letters of the tags block", u"Hi\U000E0048\U000E0069"_s, u"Hi"_s);
    row("variation selectors as hidden bytes", u"a\uFE01\uFE0F\U000E0101"_s, u"a"_s);
    row("more than one selector on an emoji", u"❤\uFE0F\uFE0F\uFE0E"_s, u"❤\uFE0F"_s);
    row("Hangul fillers", u"a\u115F\u1160\u3164\uFFA0b"_s, u"ab"_s);
    row("Mongolian vowel separator", u"a\u180Eb"_s, u"ab"_s);
    row("invisible operators", u"a\u2061\u2062\u2063\u2064b"_s, u"ab"_s);
    row("grapheme joiner", u"a\u034Fb"_s, u"ab"_s);
    row("a blank braille cell is a space", u"a\u2800b"_s, u"a b"_s);
    row("shorthand and music formats", u"a\U0001BCA0\U0001D173b"_s, u"ab"_s);
}

void TestDisplay::shows()
{
    QFETCH(QString, text);
    QFETCH(QString, shown);
    QCOMPARE(displayText(text), shown);
}

void TestDisplay::lines_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("line");
    QTest::newRow("new lines are spaces") << u"one\ntwo\r\nthree"_s << u"one two three"_s;
    QTest::newRow("runs are one space") << u"  one \t\n two  "_s << u"one two"_s;
    QTest::newRow("controls are escaped") << u"one\atwo"_s << u"one⟨U+0007⟩two"_s;
    QTest::newRow("nothing to see is empty") << u"\u200B\n\u2800\u3164"_s << QString();
}

void TestDisplay::lines()
{
    QFETCH(QString, text);
    QFETCH(QString, line);
    QCOMPARE(displayLine(text), line);
}

namespace {
//! Written apart from the code under test: what must never reach a face.
bool isForbidden(char32_t c)
{
    if (c == u'\n')
        return false;
    return c < 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0xAD || c == 0x61C || c == 0x200B || c == 0x200E ||
           c == 0x200F || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF ||
           (c >= 0xFFF9 && c <= 0xFFFC) || (c >= 0xD800 && c <= 0xDFFF) || (c >= 0xE0000 && c <= 0xE007F) ||
           (c >= 0xFDD0 && c <= 0xFDEF) || (c & 0xFFFF) == 0xFFFE || (c & 0xFFFF) == 0xFFFF;
}

QString randomText(QRandomGenerator &random)
{
    static const QList<char32_t> odd{0x200C,  0x200D,  0xFE0F, 0xFE0E, 0x1F469, 0x1F3FD, 0x2764, u'1',
                                     u'#',    0x20E3,  0x0645, 0x06CC, 0x0915,  0x094D,  0x0937, 0x0DC1,
                                     0x0DCA,  u'\r',   u'\n',  u'\t',  0x202E,  0x2066,  0x200B, 0xFEFF,
                                     0xE0048, 0xE0101, 0x6F22, 0x1820, 0x180B};
    QString text;
    for (int i = random.bounded(24); i >= 0; --i) {
        if (random.bounded(3) == 0)
            text += QChar(char16_t(random.bounded(0x10000)));
        else
            text += QChar::fromUcs4(odd[random.bounded(int(odd.size()))]);
    }
    return text;
}
} // namespace

void TestDisplay::isIdempotentAndSafe()
{
    QRandomGenerator random(5);
    for (int round = 0; round < 5000; ++round) {
        const QString text = randomText(random);
        const QString shown = displayText(text);
        QCOMPARE(displayText(shown), shown);
        QCOMPARE(displayLine(displayLine(text)), displayLine(text));
        for (qsizetype i = 0; i < shown.size(); ++i) {
            const bool isPair =
                shown[i].isHighSurrogate() && i + 1 < shown.size() && shown[i + 1].isLowSurrogate();
            const char32_t c = isPair ? QChar::surrogateToUcs4(shown[i], shown[i + 1]) : shown[i].unicode();
            i += isPair ? 1 : 0;
            QVERIFY2(!isForbidden(c), qPrintable(QString::number(uint(c), 16)));
        }
    }
}

void TestDisplay::countsCharactersAsPeopleDo()
{
    QCOMPARE(codePointCount(u""), 0);
    QCOMPARE(codePointCount(u"abc"), 3);
    QCOMPARE(codePointCount(u"a😀b"), 3);
    QCOMPARE(codePointCount(QString(QString(QChar(0xD83D)) + u'a')), 2);
}

void TestDisplay::takesHugeText()
{
    QCOMPARE(displayText(QString(1'000'000, QChar(0x200D))), QString());
    QCOMPARE(displayText(QString(1'000'000, QChar(0xD800))).size(), 8'000'000);
    QCOMPARE(displayText(u"👩‍"_s.repeated(200'000)).size(), 3 * 200'000 - 1);
}

QTEST_APPLESS_MAIN(TestDisplay)
#include "tst_display.moc"
