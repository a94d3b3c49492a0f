// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/providertuning.h"
#include "app/settings/settingcheck.h"
#include "app/settings/settings.h"

#include <QDir>
#include <QFile>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

const ManualClock &testClock()
{
    static const ManualClock clock(QDateTime({2026, 11, 29}, {14, 2}, Qt::UTC));
    return clock;
}

void writeFile(const QString &name, const QByteArray &bytes)
{
    QFile file(name);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

QByteArray readFile(const QString &name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class tst_Settings : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void hasEveryKey_data();
    void hasEveryKey();
    void takesOrRefuses_data();
    void takesOrRefuses();
    void everyKeySurvivesARestart();
    void fileIsForThePersonOnly();
    void faceFallsBackToTheGeneralValue();
    void overridesCountForThisRunOnly();
    void unknownKeyIsRefusedWithASuggestion();
    void brokenFileIsSetAside_data();
    void brokenFileIsSetAside();
    void secondBrokenFileOfADayKeepsTheFirst();
    void badValuesCountAsDefaultAndStay();
    void commaInAHandWrittenText();
    void unreadableFileIsLeftAlone();
    void unwritableFolderIsTold();
    void othersChangesArrive();
    void writesKeepWhatOthersWrote();
    void replySettingsHoldEverything();
    void providerSettingsHoldEverything();
    void windowStateIsNoSetting();

private:
    [[nodiscard]] QString file() const { return m_folder->filePath(u"heed.ini"_s); }
    std::unique_ptr<QTemporaryDir> m_folder{};
};

void tst_Settings::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void tst_Settings::hasEveryKey_data()
{
    QTest::addColumn<QString>("standard");
    const auto row = [](const char *name, const char *standard) {
        QTest::newRow(name) << QString::fromLatin1(standard);
    };
    row("provider.kind", "guide");
    row("provider.baseUrl", "");
    row("provider.model", "");
    row("provider.keyFrom", "");
    row("provider.slots", "0");
    row("provider.headers", "");
    row("provider.proxy", "system");
    row("provider.connectSeconds", "10");
    row("provider.firstByteSeconds", "300");
    row("provider.chunkSeconds", "120");
    row("reply.maxTurns", "24");
    row("research.seconds", "300");
    row("context.tokens", "0");
    row("tools.ask", "on");
    row("search.folders", "");
    row("questions.waitingMax", "64");
    row("questions.takeFocus", "whenIdle");
    row("questions.perReply", "4");
    row("questions.timeoutSeconds", "1800");
    row("questions.onSilence", "assume");
    row("window.questions.perReply", "4");
    row("window.questions.timeoutSeconds", "1800");
    row("window.questions.onSilence", "assume");
    row("terminal.questions.perReply", "2");
    row("terminal.questions.timeoutSeconds", "0");
    row("terminal.questions.onSilence", "stop");
    row("appearance.theme", "system");
}

void tst_Settings::hasEveryKey()
{
    QFETCH(QString, standard);
    const QString name = QString::fromLatin1(QTest::currentDataTag());
    const SettingKey *key = findSettingKey(name);
    QVERIFY2(key, "the setting is missing");
    QVERIFY(!key->helpText().isEmpty());
    QVERIFY(!key->helpText().contains(u'\n'));
    QVERIFY(!key->allowedText().isEmpty());
    const Settings settings(file(), testClock());
    QCOMPARE(settingText(settings.value(name)), standard);
    QVERIFY(!settings.isSet(name));
    if (!key->isList())
        QVERIFY2(checkSetting(*key, key->standard), "the default itself is not allowed");
}

void tst_Settings::takesOrRefuses_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("kept"); // null: refused
    const auto takes = [](const char *row, const char *key, const QString &value, const QString &kept) {
        QTest::newRow(row) << QString::fromLatin1(key) << value << kept;
    };
    const auto refuses = [](const char *row, const char *key, const QString &value) {
        QTest::newRow(row) << QString::fromLatin1(key) << value << QString();
    };
    takes("a word of the list", "provider.kind", u"anthropic"_s, u"anthropic"_s);
    takes("white space around is dropped", "provider.kind", u" openai "_s, u"openai"_s);
    refuses("another word", "provider.kind", u"chatgpt"_s);
    refuses("a word in other case", "provider.kind", u"Guide"_s);
    refuses("an empty word", "provider.kind", u""_s);
    takes("a local address", "provider.baseUrl", u"http://localhost:11434/v1"_s,
          u"http://localhost:11434/v1"_s);
    takes("an IPv6 address", "provider.baseUrl", u"http://[::1]:8080"_s, u"http://[::1]:8080"_s);
    takes("no address", "provider.baseUrl", u""_s, u""_s);
    refuses("an address without a scheme", "provider.baseUrl", u"localhost:11434"_s);
    refuses("an address of another kind", "provider.baseUrl", u"file:///etc/passwd"_s);
    refuses("an address with a password", "provider.baseUrl", u"https://me:secret@example.org"_s);
    refuses("an address without a host", "provider.baseUrl", u"https://"_s);
    refuses("an address with a line break", "provider.baseUrl", u"https://example.org/\nX: y"_s);
    takes("a model's name", "provider.model", u"qwen3:8b"_s, u"qwen3:8b"_s);
    refuses("a model's name with a control character", "provider.model", u"a\x1b[2J"_s);
    refuses("a model's name without end", "provider.model", QString(501, u'm'));
    takes("a variable", "provider.keyFrom", u"OPENAI_API_KEY"_s, u"OPENAI_API_KEY"_s);
    takes("no variable", "provider.keyFrom", u""_s, u""_s);
    refuses("a key instead of a variable", "provider.keyFrom", u"sk-proj-abc"_s);
    refuses("a key that could be a name", "provider.keyFrom", u"gsk_aBc123"_s);
    takes("the least number", "reply.maxTurns", u"1"_s, u"1"_s);
    takes("the most", "reply.maxTurns", u"200"_s, u"200"_s);
    refuses("below the least", "reply.maxTurns", u"0"_s);
    refuses("above the most", "reply.maxTurns", u"201"_s);
    refuses("no number", "reply.maxTurns", u"many"_s);
    refuses("a fraction", "reply.maxTurns", u"1.5"_s);
    refuses("a negative number", "reply.maxTurns", u"-1"_s);
    refuses("a number that overflows", "reply.maxTurns", u"99999999999999999999"_s);
    takes("leading zeros", "reply.maxTurns", u"007"_s, u"7"_s);
    takes("zero seconds means for ever", "questions.timeoutSeconds", u"0"_s, u"0"_s);
    takes("ten seconds", "terminal.questions.timeoutSeconds", u"10"_s, u"10"_s);
    refuses("nine seconds", "questions.timeoutSeconds", u"9"_s);
    takes("a day", "window.questions.timeoutSeconds", u"86400"_s, u"86400"_s);
    refuses("more than a day", "questions.timeoutSeconds", u"86401"_s);
    takes("silence stops", "questions.onSilence", u"stop"_s, u"stop"_s);
    refuses("silence is never a yes", "questions.onSilence", u"yes"_s);
    takes("a switch", "tools.ask", u"off"_s, u"off"_s);
    takes("a switch in other words", "tools.ask", u"False"_s, u"off"_s);
    takes("a switch as a number", "tools.ask", u"1"_s, u"on"_s);
    refuses("no switch", "tools.ask", u"perhaps"_s);
    takes("context from the server", "context.tokens", u"0"_s, u"0"_s);
    refuses("a context too small to work", "context.tokens", u"1023"_s);
    takes("a theme", "appearance.theme", u"highContrast"_s, u"highContrast"_s);
    takes("no proxy", "provider.proxy", u"none"_s, u"none"_s);
    takes("a proxy", "provider.proxy", u"socks5://127.0.0.1:1080"_s, u"socks5://127.0.0.1:1080"_s);
    refuses("a proxy without a port", "provider.proxy", u"http://proxy.example"_s);
    refuses("a proxy with a password", "provider.proxy", u"http://me:secret@proxy.example:3128"_s);
    refuses("a proxy of an unknown kind", "provider.proxy", u"ftp://proxy.example:21"_s);
    takes("a header", "provider.headers", u"X-Title:  Heed "_s, u"X-Title: Heed"_s);
    refuses("a header that carries a key", "provider.headers", u"Authorization: Bearer abcdef"_s);
    refuses("a header that carries one by another name", "provider.headers", u"x-api-key: abcdefghij"_s);
    refuses("a header that breaks the request", "provider.headers", u"X-A: b\r\nX-C: dddddd"_s);
    refuses("a header without a name", "provider.headers", u": valuevalue"_s);
    takes("a folder", "search.folders", u"/srv/notes/"_s, u"/srv/notes"_s);
    takes("a folder with a comma", "search.folders", u"/srv/a, b"_s, u"/srv/a, b"_s);
    refuses("a folder without its full path", "search.folders", u"notes"_s);
}

