// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/sights.h"
#include "tests/widgets/window/windowstage.h"

#include "widgets/theme/theme.h"

#include <QDir>
#include <QJsonArray>

using namespace heed;
using namespace heed::test;

//! Draws the main states of the window into the folder "screenshots" of the build, for a person to look at
//! (book 10.5). What it checks is what a machine can see: each of them is drawn and differs from the others,
//! nothing sticks out or is cut off, words can be read, and from right to left everything is where a mirror
//! shows it.
class TestScreenshots : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void states_data();
    void states();
    void cleanup();

private:
    //! \param state the same word in every theme.
    void keep(WindowStage &stage, const QString &state)
    {
        const QString name = QString::fromLatin1(QTest::currentDataTag()) + u'-' + state;
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
        QCOMPARE(faultsIn(*stage.window, image).join(u'\n'), QString());
        const auto sights = sightsOf(*stage.window);
        if (QApplication::isRightToLeft())
            QCOMPARE(notMirrored(m_light[state], sights, stage.window->width()).join(u'\n'), QString());
        else if (QString::fromLatin1(QTest::currentDataTag()) == "light"_L1)
            m_light.insert(state, sights);
    }

    QFont m_font = QApplication::font();
    QHash<QString, QList<Sight>> m_light{}; //!< from left to right
};

void TestScreenshots::cleanup()
{
    QApplication::setFont(m_font);
    QApplication::setLayoutDirection(Qt::LeftToRight);
}

void TestScreenshots::states_data()
{
    QTest::addColumn<QString>("theme");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<qreal>("textSize");
    QTest::newRow("light") << u"light"_s << QSize(1000, 720) << 1.0;
    QTest::newRow("right-to-left") << u"light"_s << QSize(1000, 720) << 1.0;
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
    const bool isMirrored = QString::fromLatin1(QTest::currentDataTag()) == "right-to-left"_L1;
    QApplication::setLayoutDirection(isMirrored ? Qt::RightToLeft : Qt::LeftToRight);
    applyTheme(*qApp, theme);
    QFont font = m_font;
    font.setPointSizeF(m_font.pointSizeF() * textSize);
    QApplication::setFont(font);

    WindowStage stage;
    stage.window->resize(size);
    QCOMPARE(stage.window->size(), size);
    keep(stage, u"empty"_s);

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
    keep(stage, u"waiting"_s);

    stage.press(Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
    keep(stage, u"panel"_s);
    stage.press(Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);

    // The rest of the reply, which stays in the middle of a word.
    stage.replies.script->add(
        {.say = {u"Done. This is what I booked:\n\n- [x] Monday, 4 hours\n- [x] Thurs"_s}, .hang = true});
    stage.press(Qt::Key_F6);
    stage.pass(1s);
    stage.press(Qt::Key_2);
    QVERIFY(stage.showsText(u"Thurs"_s));
    keep(stage, u"streaming"_s);
    stage.conversation().stop();
    QVERIFY(stage.showsText(u"Stopped."_s));
    stage.window->showNotice(u"Reminder: call the dentist"_s);
    keep(stage, u"stopped"_s);
}

QTEST_MAIN(TestScreenshots)
#include "tst_screenshots.moc"
