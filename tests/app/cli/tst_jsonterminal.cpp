// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/jsoncommand.h"
#include "app/cli/jsonline.h"
#include "models/store/chatrecord.h"
#include "models/store/questionrecord.h"
#include "models/store/replyrecord.h"
#include "tests/app/cli/terminalstage.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QThread>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

class tst_JsonTerminal : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void badLineIsAnsweredAndChangesNothing_data();
    void badLineIsAnsweredAndChangesNothing();
    void commandIsRead_data();
    void commandIsRead();
    void lineOverTheLimitIsRefused();
    void eventsComeWithChatAndReply();
    void answersAQuestion_data();
    void answersAQuestion();
    void refusedAnswerLeavesTheQuestion_data();
    void refusedAnswerLeavesTheQuestion();
    void waitsThroughARestart();
    void unknownChatIsAnError();
    void chatOfAnotherProcessIsAnError();
    void stopWithdrawsTheQuestion();
    void answeredElsewhereIsTold();
    void lapsedQuestionIsTold();
    void endOfInputFinishesTheReply();
    void endOfInputLeavesTheQuestionWaiting();
    void onceEndsWithTheReply_data();
    void onceEndsWithTheReply();
    void withYesNothingIsAsked();
    void readerThatLeavesEndsIt();
    void escapesDoNotComeOut();

private:
    [[nodiscard]] QList<QJsonObject> lines() const;
    [[nodiscard]] QJsonObject last(const QString &type) const;
    void begin(const ChatRequest &request = {.json = true});
    [[nodiscard]] QString waitForQuestion(int count = 1);
    [[nodiscard]] ChatId chat() const { return ChatId{lines().value(0).value(u"chat"_s).toInteger()}; }
    [[nodiscard]] QString toldTheModel() const;

    std::unique_ptr<ReplyStage> stage{};
    std::unique_ptr<TerminalStage> terminal{};
};

void tst_JsonTerminal::init()
{
    std::signal(SIGPIPE, SIG_IGN); // as SignalWatch does
    stage = std::make_unique<ReplyStage>();
}

void tst_JsonTerminal::cleanup()
{
    terminal.reset();
    stage.reset();
}

QList<QJsonObject> tst_JsonTerminal::lines() const
{
    QList<QJsonObject> objects;
    const QList<QByteArray> all = terminal->out().split('\n');
    for (const QByteArray &line : all.first(all.size() - 1))
        objects << QJsonDocument::fromJson(line).object();
    return objects;
}

QJsonObject tst_JsonTerminal::last(const QString &type) const
{
    QJsonObject found;
    for (const QJsonObject &line : lines()) {
        if (line.value(u"type"_s) == type)
            found = line;
    }
    return found;
}

void tst_JsonTerminal::begin(const ChatRequest &request)
{
    terminal = std::make_unique<TerminalStage>(*stage, TerminalStage::Kind::Pipes, request);
    QVERIFY(terminal->shows("\n"));
    QCOMPARE(lines().constFirst().value(u"type"_s).toString(), u"ready"_s);
}

QString tst_JsonTerminal::waitForQuestion(int count)
{
    if (!terminal->shows("\"type\":\"question\"", count))
        return {};
    return last(u"question"_s).value(u"id"_s).toString();
}

QString tst_JsonTerminal::toldTheModel() const
{
    const auto requests = stage->script->requests();
    return requests.isEmpty() || requests.last().items.isEmpty() ? QString()
                                                                 : requests.last().items.last().text;
}

