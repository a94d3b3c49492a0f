// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/appearancepage.h"

#include "widgets/settings/settingfield.h"

using namespace Qt::StringLiterals;

namespace heed {

AppearancePage::AppearancePage(SettingsPort &port, QWidget *parent)
    : SettingsPage(tr("Appearance"), parent)
{
    addHeading(tr("Colours"));
    addField(SettingField::choice(port, u"appearance.theme"_s, tr("Theme"),
                                  {{u"system"_s, tr("as the desktop")},
                                   {u"light"_s, tr("light")},
                                   {u"dark"_s, tr("dark")},
                                   {u"highContrast"_s, tr("high contrast")}}));
    addSentence(Sentence::Tone::Quiet, tr("The size of text follows the desktop."));
    addEnd();
}

} // namespace heed
