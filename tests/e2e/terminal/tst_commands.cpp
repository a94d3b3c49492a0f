// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/terminal/heedrun.h"
#include "tests/e2e/terminal/story.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace heed::test;

//! The commands beside the conversation, and what the program does where it cannot work: a sentence, an exit
//! code, and nothing changed.
class tst_Commands : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void exitCodes_data();
    void exitCodes();
    void settingIsKept();
    void auditTellsWhatWasAsked();
    void brokenSettingsAreSaidAndKept();
    void unusableFolder_data();
    void unusableFolder();
    void unusableFolderIsSaidAlsoWhereNothingIsWritten_data() { readingCommands(); }
    void unusableFolderIsSaidAlsoWhereNothingIsWritten();
    void readingMakesNothing_data() { readingCommands(); }
    void readingMakesNothing();
    void relativeFoldersAreIgnored();
    void databaseFromTheFutureIsLeftAlone();
    void garbageIsSetAside();
    void needsNoDisplay();
    void homeMustBeKnown_data();
    void homeMustBeKnown();
    void firstStartSaysNothing();
    void filesAreThePersonsAlone();

private:
    struct Ended {
        int code = -1;
        QByteArray out{};
        QByteArray err{};
        [[nodiscard]] QByteArray all() const { return out + err; }
    };
    [[nodiscard]] Ended run(const QStringList &arguments, const QByteArray &input = {})
    {
        return runIn(m_home->path(), arguments, input);
    }
    [[nodiscard]] static Ended runIn(const QString &home, const QStringList &arguments,
                                     const QByteArray &input = {})
    {
        HeedRun heed(home, arguments);
        heed.start();
        heed.write(input);
        heed.closeInput();
        const int code = heed.waitForEnd();
        return {code, heed.out(), heed.err()};
    }
    [[nodiscard]] static QByteArray contents(const QString &file)
    {
        QFile opened(file);
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    }
    static void readingCommands()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("questions") << QStringList{u"questions"_s, u"pending"_s};
        QTest::newRow("audit") << QStringList{u"audit"_s};
        QTest::newRow("settings") << QStringList{u"config"_s, u"list"_s};
        QTest::newRow("a setting") << QStringList{u"config"_s, u"get"_s, u"provider.kind"_s};
    }
    void writeFile(const QString &name, const QByteArray &bytes) const
    {
        QFile file(m_home->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }

    std::unique_ptr<QTemporaryDir> m_home{};
};

void tst_Commands::homeMustBeKnown_data()
{
    QTest::addColumn<QString>("home");
    QTest::addColumn<QStringList>("arguments");
    const QList<QStringList> commands{
        {u"config"_s, u"list"_s},          {u"audit"_s}, {u"questions"_s, u"pending"_s},
        {u"chat"_s, u"--once"_s, u"hi"_s}, {u"serve"_s}, {u"mcp"_s}};
    for (const QStringList &command : commands) {
        QTest::addRow("%s, empty", qPrintable(command.first())) << QString() << command;
        QTest::addRow("%s, relative", qPrintable(command.first())) << u"somewhere"_s << command;
    }
}

void tst_Commands::homeMustBeKnown()
{
    QFETCH(QString, home);
    QFETCH(QStringList, arguments);
    HeedRun heed({}, arguments);
    heed.setVariable(u"HOME"_s, home);
    heed.start();
    heed.closeInput();
    QCOMPARE(heed.waitForEnd(), 1);
    QVERIFY2(heed.err().contains("HEED_HOME") && heed.err().contains("HOME"), heed.err().constData());
    QCOMPARE(heed.err().count('\n'), 1);
    QVERIFY(!QFile::exists(u"somewhere"_s));
}

void tst_Commands::firstStartSaysNothing()
{
    HeedRun heed(m_home->path(), {u"chat"_s, u"--once"_s, u"hello"_s});
    heed.setVariable(u"QT_LOGGING_RULES"_s, u"heed.store.info=true"_s); // as in the window
    heed.start();
    heed.closeInput();
    QCOMPARE(heed.waitForEnd(), 0);
    QVERIFY2(heed.err().isEmpty(), heed.err().constData());
}

