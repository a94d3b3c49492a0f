// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The calls that are about a reply and its questions.
#include "app/api/apicalls.h"
#include "app/api/apijson.h"
#include "app/api/httpconnection.h"
#include "app/api/replywatcher.h"
#include "app/api/streamstart.h"
#include "models/base/process.h"
#include "models/store/questionrecord.h"
#include "models/store/replyrecord.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr Milliseconds stopWithin(5'000); // a reply ends at once; a full disk may hold its end up

struct ReplyCallsText {
    Q_DECLARE_TR_FUNCTIONS(heed::Api)
};

HttpAnswer noReply()
{
    return refusal(404, u"no_reply"_s, ReplyCallsText::tr("No reply is being written in this chat."));
}

//! What the body answers with; nothing when it says neither or both.
std::optional<Answer> answerOf(const QJsonObject &body)
{
    const QJsonValue text = body[u"answer"_s];
    const QJsonValue decision = body[u"decision"_s];
    if (text.isUndefined() == decision.isUndefined())
        return std::nullopt;
    if (text.isString())
        return Answer{.kind = Answer::Kind::Text, .text = text.toString()};
    if (decision.toString() == u"none"_s)
        return Answer{.kind = Answer::Kind::None};
    if (decision.toString() == u"decline"_s)
        return Answer{.kind = Answer::Kind::Decline};
    return std::nullopt;
}

//! How things stand when an answer comes in.
struct Standing {
    bool writing = false; //!< a reply is being written in the chat
    bool known = false;   //!< the question belongs to the chat
    bool settled = false;
};

Result<Standing> readStanding(QSqlDatabase &database, ChatId session, const QuestionId &id)
{
    const auto chat = readSession(database, session);
    if (!chat)
        return chat.error();
    Standing standing{.writing = chat->writing};
    const auto question = records::question(database, id);
    if (!question && question.error().code != Error::Code::NotFound)
        return question.error();
    standing.known = question && question->question.chat == session && question->question.askedMs > 0;
    standing.settled = standing.known && question->settlement.has_value();
    return standing;
}

HttpAnswer answered(const Settlement &settlement)
{
    QJsonObject body{{u"outcome"_s, outcomeName(settlement.outcome)},
                     {u"text"_s, settlement.text.isEmpty() ? QJsonValue() : QJsonValue(settlement.text)}};
    if (!settlement.heldBack.isEmpty())
        body[u"held_back"_s] = QJsonArray::fromStringList(settlement.heldBack);
    return {.body = body};
}

//! The same answer again is the same answer, also when its reply has ended since: it may be a retry after a
//! lost response. Any other one is too late (book 4.1: 404 without a reply, else 409).
HttpAnswer notTaken(const Error &error, const Standing &standing)
{
    if (standing.settled && !standing.writing)
        return noReply();
    HttpAnswer answer = refusal(error);
    const bool unknown = error.code == Error::Code::NotFound;
    return unknown ? refusal(409, u"conflict"_s, error.text) : answer;
}

//! Nothing takes a stop back, but whoever reads the reply finds it running.
HttpAnswer notStopped(bool runsHere)
{
    if (!runsHere)
        return refusal(
            409, u"elsewhere"_s,
            ReplyCallsText::tr("This reply was interrupted, and nobody writes it at the moment. Open "
                               "its chat in Heed to take it up, then stop it."));
    return refusal(
        503, u"storage"_s,
        ReplyCallsText::tr("The reply writes nothing more, but the disk does not take its end, so it "
                           "has not ended yet. Heed keeps trying. Is the disk full?"));
}

} // namespace

void ApiCalls::sendMessage(const ApiCall &call)
{
    const QJsonValue text = call.body[u"text"_s];
    if (!text.isString() || text.toString().trimmed().isEmpty())
        return call.connection->answer(
            badRequest(ReplyCallsText::tr("\"text\" must be a text that is not empty.")));
    m_sender.send(call.session, text.toString(),
                  {.face = Face::Api, .queueWhenBusy = false, .patience = Patience::GivesUp}, call.connection,
                  [connection = call.connection](const Result<Sent> &sent) {
                      connection->answer(
                          sent ? HttpAnswer{.status = 202, .body = {{u"reply"_s, sent->reply.value}}}
                               : refusal(sent.error()));
                  });
}

void ApiCalls::watchReply(const ApiCall &call)
{
    const auto numbers = lastNumbers(call.request);
    const auto wanted = queryNumber(call.request, u"reply"_s);
    if (!numbers || (wanted && *wanted < 1))
        return call.connection->answer(
            badRequest(ReplyCallsText::tr("\"after\", \"reply\" and Last-Event-ID must be whole numbers.")));
    m_replies.store().read<ReplyId>(
        call.connection,
        [id = call.session, wanted](QSqlDatabase &database) {
            return readStreamReply(database, id, wanted ? std::optional(ReplyId{*wanted}) : std::nullopt);
        },
        [this, call, numbers = *numbers](const Result<ReplyId> &reply) {
            if (!reply)
                return call.connection->answer(refusal(reply.error()));
            if (std::ranges::all_of(numbers, [](qint64 number) { return number == 0; }))
                return openStream(call, *reply, 0);
            // What the reply has told must be stored, to know the numbers that a client can have.
            m_replies.flush(*reply, call.connection, [this, call, reply = *reply, numbers](bool runsHere) {
                findStart(call, reply, numbers, runsHere);
            });
        },
        Patience::GivesUp);
}

