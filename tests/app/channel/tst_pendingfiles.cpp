// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/channel/pendinganswer.h"
#include "app/channel/pendingquestion.h"
#include "app/channel/signing.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

const QByteArray channelKey(32, 'k');

QuestionElsewhere sampleQuestion()
{
    return {
        .question = {.id = {u"0a1b2c3d"_s},
                     .chat = {12},
                     .text = u"Which invoice did you mean?"_s,
                     .options = {{.label = u"March"_s, .description = u"number 7"_s}, {.label = u"April"_s}},
                     .allowOther = false,
                     .askedMs = 1'795'000'000'123,
                     .deadlineMs = 1'795'000'900'456,
                     .onSilence = SilencePolicy::Stop},
        .chatTitle = u"Taxes"_s,
        .asker = {.process = u"4711:815@abcdef01"_s, .program = u"heed mcp"_s, .client = u"Some editor"_s}};
}

PendingAnswer sampleAnswer()
{
    return {.id = {u"0a1b2c3d"_s},
            .answer = {.kind = Answer::Kind::Choose, .option = 1, .text = u"only [secret 1]"_s},
            .source = {.face = Face::Questions, .process = u"99:1@abcdef01"_s, .heldBack = {u"[secret 1]"_s}},
            .binding = u"ab12"_s};
}

QJsonObject objectOf(const QByteArray &bytes)
{
    return QJsonDocument::fromJson(bytes).object();
}

QByteArray bytesOf(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

//! Another value of the same kind.
QJsonValue altered(const QJsonValue &value)
{
    switch (value.type()) {
    case QJsonValue::String:
        return QString(value.toString() + u'x');
    case QJsonValue::Double:
        return value.toDouble() + 1;
    case QJsonValue::Bool:
        return !value.toBool();
    case QJsonValue::Array: {
        QJsonArray array = value.toArray();
        array.append(u"x"_s);
        return array;
    }
    default:
        return u"x"_s;
    }
}

//! Every way to change one field, also those of the objects within.
QList<std::pair<QString, QJsonObject>> alterations(const QJsonObject &object)
{
    QList<std::pair<QString, QJsonObject>> all;
    for (auto it = object.begin(); it != object.end(); ++it) {
        QJsonObject without = object;
        without.remove(it.key());
        all.append({u"without "_s + it.key(), without});
        if (it->isObject()) {
            const auto inner = alterations(it->toObject());
            for (const auto &[name, changed] : inner) {
                QJsonObject with = object;
                with[it.key()] = changed;
                all.append({it.key() + u": "_s + name, with});
            }
        } else {
            QJsonObject with = object;
            with[it.key()] = altered(*it);
            all.append({u"another "_s + it.key(), with});
        }
    }
    QJsonObject more = object;
    more[u"extra"_s] = true;
    all.append({u"with a field more"_s, more});
    return all;
}

} // namespace

//! The files of the pending channel: what is written is read again, and nothing else is.
class tst_PendingFiles : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void questionIsReadAsWritten();
    void questionWithoutADeadlineOrClient();
    void alteredQuestionIsRefused_data();
    void alteredQuestionIsRefused();
    void questionOfAnotherKeyIsRefused();
    void questionUnderAnotherIdIsRefused();
    void questionOfANewerHeedIsLeft();
    void questionIsMadeFitToBeShown();
    void answerIsReadAsWritten_data();
    void answerIsReadAsWritten();
    void alteredAnswerIsRefused_data();
    void alteredAnswerIsRefused();
    void answerFromAProgramIsRefused_data();
    void answerFromAProgramIsRefused();
    void oneKindOfFileIsNotTheOther();
    void rubbishIsRefused_data();
    void rubbishIsRefused();
};