void tst_Commands::filesAreThePersonsAlone()
{
    QCOMPARE(run({u"config"_s, u"set"_s, u"provider.kind"_s, u"guide"_s}).code, 0);
    HeedRun heed(m_home->path(), {u"serve"_s});
    heed.start();
    QVERIFY(waitUntil([this] { return QFile::exists(m_home->filePath(u"api.json"_s)); }));
    int files = 0;
    QDirIterator all(m_home->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        const QString name = all.next();
        struct stat info {
        };
        if (::lstat(QFile::encodeName(name).constData(), &info) != 0)
            continue; // it was there for a moment
        QVERIFY2((info.st_mode & 077) == 0, qPrintable(name));
        ++files;
    }
    QVERIFY(files >= 4);
}

void tst_Commands::exitCodes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("the version") << QStringList{u"--version"_s} << 0 << QByteArray("heed " HEED_VERSION);
    QTest::newRow("help for a command") << QStringList{u"chat"_s, u"--help"_s} << 0 << QByteArray("--once");
    QTest::newRow("all settings") << QStringList{u"config"_s, u"list"_s} << 0
                                  << QByteArray("questions.perReply");
    QTest::newRow("one setting") << QStringList{u"config"_s, u"get"_s, u"reply.maxTurns"_s} << 0
                                 << QByteArray("24");
    QTest::newRow("an empty audit") << QStringList{u"audit"_s} << 0 << QByteArray();
    QTest::newRow("one message to the guide")
        << QStringList{u"chat"_s, u"--once"_s, u"what day is it today?"_s} << 0 << QByteArray("day");
    QTest::newRow("a chat that is not there")
        << QStringList{u"chat"_s, u"--chat"_s, u"999"_s} << 1 << QByteArray("There is no chat 999");
    QTest::newRow("the same in JSON")
        << QStringList{u"chat"_s, u"--json"_s, u"--chat"_s, u"999"_s} << 1 << QByteArray("not_found");
    QTest::newRow("an unknown command") << QStringList{u"chta"_s} << 2 << QByteArray("heed chat");
    QTest::newRow("an unknown option") << QStringList{u"chat"_s, u"--loud"_s} << 2 << QByteArray("loud");
    QTest::newRow("an unknown setting")
        << QStringList{u"config"_s, u"get"_s, u"reply.maxTurn"_s} << 2 << QByteArray("reply.maxTurn");
    QTest::newRow("a value out of range") << QStringList{u"config"_s, u"set"_s, u"reply.maxTurns"_s, u"0"_s}
                                          << 2 << QByteArray("reply.maxTurns");
    QTest::newRow("an unknown provider")
        << QStringList{u"chat"_s, u"--provider"_s, u"oracle"_s} << 2 << QByteArray("openai");
    QTest::newRow("a date that is none")
        << QStringList{u"audit"_s, u"--since"_s, u"yesteryear"_s} << 2 << QByteArray("yesteryear");
}

void tst_Commands::exitCodes()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const int, code);
    QFETCH(const QByteArray, says);
    const Ended ended = run(arguments);
    const QByteArray all = ended.all();
    QVERIFY2(ended.code == code, all.constData());
    const bool isError = code != 0 && !arguments.contains(u"--json"_s);
    QVERIFY2((isError ? ended.err : ended.out).contains(says), all.constData());
    QVERIFY2(!ended.err.contains("heed."), ended.err.constData()); // no line of a log
}

void tst_Commands::settingIsKept()
{
    QCOMPARE(run({u"config"_s, u"set"_s, u"reply.maxTurns"_s, u"12"_s}).code, 0);
    QVERIFY(run({u"config"_s, u"get"_s, u"reply.maxTurns"_s}).out.contains("12"));
    QCOMPARE(run({u"config"_s, u"unset"_s, u"reply.maxTurns"_s}).code, 0);
    QVERIFY(run({u"config"_s, u"get"_s, u"reply.maxTurns"_s}).out.contains("24"));
}