void tst_Settings::takesOrRefuses()
{
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(QString, kept);
    {
        Settings settings(file(), testClock());
        const QVariant before = settings.value(key);
        const auto result = settings.set(key, value);
        QCOMPARE(bool(result), !kept.isNull());
        if (kept.isNull()) {
            QCOMPARE(result.error().code, Error::Code::BadInput);
            QVERIFY2(result.error().text.contains(findSettingKey(key)->allowedText()),
                     qPrintable(result.error().text));
            QVERIFY2(value.trimmed().size() < 10 || !result.error().text.contains(value),
                     "a refused key would be shown");
            QCOMPARE(settings.value(key), before);
            QVERIFY(!QFile::exists(file()));
            return;
        }
        QCOMPARE(settingText(settings.value(key)), kept);
    }
    const Settings again(file(), testClock());
    QCOMPARE(settingText(again.value(key)), kept);
    QCOMPARE(again.notes(), QStringList());
}

void tst_Settings::everyKeySurvivesARestart()
{
    QHash<QString, QVariant> written;
    {
        Settings settings(file(), testClock());
        for (const SettingKey &key : settingKeys()) {
            QVariant value = key.standard;
            if (key.kind == SettingKey::Kind::Word)
                value = key.words.last();
            else if (key.kind == SettingKey::Kind::Number)
                value = QString::number(key.most);
            else if (key.kind == SettingKey::Kind::Switch)
                value = key.standard == u"on"_s ? u"off"_s : u"on"_s;
            else if (key.kind == SettingKey::Kind::Folders)
                value = QStringList{u"/srv/one"_s, u"/srv/zwei, drei"_s, u"/srv/ü \"4\""_s};
            else if (key.kind == SettingKey::Kind::Headers)
                value = QStringList{u"X-A: 1, 2"_s, u"X-B: \"three\"; four"_s};
            else if (key.kind == SettingKey::Kind::Proxy)
                value = u"http://proxy:3128"_s;
            else if (key.kind == SettingKey::Kind::Url)
                value = u"https://example.org/v1"_s;
            else if (key.kind == SettingKey::Kind::Text)
                value = u"модель; [x] = \\n, \"y\""_s;
            else if (key.kind == SettingKey::Kind::Variable)
                value = u"KEY_1"_s;
            const QVariant before = settings.value(key.name);
            QSignalSpy changed(&settings, &Settings::changed);
            QVERIFY2(settings.set(key.name, value), qPrintable(key.name));
            const bool others = before != value;
            QCOMPARE(changed.count(), others ? 1 : 0);
            QVERIFY2(!others || changed.at(0).at(0).toStringList().contains(key.name), qPrintable(key.name));
            written.insert(key.name, value);
        }
    }
    Settings again(file(), testClock());
    QCOMPARE(again.notes(), QStringList());
    for (const SettingKey &key : settingKeys()) {
        QVERIFY(again.isSet(key.name));
        QCOMPARE(again.value(key.name), written.value(key.name));
        QVERIFY(readFile(file()).contains(QByteArray(key.name.toLatin1() + '='))); // one name everywhere
        QVERIFY(again.reset(key.name));
        QVERIFY(!again.isSet(key.name));
    }
}