void tst_PendingFiles::questionIsReadAsWritten()
{
    const QuestionElsewhere written = sampleQuestion();
    const QByteArray bytes = PendingQuestion{.waiting = written}.toFile(channelKey);
    const auto read = PendingQuestion::fromFile(bytes, written.question.id, channelKey);
    QVERIFY(read);
    const Question &question = read->waiting.question;
    QCOMPARE(question.id, written.question.id);
    QCOMPARE(question.chat, written.question.chat);
    QCOMPARE(question.text, written.question.text);
    QVERIFY(question.options == written.question.options);
    QCOMPARE(question.allowOther, written.question.allowOther);
    QCOMPARE(question.askedMs, written.question.askedMs);
    QCOMPARE(question.deadlineMs, written.question.deadlineMs);
    QVERIFY(question.onSilence == written.question.onSilence);
    QCOMPARE(read->waiting.chatTitle, written.chatTitle);
    QCOMPARE(read->waiting.asker.process, written.asker.process);
    QCOMPARE(read->waiting.asker.program, written.asker.program);
    QCOMPARE(read->waiting.asker.client, written.asker.client);
    QCOMPARE(read->binding.size(), 64); // SHA-256 in hexadecimal
    QVERIFY(read->asksTheSame(written.question));
}

void tst_PendingFiles::questionWithoutADeadlineOrClient()
{
    QuestionElsewhere written = sampleQuestion();
    written.question.deadlineMs.reset();
    written.asker.client.clear();
    const QByteArray bytes = PendingQuestion{.waiting = written}.toFile(channelKey);
    QVERIFY(objectOf(bytes).value(u"deadline"_s).isNull());
    const auto read = PendingQuestion::fromFile(bytes, written.question.id, channelKey);
    QVERIFY(read);
    QVERIFY(!read->waiting.question.deadlineMs);
    QVERIFY(read->waiting.asker.client.isEmpty());
}

void tst_PendingFiles::alteredQuestionIsRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const QJsonObject object = objectOf(PendingQuestion{.waiting = sampleQuestion()}.toFile(channelKey));
    const auto all = alterations(object);
    QVERIFY(all.size() > 25);
    for (const auto &[name, changed] : all)
        QTest::newRow(qPrintable(name)) << bytesOf(changed);
}

void tst_PendingFiles::alteredQuestionIsRefused()
{
    QFETCH(QByteArray, bytes);
    const auto read = PendingQuestion::fromFile(bytes, {u"0a1b2c3d"_s}, channelKey);
    QVERIFY(!read);
    QCOMPARE(read.error().code, Error::Code::Refused);
}

void tst_PendingFiles::questionOfAnotherKeyIsRefused()
{
    const QByteArray bytes = PendingQuestion{.waiting = sampleQuestion()}.toFile(QByteArray(32, 'x'));
    const auto read = PendingQuestion::fromFile(bytes, {u"0a1b2c3d"_s}, channelKey);
    QVERIFY(!read);
    QCOMPARE(read.error().code, Error::Code::Refused);
}

void tst_PendingFiles::questionUnderAnotherIdIsRefused()
{
    const QByteArray bytes = PendingQuestion{.waiting = sampleQuestion()}.toFile(channelKey);
    const auto read = PendingQuestion::fromFile(bytes, {u"11111111"_s}, channelKey);
    QVERIFY(!read);
    QCOMPARE(read.error().code, Error::Code::Protocol);
}

void tst_PendingFiles::questionOfANewerHeedIsLeft()
{
    QJsonObject object = objectOf(PendingQuestion{.waiting = sampleQuestion()}.toFile(channelKey));
    object[u"version"_s] = 2;
    const QByteArray bytes = signing::sign(object, QLatin1StringView("heed pending question"),
                                           QLatin1StringView("binding"), channelKey);
    const auto read = PendingQuestion::fromFile(bytes, {u"0a1b2c3d"_s}, channelKey);
    QVERIFY(!read);
    QCOMPARE(read.error().code, Error::Code::FromFuture);
}

void tst_PendingFiles::questionIsMadeFitToBeShown()
{
    QuestionElsewhere written = sampleQuestion();
    written.question.text = u"Which\u202E one?"_s;
    written.question.options[0].label = u"Mar\nch"_s;
    written.chatTitle = u"Ta\u001b[2Jxes"_s;
    const auto read = PendingQuestion::fromFile(PendingQuestion{.waiting = written}.toFile(channelKey),
                                                written.question.id, channelKey);
    QVERIFY(read);
    QVERIFY(!read->waiting.question.text.contains(QChar(0x202E)));
    QCOMPARE(read->waiting.question.options.first().label, u"Mar ch"_s);
    QVERIFY(!read->waiting.chatTitle.contains(QChar(0x1b)));
}

