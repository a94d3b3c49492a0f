// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tool/arguments.h"
#include "models/tool/listsplit.h"
#include "models/tool/loosejson.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

QJsonObject json(const char *text)
{
    QJsonParseError error{};
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray(text), &error);
    if (!document.isObject())
        qFatal("the test's own JSON is wrong: %s: %s", text, qPrintable(error.errorString()));
    return document.object();
}

QJsonObject schema()
{
    return json(R"({"type":"object","required":["question"],"properties":{
        "question":{"type":"string"},
        "options":{"type":"array","items":{"type":"string"}},
        "choices":{"type":"array","items":{"anyOf":[{"type":"string"},{"type":"object"}]}},
        "numbers":{"type":"array","items":{"type":"integer"}},
        "allow_other":{"type":"boolean"},
        "limit":{"type":"integer"},
        "share":{"type":["number","null"]},
        "maybe":{"anyOf":[{"type":"integer"},{"type":"null"}]},
        "where":{"type":"object","properties":{"deep":{"type":"boolean"}}}}})");
}

QString show(const QJsonObject &object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

} // namespace

class TestArguments : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void types_data();
    void types();
    void splits_data();
    void splits();
    void notesTheRepair();
    void survivesDeepNesting();
    void scansGrowingJson();
};

void TestArguments::reads_data()
{
    QTest::addColumn<QString>("raw");
    QTest::addColumn<QJsonObject>("expected");
    const QJsonObject q = json(R"({"question":"Q?"})");
    QTest::newRow("strict JSON") << uR"({"question":"Q?"})"_s << q;
    QTest::newRow("nothing") << u""_s << QJsonObject();
    QTest::newRow("white space") << u" \n"_s << QJsonObject();
    QTest::newRow("null") << u"null"_s << QJsonObject();
    QTest::newRow("a doubly encoded object") << uR"("{\"question\":\"Q?\"}")"_s << q;
    QTest::newRow("a trebly encoded object") << uR"("\"{\\\"question\\\":\\\"Q?\\\"}\"")"_s << q;
    QTest::newRow("an empty text in a text") << uR"("")"_s << QJsonObject();
    QTest::newRow("trailing commas") << uR"({"question":"Q?","options":["a","b",],})"_s
                                     << json(R"({"question":"Q?","options":["a","b"]})");
    QTest::newRow("a comma and bracket in a string stays")
        << uR"({"question":"a,} b",})"_s << json(R"({"question":"a,} b"})");
    QTest::newRow("a Python dict")
        << uR"({'question': 'Ann\'s "bed"?', 'allow_other': False, 'share': None})"_s
        << json(R"({"question":"Ann's \"bed\"?","allow_other":false,"share":null})");
    QTest::newRow("a Python tuple") << u"{'question': 'Q?', 'options': ('a', 'b')}"_s
                                    << json(R"({"question":"Q?","options":["a","b"]})");
    QTest::newRow("a raw line break in a string")
        << u"{\"question\":\"one\ntwo\"}"_s << json(R"({"question":"one\ntwo"})");
    QTest::newRow("a literal \\n between values")
        << uR"({\n"question":\t"Q?",\r\n "limit": \n5\n})"_s << json(R"({"question":"Q?","limit":5})");
    QTest::newRow("a literal \\n inside a string is a line break")
        << uR"({"question":"a\nb",})"_s << json(R"({"question":"a\nb"})");
    QTest::newRow("a fence with a language") << u"```json\n{\"question\":\"Q?\"}\n```"_s << q;
    QTest::newRow("a fence without a language") << u"~~~\n{\"question\":\"Q?\"}\n~~~\n"_s << q;
    QTest::newRow("a fence inside a value stays")
        << u"{\"question\":\"```json\\n1\\n```\"}"_s << json(R"({"question":"```json\n1\n```"})");
    QTest::newRow("plain words as keys") << uR"({question: "Q?"})"_s << q;
    QTest::newRow("a backslash that escapes nothing")
        << uR"x({"question":"C:\dir \(x\)"})x"_s << json(R"x({"question":"C:\\dir \\(x\\)"})x");
    QTest::newRow("a control token behind it") << uR"({"question":"Q?"}<|call|>)"_s << q;
    QTest::newRow("the same object twice") << uR"({"question":"Q?"}{"question":"Q?"})"_s << q;
    QTest::newRow("an empty object in front") << uR"({}{"question":"Q?"})"_s << q;
    QTest::newRow("escapes of every kind")
        << uR"({'question':'\u00fc\x41\t\/'})"_s << json(R"({"question":"üA\t/"})");
}

void TestArguments::reads()
{
    QFETCH(QString, raw);
    QFETCH(QJsonObject, expected);
    const ParsedArguments parsed = parseArguments(raw, schema());
    QCOMPARE(parsed.problem, QString());
    QCOMPARE(show(parsed.arguments), show(expected));
}