void tst_Settings::fileIsForThePersonOnly()
{
    Settings settings(file(), testClock());
    QVERIFY(settings.set(u"provider.kind"_s, u"openai"_s));
    QVERIFY(settings.set(u"provider.model"_s, u"m"_s));
    const auto mode = QFile::permissions(file());
    QVERIFY(mode.testFlag(QFileDevice::ReadOwner) && mode.testFlag(QFileDevice::WriteOwner));
    QVERIFY(!(mode & (QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther |
                      QFileDevice::WriteOther)));
}

void tst_Settings::faceFallsBackToTheGeneralValue()
{
    Settings settings(file(), testClock());
    QVERIFY(settings.set(u"questions.timeoutSeconds"_s, 600));
    QCOMPARE(settings.number(u"terminal.questions.timeoutSeconds"_s), 600);
    QCOMPARE(settings.number(u"window.questions.timeoutSeconds"_s), 600);
    QVERIFY(settings.set(u"terminal.questions.timeoutSeconds"_s, 60));
    QCOMPARE(settings.number(u"terminal.questions.timeoutSeconds"_s), 60);
    QCOMPARE(settings.number(u"window.questions.timeoutSeconds"_s), 600);
    QVERIFY(settings.reset(u"questions.timeoutSeconds"_s));
    QCOMPARE(settings.number(u"window.questions.timeoutSeconds"_s), 1800);
}

