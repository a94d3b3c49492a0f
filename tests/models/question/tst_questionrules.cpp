// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/question/check.h"
#include "models/question/outcometext.h"
#include "models/question/repeat.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

//! Repeats, answers and what the model reads (book 2.3, 2.6, 2.7).
class TestQuestionRules : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void namesOutcomes();
    void keepsOptionsAsJson();
    void recognisesRepeats_data();
    void recognisesRepeats();
    void checksAnswers_data();
    void checksAnswers();
    void bringsAnswersIntoOneForm_data();
    void bringsAnswersIntoOneForm();
    void writesAnswers_data();
    void writesAnswers();
    void tellsTheModel_data();
    void tellsTheModel();
    void tellsRefusals();
};

namespace {

Question questionWith(const QStringList &labels, bool allowOther = true)
{
    Question question;
    question.text = u"Which?"_s;
    question.allowOther = allowOther;
    for (const QString &label : labels)
        question.options.append({label, {}});
    return question;
}

const QStringList beds{u"Billing"_s, u"Café Größe"_s};

} // namespace

void TestQuestionRules::namesOutcomes()
{
    const QList<std::pair<Outcome, QString>> names{{Outcome::Chosen, u"chosen"_s},
                                                   {Outcome::Answered, u"answered"_s},
                                                   {Outcome::None, u"none"_s},
                                                   {Outcome::Declined, u"declined"_s},
                                                   {Outcome::Unanswered, u"unanswered"_s},
                                                   {Outcome::Withdrawn, u"withdrawn"_s},
                                                   {Outcome::AskedBack, u"asked_back"_s},
                                                   {Outcome::NotShown, u"not_shown"_s},
                                                   {Outcome::Refused, u"refused"_s}};
    for (const auto &[outcome, name] : names) {
        QCOMPARE(outcomeName(outcome), name);
        QCOMPARE(outcomeFromName(name), outcome);
    }
    QVERIFY(!outcomeFromName(u"approved"));
    QVERIFY(!outcomeFromName(u""));
}

void TestQuestionRules::keepsOptionsAsJson()
{
    const QList<Option> options{{u"Herbs"_s, u"sunny"_s}, {u"Roses"_s, {}}};
    const QJsonArray json = optionsToJson(options);
    QCOMPARE(json[1].toObject(), QJsonObject({{u"label"_s, u"Roses"_s}}));
    QCOMPARE(optionsFromJson(json), options);
    QCOMPARE(optionsFromJson({u"Herbs"_s, 3, QJsonObject{}}), QList<Option>({{u"Herbs"_s, {}}}));
}

void TestQuestionRules::recognisesRepeats_data()
{
    QTest::addColumn<QString>("a");
    QTest::addColumn<QString>("b");
    QTest::addColumn<bool>("same");
    QTest::newRow("the same") << u"Which bed?"_s << u"Which bed?"_s << true;
    QTest::newRow("another case") << u"Which bed?"_s << u"WHICH BED?"_s << true;
    QTest::newRow("other white space") << u"Which bed?"_s << u" Which \n\t bed ?"_s << true;
    QTest::newRow("other punctuation") << u"Which bed, please?"_s << u"Which bed – please..."_s << true;
    QTest::newRow("full-width letters") << u"Which bed?"_s << u"Ｗｈｉｃｈ ｂｅｄ？"_s << true;
    QTest::newRow("either Unicode form") << u"Café?"_s << u"Cafe\u0301?"_s << true;
    QTest::newRow("sharp s folds") << u"STRASSE?"_s << u"Straße?"_s << true;
    QTest::newRow("hidden characters") << u"Which bed?"_s << u"Wh\u200Bich b\u00ADed?"_s << true;
    QTest::newRow("typographic quotes") << u"Ann's bed?"_s << u"Ann’s bed?"_s << true;
    QTest::newRow("another word") << u"Which bed?"_s << u"Which roof?"_s << false;
    QTest::newRow("another number") << u"Take 4?"_s << u"Take 8?"_s << false;
    QTest::newRow("another value") << u"Is it 1.5?"_s << u"Is it 15?"_s << false;
    QTest::newRow("another currency") << u"Is it $5?"_s << u"Is it €5?"_s << false;
    QTest::newRow("C and C++") << u"C?"_s << u"C++?"_s << false;
    QTest::newRow("punctuation only, the same") << u"???"_s << u"???"_s << true;
    QTest::newRow("punctuation only, another") << u"???"_s << u"!!!"_s << false;
}

