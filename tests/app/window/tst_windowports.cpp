// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/keyring.h"
#include "app/settings/settings.h"
#include "app/window/keyadapter.h"
#include "app/window/provideradapter.h"
#include "app/window/readprivacyplaces.h"
#include "app/window/replykeys.h"
#include "app/window/settingsadapter.h"
#include "models/store/chatrecord.h"
#include "models/store/replyrecord.h"
#include "tests/support/scriptedserver.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimeZone>

using namespace Qt::StringLiterals;
using namespace heed;

namespace {

//! Keys in memory, handed out from the event loop as a keychain does.
class MemoryKeychain final : public Keychain
{
public:
    void read(const QString &account, QObject *context, const Then<QString> &then) override
    {
        ++reads;
        const Result<QString> found = keys.contains(account) ? Result<QString>(keys.value(account))
                                                             : Error{Error::Code::NotFound, u"none"_s, {}};
        QMetaObject::invokeMethod(
            context, [then, found] { then(found); }, Qt::QueuedConnection);
    }
    void write(const QString &account, const QString &key, Place place, QObject *context,
               const Then<Done> &then) override
    {
        lastPlace = place;
        const bool refuses = place == Place::System && !isThere;
        if (!refuses)
            keys.insert(account, key);
        QMetaObject::invokeMethod(
            context,
            [then, refuses] {
                then(refuses ? Result<Done>(Error{Error::Code::Refused, u"no keychain"_s, {}})
                             : Result<Done>(Done{}));
            },
            Qt::QueuedConnection);
    }
    void remove(const QString &account, QObject *context, const Then<Done> &then) override
    {
        keys.remove(account);
        QMetaObject::invokeMethod(
            context, [then] { then(Done{}); }, Qt::QueuedConnection);
    }

    QHash<QString, QString> keys{};
    Place lastPlace = Place::System;
    bool isThere = true;
    int reads = 0;
};

ScriptedResponse modelList()
{
    return ScriptedResponse::of(R"({"object":"list","data":[{"id":"llama3.2"},{"id":"qwen3:8b"}]})",
                                "application/json");
}

} // namespace

//! The ports of the dialogs, over the program's own parts.
class tst_WindowPorts : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();

    void settingsGoThrough();
    void settingsAreWrittenTogetherOrNotAtAll();
    void overriddenProviderIsTold();

    void fetchesModelsWithTheKeptKey();
    void keyOfOneHostNeverReachesAnother();
    void testReportsASentence();
    void cancelledLookSaysNothing();
    void newLookEndsTheOneBefore();
    void makingAnAdapterContactsNobody();

    void keyIsKeptAndForgotten();
    void keyPlaceIsPassedOn_data();
    void keyPlaceIsPassedOn();
    void refusedKeychainIsTold();
    void variableIsLookedAt();
    void replacedKeyCountsAtOnce();
    void missingKeyIsLookedForAgain();
    void chatGetsTheKeyOfItsOwnProvider();
    void whatIsCarriedOnGetsItsKeys();

    void placesAreRead();

private:
    [[nodiscard]] ProviderChoice at(const ScriptedServer &server) const
    {
        return {.kind = u"openai"_s, .baseUrl = server.url().toString(), .model = u"llama3.2"_s};
    }
    std::unique_ptr<QTemporaryDir> m_folder{};
    std::unique_ptr<ManualClock> m_clock{};
    std::unique_ptr<MemoryKeychain> m_keychain{};
    std::unique_ptr<KeyRing> m_ring{};
    std::unique_ptr<ProviderAdapter> m_provider{};
    std::unique_ptr<KeyAdapter> m_keys{};
};

void tst_WindowPorts::init()
{
    m_keys.reset();
    m_provider.reset();
    m_ring.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_clock = std::make_unique<ManualClock>(QDateTime({2026, 11, 29}, {9, 0}, QTimeZone::utc()));
    m_keychain = std::make_unique<MemoryKeychain>();
    m_ring = std::make_unique<KeyRing>(*m_keychain);
    m_provider = std::make_unique<ProviderAdapter>([] { return ProviderSettings(); }, *m_ring, *m_clock);
    m_keys = std::make_unique<KeyAdapter>(*m_keychain, *m_ring, u"a file"_s);
}

