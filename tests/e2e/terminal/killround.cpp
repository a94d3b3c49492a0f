// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The conversation and its deaths; what must hold afterwards is in killchecks.cpp.
#include "tests/e2e/terminal/killround.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <array>

using namespace Qt::StringLiterals;

namespace heed::test {

namespace {

// In the order in which they come in a life that begins with the message.
constexpr std::array triggers{"start",     "ready",       "message",  "started",   "text",
                              "tool",      "tool_result", "question", "answered",  "taken",
                              "question2", "answered2",   "taken2",   "streaming", "done"};
constexpr int longestDelayUs = 12'000;  // about what a commit and a model turn take
constexpr int longestStartUs = 150'000; // about what a start takes
constexpr int longestStreamUs = 60'000; // about what the last turn takes

// Qt 6.4 says this of its own when a connection is dropped in the moment in which it ends; nothing follows
// from it.
constexpr auto qtRace =
    "QNetworkReplyImplPrivate::error: Internal problem, this method must only be called once.\n";

QByteArray complaintIn(QByteArray err)
{
    return err.replace(qtRace, QByteArray());
}

QJsonObject call(const QString &id, const QString &name, const QJsonObject &arguments)
{
    return {{u"call"_s, QJsonObject{{u"id"_s, id}, {u"name"_s, name}, {u"arguments"_s, arguments}}}};
}

QJsonObject response(const QJsonArray &stream, const QString &match, int delayMs)
{
    return {{u"stream"_s, stream}, {u"match"_s, match}, {u"delayMs"_s, delayMs}};
}

} // namespace

KillRound::KillRound(quint32 seed)
    : m_seed(seed)
    , m_random(seed)
    , m_message(u"Remind me to call the dentist, round %1"_s.arg(seed))
{
    script();
}

// A response is taken again by a program that died before it kept it, so each is known by what the request
// holds.
void KillRound::script()
{
    const QJsonArray work{QJsonObject{{u"say"_s, u"Let me see. "_s}},
                          call(u"c1"_s, u"remind"_s,
                               {{u"action"_s, u"set"_s},
                                {u"text"_s, u"call the dentist"_s},
                                {u"when"_s, u"2099-03-02T09:00"_s}}),
                          call(u"c2"_s, u"store"_s,
                               {{u"title"_s, u"Dentist"_s}, {u"text"_s, u"The dentist is to be called."_s}}),
                          call(u"c3"_s, u"now"_s, {})};
    const QJsonArray options{u"Monday"_s, u"Tuesday"_s, u"Friday"_s};
    const QJsonArray asks{
        QJsonObject{{u"say"_s, u"Two things. "_s}},
        call(u"c4"_s, u"ask_user"_s, {{u"question"_s, u"Which day suits you?"_s}, {u"options"_s, options}}),
        call(u"c5"_s, u"ask_user"_s, {{u"question"_s, u"What is it about?"_s}})};
    const QJsonArray text{QJsonObject{
        {u"say"_s,
         u"It is set, and kept. You will hear from me in time; until then there is nothing to do."_s}}};
    const QJsonDocument document(QJsonObject{
        {u"repeatLast"_s, true},
        {u"responses"_s, QJsonArray{response(work, {}, 0), response(asks, u"\"tool_call_id\""_s, 0),
                                    response(text, u"The user answered"_s, 2)}}});
    if (const QString wrong = m_server.load(document); !wrong.isEmpty() || !m_server.listen())
        qFatal("the scripted model cannot be set up: %s", qPrintable(wrong));
}

void KillRound::problem(const QString &text)
{
    m_problems.append(u"seed %1, after [%2]: %3"_s.arg(m_seed).arg(m_moments.join(u", "_s), text));
}

KillRound::Moment KillRound::randomMoment()
{
    Moment moment{.trigger = QString::fromLatin1(triggers.at(m_random.bounded(quint32(triggers.size()))))};
    const int longest = moment.trigger == u"start"_s       ? longestStartUs
                        : moment.trigger == u"streaming"_s ? longestStreamUs
                                                           : longestDelayUs;
    moment.microseconds = m_random.bounded(3) == 0 ? 0 : int(m_random.bounded(longest));
    return moment;
}

QStringList KillRound::run()
{
    const int deaths = int(1 + m_random.bounded(3));
    for (int i = 0; i <= deaths && !m_isDone && m_problems.isEmpty(); ++i) {
        life(i < deaths ? randomMoment() : Moment{});
        m_before = Story::read(m_home.path());
        check(m_before);
    }
    if (m_problems.isEmpty() && !m_isDone)
        problem(u"the reply did not complete"_s);
    if (m_problems.isEmpty())
        checkEnd(m_before);
    return m_problems;
}

void KillRound::life(const Moment &moment)
{
    QStringList arguments{u"chat"_s, u"--json"_s};
    if (m_chat > 0)
        arguments += {u"--chat"_s, QString::number(m_chat)};
    if (m_before.messages.isEmpty() || m_random.bounded(2) == 0) // a reply that was begun knows its provider
        arguments += {u"--provider"_s, u"openai"_s,   u"--base-url"_s, m_server.url().toString(),
                      u"--model"_s,    u"scripted"_s, u"--key-from"_s, u"HEED_TEST_KEY"_s};
    m_heed = std::make_unique<HeedRun>(m_home.path(), arguments);
    m_heed->setVariable(u"HEED_TEST_KEY"_s, u"key"_s);
    m_moment = moment;
    m_isDead = false;
    m_read = 0;
    m_heed->start();
    wait(u"start"_s);
    while (!m_isDead && !m_isDone && m_problems.isEmpty()) {
        if (!waitUntil([this] { return m_heed->lines().size() > m_read || m_heed->hasEnded(); }, 30'000)) {
            problem(u"nothing came any more: %1"_s.arg(
                QString::fromUtf8(m_heed->out().right(300) + m_heed->err().right(300))));
        } else if (m_heed->lines().size() > m_read) {
            takeNext();
        } else {
            problem(u"it ended by itself: %1"_s.arg(
                QString::fromUtf8(m_heed->out().right(300) + m_heed->err().right(300))));
        }
    }
    if (m_isDead) {
        while (m_read < m_heed->lines().size())
            takeNext(); // told before it died
    } else if (m_isDone) {
        m_heed->closeInput();
        if (m_heed->waitForEnd() != 0)
            problem(u"it did not leave well at the end of its input"_s);
    }
    if (const QByteArray complaint = complaintIn(m_heed->err()); !complaint.isEmpty())
        problem(u"it complained: %1"_s.arg(QString::fromUtf8(complaint.right(300))));
    m_heed.reset();
}

//! Something happened that may be the moment to die.
void KillRound::wait(const QString &happened)
{
    if (m_isDead || m_moment.trigger != happened)
        return;
    QElapsedTimer timer;
    timer.start();
    const qint64 nanoseconds = qint64(m_moment.microseconds) * 1000;
    while (timer.nsecsElapsed() < nanoseconds) {
        // The model must go on meanwhile: it lives in this thread.
        std::ignore = waitUntil([&] { return timer.nsecsElapsed() >= nanoseconds; }, 1);
    }
    m_heed->killNow();
    m_isDead = true;
    m_moments.append(u"%1+%2 us"_s.arg(happened).arg(m_moment.microseconds));
}

void KillRound::takeNext()
{
    const QJsonObject line = m_heed->lines().at(m_read++); // more lines come while it is taken
    take(line);
}

void KillRound::take(const QJsonObject &line)
{
    const QString type = line[u"type"_s].toString();
    if (type == u"ready"_s)
        begin();
    else if (type == u"error"_s && line[u"code"_s].toString() == u"conflict"_s && !m_retried.isEmpty())
        m_retried.clear(); // as it must be: another answer than the one that was taken
    else if (line.contains(u"seq"_s))
        takeEvent(line);
    else
        problem(u"unexpected line: %1"_s.arg(
            QString::fromUtf8(QJsonDocument(line).toJson(QJsonDocument::Compact))));
    if (type == u"ready"_s)
        m_chat = line[u"chat"_s].toInteger();
    wait(type);
}

void KillRound::begin()
{
    if (m_isDead)
        return;
    if (m_before.messages.isEmpty()) {
        m_heed->send({{u"message"_s, m_message}});
        wait(u"message"_s);
        return;
    }
    if (m_before.replies.first().state == u"done"_s) { // its end was kept, and told to nobody any more
        m_isDone = true;
        return;
    }
    for (const auto &question : std::as_const(m_before.questions)) {
        const bool isLost =
            question.outcome && m_given.contains(question.id) && !m_given[question.id].isTaken;
        if (isLost && m_random.bounded(2) == 0) {
            sendAnswer(question.id); // nobody heard that it was taken: the same again is the same answer
            return;
        }
        if (question.outcome && m_given.contains(question.id) && m_random.bounded(3) == 0) {
            tryAnotherAnswer(question.id);
            return;
        }
    }
}

void KillRound::takeEvent(const QJsonObject &line)
{
    const QString type = line[u"type"_s].toString();
    const qint64 seq = line[u"seq"_s].toInteger();
    const QString id = line[u"id"_s].toString();
    const bool isAgain = m_seen.contains(seq);
    // Only what is told again on purpose comes again: a question that waits, an answer that was sent again.
    const bool mayComeAgain = type == u"question"_s || type == u"answer"_s;
    if (isAgain ? m_seen[seq] != line || !mayComeAgain : seq <= m_lastSeq && !mayComeAgain)
        problem(u"event %1 (%2) came again or late"_s.arg(seq).arg(type));
    m_seen.insert(seq, line);
    m_lastSeq = std::max(m_lastSeq, seq);
    if (type == u"started"_s)
        m_messageTaken = true;
    else if (type == u"question"_s)
        answer(line);
    else if (type == u"answer"_s && m_given[id].text != line[u"text"_s].toString())
        problem(u"\"%1\" was answered, but \"%2\" taken"_s.arg(m_given[id].text, line[u"text"_s].toString()));
    else if (type == u"done"_s)
        m_isDone = true;
    else if (type == u"failed"_s || type == u"stopped"_s)
        problem(u"the reply ended with: %1"_s.arg(line[u"reason"_s].toString()));
    if (type == u"answer"_s) {
        m_given[id].isTaken = true;
        wait(m_asked.size() == 1 ? u"taken"_s : u"taken2"_s);
    } else if (type == u"text"_s && m_given.size() == 2) {
        wait(u"streaming"_s);
    }
}

void KillRound::answer(const QJsonObject &question)
{
    const QString id = question[u"id"_s].toString();
    const QString text = question[u"question"_s].toString();
    if (const QString known = m_asked.key(text); !known.isEmpty() && known != id)
        problem(u"\"%1\" was asked twice"_s.arg(text));
    if (m_given.value(id).isTaken)
        problem(u"\"%1\" was asked again after its answer was taken"_s.arg(text));
    m_asked.insert(id, text);
    const bool isFirst = question[u"index"_s].toInt() == 1;
    wait(isFirst ? u"question"_s : u"question2"_s);
    if (m_isDead)
        return;
    sendAnswer(id);
    wait(isFirst ? u"answered"_s : u"answered2"_s);
}

void KillRound::sendAnswer(const QString &id)
{
    const QStringList days{u"Monday"_s, u"Tuesday"_s, u"Friday"_s};
    const auto earlier = m_before.question(id);
    const bool isSettled = earlier && earlier->outcome;
    if (!isSettled) // what a dead process did not take may be thought over
        m_given[id].text = m_random.bounded(2) == 0 && m_asked[id].startsWith(u"Which day"_s)
                               ? days.at(qsizetype(m_random.bounded(3)))
                               : u"words %1 for %2"_s.arg(m_random.bounded(1000)).arg(id);
    const QString text = m_given[id].text;
    if (const auto option = days.indexOf(text); option >= 0)
        m_heed->send({{u"choose"_s, id}, {u"option"_s, option + 1}});
    else
        m_heed->send({{u"answer"_s, id}, {u"text"_s, text}});
}

void KillRound::tryAnotherAnswer(const QString &id)
{
    m_retried = id;
    m_heed->send({{u"answer"_s, id}, {u"text"_s, u"something else entirely"_s}});
}

} // namespace heed::test
