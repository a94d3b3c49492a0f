// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/chatsession.h"

#include "app/cli/openchat.h"
#include "models/store/chatrecord.h"

using namespace Qt::StringLiterals;

namespace heed {

ChatSession::ChatSession(Replies &replies, const SendOptions &options, QObject *parent)
    : QObject(parent)
    , m_replies(replies)
    , m_options(options)
{
    connectReplies();
}

void ChatSession::connectReplies()
{
    connect(&m_replies, &Replies::replyStarted, this, [this](ChatId chat, ReplyId reply) {
        if (chat == m_chat)
            follow(reply, reply == m_opened.unfinished ? m_opened.lastSeq : 0);
    });
    connect(&m_replies, &Replies::questionAsked, this, [this](const Question &question) {
        if (question.chat != m_chat)
            return;
        m_waiting = question;
        tellQuestion();
    });
    connect(&m_replies, &Replies::questionChanged, this, [this](const Question &question) {
        if (!m_waiting || question.id != m_waiting->id)
            return;
        m_waiting = question;
        Q_EMIT questionMoved(question);
    });
    connect(&m_replies, &Replies::questionSettled, this,
            [this](const Question &question, const Settlement &settlement) {
                if (question.chat != m_chat)
                    return;
                if (m_waiting && m_waiting->id == question.id)
                    m_waiting.reset();
                Q_EMIT questionEnded(question, settlement);
            });
    connect(&m_replies, &Replies::chatChanged, this, [this](ChatId chat) {
        if (chat == m_chat)
            readTitle();
    });
    connect(&m_replies, &Replies::storageTrouble, this, &ChatSession::problem);
}

void ChatSession::readTitle()
{
    m_readingTitle += 1;
    m_replies.store().read<ChatRecord>(
        this, [chat = m_chat](QSqlDatabase &database) { return records::chat(database, chat); },
        [this](const Result<ChatRecord> &record) {
            m_readingTitle -= 1;
            if (record)
                m_title = record->title;
            tellQuestion();
        });
}

void ChatSession::open(ChatId chat)
{
    m_replies.store().read<OpenedChat>(
        this, [chat](QSqlDatabase &database) { return readChat(database, chat); },
        [this](const Result<OpenedChat> &read) {
            if (!read) {
                Q_EMIT cannotOpen(read.error());
                return;
            }
            m_opened = *read;
            m_chat = read->chat;
            m_title = read->title;
            Q_EMIT opened(m_opened);
        });
}

void ChatSession::create()
{
    m_replies.createChat({}, this, [this](const Result<ChatId> &made) {
        if (!made) {
            Q_EMIT cannotOpen(made.error());
            return;
        }
        m_chat = *made;
        m_opened = {.chat = *made};
        Q_EMIT opened(m_opened);
    });
}

void ChatSession::takeUp()
{
    if (m_opened.unfinished.isValid())
        m_writing.insert(m_opened.unfinished.value); // busy from now on: its events come in a moment
    m_replies.resume(m_chat, m_options, this, [this](const Result<int> &count) {
        if (!count) {
            m_writing.remove(m_opened.unfinished.value);
            Q_EMIT cannotOpen(count.error());
        } else if (m_opened.unfinished.isValid() && *count == 0) {
            m_writing.remove(m_opened.unfinished.value);
            Q_EMIT cannotOpen(othersWereQuicker());
        }
    });
}

Error ChatSession::othersWereQuicker()
{
    return {Error::Code::Conflict,
            tr("Another Heed was quicker to take up this chat's reply. Answer there."),
            {}};
}

void ChatSession::takeOver()
{
    m_sending += 1;
    takeOver([this](const Result<bool> &taken) {
        m_sending -= 1;
        if (!taken)
            fail(taken.error());
        else if (!*taken)
            tellIdle(); // its reply has ended meanwhile
    });
}

//! \a then gets whether there was a reply to take over.
void ChatSession::takeOver(const std::function<void(const Result<bool> &)> &then)
{
    m_replies.store().read<OpenedChat>(
        this, [chat = m_chat](QSqlDatabase &database) { return readChat(database, chat); },
        [this, then](const Result<OpenedChat> &read) {
            if (!read)
                then(read.error());
            else if (!read->unfinished.isValid() || isWriting())
                then(false);
            else
                carryOn(*read, then);
        });
}

void ChatSession::carryOn(const OpenedChat &chat, const std::function<void(const Result<bool> &)> &then)
{
    m_opened = chat;
    m_title = chat.title;
    m_isTakenUp = false;
    m_writing.insert(chat.unfinished.value);
    Q_EMIT tookOver(m_opened);
    m_replies.resume(m_chat, m_options, this, [this, then](const Result<int> &count) {
        if (count && *count > 0) {
            then(true);
            return;
        }
        m_writing.remove(m_opened.unfinished.value);
        then(count ? othersWereQuicker() : count.error());
    });
}

void ChatSession::follow(ReplyId reply, qint64 after)
{
    if (m_followed.contains(reply.value))
        return;
    m_followed.insert(reply.value);
    m_writing.insert(reply.value);
    m_last = reply;
    m_replies.watch(reply, after, this, [this, reply](const QList<Event> &events) { take(reply, events); });
}

void ChatSession::take(ReplyId reply, const QList<Event> &events)
{
    for (const Event &event : events) {
        if (event.type == EventType::Started)
            m_queued.remove(event.fields.value(u"message"_s).toInteger());
        if (isEnd(event.type)) {
            m_writing.remove(reply.value);
            m_wentWell = event.type == EventType::Done;
        }
        Q_EMIT eventCame(reply, event);
        if (event.type == EventType::Question) {
            m_reached = {event.fields.value(u"id"_s).toString()};
            tellQuestion();
        }
    }
    // Everything before it was said in an earlier run, but for what is said of taking it up.
    if (m_opened.waiting && reply == m_opened.unfinished && !events.isEmpty() &&
        !std::exchange(m_isTakenUp, true))
        m_reached = m_opened.waiting->id;
    tellQuestion();
    tellIdle();
}

// The broker and the log speak on different ways: what the model said before it asked comes first. So does
// the title, since the question is shown under it.
void ChatSession::tellQuestion()
{
    if (!m_waiting || m_waiting->id != m_reached || m_readingTitle > 0)
        return;
    m_reached = {};
    Q_EMIT questionCame(*m_waiting);
}

void ChatSession::tellIdle()
{
    if (!isBusy())
        Q_EMIT idle();
}

void ChatSession::send(const QString &text)
{
    m_sending += 1;
    m_replies.send(m_chat, text, m_options, this,
                   [this, text](const Result<Sent> &result) { sent(text, result); });
}

void ChatSession::sent(const QString &text, const Result<Sent> &result)
{
    if (!result && result.error().code == Error::Code::Conflict) {
        // Another process writes a reply here. When it has ended, its reply is carried on, and this comes
        // next.
        takeOver([this, text](const Result<bool> &taken) {
            m_sending -= 1;
            taken ? send(text) : fail(taken.error());
        });
        return;
    }
    m_sending -= 1;
    if (!result) {
        fail(result.error());
    } else if (result->reply.isValid()) {
        follow(result->reply, 0);
    } else {
        m_queued.insert(result->message.value);
        Q_EMIT queued(result->message);
    }
}

void ChatSession::fail(const Error &error)
{
    m_wentWell = false;
    Q_EMIT problem(error);
    tellIdle();
}

void ChatSession::stopElsewhere()
{
    const auto stopHere = [this] {
        if (!stop())
            Q_EMIT problem({Error::Code::Conflict, tr("No reply is being written."), {}});
    };
    if (!m_chat.isValid()) {
        stopHere();
        return;
    }
    m_sending += 1;
    takeOver([this, stopHere](const Result<bool> &taken) {
        m_sending -= 1;
        if (taken)
            stopHere();
        else
            Q_EMIT problem(taken.error());
    });
}

bool ChatSession::stop()
{
    for (const qint64 reply : std::as_const(m_writing))
        m_replies.stop(ReplyId{reply});
    return !m_writing.isEmpty();
}

bool ChatSession::retry()
{
    if (isBusy() || !m_last.isValid() || m_wentWell)
        return false;
    m_sending += 1;
    m_replies.retry(m_last, m_options, this, [this](const Result<ReplyId> &reply) {
        m_sending -= 1;
        if (reply) {
            follow(*reply, 0);
        } else {
            Q_EMIT problem(reply.error());
            tellIdle();
        }
    });
    return true;
}

void ChatSession::answer(const QuestionId &id, const Answer &answer)
{
    m_answering += 1;
    m_replies.answer(id, answer, Face::Terminal, this,
                     [this](const Result<Settlement> &settled) { answered(settled); });
}

void ChatSession::answered(const Result<Settlement> &settled)
{
    m_answering -= 1;
    if (settled)
        Q_EMIT answerTaken(*settled);
    else
        Q_EMIT problem(settled.error());
}

void ChatSession::answerAgain(const QuestionId &id, const Answer &answer)
{
    m_answering += 1;
    m_replies.store().read<SettledQuestion>(
        this, [chat = m_chat, id](QSqlDatabase &database) { return readSettledQuestion(database, chat, id); },
        [this, id, answer](const Result<SettledQuestion> &question) {
            if (!question) {
                answered(question.error());
                return;
            }
            m_replies.answer(id, answer, Face::Terminal, this,
                             [this, question = *question](const Result<Settlement> &settled) {
                                 if (settled)
                                     Q_EMIT eventCame(question.reply, question.event);
                                 answered(settled);
                             });
        });
}

void ChatSession::confirmShown(const QuestionId &id)
{
    m_replies.confirmShown(id, Face::Terminal);
}

void ChatSession::saveDraft(const QuestionId &id, const QString &draft)
{
    m_replies.saveDraft(id, draft);
}

void ChatSession::keepWaiting()
{
    if (m_waiting)
        m_replies.keepWaiting(m_waiting->id);
}

void ChatSession::askFigures()
{
    if (!m_last.isValid()) {
        Q_EMIT problem({Error::Code::NotFound, tr("There is no reply yet."), {}});
        return;
    }
    m_replies.store().read<ReplyRecord>(
        this, [reply = m_last](QSqlDatabase &database) { return records::reply(database, reply); },
        [this](const Result<ReplyRecord> &record) {
            if (record)
                Q_EMIT figures(*record);
            else
                Q_EMIT problem(record.error());
        });
}

} // namespace heed