void TestQuestionRules::recognisesRepeats()
{
    QFETCH(QString, a);
    QFETCH(QString, b);
    QFETCH(bool, same);
    QCOMPARE(isSameQuestion(a, b), same);
    QCOMPARE(isSameQuestion(b, a), same);
}

void TestQuestionRules::checksAnswers_data()
{
    QTest::addColumn<Question>("question");
    QTest::addColumn<Answer>("answer");
    QTest::addColumn<QString>("problem"); // part of the text; empty: none
    using Kind = Answer::Kind;
    const Question open = questionWith({});
    const Question choice = questionWith(beds);
    const Question closed = questionWith(beds, false);
    const auto row = [](const char *name, const Question &question, const Answer &answer,
                        const QString &problem = {}) {
        QTest::newRow(name) << question << answer << problem;
    };
    row("own words", open, {Kind::Text, -1, u"the shed"_s});
    row("own words beside options", choice, {Kind::Text, -1, u"the shed"_s});
    row("own words where only options count", closed, {Kind::Text, -1, u"the shed"_s}, u"options only"_s);
    row("a label typed where only options count", closed, {Kind::Text, -1, u" billing "_s});
    row("empty words", open, {Kind::Text, -1, {}}, u"empty"_s);
    row("blank words", open, {Kind::Text, -1, u" \n "_s}, u"empty"_s);
    row("invisible words", open, {Kind::Text, -1, u"\u200B\u2060"_s}, u"empty"_s);
    row("2,000 characters", open, {Kind::Text, -1, u"😀"_s.repeated(2000)});
    row("2,001 characters", open, {Kind::Text, -1, QString(2001, u'a')}, u"2001"_s);
    row("the first option", choice, {Kind::Choose, 0, {}});
    row("the last option", choice, {Kind::Choose, 1, {}});
    row("an option with a note", closed, {Kind::Choose, 1, u"only this year's"_s});
    row("an option with a note too long", choice, {Kind::Choose, 1, QString(2001, u'a')}, u"2001"_s);
    row("no option", choice, {Kind::Choose, -1, {}}, u"no such option"_s);
    row("an option past the end", choice, {Kind::Choose, 2, {}}, u"no such option"_s);
    row("an option where there are none", open, {Kind::Choose, 0, {}}, u"no such option"_s);
    row("none of these, where it is offered", closed, {Kind::None, -1, {}});
    row("none of these beside own words", choice, {Kind::None, -1, {}}, u"does not offer"_s);
    row("none of these without options", open, {Kind::None, -1, {}}, u"does not offer"_s);
    row("skipped", closed, {Kind::Decline, -1, {}});
    row("a question back", closed, {Kind::AskBack, -1, u"What would that delete?"_s});
    row("an empty question back", open, {Kind::AskBack, -1, u" "_s}, u"empty"_s);
    row("a question back too long", open, {Kind::AskBack, -1, QString(2001, u'?')}, u"2001"_s);
}

void TestQuestionRules::checksAnswers()
{
    QFETCH(Question, question);
    QFETCH(Answer, answer);
    QFETCH(QString, problem);
    const auto error = checkAnswer(question, answer);
    QCOMPARE(error.has_value(), !problem.isEmpty());
    if (error) {
        QCOMPARE(error->code, Error::Code::BadInput);
        QVERIFY2(error->text.contains(problem), qPrintable(error->text));
    }
}