void tst_Settings::overridesCountForThisRunOnly()
{
    Settings settings(file(), testClock());
    QVERIFY(settings.set(u"provider.model"_s, u"kept"_s));
    QVERIFY(!settings.hasProviderOverride());
    QSignalSpy changed(&settings, &Settings::changed);
    QVERIFY(settings.override(u"provider.model"_s, u"today"_s));
    QCOMPARE(changed.count(), 1);
    QVERIFY(settings.hasProviderOverride());
    QCOMPARE(settings.providerChoice().model, u"today"_s);
    QVERIFY(settings.set(u"provider.model"_s, u"tomorrow"_s)); // goes to the file, this run keeps its own
    QCOMPARE(settings.providerChoice().model, u"today"_s);
    const auto refused = settings.override(u"provider.kind"_s, u"nobody"_s);
    QVERIFY(!refused);
    QVERIFY(refused.error().text.contains(u"guide, openai, anthropic"_s));
    const Settings again(file(), testClock());
    QCOMPARE(again.providerChoice().model, u"tomorrow"_s);
}

void tst_Settings::unknownKeyIsRefusedWithASuggestion()
{
    Settings settings(file(), testClock());
    for (const auto &result :
         {settings.set(u"timeoutSeconds"_s, 60), settings.override(u"timeoutSeconds"_s, 60),
          settings.reset(u"timeoutSeconds"_s)}) {
        QVERIFY(!result);
        QCOMPARE(result.error().code, Error::Code::NotFound);
        QVERIFY(result.error().text.contains(u"terminal.questions.timeoutSeconds"_s));
    }
    QVERIFY(settings.set(u"colour"_s, u"x"_s).error().text.contains(u"heed config list"_s));
}

