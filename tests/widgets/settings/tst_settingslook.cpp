// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogstage.h"

#include "widgets/theme/theme.h"

#include <QApplication>
#include <QDir>
#include <QTest>

using namespace heed;
using namespace heed::test;

//! Pictures for a person to look at, in the build folder.
class tst_SettingsLook : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void picture_data();
    void picture();
    void cleanup();

private:
    QFont m_font = QApplication::font();
};

void tst_SettingsLook::picture_data()
{
    QTest::addColumn<QString>("theme");
    QTest::addColumn<int>("width");
    QTest::addColumn<double>("scale");
    QTest::addColumn<bool>("mirrored");
    QTest::addRow("light") << u"light"_s << 860 << 1.0 << false;
    QTest::addRow("dark") << u"dark"_s << 860 << 1.0 << false;
    QTest::addRow("high-contrast") << u"highContrast"_s << 860 << 1.0 << false;
    QTest::addRow("narrow") << u"light"_s << 360 << 1.0 << false;
    QTest::addRow("large-text") << u"dark"_s << 360 << 2.0 << false;
    QTest::addRow("mirrored") << u"light"_s << 860 << 1.0 << true;
}

void tst_SettingsLook::picture()
{
    QFETCH(QString, theme);
    QFETCH(int, width);
    QFETCH(double, scale);
    QFETCH(bool, mirrored);
    applyTheme(*qApp, theme);
    QFont font = m_font;
    font.setPointSizeF(font.pointSizeF() * scale);
    QApplication::setFont(font);
    QApplication::setLayoutDirection(mirrored ? Qt::RightToLeft : Qt::LeftToRight);
    DialogStage stage;
    QVERIFY(stage.settings->setAll(
        {{u"provider.kind"_s, u"openai"_s},
         {u"provider.baseUrl"_s, u"http://localhost:11434/v1"_s},
         {u"provider.model"_s, u"llama3.2"_s},
         {u"search.folders"_s, QStringList{stage.folder.path(), u"/home-of-anna/Notes about the house"_s}}}));
    stage.open();
    stage.dialog->resize(width, 720);
    QDir().mkpath(u"screenshots"_s);
    for (const auto &[name, page] : {std::pair("models", SettingsDialog::Page::Models),
                                     std::pair("questions", SettingsDialog::Page::Questions),
                                     std::pair("search", SettingsDialog::Page::Search),
                                     std::pair("appearance", SettingsDialog::Page::Appearance),
                                     std::pair("privacy", SettingsDialog::Page::Privacy),
                                     std::pair("other", SettingsDialog::Page::OtherPrograms)}) {
        stage.turnTo(page);
        const QString file = u"screenshots/settings-%1-%2.png"_s.arg(
            QLatin1StringView(name), QLatin1StringView(QTest::currentDataTag()));
        QVERIFY(stage.dialog->grab().save(file));
    }
}

void tst_SettingsLook::cleanup()
{
    QApplication::setFont(m_font);
    QApplication::setLayoutDirection(Qt::LeftToRight);
}

QTEST_MAIN(tst_SettingsLook)
#include "tst_settingslook.moc"
