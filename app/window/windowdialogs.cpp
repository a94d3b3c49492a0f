// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/windowdialogs.h"

#include "app/composition.h"
#include "app/settings/providertuning.h"
#include "app/window/readprivacyplaces.h"
#include "models/base/places.h"
#include "widgets/settings/settingsdialog.h"
#include "widgets/welcome/welcomepage.h"
#include "widgets/window/mainwindow.h"

#include <QApplication>

using namespace Qt::StringLiterals;

namespace heed {

WindowDialogs::WindowDialogs(const Parts &parts)
    : m_parts(parts)
    , m_settings(parts.settings)
    , m_provider([&settings = parts.settings] { return providerSettings(settings); }, parts.keys, parts.clock)
    , m_keys(parts.keychain, parts.keys, parts.keyFile)
    , m_facts(parts.composition.replies())
    , m_audit(parts.composition.replies())
    , m_theme(*qApp)
    , m_welcome(new WelcomePage(m_provider, parts.clock, &parts.window))
{
    parts.window.conversation().setWelcome(m_welcome);
    connect(m_welcome, &WelcomePage::exampleChosen, this,
            [this](const QString &text) { m_parts.window.conversation().send(text); });
    connect(m_welcome, &WelcomePage::serverChosen, this, &WindowDialogs::use);
    connect(m_welcome, &WelcomePage::settingsWanted, this, &WindowDialogs::openSettings);
    connect(&parts.window, &MainWindow::settingsWanted, this, &WindowDialogs::openSettings);
    connect(&parts.settings, &Settings::changed, this, &WindowDialogs::applySettings);
    applySettings();
}

void WindowDialogs::lookForServers()
{
    m_welcome->lookForServers();
}

void WindowDialogs::applySettings()
{
    m_theme.setWord(m_parts.settings.text(u"appearance.theme"_s));
    m_welcome->setProvider(m_parts.settings.providerChoice());
}

void WindowDialogs::use(const ProviderChoice &choice)
{
    const auto set = m_settings.set({{u"provider.kind"_s, choice.kind},
                                     {u"provider.baseUrl"_s, choice.baseUrl},
                                     {u"provider.model"_s, choice.model},
                                     {u"provider.keyFrom"_s, choice.keyFrom}});
    m_parts.window.showNotice(set ? tr("New chats now use %1.").arg(choice.model) : set.error().text);
}

SettingsDialog *WindowDialogs::settingsDialog()
{
    if (!m_dialog) {
        m_dialog =
            new SettingsDialog({.settings = m_settings,
                                .provider = m_provider,
                                .keys = m_keys,
                                .facts = m_facts,
                                .audit = m_audit,
                                .alarms = m_parts.alarms,
                                .places = readPrivacyPlaces(places::databaseFile(), places::settingsFile(),
                                                            m_parts.keyFile, m_parts.clock)},
                               &m_parts.window);
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_dialog, &SettingsDialog::newTokenWanted, this, &WindowDialogs::newTokenWanted);
    }
    return m_dialog;
}

void WindowDialogs::openSettings()
{
    SettingsDialog *dialog = settingsDialog();
    const ChatId chat = m_parts.window.conversation().chat();
    dialog->setChat(chat.isValid() ? std::optional(chat) : std::nullopt, m_parts.window.chatTitle());
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

} // namespace heed
