// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/settings/providerport.h"

#include <QScrollArea>

class QVBoxLayout;

namespace heed {

class CardButton;
class Clock;
class Sentence;

//! What an empty chat shows: what Heed is, three sentences to begin with, and the model servers of this
//! computer.
//!
//! Looks at loopback only, when lookForServers() is called. Emits intents; whoever hears them sends the
//! sentence, writes the setting or opens the settings. GUI thread; port and clock outlive it.
class WelcomePage final : public QScrollArea
{
    Q_OBJECT
public:
    WelcomePage(ProviderPort &provider, const Clock &clock, QWidget *parent = nullptr);

    //! Who replies in this chat.
    void setProvider(const ProviderChoice &choice);
    void lookForServers();

    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void exampleChosen(const QString &text);
    //! A server on this computer, and one of its models.
    void serverChosen(const heed::ProviderChoice &choice);
    void settingsWanted();

private:
    void addExamples(const Clock &clock);
    void addModels(const Clock &clock, QWidget *page);
    void showServers(const QList<LocalServer> &servers);

    ProviderPort &m_provider;
    const Clock &m_clock;
    ProviderChoice m_choice{};
    QVBoxLayout *m_column;
    Sentence *m_who = nullptr;
    QWidget *m_lastExample = nullptr;
    QWidget *m_models = nullptr; //!< the part about servers
    Sentence *m_found = nullptr;
    QWidget *m_offers = nullptr;
    CardButton *m_again = nullptr;
    CardButton *m_connect = nullptr;
    bool m_looking = false;
};

} // namespace heed