void TestArguments::refuses_data()
{
    QTest::addColumn<QString>("raw");
    QTest::newRow("quotes inside a string") << uR"({"question":"Use the "north" bed?"})"_s;
    QTest::newRow("a single quote inside single quotes") << uR"({'question': 'Ann's bed'})"_s;
    QTest::newRow("a bare word") << uR"({"question":"Q?","limit": five})"_s;
    QTest::newRow("a list") << uR"(["Q?"])"_s;
    QTest::newRow("a number") << u"5"_s;
    QTest::newRow("a text") << uR"("Q?")"_s;
    QTest::newRow("true") << u"true"_s;
    QTest::newRow("a missing bracket") << uR"({"question":"Q?")"_s;
    QTest::newRow("an unfinished string") << uR"({"question":"Q)"_s;
    QTest::newRow("a missing comma") << uR"({"question":"Q?" "limit":5})"_s;
    QTest::newRow("two different objects") << uR"({"question":"a"}{"question":"b"})"_s;
    QTest::newRow("prose") << u"Which bed?"_s;
    QTest::newRow("infinity") << uR"({"limit": 1e999})"_s;
    QTest::newRow("only a comma") << uR"({,})"_s;
}

void TestArguments::refuses()
{
    QFETCH(QString, raw);
    const ParsedArguments parsed = parseArguments(raw, schema());
    if (QByteArray(QTest::currentDataTag()) == "only a comma") {
        QVERIFY(!parsed.problem.isEmpty());
        return;
    }
    QVERIFY2(parsed.problem.contains(u"JSON"_s), qPrintable(parsed.problem));
    QVERIFY(parsed.arguments.isEmpty());
}

void TestArguments::types_data()
{
    QTest::addColumn<QJsonObject>("given");
    QTest::addColumn<QJsonObject>("expected");
    const auto row = [](const char *name, const char *given, const char *expected) {
        QTest::newRow(name) << json(given) << json(expected);
    };
    row("a boolean as text", R"({"allow_other":"False"})", R"({"allow_other":false})");
    row("a boolean as yes", R"({"allow_other":" YES "})", R"({"allow_other":true})");
    row("a boolean as a number", R"({"allow_other":0})", R"({"allow_other":false})");
    row("a boolean that is neither stays", R"({"allow_other":"perhaps"})", R"({"allow_other":"perhaps"})");
    row("an integer as text", R"({"limit":"3"})", R"({"limit":3})");
    row("an integer with a point", R"({"limit":5.0})", R"({"limit":5})");
    row("an integer as text with a point", R"({"limit":"5.0"})", R"({"limit":5})");
    row("an integer as a word stays", R"({"limit":"five"})", R"({"limit":"five"})");
    row("a number as text", R"({"share":"0.25"})", R"({"share":0.25})");
    row("null where it is allowed", R"({"share":null,"maybe":null})", R"({"share":null,"maybe":null})");
    row("null where it is not means left out", R"({"allow_other":null,"options":null})", R"({})");
    row("the word null means left out", R"({"options":"None","limit":"null"})", R"({})");
    row("null for what is required stays", R"({"question":null})", R"({"question":null})");
    row("one type in a choice with null", R"({"maybe":"7"})", R"({"maybe":7})");
    row("a number where text is wanted", R"({"question":5})", R"({"question":"5"})");
    row("one text in a list where text is wanted", R"({"question":["Q?"]})", R"({"question":"Q?"})");
    row("an object where text is wanted", R"({"question":{"a":1}})", R"({"question":"{\"a\":1}"})");
    row("a list of lines", R"({"options":"- Herbs, sunny\n- Roses\n"})",
        R"({"options":["Herbs, sunny","Roses"]})");
    row("a comma list", R"({"options":"Herbs, Roses"})", R"({"options":["Herbs","Roses"]})");
    row("a comma inside an entry of a list stays", R"({"options":["Yes, delete it","No"]})",
        R"({"options":["Yes, delete it","No"]})");
    row("a list in a text", R"({"options":"[\"a\",\"b\"]"})", R"({"options":["a","b"]})");
    row("a list in a text in a list", R"({"options":["[\"a\",\"b\"]"]})", R"({"options":["a","b"]})");
    row("children under one name", R"({"options":{"item":["a","b"]}})", R"({"options":["a","b"]})");
    row("an object whose values are texts", R"({"options":{"1":"a","2":"b"}})", R"({"options":["a","b"]})");
    row("one value is a list of one", R"({"numbers":4})", R"({"numbers":[4]})");
    row("entries are typed", R"({"numbers":"1, 2, 3"})", R"({"numbers":[1,2,3]})");
    row("numbers in a list of texts", R"({"options":[1,2]})", R"({"options":["1","2"]})");
    row("objects in a list of choices stay", R"({"choices":[{"label":"a"},"b"]})",
        R"({"choices":[{"label":"a"},"b"]})");
    row("objects in a list of texts stay", R"({"options":[{"label":"a"}]})",
        R"({"options":[{"label":"a"}]})");
    row("an object as text", R"({"where":"{'deep': 'true'}"})", R"({"where":{"deep":true}})");
    row("what the schema does not know stays", R"({"other":"5"})", R"({"other":"5"})");
}

