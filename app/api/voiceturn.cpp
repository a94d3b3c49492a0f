// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/voiceturn.h"

#include "app/api/apijson.h"
#include "app/api/httpmessage.h"
#include "models/question/check.h"
#include "models/question/secretscan.h"
#include "models/question/spoken.h"
#include "models/store/replyrecord.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

bool isStillWritten(const ReplyRecord &reply)
{
    return reply.state == ReplyState::Running || reply.state == ReplyState::Waiting;
}

Question questionOf(const QJsonObject &fields)
{
    return {.id = {fields[u"id"_s].toString()},
            .text = fields[u"question"_s].toString(),
            .options = optionsFromJson(fields[u"options"_s].toArray()),
            .allowOther = fields[u"allow_other"_s].toBool(true)};
}

//! What was said last in a chat, and the reply to it if that is still being written.
struct Begun {
    QString heard{};
    ReplyId reply{};
    qint64 lastSeq = 0;
};

Result<Begun> readBegun(QSqlDatabase &database, ChatId session)
{
    const auto chat = readSession(database, session);
    if (!chat)
        return chat.error();
    const auto reply = records::headReply(database, session);
    if (!reply)
        return reply.error();
    if (!*reply || !isStillWritten(**reply))
        return Begun{};
    const auto message = records::message(database, (*reply)->message);
    if (!message)
        return message.error();
    const auto last = records::lastSeq(database, (*reply)->id);
    if (!last)
        return last.error();
    return Begun{.heard = message->text, .reply = (*reply)->id, .lastSeq = *last};
}

//! Every companion hears it before the answer is taken; which number a secret gets is known only then.
QString withoutSecrets(QString text)
{
    const QList<SecretSpan> secrets = findSecrets(text);
    for (auto secret = secrets.crbegin(); secret != secrets.crend(); ++secret)
        text.replace(secret->at, secret->length, u"[secret]"_s);
    return text;
}

} // namespace

VoiceTurn::VoiceTurn(Replies &replies, Alarms &alarms, MessageSender &sender, std::optional<ChatId> session,
                     QObject *parent)
    : QObject(parent)
    , m_replies(replies)
    , m_alarms(alarms)
    , m_sender(sender)
    , m_session(session)
{
    if (m_session)
        load();
    else
        m_phase = Phase::Listening;
    touch();
}

VoiceTurn::~VoiceTurn()
{
    m_alarms.cancel(m_alarm);
    if (m_watch > 0)
        m_replies.unwatch(m_watch);
}

void VoiceTurn::load()
{
    m_replies.store().read<Begun>(
        this, [session = *m_session](QSqlDatabase &database) { return readBegun(database, session); },
        [this](const Result<Begun> &begun) {
            if (!begun) {
                refuse(0, u"start"_s, begun.error());
                Q_EMIT over();
                return;
            }
            m_heard = begun->heard;
            if (begun->reply.isValid()) {
                watch(begun->reply, begun->lastSeq);
            } else {
                m_phase = Phase::Listening;
                Q_EMIT ready();
            }
        },
        Patience::GivesUp);
}

void VoiceTurn::watch(ReplyId reply, qint64 known)
{
    m_reply = reply;
    m_known = known;
    m_said.clear();
    if (m_watch > 0)
        m_replies.unwatch(m_watch);
    m_watch = m_replies.watch(reply, 0, this, [this, reply](const QList<Event> &events) {
        if (reply != m_reply)
            return;
        for (const Event &event : events)
            take(event, event.seq > m_known);
    });
    if (known == 0) {
        const bool wasLoading = m_phase == Phase::Loading;
        m_phase = Phase::Replying;
        if (wasLoading)
            Q_EMIT ready();
    }
}

void VoiceTurn::take(const Event &event, bool isNews)
{
    touch();
    switch (event.type) {
    case EventType::Text:
        m_said += event.fields[u"delta"_s].toString();
        if (isNews)
            tell(u"speaking"_s, {{u"text"_s, event.fields[u"delta"_s]}});
        break;
    case EventType::Question:
        asked(event.fields, isNews);
        break;
    case EventType::Answer:
        answered(event.fields, isNews);
        break;
    case EventType::Done:
    case EventType::Stopped:
    case EventType::Failed:
        ended(event, isNews);
        break;
    default:
        break; // of no concern to somebody who listens
    }
    if (m_phase == Phase::Loading && event.seq >= m_known) {
        if (m_question)
            m_phase = Phase::Waiting;
        else
            m_phase = m_reply.isValid() ? Phase::Replying : Phase::Listening;
        Q_EMIT ready();
    }
}

void VoiceTurn::asked(const QJsonObject &fields, bool isNews)
{
    m_question = questionOf(fields);
    m_questionFields = fields;
    m_questionFields[u"spoken"_s] = spokenQuestion(*m_question);
    if (isNews) {
        m_phase = Phase::Waiting;
        tell(u"question"_s, m_questionFields);
    }
    touch();
}

void VoiceTurn::answered(const QJsonObject &fields, bool isNews)
{
    m_question.reset();
    m_questionFields = {};
    touch();
    if (!isNews)
        return;
    m_phase = Phase::Replying;
    tell(u"answered"_s, {{u"question_id"_s, fields[u"id"_s]},
                         {u"outcome"_s, fields[u"outcome"_s]},
                         {u"text"_s, fields[u"text"_s]},
                         {u"via"_s, fields[u"via"_s]}});
}

void VoiceTurn::ended(const Event &event, bool isNews)
{
    m_reply = {};
    m_question.reset();
    m_questionFields = {};
    if (!isNews)
        return;
    if (event.type == EventType::Failed)
        tell(u"failed"_s, {{u"code"_s, event.fields[u"code"_s]}, {u"message"_s, event.fields[u"reason"_s]}});
    else
        tell(u"done"_s, {{u"reason"_s, event.fields[u"reason"_s]}});
    listen();
}

