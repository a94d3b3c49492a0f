// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/question/contrast.h"
#include "widgets/theme/heedstyle.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

struct Named {
    const char *name;
    QPalette palette;
    double wanted;
};

QList<Named> themes()
{
    return {{"light", theme::light(), 4.5},
            {"dark", theme::dark(), 4.5},
            {"high contrast", theme::highContrast(), 7}};
}

const std::initializer_list<std::pair<const char *, QPalette::ColorRole>> inks{
    {"window text", QPalette::WindowText},
    {"text", QPalette::Text},
    {"button text", QPalette::ButtonText},
    {"placeholder", QPalette::PlaceholderText},
    {"link", QPalette::Link},
    {"visited link", QPalette::LinkVisited},
    {"tip text", QPalette::ToolTipText},
    {"bright text", QPalette::BrightText}};
const std::initializer_list<std::pair<const char *, QPalette::ColorRole>> grounds{
    {"window", QPalette::Window},
    {"base", QPalette::Base},
    {"alternate base", QPalette::AlternateBase},
    {"button", QPalette::Button},
    {"tip", QPalette::ToolTipBase}};
const std::initializer_list<std::pair<const char *, QPalette::ColorGroup>> groups{
    {"active", QPalette::Active}, {"inactive", QPalette::Inactive}, {"disabled", QPalette::Disabled}};

QString told(double ratio, const QColor &ink, const QColor &ground)
{
    return u"%1:1, %2 on %3"_s.arg(ratio).arg(ink.name(), ground.name());
}

} // namespace

//! Colours are measured, not believed: by arithmetic over every role, and by pixels where Qt paints.
class tst_Theme : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void everyInkIsReadableOnEveryGround_data();
    void everyInkIsReadableOnEveryGround();
    void selectedTextIsReadable_data();
    void selectedTextIsReadable();
    void edgesAndRingsAreSeen_data();
    void edgesAndRingsAreSeen();
    void focusIsSeenOnTheScreen_data();
    void focusIsSeenOnTheScreen();
    void disabledDiffersFromEnabled_data();
    void disabledDiffersFromEnabled();
    void systemGoesByItsLightness_data();
    void systemGoesByItsLightness();
    void applyingSetsStyleAndColours();
    void iconsTakeTheTextColour_data();
    void iconsTakeTheTextColour();
    void unknownIconIsNull();
    void picture_data();
    void picture();
};

void tst_Theme::init()
{
    QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
}

void tst_Theme::everyInkIsReadableOnEveryGround_data()
{
    QTest::addColumn<QColor>("ink");
    QTest::addColumn<QColor>("ground");
    QTest::addColumn<double>("wanted");
    for (const Named &theme : themes()) {
        for (const auto &[groupName, group] : groups) {
            for (const auto &[inkName, ink] : inks) {
                for (const auto &[groundName, ground] : grounds)
                    QTest::addRow("%s, %s: %s on %s", theme.name, groupName, inkName, groundName)
                        << theme.palette.color(group, ink) << theme.palette.color(group, ground)
                        << theme.wanted;
            }
        }
    }
}

void tst_Theme::everyInkIsReadableOnEveryGround()
{
    QFETCH(QColor, ink);
    QFETCH(QColor, ground);
    QFETCH(double, wanted);
    const double ratio = contrast::ratio(ink, ground);
    QVERIFY2(ratio >= wanted, qPrintable(told(ratio, ink, ground)));
}

void tst_Theme::selectedTextIsReadable_data()
{
    QTest::addColumn<QPalette>("palette");
    QTest::addColumn<double>("wanted");
    for (const Named &theme : themes())
        QTest::addRow("%s", theme.name) << theme.palette << theme.wanted;
}

void tst_Theme::selectedTextIsReadable()
{
    QFETCH(QPalette, palette);
    QFETCH(double, wanted);
    for (const auto &[name, group] : groups) {
        const QColor ink = palette.color(group, QPalette::HighlightedText);
        const QColor ground = palette.color(group, QPalette::Highlight);
        QVERIFY2(contrast::ratio(ink, ground) >= wanted, name);
    }
    QVERIFY(contrast::wantedFor(palette) >= wanted); // the card and the chat view take the same measure
}

void tst_Theme::edgesAndRingsAreSeen_data()
{
    selectedTextIsReadable_data();
}

void tst_Theme::edgesAndRingsAreSeen()
{
    QFETCH(QPalette, palette);
    QFETCH(double, wanted);
    const double least = wanted > 4.5 ? wanted : 3;
    for (const auto ground : {QPalette::Window, QPalette::Base, QPalette::Button}) {
        QVERIFY(contrast::ratio(HeedStyle::edge(palette), palette.color(ground)) >= least);
        QVERIFY(contrast::ratio(HeedStyle::ring(palette), palette.color(ground)) >= least);
    }
}

