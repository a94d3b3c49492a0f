// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mcp/turn.h"

#include "app/mcp/transcript.h"
#include "models/store/chatrecord.h"
#include "models/store/replyrecord.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

// Book 7.3: clients give up after 60 s unless progress keeps them, and the whole call stays under 100 s; ten
// of those are left to the model, which ends its turn.
constexpr qint64 holdMs = 45'000;
constexpr qint64 holdWithProgressMs = 60'000;
constexpr qint64 wholeCallMs = 100'000;
constexpr qint64 endOfTurnMs = 10'000;
constexpr Milliseconds againAfter = std::chrono::seconds(5); // a park that could not be stored

//! The chat of a thread; whether it was made for it.
using Found = std::pair<ChatId, bool>;

Result<Found> chatOf(QSqlDatabase &database, const QString &thread, qint64 nowMs)
{
    const auto known = records::thread(database, thread);
    if (!known)
        return known.error();
    if (*known) {
        if (auto set =
                records::setThread(database, {.name = thread, .chat = (*known)->chat, .usedMs = nowMs});
            !set)
            return set.error();
        return Found((*known)->chat, false);
    }
    const auto chat = records::addChat(
        database, {.title = thread, .titleIsOwn = true, .createdMs = nowMs, .updatedMs = nowMs});
    if (!chat)
        return chat.error();
    if (auto set = records::setThread(database, {.name = thread, .chat = *chat, .usedMs = nowMs}); !set)
        return set.error();
    return Found(*chat, true);
}

//! A chat, with its thread, in which nothing was said; false: something was.
Result<bool> removeEmptyChat(QSqlDatabase &database, ChatId chat)
{
    const auto said = records::branch(database, chat);
    if (!said)
        return said.error();
    if (!said->isEmpty())
        return false;
    // The person never saw it: it does not lie in their trash either.
    if (auto trashed = records::setTrashed(database, chat, 0); !trashed)
        return trashed.error();
    const auto removed = records::emptyTrash(database, 1);
    return removed ? Result<bool>(true) : Result<bool>(removed.error());
}

bool waits(const QList<QuestionRecord> &questions)
{
    return std::ranges::any_of(questions, [](const QuestionRecord &record) { return !record.settlement; });
}

} // namespace

Turn::Turn(const TurnRequest &request, Workshop &workshop, Alarms &alarms, QObject *parent)
    : QObject(parent)
    , m_request(request)
    , m_workshop(workshop)
    , m_alarms(alarms)
{
}

Turn::~Turn()
{
    m_alarms.cancel(m_hold);
}

SendOptions Turn::options() const
{
    const McpRules rules = m_workshop.rules();
    SendOptions options{.face = Face::Mcp, .personIsThere = rules.mayAsk, .queueWhenBusy = false};
    if (!m_request.model.isEmpty() || rules.providerIsOwn)
        options.provider = rules.provider;
    if (!m_request.model.isEmpty())
        options.provider->model = m_request.model;
    return options;
}

void Turn::begin()
{
    m_step = Step::Opening;
    m_workshop.prepare(this, [this] { open(); });
}

void Turn::open()
{
    if (m_stopping) {
        finishUnbegun();
        return;
    }
    const auto replies = m_workshop.replies();
    if (!replies) {
        fail(replies.error());
        return;
    }
    m_replies = *replies;
    connect(m_replies, &Replies::questionAsked, this, &Turn::questionAsked);
    connect(m_replies, &Replies::questionChanged, this, [this](const Question &question) {
        if (m_waiting && m_waiting->id == question.id && !question.parkedMs)
            m_waiting = question;
    });
    connect(m_replies, &Replies::questionSettled, this, &Turn::questionSettled);
    connect(m_replies, &Replies::replyStarted, this, [this](ChatId chat, ReplyId reply) {
        if (m_step == Step::CatchingUp && chat == m_chat)
            m_takenUp.insert(reply);
    });
    connect(m_replies, &Replies::replyEnded, this, [this](ChatId, ReplyId reply) { replyEnded(reply); });
    findChat();
}

void Turn::findChat()
{
    m_replies->store().write<Found>(
        Durability::AtOnce, this,
        [thread = m_request.thread, at = m_alarms.clock().wallMs()](QSqlDatabase &database) {
            return chatOf(database, thread, at);
        },
        [this](const Result<Found> &found) {
            if (!found) {
                fail(found.error());
                return;
            }
            m_chat = found->first;
            m_isMade = found->second;
            Q_EMIT chatKnown(m_chat, m_isMade);
            found->second ? send() : catchUp();
        });
}

