// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The pieces of the MCP server that need nothing around them.
#include "app/mcp/form.h"
#include "app/mcp/jsonrpc.h"
#include "app/mcp/requeststate.h"
#include "app/mcp/threaduri.h"
#include "app/mcp/tools.h"
#include "tests/app/mcp/schemacheck.h"

#include <QJsonArray>
#include <QTest>
#include <algorithm>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

namespace {

QJsonObject outputSchema(const QString &tool)
{
    const auto all = tools::list();
    for (const auto &one : all) {
        if (one[u"name"_s].toString() == tool)
            return one[u"outputSchema"_s].toObject();
    }
    return {};
}

const Question inOwnWords{.id = {u"0a1b2c3d"_s}, .text = u"Which project?"_s};
const Question withOptions{
    .id = {u"0a1b2c3d"_s},
    .text = u"Which project?"_s,
    .options = {{.label = u"Imprint"_s, .description = u"the old one"_s}, {.label = u"Billing"_s}}};

} // namespace

class tst_McpParts : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void lines_data();
    void lines();
    void requestsNotificationsAndResponses();
    void names_data();
    void names();
    void forms_data();
    void forms();
    void formsAsk();
    void formsInTheOlderDialect();
    void formsAreOfferedBy_data();
    void formsAreOfferedBy();
    void requestStates();
    void arguments_data();
    void arguments();
    void reportsFitTheirSchema_data();
    void reportsFitTheirSchema();
};

void tst_McpParts::lines_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("code");
    QTest::addColumn<bool>("hasId");
    QTest::newRow("no JSON") << QByteArray("hello") << -32700 << false;
    QTest::newRow("half of an object") << QByteArray(R"({"jsonrpc":"2.0","id":1)") << -32700 << false;
    QTest::newRow("bytes that are no text") << QByteArray("\xff\xfe\x00\x01", 4) << -32700 << false;
    QTest::newRow("a batch") << QByteArray(R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])") << -32600
                             << false;
    QTest::newRow("a number") << QByteArray("7") << -32700 << false;
    QTest::newRow("another version") << QByteArray(R"({"jsonrpc":"1.0","id":1,"method":"ping"})") << -32600
                                     << true;
    QTest::newRow("params that are a list")
        << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[1]})") << -32600 << true;
    QTest::newRow("an id that is no id")
        << QByteArray(R"({"jsonrpc":"2.0","id":{"a":1},"method":"ping"})") << -32600 << false;
    QTest::newRow("an id with a fraction")
        << QByteArray(R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})") << -32600 << false;
    QTest::newRow("a key twice, deep in an argument")
        << QByteArray(
               R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"arguments":{"thread":"a","thr\u0065ad":"b"}}})")
        << -32602 << true;
    QTest::newRow("two ids") << QByteArray(R"({"jsonrpc":"2.0","id":1,"id":1,"method":"ping"})") << -32602
                             << false;
    QTest::newRow("neither call nor response") << QByteArray(R"({"jsonrpc":"2.0","id":1})") << -32600 << true;
    QTest::newRow("a result and an error")
        << QByteArray(R"({"jsonrpc":"2.0","id":1,"result":{},"error":{}})") << -32600 << true;
}

void tst_McpParts::lines()
{
    QFETCH(QByteArray, line);
    QFETCH(int, code);
    QFETCH(bool, hasId);
    const auto read = jsonrpc::read(line);
    const auto *failure = std::get_if<QJsonObject>(&read);
    QVERIFY(failure);
    QCOMPARE((*failure)[u"error"_s][u"code"_s].toInt(), code);
    QVERIFY(!(*failure)[u"error"_s][u"message"_s].toString().isEmpty());
    QCOMPARE((*failure)[u"id"_s].toInt(), hasId ? 1 : 0);
    QVERIFY(hasId || !failure->contains(u"id"_s)); // its clients drop a null
}

void tst_McpParts::requestsNotificationsAndResponses()
{
    using Kind = jsonrpc::Message::Kind;
    const auto kindOf = [](const QByteArray &line) {
        const auto read = jsonrpc::read(line);
        return std::get<jsonrpc::Message>(read).kind;
    };
    QCOMPARE(kindOf(R"({"jsonrpc":"2.0","id":"a","method":"ping"})"), Kind::Request);
    QCOMPARE(kindOf(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"), Kind::Notification);
    QCOMPARE(kindOf(R"({"jsonrpc":"2.0","id":3,"result":{}})"), Kind::Response);
    const QByteArray likeTwice = // no key twice in any object
        R"({"jsonrpc":"2.0","id":3,"method":"x","params":{"a":{"b":"\"b\":1,{"},"b":["b",{"b":1},{"b":2},"b"],"c":"b"}})";
    QCOMPARE(kindOf(likeTwice), Kind::Request);
    QVERIFY(jsonrpc::keyOf(1) != jsonrpc::keyOf(u"1"_s));
}

