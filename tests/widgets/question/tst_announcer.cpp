// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cardstage.h"
#include "widgets/question/questionaccessibility.h"

#include <QAccessible>

using namespace heed;
using namespace heed::test;

class tst_Announcer : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { installQuestionAccessibility(); }
    void init() { failOnWarnings(); }

    void regionCarriesRoleAndText();
    void burstIsNotLost();
    void questionGoesFirstAndDropsPieces();
    void piecesArePacedNoticesAreNot();
    void dropPiecesKeepsNotices();
    void regionIsOutOfTheWay();
    void blankIsNotSaid();
};

// That it is heard is shown with a real screen reader; here, that there is something to read.
void tst_Announcer::regionCarriesRoleAndText()
{
    Stage stage;
    Announcer announcer(&stage.window, stage.alarms);
    stage.showIdle();
    auto *region = QAccessible::queryAccessibleInterface(stage.window.findChild<LiveRegion *>());
    QCOMPARE(region->role(), QAccessible::Notification);
    announcer.say(u"Reply finished, 120 words"_s);
    QCOMPARE(region->text(QAccessible::Name), u"Reply finished, 120 words"_s);
    QVERIFY(!region->state().invisible);
}

void tst_Announcer::burstIsNotLost()
{
    Stage stage;
    Announcer announcer(&stage.window, stage.alarms);
    QSignalSpy said(&announcer, &Announcer::said);
    for (const QString &text : {u"one"_s, u"two"_s, u"three"_s})
        announcer.say(text);
    QCOMPARE(said.size(), 1);
    stage.pass(299ms);
    QCOMPARE(said.size(), 1);
    stage.pass(1ms);
    QCOMPARE(said.size(), 2);
    stage.pass(300ms);
    QCOMPARE(said.size(), 3);
    QCOMPARE(said.last().at(0).toString(), u"three"_s);
    QCOMPARE(stage.alarms.pending(), 0);
}

void tst_Announcer::questionGoesFirstAndDropsPieces()
{
    Stage stage;
    Announcer announcer(&stage.window, stage.alarms);
    QSignalSpy said(&announcer, &Announcer::said);
    announcer.say(u"A sentence that is being read, sixty characters long or so."_s, Announcer::Kind::Piece);
    announcer.say(u"Its next sentence."_s, Announcer::Kind::Piece);
    announcer.say(u"A notice."_s);
    announcer.say(u"The model asks."_s, Announcer::Kind::Question);
    stage.pass(300ms); // not behind the sentence
    QCOMPARE(said.last().at(0).toString(), u"The model asks."_s);
    stage.pass(300ms);
    QCOMPARE(said.last().at(0).toString(), u"A notice."_s);
    stage.pass(1min);
    QCOMPARE(said.size(), 3);
}

void tst_Announcer::piecesArePacedNoticesAreNot()
{
    Stage stage;
    Announcer announcer(&stage.window, stage.alarms);
    QSignalSpy said(&announcer, &Announcer::said);
    announcer.say(QString(70, u'x'), Announcer::Kind::Piece); // 0.5 s + 70/14 s
    announcer.say(u"next"_s, Announcer::Kind::Piece);
    stage.pass(5499ms);
    QCOMPARE(said.size(), 1);
    stage.pass(1ms);
    QCOMPARE(said.size(), 2);
}

void tst_Announcer::dropPiecesKeepsNotices()
{
    Stage stage;
    Announcer announcer(&stage.window, stage.alarms);
    QSignalSpy said(&announcer, &Announcer::said);
    announcer.say(u"piece"_s, Announcer::Kind::Piece);
    announcer.say(u"piece 2"_s, Announcer::Kind::Piece);
    announcer.say(u"notice"_s);
    announcer.dropPieces();
    stage.pass(1min);
    QCOMPARE(said.size(), 2);
    QCOMPARE(said.last().at(0).toString(), u"notice"_s);
}

void tst_Announcer::regionIsOutOfTheWay()
{
    Stage stage;
    Announcer announcer(&stage.window, stage.alarms);
    stage.showIdle();
    auto *region = stage.window.findChild<LiveRegion *>();
    QVERIFY(region->isVisible());
    QCOMPARE(region->size(), QSize(1, 1));
    QCOMPARE(region->focusPolicy(), Qt::NoFocus);
    QVERIFY(stage.window.childAt(0, 0) != region);
}

void tst_Announcer::blankIsNotSaid()
{
    Stage stage;
    Announcer announcer(&stage.window, stage.alarms);
    QSignalSpy said(&announcer, &Announcer::said);
    announcer.say({});
    announcer.say(u"  "_s, Announcer::Kind::Question);
    stage.pass(1s);
    QCOMPARE(said.size(), 0);
}

QTEST_MAIN(tst_Announcer)
#include "tst_announcer.moc"
