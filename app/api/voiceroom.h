// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/api/voiceturn.h"

#include <QObject>

class QWebSocket;

namespace heed {

class VoiceClient;

//! The voice turns that are going on, and the companions in them. Lives in the server thread.
class VoiceRoom final : public QObject
{
    Q_OBJECT
public:
    //! \param replies, alarms, sender outlive this.
    VoiceRoom(Replies &replies, Alarms &alarms, MessageSender &sender, QObject *parent);
    ~VoiceRoom() override;

    //! A companion has come. Without a session it comes back to the turn that began last.
    void adopt(QWebSocket *socket, std::optional<ChatId> session);
    //! The turn in this chat, or a new one.
    [[nodiscard]] VoiceTurn *turn(std::optional<ChatId> session);
    [[nodiscard]] int companions() const { return int(m_clients.size()); }
    void closeAll(const QString &reason);

    [[nodiscard]] Alarms &alarms() const { return m_alarms; }
    [[nodiscard]] quint64 nextNumber() { return ++m_lastNumber; }

private:
    Replies &m_replies;
    Alarms &m_alarms;
    MessageSender &m_sender;
    QList<VoiceTurn *> m_turns{}; //!< in the order in which they began
    QList<VoiceClient *> m_clients{};
    quint64 m_lastNumber = 0;
};

} // namespace heed
