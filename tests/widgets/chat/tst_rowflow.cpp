// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/rowflow.h"

#include <QRandomGenerator>
#include <QTest>
#include <numeric>

using namespace Qt::StringLiterals;
using namespace heed;

class tst_RowFlow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(u"."_s)); }
    void sumsAreThoseOfTheHeights();
    void aRowIsFoundAtEveryHeight();
    void opensAtTheEndAndMeasuresOnlyWhatIsSeen();
    void aChangeAboveMovesNothing();
    void sticksToTheEndOnlyWhenItWasThere();
    void anExactStepMovesByThatMuch_data();
    void anExactStepMovesByThatMuch();
    void staysWithinTheChat();
    void showsARowWithTheLeastMovement();
    void rowsComeAndGoAroundTheAnchor();
    void measuresNearRowsOneByOne();
};

namespace {

//! Rows whose heights are known to the test; counts what is measured.
struct Rows {
    std::vector<int> heights{};
    int measured = 0;
    RowFlow flow{[this](int row) {
        ++measured;
        return heights.at(size_t(row));
    }};

    explicit Rows(int count, int viewport = 500, int padding = 10)
    {
        for (int i = 0; i < count; ++i)
            heights.push_back(40 + (i * 37) % 90);
        flow.setViewport(viewport, padding);
        flow.reset(count);
        flow.arrange();
        measured = 0;
    }
};

} // namespace

void tst_RowFlow::sumsAreThoseOfTheHeights()
{
    QRandomGenerator random(3);
    RowHeights heights;
    std::vector<int> plain;
    heights.reset(0);
    for (int step = 0; step < 400; ++step) {
        const int count = int(plain.size());
        switch (count < 5 ? 0 : random.bounded(4)) {
        case 0: {
            const int at = random.bounded(3) == 0 ? random.bounded(count + 1) : count;
            const int added = 1 + random.bounded(4);
            heights.insert(at, added);
            plain.insert(plain.begin() + at, size_t(added), 0);
            for (int row = at; row < at + added; ++row)
                plain.at(size_t(row)) = heights.height(row);
            break;
        }
        case 1: {
            const int at = random.bounded(count - 2);
            heights.remove(at, 2);
            plain.erase(plain.begin() + at, plain.begin() + at + 2);
            break;
        }
        default: {
            const int at = random.bounded(count);
            const int height = 1 + random.bounded(900);
            heights.setExact(at, height);
            plain.at(size_t(at)) = height;
        }
        }
        QCOMPARE(heights.count(), int(plain.size()));
        for (int row = 0; row <= heights.count(); ++row)
            QCOMPARE(heights.top(row), std::accumulate(plain.begin(), plain.begin() + row, qint64(0)));
    }
}

void tst_RowFlow::aRowIsFoundAtEveryHeight()
{
    RowHeights heights;
    QCOMPARE(heights.rowAt(0), -1);
    heights.reset(100);
    for (int row = 0; row < 100; ++row)
        heights.setExact(row, 1 + row % 7);
    for (int row = 0; row < 100; ++row) {
        QCOMPARE(heights.rowAt(heights.top(row)), row);
        QCOMPARE(heights.rowAt(heights.top(row + 1) - 1), row);
    }
    QCOMPARE(heights.rowAt(-5), 0);
    QCOMPARE(heights.rowAt(heights.total() + 5), 99);
}