//! A process that was killed may have left a reply in this thread, and a question that it parked: both come
//! first. The question that such a reply waits with is parked at once, since nobody holds a call for it.
void Turn::catchUp()
{
    m_step = Step::CatchingUp;
    m_replies->takeParked(m_chat, this, [](const Result<int> &) {});
    m_replies->resume(m_chat, options(), this, [this](const Result<int> &count) {
        if (!count) {
            fail(count.error());
            return;
        }
        m_resumed = true;
        caughtUp();
    });
}

void Turn::caughtUp()
{
    if (m_step == Step::CatchingUp && m_resumed && m_takenUp.isEmpty())
        send();
}

void Turn::send()
{
    m_step = Step::Sending;
    if (m_stopping) {
        forgetChat();
        finishUnbegun();
        return;
    }
    m_replies->send(m_chat, m_request.prompt, options(), this, [this](const auto &result) { sent(result); });
}

void Turn::finishUnbegun()
{
    finish(TurnReport::failed(m_request.thread, u"The call was cancelled before it began."_s));
}

//! The store does one thing after the other: the thread's next turn finds it gone.
void Turn::forgetChat()
{
    if (!m_isMade)
        return;
    m_replies->store().write<bool>(
        Durability::AtOnce, this,
        [chat = m_chat](QSqlDatabase &database) { return removeEmptyChat(database, chat); },
        [this](const Result<bool> &removed) {
            if (removed && *removed)
                Q_EMIT chatForgotten();
        });
}

void Turn::sent(const Result<Sent> &sent)
{
    if (!sent) {
        forgetChat();
        fail(sent.error().code == Error::Code::Conflict
                 ? Error{.code = Error::Code::Conflict,
                         .text =
                             u"Another Heed is writing in this thread at the moment. Try again when it is "
                             "done, or use another thread."_s}
                 : sent.error());
        return;
    }
    m_step = Step::Running;
    m_reply = sent->reply;
    if (m_stopping)
        m_replies->stop(m_reply);
    m_replies->watch(m_reply, 0, this, [this](const QList<Event> &events) { happened(events); });
}

void Turn::happened(const QList<Event> &events)
{
    for (const auto &event : events) {
        const QString reason = event.fields[u"reason"_s].toString();
        switch (event.type) {
        case EventType::Text:
            m_texts.last() += event.fields[u"delta"_s].toString();
            break;
        case EventType::Usage:
            m_usage = event.fields;
            m_texts.append(QString());
            break;
        case EventType::Done:
            ended(m_parked ? TurnReport::State::Parked : TurnReport::State::Complete, {});
            break;
        case EventType::Stopped:
            ended(TurnReport::State::Failed, u"The turn was stopped before it was done."_s);
            break;
        case EventType::Failed:
            ended(TurnReport::State::Failed, u"The turn failed: "_s + reason);
            break;
        default:
            break;
        }
    }
}

void Turn::questionAsked(const Question &question)
{
    if (question.chat != m_chat || question.parkedMs) // taken over from a process that has gone: it waits on
        return;
    if (m_step == Step::CatchingUp) {
        m_replies->confirmShown(question.id, Face::Mcp);
        m_replies->park(question.id, this, [](const Result<bool> &) {});
        return;
    }
    m_waiting = question;
    m_askedMs = now();
    m_workshop.tellAsked(question, m_request.thread);
    m_replies->confirmShown(question.id, Face::Mcp);
    Q_EMIT asked(question);
    armHold();
}

void Turn::questionSettled(const Question &question)
{
    if (!m_waiting || m_waiting->id != question.id)
        return;
    countWaiting();
    m_waiting.reset();
    m_lentUntilMs.reset();
    armHold();
    Q_EMIT questionOver(question.id);
}

void Turn::countWaiting()
{
    const QString key = u"waited_seconds"_s;
    m_usage[key] = m_usage[key].toDouble() + double(now() - m_askedMs) / 1000;
}

void Turn::replyEnded(ReplyId reply)
{
    if (m_takenUp.remove(reply))
        caughtUp();
}

void Turn::attach(QObject *call, const CallTerms &terms)
{
    m_calls.insert(call, terms);
    m_lentUntilMs.reset();
    armHold();
}

void Turn::detach(QObject *call)
{
    if (m_calls.remove(call) == 0 || !m_calls.isEmpty() || m_lentUntilMs || m_report)
        return;
    if (m_waiting)
        park();
    else if (!m_parked) // a turn that was parked only says so: its last words are kept
        stop();
}

void Turn::lend(QObject *call, qint64 untilWallMs)
{
    m_lentUntilMs = untilWallMs;
    m_calls.remove(call);
    armHold();
}

