// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/question/normalise.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

//! What models really send as a question (book 2.1, 2.2).
class TestNormalise : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void splitsTextIntoOptions_data();
    void splitsTextIntoOptions();
    void readsOptions_data();
    void readsOptions();
    void readsDescriptions_data();
    void readsDescriptions();
    void readsAllowOther_data();
    void readsAllowOther();
    void rejects_data();
    void rejects();
    void takesTheLimitsThemselves();
    void showsNothingForbidden();
    void takesAnyJson();
    void takesHugeText();
};

namespace {

QJsonObject callOf(const QByteArray &json)
{
    const auto document = QJsonDocument::fromJson(json);
    Q_ASSERT(document.isObject());
    return document.object();
}

QStringList labelsOf(const AskCall &call)
{
    QStringList labels;
    for (const auto &option : call.options)
        labels.append(option.label);
    return labels;
}

} // namespace

void TestNormalise::splitsTextIntoOptions_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("items");
    const auto row = [](const char *name, const char *text, const QStringList &items) {
        QTest::newRow(name) << QString::fromUtf8(text) << items;
    };
    const QStringList two{u"Herbs"_s, u"Roses"_s};
    const QStringList three{u"Herbs"_s, u"Roses"_s, u"Mint"_s};
    row("lines", "Herbs\nRoses", two);
    row("lines with CRLF", "Herbs\r\nRoses\r\n", two);
    row("empty lines between", "\n\nHerbs\n\n\nRoses\n", two);
    row("dashes", "- Herbs\n- Roses", two);
    row("stars", "* Herbs\n* Roses", two);
    row("dots", "• Herbs\n• Roses", two);
    row("dots without a space", "•Herbs\n•Roses", two);
    row("numbers with points", "1. Herbs\n2. Roses", two);
    row("numbers with brackets", "1) Herbs\n2) Roses", two);
    row("numbers in brackets", "(1) Herbs\n(2) Roses", two);
    row("letters with brackets", "a) Herbs\nb) Roses", two);
    row("capital letters with points", "A. Herbs\nB. Roses", two);
    row("indented bullets", "  - Herbs\n  - Roses", two);
    row("task list", "[ ] Herbs\n[x] Roses", two);
    row("a line with a comma stays whole", "- Herbs, sunny side\n- Roses",
        {u"Herbs, sunny side"_s, u"Roses"_s});
    row("a heading line is no option", "Options:\n- Herbs\n- Roses", two);
    row("an indented line goes on", "- Herbs\n  and mint\n- Roses", {u"Herbs and mint"_s, u"Roses"_s});
    row("line ends with commas", "Herbs,\nRoses,\nMint", three);
    row("quoted lines", "\"Herbs\"\n\"Roses\"", two);
    row("numbers that tell them apart stay", "1. Bundesliga\n2. Bundesliga",
        {u"1. Bundesliga"_s, u"2. Bundesliga"_s});
    row("escaped line ends", "Herbs\\nRoses", two);
    row("comma list", "Herbs, Roses", two);
    row("comma list of three", "Herbs, Roses, Mint", three);
    row("comma list without spaces", "Herbs,Roses,Mint", three);
    row("comma list with or", "Herbs, Roses or Mint", three);
    row("comma list with comma and or", "Herbs, Roses, or Mint", three);
    row("lower case comma list", "north bed, south bed", {u"north bed"_s, u"south bed"_s});
    row("yes and no", "Yes, No", {u"Yes"_s, u"No"_s});
    row("yes, no thanks", "Yes please, No thanks", {u"Yes please"_s, u"No thanks"_s});
    row("quoted comma list", "\"Yes, delete it\", \"No, keep it\"", {u"Yes, delete it"_s, u"No, keep it"_s});
    row("numbers with thousands", "1,000, 2,000", {u"1,000"_s, u"2,000"_s});
    row("commas in brackets", "Herbs (mint, sage), Roses", {u"Herbs (mint, sage)"_s, u"Roses"_s});
    row("ideographic commas", "草、薔薇", {u"草"_s, u"薔薇"_s});
    row("semicolon list", "Herbs; Roses; Mint", three);
    row("semicolons win over commas", "Herbs, sunny side; Roses", {u"Herbs, sunny side"_s, u"Roses"_s});
    row("bars", "Herbs | Roses", two);
    row("numbers in a line", "1. Herbs 2. Roses 3. Mint", three);
    row("letters in a line", "a) Herbs b) Roses", two);
    row("dots in a line", "• Herbs • Roses", two);
    row("dashes in a line", "- Herbs - Roses", two);
    row("JSON list", R"(["Herbs", "Roses"])", two);
    row("JSON list with commas in it", R"(["Herbs, sunny side", "Roses"])",
        {u"Herbs, sunny side"_s, u"Roses"_s});
    row("JSON list encoded twice", R"("[\"Herbs\", \"Roses\"]")", two);
    row("JSON list a line", "[\"Herbs\"]\n[\"Roses\"]", two);
    row("JSON objects", R"([{"label": "Herbs"}, {"text": "Roses"}])", two);
    row("JSON in a fence", "```json\n[\"Herbs\", \"Roses\"]\n```", two);
    row("Python list", "['Herbs', 'Roses']", two);
    row("Python list with an apostrophe", "['Ann's herbs', 'Roses']", {u"Ann's herbs"_s, u"Roses"_s});
    row("bare list in brackets", "[Herbs, Roses]", two);
    row("one word", "Herbs", {u"Herbs"_s});
    row("nothing", " \n ", {});
    row("a reply with a comma is one option", "Yes, delete it", {u"Yes, delete it"_s});
    row("a lower-case reply with a comma", "yes, delete it", {u"yes, delete it"_s});
    row("a sentence with a comma", "Delete the old one, keep the new one.",
        {u"Delete the old one, keep the new one."_s});
    row("a sentence that goes on", "Keep it, and delete the rest", {u"Keep it, and delete the rest"_s});
    row("a question with a comma", "Herbs, right?", {u"Herbs, right?"_s});
    row("a long sentence",
        "In the bed by the northern wall of the house, behind the old shed with the red roof",
        {u"In the bed by the northern wall of the house, behind the old shed with the red roof"_s});
    row("an apostrophe is no quote", "Ann's bed, Bob's bed", {u"Ann's bed"_s, u"Bob's bed"_s});
}