void tst_McpParts::names_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isGood");
    QTest::newRow("a word") << u"roof"_s << true;
    QTest::newRow("words and signs") << u"roof repair/2026 #1?"_s << true;
    QTest::newRow("other scripts") << u"屋根 – größer"_s << true;
    QTest::newRow("empty") << QString() << false;
    QTest::newRow("spaces only") << u"  "_s << false;
    QTest::newRow("a space at its end") << u"roof "_s << false;
    QTest::newRow("two lines") << u"a\nb"_s << false;
    QTest::newRow("turned around") << u"a\u202Eb"_s << false;
    QTest::newRow("too long") << QString(201, u'a') << false;
}

void tst_McpParts::names()
{
    QFETCH(QString, name);
    QFETCH(bool, isGood);
    QCOMPARE(!threaduri::problemWith(name).has_value(), isGood);
    if (isGood) {
        const QString uri = threaduri::of(name);
        QVERIFY2(uri.startsWith(u"heed://threads/"_s) && !uri.contains(u' ') && uri.count(u'/') == 3,
                 qPrintable(uri));
        QCOMPARE(threaduri::nameIn(uri).value_or(QString()), name);
    }
    QVERIFY(!threaduri::nameIn(u"https://threads/roof"_s));
}

void tst_McpParts::forms_data()
{
    QTest::addColumn<bool>("options");
    QTest::addColumn<QJsonObject>("result");
    QTest::addColumn<int>("tookMs");
    QTest::addColumn<QString>("answer"); // kind: option or text; empty: none
    const auto accept = [](const QJsonValue &value) {
        return QJsonObject{{u"action"_s, u"accept"_s}, {u"content"_s, QJsonObject{{u"answer"_s, value}}}};
    };
    const QJsonObject decline{{u"action"_s, u"decline"_s}};
    const QJsonObject cancel{{u"action"_s, u"cancel"_s}};
    QTest::newRow("own words") << false << accept(u"the new one"_s) << 900 << u"text: the new one"_s;
    QTest::newRow("own words, quick") << false << accept(u"x"_s) << 1 << u"text: x"_s;
    QTest::newRow("an option") << true << accept(u"Billing"_s) << 900 << u"option 1"_s;
    QTest::newRow("none of these") << true << accept(u"None of these"_s) << 900 << u"text: None of these"_s;
    QTest::newRow("what is no option") << true << accept(u"Roof"_s) << 900 << QString();
    QTest::newRow("empty") << false << accept(u" "_s) << 900 << QString();
    QTest::newRow("too long") << false << accept(QString(2001, u'a')) << 900 << QString();
    QTest::newRow("a number") << false << accept(7) << 900 << QString();
    QTest::newRow("no content") << false << QJsonObject{{u"action"_s, u"accept"_s}} << 900 << QString();
    QTest::newRow("declined") << true << decline << 400 << u"declined"_s;
    QTest::newRow("declined quicker than a person") << true << decline << 399 << QString();
    QTest::newRow("closed") << true << cancel << 5000 << QString();
    QTest::newRow("closed quicker than a person") << true << cancel << 3 << QString();
    QTest::newRow("an action that there is not")
        << true << QJsonObject{{u"action"_s, u"allow"_s}} << 900 << QString();
}

void tst_McpParts::forms()
{
    QFETCH(bool, options);
    QFETCH(QJsonObject, result);
    QFETCH(int, tookMs);
    QFETCH(QString, answer);
    const auto reply = form::read(options ? withOptions : inOwnWords, result, tookMs);
    QString got;
    if (reply.answer) {
        switch (reply.answer->kind) {
        case Answer::Kind::Choose:
            got = u"option %1"_s.arg(reply.answer->option);
            break;
        case Answer::Kind::Text:
            got = u"text: "_s + reply.answer->text;
            break;
        case Answer::Kind::Decline:
            got = u"declined"_s;
            break;
        default:
            got = u"another kind"_s;
        }
    }
    QCOMPARE(got, answer);
    QCOMPARE(reply.why.isEmpty(), !answer.isEmpty());
    QVERIFY(!form::read(inOwnWords, std::nullopt, 900).answer);
}

