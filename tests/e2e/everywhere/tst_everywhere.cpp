// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/everywhere/everywherestage.h"

#include <QJsonArray>
#include <QListView>
#include <QTest>
#include <algorithm>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

//! One reply's question is in the window, at an API client, on a companion and in the pending channel at
//! once; it is answered on one of them (book 2.7).
class tst_Everywhere : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void firstAnswerIsToldEverywhere_data();
    void firstAnswerIsToldEverywhere();
    void answersOfTheSameMoment_data();
    void answersOfTheSameMoment();

private:
    static void checkTrail(EverywhereStage &stage, const Settlement &counts, const QStringList &allowed);
};

//! One trail, and one result for the model.
void tst_Everywhere::checkTrail(EverywhereStage &stage, const Settlement &counts, const QStringList &allowed)
{
    QStringList kinds;
    for (const AuditRecord &row : stage.audit()) {
        if (row.kind == u"inquiry.answered"_s) {
            QCOMPARE(row.fields[u"text"_s].toString(), counts.text);
            QCOMPARE(row.fields[u"via"_s].toString(), faceName(*counts.via));
            QCOMPARE(row.fields[u"process"_s].toString(), counts.process);
        }
        if (!allowed.contains(row.kind))
            kinds.append(row.kind);
    }
    std::ranges::sort(kinds);
    QCOMPARE(kinds, QStringList({u"inquiry.answered"_s, u"inquiry.requested"_s, u"inquiry.settled"_s}));
    const auto requests = stage.replies.script->requests();
    QCOMPARE(requests.size(), 2);
    QCOMPARE(stage.replies.settled.size(), 1);
    stage.stopReply();
    QVERIFY(WindowStage::wait([&] { return stage.filed().isEmpty(); }));
}

void tst_Everywhere::firstAnswerIsToldEverywhere_data()
{
    QTest::addColumn<Face>("first");
    for (const Face face : EverywhereStage::faces())
        QTest::newRow(qPrintable(facePlace(face))) << face;
}

void tst_Everywhere::firstAnswerIsToldEverywhere()
{
    QFETCH(Face, first);
    EverywhereStage stage;
    stage.ask();
    stage.prompt();
    if (first != Face::Questions)
        stage.person->type("the gar"); // somebody is about to answer there
    stage.give(first, u"Support"_s);
    QVERIFY(WindowStage::wait([&] { return !stage.replies.settled.isEmpty(); }));
    const Settlement counts = stage.replies.settled.constFirst();
    QCOMPARE(counts.outcome, Outcome::Chosen);
    QCOMPARE(counts.text, u"Support"_s);
    QCOMPARE(*counts.via, first);

    QList<Face> others = EverywhereStage::faces();
    others.removeOne(first);
    QVERIFY(stage.waitForAll(u"answered"_s, others, stage.settledAtMs,
                             [&](Face face) { return stage.tells(face, counts); }));
    QVERIFY(WindowStage::wait([&] { return stage.isTaken(first) == true; }));

    // Whoever answers now is told what counts.
    if (first != Face::Questions) {
        QVERIFY(stage.person->shows("You had begun to type: \"the gar\""));
        QCOMPARE(stage.person->waitForEnd(), 1);
    }
    for (const Face late : {Face::Api, Face::Companion}) {
        if (late == first)
            continue;
        stage.give(late, u"Internal"_s);
        QVERIFY(WindowStage::wait([&] { return stage.isTaken(late) == false; }));
        const QString words = stage.refusal(late);
        QVERIFY2(words.contains(u"Already answered "_s + facePlace(first)) && words.contains(u"Support"_s),
                 qPrintable(words));
    }
    QVERIFY(!stage.card());
    QCOMPARE(stage.record().settlement->text, u"Support"_s);
    checkTrail(stage, counts, {});
}

void tst_Everywhere::answersOfTheSameMoment_data()
{
    firstAnswerIsToldEverywhere_data();
}

void tst_Everywhere::answersOfTheSameMoment()
{
    QFETCH(Face, first);
    EverywhereStage stage;
    stage.ask();
    stage.prompt();
    const QHash<Face, QString> words{{Face::Window, u"Billing"_s},
                                     {Face::Api, u"Support"_s},
                                     {Face::Companion, u"Internal"_s},
                                     {Face::Questions, u"the garden"_s}};
    QList<Face> order = EverywhereStage::faces();
    std::rotate(order.begin(), std::find(order.begin(), order.end(), first), order.end());
    for (const Face face : std::as_const(order))
        stage.give(face, words.value(face));

    QVERIFY(WindowStage::wait([&] { return !stage.replies.settled.isEmpty(); }));
    const Settlement counts = stage.replies.settled.constFirst();
    QVERIFY(counts.via);
    qInfo("%s was first", qPrintable(faceName(*counts.via)));
    QCOMPARE(counts.text, words.value(*counts.via));
    order.removeOne(*counts.via);
    QVERIFY(stage.waitForAll(u"answered"_s, order, stage.settledAtMs,
                             [&](Face face) { return stage.tells(face, counts); }));
    for (const Face face : EverywhereStage::faces()) {
        const bool won = face == *counts.via;
        QVERIFY2(WindowStage::wait([&] { return stage.isTaken(face) == won; }), qPrintable(faceName(face)));
        QVERIFY2(won || stage.refusal(face).contains(counts.text), qPrintable(stage.refusal(face)));
    }
    QCOMPARE(stage.record().settlement->text, counts.text);
    // A file of an answer that lost is removed, and that is written down.
    checkTrail(stage, counts, {u"inquiry.refused_answer"_s});
}

QTEST_MAIN(tst_Everywhere)
#include "tst_everywhere.moc"