void tst_Theme::focusIsSeenOnTheScreen_data()
{
    QTest::addColumn<QPalette>("palette");
    QTest::addColumn<QString>("kind");
    for (const Named &theme : themes()) {
        for (const char *kind : {"button", "line edit", "combo", "editable combo", "spin box", "check box",
                                 "radio button", "tool button", "list", "text box"})
            QTest::addRow("%s, %s", theme.name, kind) << theme.palette << QString::fromLatin1(kind);
    }
}

static QWidget *makeControl(const QString &kind, QWidget *parent)
{
    if (kind == u"button")
        return new QPushButton(u"Press"_s, parent);
    if (kind == u"line edit")
        return new QLineEdit(parent);
    if (kind == u"spin box")
        return new QSpinBox(parent);
    if (kind == u"check box")
        return new QCheckBox(u"Check"_s, parent);
    if (kind == u"radio button")
        return new QRadioButton(u"Choose"_s, parent);
    if (kind == u"list")
        return new QListWidget(parent);
    if (kind == u"text box")
        return new QPlainTextEdit(parent);
    if (kind == u"tool button") {
        auto *button = new QToolButton(parent);
        button->setText(u"Tool"_s);
        return button;
    }
    auto *combo = new QComboBox(parent);
    combo->addItem(u"One"_s);
    combo->setEditable(kind == u"editable combo");
    return combo;
}

void tst_Theme::focusIsSeenOnTheScreen()
{
    QFETCH(QPalette, palette);
    QFETCH(QString, kind);
    applyTheme(*qApp, u"light"_s);
    QApplication::setPalette(palette);
    QWidget window;
    auto *column = new QVBoxLayout(&window);
    QWidget *control = makeControl(kind, &window);
    auto *other = new QPushButton(u"Other"_s, &window);
    control->setFocusPolicy(Qt::StrongFocus);
    column->addWidget(other);
    column->addWidget(control);
    QApplication::setCursorFlashTime(0);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    other->setFocus();
    const QImage without = control->grab().toImage();
    control->setFocus(Qt::TabFocusReason);
    QVERIFY(control->hasFocus());
    const QImage with = control->grab().toImage();
    QCOMPARE(with.size(), without.size());
    // WCAG 2.4.11: what changed must differ from what was there by 3:1, over at least a line along the
    // control.
    int changed = 0;
    for (int y = 0; y < with.height(); ++y) {
        for (int x = 0; x < with.width(); ++x) {
            const QColor ground = palette.color(QPalette::Window);
            if (with.pixel(x, y) != without.pixel(x, y) &&
                (contrast::ratio(with.pixelColor(x, y), ground) >= 3 ||
                 contrast::ratio(with.pixelColor(x, y), without.pixelColor(x, y)) >= 3))
                ++changed;
        }
    }
    QVERIFY2(changed >= 60, qPrintable(QString::number(changed)));
}

void tst_Theme::disabledDiffersFromEnabled_data()
{
    selectedTextIsReadable_data();
}

void tst_Theme::disabledDiffersFromEnabled()
{
    QFETCH(QPalette, palette);
    for (const auto ink : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        QVERIFY(contrast::ratio(palette.color(QPalette::Disabled, ink),
                                palette.color(QPalette::Active, ink)) > 1.5);
}

void tst_Theme::systemGoesByItsLightness_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<QPalette>("system");
    QTest::addColumn<QPalette>("expected");
    const QPalette pale(QColor(239, 239, 239));
    const QPalette night(QColor(40, 42, 46));
    QTest::addRow("a light desktop") << u"system"_s << pale << theme::light();
    QTest::addRow("a dark desktop") << u"system"_s << night << theme::dark();
    QTest::addRow("a high-contrast desktop") << u"system"_s << theme::highContrast() << theme::highContrast();
    QTest::addRow("light on a dark desktop") << u"light"_s << night << theme::light();
    QTest::addRow("dark on a light desktop") << u"dark"_s << pale << theme::dark();
    QTest::addRow("high contrast on a light desktop") << u"highContrast"_s << pale << theme::highContrast();
    QTest::addRow("a word from the future") << u"sepia"_s << night << theme::dark();
}

void tst_Theme::systemGoesByItsLightness()
{
    QFETCH(QString, word);
    QFETCH(QPalette, system);
    QFETCH(QPalette, expected);
    QCOMPARE(theme::paletteFor(word, system).color(QPalette::Window), expected.color(QPalette::Window));
    QCOMPARE(theme::paletteFor(word, system), expected);
}