void TestQuestionRules::bringsAnswersIntoOneForm_data()
{
    QTest::addColumn<Answer>("answer");
    QTest::addColumn<Answer>("canonical");
    using Kind = Answer::Kind;
    QTest::newRow("a label typed") << Answer{Kind::Text, -1, u"Billing"_s} << Answer{Kind::Choose, 0, {}};
    QTest::newRow("a label typed otherwise")
        << Answer{Kind::Text, -1, u"  bILLING\n"_s} << Answer{Kind::Choose, 0, {}};
    QTest::newRow("a label in the other Unicode form")
        << Answer{Kind::Text, -1, u"cafe\u0301  GRÖSSE"_s} << Answer{Kind::Choose, 1, {}};
    QTest::newRow("more than a label")
        << Answer{Kind::Text, -1, u"Billing 2023"_s} << Answer{Kind::Text, -1, u"Billing 2023"_s};
    QTest::newRow("own words trimmed")
        << Answer{Kind::Text, 4, u" shed "_s} << Answer{Kind::Text, -1, u"shed"_s};
    QTest::newRow("own words without controls, with their lines and joiners")
        << Answer{Kind::Text, -1, u"\u202eshed\u202c\a\r\n\tor\u2029\u0645\u06cc\u200c\u062e\u0648\ufffe"_s}
        << Answer{Kind::Text, -1, u"shed\n\tor\n\u0645\u06cc\u200c\u062e\u0648"_s};
    QTest::newRow("a note trimmed") << Answer{Kind::Choose, 1, u" all "_s}
                                    << Answer{Kind::Choose, 1, u"all"_s};
    QTest::newRow("skipped carries nothing")
        << Answer{Kind::Decline, 1, u"x"_s} << Answer{Kind::Decline, -1, {}};
    QTest::newRow("none carries nothing") << Answer{Kind::None, 1, u"x"_s} << Answer{Kind::None, -1, {}};
    QTest::newRow("a question back that is a label stays one")
        << Answer{Kind::AskBack, 1, u"Billing"_s} << Answer{Kind::AskBack, -1, u"Billing"_s};
}

void TestQuestionRules::bringsAnswersIntoOneForm()
{
    QFETCH(Answer, answer);
    QFETCH(Answer, canonical);
    QCOMPARE(canonicalAnswer(questionWith(beds), answer), canonical);
    QCOMPARE(canonicalAnswer(questionWith(beds), canonical), canonical);
}

void TestQuestionRules::writesAnswers_data()
{
    QTest::addColumn<Answer>("answer");
    QTest::addColumn<QString>("text");
    QTest::addColumn<Outcome>("outcome");
    using Kind = Answer::Kind;
    QTest::newRow("an option") << Answer{Kind::Choose, 0, {}} << u"Billing"_s << Outcome::Chosen;
    QTest::newRow("an option with a note") << Answer{Kind::Choose, 0, u"only this year's"_s}
                                           << u"Billing: only this year's"_s << Outcome::Chosen;
    QTest::newRow("an option that is not there")
        << Answer{Kind::Choose, 7, u"x"_s} << QString() << Outcome::Chosen;
    QTest::newRow("own words") << Answer{Kind::Text, -1, u" the shed "_s} << u"the shed"_s
                               << Outcome::Answered;
    QTest::newRow("none") << Answer{Kind::None, -1, u"x"_s} << QString() << Outcome::None;
    QTest::newRow("skipped") << Answer{Kind::Decline, -1, u"x"_s} << QString() << Outcome::Declined;
    QTest::newRow("a question back") << Answer{Kind::AskBack, -1, u"Why?"_s} << u"Why?"_s
                                     << Outcome::AskedBack;
}

void TestQuestionRules::writesAnswers()
{
    QFETCH(Answer, answer);
    QFETCH(QString, text);
    QFETCH(Outcome, outcome);
    QCOMPARE(answerText(questionWith(beds), answer), text);
    QCOMPARE(outcomeOf(answer), outcome);
}

