// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/api/apiserver.h"
#include "app/settings/settings.h"

#include <QObject>
#include <memory>

namespace heed {

//! Serves the API as the settings say, also when they change: api.enabled, api.port. Lives in the main
//! thread.
class ApiControl final : public QObject
{
    Q_OBJECT
public:
    //! Whether the person switches the API on and off, or runs a command that is there for it.
    enum class When { Enabled, Always };

    struct Parts {
        Settings &settings;        //!< outlives this
        Replies &replies;          //!< outlives this
        const Clock &clock;        //!< outlives this
        PrepareProvider prepare{}; //!< what it refers to outlives this
        QString folder{};          //!< where api.json goes
    };
    ApiControl(const Parts &parts, When when);

    //! Does what the settings say. Errors as ApiServer::start(); with none, it may be off.
    [[nodiscard]] Result<Done> apply();
    //! 0: off.
    [[nodiscard]] quint16 port() const { return m_server ? m_server->port() : 0; }
    //! A new token in place of the old one. Conflict: the API is off.
    [[nodiscard]] Result<Done> rollToken();

Q_SIGNALS:
    //! A change of the settings could not be followed; a sentence for the person.
    void failed(const QString &text);

private:
    void settingsChanged(const QStringList &keys);

    Parts m_parts;
    When m_when;
    std::unique_ptr<ApiServer> m_server{};
};

} // namespace heed
