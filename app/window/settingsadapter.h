// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/settings/settingsport.h"

namespace heed {

class Settings;

//! The settings dialog's way to the settings of this program. Lives in the thread of \a settings, which
//! outlives it.
class SettingsAdapter final : public SettingsPort
{
    Q_OBJECT
public:
    explicit SettingsAdapter(Settings &settings, QObject *parent = nullptr);

    [[nodiscard]] std::optional<SettingFacts> facts(const QString &key) const override;
    [[nodiscard]] QVariant value(const QString &key) const override;
    [[nodiscard]] Result<Done> check(const QString &key, const QVariant &value) const override;
    Result<Done> set(const QHash<QString, QVariant> &values) override;
    [[nodiscard]] QStringList notes() const override;

private:
    Settings &m_settings;
};

} // namespace heed