void tst_Commands::auditTellsWhatWasAsked()
{
    HeedRun heed(m_home->path(), {u"chat"_s, u"--json"_s});
    heed.start();
    heed.send({{u"message"_s, u"remind me to call the dentist"_s}});
    const QString id = heed.waitFor(u"question"_s)[u"id"_s].toString();
    heed.send({{u"answer"_s, id}, {u"text"_s, u"in 25 minutes"_s}});
    heed.closeInput();
    QCOMPARE(heed.waitForEnd(), 0);
    const Ended ended = run({u"audit"_s, u"--chat"_s, u"1"_s, u"--json"_s});
    QCOMPARE(ended.code, 0);
    QStringList kinds;
    for (const QByteArray &line : ended.out.split('\n')) {
        if (!line.isEmpty())
            kinds.append(QJsonDocument::fromJson(line)[u"kind"_s].toString());
    }
    QCOMPARE(kinds, (QStringList{u"inquiry.requested"_s, u"inquiry.answered"_s, u"inquiry.settled"_s,
                                 u"tool.called"_s}));
    QVERIFY(run({u"audit"_s}).out.contains("in 25 minutes"));
}

void tst_Commands::brokenSettingsAreSaidAndKept()
{
    const QByteArray broken("[reply\nmaxTurns=twelve\n\x00\xff\xfe=", 28);
    writeFile(u"heed.ini"_s, broken);
    const Ended ended = run({u"chat"_s, u"--once"_s, u"what day is it today?"_s});
    QCOMPARE(ended.code, 0); // it goes on with the defaults
    QVERIFY2(ended.err.contains("heed.ini"), ended.err.constData());
    QStringList kept;
    for (const QString &name : QDir(m_home->path()).entryList({u"heed.ini*"_s}, QDir::Files)) {
        if (contents(m_home->filePath(name)) == broken)
            kept.append(name);
    }
    QCOMPARE(kept.size(), 1);
}

void tst_Commands::unusableFolder_data()
{
    QTest::addColumn<QString>("kind");
    QTest::newRow("a file instead of a folder") << u"file"_s;
    QTest::newRow("a place where nothing can be made") << u"/proc/heed"_s;
    QTest::newRow("a folder that is only for reading") << u"read-only"_s;
    QTest::newRow("a folder of somebody else's") << u"unreadable"_s;
}

