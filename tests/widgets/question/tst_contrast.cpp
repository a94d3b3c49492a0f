// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cardstage.h"
#include "widgets/question/contrast.h"

using namespace heed;
using namespace heed::test;

class tst_Contrast : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void ratio_data();
    void ratio();
    void readableReachesTheRatioAndKeepsWhatIsGood();
    void themes_data();
    void fixesMakePlaceholderAndDisabledTextReadable_data() { themes_data(); }
    void fixesMakePlaceholderAndDisabledTextReadable();
    void everyPaintedPairIsReadable_data() { themes_data(); }
    void everyPaintedPairIsReadable();
    void highContrastIsRecognised();
};

void tst_Contrast::ratio_data()
{
    QTest::addColumn<QColor>("ink");
    QTest::addColumn<QColor>("ground");
    QTest::addColumn<double>("expected");
    QTest::addRow("black on white is the most") << QColor(Qt::black) << QColor(Qt::white) << 21.0;
    QTest::addRow("the order does not matter") << QColor(Qt::white) << QColor(Qt::black) << 21.0;
    QTest::addRow("the same is the least") << QColor(12, 34, 56) << QColor(12, 34, 56) << 1.0;
    QTest::addRow("the well-known grey on white") << QColor(0x76, 0x76, 0x76) << QColor(Qt::white) << 4.54;
}

void tst_Contrast::ratio()
{
    QFETCH(QColor, ink);
    QFETCH(QColor, ground);
    QFETCH(double, expected);
    QVERIFY(qAbs(contrast::ratio(ink, ground) - expected) < 0.01);
}

void tst_Contrast::readableReachesTheRatioAndKeepsWhatIsGood()
{
    for (int ground = 0; ground < 256; ground += 5) {
        for (int ink = 0; ink < 256; ink += 15) {
            const QColor behind(ground, ground, 255 - ground);
            const QColor wanted(ink, 255 - ink, ink);
            QVERIFY(contrast::ratio(contrast::readable(wanted, behind, 4.5), behind) >= 4.5);
            if (contrast::ratio(wanted, behind) >= 4.5)
                QCOMPARE(contrast::readable(wanted, behind, 4.5), wanted);
        }
    }
}

void tst_Contrast::themes_data()
{
    QTest::addColumn<QPalette>("theme");
    QTest::addRow("light") << lightTheme();
    QTest::addRow("dark") << darkTheme();
    QTest::addRow("high contrast") << highContrastTheme();
    QTest::addRow("the platform's own") << QPalette();
    QTest::addRow("a middle grey nobody should use")
        << themed({120, 120, 120}, {128, 128, 128}, {120, 120, 120}, {90, 90, 90}, {130, 120, 120});
}

void tst_Contrast::fixesMakePlaceholderAndDisabledTextReadable()
{
    QFETCH(QPalette, theme);
    // What WCAG asks; of a middle grey even black and white reach no more.
    const double wanted = contrast::wantedFor(theme) == contrast::forTextEnhanced ? 7.0 : 4.5;
    const QPalette fixed = contrast::fixes(theme).resolve(theme);
    using P = QPalette;
    for (const auto group : {P::Active, P::Inactive, P::Disabled}) {
        const auto measured = [&](P::ColorRole ink, P::ColorRole ground) {
            return contrast::ratio(fixed.color(group, ink), fixed.color(group, ground));
        };
        QVERIFY(measured(P::PlaceholderText, P::Base) >= wanted);
        QVERIFY(measured(P::HighlightedText, P::Highlight) >= wanted);
        if (group != P::Disabled)
            continue;
        QVERIFY(measured(P::Text, P::Base) >= wanted);
        QVERIFY(measured(P::WindowText, P::Window) >= wanted);
        QVERIFY(measured(P::ButtonText, P::Button) >= wanted);
    }
    QCOMPARE(fixed.color(P::Window), theme.color(P::Window)); // grounds are the theme's
}

void tst_Contrast::everyPaintedPairIsReadable()
{
    QFETCH(QPalette, theme);
    const double text = contrast::wantedFor(theme);
    const CardColours c = CardColours::from(theme);
    struct Pair {
        const char *what;
        QColor ink;
        QColor ground;
        double atLeast;
    };
    const QList<Pair> pairs{
        {"question", c.ink, c.ground, text},
        {"heading", c.accent, c.ground, text},
        {"quiet line", c.quiet, c.ground, text},
        {"label", c.controlInk, c.control, text},
        {"label, hovered", c.controlInk, c.controlHover, text},
        {"label, pressed", c.controlInk, c.controlDown, text},
        {"description", c.controlQuiet, c.control, text},
        {"description, hovered", c.controlQuiet, c.controlHover, text},
        {"description, pressed", c.controlQuiet, c.controlDown, text},
        {"send", c.strongInk, c.strong, text},
        {"send, hovered", c.strongInk, c.strongHover, text},
        {"focus ring on a control", c.ring, c.control, contrast::forShapes},
        {"focus ring on the card", c.ring, c.ground, contrast::forShapes},
        {"edge of a control", c.controlEdge, c.ground, contrast::forShapes},
    };
    for (const Pair &pair : pairs) {
        const double ratio = contrast::ratio(pair.ink, pair.ground);
        QVERIFY2(ratio >= pair.atLeast, qPrintable(u"%1: %2"_s.arg(QLatin1StringView(pair.what)).arg(ratio)));
    }
}

void tst_Contrast::highContrastIsRecognised()
{
    QCOMPARE(contrast::wantedFor(highContrastTheme()), contrast::forTextEnhanced);
    QCOMPARE(contrast::wantedFor(lightTheme()), contrast::forText);
    QCOMPARE(contrast::wantedFor(darkTheme()), contrast::forText);
}

QTEST_MAIN(tst_Contrast)
#include "tst_contrast.moc"