void tst_WindowPorts::settingsGoThrough()
{
    Settings settings(m_folder->filePath(u"heed.ini"_s), *m_clock);
    SettingsAdapter port(settings);
    QSignalSpy changed(&port, &SettingsPort::changed);
    QVERIFY(!port.facts(u"no.such"_s));
    const auto facts = port.facts(u"window.questions.timeoutSeconds"_s);
    QVERIFY(facts && facts->zeroToo && facts->most == 86400 && !facts->help.isEmpty());
    QVERIFY(!port.check(u"questions.onSilence"_s, u"shout"_s));
    QVERIFY(port.check(u"questions.onSilence"_s, u"stop"_s));
    QVERIFY(!port.check(u"no.such"_s, u"x"_s));
    QVERIFY(port.set({{u"appearance.theme"_s, u"dark"_s}}));
    QCOMPARE(port.value(u"appearance.theme"_s).toString(), u"dark"_s);
    QCOMPARE(changed.size(), 1);
    QVERIFY(port.notes().isEmpty());
}

void tst_WindowPorts::settingsAreWrittenTogetherOrNotAtAll()
{
    Settings settings(m_folder->filePath(u"heed.ini"_s), *m_clock);
    SettingsAdapter port(settings);
    QSignalSpy changed(&port, &SettingsPort::changed);
    QVERIFY(!port.set({{u"provider.kind"_s, u"openai"_s}, {u"provider.baseUrl"_s, u"nonsense"_s}}));
    QCOMPARE(settings.text(u"provider.kind"_s), u"guide"_s);
    QCOMPARE(changed.size(), 0);
    QVERIFY(
        port.set({{u"provider.kind"_s, u"openai"_s}, {u"provider.baseUrl"_s, u"http://localhost:1/v1"_s}}));
    QCOMPARE(changed.size(), 1);
    QCOMPARE(changed.first().first().toStringList().size(), 2);
    // Folders are a list; none of them is none in the file.
    QVERIFY(port.set({{u"search.folders"_s, QStringList{m_folder->path()}}}));
    QVERIFY(port.set({{u"search.folders"_s, QStringList()}}));
    QVERIFY(!settings.isSet(u"search.folders"_s));
}

void tst_WindowPorts::overriddenProviderIsTold()
{
    Settings settings(m_folder->filePath(u"heed.ini"_s), *m_clock);
    SettingsAdapter port(settings);
    QVERIFY(settings.override(u"provider.kind"_s, u"anthropic"_s));
    QCOMPARE(port.notes().size(), 1);
    QVERIFY(port.notes().first().contains(u"command line"_s));
}

void tst_WindowPorts::fetchesModelsWithTheKeptKey()
{
    ScriptedServer server;
    QVERIFY(server.listen());
    server.setRoute("GET /v1/models", modelList());
    m_keychain->keys.insert(keyAccount(at(server)), u"sk-kept-0123456789"_s);
    QSignalSpy fetched(m_provider.get(), &ProviderPort::modelsFetched);
    m_provider->fetchModels(at(server));
    QTRY_COMPARE(fetched.size(), 1);
    const auto report = fetched.first().first().value<ProviderReport>();
    QVERIFY(report.ok);
    QCOMPARE(report.models, QStringList({u"llama3.2"_s, u"qwen3:8b"_s}));
    QCOMPARE(server.requests().size(), 1);
    QCOMPARE(server.requests().first().headers.value("authorization"), "Bearer sk-kept-0123456789");
}