void tst_Settings::brokenFileIsSetAside_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("a line that is no setting")
        << QByteArray("[General]\nprovider.kind=openai\nwhat is this\n");
    QTest::newRow("a section that does not end") << QByteArray("[General\nprovider.kind=openai\n");
    QTest::newRow("no text at all") << QByteArray("provider.kind=\x00\x01\x02\xff", 18);
    QTest::newRow("not UTF-8") << QByteArray("[General]\nprovider.model=\xe9t\xe9\n");
    QTest::newRow("far too long") << QByteArray("[General]\nprovider.model=") + QByteArray(2'000'000, 'x');
}

void tst_Settings::brokenFileIsSetAside()
{
    QFETCH(QByteArray, bytes);
    writeFile(file(), bytes);
    Settings settings(file(), testClock());
    QCOMPARE(settings.notes().size(), 1);
    const QString aside = file() + u".broken-2026-11-29"_s;
    QVERIFY2(settings.notes().constFirst().contains(aside), qPrintable(settings.notes().constFirst()));
    QCOMPARE(readFile(aside), bytes); // nothing lost
    QCOMPARE(settings.text(u"provider.kind"_s), u"guide"_s);
    QVERIFY(settings.set(u"provider.kind"_s, u"openai"_s));
    const Settings again(file(), testClock());
    QCOMPARE(again.text(u"provider.kind"_s), u"openai"_s);
    QCOMPARE(readFile(aside), bytes);
}

void tst_Settings::secondBrokenFileOfADayKeepsTheFirst()
{
    for (const QByteArray bytes : {"first\n", "second\n"}) {
        writeFile(file(), bytes);
        const Settings settings(file(), testClock());
        QCOMPARE(settings.notes().size(), 1);
    }
    QCOMPARE(readFile(file() + u".broken-2026-11-29"_s), QByteArray("first\n"));
    QCOMPARE(readFile(file() + u".broken-2026-11-29-2"_s), QByteArray("second\n"));
}

void tst_Settings::badValuesCountAsDefaultAndStay()
{
    const QByteArray bytes(
        "[General]\nreply.maxTurns=9000\nfuture.thing=7\nprovider.model=m\n\n[window]\nx=1\n");
    writeFile(file(), bytes);
    Settings settings(file(), testClock());
    QCOMPARE(settings.notes().size(), 2);
    const QString notes = settings.notes().join(u'\n');
    QVERIFY2(notes.contains(u"reply.maxTurns"_s) && notes.contains(u"1 to 200"_s) && notes.contains(u"24"_s),
             qPrintable(notes));
    QVERIFY2(notes.contains(u"future.thing"_s), qPrintable(notes));
    QCOMPARE(settings.number(u"reply.maxTurns"_s), 24);
    QCOMPARE(settings.text(u"provider.model"_s), u"m"_s);
    QCOMPARE(readFile(file()), bytes);
    QVERIFY(settings.set(u"provider.model"_s, u"n"_s));
    QVERIFY(readFile(file()).contains("future.thing=7"));
    QVERIFY(readFile(file()).contains("reply.maxTurns=9000"));
}

void tst_Settings::commaInAHandWrittenText()
{
    writeFile(file(), "[General]\nprovider.model=a,b\n");
    const Settings settings(file(), testClock());
    QCOMPARE(settings.text(u"provider.model"_s), u"a,b"_s);
    QCOMPARE(settings.notes(), QStringList());
}

// A folder in its place cannot be read by anybody, not even by the administrator.
void tst_Settings::unreadableFileIsLeftAlone()
{
    QVERIFY(QDir().mkpath(file() + u"/inside"_s));
    Settings settings(file(), testClock());
    QCOMPARE(settings.notes().size(), 1);
    QCOMPARE(settings.text(u"provider.kind"_s), u"guide"_s);
    const auto result = settings.set(u"provider.kind"_s, u"openai"_s);
    QVERIFY(!result);
    QCOMPARE(result.error().code, Error::Code::Storage);
    QVERIFY(QDir(file() + u"/inside"_s).exists());
}

