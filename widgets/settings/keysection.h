// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/settings/keyport.h"

#include <QWidget>

class QButtonGroup;
class QLineEdit;

namespace heed {

class CardButton;
class CheckRow;
class Clock;
class Sentence;
class SettingsPort;

//! Where the key of a provider comes from: the name of an environment variable, or a key that is kept. A key
//! goes in here and is never shown again; it is in no setting and no signal of this widget. GUI thread.
class KeySection final : public QWidget
{
    Q_OBJECT
public:
    KeySection(SettingsPort &settings, KeyPort &keys, const Clock &clock, QWidget *parent = nullptr);

    //! The provider whose key this is.
    void setChoice(const ProviderChoice &choice);
    //! Asks whether there is a key for it, and tells the person.
    void look();
    //! Puts the name of a variable into the controls; empty: a kept key.
    void fill(const QString &keyFrom);
    //! The name of the variable as it stands in the box; empty: a kept key.
    [[nodiscard]] QString keyFrom() const;
    [[nodiscard]] bool isRefused() const;

Q_SIGNALS:
    void keyFromChanged();
    void announcementWanted(const QString &text);

private:
    void build(const Clock &clock);
    void connectParts();
    void showState();
    void checkVariable();
    void keep();
    [[nodiscard]] QString stateText() const;

    SettingsPort &m_settings;
    KeyPort &m_keys;
    ProviderChoice m_choice{};
    KeyPort::State m_state = KeyPort::State::Unknown;
    bool m_told = false; //!< the person did something and is told how it went
    CheckRow *m_keptRow = nullptr;
    CheckRow *m_variableRow = nullptr;
    QWidget *m_keptPart = nullptr;
    QLineEdit *m_variable = nullptr;
    QLineEdit *m_key = nullptr;
    QButtonGroup *m_places = nullptr;
    Sentence *m_status = nullptr;
    Sentence *m_refusal = nullptr;
    CardButton *m_keep = nullptr;
    CardButton *m_forget = nullptr;
};

} // namespace heed
