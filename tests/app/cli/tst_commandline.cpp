// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/auditcommand.h"
#include "app/cli/commandline.h"
#include "models/store/chatrecord.h"
#include "models/store/keptrecord.h"
#include "models/store/store.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

using Command = CommandLine::Command;

Q_DECLARE_METATYPE(heed::CommandLine::Command)

namespace {

//! What a command printed.
class Printed
{
public:
    [[nodiscard]] Output &output() { return m_output; }
    [[nodiscard]] QString text()
    {
        QFile file(m_file.fileName());
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }

private:
    QTemporaryFile m_file{};
    Output m_output{(m_file.open(), m_file.handle())};
};

} // namespace

class tst_CommandLine : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void isRead_data();
    void isRead();
    void wrongUseIsTold_data();
    void wrongUseIsTold();
    void helpIsPrinted_data();
    void helpIsPrinted();
    void chatOptions();
    void overridesAreApplied();
    void overrideOutOfRangeIsRefused();
    void configListShowsEverything();
    void configSetsAndGets();
    void configRefuses_data();
    void configRefuses();
    void sinceIsRead_data();
    void sinceIsRead();
    void auditIsPrinted();
    void auditOfNothing();

private:
    [[nodiscard]] std::variant<CommandLine, int> parse(const QString &arguments)
    {
        out = std::make_unique<Printed>();
        err = std::make_unique<Printed>();
        return parseCommandLine(QStringList{u"heed"_s} + arguments.split(u'|', Qt::SkipEmptyParts),
                                out->output(), err->output());
    }
    [[nodiscard]] int config(Settings &settings, const QString &arguments)
    {
        const auto line = parse(u"config|"_s + arguments);
        return std::holds_alternative<int>(line)
                   ? std::get<int>(line)
                   : runConfig(std::get<CommandLine>(line).config, settings, out->output(), err->output());
    }

    const ManualClock m_clock{QDateTime({2026, 11, 29}, {14, 2}, QTimeZone(3600))};
    std::unique_ptr<QTemporaryDir> m_folder{};
    std::unique_ptr<Printed> out{};
    std::unique_ptr<Printed> err{};
};

void tst_CommandLine::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void tst_CommandLine::isRead_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<Command>("command");
    QTest::newRow("nothing") << QString() << Command::Window;
    QTest::newRow("an option of the window") << u"--provider|guide"_s << Command::Window;
    QTest::newRow("chat") << u"chat"_s << Command::Chat;
    QTest::newRow("chat after its options") << u"--provider|openai|chat"_s << Command::Chat;
    QTest::newRow("chat with a message that is a command's word") << u"chat|--once|config"_s << Command::Chat;
    QTest::newRow("serve") << u"serve"_s << Command::Serve;
    QTest::newRow("serve after its port") << u"--port|8123|serve"_s << Command::Serve;
    QTest::newRow("config") << u"config"_s << Command::Config;
    QTest::newRow("config list") << u"config|list"_s << Command::Config;
    QTest::newRow("audit") << u"audit|--since|today"_s << Command::Audit;
}

void tst_CommandLine::isRead()
{
    QFETCH(QString, arguments);
    QFETCH(Command, command);
    const auto line = parse(arguments);
    QVERIFY2(std::holds_alternative<CommandLine>(line), qPrintable(err->text()));
    QCOMPARE(std::get<CommandLine>(line).command, command);
    QCOMPARE(wantsWindow(QStringList{u"heed"_s} + arguments.split(u'|', Qt::SkipEmptyParts)),
             command == Command::Window);
    QCOMPARE(out->text() + err->text(), QString());
}

void tst_CommandLine::wrongUseIsTold_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("told");
    QTest::newRow("an unknown command") << u"frobnicate"_s << u"heed --help"_s;
    QTest::newRow("a command with a slip") << u"chta"_s << u"heed chat"_s;
    QTest::newRow("an unknown option") << u"chat|--fast"_s << u"heed chat --help"_s;
    QTest::newRow("an option without its value") << u"chat|--model"_s << u"--model"_s;
    QTest::newRow("an option of another command") << u"config|--once|x"_s << u"heed config --help"_s;
    QTest::newRow("a chat that is no number") << u"chat|--chat|roof"_s << u"number of a chat"_s;
    QTest::newRow("a chat below 1") << u"chat|--chat|0"_s << u"number of a chat"_s;
    QTest::newRow("both an old and a new chat") << u"chat|--chat|1|--new"_s << u"contradict"_s;
    QTest::newRow("once with nothing") << u"chat|--once| "_s << u"--once"_s;
    QTest::newRow("a message that is no option's") << u"chat|hello"_s << u"hello"_s;
    QTest::newRow("an unknown verb of config") << u"config|show|x"_s << u"list, get, set, unset"_s;
    QTest::newRow("get without a name") << u"config|get"_s << u"name of a setting"_s;
    QTest::newRow("set without a value") << u"config|set|provider.kind"_s << u"value is missing"_s;
    QTest::newRow("set with two values") << u"config|set|provider.model|a|b"_s << u"too many"_s;
}

