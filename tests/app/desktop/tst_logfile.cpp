// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/logfile.h"
#include "models/base/logging.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

class tst_LogFile : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void keepsWhatIsLogged();
    void oneMessageIsOneLine();
    void isForThePersonOnly();
    void rotatesAndKeepsThree();
    void unusableFolderIsNoHarm();
    void stopsAtItsEnd();

private:
    [[nodiscard]] QByteArray read(const QString &name) const
    {
        QFile file(m_folder->filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    const ManualClock m_clock{QDateTime({2026, 11, 29}, {14, 2}, Qt::UTC)};
    std::unique_ptr<QTemporaryDir> m_folder = std::make_unique<QTemporaryDir>();
};

void tst_LogFile::keepsWhatIsLogged()
{
    const LogFile log(m_folder->filePath(u"logs"_s), m_clock);
    qCInfo(lcReply) << "reply 7 resumed";
    qCDebug(lcReply) << "too small to keep";
    QCOMPARE(read(u"logs/heed.log"_s),
             QByteArray("2026-11-29T14:02:00.000Z info heed.reply reply 7 resumed\n"));
}

void tst_LogFile::oneMessageIsOneLine()
{
    const LogFile log(m_folder->filePath(u"lines"_s), m_clock);
    qCWarning(lcStore).noquote() << "first\r\nsecond" << QString(5000, u'x');
    const QByteArray text = read(u"lines/heed.log"_s);
    QCOMPARE(text.count('\n'), 1);
    QVERIFY(text.contains("first  second"));
    QVERIFY(text.size() < 2200);
}

void tst_LogFile::isForThePersonOnly()
{
    const LogFile log(m_folder->filePath(u"mode"_s), m_clock);
    const auto others =
        QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther | QFileDevice::WriteOther;
    QVERIFY(!(QFile::permissions(log.fileName()) & others));
    QVERIFY(!(QFile::permissions(m_folder->filePath(u"mode"_s)) & others));
}

void tst_LogFile::rotatesAndKeepsThree()
{
    LogFile log(m_folder->filePath(u"turn"_s), m_clock);
    const QString filler(1990, u'y');
    const int perFile = int(LogFile::sizeLimit / 2020) + 2;
    for (int i = 0; i < perFile * 4; ++i)
        log.write(QtInfoMsg, "heed.reply", QString::number(i) + u' ' + filler);
    QVERIFY(read(u"turn/heed.log"_s).contains(QByteArray(" " + QByteArray::number(perFile * 4 - 1) + " ")));
    QVERIFY(QFile::exists(m_folder->filePath(u"turn/heed.log.1"_s)));
    QVERIFY(QFile::exists(m_folder->filePath(u"turn/heed.log.2"_s)));
    QVERIFY(!QFile::exists(m_folder->filePath(u"turn/heed.log.3"_s)));
    for (const QString &name : {u"turn/heed.log"_s, u"turn/heed.log.1"_s, u"turn/heed.log.2"_s})
        QVERIFY(read(name).size() <= LogFile::sizeLimit + 4096);
}

void tst_LogFile::unusableFolderIsNoHarm()
{
    QFile taken(m_folder->filePath(u"taken"_s));
    QVERIFY(taken.open(QIODevice::WriteOnly));
    LogFile log(taken.fileName(), m_clock);
    log.write(QtInfoMsg, "heed.reply", u"nowhere"_s);
    QCOMPARE(taken.size(), 0);
}

void tst_LogFile::stopsAtItsEnd()
{
    {
        const LogFile log(m_folder->filePath(u"ended"_s), m_clock);
        qCInfo(lcReply) << "before";
    }
    qCInfo(lcReply) << "after";
    const QByteArray text = read(u"ended/heed.log"_s);
    QVERIFY(text.contains("before"));
    QVERIFY(!text.contains("after"));
}

QTEST_GUILESS_MAIN(tst_LogFile)
#include "tst_logfile.moc"
