// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/alarms.h"
#include "models/base/id.h"
#include "models/provider/modelrequest.h"
#include "widgets/settings/privacyplaces.h"

#include <QDialog>
#include <QList>
#include <optional>

class QComboBox;
class QListWidget;
class QStackedWidget;

namespace heed {

class Announcer;
class AuditModel;
class CardButton;
class FactModel;
class KeyPort;
class ModelsPage;
class PrivacyPage;
class ProviderPort;
class SettingsPage;
class SettingsPort;

//! The settings: pages in a list, what is changed counts at once. Only a model, whose parts make sense
//! together only, has to be put to use by a button; closing with one half-entered asks what to do with it.
//! GUI thread.
class SettingsDialog final : public QDialog
{
    Q_OBJECT
public:
    //! All outlive the dialog.
    struct Parts {
        SettingsPort &settings;
        ProviderPort &provider;
        KeyPort &keys;
        FactModel &facts;
        AuditModel &audit;
        Alarms &alarms;
        PrivacyPlaces places{};
    };
    enum class Page { Models, Questions, Search, Appearance, Privacy, OtherPrograms };

    explicit SettingsDialog(const Parts &parts, QWidget *parent = nullptr);
    ~SettingsDialog() override;

    void showPage(Page page);
    //! The chat that is open, for its facts and its part of the audit.
    void setChat(std::optional<ChatId> chat, const QString &title);
    //! Goes to the models, with this one filled in but not in use.
    void propose(const ProviderChoice &choice);

    void done(int result) override;
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    //! The person wants another token for the API.
    void newTokenWanted();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void build(const Parts &parts);
    void addPage(SettingsPage *page);
    void turnTo(int row);
    void arrange();
    void askAboutDraft(int result);

    Announcer *m_announcer;
    QListWidget *m_list = nullptr;
    QComboBox *m_narrowList = nullptr;
    QStackedWidget *m_stack = nullptr;
    CardButton *m_close = nullptr;
    QList<SettingsPage *> m_pages{};
    ModelsPage *m_models = nullptr;
    PrivacyPage *m_privacy = nullptr;
    bool m_refused = false; //!< a value was refused just now
};

} // namespace heed