void tst_JsonTerminal::badLineIsAnsweredAndChangesNothing_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("code");
    const auto row = [](const char *name, const QByteArray &line, const char *code) {
        QTest::newRow(name) << line << QString::fromLatin1(code);
    };
    row("no JSON", "hello", "bad_json");
    row("half an object", R"({"message": "hi")", "bad_json");
    row("two objects", R"({"message": "a"} {"message": "b"})", "bad_json");
    row("a list", R"(["message"])", "bad_json");
    row("a text", R"("message")", "bad_json");
    row("a trailing comma", R"({"message": "a",})", "bad_json");
    row("not UTF-8", "{\"message\": \"\xff\xfe\"}", "bad_utf8");
    row("a NUL", QByteArray("{\"message\": \"a\0b\"}", 18), "bad_utf8");
    row("an empty object", "{}", "bad_input");
    row("an unknown command", R"({"approve": "x"})", "bad_input");
    row("an unknown key", R"({"message": "hi", "priority": 1})", "bad_input");
    row("two commands at once", R"({"message": "hi", "stop": true})", "bad_input");
    row("a message that is no text", R"({"message": 5})", "bad_input");
    row("an empty message", R"({"message": "  "})", "bad_input");
    row("choose without an option", R"({"choose": "a1"})", "bad_input");
    row("option without choose", R"({"option": 1})", "bad_input");
    row("option 0", R"({"choose": "a1", "option": 0})", "bad_input");
    row("a negative option", R"({"choose": "a1", "option": -1})", "bad_input");
    row("half an option", R"({"choose": "a1", "option": 1.5})", "bad_input");
    row("an option as text", R"({"choose": "a1", "option": "1"})", "bad_input");
    row("an option given twice", R"({"choose": "deadbeef", "option": 1, "option": 2})", "bad_input");
    row("an id that is no text", R"({"choose": 7, "option": 1})", "bad_input");
    row("an empty id", R"({"decline": ""})", "bad_input");
    row("an answer without text", R"({"answer": "a1"})", "bad_input");
    row("an empty answer", R"({"answer": "a1", "text": " "})", "bad_input");
    row("an answer that is no text", R"({"answer": "a1", "text": null})", "bad_input");
    row("asking back nothing", R"({"ask_back": "a1", "text": ""})", "bad_input");
    row("none with a text", R"({"none": "a1", "text": "x"})", "bad_input");
    row("stop that is not true", R"({"stop": false})", "bad_input");
    row("stop with nothing to stop", R"({"stop": true})", "conflict");
    row("an answer to a question nobody was shown", R"({"answer": "deadbeef", "text": "x"})", "not_found");
    row("a choice for one", R"({"choose": "deadbeef", "option": 1})", "not_found");
}

void tst_JsonTerminal::badLineIsAnsweredAndChangesNothing()
{
    QFETCH(QByteArray, line);
    begin();
    terminal->type(QByteArray(line + '\n'));
    QVERIFY(terminal->shows("\n", 2));
    const QJsonObject error = lines().at(1);
    QCOMPARE(error.value(u"type"_s).toString(), u"error"_s);
    QTEST(error.value(u"code"_s).toString(), "code");
    QVERIFY(!error.value(u"message"_s).toString().isEmpty());
    QCOMPARE(error.size(), 3);
    QVERIFY(stage->script->requests().isEmpty());
    QVERIFY(!terminal->hasEnded());
    stage->script->add({.say = {u"Fine."_s}}); // and the next line is taken as if nothing had been
    terminal->type("{\"message\": \"hi\"}\n");
    QVERIFY(terminal->shows("\"type\":\"done\""));
}

void tst_JsonTerminal::commandIsRead_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<Answer>("answer");
    QTest::newRow("choose") << QByteArray(R"({"choose":"a1","option":2})")
                            << Answer{.kind = Answer::Kind::Choose, .option = 1};
    QTest::newRow("answer") << QByteArray(R"({"text":"mine","answer":"a1"})")
                            << Answer{.kind = Answer::Kind::Text, .text = u"mine"_s};
    QTest::newRow("ask back") << QByteArray(R"( {"ask_back":"a1","text":"why?"} )")
                              << Answer{.kind = Answer::Kind::AskBack, .text = u"why?"_s};
    QTest::newRow("none") << QByteArray(R"({"none":"a1"})") << Answer{.kind = Answer::Kind::None};
    QTest::newRow("decline") << QByteArray(R"({"decline":"a1"})") << Answer{.kind = Answer::Kind::Decline};
}

