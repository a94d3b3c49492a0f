// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QDir>
#include <QGuiApplication>
#include <QIcon>
#include <QTest>
#include <QTranslator>

using namespace Qt::StringLiterals;

//! What is compiled into the program can be used: every icon can be painted (the SVG plugin is there),
//! every catalogue can be loaded.
class ResourcesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyIconIsPainted_data()
    {
        QTest::addColumn<QString>("file");
        const QStringList files = QDir(u":/icons"_s).entryList();
        for (const QString &file : files)
            QTest::newRow(qPrintable(file)) << file;
    }

    void everyIconIsPainted()
    {
        QFETCH(const QString, file);
        const QImage image = QIcon(u":/icons/"_s + file).pixmap(QSize(32, 32)).toImage();
        QCOMPARE(image.size(), QSize(32, 32));
        int inked = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                inked += qAlpha(image.pixel(x, y)) > 128 ? 1 : 0;
        }
        QVERIFY2(inked > 20, "nothing was painted");
        QVERIFY2(inked < 32 * 32, "no place is left free");
    }

    void theIconsAreThose_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"heed", "send", "stop", "new-chat", "waiting", "reminders", "settings",
                                 "search", "copy", "retry", "close"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void theIconsAreThose()
    {
        QFETCH(const QString, name);
        QVERIFY(QFile::exists(u":/icons/"_s + name + u".svg"_s));
    }

    void englishIsCompiledIn()
    {
        QTranslator translator;
        QVERIFY(translator.load(QLocale(QLocale::English), u"heed"_s, u"_"_s, u":/i18n"_s));
        QCOMPARE(translator.language(), u"en"_s);
    }
};

QTEST_MAIN(ResourcesTest)
#include "tst_resources.moc"