void tst_CommandLine::wrongUseIsTold()
{
    QFETCH(QString, arguments);
    QFETCH(QString, told);
    const auto line = parse(arguments);
    QVERIFY(std::holds_alternative<int>(line));
    QCOMPARE(std::get<int>(line), 2);
    QVERIFY2(err->text().contains(told), qPrintable(err->text()));
    QCOMPARE(out->text(), QString());
    QVERIFY(!wantsWindow(QStringList{u"heed"_s} + arguments.split(u'|')));
}

void tst_CommandLine::helpIsPrinted_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QStringList>("told");
    QTest::newRow("of all") << u"--help"_s
                            << QStringList{u"chat"_s, u"config"_s, u"audit"_s, u"--provider"_s};
    QTest::newRow("in short") << u"-h"_s << QStringList{u"chat"_s};
    QTest::newRow("of chat") << u"chat|--help"_s
                             << QStringList{u"--chat"_s,     u"--new"_s,   u"--once"_s,
                                            u"--json"_s,     u"--yes"_s,   u"--provider"_s,
                                            u"--base-url"_s, u"--model"_s, u"--key-from"_s};
    QTest::newRow("of the lines for programs") << u"chat|--help"_s
                                               << QStringList{u"{\"choose\": ID, \"option\": N}"_s,
                                                              u"{\"stop\": true}"_s,
                                                              u"ready"_s,
                                                              u"allow_other"_s,
                                                              u"held_back"_s,
                                                              u"first_token_seconds"_s,
                                                              u"withdrawn"_s};
    QTest::newRow("of config") << u"config|--help"_s << QStringList{u"get KEY"_s, u"set KEY VALUE"_s};
    QTest::newRow("of audit") << u"audit|--help"_s << QStringList{u"--since"_s, u"yesterday"_s};
    QTest::newRow("the version") << u"--version"_s << QStringList{QString::fromLatin1("heed " HEED_VERSION)};
}

void tst_CommandLine::helpIsPrinted()
{
    QFETCH(QString, arguments);
    QFETCH(QStringList, told);
    const auto line = parse(arguments);
    QVERIFY(std::holds_alternative<int>(line));
    QCOMPARE(std::get<int>(line), 0);
    for (const QString &one : told)
        QVERIFY2(out->text().contains(one), qPrintable(one));
    QVERIFY(!wantsWindow(QStringList{u"heed"_s} + arguments.split(u'|')));
}

void tst_CommandLine::chatOptions()
{
    const auto line = std::get<CommandLine>(parse(u"chat|--chat|12|--json|--yes|--once|--hi there"_s));
    QCOMPARE(line.chat.chat, std::optional(ChatId{12}));
    QVERIFY(line.chat.json && line.chat.yes);
    QCOMPARE(line.chat.once, std::optional(u"--hi there"_s));
    const auto plain = std::get<CommandLine>(parse(u"chat|--new"_s));
    QVERIFY(!plain.chat.chat && !plain.chat.json && !plain.chat.yes && !plain.chat.once);
}

void tst_CommandLine::overridesAreApplied()
{
    const auto line = std::get<CommandLine>(
        parse(u"chat|--provider|openai|--base-url|http://localhost:1234/v1|--model|m|--key-from|MY_KEY"_s));
    Settings settings(m_folder->filePath(u"heed.ini"_s), m_clock);
    QVERIFY(!applyOverrides(line.overrides, settings, err->output()));
    const ProviderChoice wanted{.kind = u"openai"_s,
                                .baseUrl = u"http://localhost:1234/v1"_s,
                                .model = u"m"_s,
                                .keyFrom = u"MY_KEY"_s};
    QVERIFY(settings.providerChoice() == wanted);
    QVERIFY(!QFile::exists(m_folder->filePath(u"heed.ini"_s)));
}