void tst_McpParts::formsAsk()
{
    const auto params = form::of(withOptions, u"roof"_s, u"Some Agent"_s, form::Dialect::Titled);
    const QString message = params[u"message"_s].toString();
    for (const auto &part : {u"roof"_s, u"Which project?"_s, u"1. Imprint – the old one"_s, u"2. Billing"_s,
                             u"Some Agent, which can read this thread"_s})
        QVERIFY2(message.contains(part), qPrintable(message));
    const QJsonObject schema = params[u"requestedSchema"_s].toObject();
    QCOMPARE(schema[u"required"_s].toArray(), QJsonArray{u"answer"_s});
    const auto choices = schema[u"properties"_s][u"answer"_s][u"oneOf"_s].toArray();
    QCOMPARE(choices.size(), 3);
    QCOMPARE(choices.last()[u"const"_s].toString(), u"None of these"_s);
    const auto words = form::of(inOwnWords, u"roof"_s, {}, form::Dialect::Titled);
    QCOMPARE(words[u"requestedSchema"_s][u"properties"_s][u"answer"_s][u"maxLength"_s].toInt(), 2000);
    Question strict = withOptions;
    strict.allowOther = false;
    const auto none = form::read(strict,
                                 QJsonObject{{u"action"_s, u"accept"_s},
                                             {u"content"_s, QJsonObject{{u"answer"_s, u"None of these"_s}}}},
                                 900);
    QVERIFY(none.answer);
    QCOMPARE(none.answer->kind, Answer::Kind::None);
}

void tst_McpParts::formsInTheOlderDialect()
{
    const auto field = form::of(withOptions, u"roof"_s, {},
                                form::Dialect::Named)[u"requestedSchema"_s][u"properties"_s][u"answer"_s]
                           .toObject();
    QCOMPARE(field[u"enum"_s].toArray().size(), 3);
    QCOMPARE(field[u"enumNames"_s].toArray().first().toString(), u"Imprint – the old one"_s);
    QVERIFY(!field.contains(u"oneOf"_s));
}

void tst_McpParts::formsAreOfferedBy_data()
{
    QTest::addColumn<QJsonObject>("capabilities");
    QTest::addColumn<bool>("offered");
    const auto with = [](const QJsonValue &value) { return QJsonObject{{u"elicitation"_s, value}}; };
    QTest::newRow("nothing") << QJsonObject() << false;
    QTest::newRow("the word alone") << with(QJsonObject()) << true;
    QTest::newRow("forms") << with(QJsonObject{{u"form"_s, QJsonObject()}}) << true;
    QTest::newRow("addresses only") << with(QJsonObject{{u"url"_s, QJsonObject()}}) << false;
    QTest::newRow("null") << with(QJsonValue::Null) << false;
}

void tst_McpParts::formsAreOfferedBy()
{
    QFETCH(QJsonObject, capabilities);
    QFETCH(bool, offered);
    QCOMPARE(form::isOffered(capabilities), offered);
}

void tst_McpParts::requestStates()
{
    const RequestStates states;
    const RequestState state = states.make(u"roof – größer"_s, u"0a1b2c3d"_s, 1234567890123);
    const QString sealed = states.sealed(state);
    const auto opened = states.opened(sealed);
    QVERIFY(opened);
    QCOMPARE(opened->thread, state.thread);
    QCOMPARE(opened->question, state.question);
    QCOMPARE(opened->nonce, state.nonce);
    QCOMPARE(opened->endsMs, state.endsMs);
    QVERIFY(states.make({}, {}, 0).nonce != state.nonce);
    // Not one character of it can be changed, and no other run has made it.
    for (qsizetype i = 0; i < sealed.size(); ++i) {
        QString altered = sealed;
        altered[i] = altered.at(i) == u'A' ? u'B' : u'A';
        const auto read = states.opened(altered);
        QVERIFY2(!read || read->nonce == state.nonce, "altered");
        if (i < sealed.indexOf(u'.'))
            QVERIFY(!read);
    }
    QVERIFY(!RequestStates().opened(sealed));
    for (const auto &rubbish :
         {QString(), u"."_s, u"a.b.c"_s, sealed.section(u'.', 0, 0), u"\u00e4.\u00f6"_s})
        QVERIFY(!states.opened(rubbish));
}

