// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/apicontrol.h"

using namespace Qt::StringLiterals;

namespace heed {

ApiControl::ApiControl(const Parts &parts, When when)
    : m_parts(parts)
    , m_when(when)
{
    connect(&m_parts.settings, &Settings::changed, this, &ApiControl::settingsChanged);
}

Result<Done> ApiControl::apply()
{
    m_server.reset(); // also frees the port that it may be about to use again
    if (m_when == When::Enabled && !m_parts.settings.isOn(u"api.enabled"_s))
        return Done{};
    auto server = ApiServer::start({.replies = m_parts.replies,
                                    .clock = m_parts.clock,
                                    .folder = m_parts.folder,
                                    .port = quint16(m_parts.settings.number(u"api.port"_s)),
                                    .provider = m_parts.settings.providerChoice(),
                                    .prepare = m_parts.prepare});
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
        m_server->setProvider(m_parts.settings.providerChoice());
    }
}

Result<Done> ApiControl::rollToken()
{
    if (!m_server)
        return Error{Error::Code::Conflict, tr("The API is off, so it has no token."), {}};
    return m_server->rollToken();
}

} // namespace heed