void tst_PendingFiles::answerIsReadAsWritten_data()
{
    QTest::addColumn<Answer>("answer");
    using Kind = Answer::Kind;
    QTest::newRow("an option") << Answer{.kind = Kind::Choose, .option = 0};
    QTest::newRow("an option with a note")
        << Answer{.kind = Kind::Choose, .option = 1, .text = u"this year's"_s};
    QTest::newRow("own words") << Answer{.kind = Kind::Text, .text = u"Ünvoice \"7\"\n\U0001F642"_s};
    QTest::newRow("none") << Answer{.kind = Kind::None};
    QTest::newRow("declined") << Answer{.kind = Kind::Decline};
    QTest::newRow("asked back") << Answer{.kind = Kind::AskBack, .text = u"What for?"_s};
}

void tst_PendingFiles::answerIsReadAsWritten()
{
    QFETCH(Answer, answer);
    PendingAnswer written = sampleAnswer();
    written.answer = answer;
    const auto read = PendingAnswer::fromFile(written.toFile(channelKey), written.id, channelKey);
    QVERIFY(read);
    QVERIFY(read->answer == answer);
    QCOMPARE(read->source.face, Face::Questions);
    QCOMPARE(read->source.process, written.source.process);
    QCOMPARE(read->source.heldBack, written.source.heldBack);
    QCOMPARE(read->binding, written.binding);
}

void tst_PendingFiles::alteredAnswerIsRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto all = alterations(objectOf(sampleAnswer().toFile(channelKey)));
    QVERIFY(all.size() > 15);
    for (const auto &[name, changed] : all)
        QTest::newRow(qPrintable(name)) << bytesOf(changed);
}

void tst_PendingFiles::alteredAnswerIsRefused()
{
    QFETCH(QByteArray, bytes);
    const auto read = PendingAnswer::fromFile(bytes, {u"0a1b2c3d"_s}, channelKey);
    QVERIFY(!read);
    QCOMPARE(read.error().code, Error::Code::Refused);
}

void tst_PendingFiles::answerFromAProgramIsRefused_data()
{
    QTest::addColumn<Face>("face");
    QTest::newRow("over MCP") << Face::Mcp;
    QTest::newRow("through the API") << Face::Api;
}

void tst_PendingFiles::answerFromAProgramIsRefused()
{
    QFETCH(Face, face);
    PendingAnswer answer = sampleAnswer();
    answer.source.face = face;
    QVERIFY(!PendingAnswer::fromFile(answer.toFile(channelKey), answer.id, channelKey));
}

void tst_PendingFiles::oneKindOfFileIsNotTheOther()
{
    // The same object, with a code that holds, but made for the other kind.
    QJsonObject object = objectOf(sampleAnswer().toFile(channelKey));
    object.remove(u"code"_s);
    const QByteArray bytes = signing::sign(object, QLatin1StringView("heed pending question"),
                                           QLatin1StringView("code"), channelKey);
    QVERIFY(!PendingAnswer::fromFile(bytes, {u"0a1b2c3d"_s}, channelKey));
}

void tst_PendingFiles::rubbishIsRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("an empty file") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("hello");
    QTest::newRow("a list") << QByteArray("[1,2]");
    QTest::newRow("an empty object") << QByteArray("{}");
    QTest::newRow("cut off") << PendingQuestion{.waiting = sampleQuestion()}.toFile(channelKey).chopped(20);
    QTest::newRow("zero bytes") << QByteArray(100, '\0');
    QTest::newRow("deeply nested") << QByteArray(5000, '[');
}

void tst_PendingFiles::rubbishIsRefused()
{
    QFETCH(QByteArray, bytes);
    QVERIFY(!PendingQuestion::fromFile(bytes, {u"0a1b2c3d"_s}, channelKey));
    QVERIFY(!PendingAnswer::fromFile(bytes, {u"0a1b2c3d"_s}, channelKey));
}

QTEST_GUILESS_MAIN(tst_PendingFiles)
#include "tst_pendingfiles.moc"