void tst_McpParts::arguments_data()
{
    QTest::addColumn<QJsonObject>("arguments");
    QTest::addColumn<QString>("says"); // empty: they can be used
    const auto with = [](const QJsonValue &thread, const QJsonValue &prompt) {
        return QJsonObject{{u"thread"_s, thread}, {u"prompt"_s, prompt}};
    };
    QTest::newRow("good") << with(u"roof"_s, u"Hello"_s) << QString();
    QTest::newRow("no thread") << QJsonObject{{u"prompt"_s, u"Hello"_s}} << u"\"thread\" is missing"_s;
    QTest::newRow("a thread that is a number") << with(7, u"Hello"_s) << u"\"thread\" must be a string"_s;
    QTest::newRow("a prompt that is a list")
        << with(u"roof"_s, QJsonArray{u"Hello"_s}) << u"\"prompt\" must be a string"_s;
    QTest::newRow("a thread of two lines") << with(u"a\nb"_s, u"Hello"_s) << u"one line"_s;
    QTest::newRow("no prompt") << with(u"roof"_s, QJsonValue()) << u"\"prompt\" is missing"_s;
    QTest::newRow("an empty prompt") << with(u"roof"_s, u" "_s) << u"\"prompt\" is missing"_s;
    QTest::newRow("a huge prompt") << with(u"roof"_s, QString(200'001, u'a')) << u"more than 200000"_s;
    QJsonObject more = with(u"roof"_s, u"Hello"_s);
    more[u"answer"_s] = u"Billing"_s;
    QTest::newRow("an answer") << more << u"\"answer\" is not an argument"_s;
    QJsonObject model = with(u"roof"_s, u"Hello"_s);
    model[u"model"_s] = 7;
    QTest::newRow("a model that is a number") << model << u"\"model\" must be"_s;
}

void tst_McpParts::arguments()
{
    QFETCH(QJsonObject, arguments);
    QFETCH(QString, says);
    const auto read = tools::respondArguments(arguments, true);
    QCOMPARE(std::holds_alternative<TurnRequest>(read), says.isEmpty());
    if (says.isEmpty())
        return;
    const QString why = std::get<QString>(read);
    QVERIFY2(why.contains(says), qPrintable(why));
    const QJsonObject refusal = tools::refusal(tools::Tool::Respond, arguments, why);
    QVERIFY(refusal[u"isError"_s].toBool());
    QCOMPARE(misfit(refusal[u"structuredContent"_s], outputSchema(u"respond"_s)), QString());
}

void tst_McpParts::reportsFitTheirSchema_data()
{
    QTest::addColumn<int>("outcome");
    QTest::newRow("waiting") << -1;
    for (const auto outcome :
         {Outcome::Chosen, Outcome::Answered, Outcome::None, Outcome::Declined, Outcome::Unanswered,
          Outcome::Withdrawn, Outcome::AskedBack, Outcome::NotShown})
        QTest::newRow(qPrintable(outcomeName(outcome))) << int(outcome);
}

void tst_McpParts::reportsFitTheirSchema()
{
    QFETCH(int, outcome);
    QuestionRecord record{.question = withOptions};
    if (outcome >= 0)
        record.settlement = Settlement{.outcome = Outcome(outcome), .text = u"a secret answer"_s};
    const TurnReport report{.state = TurnReport::State::Parked,
                            .thread = u"roof"_s,
                            .reply = u"I asked."_s,
                            .notice = u"It waits."_s,
                            .questions = {record},
                            .usage = {{u"tokens_in"_s, 7}, {u"model_seconds"_s, 0.5}}};
    QCOMPARE(misfit(report.structured(), outputSchema(u"respond"_s)), QString());
    QVERIFY(!report.toolResult().contains(u"isError"_s));
    for (const auto &part : {u"I asked."_s, u"It waits."_s, u"heed://threads/roof"_s, u"parked"_s,
                             u"0a1b2c3d"_s, u"Which project?"_s, u"Imprint"_s, questionState(record)})
        QVERIFY2(report.text().contains(part), qPrintable(report.text()));
    QVERIFY(!report.text().contains(u"a secret answer"_s));
}

QTEST_GUILESS_MAIN(tst_McpParts)
#include "tst_mcpparts.moc"
