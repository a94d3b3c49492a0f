// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/terminal/heedrun.h"
#include "tests/e2e/terminal/story.h"
#include "tests/support/scriptedserver.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

using namespace Qt::StringLiterals;
using namespace heed;
using namespace heed::test;

namespace {

//! curl in a process of its own, as a person or a script would call it.
class Curl final : public QObject
{
public:
    explicit Curl(const QStringList &arguments)
    {
        connect(&m_process, &QProcess::readyReadStandardOutput, this,
                [this] { m_out += m_process.readAllStandardOutput(); });
        m_process.start(u"curl"_s, QStringList{u"-sS"_s, u"--noproxy"_s, u"*"_s} + arguments);
    }
    ~Curl() override
    {
        m_process.disconnect(this);
        m_process.kill();
        m_process.waitForFinished();
    }
    [[nodiscard]] const QByteArray &out() const { return m_out; }
    [[nodiscard]] bool hasEnded() const { return m_process.state() == QProcess::NotRunning; }
    [[nodiscard]] bool waitFor(const QByteArray &words) const
    {
        return waitUntil([&] { return m_out.contains(words) || hasEnded(); }) && m_out.contains(words);
    }
    [[nodiscard]] bool waitForEnd() const
    {
        return waitUntil([this] { return hasEnded(); });
    }
    //! Of a stream: its events of a type.
    [[nodiscard]] QList<QJsonObject> events(const QString &type) const
    {
        QList<QJsonObject> found;
        for (const QByteArray &line : m_out.split('\n')) {
            const QJsonObject event = QJsonDocument::fromJson(line.mid(6)).object();
            if (line.startsWith("data: ") && event[u"type"_s].toString() == type)
                found.append(event);
        }
        return found;
    }

private:
    QProcess m_process{};
    QByteArray m_out{};
};

QJsonArray asksAndGoesOn()
{
    const QJsonObject question{
        {u"id"_s, u"c1"_s},
        {u"name"_s, u"ask_user"_s},
        {u"arguments"_s, QJsonObject{{u"question"_s, u"Which project?"_s},
                                     {u"options"_s, QJsonArray{u"Imprint"_s, u"Billing"_s}}}}};
    return {QJsonObject{{u"stream"_s, QJsonArray{QJsonObject{{u"say"_s, u"I ask. "_s}},
                                                 QJsonObject{{u"call"_s, question}}}}},
            QJsonObject{{u"stream"_s, QJsonArray{QJsonObject{{u"say"_s, u"Booked as you said."_s}}}}},
            QJsonObject{{u"stream"_s, QJsonArray{QJsonObject{{u"say"_s, u"This takes a while."_s}},
                                                 QJsonObject{{u"hold"_s, true}}}}}};
}

} // namespace

//! `heed serve` as a process, driven by curl with a scripted model.
class tst_Serve : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void curlAloneStartsWatchesAnswersAndStops();
    void isKilledWhileItWaitsAndCarriesOn();
    void endsCleanly_data();
    void endsCleanly();
    void eachProviderGetsItsOwnKey();
    void onlyOneServes();
    void portThatIsTakenIsSaid();

private:
    [[nodiscard]] std::unique_ptr<HeedRun> serve(const QStringList &more = {});
    //! With whatever key is kept for that server.
    [[nodiscard]] std::unique_ptr<HeedRun> serveWith(const ScriptedServer &server);
    //! What api.json says, once it is there.
    void readPlace();
    [[nodiscard]] std::unique_ptr<Curl> curl(const QString &path, const QStringList &more = {}) const;
    [[nodiscard]] QJsonObject call(const QString &path, const QStringList &more = {}) const;
    [[nodiscard]] QString apiFile() const { return m_home->filePath(u"api.json"_s); }

    std::unique_ptr<QTemporaryDir> m_home{};
    std::unique_ptr<ScriptedServer> m_server{};
    QString m_url{};
    QString m_token{};
};

void tst_Serve::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_server = std::make_unique<ScriptedServer>();
    QVERIFY(m_server->listen());
    QCOMPARE(m_server->load(QJsonDocument(asksAndGoesOn())), QString());
}

void tst_Serve::cleanup()
{
    m_server.reset();
    m_home.reset();
}

std::unique_ptr<HeedRun> tst_Serve::serve(const QStringList &more)
{
    auto heed = std::make_unique<HeedRun>(
        m_home->path(),
        QStringList{u"serve"_s, u"--provider"_s, u"openai"_s, u"--base-url"_s, m_server->url().toString(),
                    u"--model"_s, u"scripted"_s, u"--key-from"_s, u"HEED_TEST_KEY"_s} +
            more);
    heed->setVariable(u"HEED_TEST_KEY"_s, u"key-that-only-the-server-sees"_s);
    heed->start();
    return heed;
}

std::unique_ptr<HeedRun> tst_Serve::serveWith(const ScriptedServer &server)
{
    auto heed = std::make_unique<HeedRun>(
        m_home->path(), QStringList{u"serve"_s, u"--provider"_s, u"openai"_s, u"--base-url"_s,
                                    server.url().toString(), u"--model"_s, u"scripted"_s});
    heed->start();
    return heed;
}