void TestQuestionRules::tellsTheModel_data()
{
    QTest::addColumn<Outcome>("outcome");
    QTest::addColumn<SilencePolicy>("policy");
    QTest::addColumn<QStringList>("says");
    using enum SilencePolicy;
    QTest::newRow("chosen") << Outcome::Chosen << Assume << QStringList{u"The user answered: Billing"_s};
    QTest::newRow("answered") << Outcome::Answered << Stop << QStringList{u"The user answered: Billing"_s};
    QTest::newRow("none") << Outcome::None << Assume
                          << QStringList{u"none of the options"_s, u"not pick one"_s};
    QTest::newRow("declined") << Outcome::Declined << Assume
                              << QStringList{u"declined"_s, u"Do not ask again"_s, u"go on without it"_s};
    QTest::newRow("unanswered, assume")
        << Outcome::Unanswered << Assume
        << QStringList{u"No answer came"_s, u"best assumption"_s, u"say what you assumed"_s};
    QTest::newRow("unanswered, stop")
        << Outcome::Unanswered << Stop << QStringList{u"No answer came"_s, u"Stop here"_s, u"Do not guess"_s};
    QTest::newRow("withdrawn") << Outcome::Withdrawn << Assume << QStringList{};
    QTest::newRow("asked back") << Outcome::AskedBack << Assume
                                << QStringList{u"The user asked back: Billing"_s, u"ask_user again"_s};
    QTest::newRow("not shown") << Outcome::NotShown << Assume
                               << QStringList{u"could not be shown"_s, u"Do not assume an answer"_s};
    QTest::newRow("refused") << Outcome::Refused << Assume << QStringList{u"was not asked: Billing"_s};
}

void TestQuestionRules::tellsTheModel()
{
    QFETCH(Outcome, outcome);
    QFETCH(SilencePolicy, policy);
    QFETCH(QStringList, says);
    const QString result = resultForModel(outcome, u"Billing"_s, policy);
    QCOMPARE(result.isEmpty(), says.isEmpty());
    for (const QString &part : says)
        QVERIFY2(result.contains(part), qPrintable(result));
    const bool isAnswer = outcome == Outcome::Chosen || outcome == Outcome::Answered;
    if (isAnswer)
        QCOMPARE(result, says.first());
    QCOMPARE(answerFromResult(result), isAnswer ? std::optional(u"Billing"_s) : std::nullopt);
    const auto read = outcomeFromResult(result);
    if (outcome == Outcome::Withdrawn)
        QVERIFY(!read);
    else
        QCOMPARE(read, outcome == Outcome::Chosen ? Outcome::Answered : outcome);
}

void TestQuestionRules::tellsRefusals()
{
    const QString earlier = resultForModel(Outcome::Chosen, u"Billing"_s);
    QStringList texts;
    for (const auto reason :
         {RefusalReason::LimitPerReply, RefusalReason::WaitingMax, RefusalReason::Repeated,
          RefusalReason::AsksForSecret, RefusalReason::NobodyHere, RefusalReason::AlreadyWaits}) {
        const QString text = refusalForModel(reason, earlier);
        QCOMPARE(outcomeFromResult(text), Outcome::Refused);
        QVERIFY(!answerFromResult(text));
        QCOMPARE(text.contains(earlier), reason == RefusalReason::Repeated);
        QVERIFY(!texts.contains(text));
        QCOMPARE(resultForModel(Outcome::Refused, text), text);
        texts += {text, refusalName(reason)};
    }
    QVERIFY(refusalForModel(RefusalReason::NobodyHere).contains(u"nobody is here to ask"));
    QVERIFY(!refusalForModel(RefusalReason::Repeated).contains(u"result was"));
}

QTEST_APPLESS_MAIN(TestQuestionRules)
#include "tst_questionrules.moc"
