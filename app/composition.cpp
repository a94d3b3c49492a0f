// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/composition.h"

#include "app/channel/channelasker.h"
#include "app/desktop/pdftext.h"
#include "app/provider/providerfactory.h"
#include "app/secretmarkkey.h"
#include "app/settings/providertuning.h"
#include "models/base/places.h"
#include "models/base/process.h"
#include "models/guide/guideprovider.h"
#include "models/store/chatrecord.h"
#include "models/tool/nowtool.h"
#include "models/tool/readtool.h"
#include "models/tool/reminders.h"
#include "models/tool/remindtool.h"
#include "models/tool/searchtool.h"
#include "models/tool/storetool.h"

#include <QFileInfo>
#include <QMutex>

using namespace Qt::StringLiterals;

namespace heed {

namespace {
constexpr qint64 trashDays = 30; // what a person is told when a chat goes there
} // namespace

struct Composition::Shared {
    QMutex mutex{};
    ProviderSettings provider{};
    QStringList folders{};

    [[nodiscard]] ProviderSettings providerNow()
    {
        const QMutexLocker lock(&mutex);
        return provider;
    }
    [[nodiscard]] QStringList foldersNow()
    {
        const QMutexLocker lock(&mutex);
        return folders;
    }
};

Result<std::unique_ptr<Composition>> Composition::make(Settings &settings, const Clock &clock, KeyRing &keys)
{
    const auto key = secretMarkKey(places::dataFolder());
    if (!key)
        return key.error();
    auto store = Store::open(places::databaseFile(), clock);
    if (!store)
        return store.error();
    return std::unique_ptr<Composition>(new Composition(settings, clock, keys, *std::move(store), *key));
}

Composition::Composition(Settings &settings, const Clock &clock, KeyRing &keys, std::unique_ptr<Store> store,
                         const QByteArray &secretKey)
    : m_settings(settings)
    , m_clock(clock)
    , m_secretKey(secretKey)
    , m_shared(std::make_shared<Shared>())
    , m_store(std::move(store))
{
    settingsChanged();
    m_replies = std::make_unique<Replies>(parts(clock, keys, secretKey), settings.replySettings());
    fileQuestions();
    connect(&settings, &Settings::changed, this, &Composition::settingsChanged);
    m_store->write<int>(Durability::Grouped, this,
                        [before = clock.wallMs() - trashDays * 24 * 3600 * 1000](QSqlDatabase &database) {
                            return records::emptyTrash(database, before);
                        },
                        {});
}

Composition::~Composition() = default;

void Composition::fileQuestions()
{
    // Before anything can be asked: what is posted to the reply thread runs in order.
    m_replies->inReplyThread([this, folder = Channel::folderIn(places::dataFolder())] {
        m_asker = new ChannelAsker(*m_replies, folder, processIdentity(), m_beside);
        connect(m_asker, &ChannelAsker::refused, this, &Composition::channelRefused);
        m_asker->start();
    });
}

ChannelWatch::Parts Composition::channelParts() const
{
    return {.store = *m_store,
            .clock = m_clock,
            .secretKey = m_secretKey,
            .folder = Channel::folderIn(places::dataFolder())};
}

void Composition::setAsker(const QString &program, const QString &client)
{
    m_replies->inReplyThread([this, program, client] { m_asker->setNames(program, client); });
}

void Composition::settingsChanged()
{
    {
        const QMutexLocker lock(&m_shared->mutex);
        m_shared->folders = m_settings.list(u"search.folders"_s);
        m_shared->provider = providerSettings(m_settings);
    }
    if (m_replies)
        m_replies->setSettings(m_settings.replySettings());
}

Replies::Parts Composition::parts(const Clock &clock, KeyRing &keys, const QByteArray &secretKey)
{
    return {.store = m_store.get(),
            .clock = &clock,
            .secretKey = secretKey,
            .providers =
                [shared = m_shared, &clock, &keys](Alarms &) {
                    return makeProviderFactory(
                        [shared] { return shared->providerNow(); },
                        [&keys](const ProviderChoice &choice) { return keys.key(choice); }, clock,
                        [&clock] { return std::make_unique<GuideProvider>(clock); });
                },
            .tools = [this, &clock](ToolRegistry &tools,
                                    Alarms &alarms) { return registerTools(tools, alarms, clock); }};
}

//! Runs in the reply thread, while that is being made.
std::unique_ptr<QObject> Composition::registerTools(ToolRegistry &tools, Alarms &alarms, const Clock &clock)
{
    auto beside = std::make_unique<QObject>();
    m_beside = beside.get();
    m_reminders = new Reminders(*m_store, alarms);
    m_reminders->setParent(m_beside);
    connect(m_reminders, &Reminders::due, this, &Composition::reminderDue);
    connect(m_reminders, &Reminders::changed, this, &Composition::remindersChanged);

    const QString database = m_store->file();
    const auto index = std::make_shared<FolderIndex>(QFileInfo(database).path() + u"/index.sqlite"_s,
                                                     TextExtractors{std::make_shared<PdfText>()});
    const FindSources sources{.databaseFile = database, .index = index, .folders = [shared = m_shared] {
                                  return shared->foldersNow();
                              }};
    tools.add(std::make_unique<SearchTool>(sources, clock));
    tools.add(std::make_unique<ReadTool>(sources, clock));
    tools.add(std::make_unique<StoreTool>(*m_store, clock));
    tools.add(std::make_unique<RemindTool>(*m_store, clock, [this] {
        if (m_remindersFire)
            m_reminders->reload();
    }));
    tools.add(std::make_unique<NowTool>(clock));
    return beside;
}

void Composition::startReminders()
{
    m_replies->inReplyThread([this] {
        m_remindersFire = true;
        m_reminders->reload();
    });
}

void Composition::reloadReminders()
{
    m_replies->inReplyThread([this] {
        if (m_remindersFire)
            m_reminders->reload();
    });
}

} // namespace heed
