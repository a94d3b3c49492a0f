// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/waitbox.h"

#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

class tst_WaitBox : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void understands_data();
    void understands();
    void saysWhatItUnderstands();
    void arrowsGoThroughUsualLengths();
    void typedLengthCountsWhenFinished();
};

void tst_WaitBox::understands_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<int>("seconds");
    const auto row = [](const char *typed, int seconds) {
        QTest::newRow(typed) << QString::fromUtf8(typed) << seconds;
    };
    row("90", 90);
    row("90 s", 90);
    row("5 min", 300);
    row("5min", 300);
    row("2 h", 7200);
    row("1 h 30 min", 5400);
    row("1.5 h", 5400);
    row("1,5 hours", 5400);
    row("1 MINUTE", 60);
    row("0", 0);
    row("", -1);
    row("soon", -1);
    row("5 parsecs", -1);
    row("-5 min", -1);
    row("5 min ago!", -1);
    row("99999999999999999999 h", -1);
}

void tst_WaitBox::understands()
{
    QFETCH(QString, typed);
    QFETCH(int, seconds);
    QCOMPARE(WaitBox::seconds(typed), seconds);
}

void tst_WaitBox::saysWhatItUnderstands()
{
    for (const int seconds : {1, 10, 59, 60, 61, 90, 1800, 3600, 3661, 5400, 86399, 86400})
        QCOMPARE(WaitBox::seconds(WaitBox::words(seconds)), seconds);
    QCOMPARE(WaitBox::words(1800), u"30 min"_s);
    QCOMPARE(WaitBox::words(5400), u"1 h 30 min"_s);
    QCOMPARE(WaitBox(86400, u"for ever"_s).text(), u"for ever"_s);
}

void tst_WaitBox::arrowsGoThroughUsualLengths()
{
    WaitBox box(86400, u"for ever"_s);
    QList<int> seen{box.value()};
    for (int i = 0; i < 20; ++i) {
        QTest::keyClick(&box, Qt::Key_Up);
        if (box.value() != seen.last())
            seen << box.value();
    }
    QCOMPARE(seen,
             QList<int>({0, 10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 43200, 86400}));
    box.setValue(100); // between two of them
    QTest::keyClick(&box, Qt::Key_Down);
    QCOMPARE(box.value(), 60);
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(&box, Qt::Key_Down);
    QCOMPARE(box.value(), 0);
}

void tst_WaitBox::typedLengthCountsWhenFinished()
{
    WaitBox box(86400, u"for ever"_s);
    box.show();
    QSignalSpy changes(&box, &WaitBox::valueChanged);
    box.selectAll();
    QTest::keyClicks(&box, u"45 min"_s);
    QCOMPARE(changes.size(), 0);
    QTest::keyClick(&box, Qt::Key_Return);
    QCOMPARE(changes.size(), 1);
    QCOMPARE(box.value(), 2700);
    box.selectAll();
    QTest::keyClicks(&box, u"nonsense"_s);
    QTest::keyClick(&box, Qt::Key_Return);
    QCOMPARE(box.value(), 2700); // what cannot be understood changes nothing, and is not left standing there
    QCOMPARE(box.text(), u"45 min"_s);
}

QTEST_MAIN(tst_WaitBox)
#include "tst_waitbox.moc"