void VoiceTurn::listen()
{
    m_phase = Phase::Listening;
    touch();
    tell(u"listening"_s, {});
}

QJsonObject VoiceTurn::snapshot() const
{
    static const QHash<Phase, QString> words{{Phase::Loading, u"loading"_s},
                                             {Phase::Listening, u"listening"_s},
                                             {Phase::Sending, u"heard"_s},
                                             {Phase::Replying, u"replying"_s},
                                             {Phase::Waiting, u"waiting"_s}};
    return {{u"type"_s, u"snapshot"_s},
            {u"session"_s, m_session ? QJsonValue(m_session->value) : QJsonValue()},
            {u"mode"_s, u"text"_s},
            {u"state"_s, words.value(m_phase)},
            {u"heard"_s, m_heard},
            {u"text"_s, m_said},
            {u"question"_s, m_question ? QJsonValue(m_questionFields) : QJsonValue()}};
}

void VoiceTurn::shown()
{
    if (m_question)
        m_replies.confirmShown(m_question->id, Face::Companion);
}

void VoiceTurn::say(const QString &text, quint64 asker)
{
    touch();
    if (m_phase == Phase::Waiting) {
        // Words without the question's id could be meant for something else (book 2.7).
        Q_EMIT refused(asker, {.control = u"message"_s,
                               .code = u"question_waits"_s,
                               .message = tr("A question waits. Answer it with \"answer\" and its id.")});
        return;
    }
    if (m_phase != Phase::Listening) {
        refuse(asker, u"message"_s,
               {Error::Code::Conflict, tr("A reply is being written. Wait for it or stop it."), {}});
        return;
    }
    m_phase = Phase::Sending;
    if (m_session)
        return send(text, asker);
    m_replies.createChat(
        {}, this,
        [this, text, asker](const Result<ChatId> &chat) {
            if (!chat) {
                m_stopWanted = false;
                refuse(asker, u"message"_s, chat.error());
                listen();
                return;
            }
            m_session = *chat;
            send(text, asker);
        },
        Patience::GivesUp);
}

void VoiceTurn::send(const QString &text, quint64 asker)
{
    m_sender.send(
        *m_session, text,
        {.face = Face::Companion, .readOnly = true, .queueWhenBusy = false, .patience = Patience::GivesUp},
        this, [this, text, asker](const Result<Sent> &sent) {
            const bool stops = std::exchange(m_stopWanted, false);
            if (!sent) {
                refuse(asker, u"message"_s, sent.error());
                listen();
                return;
            }
            m_heard = text;
            tell(u"heard"_s, {{u"session"_s, m_session->value},
                              {u"reply"_s, sent->reply.value},
                              {u"text"_s, text},
                              {u"final"_s, true}});
            watch(sent->reply, 0);
            if (stops)
                m_replies.stop(sent->reply);
        });
}

void VoiceTurn::answer(const VoiceAnswer &control, quint64 asker)
{
    touch();
    const bool waits = m_question && m_question->id == control.question;
    if (waits) {
        const Answer meant = canonicalAnswer(*m_question, control.answer);
        if (const auto problem = checkAnswer(*m_question, meant))
            return refuse(asker, u"answer"_s, *problem);
        tell(u"answering"_s, {{u"question_id"_s, control.question.value},
                              {u"text"_s, withoutSecrets(answerText(*m_question, meant))}});
    }
    m_replies.answer(control.question, control.answer,
                     AnswerSource{.face = Face::Companion, .patience = Patience::GivesUp}, this,
                     [this, waits, asker](const Result<Settlement> &settlement) {
                         if (!settlement)
                             return refuse(asker, u"answer"_s, settlement.error());
                         if (!waits) // given before, and acknowledged once more; else the log tells everybody
                             tell(u"answered"_s,
                                  {{u"question_id"_s, settlement->id.value},
                                   {u"outcome"_s, outcomeName(settlement->outcome)},
                                   {u"text"_s, settlement->text},
                                   {u"via"_s, settlement->via ? faceName(*settlement->via) : QString()}});
                     });
}

void VoiceTurn::stop()
{
    if (m_reply.isValid())
        m_replies.stop(m_reply);
    else if (m_phase == Phase::Sending)
        m_stopWanted = true; // the reply that the message is about to start
    else
        end(u"done"_s, {{u"reason"_s, u"stopped"_s}});
}

void VoiceTurn::touch()
{
    m_alarms.cancel(std::exchange(m_alarm, 0));
    if (m_question)
        return; // the person may take the time they need
    m_alarm = m_alarms.after(inactivity, this, [this] {
        m_alarm = 0;
        if (m_phase == Phase::Listening)
            end(u"done"_s, {{u"reason"_s, u"inactive"_s}});
        else
            end(u"failed"_s,
                {{u"code"_s, u"inactive"_s},
                 {u"message"_s, tr("Nothing happened for a minute. The reply goes on in its chat.")}});
    });
}

void VoiceTurn::end(const QString &type, const QJsonObject &fields)
{
    tell(type, fields);
    Q_EMIT over();
}

void VoiceTurn::refuse(quint64 asker, const QString &control, const Error &error)
{
    const QJsonObject told = refusal(error).body[u"error"_s].toObject();
    Q_EMIT refused(
        asker,
        {.control = control, .code = told[u"code"_s].toString(), .message = told[u"message"_s].toString()});
}

void VoiceTurn::tell(const QString &type, QJsonObject fields)
{
    fields[u"type"_s] = type;
    Q_EMIT happened(fields);
}

} // namespace heed
