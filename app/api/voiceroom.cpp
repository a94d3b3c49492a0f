// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/voiceroom.h"

#include "app/api/voiceclient.h"

#include <QWebSocket>
#include <algorithm>

namespace heed {

VoiceRoom::VoiceRoom(Replies &replies, Alarms &alarms, MessageSender &sender, QObject *parent)
    : QObject(parent)
    , m_replies(replies)
    , m_alarms(alarms)
    , m_sender(sender)
{
    qRegisterMetaType<VoiceRefusal>();
}

VoiceRoom::~VoiceRoom()
{
    qDeleteAll(std::exchange(m_clients, {})); // they use the turns
}

void VoiceRoom::adopt(QWebSocket *socket, std::optional<ChatId> session)
{
    VoiceTurn *joined = session ? turn(session) : m_turns.isEmpty() ? nullptr : m_turns.constLast();
    auto *client = new VoiceClient(socket, *this, joined);
    m_clients.append(client);
    connect(client, &QObject::destroyed, this, [this, client] { m_clients.removeOne(client); });
}

VoiceTurn *VoiceRoom::turn(std::optional<ChatId> session)
{
    const auto found = std::ranges::find_if(
        m_turns, [session](const VoiceTurn *known) { return session && known->session() == session; });
    if (found != m_turns.end())
        return *found;
    auto *begun = new VoiceTurn(m_replies, m_alarms, m_sender, session, this);
    m_turns.append(begun);
    connect(begun, &VoiceTurn::over, this, [this, begun] {
        m_turns.removeOne(begun);
        begun->deleteLater();
    });
    return begun;
}

void VoiceRoom::closeAll(const QString &reason)
{
    for (VoiceClient *client : std::as_const(m_clients))
        client->close(reason);
}

} // namespace heed
