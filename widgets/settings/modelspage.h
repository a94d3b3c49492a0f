// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/provider/modelrequest.h"
#include "widgets/settings/providerport.h"
#include "widgets/settings/settingspage.h"

class QComboBox;

namespace heed {

class Clock;
class KeyPort;
class KeySection;
class SettingsPort;

//! Who replies. The provider is a draft until *Use this model* is pressed, because its parts only make sense
//! together and a half-entered one must never be contacted; Test and Fetch work on the draft. GUI thread.
class ModelsPage final : public SettingsPage
{
    Q_OBJECT
public:
    ModelsPage(SettingsPort &settings, ProviderPort &provider, KeyPort &keys, const Clock &clock,
               QWidget *parent = nullptr);

    //! What stands in the form.
    [[nodiscard]] ProviderChoice draft() const;
    //! Something was entered that is not in use.
    [[nodiscard]] bool hasUnusedDraft() const;
    //! Puts the draft to use; false: it is not complete, or was refused, and the page says why.
    bool use();
    //! Back to what is in use.
    void discard();
    //! A server that was found, ready to be used.
    void propose(const ProviderChoice &choice);

    void entered() override;

private:
    enum class Busy { No, Finding, Fetching, Testing };
    static constexpr int serverModelsRole =
        Qt::UserRole + 1; //!< of an address: the models that were found there

    void buildForm(const Clock &clock);
    void buildConnection();
    void connectForm();
    void connectProvider();
    void show(const ProviderChoice &choice);
    void draftChanged();
    void lookForKey();
    void showUse();
    void showKind();
    void showAddress();
    void checkAddress();
    void fillAddresses(const QList<LocalServer> &servers);
    void fillModels(const QStringList &models);
    void setBusy(Busy busy);
    void tell(bool ok, const QString &text);
    [[nodiscard]] QString problem() const;
    [[nodiscard]] ProviderChoice inUse() const;
    [[nodiscard]] QString name(const ProviderChoice &choice) const;

    SettingsPort &m_settings;
    ProviderPort &m_provider;
    Busy m_busy = Busy::No;
    bool m_filling = false;
    Sentence *m_use = nullptr; //!< who replies now
    QComboBox *m_kind = nullptr;
    Sentence *m_kindHelp = nullptr;
    QWidget *m_form = nullptr;
    QComboBox *m_address = nullptr;
    Sentence *m_addressNote = nullptr;
    QComboBox *m_model = nullptr;
    KeySection *m_key = nullptr;
    Sentence *m_result = nullptr;
    CardButton *m_find = nullptr;
    CardButton *m_fetch = nullptr;
    CardButton *m_test = nullptr;
    CardButton *m_useButton = nullptr;
    Sentence *m_missing = nullptr; //!< why it cannot be used yet
};

} // namespace heed
