// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/reply/claims.h"

#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

//! Which sentences of a reply claim that the person chose or said something (book 8.3).
class TestClaims : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void isClaim_data();
    void isClaim();
    void isNoClaim_data();
    void isNoClaim();
    void givesTheSentenceAndItsPlace();
    void findsEveryClaim();
    void ownMessages_data();
    void ownMessages();
    void takesAnything();
};

namespace {
void rows(std::initializer_list<const char *> replies)
{
    QTest::addColumn<QString>("reply");
    for (const char *reply : replies)
        QTest::newRow(reply) << QString::fromUtf8(reply);
}
} // namespace

void TestClaims::isClaim_data()
{
    rows({
        "You chose Billing.",
        "You chose the red roof, so I ordered red tiles.",
        "As you confirmed, the old file is gone.",
        "Since you picked the second plan, I went on with it.",
        "You said it should be red.",
        "You told me to use the second account.",
        "You have chosen the annual plan.",
        "You've selected Vienna.",
        "You have already decided on the blue one.",
        "You\u2019ve confirmed it.",
        "You explicitly approved the deletion.",
        "The person answered that it can go.",
        "The user said yes.",
        "The user has confirmed the date.",
        "Per your answer, I deleted the draft.",
        "Based on your answer, this is the plan.",
        "According to your choice the garden comes first.",
        "As per your selection I used the large model.",
        "Following your confirmation, I sent it.",
        "With your approval I replaced the note.",
        "Thanks for confirming!",
        "Thank you for your answer.",
        "Thanks for letting me know that it is the blue one.",
        "Your answer was the second one.",
        "Your choice is Billing.",
        "Based on what you said, I took the train.",
        "The option you picked is cheap.",
        "- You chose **Billing**.",
        "# Result\n\nYou answered: Billing",
        "I kept it because you decided so.",
        "Because you agreed, I went on.",
        "When you said red, I looked for tiles.",
        "You opted for the larger bed.",
        "You went on holiday. You chose the seaside.",
        "You\nchose the red one.",
        "YOU CHOSE RED.",
        "You went with the second option.",
        "As chosen by you, the list is sorted by date.",
    });
}

void TestClaims::isClaim()
{
    QFETCH(QString, reply);
    QCOMPARE(findClaims(reply).size(), 1);
}

void TestClaims::isNoClaim_data()
{
    rows({
        "Here is the plan.",
        "Do you mean what you said earlier?",
        "You chose the red one, right?",
        "Have you decided on a colour?",
        "If you chose red, the tiles cost more.",
        "If you have chosen red, tell me.",
        "Whether you picked red or blue does not matter.",
        "Unless you decided otherwise, it stays.",
        "Once you have decided, I can go on.",
        "When you have chosen one, tell me.",
        "You can choose between red and blue.",
        "You could have chosen the other one.",
        "You may have decided already.",
        "You will choose tomorrow.",
        "Please choose one.",
        "You have not decided yet.",
        "You haven't said which one.",
        "You never said that.",
        "You didn't confirm it.",
        "I do not know what you decided.",
        "Tell me which one you picked.",
        "Had you said so, I would have waited.",
        "The log reads \"you chose red\" at noon.",
        "The log reads “you chose red” at noon.",
        "> You chose red.",
        "```\nyou chose red\n```",
        "~~~text\nYou said yes.\n~~~",
        "Print `you chose red` then.",
        "Text:\n\n    you chose red\n",
        "Your friend said it is red.",
        "She chose red.",
        "Thanks for the message.",
        "You picked up the phone.",
        "The guests you invited come at eight.",
        "Your answer decides.",
        "Nobody said you agreed.",
        "In case you decided otherwise, nothing was deleted.",
        "",
        "?",
    });
}

void TestClaims::isNoClaim()
{
    QFETCH(QString, reply);
    QCOMPARE(findClaims(reply), QList<Claim>());
}

void TestClaims::givesTheSentenceAndItsPlace()
{
    const QString reply = u"Done. As you confirmed, *it* is gone!  More."_s;
    const auto claims = findClaims(reply);
    QCOMPARE(claims.size(), 1);
    QCOMPARE(claims[0].text, u"As you confirmed, *it* is gone!"_s);
    QCOMPARE(claims[0].at, 6);
    QCOMPARE(reply.mid(claims[0].at, claims[0].length), claims[0].text);
}