void ApiCalls::findStart(const ApiCall &call, ReplyId reply, const QList<qint64> &numbers, bool runsHere)
{
    m_replies.store().read<StreamStart>(
        call.connection,
        [reply, numbers, runsHere](QSqlDatabase &database) {
            return readStreamStart(database, reply, numbers, runsHere);
        },
        [this, call, reply](const Result<StreamStart> &start) {
            if (!start)
                return call.connection->answer(refusal(start.error()));
            if (start->seen && !call.connection->isGone())
                m_replies.confirmShown(*start->seen, Face::Api);
            openStream(call, reply, start->after);
        },
        Patience::GivesUp);
}

void ApiCalls::openStream(const ApiCall &call, ReplyId reply, qint64 after)
{
    if (call.connection->isGone())
        return;
    call.connection->beginStream("text/event-stream");
    auto *watcher = new ReplyWatcher(*call.connection, *feed(reply), after);
    ++m_watchers;
    connect(watcher, &QObject::destroyed, this, [this] { --m_watchers; });
    connect(this, &ApiCalls::ending, watcher, [watcher] {
        watcher->dismiss(u"stopped"_s, ReplyCallsText::tr("Heed no longer serves its API here."));
    });
}

ReplyFeed *ApiCalls::feed(ReplyId reply)
{
    ReplyFeed *&known = m_feeds[reply];
    if (!known) {
        known = new ReplyFeed(m_replies, reply, this);
        connect(known, &ReplyFeed::idle, this, [this, reply] {
            if (ReplyFeed *idle = m_feeds.take(reply))
                idle->deleteLater();
        });
    }
    return known;
}

void ApiCalls::answer(const ApiCall &call)
{
    const QuestionId id{call.body[u"id"_s].toString()};
    const auto given = answerOf(call.body);
    if (!id.isValid() || !given)
        return call.connection->answer(badRequest(
            ReplyCallsText::tr("Send the question's \"id\", and either \"answer\", a text, or \"decision\", "
                               "which is \"none\" or \"decline\".")));
    m_replies.store().read<Standing>(
        call.connection,
        [session = call.session, id](QSqlDatabase &database) { return readStanding(database, session, id); },
        [this, call, id, given = *given](const Result<Standing> &standing) {
            if (!standing)
                return call.connection->answer(refusal(standing.error()));
            if (!standing->known)
                return call.connection->answer(
                    standing->writing
                        ? refusal(409, u"conflict"_s,
                                  ReplyCallsText::tr("No question with that id waits in this chat."))
                        : noReply());
            m_replies.answer(id, given, AnswerSource{.face = Face::Api, .patience = Patience::GivesUp},
                             call.connection,
                             [connection = call.connection, standing = *standing](const auto &settlement) {
                                 connection->answer(settlement ? answered(*settlement)
                                                               : notTaken(settlement.error(), standing));
                             });
        },
        Patience::GivesUp);
}

void ApiCalls::stop(const ApiCall &call)
{
    m_replies.store().read<ReplyRecord>(
        call.connection,
        [id = call.session](QSqlDatabase &database) -> Result<ReplyRecord> {
            const auto chat = heed::readSession(database, id);
            if (!chat)
                return chat.error();
            const auto unfinished = records::unfinishedReplies(database);
            if (!unfinished)
                return unfinished.error();
            const auto found = std::ranges::find(*unfinished, id, &ReplyRecord::chat);
            return found == unfinished->end() ? ReplyRecord{} : *found;
        },
        [this, call](const Result<ReplyRecord> &reply) {
            if (!reply)
                return call.connection->answer(refusal(reply.error()));
            if (!reply->id.isValid())
                return call.connection->answer(noReply());
            if (reply->owner != processIdentity() && isProcessAlive(reply->owner))
                return call.connection->answer(
                    refusal(409, u"elsewhere"_s,
                            ReplyCallsText::tr("Another Heed is writing this reply. Stop it there.")));
            stopRunning(call, reply->id);
        },
        Patience::GivesUp);
}

//! Acknowledged when the reply has ended, on disk.
void ApiCalls::stopRunning(const ApiCall &call, ReplyId reply)
{
    auto *waiting = new QObject(call.connection);
    const auto stopped = [call, reply, waiting] {
        waiting->deleteLater();
        call.connection->answer({.body = {{u"reply"_s, reply.value}}});
    };
    connect(&m_replies, &Replies::replyEnded, waiting, [reply, stopped](ChatId, ReplyId ended) {
        if (ended == reply)
            stopped();
    });
    // It may have ended by itself before anybody listened.
    m_replies.store().read<ReplyRecord>(
        waiting, [reply](QSqlDatabase &database) { return records::reply(database, reply); },
        [stopped](const Result<ReplyRecord> &record) {
            if (record && record->finishedMs)
                stopped();
        },
        Patience::GivesUp);
    m_alarms.after(stopWithin, waiting, [this, call, reply, waiting] {
        waiting->deleteLater();
        m_replies.flush(reply, call.connection, [connection = call.connection](bool runsHere) {
            connection->answer(notStopped(runsHere));
        });
    });
    m_replies.stop(reply);
}

void ApiCalls::listQuestions(const ApiCall &call)
{
    m_replies.store().read<QList<QuestionRecord>>(
        call.connection, [](QSqlDatabase &database) { return records::waitingQuestions(database); },
        [this, connection = call.connection](const Result<QList<QuestionRecord>> &waiting) {
            if (!waiting)
                return connection->answer(refusal(waiting.error()));
            QJsonArray questions;
            for (const QuestionRecord &record : *waiting)
                questions.append(questionJson(record.question));
            connection->answer({.body = {{u"questions"_s, questions}}});
            if (connection->isGone())
                return; // nobody was shown anything
            for (const QuestionRecord &record : *waiting)
                m_replies.confirmShown(record.question.id, Face::Api);
        },
        Patience::GivesUp);
}

} // namespace heed
