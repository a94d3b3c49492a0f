// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/apipage.h"

#include "widgets/question/cardbutton.h"
#include "widgets/settings/settingfield.h"

using namespace Qt::StringLiterals;

namespace heed {

ApiPage::ApiPage(SettingsPort &port, const Clock &clock, QWidget *parent)
    : SettingsPage(tr("Other programs"), parent)
{
    addHeading(tr("Scripts and companions on this computer"));
    addField(SettingField::onOff(port, u"api.enabled"_s, tr("Let them in")));
    addField(SettingField::number(port, u"api.port"_s, tr("Port; 0: any that is free")));
    addSentence(Sentence::Tone::Quiet,
                tr("They need the token in the file api.json, which only you can read. Web pages and other "
                   "computers are always refused."));
    auto *roll = new CardButton(CardButton::Look::Quiet, clock);
    roll->setLabel(tr("Make a new token"));
    connect(roll, &CardButton::clicked, this, &ApiPage::newTokenWanted);
    addButtons({roll});
    addSentence(Sentence::Tone::Quiet, tr("Whoever came in with the old one has to come again."));
    addEnd();
}

} // namespace heed
