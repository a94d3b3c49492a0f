// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/questionspage.h"

#include "widgets/settings/facetable.h"
#include "widgets/settings/settingfield.h"

using namespace Qt::StringLiterals;

namespace heed {

QuestionsPage::QuestionsPage(SettingsPort &port, QWidget *parent)
    : SettingsPage(tr("Questions"), parent)
{
    addHeading(tr("Questions in the middle of a reply"));
    addField(SettingField::onOff(port, u"tools.ask"_s, tr("The model may ask me")));
    addField(SettingField::choice(port, u"questions.takeFocus"_s, tr("Move the keyboard to a new question"),
                                  {{u"whenIdle"_s, tr("when I am not typing")}, {u"never"_s, tr("never")}}));
    addField(SettingField::number(port, u"questions.waitingMax"_s,
                                  tr("Questions that may wait at once, over all chats")));
    addHeading(tr("Where you are asked"));
    addSentence(
        Sentence::Tone::Quiet,
        tr("Silence is never taken as a yes. When the wait ends, the model is told that no answer came."));
    auto *faces = new FaceTable(port);
    connect(faces, &FaceTable::announcementWanted, this, &QuestionsPage::announcementWanted);
    addWidget(faces);
    addHeading(tr("When another program uses Heed (MCP)"));
    addField(SettingField::onOff(port, u"mcp.tools.ask"_s, tr("The model may ask me there, too")));
    addField(SettingField::onOff(port, u"questions.outOfBand"_s,
                                 tr("Such questions may reach me here and by notifications")));
    addField(SettingField::onOff(port, u"inquiry.elicitation"_s,
                                 tr("That program may show me the question in a form of its own")));
    addEnd();
}

} // namespace heed