void tst_JsonTerminal::commandIsRead()
{
    QFETCH(QByteArray, line);
    QFETCH(Answer, answer);
    const auto read = readJsonCommand(line);
    QVERIFY(std::holds_alternative<JsonCommand>(read));
    const auto command = std::get<JsonAnswer>(std::get<JsonCommand>(read));
    QCOMPARE(command.id.value, u"a1"_s);
    QVERIFY(command.answer == answer);
}

void tst_JsonTerminal::lineOverTheLimitIsRefused()
{
    begin();
    const QByteArray long1(LineReader::lineLimit + 5, 'x');
    const QByteArray input = "{\"message\": \"" + long1 + "\"}\n{\"stop\": true}\n";
    std::unique_ptr<QThread> writer(QThread::create([&] { terminal->type(input); })); // a pipe holds 64 KiB
    writer->start();
    QVERIFY(terminal->shows("\n", 3));
    QVERIFY(writer->wait());
    QCOMPARE(lines().at(1).value(u"code"_s).toString(), u"too_long"_s);
    QCOMPARE(lines().at(2).value(u"code"_s).toString(), u"conflict"_s);
    QVERIFY(stage->script->requests().isEmpty());
}

void tst_JsonTerminal::eventsComeWithChatAndReply()
{
    begin();
    stage->script->add({.say = {u"Hel"_s, u"lo"_s}});
    terminal->type("{\"message\": \"hi\"}\n");
    QVERIFY(terminal->shows("\"type\":\"done\""));
    qint64 seq = 0;
    QStringList types;
    QString text;
    for (const QJsonObject &line : lines().mid(1)) {
        QCOMPARE(line.value(u"chat"_s).toInteger(), chat().value);
        QVERIFY(line.value(u"reply"_s).toInteger() > 0);
        QVERIFY(line.value(u"seq"_s).toInteger() > seq);
        QVERIFY(QDateTime::fromString(line.value(u"at"_s).toString(), Qt::ISODateWithMs).isValid());
        seq = line.value(u"seq"_s).toInteger();
        types << line.value(u"type"_s).toString();
        text += line.value(u"delta"_s).toString();
    }
    QCOMPARE(types.constFirst(), u"started"_s);
    QCOMPARE(types.constLast(), u"done"_s);
    QCOMPARE(text, u"Hello"_s);
}

void tst_JsonTerminal::answersAQuestion_data()
{
    QTest::addColumn<QString>("command"); // %1: the id
    QTest::addColumn<QString>("outcome");
    QTest::addColumn<QString>("told");
    QTest::newRow("an option") << uR"({"choose": "%1", "option": 2})"_s << u"chosen"_s << u"Shed"_s;
    QTest::newRow("own words") << uR"({"answer": "%1", "text": "the barn"})"_s << u"answered"_s
                               << u"the barn"_s;
    QTest::newRow("asked back") << uR"({"ask_back": "%1", "text": "Which are there?"})"_s << u"asked_back"_s
                                << u"Which are there?"_s;
    QTest::newRow("skipped") << uR"({"decline": "%1"})"_s << u"declined"_s << u"declined"_s;
}

void tst_JsonTerminal::answersAQuestion()
{
    QFETCH(QString, command);
    QFETCH(QString, told);
    begin();
    stage->script->add(
        {.say = {u"Let me ask. "_s}, .calls = {ask(u"c1"_s, u"Which roof?"_s, {u"House"_s, u"Shed"_s})}});
    stage->script->add({.say = {u"Thanks."_s}});
    terminal->type("{\"message\": \"find it\"}\n");
    const QString id = waitForQuestion();
    QVERIFY(!id.isEmpty());
    QVERIFY(terminal->out().indexOf("Let me ask") < terminal->out().indexOf("\"type\":\"question\""));
    const QJsonObject question = last(u"question"_s);
    QCOMPARE(question.value(u"question"_s).toString(), u"Which roof?"_s);
    QVERIFY(question.value(u"deadline"_s).isNull()); // in a terminal it waits for ever
    terminal->type((command.arg(id) + u'\n').toUtf8());
    QVERIFY(terminal->shows("\"type\":\"done\""));
    QTEST(last(u"answer"_s).value(u"outcome"_s).toString(), "outcome");
    QCOMPARE(last(u"answer"_s).value(u"via"_s).toString(), u"terminal"_s);
    QVERIFY2(toldTheModel().contains(told), qPrintable(toldTheModel()));
    QCOMPARE(lines().size(), QSet<qint64>([this] {
                                 QSet<qint64> seqs;
                                 for (const QJsonObject &line : lines())
                                     seqs << line.value(u"seq"_s).toInteger();
                                 return seqs;
                             }())
                                 .size()); // nothing twice ("ready" has none)
}

