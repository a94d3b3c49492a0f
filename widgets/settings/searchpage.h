// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/settings/settingspage.h"

class QListWidget;

namespace heed {

class Clock;
class SettingsPort;

//! The folders that the search tool may look into. GUI thread.
class SearchPage final : public SettingsPage
{
    Q_OBJECT
public:
    SearchPage(SettingsPort &port, const Clock &clock, QWidget *parent = nullptr);

    //! As if the person had chosen it.
    void addFolder(const QString &folder);

private:
    void show();
    void choose();
    void removeCurrent();
    bool write(const QStringList &folders);

    SettingsPort &m_port;
    QListWidget *m_list;
    CardButton *m_add;
    CardButton *m_remove;
    Sentence *m_refusal = nullptr;
};

} // namespace heed
