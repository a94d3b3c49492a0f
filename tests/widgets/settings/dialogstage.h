// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/settings.h"
#include "app/window/settingsadapter.h"
#include "models/base/alarms.h"
#include "models/list/auditmodel.h"
#include "models/list/factmodel.h"
#include "tests/support/replystage.h"
#include "widgets/settings/keyport.h"
#include "widgets/settings/providerport.h"
#include "widgets/settings/settingsdialog.h"

#include <QTemporaryDir>
#include <memory>

namespace heed::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

//! Counts what would have been contacted, and answers when the test says so.
class FakeProvider final : public ProviderPort
{
    Q_OBJECT
public:
    void findLocal() override { ++finds; }
    void fetchModels(const ProviderChoice &choice) override
    {
        ++fetches;
        asked = choice;
    }
    void test(const ProviderChoice &choice) override
    {
        ++tests;
        asked = choice;
    }
    void cancel() override { ++cancels; }
    [[nodiscard]] QList<LocalServer> found() const override { return servers; }
    [[nodiscard]] int contacts() const { return finds + fetches + tests; }

    int finds = 0;
    int fetches = 0;
    int tests = 0;
    int cancels = 0;
    ProviderChoice asked{};
    QList<LocalServer> servers{};
};

//! A keychain in memory, by base URL.
class FakeKeys final : public KeyPort
{
    Q_OBJECT
public:
    void look(const ProviderChoice &choice) override;
    void keep(const ProviderChoice &choice, const QString &key, Place place) override;
    void forget(const ProviderChoice &choice) override;
    [[nodiscard]] QString keyFile() const override { return u"/home-of-anna/heed/keys"_s; }

    int looks = 0;
    bool keychainIsThere = true;
    QHash<QString, QString> keys{};
    QList<Place> places{};
    QStringList variables{};
};

//! The settings dialog over real settings and a real database, with nobody to contact.
struct DialogStage {
    DialogStage();

    void open();
    //! Time passes, so that a click counts, and what is queued happens.
    void settle();
    void turnTo(SettingsDialog::Page page);
    [[nodiscard]] QWidget *named(const QString &accessibleName) const;
    template <typename T>
    [[nodiscard]] T *find(const QString &accessibleName) const
    {
        return qobject_cast<T *>(named(accessibleName));
    }
    void press(const QString &label);
    //! Every text that can be read now.
    [[nodiscard]] QString words() const;

    QTemporaryDir folder{};
    ReplyStage replies{};
    Alarms alarms{replies.clock};
    std::unique_ptr<Settings> settings{};
    std::unique_ptr<SettingsAdapter> port{};
    FakeProvider provider{};
    FakeKeys keys{};
    std::unique_ptr<FactModel> facts{};
    std::unique_ptr<AuditModel> audit{};
    std::unique_ptr<SettingsDialog> dialog{};
};

void failOnWarnings();

} // namespace heed::test
