// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/questionprompt.h"
#include "tests/support/replystage.h"

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

namespace {

//! Whoever asks takes every answer at once.
class TakesAtOnce final : public QuestionsElsewhere
{
public:
    [[nodiscard]] QList<QuestionElsewhere> questions() const override { return {}; }
    void answer(const QuestionId &, const Answer &answer, Face face, QObject *, const Then &then) override
    {
        Settlement end;
        end.outcome = answer.kind == Answer::Kind::Decline ? Outcome::Declined : Outcome::Answered;
        end.text = answer.text;
        end.via = face;
        then(Taken{.settlement = end, .isOurs = true});
    }
};

} // namespace

//! What `heed questions answer` says of an answer that was taken.
class tst_QuestionPrompt : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void saysWhatBecomesOfTheAnswer_data();
    void saysWhatBecomesOfTheAnswer();
};

void tst_QuestionPrompt::saysWhatBecomesOfTheAnswer_data()
{
    QTest::addColumn<bool>("isParked");
    QTest::addColumn<bool>("declines");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("a reply waits") << false << false
                                   << QByteArray("Answered: blue. The reply carries on there.");
    QTest::newRow("a reply waits, skipped") << false << true << QByteArray("Skipped. The model was told so.");
    QTest::newRow("the reply has ended") << true << false
                                         << QByteArray("Answered: blue. The reply has ended already; the "
                                                       "model is told with the chat's next message.");
    QTest::newRow("the reply has ended, skipped")
        << true << true
        << QByteArray(
               "Skipped. The reply has ended already; the model is told so with the chat's next message.");
}

void tst_QuestionPrompt::saysWhatBecomesOfTheAnswer()
{
    QFETCH(const bool, isParked);
    QFETCH(const bool, declines);
    QFETCH(const QByteArray, says);
    ReplyStage stage;
    const ChatId chat = stage.createChat();
    stage.script->add({.calls = {ask(u"c1"_s, u"Which colour?"_s)}});
    stage.script->add({.say = {u"It waits."_s}});
    QVERIFY(stage.send(chat, u"Paint it"_s));
    const Question asked = stage.waitForQuestion();
    if (isParked)
        QVERIFY(stage.park(asked.id));
    int in[2];
    int out[2];
    QVERIFY(::pipe(in) == 0 && ::pipe(out) == 0);
    LineReader input(in[0]);
    Output output(out[1]);
    TakesAtOnce elsewhere;
    QuestionPrompt prompt({.elsewhere = elsewhere,
                           .store = *stage.store,
                           .clock = stage.clock,
                           .input = input,
                           .output = output},
                          {.question = asked});
    std::optional<int> code;
    connect(&prompt, &QuestionPrompt::finished, &prompt, [&code](int number) { code = number; });
    if (declines) {
        prompt.decline();
    } else {
        prompt.ask();
        QCOMPARE(::write(in[1], "blue\n", 5), 5);
    }
    QTRY_VERIFY(code);
    QCOMPARE(*code, 0);
    char said[4096];
    const ssize_t length = ::read(out[0], said, sizeof said);
    QVERIFY2(QByteArray(said, length).contains(says), said);
    for (const int descriptor : {in[0], in[1], out[0], out[1]})
        ::close(descriptor);
}

QTEST_GUILESS_MAIN(tst_QuestionPrompt)
#include "tst_questionprompt.moc"