void tst_WindowPorts::keyOfOneHostNeverReachesAnother()
{
    ScriptedServer one;
    ScriptedServer other;
    QVERIFY(one.listen() && other.listen());
    other.setRoute("GET /v1/models", modelList());
    m_keychain->keys.insert(keyAccount(at(one)), u"sk-kept-0123456789"_s);
    QSignalSpy fetched(m_provider.get(), &ProviderPort::modelsFetched);
    m_provider->fetchModels(at(other));
    QTRY_COMPARE(fetched.size(), 1);
    QVERIFY(other.requests().first().headers.value("authorization").isEmpty());
    QCOMPARE(one.requests().size(), 0);
}

void tst_WindowPorts::testReportsASentence()
{
    QSignalSpy tested(m_provider.get(), &ProviderPort::tested);
    m_provider->test({.kind = u"openai"_s, .baseUrl = u"http://127.0.0.1:1/v1"_s, .model = u"m"_s});
    QTRY_COMPARE(tested.size(), 1);
    const auto report = tested.first().first().value<ProviderReport>();
    QVERIFY(!report.ok);
    QVERIFY(report.text.contains(u"127.0.0.1:1"_s));
}

void tst_WindowPorts::cancelledLookSaysNothing()
{
    ScriptedServer server;
    QVERIFY(server.listen());
    ScriptedResponse silence = modelList();
    silence.start = ScriptedResponse::Start::Hang;
    server.setRoute("GET /v1/models", silence);
    QSignalSpy fetched(m_provider.get(), &ProviderPort::modelsFetched);
    QSignalSpy tested(m_provider.get(), &ProviderPort::tested);
    m_provider->fetchModels(at(server));
    m_provider->cancel(); // before the key was there
    m_provider->test(at(server));
    QTRY_COMPARE(server.requests().size(), 1);
    m_provider->cancel(); // with the request on the wire
    QTRY_COMPARE(server.openConnections(), 0);
    server.setRoute("GET /v1/models", modelList());
    // Whatever was to come has come when a later look has ended.
    m_provider->fetchModels(at(server));
    QTRY_COMPARE(fetched.size(), 1);
    QCOMPARE(tested.size(), 0);
}

void tst_WindowPorts::newLookEndsTheOneBefore()
{
    ScriptedServer server;
    QVERIFY(server.listen());
    server.setRoute("GET /v1/models", modelList());
    QSignalSpy fetched(m_provider.get(), &ProviderPort::modelsFetched);
    m_provider->fetchModels(at(server));
    m_provider->fetchModels(at(server));
    QTRY_COMPARE(fetched.size(), 1);
    QCOMPARE(server.requests().size(), 1);
}

void tst_WindowPorts::makingAnAdapterContactsNobody()
{
    QCOMPARE(m_keychain->reads, 0);
    QVERIFY(m_provider->found().isEmpty());
}

void tst_WindowPorts::keyIsKeptAndForgotten()
{
    const ProviderChoice choice{.kind = u"openai"_s, .baseUrl = u"https://api.example.com/v1"_s};
    QSignalSpy looked(m_keys.get(), &KeyPort::looked);
    const auto state = [&looked] { return looked.takeFirst().at(1).value<KeyPort::State>(); };
    m_keys->look(choice);
    QTRY_COMPARE(looked.size(), 1);
    QCOMPARE(state(), KeyPort::State::None);
    m_keys->keep(choice, u"sk-1"_s, KeyPort::Place::Keychain);
    QTRY_COMPARE(looked.size(), 1);
    QCOMPARE(state(), KeyPort::State::Kept);
    QCOMPARE(m_keychain->keys.value(keyAccount(choice)), u"sk-1"_s);
    m_keys->forget(choice);
    QTRY_COMPARE(looked.size(), 1);
    QCOMPARE(state(), KeyPort::State::None);
    QTRY_COMPARE(m_ring->key(choice), QString());
}

void tst_WindowPorts::keyPlaceIsPassedOn_data()
{
    QTest::addColumn<int>("asked");
    QTest::addColumn<int>("written");
    QTest::addRow("the keychain") << int(KeyPort::Place::Keychain) << int(Keychain::Place::System);
    QTest::addRow("this run") << int(KeyPort::Place::ThisRun) << int(Keychain::Place::ThisRun);
    QTest::addRow("a file") << int(KeyPort::Place::File) << int(Keychain::Place::File);
}

