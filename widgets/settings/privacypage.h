// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/id.h"
#include "widgets/settings/privacyplaces.h"
#include "widgets/settings/settingspage.h"

#include <optional>

namespace heed {

class AuditModel;
class AuditSection;
class Clock;
class FactModel;
class SettingsPort;

//! What is kept, where, and what leaves the computer; the facts of the open chat and the audit. GUI thread.
class PrivacyPage final : public SettingsPage
{
    Q_OBJECT
public:
    PrivacyPage(SettingsPort &settings, FactModel &facts, AuditModel &audit, const PrivacyPlaces &places,
                const Clock &clock, QWidget *parent = nullptr);

    //! The chat that is open, if one is.
    void setChat(std::optional<ChatId> chat, const QString &title);
    void entered() override;

private:
    void addPlaces(const PrivacyPlaces &places, const Clock &clock);
    void showLeaves();

    SettingsPort &m_settings;
    FactModel &m_facts;
    AuditModel &m_auditModel;
    Sentence *m_leaves = nullptr;
    Sentence *m_factsOf = nullptr;
    AuditSection *m_audit = nullptr;
};

} // namespace heed
