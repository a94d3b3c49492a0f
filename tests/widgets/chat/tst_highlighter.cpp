// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/highlighter.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

class tst_Highlighter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"."_s)); }
    void tellsWordsApart_data();
    void tellsWordsApart();
    void carriesItsStateAcrossLines_data();
    void carriesItsStateAcrossLines();
    void unknownLanguagesAreLeftAlone();
};

void tst_Highlighter::tellsWordsApart_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("marked"); // a letter for each character: its token, '.' for plain
    const auto row = [](const char *label, const QString &name, const QString &code, const QString &marked) {
        QTest::addRow("%s", label) << name << code << marked;
    };
    row("c++", u"cpp"_s, u"int f(); // x"_s, u"TTT.F....CCCC"_s);
    row("c++ directive", u"c++"_s, u"#include <a>"_s, u"DDDDDDDDDDDD"_s);
    row("c++ string with an escape", u"cpp"_s, u"\"a\\\"b\" c"_s, u"SSSSSS.."_s);
    row("c++ comment inside", u"cpp"_s, u"a/*b*/c"_s, u".CCCCC."_s);
    row("python", u"py"_s, u"def f(x): # y"_s, u"KKK.F.....CCC"_s);
    row("python long string", u"python"_s, u"\"\"\"a\nb\"\"\" c"_s, u"SSSSSSSSS.."_s);
    row("python decorator", u"py"_s, u"@a\nNone"_s, u"DD.TTTT"_s);
    row("javascript template", u"js"_s, u"let a = `b\nc`"_s, u"KKK.....SSSSS"_s);
    row("typescript", u"TypeScript"_s, u"const a: string"_s, u"KKKKK....TTTTTT"_s);
    row("java", u"java"_s, u"public int A1b = 0x1F;"_s, u"KKKKKK.TTT.......NNNN."_s);
    row("go", u"go"_s, u"func f() error"_s, u"KKKK.F...TTTTT"_s);
    row("rust lifetime is no string", u"rust"_s, u"&'a str 'x'"_s, u"....TTT.SSS"_s);
    row("shell variable and comment", u"sh"_s, u"echo $HOME # x"_s, u"TTTT.DDDDD.CCC"_s);
    row("a hash within a shell word", u"bash"_s, u"a#b"_s, u"..."_s);
    row("sql in any case", u"sql"_s, u"Select a -- b"_s, u"KKKKKK...CCCC"_s);
    row("json key", u"json"_s, u"{\"a\": \"b\", \"c\": true}"_s, u".MMM..SSS..MMM..TTTT."_s);
    row("yaml key", u"yaml"_s, u"a-b: 12 # c"_s, u"MMM..NN.CCC"_s);
    row("html", u"html"_s, u"<a href=\"x\">t</a>"_s, u"KK.MMMM.SSSK.KKKK"_s);
    row("html entity and comment", u"xml"_s, u"&lt; <!-- a -->"_s, u"NNNN.CCCCCCCCCC"_s);
    row("css", u"css"_s, u"a{color:#fff}"_s, u"..MMMMM......"_s);
}

void tst_Highlighter::tellsWordsApart()
{
    QFETCH(QString, name);
    QFETCH(QString, code);
    QFETCH(QString, marked);
    const auto *language = Highlighter::language(name);
    QVERIFY(language);
    int state = 0;
    QString seen(code.size(), u'.');
    for (const auto &span : Highlighter::spans(code, *language, state)) {
        for (int i = span.start; i < span.start + span.length; ++i)
            seen[i] = u".KTSNCFDM"_s.at(int(span.token));
    }
    QCOMPARE(seen, marked);
}

void tst_Highlighter::carriesItsStateAcrossLines_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("code");
    QTest::addRow("a comment") << u"cpp"_s << u"a /* b\nc\nd */ int e"_s;
    QTest::addRow("a python string") << u"py"_s << u"x = '''a\n\nb''' + 'c'"_s;
    QTest::addRow("a template string") << u"js"_s << u"a = `b\nc` + 1"_s;
    QTest::addRow("a tag") << u"html"_s << u"<a\n href='b'\n>c</a>"_s;
}

void tst_Highlighter::carriesItsStateAcrossLines()
{
    QFETCH(QString, name);
    QFETCH(QString, code);
    const auto *language = Highlighter::language(name);
    QVERIFY(language);
    const auto tokens = [](const QList<CodeSpan> &spans, int at, QString &into) {
        for (const auto &span : spans) {
            for (int i = span.start; i < span.start + span.length; ++i)
                into[at + i] = QChar(u'a' + int(span.token));
        }
    };
    int state = 0;
    QString whole(code.size(), u'.');
    tokens(Highlighter::spans(code, *language, state), 0, whole);
    state = 0;
    QString byLine(code.size(), u'.');
    int at = 0;
    for (const auto line : QStringView(code).split(u'\n')) {
        tokens(Highlighter::spans(line, *language, state), at, byLine);
        at += int(line.size()) + 1;
    }
    for (int i = 0; i < code.size(); ++i) {
        if (code.at(i) == u'\n')
            whole[i] = u'.';
    }
    QCOMPARE(byLine, whole);
}

void tst_Highlighter::unknownLanguagesAreLeftAlone()
{
    QVERIFY(!Highlighter::language(QString()));
    QVERIFY(!Highlighter::language(u"klingon"_s));
    QVERIFY(!Highlighter::language(u"cpp cc"_s));
}

QTEST_APPLESS_MAIN(tst_Highlighter)
#include "tst_highlighter.moc"