void TestClaims::findsEveryClaim()
{
    const auto claims =
        findClaims(u"You chose A.\n\n```\nYou chose B.\n```\n\n> You chose C.\n\n- You chose D.\n- You "
                   "said E?\n- You said F.\n"_s);
    QStringList texts;
    for (const auto &claim : claims)
        texts.append(claim.text);
    QCOMPARE(texts, QStringList({u"You chose A."_s, u"You chose D."_s, u"You said F."_s}));
}

void TestClaims::ownMessages_data()
{
    QTest::addColumn<QString>("claim");
    QTest::addColumn<QStringList>("messages");
    QTest::addColumn<bool>("isTrue");
    const QStringList roof{u"Hello"_s, u"I want a red roof on the shed."_s};
    QTest::newRow("a message says so") << u"You said you want a red roof."_s << roof << true;
    QTest::newRow("a message says so, in other forms")
        << u"You mentioned that you wanted red roofs, so I looked for tiles."_s << roof << true;
    QTest::newRow("as you said, with a comma") << u"As you said, the roof should be red."_s << roof << true;
    QTest::newRow("no message says it") << u"You said you want a green roof."_s << roof << false;
    QTest::newRow("no messages at all") << u"You said you want a red roof."_s << QStringList{} << false;
    QTest::newRow("the message says the opposite")
        << u"You said you want a red roof."_s << QStringList{u"I do not want a red roof."_s} << false;
    QTest::newRow("the claim says the opposite")
        << u"You said you do not want a red roof."_s << roof << false;
    QTest::newRow("another number") << u"You said the budget is 300 for the roof."_s
                                    << QStringList{u"The budget is 200 for the roof"_s} << false;
    QTest::newRow("the same number") << u"You said the budget is 200."_s
                                     << QStringList{u"My budget: 200 euros"_s} << true;
    QTest::newRow("a choice left open is not chosen")
        << u"You chose red."_s << QStringList{u"Should the roof be red or blue?"_s} << false;
    QTest::newRow("a choice left open without a question mark")
        << u"You chose red."_s << QStringList{u"Either red or blue, I am unsure"_s} << false;
    QTest::newRow("chosen in a message")
        << u"You chose the red roof."_s << QStringList{u"Take the red roof."_s} << true;
    QTest::newRow("an answer as such is no message")
        << u"Per your answer, the roof is red."_s << roof << false;
    QTest::newRow("thanks for confirming is no message")
        << u"Thanks for confirming the red roof."_s << roof << false;
    QTest::newRow("nothing is named") << u"As you said."_s << roof << false;
}

void TestClaims::ownMessages()
{
    QFETCH(QString, claim);
    QFETCH(QStringList, messages);
    QFETCH(bool, isTrue);
    const auto claims = findClaims(claim);
    QCOMPARE(claims.size(), 1);
    QCOMPARE(isAboutOwnMessage(claims[0], messages), isTrue);
}

void TestClaims::takesAnything()
{
    QVERIFY(findClaims(QString(1'000'000, u'`')).isEmpty());
    QVERIFY(findClaims(u"`x"_s.repeated(300'000)).isEmpty());
    QVERIFY(findClaims(u"\"a "_s.repeated(300'000)).isEmpty());
    QVERIFY(findClaims(QString(1'000'000, u'.')).isEmpty());
    QCOMPARE(findClaims(u"You chose red. "_s.repeated(20'000)).size(), 20'000);
    QRandomGenerator random(7);
    const QStringList pieces{u"you "_s,
                             u"chose "_s,
                             u"`"_s,
                             u"```\n"_s,
                             u"\""_s,
                             u"> "_s,
                             u"\n"_s,
                             u"? "_s,
                             u". "_s,
                             u"if "_s,
                             u"said "_s,
                             QString(QChar(0xD800)),
                             QString(QChar(0xDC00)),
                             u"’"_s};
    for (int round = 0; round < 2000; ++round) {
        QString text;
        for (int i = random.bounded(30); i >= 0; --i)
            text += pieces[random.bounded(int(pieces.size()))];
        for (const auto &claim : findClaims(text)) {
            QCOMPARE(text.mid(claim.at, claim.length), claim.text);
            QVERIFY(!claim.text.isEmpty());
        }
    }
}

QTEST_APPLESS_MAIN(TestClaims)
#include "tst_claims.moc"