void tst_Theme::applyingSetsStyleAndColours()
{
    for (const QString &word : {u"dark"_s, u"highContrast"_s, u"light"_s, u"dark"_s}) {
        applyTheme(*qApp, word);
        QCOMPARE(QApplication::palette().color(QPalette::Window),
                 theme::paletteFor(word, {}).color(QPalette::Window));
        QVERIFY(qobject_cast<HeedStyle *>(QApplication::style()));
        QCOMPARE(qApp->findChildren<Theme *>().size(), 1);
    }
    // The desktop turned to something else: a fixed theme stays, and "system" is asked again.
    QEvent changed(QEvent::ThemeChange);
    QWidget window;
    QCoreApplication::sendEvent(&window, &changed);
    QCoreApplication::processEvents();
    QCOMPARE(QApplication::palette().color(QPalette::Window), theme::dark().color(QPalette::Window));
    applyTheme(*qApp, u"system"_s);
    const QColor system = QApplication::palette().color(QPalette::Window);
    QApplication::setPalette(QPalette(Qt::red));
    QCoreApplication::sendEvent(&window, &changed);
    QTRY_COMPARE(QApplication::palette().color(QPalette::Window), system);
}

void tst_Theme::iconsTakeTheTextColour_data()
{
    QTest::addColumn<QString>("name");
    const auto files = QDir(u":/icons"_s).entryList({u"*.svg"_s});
    QVERIFY(files.size() > 8);
    for (const QString &file : files) {
        if (file != u"heed.svg")
            QTest::addRow("%s", qPrintable(file)) << file.chopped(4);
    }
}

void tst_Theme::iconsTakeTheTextColour()
{
    QFETCH(QString, name);
    for (const Named &theme : themes()) {
        const QIcon drawn = icon(name, theme.palette);
        const auto strongest = [&](QIcon::Mode mode, QPalette::ColorGroup group) {
            const QImage image = drawn.pixmap(QSize(48, 48), 1, mode).toImage();
            int inked = 0;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    const QColor colour = image.pixelColor(x, y);
                    if (colour.alpha() < 255)
                        continue;
                    ++inked;
                    const QColor wanted = theme.palette.color(group, QPalette::ButtonText);
                    // Where two strokes meet, premultiplied colours round by one.
                    QVERIFY2(contrast::ratio(colour, wanted) < 1.05,
                             qPrintable(colour.name() + u' ' + wanted.name()));
                }
            }
            QVERIFY2(inked > 30, theme.name);
        };
        strongest(QIcon::Normal, QPalette::Active);
        strongest(QIcon::Disabled, QPalette::Disabled);
        QCOMPARE(drawn.pixmap(QSize(16, 16), 2.0).size(), QSize(32, 32));
    }
}

void tst_Theme::unknownIconIsNull()
{
    QTest::ignoreMessage(QtWarningMsg, "no icon \"no-such-thing\"");
    QVERIFY(icon(u"no-such-thing"_s, theme::light()).isNull());
}

void tst_Theme::picture_data()
{
    QTest::addColumn<QString>("word");
    for (const QString &word : {u"light"_s, u"dark"_s, u"highContrast"_s})
        QTest::addRow("%s", qPrintable(word)) << word;
}

// For a person to look at: every control, resting, focused and disabled.
void tst_Theme::picture()
{
    QFETCH(QString, word);
    applyTheme(*qApp, word);
    QWidget window;
    auto *grid = new QGridLayout(&window);
    int row = 0;
    for (const QString &kind : {u"button"_s, u"line edit"_s, u"combo"_s, u"editable combo"_s, u"spin box"_s,
                                u"check box"_s, u"radio button"_s, u"tool button"_s, u"list"_s}) {
        for (int column = 0; column < 2; ++column) {
            QWidget *control = makeControl(kind, &window);
            control->setMaximumHeight(70);
            control->setEnabled(column == 0);
            if (auto *list = qobject_cast<QListWidget *>(control)) {
                list->addItems({u"One"_s, u"Two"_s, u"Three"_s, u"Four"_s, u"Five"_s});
                list->setCurrentRow(1);
            }
            if (auto *edit = qobject_cast<QLineEdit *>(control))
                edit->setPlaceholderText(u"A placeholder"_s);
            grid->addWidget(control, row, column);
        }
        ++row;
    }
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QDir().mkpath(u"screenshots"_s);
    QVERIFY(window.grab().save(u"screenshots/theme-%1.png"_s.arg(word)));
}

QTEST_MAIN(tst_Theme)
#include "tst_theme.moc"