void tst_RowFlow::opensAtTheEndAndMeasuresOnlyWhatIsSeen()
{
    Rows rows(100'000);
    rows.flow.reset(100'000);
    rows.flow.arrange();
    QVERIFY(rows.flow.isAtEnd());
    QCOMPARE(rows.flow.lastRow(), 99'999);
    QVERIFY2(rows.measured <= 500 / 40 + 2, qPrintable(QString::number(rows.measured)));
    QCOMPARE(rows.flow.y(), rows.flow.lastY());
    // The last row ends where the padding begins.
    QCOMPARE(rows.flow.topOf(99'999) + rows.heights.back(), 490);
}

void tst_RowFlow::aChangeAboveMovesNothing()
{
    Rows rows(1000);
    rows.flow.scrollBy(-5000);
    const int row = rows.flow.anchorRow();
    const qint64 top = rows.flow.topOf(row + 1);
    rows.heights.at(size_t(row - 3)) += 700;
    rows.flow.invalidate(row - 3);
    rows.flow.arrange();
    QVERIFY(rows.flow.measureNear(2000));
    QCOMPARE(rows.flow.anchorRow(), row);
    QCOMPARE(rows.flow.topOf(row + 1), top);
}

void tst_RowFlow::sticksToTheEndOnlyWhenItWasThere()
{
    Rows rows(50);
    const auto grow = [&rows](int by) {
        rows.heights.back() += by;
        rows.flow.invalidate(rows.flow.heights().count() - 1);
        rows.flow.arrange();
    };
    grow(300);
    QVERIFY(rows.flow.isAtEnd());
    QCOMPARE(rows.flow.y(), rows.flow.lastY());
    rows.flow.scrollBy(-30);
    QVERIFY(!rows.flow.isAtEnd());
    const qint64 y = rows.flow.y();
    grow(300);
    QVERIFY(!rows.flow.isAtEnd());
    QCOMPARE(rows.flow.y(), y);
    rows.flow.scrollBy(100'000);
    QVERIFY(rows.flow.isAtEnd());
    grow(40);
    QCOMPARE(rows.flow.y(), rows.flow.lastY());
}

void tst_RowFlow::anExactStepMovesByThatMuch_data()
{
    QTest::addColumn<int>("step");
    for (const int step : {-1, -60, -499, -1500, 1, 60, 499, 1500})
        QTest::addRow("%d pixels over rows never seen", step) << step;
}

void tst_RowFlow::anExactStepMovesByThatMuch()
{
    QFETCH(int, step);
    Rows rows(10'000);
    rows.flow.scrollTo(rows.flow.lastY() / 2);
    const int row = rows.flow.anchorRow();
    const qint64 top = rows.flow.topOf(row);
    rows.flow.scrollBy(step);
    QCOMPARE(rows.flow.topOf(row), top - step);
}

void tst_RowFlow::staysWithinTheChat()
{
    Rows rows(30);
    rows.flow.scrollBy(-1'000'000);
    QCOMPARE(rows.flow.y(), 0);
    QVERIFY(!rows.flow.isAtEnd());
    rows.flow.scrollBy(1'000'000);
    QCOMPARE(rows.flow.y(), rows.flow.lastY());

    Rows few(2);
    QVERIFY(few.flow.isAtEnd());
    QCOMPARE(few.flow.topOf(0), 0);
    few.flow.scrollBy(-100);
    QCOMPARE(few.flow.topOf(0), 0);
    QVERIFY(few.flow.isAtEnd());

    Rows none(0);
    none.flow.scrollBy(10);
    none.flow.scrollTo(10);
    QCOMPARE(none.flow.lastRow(), -1);
    QCOMPARE(none.flow.lastY(), 0);
}

void tst_RowFlow::showsARowWithTheLeastMovement()
{
    Rows rows(1000);
    rows.flow.show(100);
    QCOMPARE(rows.flow.topOf(100), 0); // from below: at the top
    const qint64 y = rows.flow.y();
    rows.flow.show(102);
    QCOMPARE(rows.flow.y(), y); // in view: nothing moves
    rows.flow.show(130);
    QCOMPARE(rows.flow.topOf(130) + rows.heights.at(130), 490); // from above: at the bottom
    rows.heights.at(140) = 2000;
    rows.flow.invalidate(140);
    rows.flow.show(140);
    QCOMPARE(rows.flow.topOf(140), 0); // too tall: its beginning
    rows.flow.show(999);
    QVERIFY(rows.flow.isAtEnd());
}

void tst_RowFlow::rowsComeAndGoAroundTheAnchor()
{
    Rows rows(200);
    rows.flow.show(100);
    rows.heights.insert(rows.heights.begin() + 20, 5, 333);
    rows.flow.insert(20, 5);
    rows.flow.arrange();
    QCOMPARE(rows.flow.anchorRow(), 105);
    QCOMPARE(rows.flow.topOf(105), 0);
    rows.heights.erase(rows.heights.begin(), rows.heights.begin() + 50);
    rows.flow.remove(0, 50);
    rows.flow.arrange();
    QCOMPARE(rows.flow.anchorRow(), 55);
    QCOMPARE(rows.flow.topOf(55), 0);
    rows.heights.erase(rows.heights.begin() + 50, rows.heights.begin() + 60);
    rows.flow.remove(50, 10);
    rows.flow.arrange();
    QCOMPARE(rows.flow.anchorRow(), 50);
    rows.heights.clear();
    rows.flow.remove(0, rows.flow.heights().count());
    rows.flow.arrange();
    QVERIFY(rows.flow.isAtEnd());
}

void tst_RowFlow::measuresNearRowsOneByOne()
{
    Rows rows(10'000);
    rows.flow.scrollTo(rows.flow.lastY() / 2);
    const int first = rows.flow.anchorRow();
    const qint64 top = rows.flow.topOf(first);
    rows.measured = 0;
    int turns = 0;
    while (rows.flow.measureNear(1000)) {
        ++turns;
        QCOMPARE(rows.measured, turns);
    }
    QVERIFY(turns > 10 && turns < 2 * 1000 / 40 + 2);
    QCOMPARE(rows.flow.topOf(first), top);
}

QTEST_APPLESS_MAIN(tst_RowFlow)
#include "tst_rowflow.moc"
