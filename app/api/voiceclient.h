// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/api/voiceturn.h"

#include <QPointer>

class QWebSocket;

namespace heed {

class VoiceRoom;

//! One companion on its WebSocket: hands its controls to a turn, and the turn's events to it. Deletes itself
//! when the companion has gone; the turn stays. Lives in the server thread.
class VoiceClient final : public QObject
{
    Q_OBJECT
public:
    //! What may wait to be read by the companion, bytes (book 4.3).
    static constexpr qint64 unsentLimit = 1 << 20;

    //! \param socket becomes this object's. \param turn what it comes back to; null: none is going on.
    VoiceClient(QWebSocket *socket, VoiceRoom &room, VoiceTurn *turn);
    ~VoiceClient() override;

    void close(const QString &reason);

private:
    void take(const QString &message);
    void start(const VoiceStart &control);
    void join(VoiceTurn *turn);
    void tellSnapshot();
    //! False: it reaches nobody any more.
    bool tell(const QJsonObject &event);
    void refuse(const VoiceRefusal &refusal);

    QWebSocket *m_socket;
    VoiceRoom &m_room;
    QPointer<VoiceTurn> m_turn{};
    quint64 m_number; //!< what the turn calls it
    bool m_closed = false;
};

} // namespace heed
