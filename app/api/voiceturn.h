// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/api/messagesender.h"
#include "app/api/voicecontrol.h"
#include "models/base/alarms.h"
#include "models/reply/replies.h"

#include <QObject>

namespace heed {

//! A voice turn in text mode: a chat in which companions say messages and answer questions. It outlives their
//! connections: who comes back gets a snapshot. Ends after 60 s in which nothing happened; while a question
//! waits, that time stands still. The reply itself belongs to the program and goes on.
//! Lives in the server thread.
class VoiceTurn final : public QObject
{
    Q_OBJECT
public:
    static constexpr Milliseconds inactivity{60'000}; //!< book 4.2

    //! \param session none: a chat is made with the first message. \param replies, alarms, sender outlive
    //! this.
    VoiceTurn(Replies &replies, Alarms &alarms, MessageSender &sender, std::optional<ChatId> session,
              QObject *parent);
    ~VoiceTurn() override;

    [[nodiscard]] std::optional<ChatId> session() const { return m_session; }
    //! Once what the chat's reply has done so far was read.
    [[nodiscard]] bool isReady() const { return m_phase != Phase::Loading; }
    [[nodiscard]] QJsonObject snapshot() const;
    //! A companion was given the question that waits: it counts as shown on the companion.
    void shown();

    //! \a asker tells the companions apart, for refused().
    void say(const QString &text, quint64 asker);
    void answer(const VoiceAnswer &control, quint64 asker);
    void stop();

Q_SIGNALS:
    void ready();                                                   //!< the snapshot can be taken
    void happened(const QJsonObject &event);                        //!< for every companion in the turn
    void refused(quint64 asker, const heed::VoiceRefusal &refusal); //!< asker 0: for every one
    void over();                                                    //!< nothing follows

private:
    enum class Phase { Loading, Listening, Sending, Replying, Waiting };

    void load();
    void listen();
    void send(const QString &text, quint64 asker);
    void watch(ReplyId reply, qint64 known);
    void take(const Event &event, bool isNews);
    void asked(const QJsonObject &fields, bool isNews);
    void answered(const QJsonObject &fields, bool isNews);
    void ended(const Event &event, bool isNews);
    void touch();
    void end(const QString &type, const QJsonObject &fields);
    void refuse(quint64 asker, const QString &control, const Error &error);
    void tell(const QString &type, QJsonObject fields);

    Replies &m_replies;
    Alarms &m_alarms;
    MessageSender &m_sender;
    std::optional<ChatId> m_session;
    Phase m_phase = Phase::Loading;
    ReplyId m_reply{};
    bool m_stopWanted = false; //!< while a message is on its way
    quint64 m_watch = 0;
    qint64 m_known = 0; //!< events up to this number had happened before the watch began
    QString m_heard{};
    QString m_said{};
    std::optional<Question> m_question{};
    QJsonObject m_questionFields{};
    Alarms::Handle m_alarm = 0;
};

} // namespace heed

Q_DECLARE_METATYPE(heed::VoiceRefusal)
