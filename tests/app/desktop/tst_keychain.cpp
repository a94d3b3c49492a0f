// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/systemkeychain.h"
#include "tests/app/desktop/privatebus.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

using Place = Keychain::Place;

//! On a bus without a keychain service, as on a machine that has none.
class tst_Keychain : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void accountHoldsTheHost_data();
    void accountHoldsTheHost();
    void missingServiceIsToldAndKeepsNothing();
    void keyForThisRunIsInNoFile();
    void keyInAFileIsForThePersonOnly();
    void removedKeyIsGoneEverywhere();
    void unwritableFileIsTold();
    void damagedFileIsAsIfEmpty();
    void answersAThreadOfItsOwn();

private:
    [[nodiscard]] QString file() const { return m_folder.filePath(u"keys.json"_s); }
    template <typename T, typename Ask>
    [[nodiscard]] std::optional<Result<T>> wait(Ask ask)
    {
        std::optional<Result<T>> result;
        ask([&](const Result<T> &got) { result.emplace(got); });
        if (result) // from inside the call: a receiver could not bear that
            return std::nullopt;
        std::ignore = QTest::qWaitFor([&] { return result.has_value(); }, heed::test::patienceMs);
        return result;
    }
    [[nodiscard]] std::optional<Result<QString>> read(Keychain &keychain, const QString &account)
    {
        return wait<QString>([&](const auto &then) { keychain.read(account, this, then); });
    }
    [[nodiscard]] std::optional<Result<Done>> write(Keychain &keychain, const QString &key, Place place)
    {
        return wait<Done>([&](const auto &then) { keychain.write(u"openai"_s, key, place, this, then); });
    }

    PrivateBus m_bus{};
    QTemporaryDir m_folder{};
};

void tst_Keychain::initTestCase()
{
    const QString address = m_bus.start();
    QVERIFY2(!address.isEmpty(), qPrintable(m_bus.why()));
    qputenv("DBUS_SESSION_BUS_ADDRESS", address.toUtf8()); // before anything asks for the session bus
}

void tst_Keychain::accountHoldsTheHost_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("account");
    QTest::newRow("the provider's own address") << u"anthropic"_s << QString() << u"anthropic"_s;
    QTest::newRow("a host") << u"openai"_s << u"https://api.example.org/v1"_s
                            << u"openai https://api.example.org"_s;
    QTest::newRow("another path of it")
        << u"openai"_s << u"https://api.example.org/v2/"_s << u"openai https://api.example.org"_s;
    QTest::newRow("a port") << u"openai"_s << u"http://localhost:1234/v1"_s
                            << u"openai http://localhost:1234"_s;
    QTest::newRow("a host that only looks like it") << u"openai"_s << u"https://api.example.org.evil.net"_s
                                                    << u"openai https://api.example.org.evil.net"_s;
}

void tst_Keychain::accountHoldsTheHost()
{
    QFETCH(QString, kind);
    QFETCH(QString, url);
    QTEST(keyAccount({.kind = kind, .baseUrl = url}), "account");
}

void tst_Keychain::missingServiceIsToldAndKeepsNothing()
{
    SystemKeychain keychain(file());
    const auto written = write(keychain, u"sk-1"_s, Place::System);
    QVERIFY(written && !*written);
    QCOMPARE(written->error().code, Error::Code::Refused);
    QVERIFY(!written->error().text.contains(u"sk-1"_s) && !written->error().detail.contains(u"sk-1"_s));
    const auto kept = read(keychain, u"openai"_s);
    QVERIFY(kept && !*kept);
    QCOMPARE(kept->error().code, Error::Code::NotFound);
    QVERIFY(!QFile::exists(file()));
}

void tst_Keychain::keyForThisRunIsInNoFile()
{
    SystemKeychain keychain(file());
    QVERIFY(*write(keychain, u"sk-2"_s, Place::ThisRun));
    QCOMPARE(**read(keychain, u"openai"_s), u"sk-2"_s);
    QVERIFY(!*read(keychain, u"anthropic"_s)); // another account has none
    QVERIFY(!QFile::exists(file()));
    SystemKeychain next(file());
    QVERIFY(!*read(next, u"openai"_s));
}

void tst_Keychain::keyInAFileIsForThePersonOnly()
{
    {
        SystemKeychain keychain(file());
        QVERIFY(*write(keychain, u"older"_s, Place::ThisRun));
        QVERIFY(*write(keychain, u"sk-3"_s, Place::File));
        QCOMPARE(**read(keychain, u"openai"_s), u"sk-3"_s);
    }
    const auto others =
        QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther | QFileDevice::WriteOther;
    QVERIFY(!(QFile::permissions(file()) & others));
    SystemKeychain next(file());
    QCOMPARE(**read(next, u"openai"_s), u"sk-3"_s);
}

void tst_Keychain::removedKeyIsGoneEverywhere()
{
    SystemKeychain keychain(file());
    QVERIFY(*write(keychain, u"sk-4"_s, Place::File));
    QVERIFY(*write(keychain, u"sk-5"_s, Place::ThisRun));
    const auto removed = wait<Done>([&](const auto &then) { keychain.remove(u"openai"_s, this, then); });
    QVERIFY(removed && *removed);
    QVERIFY(!*read(keychain, u"openai"_s));
    QFile kept(file());
    QVERIFY(kept.open(QIODevice::ReadOnly));
    QVERIFY(!kept.readAll().contains("sk-"));
}

void tst_Keychain::unwritableFileIsTold()
{
    SystemKeychain keychain(m_folder.filePath(u"not/there/keys.json"_s));
    const auto written = write(keychain, u"sk-6"_s, Place::File);
    QVERIFY(written && !*written);
    QCOMPARE(written->error().code, Error::Code::Storage);
}

void tst_Keychain::damagedFileIsAsIfEmpty()
{
    QFile damaged(file());
    QVERIFY(damaged.open(QIODevice::WriteOnly));
    damaged.write("{\"openai\": [1, 2");
    damaged.close();
    SystemKeychain keychain(file());
    QVERIFY(!*read(keychain, u"openai"_s));
}

void tst_Keychain::answersAThreadOfItsOwn()
{
    SystemKeychain keychain(file());
    QVERIFY(*write(keychain, u"sk-7"_s, Place::ThisRun));
    QThread thread;
    QObject inThread;
    inThread.moveToThread(&thread);
    thread.start();
    std::atomic<bool> isRight = false;
    std::atomic<bool> isBack = false;
    QMetaObject::invokeMethod(&inThread, [&] {
        keychain.read(u"openai"_s, &inThread, [&](const Result<QString> &key) {
            isRight = key && *key == u"sk-7"_s && QThread::currentThread() == &thread;
            isBack = true;
        });
    });
    QTRY_VERIFY(isBack);
    QVERIFY(isRight);
    thread.quit();
    QVERIFY(thread.wait());
}

QTEST_GUILESS_MAIN(tst_Keychain)
#include "tst_keychain.moc"
