// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/settings/providerport.h"

#include <QWidget>

class QComboBox;

namespace heed {

class CardButton;
class Clock;

//! One model server that was found on this computer, with its models to choose from. Emits an intent only;
//! nothing is used before the person presses the button. GUI thread.
class ServerOffer final : public QWidget
{
    Q_OBJECT
public:
    ServerOffer(const LocalServer &server, const Clock &clock, QWidget *parent = nullptr);

    //! Puts its controls behind \a before in the tab order, and gives the last one.
    [[nodiscard]] QWidget *joinTabOrder(QWidget *before);

Q_SIGNALS:
    void chosen(const heed::ProviderChoice &choice);

private:
    [[nodiscard]] QString model() const;
    void showModel();

    LocalServer m_server;
    QComboBox *m_models = nullptr; //!< none: there is at most one model
    CardButton *m_use = nullptr;
};

} // namespace heed
