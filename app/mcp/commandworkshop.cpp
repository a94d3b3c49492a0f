// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mcp/commandworkshop.h"

#include "app/desktop/dbusnotifications.h"
#include "models/base/places.h"
#include "models/question/display.h"

#include <QCoreApplication>
#include <QDBusConnection>
#include <QFileInfo>
#include <QPointer>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

// A keychain that asks for its password must not hold up a call.
constexpr std::chrono::seconds keychainPatience(3);

struct CommandWorkshopText {
    Q_DECLARE_TR_FUNCTIONS(heed::CommandWorkshop)
};

} // namespace

CommandWorkshop::CommandWorkshop(QList<std::pair<QString, QString>> overrides, const Clock &clock)
    : m_overrides(std::move(overrides))
    , m_clock(clock)
{
}

CommandWorkshop::~CommandWorkshop()
{
    m_composition.reset(); // its replies use the keys and the settings
}

Settings &CommandWorkshop::settings() const
{
    if (!m_settings) {
        m_settings = std::make_unique<Settings>(places::settingsFile(), m_clock);
        for (const auto &[key, value] : m_overrides)
            std::ignore = m_settings->override(key, value); // checked when the program began
        m_settings->followFile();
        for (const auto &note : m_settings->notes())
            qCWarning(lcMcp).noquote() << note;
    }
    return *m_settings;
}

KeyRing &CommandWorkshop::keys()
{
    if (!m_keys) {
        m_keychain = std::make_unique<SystemKeychain>(places::configFolder() + u"/keys"_s);
        m_keys = std::make_unique<KeyRing>(*m_keychain);
    }
    return *m_keys;
}

void CommandWorkshop::prepare(QObject *context, const std::function<void()> &then)
{
    // Whichever comes first, the key or the end of patience, and once.
    const auto once = [context = QPointer<QObject>(context), then, done = std::make_shared<bool>(false)] {
        if (context && !std::exchange(*done, true))
            then();
    };
    QTimer::singleShot(keychainPatience, context, once);
    keys().fetch(settings().providerChoice(), once);
}

Result<Replies *> CommandWorkshop::replies()
{
    if (!m_composition) {
        auto made = Composition::make(settings(), m_clock, keys());
        if (!made)
            return made.error();
        m_composition = *std::move(made);
        for (const auto &note : m_composition->store().notes())
            qCWarning(lcMcp).noquote() << note;
        m_composition->setAsker(u"heed mcp"_s, m_client);
        QObject::connect(m_composition.get(), &Composition::channelRefused, m_composition.get(),
                         [](const Error &error) { qCWarning(lcMcp).noquote() << error.text; });
    }
    return &m_composition->replies();
}

bool CommandWorkshop::hasThreads() const
{
    return m_composition || QFileInfo::exists(places::databaseFile());
}

McpRules CommandWorkshop::rules() const
{
    const Settings &now = settings();
    return {.mayAsk = now.isOn(u"mcp.tools.ask"_s) && now.isOn(u"questions.outOfBand"_s),
            .showsForms = now.isOn(u"inquiry.elicitation"_s),
            .provider = now.providerChoice(),
            .providerIsOwn = now.hasProviderOverride()};
}

void CommandWorkshop::setClient(const QString &name)
{
    m_client = name;
    if (m_composition)
        m_composition->setAsker(u"heed mcp"_s, m_client);
}

void CommandWorkshop::tellAsked(const Question &question, const QString &thread)
{
    if (!m_notifications)
        m_notifications = std::make_unique<DBusNotifications>(QDBusConnection::sessionBus());
    const QString from = m_client.isEmpty() ? thread : QString(thread + u" – "_s + m_client);
    m_notifications->show(
        {.key = question.id.value,
         .title = CommandWorkshopText::tr("Heed: the model asks"),
         .text = displayText(question.text) + u'\n' +
                 CommandWorkshopText::tr("%1. Answer it in Heed, or with: heed questions answer %2")
                     .arg(displayLine(from), question.id.value)});
}

void CommandWorkshop::tellOver(const QuestionId &id)
{
    if (m_notifications)
        m_notifications->close(id.value);
}

} // namespace heed