void TestNormalise::splitsTextIntoOptions()
{
    QFETCH(QString, text);
    QFETCH(QStringList, items);
    QCOMPARE(splitOptions(text), items);
}

void TestNormalise::readsOptions_data()
{
    QTest::addColumn<QByteArray>("options");
    QTest::addColumn<QStringList>("labels");
    const auto row = [](const char *name, const char *json, const QStringList &labels) {
        QTest::newRow(name) << QByteArray(json) << labels;
    };
    const QStringList two{u"Herbs"_s, u"Roses"_s};
    row("a proper list", R"(["Herbs", "Roses"])", two);
    row("a proper list is never split at commas", R"(["Yes, delete it", "No, keep it"])",
        {u"Yes, delete it"_s, u"No, keep it"_s});
    row("nor at semicolons or numbers", R"(["1. Bundesliga; all", "2. Bundesliga"])",
        {u"1. Bundesliga; all"_s, u"2. Bundesliga"_s});
    row("one string of lines", R"("- Herbs\n- Roses")", two);
    row("one comma list", R"("Herbs, Roses")", two);
    row("a list inside a string", R"("[\"Herbs\", \"Roses\"]")", two);
    row("a list inside a string inside a list", R"(["[\"Herbs\", \"Roses\"]"])", two);
    row("lines inside a list of one", R"(["Herbs\nRoses"])", two);
    row("a list inside a list", R"([["Herbs", "Roses"]])", two);
    row("an object becomes its values", R"({"a": "Herbs", "b": "Roses"})", two);
    row("an object with numbers as keys", R"({"1": "Herbs", "2": "Roses"})", two);
    row("an object around the list", R"({"item": ["Herbs", "Roses"]})", two);
    row("labels", R"([{"label": "Herbs"}, {"label": "Roses"}])", two);
    row("other names of the label", R"([{"text": "Herbs"}, {"title": "Roses"}])", two);
    row("value and name", R"([{"value": "Herbs"}, {"name": "Roses"}])", two);
    row("label wins over value", R"([{"value": "h", "label": "Herbs"}, {"value": "r", "label": "Roses"}])",
        two);
    row("an unknown name", R"([{"zz": "Herbs"}, {"zz": "Roses"}])", two);
    row("keys with descriptions", R"({"Herbs": {"description": "sunny"}, "Roses": {"description": "shade"}})",
        two);
    row("numbers", R"([4, 8.5])", {u"4"_s, u"8.5"_s});
    row("trimmed", R"(["  Herbs ", "\tRoses\n"])", two);
    row("empty items dropped", R"(["Herbs", "", "  ", null, "Roses", {}])", two);
    row("invisible items dropped", R"(["Herbs", "\u200b\u2060", "Roses"])", two);
    row("repeats dropped whatever the case", R"(["Herbs", "Roses", "HERBS"])", two);
    row("repeats dropped in either Unicode form", R"(["Caf\u00e9", "Tea", "Cafe\u0301"])",
        {u"Café"_s, u"Tea"_s});
    row("Other dropped", R"(["Herbs", "Roses", "Other"])", two);
    row("Other with dots dropped", R"(["Herbs", "Roses", "Other…"])", two);
    row("Other (please specify) dropped", R"x(["Herbs", "Roses", "Other (please specify)"])x", two);
    row("something else dropped", R"(["Herbs", "something else", "Roses"])", two);
    row("None of these dropped", R"(["Herbs", "Roses", "None of these."])", two);
    row("None of the above dropped", R"(["Herbs", "Roses", "None of the above"])", two);
    row("an option that is more than Other stays", R"(["Herbs", "The other bed"])",
        {u"Herbs"_s, u"The other bed"_s});
    row("six with Other are five", R"(["1","2","3","4","5","Other"])",
        {u"1"_s, u"2"_s, u"3"_s, u"4"_s, u"5"_s});
    row("one option is none", R"(["Herbs"])", {});
    row("two the same are none", R"(["Herbs", "herbs"])", {});
    row("one and Other are none", R"(["Herbs", "Other"])", {});
    row("an empty list", "[]", {});
    row("null", "null", {});
    row("a boolean", "true", {});
    row("a number", "3", {});
    row("one sentence", R"("Yes, delete it")", {});
}

void TestNormalise::readsOptions()
{
    QFETCH(QByteArray, options);
    QFETCH(QStringList, labels);
    const auto call = normaliseAskCall(callOf("{\"question\": \"Which?\", \"options\": " + options + "}"));
    QVERIFY(call);
    QCOMPARE(labelsOf(*call), labels);
    QVERIFY(call->allowOther);
}

void TestNormalise::readsDescriptions_data()
{
    QTest::addColumn<QByteArray>("options");
    QTest::newRow("in a list") << QByteArray(
        R"([{"label": "Herbs", "description": "sunny\nside"}, {"label": "Roses"}])");
    QTest::newRow("in a list inside a string")
        << QByteArray(R"("[{\"label\": \"Herbs\", \"description\": \"sunny side\"}, \"Roses\"]")");
    QTest::newRow("under another name") << QByteArray(
        R"([{"label": "Herbs", "detail": "sunny side"}, {"label": "Roses", "description": null}])");
}

void TestNormalise::readsDescriptions()
{
    QFETCH(QByteArray, options);
    const auto call = normaliseAskCall(callOf("{\"question\": \"Which?\", \"options\": " + options + "}"));
    QVERIFY(call);
    QCOMPARE(call->options, QList<Option>({{u"Herbs"_s, u"sunny side"_s}, {u"Roses"_s, {}}}));
}

void TestNormalise::readsAllowOther_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<bool>("allowed");
    QTest::addColumn<int>("count");
    const char *three = R"("options": ["Herbs", "Roses", "Other"])";
    const auto row = [three](const char *name, const char *value, bool allowed, int count) {
        QTest::newRow(name) << QByteArray(three) + QByteArray(value) << allowed << count;
    };
    row("missing is true", "", true, 2);
    row("null is true", ", \"allow_other\": null", true, 2);
    row("true", ", \"allow_other\": true", true, 2);
    row("false keeps Other as an option", ", \"allow_other\": false", false, 3);
    row("False as text", ", \"allow_other\": \"False\"", false, 3);
    row("false as text with space", ", \"allow_other\": \" false \"", false, 3);
    row("true as text", ", \"allow_other\": \"true\"", true, 2);
    row("zero", ", \"allow_other\": 0", false, 3);
    QTest::newRow("false without options becomes true") << QByteArray("\"allow_other\": false") << true << 0;
    QTest::newRow("false with one option becomes true")
        << QByteArray("\"allow_other\": false, \"options\": [\"Herbs\"]") << true << 0;
}

void TestNormalise::readsAllowOther()
{
    QFETCH(QByteArray, members);
    QFETCH(bool, allowed);
    QFETCH(int, count);
    const auto call = normaliseAskCall(callOf("{\"question\": \"Which?\", " + members + "}"));
    QVERIFY(call);
    QCOMPARE(call->allowOther, allowed);
    QCOMPARE(call->options.size(), count);
}

void TestNormalise::rejects_data()
{
    QTest::addColumn<QJsonObject>("arguments");
    QTest::addColumn<QString>("says");
    const auto list = [](const QString &label) { return QJsonArray{label, u"Roses"_s}; };
    const auto described = [](const QString &text) {
        return QJsonArray{QJsonObject{{u"label"_s, u"Herbs"_s}, {u"description"_s, text}}, u"Roses"_s};
    };
    const QJsonObject which{{u"question"_s, u"Which?"_s}};
    const auto with = [&which](const QJsonValue &options) {
        QJsonObject call = which;
        call[u"options"_s] = options;
        return call;
    };
    QTest::newRow("question missing") << QJsonObject{} << u"`question` is missing"_s;
    QTest::newRow("question null") << QJsonObject{{u"question"_s, QJsonValue()}}
                                   << u"`question` is missing"_s;
    QTest::newRow("question a number") << QJsonObject{{u"question"_s, 3}} << u"`question` is missing"_s;
    QTest::newRow("question a list") << QJsonObject{{u"question"_s, list(u"a"_s)}} << u"not a string"_s;
    QTest::newRow("question empty") << QJsonObject{{u"question"_s, u""_s}} << u"`question` is empty"_s;
    QTest::newRow("question blank") << QJsonObject{{u"question"_s, u" \n\t "_s}} << u"`question` is empty"_s;
    QTest::newRow("question invisible")
        << QJsonObject{{u"question"_s, u"\u200B\uFEFF"_s}} << u"`question` is empty"_s;
    QTest::newRow("question too long")
        << QJsonObject{{u"question"_s, QString(501, u'a')}} << u"500 characters"_s;
    QTest::newRow("six options") << with(QJsonArray{1, 2, 3, 4, 5, 6}) << u"more than 5 options"_s;
    QTest::newRow("six options in a line") << with(u"a, b, c, d, e, f"_s) << u"more than 5 options"_s;
    QTest::newRow("label too long") << with(list(QString(81, u'a'))) << u"80 characters"_s;
    QTest::newRow("description too long") << with(described(QString(201, u'a'))) << u"200 characters"_s;
}

void TestNormalise::rejects()
{
    QFETCH(QJsonObject, arguments);
    QFETCH(QString, says);
    const auto call = normaliseAskCall(arguments);
    QVERIFY(!call);
    QCOMPARE(call.error().code, Error::Code::BadInput);
    QVERIFY2(call.error().detail.contains(says), qPrintable(call.error().detail));
    QVERIFY(call.error().detail.contains(u"Ask again"_s));
    QVERIFY(!call.error().text.isEmpty());
}

void TestNormalise::takesTheLimitsThemselves()
{
    // An emoji is one character to a person, two units to QString.
    const QString label = u"😀"_s.repeated(80);
    const QString question = u"😀"_s.repeated(500);
    const QString description = u"😀"_s.repeated(200);
    const auto call = normaliseAskCall(
        {{u"question"_s, question},
         {u"options"_s, QJsonArray{QJsonObject{{u"label"_s, label}, {u"description"_s, description}}, u"b"_s,
                                   u"c"_s, u"d"_s, u"e"_s}}});
    QVERIFY(call);
    QCOMPARE(call->question, question);
    QCOMPARE(call->options.size(), 5);
    QCOMPARE(call->options[0].label, label);
}

void TestNormalise::showsNothingForbidden()
{
    const auto call = normaliseAskCall({{u"question"_s, u" Which\u202E one?\a "_s},
                                        {u"options"_s, QJsonArray{u"a\u2028b"_s, u"c\nd\u200B"_s}}});
    QVERIFY(call);
    QCOMPARE(call->question, u"Which⟨U+202E⟩ one?⟨U+0007⟩"_s);
    QCOMPARE(labelsOf(*call), QStringList({u"a⟨U+2028⟩b"_s, u"c d"_s}));
}

namespace {
QJsonValue randomJson(QRandomGenerator &random, int depth)
{
    static const QStringList words{u"label"_s,
                                   u"Herbs"_s,
                                   u"a, b"_s,
                                   u"[\"x\",\"y\"]"_s,
                                   u"{\"label\":\"z\"}"_s,
                                   u"- a\n- b"_s,
                                   QString(QChar(0xD800)),
                                   u""_s,
                                   u"1. a 2. b"_s,
                                   u"description"_s,
                                   u"\"[\\\"a\\\"]\""_s,
                                   u"('a', 'b"_s,
                                   u"|"_s,
                                   u";"_s,
                                   u"Other"_s,
                                   u"•"_s,
                                   u"[[[["_s};
    switch (random.bounded(depth > 5 ? 4 : 7)) {
    case 0:
        return QJsonValue();
    case 1:
        return random.bounded(2) == 0;
    case 2:
        return random.bounded(1000) / 7.0;
    case 3:
        return words[random.bounded(int(words.size()))];
    case 4:
    case 5: {
        QJsonArray array;
        for (int i = random.bounded(4); i > 0; --i)
            array.append(randomJson(random, depth + 1));
        return array;
    }
    default: {
        QJsonObject object;
        for (int i = random.bounded(4); i > 0; --i)
            object[words[random.bounded(int(words.size()))]] = randomJson(random, depth + 1);
        return object;
    }
    }
}
} // namespace

void TestNormalise::takesAnyJson()
{
    QRandomGenerator random(3);
    for (int round = 0; round < 2000; ++round) {
        const auto call = normaliseAskCall({{u"question"_s, u"Which?"_s},
                                            {u"options"_s, randomJson(random, 0)},
                                            {u"allow_other"_s, randomJson(random, 4)}});
        if (!call)
            continue;
        QVERIFY(call->options.isEmpty() || (call->options.size() >= 2 && call->options.size() <= optionsMax));
        QVERIFY(call->allowOther || !call->options.isEmpty());
        for (const auto &option : call->options)
            QVERIFY(!option.label.isEmpty() && !option.label.contains(u'\n'));
    }
}

void TestNormalise::takesHugeText()
{
    QString nested = u"a"_s;
    for (int i = 0; i < 400; ++i)
        nested = u'[' + nested + u']';
    for (const QString &text :
         {QString(1'000'000, u'['), QString(1'000'000, u'\n'), u"a,"_s.repeated(500'000),
          u"- a\n"_s.repeated(250'000), u"1. a "_s.repeated(200'000), u"'"_s.repeated(1'000'000),
          u"• "_s.repeated(500'000), nested, u"\"\\\""_s.repeated(100'000), u"(a, "_s.repeated(200'000)}) {
        const auto call = normaliseAskCall({{u"question"_s, u"Which?"_s}, {u"options"_s, text}});
        QVERIFY(!call || call->options.size() <= optionsMax);
    }
    QVERIFY(!normaliseAskCall({{u"question"_s, QString(1'000'000, u'a')}}));
}

QTEST_APPLESS_MAIN(TestNormalise)
#include "tst_normalise.moc"
