// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/terminal/heedrun.h"
#include "tests/support/scriptedserver.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

//! `heed mcp` driven by the real clients of the protocol. Each case is a file in cases/:
//!   about      what must hold, in a sentence
//!   settings   for heed.ini; asking is on without them
//!   responses  of the model, as ScriptedServer takes them
//!   plan       for mcp_client.mjs, which tells what it may hold. In its shell steps HEED is the program, and
//!              ANSWER a person who answers a question at a terminal
//!   model      request (from 0) to a pattern that its last message matches
//!   absent     files under HEED_HOME that must not be there afterwards
class tst_Mcp : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void cases_data();
    void cases();

private:
    void writeSettings(const QDir &home, const QJsonObject &settings, const QString &server);
    //! What the client found wrong; all that it told would be cut off by QtTest.
    [[nodiscard]] static QByteArray problemsIn(const QByteArray &told);
    [[nodiscard]] static QByteArray play(const QString &plan, const QDir &home, int &code);
};

void tst_Mcp::cases_data()
{
    QTest::addColumn<QJsonObject>("one");
    const QDir folder(QStringLiteral(HEED_SOURCE_DIR) + u"/tests/e2e/mcp/cases"_s);
    const auto files = folder.entryList({u"*.json"_s}, QDir::Files, QDir::Name);
    QVERIFY(!files.isEmpty());
    for (const auto &name : files) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QJsonParseError error{};
        const auto one = QJsonDocument::fromJson(file.readAll(), &error).object();
        QVERIFY2(!one.isEmpty(), qPrintable(name + u": "_s + error.errorString()));
        QTest::newRow(qPrintable(name.chopped(5) + u": "_s + one[u"about"_s].toString())) << one;
    }
}

void tst_Mcp::writeSettings(const QDir &home, const QJsonObject &settings, const QString &server)
{
    QJsonObject all{{u"provider.kind"_s, u"openai"_s},
                    {u"provider.baseUrl"_s, server},
                    {u"provider.model"_s, u"scripted"_s},
                    {u"provider.keyFrom"_s, u"HEED_TEST_KEY"_s},
                    {u"mcp.tools.ask"_s, u"on"_s}};
    for (auto it = settings.begin(); it != settings.end(); ++it)
        all[it.key()] = *it;
    QVERIFY(QDir().mkpath(home.path()));
    QFile file(home.filePath(u"heed.ini"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("[General]\n");
    for (auto it = all.begin(); it != all.end(); ++it)
        file.write((it.key() + u'=' + it->toString() + u'\n').toUtf8());
}

QByteArray tst_Mcp::play(const QString &plan, const QDir &home, int &code)
{
    const QString here = QStringLiteral(HEED_SOURCE_DIR) + u"/tests/e2e/mcp/"_s;
    QProcess node;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"HEED_HOME"_s, home.path());
    environment.insert(u"HEED"_s, QStringLiteral(HEED_PROGRAM));
    environment.insert(u"ANSWER"_s, here + u"answer.py"_s);
    environment.insert(u"HEED_TEST_KEY"_s, u"key-that-only-the-server-sees"_s);
    environment.insert(u"LC_ALL"_s, u"C.UTF-8"_s);
    environment.insert(u"TZ"_s, u"UTC"_s);
    environment.insert(u"no_proxy"_s, u"127.0.0.1"_s);
    environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_s, u"unix:path="_s + home.filePath(u"no-bus"_s));
    environment.remove(u"DISPLAY"_s);
    environment.remove(u"QT_QPA_PLATFORM"_s);
    node.setProcessEnvironment(environment);
    node.setProcessChannelMode(QProcess::MergedChannels);
    node.start(u"node"_s, {here + u"mcp_client.mjs"_s, u"--plan"_s, plan, u"--sdk-dir"_s,
                           QStringLiteral(HEED_MCP_SDK), u"--"_s, QStringLiteral(HEED_PROGRAM), u"mcp"_s});
    if (!waitUntil([&node] { return node.state() == QProcess::NotRunning; }, 120'000))
        node.kill();
    node.waitForFinished();
    code = node.exitStatus() == QProcess::NormalExit ? node.exitCode() : -1;
    return node.readAll();
}

QByteArray tst_Mcp::problemsIn(const QByteArray &told)
{
    constexpr qsizetype most = 600; // of a line
    QByteArrayList problems;
    const auto lines = told.split('\n');
    for (const auto &line : lines) {
        const QString event = QJsonDocument::fromJson(line).object()[u"ev"_s].toString();
        const bool isPlain = QStringList{u"send"_s,   u"recv"_s,  u"step"_s,   u"result"_s, u"ok"_s,
                                         u"notify"_s, u"spawn"_s, u"closed"_s, u"elicit"_s, u"answer"_s}
                                 .contains(event);
        if (!isPlain && !line.isEmpty())
            problems.append(line.left(most));
    }
    return problems.join('\n');
}

void tst_Mcp::cases()
{
    QFETCH(QJsonObject, one);
    const QTemporaryDir folder;
    const QDir home(folder.filePath(u"home"_s));
    ScriptedServer server;
    QVERIFY(server.listen());
    QCOMPARE(server.load(QJsonDocument(one[u"responses"_s].toArray())), QString());
    if (!one[u"bare"_s].toBool())
        writeSettings(home, one[u"settings"_s].toObject(), server.url().toString());
    const QString plan = folder.filePath(u"plan.json"_s);
    QFile file(plan);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QJsonDocument(one[u"plan"_s].toObject()).toJson());
    file.close();
    int code = -1;
    const QByteArray told = play(plan, home, code);
    QVERIFY2(code == 0, problemsIn(told).constData());
    const QJsonObject model = one[u"model"_s].toObject();
    for (auto it = model.begin(); it != model.end(); ++it) {
        const QJsonObject request = server.turns().value(it.key().toInt()).json();
        const auto messages = request[u"messages"_s].toArray();
        const QString last = messages.isEmpty() ? QString() : messages.last()[u"content"_s].toString();
        const QRegularExpression wanted(it->toString(), QRegularExpression::DotMatchesEverythingOption);
        QVERIFY2(wanted.match(last).hasMatch(), qPrintable(it.key() + u": "_s + last));
    }
    const auto absent = one[u"absent"_s].toArray();
    for (const auto &name : absent)
        QVERIFY2(!QFile::exists(home.filePath(name.toString())), qPrintable(name.toString()));
}

QTEST_GUILESS_MAIN(tst_Mcp)
#include "tst_mcp.moc"