void tst_WindowPorts::keyPlaceIsPassedOn()
{
    QFETCH(int, asked);
    QFETCH(int, written);
    QSignalSpy looked(m_keys.get(), &KeyPort::looked);
    m_keys->keep({.kind = u"anthropic"_s}, u"sk-1"_s, KeyPort::Place(asked));
    QTRY_COMPARE(looked.size(), 1);
    QCOMPARE(int(m_keychain->lastPlace), written);
}

void tst_WindowPorts::refusedKeychainIsTold()
{
    m_keychain->isThere = false;
    QSignalSpy refused(m_keys.get(), &KeyPort::refused);
    QSignalSpy looked(m_keys.get(), &KeyPort::looked);
    m_keys->keep({.kind = u"anthropic"_s}, u"sk-1"_s, KeyPort::Place::Keychain);
    QTRY_COMPARE(refused.size(), 1);
    QCOMPARE(refused.first().at(1).value<Error>().text, u"no keychain"_s);
    QCOMPARE(looked.size(), 0);
}

void tst_WindowPorts::variableIsLookedAt()
{
    QSignalSpy looked(m_keys.get(), &KeyPort::looked);
    const ProviderChoice choice{.kind = u"openai"_s, .keyFrom = u"HEED_TEST_KEY"_s};
    qunsetenv("HEED_TEST_KEY");
    m_keys->look(choice);
    QCOMPARE(looked.takeFirst().at(1).value<KeyPort::State>(), KeyPort::State::VariableMissing);
    qputenv("HEED_TEST_KEY", "sk-1");
    m_keys->look(choice);
    QCOMPARE(looked.takeFirst().at(1).value<KeyPort::State>(), KeyPort::State::VariableSet);
    qunsetenv("HEED_TEST_KEY");
    QCOMPARE(m_keychain->reads, 0);
}

void tst_WindowPorts::replacedKeyCountsAtOnce()
{
    const ProviderChoice choice{.kind = u"openai"_s, .baseUrl = u"https://api.example.com/v1"_s};
    m_keychain->keys.insert(keyAccount(choice), u"sk-old"_s);
    bool fetched = false;
    m_ring->fetch(choice, [&fetched] { fetched = true; });
    QTRY_VERIFY(fetched);
    QCOMPARE(m_ring->key(choice), u"sk-old"_s);
    m_keys->keep(choice, u"sk-new"_s, KeyPort::Place::Keychain);
    QTRY_COMPARE(m_ring->key(choice), u"sk-new"_s);
}

void tst_WindowPorts::missingKeyIsLookedForAgain()
{
    const ProviderChoice choice{.kind = u"openai"_s, .baseUrl = u"https://api.example.com/v1"_s};
    int ready = 0;
    const auto then = [&ready] { ++ready; };
    m_ring->prepare(choice, this, then);
    QTRY_COMPARE(ready, 1);
    QCOMPARE(m_ring->key(choice), QString());
    m_keychain->keys.insert(keyAccount(choice), u"sk-1"_s); // by hand, or by another Heed
    m_ring->prepare(choice, this, then);
    QTRY_COMPARE(ready, 2);
    QCOMPARE(m_ring->key(choice), u"sk-1"_s);
    const int reads = m_keychain->reads;
    m_ring->prepare(choice, this, then);
    QCOMPARE(ready, 3);
    QCOMPARE(m_keychain->reads, reads); // one that is there is not asked for again
}