void tst_Serve::readPlace()
{
    const QString before = m_token;
    const auto read = [this] {
        QFile file(apiFile());
        if (!file.open(QIODevice::ReadOnly))
            return QJsonObject();
        return QJsonDocument::fromJson(file.readAll()).object();
    };
    QVERIFY(waitUntil([&] {
        const QString token = read()[u"token"_s].toString();
        return !token.isEmpty() && token != before;
    }));
    m_url = read()[u"url"_s].toString();
    m_token = read()[u"token"_s].toString();
}

std::unique_ptr<Curl> tst_Serve::curl(const QString &path, const QStringList &more) const
{
    return std::make_unique<Curl>(QStringList{u"-H"_s, QString(u"Authorization: Bearer "_s + m_token)} +
                                  more + QStringList{QString(m_url + path)});
}

QJsonObject tst_Serve::call(const QString &path, const QStringList &more) const
{
    const auto run = curl(path, more);
    return run->waitForEnd() ? QJsonDocument::fromJson(run->out()).object() : QJsonObject();
}

void tst_Serve::curlAloneStartsWatchesAnswersAndStops()
{
    const auto heed = serve();
    readPlace();
    const qint64 chat = call(u"/api/chat/sessions"_s, {u"-X"_s, u"POST"_s})[u"id"_s].toInteger();
    QVERIFY(chat > 0);
    const QString session = u"/api/chat/sessions/%1"_s.arg(chat);
    QVERIFY(call(QString(session + u"/messages"_s), {u"-d"_s, uR"({"text": "Book two hours"})"_s})[u"reply"_s]
                .toInteger() > 0);
    const auto stream = curl(QString(session + u"/reply"_s), {u"-N"_s});
    QVERIFY2(stream->waitFor(R"("type":"question")"), stream->out().constData());
    const QString id = stream->events(u"question"_s).constFirst()[u"id"_s].toString();
    const QJsonObject answered =
        call(QString(session + u"/answer"_s), {u"-d"_s, uR"({"id": "%1", "answer": "Billing"})"_s.arg(id)});
    QCOMPARE(answered[u"outcome"_s].toString(), u"chosen"_s);
    QVERIFY(stream->waitForEnd());
    QCOMPARE(stream->events(u"done"_s).size(), 1);
    QCOMPARE(stream->events(u"answer"_s).constFirst()[u"via"_s].toString(), u"api"_s);

    QVERIFY(call(QString(session + u"/messages"_s), {u"-d"_s, uR"({"text": "And more"})"_s})
                .contains(u"reply"_s));
    const auto second = curl(QString(session + u"/reply"_s), {u"-N"_s});
    QVERIFY2(second->waitFor(R"("type":"text")"), second->out().constData());
    QVERIFY(call(QString(session + u"/stop"_s), {u"-X"_s, u"POST"_s}).contains(u"reply"_s));
    QVERIFY(second->waitForEnd());
    QCOMPARE(second->events(u"stopped"_s).size(), 1);

    const Story told = Story::read(m_home->path());
    QCOMPARE(told.integrity, u"ok"_s);
    QCOMPARE(told.replies.size(), 2);
    QCOMPARE(told.replies.at(0).state, u"done"_s);
    QCOMPARE(told.replies.at(1).state, u"stopped"_s);
    QVERIFY(!heed->err().contains(m_token.toLatin1()));
}

void tst_Serve::isKilledWhileItWaitsAndCarriesOn()
{
    auto heed = serve();
    readPlace();
    const qint64 chat = call(u"/api/chat/sessions"_s, {u"-X"_s, u"POST"_s})[u"id"_s].toInteger();
    const QString session = u"/api/chat/sessions/%1"_s.arg(chat);
    const qint64 reply =
        call(QString(session + u"/messages"_s), {u"-d"_s, uR"({"text": "Book two hours"})"_s})[u"reply"_s]
            .toInteger();
    const auto before = curl(QString(session + u"/reply"_s), {u"-N"_s});
    QVERIFY2(before->waitFor(R"("type":"question")"), before->out().constData());
    const QJsonObject question = before->events(u"question"_s).constFirst();
    heed->killNow();
    QVERIFY(before->waitForEnd());
    QVERIFY(QFile::exists(apiFile())); // nobody was there to take it away

    heed = serve();
    readPlace();
    const QJsonArray waiting = call(u"/api/questions"_s)[u"questions"_s].toArray();
    QCOMPARE(waiting.size(), 1);
    QCOMPARE(waiting.first()[u"id"_s], question[u"id"_s]);
    const auto after = curl(QString(session + u"/reply"_s),
                            {u"-N"_s, u"-H"_s, u"Last-Event-ID: %1"_s.arg(question[u"seq"_s].toInteger())});
    QCOMPARE(call(QString(session + u"/answer"_s), {u"-d"_s, uR"({"id": "%1", "answer": "Imprint"})"_s.arg(
                                                                 question[u"id"_s].toString())})[u"text"_s]
                 .toString(),
             u"Imprint"_s);
    QVERIFY(after->waitForEnd());
    QCOMPARE(after->events(u"question"_s).size(), 0); // it was not asked twice
    QCOMPARE(after->events(u"answer"_s).size(), 1);
    QCOMPARE(after->events(u"done"_s).size(), 1);

    const Story told = Story::read(m_home->path());
    QCOMPARE(told.integrity, u"ok"_s);
    QCOMPARE(told.replies.size(), 1);
    QCOMPARE(call(session)[u"reply"_s][u"id"_s].toInteger(), reply);
    QCOMPARE(told.questions.size(), 1);
    QCOMPARE(told.count(u"inquiry.settled"_s, question[u"id"_s].toString()), 1);
}