void tst_Settings::unwritableFolderIsTold()
{
    // The folder is missing and cannot be made, since a file stands in its place.
    writeFile(m_folder->filePath(u"taken"_s), "x");
    Settings settings(m_folder->filePath(u"taken/heed.ini"_s), testClock());
    const auto result = settings.set(u"provider.kind"_s, u"openai"_s);
    QVERIFY(!result);
    QCOMPARE(result.error().code, Error::Code::Storage);
    QCOMPARE(settings.text(u"provider.kind"_s), u"guide"_s);
}

void tst_Settings::othersChangesArrive()
{
    Settings settings(file(), testClock());
    settings.followFile();
    QSignalSpy changed(&settings, &Settings::changed);
    const auto replace = [this](const QByteArray &bytes) { // as another process does: a new file in its place
        writeFile(file() + u".new"_s, bytes);
        QFile::remove(file());
        QVERIFY(QFile::rename(file() + u".new"_s, file()));
    };
    replace("[General]\nprovider.model=first\n");
    QTRY_COMPARE(settings.text(u"provider.model"_s), u"first"_s);
    QCOMPARE(changed.last().at(0).toStringList(), QStringList{u"provider.model"_s});
    replace("[General]\nprovider.model=second one\n");
    QTRY_COMPARE(settings.text(u"provider.model"_s), u"second one"_s);
    replace("[General]\n");
    QTRY_COMPARE(settings.text(u"provider.model"_s), QString());
    const auto count = changed.count();
    writeFile(m_folder->filePath(u"heed.sqlite"_s), "x"); // a neighbour is none of its business
    replace("[General]\nreply.maxTurns=5\n");
    QTRY_COMPARE(settings.number(u"reply.maxTurns"_s), 5);
    QCOMPARE(changed.count(), count + 1);
}

void tst_Settings::writesKeepWhatOthersWrote()
{
    Settings settings(file(), testClock());
    QVERIFY(settings.set(u"provider.model"_s, u"mine"_s));
    writeFile(file(), "[General]\nprovider.model=mine\nreply.maxTurns=11\n"); // not followed: not seen yet
    QVERIFY(settings.set(u"research.seconds"_s, 30));
    const Settings again(file(), testClock());
    QCOMPARE(again.number(u"reply.maxTurns"_s), 11);
    QCOMPARE(again.number(u"research.seconds"_s), 30);
    QCOMPARE(again.text(u"provider.model"_s), u"mine"_s);
}

void tst_Settings::replySettingsHoldEverything()
{
    Settings settings(file(), testClock());
    const ReplySettings fresh = settings.replySettings();
    QCOMPARE(fresh.faces.value(u"terminal"_s).timeoutSeconds, 0);
    QVERIFY(fresh.faces.value(u"terminal"_s).onSilence == SilencePolicy::Stop);
    QCOMPARE(fresh.faces.value(u"window"_s).timeoutSeconds, 1800);
    QCOMPARE(fresh.faces.value(u"api"_s).timeoutSeconds, 1800);
    QVERIFY(!fresh.neverAsks);
    const std::initializer_list<std::pair<QString, QVariant>> values{
        {u"provider.kind"_s, u"openai"_s},
        {u"provider.baseUrl"_s, u"http://127.0.0.1:1234/v1"_s},
        {u"provider.model"_s, u"m"_s},
        {u"provider.keyFrom"_s, u"MY_KEY"_s},
        {u"reply.maxTurns"_s, 3},
        {u"research.seconds"_s, 30},
        {u"context.tokens"_s, 4096},
        {u"questions.waitingMax"_s, 5},
        {u"tools.ask"_s, false},
        {u"questions.timeoutSeconds"_s, 600},
        {u"terminal.questions.perReply"_s, 7},
        {u"window.questions.timeoutSeconds"_s, 0},
        {u"window.questions.onSilence"_s, u"stop"_s}};
    for (const auto &[key, value] : values)
        QVERIFY2(settings.set(key, value), qPrintable(key));
    const ReplySettings now = settings.replySettings();
    const ProviderChoice choice{.kind = u"openai"_s,
                                .baseUrl = u"http://127.0.0.1:1234/v1"_s,
                                .model = u"m"_s,
                                .keyFrom = u"MY_KEY"_s};
    QVERIFY(now.provider == choice);
    QCOMPARE(now.maxTurns, 3);
    QCOMPARE(now.researchSeconds, 30);
    QCOMPARE(now.contextTokens, 4096);
    QCOMPARE(now.waitingMax, 5);
    QVERIFY(now.neverAsks);
    QCOMPARE(now.faces.value(u"terminal"_s).questionsPerReply, 7);
    QCOMPARE(now.faces.value(u"window"_s).timeoutSeconds, 0);
    QVERIFY(now.faces.value(u"window"_s).onSilence == SilencePolicy::Stop);
    QCOMPARE(now.faces.value(u"api"_s).timeoutSeconds, 600); // it has no value of its own
    QCOMPARE(now.faces.value(u"companion"_s).timeoutSeconds, 600);
}

