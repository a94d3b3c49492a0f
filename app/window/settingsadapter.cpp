// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/settingsadapter.h"

#include "app/settings/settingcheck.h"
#include "app/settings/settings.h"

namespace heed {

SettingsAdapter::SettingsAdapter(Settings &settings, QObject *parent)
    : SettingsPort(parent)
    , m_settings(settings)
{
    connect(&settings, &Settings::changed, this, &SettingsAdapter::changed);
}

std::optional<SettingFacts> SettingsAdapter::facts(const QString &key) const
{
    const SettingKey *row = findSettingKey(key);
    if (!row)
        return std::nullopt;
    return SettingFacts{
        .help = row->helpText(), .least = row->least, .most = row->most, .zeroToo = row->zeroToo};
}

QVariant SettingsAdapter::value(const QString &key) const
{
    return findSettingKey(key) ? m_settings.value(key) : QVariant();
}

Result<Done> SettingsAdapter::check(const QString &key, const QVariant &value) const
{
    const SettingKey *row = findSettingKey(key);
    if (!row)
        return unknownSetting(key);
    const auto checked = checkSetting(*row, value);
    return checked ? Result<Done>(Done{}) : checked.error();
}

Result<Done> SettingsAdapter::set(const QHash<QString, QVariant> &values)
{
    return m_settings.setAll(values);
}

QStringList SettingsAdapter::notes() const
{
    QStringList notes = m_settings.notes();
    if (m_settings.hasProviderOverride())
        notes << tr("The command line chose the model for this run. What you choose here counts from the "
                    "next start.");
    return notes;
}

} // namespace heed
