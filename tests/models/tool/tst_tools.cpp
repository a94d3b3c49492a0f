// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/question/outcometext.h"
#include "models/store/chatrecord.h"
#include "models/store/replyrecord.h"
#include "models/store/store.h"
#include "models/tool/nowtool.h"
#include "models/tool/readtool.h"
#include "models/tool/remindtool.h"
#include "models/tool/searchtool.h"
#include "models/tool/storetool.h"

#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace heed;

class TestTools : public QObject
{
    Q_OBJECT
private:
    std::unique_ptr<QTemporaryDir> m_temp;
    std::unique_ptr<ManualClock> m_clock;
    std::unique_ptr<Store> m_store;
    std::unique_ptr<ToolRegistry> m_tools;
    QStringList m_folders;
    int m_changed = 0;
    qint64 m_lastCall = 0;
    ChatId m_chat{};
    ReplyId m_reply{};

    template <typename T>
    T keep(std::function<Result<T>(QSqlDatabase &)> work)
    {
        T value{};
        QEventLoop loop;
        m_store->write<T>(Durability::AtOnce, &loop, std::move(work), [&](const Result<T> &kept) {
            if (kept)
                value = *kept;
            else
                qWarning("%s %s", qPrintable(kept.error().text), qPrintable(kept.error().detail));
            loop.quit();
        });
        loop.exec();
        return value;
    }

    //! A chat with a message and, when wanted, a reply to it.
    ChatId chat(const QString &title, const QString &message, const QString &replyText,
                const QString &provider = u"openai"_s)
    {
        const qint64 now = m_clock->wallMs();
        return keep<ChatId>([=, this](QSqlDatabase &database) -> Result<ChatId> {
            const auto id = records::addChat(database, {.title = title, .createdMs = now, .updatedMs = now});
            if (!id)
                return id.error();
            const auto sent = records::addMessage(database, {.chat = *id, .text = message, .atMs = now});
            if (!sent)
                return sent.error();
            const auto reply =
                records::addReply(database, {.chat = *id,
                                             .message = *sent,
                                             .provider = ProviderChoice{.kind = provider}.toJson(),
                                             .startedMs = now});
            if (!reply)
                return reply.error();
            m_reply = *reply;
            if (auto head = records::setHead(database, *id, *reply, now); !head)
                return head.error();
            if (replyText.isEmpty())
                return *id;
            const auto turn = records::addTurn(database, *reply, {.text = replyText});
            return turn ? Result<ChatId>(*id) : turn.error();
        });
    }