void tst_CommandLine::overrideOutOfRangeIsRefused()
{
    const auto line = std::get<CommandLine>(parse(u"chat|--provider|chatgpt"_s));
    Settings settings(m_folder->filePath(u"heed.ini"_s), m_clock);
    QCOMPARE(applyOverrides(line.overrides, settings, err->output()), std::optional(2));
    QVERIFY(err->text().contains(u"guide, openai, anthropic"_s));
}

void tst_CommandLine::configListShowsEverything()
{
    Settings settings(m_folder->filePath(u"heed.ini"_s), m_clock);
    QVERIFY(settings.set(u"reply.maxTurns"_s, 7));
    QCOMPARE(config(settings, u"list"_s), 0);
    for (const SettingKey &key : settingKeys()) {
        QVERIFY2(out->text().contains(QString(key.name + u" = "_s)), qPrintable(key.name));
        QVERIFY(out->text().contains(key.helpText()));
    }
    QVERIFY(out->text().contains(u"reply.maxTurns = 7 (default: 24)"_s));
}

void tst_CommandLine::configSetsAndGets()
{
    Settings settings(m_folder->filePath(u"heed.ini"_s), m_clock);
    QCOMPARE(config(settings, u"set|terminal.questions.timeoutSeconds|60"_s), 0);
    QCOMPARE(out->text() + err->text(), QString());
    QCOMPARE(config(settings, u"get|terminal.questions.timeoutSeconds"_s), 0);
    QCOMPARE(out->text(), u"60\n"_s);
    QCOMPARE(config(settings, u"set|search.folders|/srv/a|/srv/b, c"_s), 0);
    QCOMPARE(config(settings, u"get|search.folders"_s), 0);
    QCOMPARE(out->text(), u"/srv/a\n/srv/b, c\n"_s);
    QCOMPARE(config(settings, u"unset|terminal.questions.timeoutSeconds"_s), 0);
    QCOMPARE(config(settings, u"get|terminal.questions.timeoutSeconds"_s), 0);
    QCOMPARE(out->text(), u"0\n"_s);
}

void tst_CommandLine::configRefuses_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("told");
    QTest::newRow("getting an unknown name") << u"get|timeoutSeconds"_s << u"questions.timeoutSeconds"_s;
    QTest::newRow("setting an unknown name") << u"set|colour|red"_s << u"heed config list"_s;
    QTest::newRow("unsetting an unknown name") << u"unset|colour"_s << u"heed config list"_s;
    QTest::newRow("a value out of range") << u"set|reply.maxTurns|0"_s << u"1 to 200"_s;
    QTest::newRow("a word that is not allowed") << u"set|questions.onSilence|yes"_s << u"assume, stop"_s;
    QTest::newRow("a key") << u"set|provider.keyFrom|sk-abc"_s << u"never the key itself"_s;
}

void tst_CommandLine::configRefuses()
{
    QFETCH(QString, arguments);
    QFETCH(QString, told);
    Settings settings(m_folder->filePath(u"heed.ini"_s), m_clock);
    QCOMPARE(config(settings, arguments), 2);
    QVERIFY2(err->text().contains(told), qPrintable(err->text()));
    QVERIFY(!QFile::exists(m_folder->filePath(u"heed.ini"_s)));
}

void tst_CommandLine::sinceIsRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QDateTime>("from"); // invalid: refused
    const auto at = [](const QDate &date, const QTime &time) {
        return QDateTime(date, time, QTimeZone(3600));
    };
    QTest::newRow("a day") << u"2026-11-03"_s << at({2026, 11, 3}, {0, 0});
    QTest::newRow("a day and time") << u"2026-11-03 14:05"_s << at({2026, 11, 3}, {14, 5});
    QTest::newRow("in the ISO form") << u"2026-11-03T14:05:09"_s << at({2026, 11, 3}, {14, 5, 9});
    QTest::newRow("today") << u"Today"_s << at({2026, 11, 29}, {0, 0});
    QTest::newRow("yesterday") << u"yesterday"_s << at({2026, 11, 28}, {0, 0});
    QTest::newRow("a day that is none") << u"2026-02-30"_s << QDateTime();
    QTest::newRow("another order") << u"03.11.2026"_s << QDateTime();
    QTest::newRow("an hour that is none") << u"2026-11-03 25:00"_s << QDateTime();
    QTest::newRow("a word") << u"soon"_s << QDateTime();
}