void tst_JsonTerminal::refusedAnswerLeavesTheQuestion_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<bool>("allowOther");
    QTest::newRow("an option beyond the last") << uR"({"choose": "%1", "option": 3})"_s << true;
    QTest::newRow("words where only options count") << uR"({"answer": "%1", "text": "the barn"})"_s << false;
    QTest::newRow("none where own words are allowed") << uR"({"none": "%1"})"_s << true;
    QTest::newRow("an answer beyond the limit")
        << QString(uR"({"answer": "%1", "text": ")"_s + QString(2001, u'x') + u"\"}"_s) << true;
}

void tst_JsonTerminal::refusedAnswerLeavesTheQuestion()
{
    QFETCH(QString, command);
    QFETCH(bool, allowOther);
    begin();
    stage->script->add({.calls = {ask(u"c1"_s, u"Which roof?"_s, {u"House"_s, u"Shed"_s}, allowOther)}});
    stage->script->add({.say = {u"Thanks."_s}});
    terminal->type("{\"message\": \"find it\"}\n");
    const QString id = waitForQuestion();
    terminal->type((command.arg(id) + u'\n').toUtf8());
    QVERIFY(terminal->shows("\"type\":\"error\""));
    QCOMPARE(last(u"error"_s).value(u"code"_s).toString(), u"bad_input"_s);
    QVERIFY(last(u"answer"_s).isEmpty());
    terminal->type(uR"({"choose": "%1", "option": 1})"_s.arg(id).toUtf8() + "\n");
    QVERIFY(terminal->shows("\"type\":\"done\""));
    terminal->type(uR"({"choose": "%1", "option": 2})"_s.arg(id).toUtf8() + "\n");
    QVERIFY(terminal->shows("\"type\":\"error\"", 2));
    QCOMPARE(last(u"error"_s).value(u"code"_s).toString(), u"conflict"_s);
}

void tst_JsonTerminal::waitsThroughARestart()
{
    begin();
    stage->script->add(
        {.say = {u"Before. "_s}, .calls = {ask(u"c1"_s, u"Which roof?"_s, {u"House"_s, u"Shed"_s})}});
    terminal->type("{\"message\": \"find it\"}\n");
    const QString id = waitForQuestion();
    const ChatId number = chat();
    const QJsonObject first = last(u"question"_s);
    terminal.reset();
    stage->close();
    stage->clock.advance(std::chrono::hours(1));
    stage->open();

    begin({.chat = number, .json = true});
    QCOMPARE(chat(), number);
    QCOMPARE(waitForQuestion(), id);
    QCOMPARE(lines().at(1), first); // the same event again, nothing of what was said before it
    stage->script->add({.say = {u"After."_s}});
    terminal->type(uR"({"choose": "%1", "option": 1})"_s.arg(id).toUtf8() + "\n");
    QVERIFY(terminal->shows("\"type\":\"done\""));
    QCOMPARE(last(u"done"_s).value(u"reply"_s), first.value(u"reply"_s)); // the same reply
    QVERIFY(!terminal->out().contains("Before."));
    QVERIFY(toldTheModel().contains(u"House"_s));
}

void tst_JsonTerminal::unknownChatIsAnError()
{
    terminal = std::make_unique<TerminalStage>(*stage, TerminalStage::Kind::Pipes,
                                               ChatRequest{.chat = ChatId{4711}, .json = true});
    QCOMPARE(terminal->waitForEnd(), std::optional(1));
    QCOMPARE(lines().size(), 1);
    QCOMPARE(last(u"error"_s).value(u"code"_s).toString(), u"not_found"_s);
    QVERIFY(last(u"error"_s).value(u"message"_s).toString().contains(u"4711"_s));
}