void TestArguments::types()
{
    QFETCH(QJsonObject, given);
    QFETCH(QJsonObject, expected);
    QCOMPARE(show(coerceArguments(given, schema())), show(expected));
    const QString raw = show(given);
    if (!given.isEmpty())
        QCOMPARE(show(parseArguments(raw, schema()).arguments), show(expected));
}

void TestArguments::splits_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("expected");
    const QStringList ab{u"a"_s, u"b"_s};
    QTest::newRow("nothing") << u"  "_s << QStringList();
    QTest::newRow("one word") << u"a"_s << QStringList{u"a"_s};
    QTest::newRow("lines") << u"a\n\nb\n"_s << ab;
    QTest::newRow("lines that end in CRLF") << u"a\r\nb"_s << ab;
    QTest::newRow("numbers with points") << u"1. a\n2. b"_s << ab;
    QTest::newRow("numbers with brackets") << u"1) a\n(2) b"_s << ab;
    QTest::newRow("letters") << u"a) a\nb) b"_s << ab;
    QTest::newRow("stars") << u"* a\n* b"_s << ab;
    QTest::newRow("dots") << u"• a\n•b"_s << ab;
    QTest::newRow("a minus sign is no bullet") << u"-5\n-6"_s << QStringList{u"-5"_s, u"-6"_s};
    QTest::newRow("commas") << u"a, b"_s << ab;
    QTest::newRow("semicolons win over commas") << u"a, x; b"_s << QStringList{u"a, x"_s, u"b"_s};
    QTest::newRow("a JSON list") << u"[\"a\", \"b\"]"_s << ab;
    QTest::newRow("a Python list") << u"['a', 'b']"_s << ab;
    QTest::newRow("a JSON list a line") << u"[\"a\"]\n[\"b\"]"_s << ab;
    QTest::newRow("a JSON text a line") << u"\"a\",\n\"b\""_s << ab;
    QTest::newRow("quoted and separated by commas") << u"\"a\", \"b\""_s << ab;
    QTest::newRow("quoted with commas inside") << u"\"a, x\", \"b\""_s << QStringList{u"a, x"_s, u"b"_s};
    QTest::newRow("children") << u"<item>a</item>\n<item>b</item>"_s << ab;
    QTest::newRow("children by another name") << u"<option>a</option><option>b</option>"_s << ab;
    QTest::newRow("text behind the children is no list of children")
        << u"<b>a</b> c"_s << QStringList{u"<b>a</b> c"_s};
    QTest::newRow("a numbered run in one line") << u"1. a, x 2. b"_s << QStringList{u"a, x"_s, u"b"_s};
    QTest::newRow("a number that starts no run") << u"2. a 5. b"_s << QStringList{u"a 5. b"_s};
    QTest::newRow("an object of texts") << u"{\"x\":\"a\",\"y\":\"b\"}"_s << ab;
}

void TestArguments::splits()
{
    QFETCH(QString, text);
    QFETCH(QStringList, expected);
    QStringList entries;
    for (const QJsonValue &entry : splitList(text))
        entries.append(entry.toString());
    QCOMPARE(entries, expected);
}

void TestArguments::notesTheRepair()
{
    QVERIFY(parseArguments(uR"({"question":"Q?"})"_s, schema()).repairs.isEmpty());
    QCOMPARE(parseArguments(uR"({"question":"Q?",})"_s, schema()).repairs, QStringList{u"trailing comma"_s});
    QCOMPARE(parseArguments(u"{'question':'Q?'}"_s, schema()).repairs, QStringList{u"python literal"_s});
    QCOMPARE(parseArguments(u"```\n{\"question\":\"Q?\"}\n```"_s, schema()).repairs,
             QStringList{u"code fence"_s});
}

void TestArguments::survivesDeepNesting()
{
    const QString deep = u"{\"question\":"_s + QString(100000, u'[');
    QVERIFY(!parseArguments(deep, schema()).problem.isEmpty());
    const QString closed = u"{'a':"_s + QString(2000, u'[') + QString(2000, u']') + u'}';
    QVERIFY(!parseArguments(closed, schema()).problem.isEmpty());
}

void TestArguments::scansGrowingJson()
{
    const QString text = uR"({"a":"}\"]","b":[{"c":1}]} tail)"_s;
    BalancedScanner scanner;
    qsizetype end = 0;
    for (qsizetype n = 1; n <= text.size() && end == 0; ++n)
        end = scanner.scan(QStringView(text).first(n));
    QCOMPARE(end, text.indexOf(u" tail"_s));
    BalancedScanner broken;
    QCOMPARE(broken.scan(u"{]"), qsizetype(0));
    QVERIFY(broken.isBroken());
}

QTEST_APPLESS_MAIN(TestArguments)
#include "tst_arguments.moc"