void Turn::armHold()
{
    m_alarms.cancel(std::exchange(m_hold, 0));
    if (!m_waiting)
        return;
    if (m_lentUntilMs) {
        m_hold = m_alarms.at(*m_lentUntilMs, this, [this] { park(); });
        return;
    }
    // The call that waits longest counts: one that was repeated is not cut short by the first.
    std::optional<qint64> until;
    for (const auto &terms : std::as_const(m_calls)) {
        const qint64 hold = terms.hasProgress ? holdWithProgressMs : holdMs;
        const qint64 from = std::max(m_askedMs, terms.startedMs);
        until =
            std::max(until.value_or(0), std::min(from + hold, terms.startedMs + wholeCallMs - endOfTurnMs));
    }
    if (!until) // whoever called went to ask its person about an earlier question, and has not come back
        until = m_askedMs + holdMs;
    m_hold = m_alarms.after(Milliseconds(std::max<qint64>(0, *until - now())), this, [this] { park(); });
}

void Turn::answer(const Answer &answer, Patience patience, const Replies::Then<Settlement> &then)
{
    if (!m_waiting) {
        then(Error{.code = Error::Code::Conflict, .text = u"The question waits no longer."_s});
        return;
    }
    m_replies->answer(m_waiting->id, answer, AnswerSource{.face = Face::Mcp, .patience = patience}, this,
                      then);
}

void Turn::park()
{
    if (!m_waiting)
        return;
    const QuestionId id = m_waiting->id;
    m_alarms.cancel(std::exchange(m_hold, 0));
    m_replies->park(id, this, [this, id](const Result<bool> &parked) {
        if (!m_waiting || m_waiting->id != id)
            return; // it was answered at the same moment, or the turn has ended
        if (!parked) {
            qCWarning(lcMcp) << "question" << id.value << "could not be parked:" << parked.error().detail;
            m_hold = m_alarms.after(againAfter, this, [this] { park(); });
            return;
        }
        if (!*parked)
            return; // its end is on the way
        m_parked = true;
        countWaiting();
        m_waiting.reset();
        m_lentUntilMs.reset();
        Q_EMIT questionOver(id);
    });
}

void Turn::stop()
{
    if (std::exchange(m_stopping, true))
        return;
    if (m_step == Step::New) {
        finish(TurnReport::failed(m_request.thread, u"The turn was stopped before it began."_s));
        return;
    }
    if (m_step == Step::Running)
        m_replies->stop(m_reply);
    for (const ReplyId reply : std::as_const(m_takenUp))
        m_replies->stop(reply);
}

void Turn::ended(TurnReport::State state, const QString &notice)
{
    m_step = Step::Reporting;
    m_alarms.cancel(std::exchange(m_hold, 0));
    QStringList texts = m_texts;
    for (auto &text : texts)
        text = text.trimmed();
    texts.removeAll(QString());
    const TurnReport report{.state = state,
                            .thread = m_request.thread,
                            .reply = texts.join(u"\n\n"_s),
                            .notice = notice,
                            .usage = m_usage};
    m_replies->store().read<QList<QuestionRecord>>(
        this,
        [chat = m_chat, reply = m_reply](QSqlDatabase &database) {
            return transcript::questionsOfTurn(database, chat, reply);
        },
        [this, report](const Result<QList<QuestionRecord>> &questions) {
            TurnReport whole = report;
            if (questions)
                whole.questions = *questions;
            // Whichever turn asked it: the caller is told to come back while a question waits.
            if (whole.state == TurnReport::State::Complete && waits(whole.questions))
                whole.state = TurnReport::State::Parked;
            whole.notice = noticeOf(whole.questions, report.notice);
            finish(whole);
        });
}

QString Turn::noticeOf(const QList<QuestionRecord> &questions, const QString &notice) const
{
    QStringList notices;
    if (!notice.isEmpty())
        notices.append(notice);
    for (const auto &record : questions) {
        if (!record.settlement)
            notices.append(waitingNotice(record.question));
        else if (record.question.parkedMs && record.question.reply == m_reply)
            notices.append(
                u"The question \"%1\" has ended meanwhile; what came of it reaches this thread's next "
                "turn: call respond again."_s.arg(record.question.text));
    }
    return notices.join(u'\n');
}

void Turn::fail(const Error &error)
{
    qCWarning(lcMcp) << "a turn failed:" << error.detail;
    finish(TurnReport::failed(m_request.thread, error.text));
}

void Turn::finish(const TurnReport &report)
{
    if (m_step == Step::Over)
        return;
    m_step = Step::Over;
    m_alarms.cancel(std::exchange(m_hold, 0));
    if (m_replies)
        m_replies->disconnect(this); // the next turn of this chat is another's
    if (m_waiting)
        Q_EMIT questionOver(std::exchange(m_waiting, std::nullopt)->id);
    m_report = report;
    Q_EMIT finished(report);
}

} // namespace heed