void tst_JsonTerminal::chatOfAnotherProcessIsAnError()
{
    const ChatId number = stage->createChat();
    // The parent of this test lives for certain, and is not this process.
    const QString parent = u"/proc/%1/stat"_s.arg(::getppid());
    QFile stat(parent);
    QVERIFY(stat.open(QIODevice::ReadOnly));
    const QByteArray line = stat.readAll();
    const QString start = QString::fromLatin1(line.mid(line.lastIndexOf(')') + 2).split(' ').at(19));
    QFile boot(u"/proc/sys/kernel/random/boot_id"_s);
    QVERIFY(boot.open(QIODevice::ReadOnly));
    const QString owner =
        u"%1:%2@%3"_s.arg(::getppid()).arg(start, QString::fromLatin1(boot.readAll().left(8)));
    bool written = false;
    stage->store->write<Done>(
        Durability::AtOnce, this,
        [number, owner](QSqlDatabase &database) -> Result<Done> {
            const auto message = records::addMessage(database, {.chat = number, .text = u"hi"_s});
            const auto reply =
                records::addReply(database, {.chat = number, .message = *message, .owner = owner});
            return records::setHead(database, number, *reply, 1);
        },
        [&](const Result<Done> &) { written = true; });
    QTRY_VERIFY(written);
    terminal = std::make_unique<TerminalStage>(*stage, TerminalStage::Kind::Pipes,
                                               ChatRequest{.chat = number, .json = true});
    QCOMPARE(terminal->waitForEnd(), std::optional(1));
    QCOMPARE(last(u"error"_s).value(u"code"_s).toString(), u"conflict"_s);
    QVERIFY(last(u"error"_s).value(u"message"_s).toString().contains(QString::number(::getppid())));
}

void tst_JsonTerminal::stopWithdrawsTheQuestion()
{
    begin();
    stage->script->add({.calls = {ask(u"c1"_s, u"Which roof?"_s)}});
    terminal->type("{\"message\": \"find it\"}\n");
    const QString id = waitForQuestion();
    terminal->type("{\"stop\": true}\n");
    QVERIFY(terminal->shows("\"type\":\"stopped\""));
    QVERIFY(terminal->shows("\"type\":\"withdrawn\""));
    QCOMPARE(last(u"withdrawn"_s).value(u"id"_s).toString(), id);
    QCOMPARE(last(u"withdrawn"_s).size(), 2);
    QVERIFY(!terminal->hasEnded());
}

void tst_JsonTerminal::answeredElsewhereIsTold()
{
    begin();
    stage->script->add({.calls = {ask(u"c1"_s, u"Which roof?"_s)}});
    stage->script->add({.say = {u"Thanks."_s}});
    terminal->type("{\"message\": \"find it\"}\n");
    const QString id = waitForQuestion();
    stage->replies->confirmShown({id}, Face::Window);
    QVERIFY(stage->answer({id}, {.text = u"the barn"_s}, Face::Window));
    QVERIFY(terminal->shows("\"type\":\"done\""));
    QCOMPARE(last(u"answer"_s).value(u"via"_s).toString(), u"window"_s);
    QCOMPARE(last(u"answer"_s).value(u"text"_s).toString(), u"the barn"_s);
}

void tst_JsonTerminal::lapsedQuestionIsTold()
{
    stage->settings.faces.insert(
        u"terminal"_s, {.questionsPerReply = 2, .timeoutSeconds = 60, .onSilence = SilencePolicy::Stop});
    stage->replies->setSettings(stage->settings);
    begin();
    stage->script->add({.calls = {ask(u"c1"_s, u"Which roof?"_s)}});
    stage->script->add({.say = {u"I stop here."_s}});
    terminal->type("{\"message\": \"find it\"}\n");
    QVERIFY(!waitForQuestion().isEmpty());
    QVERIFY(last(u"question"_s).value(u"deadline"_s).isString());
    QTRY_COMPARE(stage->asked.size(), 1);
    stage->clock.advance(std::chrono::seconds(5)); // shown in time: the receipt counts
    stage->clock.advance(std::chrono::seconds(56));
    QVERIFY(terminal->shows("\"type\":\"done\""));
    QCOMPARE(last(u"answer"_s).value(u"outcome"_s).toString(), u"unanswered"_s);
    QVERIFY(toldTheModel().contains(u"do not guess"_s, Qt::CaseInsensitive));
}