void tst_WindowPorts::chatGetsTheKeyOfItsOwnProvider()
{
    const ProviderChoice usual{.kind = u"openai"_s, .baseUrl = u"https://usual.example.com/v1"_s};
    const ProviderChoice own{.kind = u"openai"_s, .baseUrl = u"https://own.example.com/v1"_s};
    m_keychain->keys = {{keyAccount(usual), u"sk-usual"_s}, {keyAccount(own), u"sk-own"_s}};
    const auto store = Store::open(m_folder->filePath(u"heed.sqlite"_s), *m_clock);
    QVERIFY(bool(store));
    ReplyKeys keys(**store, *m_ring, [usual] { return usual; });
    for (const ProviderChoice &choice : {own, usual}) {
        std::optional<ChatId> chat;
        (*store)->write<ChatId>(
            Durability::AtOnce, this,
            [choice, usual](QSqlDatabase &database) {
                return records::addChat(database,
                                        {.provider = choice == usual ? QJsonObject() : choice.toJson()});
            },
            [&chat](const Result<ChatId> &made) { chat = *made; });
        QTRY_VERIFY(chat);
        QString known;
        keys.prepare(*chat, this, [&] { known = m_ring->key(choice); });
        QTRY_VERIFY(!known.isEmpty());
        QCOMPARE(known, m_keychain->keys.value(keyAccount(choice)));
    }
    QCOMPARE(m_keychain->reads, 2);
}

void tst_WindowPorts::whatIsCarriedOnGetsItsKeys()
{
    QList<ProviderChoice> choices;
    for (const QString &host : {u"one"_s, u"two"_s, u"done"_s})
        choices.append({.kind = u"openai"_s, .baseUrl = u"https://%1.example.com/v1"_s.arg(host)});
    for (const auto &choice : std::as_const(choices))
        m_keychain->keys.insert(keyAccount(choice), u"sk of "_s + choice.baseUrl);
    const auto store = Store::open(m_folder->filePath(u"heed.sqlite"_s), *m_clock);
    QVERIFY(bool(store));
    ReplyKeys keys(**store, *m_ring, [] { return ProviderChoice(); });
    (*store)->write<Done>(Durability::AtOnce, this,
                          [choices](QSqlDatabase &database) -> Result<Done> {
                              for (const auto &choice : choices) {
                                  const auto chat = records::addChat(database, {});
                                  const auto message =
                                      records::addMessage(database, {.chat = *chat, .text = u"Hi"_s});
                                  const bool isOver = choice == choices.last();
                                  const auto reply = records::addReply(
                                      database, {.chat = *chat,
                                                 .message = *message,
                                                 .state = isOver ? ReplyState::Done : ReplyState::Running,
                                                 .provider = choice.toJson()});
                                  if (!reply)
                                      return reply.error();
                              }
                              return Done{};
                          },
                          {});
    bool ready = false;
    keys.prepareUnfinished(std::nullopt, this, [&ready] { ready = true; });
    QTRY_VERIFY(ready);
    QCOMPARE(m_ring->key(choices.at(0)), u"sk of https://one.example.com/v1"_s);
    QCOMPARE(m_ring->key(choices.at(1)), u"sk of https://two.example.com/v1"_s);
    QCOMPARE(m_keychain->reads, 2);
}

void tst_WindowPorts::placesAreRead()
{
    const QString database = m_folder->filePath(u"heed.sqlite"_s);
    QVERIFY(QDir(m_folder->path()).mkpath(u"backups"_s));
    for (const QString &name :
         {u"heed-2026-11-15.sqlite"_s, u"heed-2026-11-22.sqlite"_s, u"holiday.sqlite"_s}) {
        QFile file(m_folder->filePath(u"backups/"_s + name));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    const PrivacyPlaces places = readPrivacyPlaces(database, u"/x/heed.ini"_s, u"/x/keys"_s, *m_clock);
    QCOMPARE(places.dataFolder, m_folder->path());
    QCOMPARE(places.backups, QStringList({m_folder->filePath(u"backups/heed-2026-11-22.sqlite"_s),
                                          m_folder->filePath(u"backups/heed-2026-11-15.sqlite"_s)}));
}

QTEST_MAIN(tst_WindowPorts)
#include "tst_windowports.moc"