void tst_CommandLine::sinceIsRead()
{
    QFETCH(QString, text);
    QFETCH(QDateTime, from);
    const auto read = readSince(text, m_clock);
    QCOMPARE(read.has_value(), from.isValid());
    if (read)
        QCOMPARE(*read, from.toMSecsSinceEpoch());
    if (!read) {
        out = std::make_unique<Printed>();
        err = std::make_unique<Printed>();
        QCOMPARE(runAudit({.since = text}, {}, m_clock, out->output(), err->output()), 2);
        QVERIFY2(err->text().contains(u"2026-11-29"_s), qPrintable(err->text()));
    }
}

void tst_CommandLine::auditIsPrinted()
{
    const QString file = m_folder->filePath(u"heed.sqlite"_s);
    auto store = Store::open(file, m_clock);
    QVERIFY(store);
    const qint64 now = m_clock.wallMs();
    bool written = false;
    const QJsonArray options{QJsonObject{{u"label"_s, u"House"_s}, {u"description"_s, u"The red one"_s}},
                             QJsonObject{{u"label"_s, u"Shed\x1b"_s}}};
    (*store)->write<Done>(
        Durability::AtOnce, this,
        [now, options](QSqlDatabase &database) -> Result<Done> {
            const auto chat = records::addChat(database, {.title = u"Roof"_s, .createdMs = now});
            const auto other = records::addChat(database, {.title = u"Other"_s, .createdMs = now});
            std::ignore =
                records::addAudit(database, {.atMs = now - 86'400'000,
                                             .kind = u"inquiry.requested"_s,
                                             .chat = *chat,
                                             .fields = {{u"question"_s, u"Which\u202E roof?\x1b[2J"_s}}});
            std::ignore = records::addAudit(database, {.atMs = now,
                                                       .kind = u"tool.called"_s,
                                                       .chat = *other,
                                                       .fields = {{u"n"_s, 5}, {u"options"_s, options}}});
            return Done{};
        },
        [&](const Result<Done> &done) { written = bool(done); });
    QTRY_VERIFY(written);
    const auto run = [&](const AuditRequest &request) {
        out = std::make_unique<Printed>();
        err = std::make_unique<Printed>();
        return runAudit(request, file, m_clock, out->output(), err->output());
    };
    QCOMPARE(run({}), 0);
    QCOMPARE(out->text().count(u'\n'), 2);
    QVERIFY2(out->text().startsWith(u"2026-11-28 14:02:00  inquiry.requested  chat=1  question=Which"_s),
             qPrintable(out->text()));
    QVERIFY(out->text().contains(u"U+202E"_s));
    QVERIFY(!out->text().contains(QChar(0x202e)) && !out->text().contains(QChar(0x1b)));
    QCOMPARE(run({.chat = ChatId{2}}), 0);
    QCOMPARE(out->text(), u"2026-11-29 14:02:00  tool.called  chat=2  n=5  "
                          u"options=House (The red one) | Shed⟨U+001B⟩\n"_s);
    QCOMPARE(run({.since = u"today"_s}), 0);
    QCOMPARE(out->text().count(u'\n'), 1);
    QCOMPARE(run({.chat = ChatId{1}, .json = true}), 0);
    QVERIFY(!out->text().contains(QChar(0x202e)));
    const QJsonObject row = QJsonDocument::fromJson(out->text().toUtf8()).object();
    QCOMPARE(row.value(u"kind"_s).toString(), u"inquiry.requested"_s);
    QCOMPARE(row.value(u"at"_s).toString(), u"2026-11-28T13:02:00.000Z"_s);
    QCOMPARE(row.value(u"fields"_s).toObject().value(u"question"_s).toString(),
             u"Which\u202E roof?\x1b[2J"_s); // verbatim
    QVERIFY(row.value(u"reply"_s).isNull());
}

void tst_CommandLine::auditOfNothing()
{
    out = std::make_unique<Printed>();
    err = std::make_unique<Printed>();
    QCOMPARE(runAudit({}, m_folder->filePath(u"heed.sqlite"_s), m_clock, out->output(), err->output()), 0);
    QVERIFY(!QFile::exists(m_folder->filePath(u"heed.sqlite"_s))); // looking makes no database
    QFile damaged(m_folder->filePath(u"damaged.sqlite"_s));
    QVERIFY(damaged.open(QIODevice::WriteOnly));
    damaged.write(QByteArray(5000, 'x'));
    damaged.close();
    QCOMPARE(runAudit({}, damaged.fileName(), m_clock, out->output(), err->output()), 1);
    QVERIFY(!err->text().isEmpty());
}

QTEST_GUILESS_MAIN(tst_CommandLine)
#include "tst_commandline.moc"