void tst_JsonTerminal::endOfInputFinishesTheReply()
{
    begin();
    stage->script->add({.say = {u"Still "_s, u"here."_s}});
    terminal->type("{\"message\": \"hi\"}"); // the last line need not be ended
    terminal->closeInput();
    QCOMPARE(terminal->waitForEnd(), std::optional(0));
    QVERIFY(!last(u"done"_s).isEmpty());
}

void tst_JsonTerminal::endOfInputLeavesTheQuestionWaiting()
{
    begin();
    stage->script->add({.calls = {ask(u"c1"_s, u"Which roof?"_s)}});
    terminal->type("{\"message\": \"hi\"}\n");
    terminal->closeInput();
    QCOMPARE(terminal->waitForEnd(), std::optional(0));
    QVERIFY(!last(u"question"_s).isEmpty());
    QVERIFY(last(u"answer"_s).isEmpty());
    const auto waiting =
        stage->read<int>([](QSqlDatabase &database) { return records::waitingCount(database); });
    QCOMPARE(waiting, 1);
}

void tst_JsonTerminal::onceEndsWithTheReply_data()
{
    QTest::addColumn<bool>("fails");
    QTest::addColumn<int>("code");
    QTest::newRow("done") << false << 0;
    QTest::newRow("failed") << true << 1;
}

void tst_JsonTerminal::onceEndsWithTheReply()
{
    QFETCH(bool, fails);
    if (fails)
        stage->script->add(
            {.error = ProviderError{.kind = ProviderError::Kind::Auth, .text = u"The key is wrong."_s}});
    else
        stage->script->add({.say = {u"Yes."_s}});
    begin({.once = u"hi"_s, .json = true});
    QTEST(terminal->waitForEnd().value_or(-1), "code");
    QCOMPARE(last(u"failed"_s).isEmpty(), !fails);
}

void tst_JsonTerminal::withYesNothingIsAsked()
{
    begin({.json = true, .yes = true});
    stage->script->add({.calls = {ask(u"c1"_s, u"Which roof?"_s)}});
    stage->script->add({.say = {u"Without asking."_s}});
    terminal->type("{\"message\": \"hi\"}\n");
    QVERIFY(terminal->shows("\"type\":\"done\""));
    QVERIFY(last(u"question"_s).isEmpty());
    for (const ToolSpec &tool : stage->script->requests().constFirst().tools)
        QVERIFY(tool.name != u"ask_user"_s);
}

void tst_JsonTerminal::readerThatLeavesEndsIt()
{
    begin();
    stage->script->add({.say = {u"a"_s}});
    terminal->closeOutput();
    terminal->type("{\"message\": \"hi\"}\n");
    QCOMPARE(terminal->waitForEnd(), std::optional(1));
}

void tst_JsonTerminal::escapesDoNotComeOut()
{
    const QString text = u"\x1b[2J\u009b1m\u202e\u2028\x7f ü 🙂"_s;
    const QByteArray line = jsonLine({{u"delta"_s, text}});
    QCOMPARE(QJsonDocument::fromJson(line).object().value(u"delta"_s).toString(),
             text); // the same to a program
    for (const QChar character : QString::fromUtf8(line.chopped(1)))
        QVERIFY(character.category() != QChar::Other_Control && character.category() != QChar::Other_Format);
    QVERIFY(line.contains("ü") && line.contains("🙂"));
    QCOMPARE(line.count('\n'), 1);
}

QTEST_GUILESS_MAIN(tst_JsonTerminal)
#include "tst_jsonterminal.moc"
