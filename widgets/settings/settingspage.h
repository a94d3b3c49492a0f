// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/settings/sentence.h"

#include <QScrollArea>
#include <initializer_list>

class QVBoxLayout;

namespace heed {

class CardButton;
class SettingField;

//! A page of the settings dialog: one column that scrolls, so that it fits any width and text size. GUI
//! thread.
class SettingsPage : public QScrollArea
{
    Q_OBJECT
public:
    explicit SettingsPage(const QString &title, QWidget *parent = nullptr);

    [[nodiscard]] QString title() const { return m_title; }
    //! The page comes to the front: time to read what may have changed.
    virtual void entered() {}

    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    //! For a screen reader: what happened, when the focus is elsewhere.
    void announcementWanted(const QString &text);

protected:
    void addHeading(const QString &text);
    Sentence *addSentence(Sentence::Tone tone, const QString &text = {});
    SettingField *addField(SettingField *field);
    void addWidget(QWidget *widget);
    void addButtons(std::initializer_list<CardButton *> buttons);
    void addEnd(); //!< keeps everything at the top

private:
    QString m_title;
    QVBoxLayout *m_column;
};

} // namespace heed
