// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/apicontrol.h"

using namespace Qt::StringLiterals;

namespace heed {

ApiControl::ApiControl(Settings &settings, Replies &replies, const Clock &clock, const QString &folder,
                       When when)
    : m_settings(settings)
    , m_replies(replies)
    , m_clock(clock)
    , m_folder(folder)
    , m_when(when)
{
    connect(&settings, &Settings::changed, this, &ApiControl::settingsChanged);
}

Result<Done> ApiControl::apply()
{
    m_server.reset(); // also frees the port that it may be about to use again
    if (m_when == When::Enabled && !m_settings.isOn(u"api.enabled"_s))
        return Done{};
    auto server = ApiServer::start({.replies = m_replies,
                                    .clock = m_clock,
                                    .folder = m_folder,
                                    .port = quint16(m_settings.number(u"api.port"_s)),
                                    .provider = m_settings.providerChoice()});
    if (!server)
        return server.error();
    m_server = *std::move(server);
    return Done{};
}

void ApiControl::settingsChanged(const QStringList &keys)
{
    const bool about =
        keys.contains(u"api.port"_s) || (m_when == When::Enabled && keys.contains(u"api.enabled"_s));
    if (about) {
        if (const auto applied = apply(); !applied)
            Q_EMIT failed(applied.error().text);
    } else if (m_server) {
        m_server->setProvider(m_settings.providerChoice());
    }
}

Result<Done> ApiControl::rollToken()
{
    if (!m_server)
        return Error{Error::Code::Conflict, tr("The API is off, so it has no token."), {}};
    return m_server->rollToken();
}

} // namespace heed