void tst_Serve::endsCleanly_data()
{
    QTest::addColumn<int>("signalNumber");
    QTest::newRow("asked to end") << SIGTERM;
    QTest::newRow("Ctrl-C") << SIGINT;
}

void tst_Serve::endsCleanly()
{
    QFETCH(const int, signalNumber);
    const auto heed = serve();
    readPlace();
    QVERIFY(waitUntil([&] { return heed->err().contains("api.json"); }));
    QVERIFY2(heed->err().contains(m_url.toLatin1()), heed->err().constData());
    QVERIFY(!heed->err().contains(m_token.toLatin1()));
    QVERIFY(heed->out().isEmpty());
    QCOMPARE(QFileInfo(apiFile()).permissions() & QFileDevice::Permissions(0x0077),
             QFileDevice::Permissions());
    const qint64 chat = call(u"/api/chat/sessions"_s, {u"-X"_s, u"POST"_s})[u"id"_s].toInteger();
    const QString session = u"/api/chat/sessions/%1"_s.arg(chat);
    QVERIFY(call(QString(session + u"/messages"_s), {u"-d"_s, uR"({"text": "Book two hours"})"_s})
                .contains(u"reply"_s));
    const auto stream = curl(QString(session + u"/reply"_s), {u"-N"_s});
    QVERIFY2(stream->waitFor(R"("type":"question")"), stream->out().constData());

    QCOMPARE(::kill(pid_t(heed->processId()), signalNumber), 0);
    QCOMPARE(heed->waitForEnd(), 0);
    QVERIFY(stream->waitForEnd());
    QVERIFY(stream->out().contains("event: error")); // an end that is said
    QVERIFY(!QFile::exists(apiFile()));
    QCOMPARE(Story::read(m_home->path()).replies.first().state, u"waiting"_s); // and goes on next time
}

void tst_Serve::eachProviderGetsItsOwnKey()
{
    ScriptedServer other;
    QVERIFY(other.listen());
    const auto account = [](const ScriptedServer &server) {
        return u"openai http://127.0.0.1:%1"_s.arg(server.port());
    };
    QFile keys(m_home->filePath(u"keys"_s));
    QVERIFY(keys.open(QIODevice::WriteOnly));
    keys.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    keys.write(QJsonDocument(QJsonObject{{account(*m_server), u"key-of-the-first"_s},
                                         {account(other), u"key-of-the-other"_s}})
                   .toJson());
    keys.close();
    {
        const auto heed = serveWith(*m_server);
        readPlace();
        const QJsonObject chat = call(u"/api/chat/sessions"_s, {u"-d"_s, uR"({"model": "larger"})"_s});
        QCOMPARE(chat[u"id"_s].toInteger(), 1); // it goes on with the first server
        QCOMPARE(::kill(pid_t(heed->processId()), SIGTERM), 0);
        QCOMPARE(heed->waitForEnd(), 0);
    }
    const auto heed = serveWith(other);
    readPlace();
    QVERIFY(call(u"/api/chat/sessions/1/messages"_s, {u"-d"_s, uR"({"text": "Book two hours"})"_s})
                .contains(u"reply"_s));
    QVERIFY(waitUntil([this] { return !m_server->turns().isEmpty(); }));
    QCOMPARE(m_server->turns().constFirst().headers.value("authorization"),
             QByteArray("Bearer key-of-the-first"));
    QVERIFY(other.turns().isEmpty());
}

void tst_Serve::onlyOneServes()
{
    const auto first = serve();
    readPlace();
    const auto second = serve();
    QCOMPARE(second->waitForEnd(), 1);
    QVERIFY2(second->err().contains(QByteArray::number(first->processId())), second->err().constData());
    QVERIFY(call(u"/api/health"_s).contains(u"version"_s)); // the first one is as it was
}

void tst_Serve::portThatIsTakenIsSaid()
{
    const auto heed = serve({u"--port"_s, QString::number(m_server->port())});
    QCOMPARE(heed->waitForEnd(), 1);
    QVERIFY2(heed->err().contains(QByteArray::number(m_server->port())), heed->err().constData());
    QVERIFY(!QFile::exists(apiFile()));
}

QTEST_GUILESS_MAIN(tst_Serve)
#include "tst_serve.moc"