    ToolOutcome run(const QString &tool, const QJsonObject &arguments, CallId call = {})
    {
        ToolContext context{.chat = m_chat, .reply = m_reply, .call = call};
        if (!context.call.isValid())
            context.call = {++m_lastCall};
        QObject parent;
        ToolRun *running = m_tools->find(tool)->run(arguments, context, &parent);
        QSignalSpy done(running, &ToolRun::done);
        if (!done.isEmpty())
            qFatal("done() came from inside run()");
        if (!done.wait(30'000))
            qFatal("a tool never finished");
        QCoreApplication::processEvents();
        if (done.size() != 1)
            qFatal("done() came more than once");
        return done.first().first().value<ToolOutcome>();
    }
    static QJsonObject json(const ToolOutcome &outcome)
    {
        return QJsonDocument::fromJson(outcome.result.toUtf8()).object();
    }
    QJsonArray search(const QString &query, QJsonObject more = {})
    {
        more.insert(u"query"_s, query);
        return json(run(u"search"_s, more))[u"results"_s].toArray();
    }
    static QStringList ids(const QJsonArray &results)
    {
        QStringList list;
        for (const QJsonValue &result : results)
            list += result[u"id"_s].toString();
        list.sort();
        return list;
    }
    QString file(const QString &name, const QByteArray &bytes)
    {
        QDir().mkpath(m_temp->filePath(u"house"_s));
        QFile written(m_temp->filePath(u"house/"_s + name));
        if (!written.open(QIODevice::WriteOnly) || written.write(bytes) != bytes.size())
            qFatal("cannot write a test file");
        return written.fileName();
    }

private Q_SLOTS:
    void init()
    {
        m_temp = std::make_unique<QTemporaryDir>();
        m_clock =
            std::make_unique<ManualClock>(QDateTime({2026, 11, 29}, {10, 0}, QTimeZone("Europe/Berlin")));
        auto store = Store::open(m_temp->filePath(u"heed.sqlite"_s), *m_clock);
        QVERIFY(store);
        m_store = *std::move(store);
        m_folders.clear();
        m_changed = 0;
        const FindSources sources{.databaseFile = m_store->file(),
                                  .index = std::make_shared<FolderIndex>(m_temp->filePath(u"index.sqlite"_s)),
                                  .folders = [this] { return m_folders; }};
        m_tools = std::make_unique<ToolRegistry>();
        m_tools->add(std::make_unique<NowTool>(*m_clock));
        m_tools->add(std::make_unique<StoreTool>(*m_store, *m_clock));
        m_tools->add(std::make_unique<RemindTool>(*m_store, *m_clock, [this] { ++m_changed; }));
        m_tools->add(std::make_unique<SearchTool>(sources, *m_clock));
        m_tools->add(std::make_unique<ReadTool>(sources, *m_clock));
        m_chat = {};
        m_reply = {};
    }
    void cleanup()
    {
        m_tools.reset();
        m_store.reset();
    }

    void theRegistryLeavesOutWhatWrites()
    {
        const auto names = [](const QList<ToolSpec> &specs) {
            QStringList list;
            for (const ToolSpec &spec : specs)
                list += spec.name;
            return list;
        };
        QCOMPARE(names(m_tools->specs()),
                 QStringList({u"now"_s, u"store"_s, u"remind"_s, u"search"_s, u"read"_s}));
        QCOMPARE(names(m_tools->specs(true)), QStringList({u"now"_s, u"search"_s, u"read"_s}));
        QVERIFY(!m_tools->find(u"ask_user"_s));
        m_tools->add(std::make_unique<NowTool>(*m_clock)); // a second one of that name is not taken
        QCOMPARE(m_tools->specs().size(), 5);
        for (const ToolSpec &spec : m_tools->specs()) {
            QVERIFY(!spec.description.isEmpty());
            QCOMPARE(spec.schema[u"type"_s].toString(), u"object"_s);
        }
    }

    void badArgumentsAreAnsweredWithWhatToSend_data()
    {
        QTest::addColumn<QString>("tool");
        QTest::addColumn<QJsonObject>("arguments");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, const QString &tool, const QJsonObject &arguments,
                            const QString &says) { QTest::newRow(name) << tool << arguments << says; };
        row("now takes none", u"now"_s, {{u"zone"_s, u"UTC"_s}}, u"no arguments"_s);
        row("a note without text", u"store"_s, {}, u"\"text\" is missing"_s);
        row("a note of spaces", u"store"_s, {{u"text"_s, u"  "_s}}, u"\"text\" is missing"_s);
        row("a note that is a number", u"store"_s, {{u"text"_s, 5}}, u"must be a string"_s);
        row("a note that is too long", u"store"_s, {{u"text"_s, QString(30'000, u'x')}}, u"at most 20000"_s);
        row("an unknown argument", u"store"_s, {{u"text"_s, u"a"_s}, {u"tag"_s, u"b"_s}},
            u"The arguments are: text, title"_s);
        row("no action", u"remind"_s, {{u"text"_s, u"a"_s}}, u"\"action\" is missing"_s);
        row("an unknown action", u"remind"_s, {{u"action"_s, u"create"_s}},
            u"\"set\", \"list\", \"move\", \"cancel\""_s);
        row("a reminder without text", u"remind"_s, {{u"action"_s, u"set"_s}, {u"when"_s, u"tomorrow"_s}},
            u"\"text\" is missing"_s);
        row("a reminder without a time", u"remind"_s, {{u"action"_s, u"set"_s}, {u"text"_s, u"a"_s}},
            u"\"when\" is missing"_s);
        row("a time that nobody understands", u"remind"_s,
            {{u"action"_s, u"set"_s}, {u"text"_s, u"a"_s}, {u"when"_s, u"soonish"_s}}, u"2026-11-30T10:00"_s);
        row("a day that is none", u"remind"_s,
            {{u"action"_s, u"set"_s}, {u"text"_s, u"a"_s}, {u"when"_s, u"2026-02-30T10:00"_s}},
            u"cannot be understood"_s);
        row("a time in the past", u"remind"_s,
            {{u"action"_s, u"set"_s}, {u"text"_s, u"a"_s}, {u"when"_s, u"2026-11-28T10:00"_s}},
            u"in the past: it is now Sunday, 2026-11-29T10:00"_s);
        row("a date with two readings", u"remind"_s,
            {{u"action"_s, u"set"_s}, {u"text"_s, u"a"_s}, {u"when"_s, u"3/4/2027 at 10:00"_s}},
            u"2027-04-03T10:00 or 2027-03-04T10:00"_s);
        row("an unknown repeat", u"remind"_s,
            {{u"action"_s, u"set"_s},
             {u"text"_s, u"a"_s},
             {u"when"_s, u"tomorrow"_s},
             {u"repeat"_s, u"hourly"_s}},
            u"\"daily\""_s);
        row("cancel without an id", u"remind"_s, {{u"action"_s, u"cancel"_s}}, u"list"_s);
        row("cancel of one that is not there", u"remind"_s, {{u"action"_s, u"cancel"_s}, {u"id"_s, 77}},
            u"No reminder 77"_s);
        row("an id that is text", u"remind"_s, {{u"action"_s, u"cancel"_s}, {u"id"_s, u"x"_s}},
            u"whole number"_s);
        row("an id with a fraction", u"remind"_s, {{u"action"_s, u"cancel"_s}, {u"id"_s, 1.5}},
            u"whole number"_s);
        row("a search without words", u"search"_s, {{u"query"_s, u"?!"_s}}, u"no word"_s);
        row("a search in an unknown folder", u"search"_s, {{u"query"_s, u"a"_s}, {u"folder"_s, u"x"_s}},
            u"added folders are: none"_s);
        row("a search since nonsense", u"search"_s, {{u"query"_s, u"a"_s}, {u"since"_s, u"yesterday"_s}},
            u"2026-11-29"_s);
        row("a search with too many results", u"search"_s, {{u"query"_s, u"a"_s}, {u"limit"_s, 500}},
            u"from 1 to 20"_s);
        row("an id that is none", u"read"_s, {{u"id"_s, u"12"_s}}, u"\"note:12\""_s);
        row("a note that is not there", u"read"_s, {{u"id"_s, u"note:99"_s}}, u"note:99"_s);
        row("a chat that is not there", u"read"_s, {{u"id"_s, u"chat:99"_s}}, u"chat:99"_s);
        row("a file outside", u"read"_s, {{u"id"_s, u"file:/etc/passwd"_s}}, u"not in a folder"_s);
        row("an offset below zero", u"read"_s, {{u"id"_s, u"note:1"_s}, {u"offset"_s, -1}}, u"0 or more"_s);
    }
    void badArgumentsAreAnsweredWithWhatToSend()
    {
        QFETCH(QString, tool);
        QFETCH(QJsonObject, arguments);
        QFETCH(QString, says);
        const ToolOutcome outcome = run(tool, arguments);
        QVERIFY(!outcome.ok);
        QVERIFY(!outcome.changed);
        QVERIFY(!outcome.summary.isEmpty());
        QVERIFY2(outcome.result.contains(says), qPrintable(outcome.result));
        QCOMPARE(m_changed, 0);
    }

    void nowTellsTheLocalTime()
    {
        const QJsonObject now = json(run(u"now"_s, {}));
        QCOMPARE(now[u"time"_s].toString(), u"2026-11-29T10:00:00"_s);
        QCOMPARE(now[u"zone"_s].toString(), u"Europe/Berlin"_s);
        QCOMPARE(now[u"weekday"_s].toString(), u"Sunday"_s);
        QCOMPARE(now[u"utc_offset_minutes"_s].toInt(), 60);
    }

    void aNoteIsKeptOncePerCall()
    {
        const ToolOutcome first = run(u"store"_s, {{u"text"_s, u"the roofer is called Weber"_s}}, {500});
        QVERIFY(first.ok);
        QVERIFY(first.changed);
        const ToolOutcome again = run(u"store"_s, {{u"text"_s, u"the roofer is called Weber"_s}}, {500});
        QCOMPARE(json(again)[u"id"_s], json(first)[u"id"_s]);
        QCOMPARE(search(u"roofer"_s).size(), 1);
        const ToolOutcome other = run(u"store"_s, {{u"text"_s, u"the roofer is called Weber"_s}}, {501});
        QVERIFY(json(other)[u"id"_s] != json(first)[u"id"_s]);
        QCOMPARE(json(run(u"read"_s, {{u"id"_s, json(first)[u"id"_s]}}))[u"text"_s].toString(),
                 u"the roofer is called Weber"_s);
    }

    void aReminderIsSetOncePerCall()
    {
        const QJsonObject arguments{
            {u"action"_s, u"set"_s}, {u"text"_s, u"dentist"_s}, {u"when"_s, u"in 20 minutes"_s}};
        const ToolOutcome first = run(u"remind"_s, arguments, {500});
        QVERIFY(first.ok);
        QCOMPARE(json(first)[u"reminder"_s][u"time"_s].toString(), u"2026-11-29T10:20"_s);
        QCOMPARE(json(first)[u"reminder"_s][u"weekday"_s].toString(), u"Sunday"_s);
        // After a crash the same call runs again, later: it is the reminder that was set.
        m_clock->advance(std::chrono::minutes(5));
        const ToolOutcome again = run(u"remind"_s, arguments, {500});
        QCOMPARE(json(again)[u"reminder"_s], json(first)[u"reminder"_s]);
        QCOMPARE(json(run(u"remind"_s, {{u"action"_s, u"list"_s}}))[u"count"_s].toInt(), 1);
        QVERIFY(m_changed >= 1);
    }

    void aReminderIsMovedAndCancelled()
    {
        const auto set = run(u"remind"_s, {{u"action"_s, u"set"_s},
                                           {u"text"_s, u"rent"_s},
                                           {u"when"_s, u"2026-12-31T08:00"_s},
                                           {u"repeat"_s, u"monthly"_s}});
        const QJsonValue id = json(set)[u"reminder"_s][u"id"_s];
        const auto moved =
            run(u"remind"_s, {{u"action"_s, u"move"_s}, {u"id"_s, id}, {u"when"_s, u"tomorrow at 9pm"_s}});
        QCOMPARE(json(moved)[u"reminder"_s][u"time"_s].toString(), u"2026-11-30T21:00"_s);
        QCOMPARE(json(moved)[u"reminder"_s][u"repeat"_s].toString(), u"monthly"_s);
        const auto cancelled = run(u"remind"_s, {{u"action"_s, u"cancel"_s}, {u"id"_s, id}});
        QVERIFY(cancelled.ok);
        QCOMPARE(json(run(u"remind"_s, {{u"action"_s, u"list"_s}}))[u"count"_s].toInt(), 0);
        QVERIFY(!run(u"remind"_s, {{u"action"_s, u"cancel"_s}, {u"id"_s, id}}).ok);
        QCOMPARE(m_changed, 3);
    }

    void aGuessedHourIsSaidToTheModel()
    {
        const auto set =
            run(u"remind"_s, {{u"action"_s, u"set"_s}, {u"text"_s, u"a"_s}, {u"when"_s, u"tomorrow at 5"_s}});
        QVERIFY(json(set)[u"note"_s].toString().contains(u"2026-11-30T17:00"));
        const auto exact = run(
            u"remind"_s, {{u"action"_s, u"set"_s}, {u"text"_s, u"a"_s}, {u"when"_s, u"2026-11-30T17:00"_s}});
        QVERIFY(!json(exact).contains(u"note"_s));
    }

    void aRepeatingReminderMayBeginInThePast()
    {
        const auto set = run(u"remind"_s, {{u"action"_s, u"set"_s},
                                           {u"text"_s, u"pills"_s},
                                           {u"when"_s, u"2026-11-01T08:00"_s},
                                           {u"repeat"_s, u"daily"_s}});
        QVERIFY(set.ok);
        QCOMPARE(json(set)[u"reminder"_s][u"time"_s].toString(), u"2026-11-30T08:00"_s);
    }

    void findsChatsNotesAndFiles()
    {
        const ChatId other = chat(u"House"_s, u"What about the roof?"_s, u"The roof needs tiles."_s);
        m_reply = {};
        run(u"store"_s, {{u"text"_s, u"the roof was mended"_s}});
        m_folders = {m_temp->filePath(u"house"_s)};
        const QString path = file(u"roof.md"_s, "# Roof costs\n\nA roof costs a lot.");
        const QJsonArray results = search(u"roof"_s);
        QCOMPARE(ids(results),
                 QStringList({u"chat:%1"_s.arg(other.value), QString(u"file:"_s + path), u"note:1"_s}));
        for (const QJsonValue &result : results) {
            QVERIFY(!result[u"title"_s].toString().isEmpty());
            QVERIFY(result[u"snippet"_s].toString().contains(u"roof", Qt::CaseInsensitive));
            QVERIFY(!result[u"date"_s].toString().isEmpty());
        }
        QCOMPARE(ids(search(u"roof"_s, {{u"kind"_s, u"note"_s}})), QStringList(u"note:1"_s));
        QCOMPARE(ids(search(u"roof"_s, {{u"folder"_s, u"house"_s}})),
                 QStringList(QString(u"file:"_s + path)));
        QCOMPARE(search(u"roof"_s, {{u"limit"_s, 1}}).size(), 1);
        QCOMPARE(search(u"roof"_s, {{u"until"_s, u"2026-01-01"_s}}).size(), 0);
        QCOMPARE(ids(search(u"roof"_s, {{u"since"_s, u"2026-11-29"_s}, {u"kind"_s, u"message"_s}})),
                 QStringList(u"chat:%1"_s.arg(other.value)));
    }

    void neverFindsTheAskingMessage()
    {
        m_chat = chat(u"Asking"_s, u"find my notes about the roof"_s, u"I am searching for roof now"_s);
        QCOMPARE(search(u"roof"_s).size(), 0);
        m_reply = {};
        QCOMPARE(search(u"roof"_s).size(), 1);
    }

    void leavesOutWhatTheGuideSaid()
    {
        chat(u"Guided"_s, u"hello"_s, u"I found your notes about the roof"_s, u"guide"_s);
        m_reply = {};
        QCOMPARE(search(u"roof"_s).size(), 0);
    }

    void findsEarlierAnswers()
    {
        const ChatId house = chat(u"House"_s, u"plan"_s, u"ok"_s);
        keep<FactId>([house, this](QSqlDatabase &database) {
            return records::addFact(database, {.chat = house,
                                               .subject = u"answer"_s,
                                               .name = u"Which tiles for the roof?"_s,
                                               .value = u"The red ones"_s,
                                               .source = u"person"_s,
                                               .atMs = m_clock->wallMs()});
        });
        const QJsonArray results = search(u"roof"_s, {{u"kind"_s, u"answer"_s}});
        QCOMPARE(results.size(), 1);
        QCOMPARE(results[0][u"question"_s].toString(), u"Which tiles for the roof?"_s);
        QCOMPARE(results[0][u"answer"_s].toString(), u"The red ones"_s);
    }

    void readsAChatWithItsQuestions()
    {
        const ChatId id = chat(u"House"_s, u"Plan the roof"_s, {});
        keep<QList<CallId>>([this](QSqlDatabase &database) {
            CallRecord call{.call = {.id = u"1"_s,
                                     .name = u"ask_user"_s,
                                     .arguments = {{u"question"_s, u"Which tiles?"_s}}},
                            .result = resultForModel(Outcome::Answered, u"Red"_s)};
            auto calls = records::addTurn(database, m_reply, {.text = u"Let me see."_s, .calls = {call}});
            if (calls) {
                if (auto set = records::setCallResult(database, calls->first(), *call.result, true, {}); !set)
                    return Result<QList<CallId>>(set.error());
            }
            return calls;
        });
        const QString text =
            json(run(u"read"_s, {{u"id"_s, u"chat:%1"_s.arg(id.value)}}))[u"text"_s].toString();
        QVERIFY2(text.contains(u"Person: Plan the roof"), qPrintable(text));
        QVERIFY(text.contains(u"Reply: Let me see."));
        QVERIFY(text.contains(u"Question: Which tiles?"));
        QVERIFY(text.contains(u"Answer: Red"));
    }

    void aChatInTheTrashIsNeitherFoundNorRead()
    {
        const ChatId id = chat(u"House"_s, u"Plan the roof"_s, u"ok"_s);
        m_reply = {};
        QCOMPARE(search(u"roof"_s).size(), 1);
        keep<Done>([id](QSqlDatabase &database) { return records::setTrashed(database, id, 1); });
        QCOMPARE(search(u"roof"_s).size(), 0);
        QVERIFY(!run(u"read"_s, {{u"id"_s, u"chat:%1"_s.arg(id.value)}}).ok);
    }

    void aLongTextComesInParts()
    {
        m_folders = {m_temp->filePath(u"house"_s)};
        QByteArray bytes;
        for (int i = 0; i < 4000; ++i)
            bytes += "row " + QByteArray::number(i) + " \xf0\x9f\x8f\xa0 \"quoted\"\n";
        const QString path = file(u"long.txt"_s, bytes);
        QString all;
        qint64 offset = 0;
        int parts = 0;
        do {
            const ToolOutcome outcome =
                run(u"read"_s, {{u"id"_s, QString(u"file:"_s + path)}, {u"offset"_s, offset}});
            QVERIFY(outcome.ok);
            QVERIFY(outcome.result.toUtf8().size() <= 16 * 1024);
            all += json(outcome)[u"text"_s].toString();
            offset = json(outcome)[u"next_offset"_s].toInteger(0);
            ++parts;
        } while (offset > 0 && parts < 100);
        QVERIFY(parts > 3);
        QCOMPARE(all, QString::fromUtf8(bytes));
        const auto near =
            json(run(u"read"_s, {{u"id"_s, QString(u"file:"_s + path)}, {u"near"_s, u"3777"_s}}));
        QVERIFY(near[u"offset"_s].toInteger() > 10'000);
        QVERIFY(near[u"text"_s].toString().contains(u"row 3777"));
        QVERIFY(!run(u"read"_s, {{u"id"_s, QString(u"file:"_s + path)}, {u"offset"_s, 10'000'000}}).ok);
    }

    void aMissingFolderIsSaid()
    {
        m_folders = {m_temp->filePath(u"gone"_s)};
        const QJsonObject answer = json(run(u"search"_s, {{u"query"_s, u"roof"_s}}));
        QCOMPARE(answer[u"problems"_s].toArray().size(), 1);
    }

    void aCancelledRunEndsOnce()
    {
        m_folders = {m_temp->filePath(u"house"_s)};
        file(u"roof.md"_s, "roof");
        QObject parent;
        ToolRun *running = m_tools->find(u"search"_s)->run({{u"query"_s, u"roof"_s}}, {}, &parent);
        QSignalSpy done(running, &ToolRun::done);
        running->cancel();
        QCOMPARE(done.size(), 0);
        QVERIFY(done.wait(heed::test::patienceMs));
        QVERIFY(!done.first().first().value<ToolOutcome>().ok);
        QCOMPARE(run(u"search"_s, {{u"query"_s, u"roof"_s}}).ok, true);
        QCOMPARE(done.size(), 1);
    }

    void aRunThatNobodyWaitsForAnyMoreHarmsNothing()
    {
        m_folders = {m_temp->filePath(u"house"_s)};
        file(u"roof.md"_s, "roof");
        for (const auto &[tool, arguments] : {std::pair(u"search"_s, QJsonObject{{u"query"_s, u"roof"_s}}),
                                              std::pair(u"remind"_s, QJsonObject{{u"action"_s, u"list"_s}}),
                                              std::pair(u"store"_s, QJsonObject{{u"text"_s, u"a"_s}})}) {
            delete m_tools->find(tool)->run(arguments, {}, nullptr);
        }
        QCOMPARE(run(u"search"_s, {{u"query"_s, u"roof"_s}}).ok, true);
    }
};

QTEST_GUILESS_MAIN(TestTools)
#include "tst_tools.moc"
