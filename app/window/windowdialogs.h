// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/keyadapter.h"
#include "app/window/provideradapter.h"
#include "app/window/settingsadapter.h"
#include "models/list/auditmodel.h"
#include "models/list/factmodel.h"
#include "widgets/theme/theme.h"

#include <QObject>
#include <QPointer>

namespace heed {

class Composition;
class Keychain;
class MainWindow;
class Settings;
class SettingsDialog;
class WelcomePage;

//! The window's dialogs, its first page and its theme, with what they need of the program. GUI thread.
class WindowDialogs final : public QObject
{
    Q_OBJECT
public:
    //! All outlive this.
    struct Parts {
        Settings &settings;
        Composition &composition;
        Keychain &keychain;
        KeyRing &keys;
        QString keyFile{};
        const Clock &clock;
        Alarms &alarms;
        MainWindow &window;
    };
    explicit WindowDialogs(const Parts &parts);

    //! Looks for servers on this computer, and only there.
    void lookForServers();
    void openSettings();

Q_SIGNALS:
    void newTokenWanted(); //!< for the API

private:
    void applySettings();
    void use(const ProviderChoice &choice);
    [[nodiscard]] SettingsDialog *settingsDialog();

    Parts m_parts;
    SettingsAdapter m_settings;
    ProviderAdapter m_provider;
    KeyAdapter m_keys;
    FactModel m_facts;
    AuditModel m_audit;
    Theme m_theme;
    WelcomePage *m_welcome; //!< the window's
    QPointer<SettingsDialog> m_dialog{};
};

} // namespace heed