void tst_Commands::unusableFolder()
{
    QFETCH(const QString, kind);
    QString home = m_home->filePath(u"home"_s);
    if (kind.startsWith(u'/')) {
        home = kind;
    } else if (kind == u"file"_s) {
        writeFile(u"home"_s, "mine");
    } else {
        if (::geteuid() == 0)
            QSKIP("root may do everything");
        QVERIFY(QDir().mkpath(home));
        QVERIFY(QFile::setPermissions(home, kind == u"read-only"_s ? QFile::ReadOwner | QFile::ExeOwner
                                                                   : QFile::Permissions()));
    }
    for (const QStringList &arguments :
         {QStringList{u"chat"_s, u"--json"_s}, QStringList{u"chat"_s, u"--once"_s, u"Hello"_s}}) {
        const Ended ended = runIn(home, arguments);
        QCOMPARE(ended.code, 1);
        QVERIFY2(ended.err.contains(home.toUtf8()), ended.err.constData()); // says where
        QVERIFY2(ended.err.trimmed().endsWith('.'), ended.err.constData());
    }
    if (kind == u"file"_s)
        QCOMPARE(contents(home), QByteArray("mine"));
    else if (!kind.startsWith(u'/'))
        QFile::setPermissions(home, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

void tst_Commands::unusableFolderIsSaidAlsoWhereNothingIsWritten()
{
    QFETCH(const QStringList, arguments);
    writeFile(u"home"_s, "mine");
    for (const QString &home : {m_home->filePath(u"home"_s), m_home->filePath(u"home/below/it"_s)}) {
        const Ended ended = runIn(home, arguments);
        QCOMPARE(ended.code, 1);
        QVERIFY(ended.out.isEmpty());
        QVERIFY2(ended.err.contains(home.toUtf8()) && ended.err.contains("is no folder"),
                 ended.err.constData());
    }
}

void tst_Commands::readingMakesNothing()
{
    QFETCH(const QStringList, arguments);
    const QString home = m_home->filePath(u"home"_s);
    const Ended ended = runIn(home, arguments);
    QCOMPARE(ended.code, 0);
    QVERIFY2(ended.err.isEmpty(), ended.err.constData());
    QVERIFY(!QFile::exists(home));
}

//! As the XDG base directory specification asks.
void tst_Commands::relativeFoldersAreIgnored()
{
    HeedRun heed({}, {u"chat"_s, u"--once"_s, u"hello"_s});
    heed.setVariable(u"HOME"_s, m_home->path());
    heed.setVariable(u"XDG_DATA_HOME"_s, u"heed-data"_s);
    heed.setVariable(u"XDG_CONFIG_HOME"_s, u"./heed-config"_s);
    heed.start();
    heed.closeInput();
    QCOMPARE(heed.waitForEnd(), 0);
    QVERIFY(!QFile::exists(u"heed-data"_s));
    QVERIFY(!QFile::exists(u"heed-config"_s));
    QVERIFY(QFile::exists(m_home->filePath(u".local/share/heed/heed.sqlite"_s)));
}

void tst_Commands::databaseFromTheFutureIsLeftAlone()
{
    QCOMPARE(run({u"chat"_s, u"--once"_s, u"what day is it today?"_s}).code, 0);
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"future"_s);
        database.setDatabaseName(m_home->filePath(u"heed.sqlite"_s));
        QVERIFY(database.open());
        QVERIFY(QSqlQuery(database).exec(u"PRAGMA user_version = 999"_s));
    }
    QSqlDatabase::removeDatabase(u"future"_s);
    const QByteArray before = contents(m_home->filePath(u"heed.sqlite"_s));
    for (const QStringList &arguments : {QStringList{u"chat"_s, u"--json"_s}, QStringList{u"audit"_s}}) {
        const Ended ended = run(arguments);
        QVERIFY2(ended.code == 1, ended.all().constData());
        QVERIFY2(ended.err.contains("newer"), ended.err.constData());
        QVERIFY(contents(m_home->filePath(u"heed.sqlite"_s)) == before);
    }
}

void tst_Commands::garbageIsSetAside()
{
    const QByteArray garbage = QByteArray("this is no database at all; ").repeated(400);
    writeFile(u"heed.sqlite"_s, garbage);
    const Ended ended = run({u"chat"_s, u"--once"_s, u"what day is it today?"_s});
    QVERIFY2(ended.code == 0, ended.all().constData());
    QVERIFY2(ended.err.contains("heed.sqlite"), ended.err.constData()); // says what it did
    int kept = 0;
    for (const QString &name : QDir(m_home->path()).entryList(QDir::Files | QDir::Hidden))
        kept += contents(m_home->filePath(name)) == garbage ? 1 : 0;
    QCOMPARE(kept, 1);
    QCOMPARE(Story::read(m_home->path()).messages.size(), 1);
}

void tst_Commands::needsNoDisplay()
{
    HeedRun heed(m_home->path(), {u"chat"_s, u"--once"_s, u"what day is it today?"_s});
    heed.setVariable(u"QT_QPA_PLATFORM"_s, u"a-platform-that-is-not-there"_s);
    heed.start();
    heed.closeInput();
    QCOMPARE(heed.waitForEnd(), 0);
}

QTEST_GUILESS_MAIN(tst_Commands)
#include "tst_commands.moc"
