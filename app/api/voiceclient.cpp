// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/voiceclient.h"

#include "app/api/voiceroom.h"

#include <QJsonDocument>
#include <QWebSocket>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr Milliseconds closeWithin(10'000); // then a companion that does not read is cut off

// An empty turn, for somebody who comes when none is going on.
const QJsonObject nothingYet{{u"type"_s, u"snapshot"_s},   {u"session"_s, QJsonValue()},
                             {u"mode"_s, QJsonValue()},    {u"state"_s, u"idle"_s},
                             {u"heard"_s, QString()},      {u"text"_s, QString()},
                             {u"question"_s, QJsonValue()}};

} // namespace

VoiceClient::VoiceClient(QWebSocket *socket, VoiceRoom &room, VoiceTurn *turn)
    : QObject(&room)
    , m_socket(socket)
    , m_room(room)
    , m_number(room.nextNumber())
{
    m_socket->setParent(this);
    m_socket->setMaxAllowedIncomingFrameSize(voiceFrameLimit);
    m_socket->setMaxAllowedIncomingMessageSize(voiceFrameLimit);
    connect(m_socket, &QWebSocket::textMessageReceived, this, &VoiceClient::take);
    connect(m_socket, &QWebSocket::binaryMessageReceived, this, [this] { refuse(audioRefusal(u"audio"_s)); });
    connect(m_socket, &QWebSocket::disconnected, this, &QObject::deleteLater);
    if (turn)
        join(turn);
    else
        tell(nothingYet);
}

VoiceClient::~VoiceClient()
{
    m_socket->disconnect(this);
}

void VoiceClient::take(const QString &message)
{
    const auto read = readVoiceControl(message.toUtf8());
    if (const auto *refusal = std::get_if<VoiceRefusal>(&read))
        return refuse(*refusal);
    const auto &control = std::get<VoiceControl>(read);
    if (const auto *begin = std::get_if<VoiceStart>(&control))
        return start(*begin);
    if (!m_turn || !m_turn->isReady())
        return refuse({.code = u"no_turn"_s, .message = tr("There is no turn yet. Send \"start\" first.")});
    if (const auto *said = std::get_if<VoiceMessage>(&control))
        m_turn->say(said->text, m_number);
    else if (const auto *answer = std::get_if<VoiceAnswer>(&control))
        m_turn->answer(*answer, m_number);
    else
        m_turn->stop();
}

void VoiceClient::start(const VoiceStart &control)
{
    if (m_turn)
        m_turn->disconnect(this);
    join(m_room.turn(control.session));
}

void VoiceClient::join(VoiceTurn *turn)
{
    m_turn = turn;
    connect(turn, &VoiceTurn::happened, this, [this](const QJsonObject &event) {
        if (!m_turn->isReady())
            return; // the snapshot will tell
        const bool told = tell(event);
        if (told && event[u"type"_s] == u"question"_s)
            m_turn->shown();
    });
    connect(turn, &VoiceTurn::refused, this, [this](quint64 asker, const VoiceRefusal &refusal) {
        if (asker == 0 || asker == m_number)
            refuse(refusal);
    });
    connect(turn, &VoiceTurn::over, this, [this] {
        m_turn->disconnect(this);
        m_turn.clear();
    });
    if (turn->isReady())
        tellSnapshot();
    else
        connect(turn, &VoiceTurn::ready, this, &VoiceClient::tellSnapshot);
}

void VoiceClient::tellSnapshot()
{
    const QJsonObject snapshot = m_turn->snapshot();
    if (!tell(snapshot))
        return;
    m_turn->shown();
    if (snapshot[u"state"_s] == u"listening"_s)
        tell({{u"type"_s, u"listening"_s}});
}

bool VoiceClient::tell(const QJsonObject &event)
{
    if (m_closed || !m_socket->isValid())
        return false;
    m_socket->sendTextMessage(QString::fromUtf8(QJsonDocument(event).toJson(QJsonDocument::Compact)));
    m_socket->flush();
    if (m_socket->bytesToWrite() > unsentLimit)
        close(tr("Events were not read as fast as they came."));
    return !m_closed && m_socket->isValid();
}

void VoiceClient::refuse(const VoiceRefusal &refusal)
{
    tell({{u"type"_s, u"failed"_s},
          {u"control"_s, refusal.control},
          {u"code"_s, refusal.code},
          {u"message"_s, refusal.message}});
}

void VoiceClient::close(const QString &reason)
{
    if (std::exchange(m_closed, true))
        return;
    m_socket->close(QWebSocketProtocol::CloseCodePolicyViolated, reason);
    m_room.alarms().after(closeWithin, this, [this] { m_socket->abort(); });
}

} // namespace heed
