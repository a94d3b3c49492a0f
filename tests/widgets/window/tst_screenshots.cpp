// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/widgets/window/windowstage.h"

#include "widgets/theme/theme.h"

#include <QDir>
#include <QJsonArray>

using namespace heed;
using namespace heed::test;

//! Draws the main states of the window into the folder "screenshots" of the build, for a person to look at
//! (book 10.5). What it checks is that each of them is drawn and differs from the others.
class TestScreenshots : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void states_data();
    void states();

private:
    static void keep(WindowStage &stage, const QString &name)
    {
        stage.pass(1s);
        QTest::qWait(50); // the frame that shows it
        const QImage image = stage.window->grab().toImage();
        QCOMPARE(image.deviceIndependentSize().toSize(), stage.window->size());
        QDir().mkpath(u"screenshots"_s);
        QVERIFY(image.save(u"screenshots/%1.png"_s.arg(name)));
        static QHash<QString, QImage> known;
        for (auto other = known.cbegin(); other != known.cend(); ++other)
            QVERIFY2(other.value() != image, qPrintable(name + u" looks like "_s + other.key()));
        known.insert(name, image);
    }
};

void TestScreenshots::states_data()
{
    QTest::addColumn<QString>("theme");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<qreal>("textSize");
    QTest::newRow("light") << u"light"_s << QSize(1000, 720) << 1.0;
    QTest::newRow("dark") << u"dark"_s << QSize(1000, 720) << 1.0;
    QTest::newRow("high-contrast") << u"highContrast"_s << QSize(1000, 720) << 1.0;
    QTest::newRow("narrow") << u"light"_s << QSize(360, 680) << 1.0;
    QTest::newRow("large-text") << u"light"_s << QSize(1000, 900) << 2.0;
}

void TestScreenshots::states()
{
    QFETCH(const QString, theme);
    QFETCH(const QSize, size);
    QFETCH(const qreal, textSize);
    const QString name = QString::fromLatin1(QTest::currentDataTag());
    const QFont before = QApplication::font();
    applyTheme(*qApp, theme);
    QFont font = before;
    font.setPointSizeF(before.pointSizeF() * textSize);
    QApplication::setFont(font);

    WindowStage stage;
    stage.window->resize(size);
    QCOMPARE(stage.window->size(), size);
    keep(stage, name + u"-empty"_s);

    stage.replies.script->add(
        {.say = {u"I have gone through the calendar. Twelve hours belong to **no project** yet:\n\n"
                 "| day | hours | what |\n|---|---|---|\n| Monday | 4 | Workshop with the printers |\n"
                 "| Thursday | 8 | Looking for the lost invoices |\n"_s},
         .calls = {call(u"l1"_s, u"lookup"_s, {}),
                   call(u"c1"_s, u"ask_user"_s,
                        {{u"question"_s, whichProject()},
                         {u"options"_s,
                          QJsonArray{QJsonObject{{u"label"_s, u"Billing"_s},
                                                 {u"description"_s, u"Invoices and payments, until March"_s}},
                                     QJsonObject{{u"label"_s, u"Support"_s},
                                                 {u"description"_s, u"What customers asked for this week"_s}},
                                     QJsonObject{{u"label"_s, u"Internal"_s},
                                                 {u"description"_s, u"Billed to nobody"_s}}}}})}});
    stage.type(u"Book my open hours, please"_s);
    stage.press(Qt::Key_Return);
    QVERIFY(stage.waitForCard(whichProject()));
    stage.pass(3s);
    keep(stage, name + u"-waiting"_s);

    stage.press(Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
    keep(stage, name + u"-panel"_s);
    stage.press(Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);

    // The rest of the reply, which stays in the middle of a word.
    stage.replies.script->add(
        {.say = {u"Done. This is what I booked:\n\n- [x] Monday, 4 hours\n- [x] Thurs"_s}, .hang = true});
    stage.press(Qt::Key_F6);
    stage.pass(1s);
    stage.press(Qt::Key_2);
    QVERIFY(stage.showsText(u"Thurs"_s));
    keep(stage, name + u"-streaming"_s);
    stage.conversation().stop();
    QVERIFY(stage.showsText(u"Stopped."_s));
    stage.window->showNotice(u"Reminder: call the dentist"_s);
    keep(stage, name + u"-stopped"_s);
    QApplication::setFont(before);
}

QTEST_MAIN(TestScreenshots)
#include "tst_screenshots.moc"