void tst_Settings::providerSettingsHoldEverything()
{
    Settings settings(file(), testClock());
    const ProviderSettings fresh = providerSettings(settings);
    QCOMPARE(fresh.connectTimeout, ProviderSettings().connectTimeout);
    QCOMPARE(fresh.firstByteTimeout, ProviderSettings().firstByteTimeout);
    QCOMPARE(fresh.chunkTimeout, ProviderSettings().chunkTimeout);
    QVERIFY(!fresh.proxy && !fresh.slotCount && fresh.headers.isEmpty());
    const std::initializer_list<std::pair<QString, QVariant>> values{
        {u"provider.connectSeconds"_s, 1},
        {u"provider.firstByteSeconds"_s, 2},
        {u"provider.chunkSeconds"_s, 3},
        {u"provider.slots"_s, 5},
        {u"provider.proxy"_s, u"socks5://[::1]:1080"_s},
        {u"provider.headers"_s, QStringList{u"X-A: b: c"_s}}};
    for (const auto &[key, value] : values)
        QVERIFY2(settings.set(key, value), qPrintable(key));
    const ProviderSettings now = providerSettings(settings);
    QCOMPARE(now.connectTimeout, Milliseconds(1000));
    QCOMPARE(now.firstByteTimeout, Milliseconds(2000));
    QCOMPARE(now.chunkTimeout, Milliseconds(3000));
    QCOMPARE(now.slotCount, std::optional(5));
    const HttpHeaders headers{{"X-A", "b: c"}};
    QCOMPARE(now.headers, headers);
    QVERIFY(now.proxy);
    QCOMPARE(now.proxy->type(), QNetworkProxy::Socks5Proxy);
    QCOMPARE(now.proxy->hostName(), u"::1"_s);
    QCOMPARE(now.proxy->port(), quint16(1080));
    QVERIFY(settings.set(u"provider.proxy"_s, u"none"_s));
    QCOMPARE(providerSettings(settings).proxy->type(), QNetworkProxy::NoProxy);
}

void tst_Settings::windowStateIsNoSetting()
{
    const QByteArray state("\x00\xff\x01geometry", 11);
    {
        Settings settings(file(), testClock());
        QSignalSpy changed(&settings, &Settings::changed);
        settings.setWindowState(u"main"_s, state);
        QCOMPARE(changed.count(), 0);
    }
    QCOMPARE(QFile::permissions(file()) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    const Settings again(file(), testClock());
    QCOMPARE(again.windowState(u"main"_s), state);
    QCOMPARE(again.notes(), QStringList());
}

QTEST_GUILESS_MAIN(tst_Settings)
#include "tst_settings.moc"
