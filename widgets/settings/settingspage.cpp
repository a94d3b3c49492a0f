// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/settingspage.h"

#include "widgets/question/cardbutton.h"
#include "widgets/question/flowlayout.h"
#include "widgets/settings/settingfield.h"

#include <QVBoxLayout>

namespace heed {

SettingsPage::SettingsPage(const QString &title, QWidget *parent)
    : QScrollArea(parent)
    , m_title(title)
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setFocusPolicy(Qt::NoFocus); // its controls have it
    auto *content = new QWidget;
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins(16, 12, 16, 16);
    m_column->setSpacing(10);
    setWidget(content);
}

QSize SettingsPage::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 16, fontMetrics().height() * 6};
}

void SettingsPage::addHeading(const QString &text)
{
    m_column->addWidget(new Sentence(Sentence::Tone::Heading, text, widget()));
}

Sentence *SettingsPage::addSentence(Sentence::Tone tone, const QString &text)
{
    auto *sentence = new Sentence(tone, text, widget());
    m_column->addWidget(sentence);
    return sentence;
}

SettingField *SettingsPage::addField(SettingField *field)
{
    connect(field, &SettingField::refused, this, &SettingsPage::announcementWanted);
    m_column->addWidget(field);
    return field;
}

void SettingsPage::addWidget(QWidget *added)
{
    m_column->addWidget(added);
}

void SettingsPage::addButtons(std::initializer_list<CardButton *> buttons)
{
    auto *row = new FlowLayout(8);
    for (CardButton *button : buttons)
        row->addWidget(button);
    m_column->addLayout(row);
}

void SettingsPage::addEnd()
{
    m_column->addStretch(1);
}

} // namespace heed
