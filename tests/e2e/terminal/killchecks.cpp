// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What must hold after every death.
#include "tests/e2e/terminal/killround.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed::test {

void KillRound::check(const Story &story)
{
    if (!story.integrity.isEmpty() && story.integrity != u"ok"_s)
        problem(u"the database is damaged: %1"_s.arg(story.integrity));
    checkMessages(story);
    checkQuestions(story);
    checkTools(story);
    checkEvents(story);
    checkReplay(story);
}

void KillRound::checkMessages(const Story &story)
{
    const auto count = story.messages.size();
    if (count > 1 || (m_messageTaken && count != 1))
        problem(u"%1 messages instead of one"_s.arg(count));
    if (count == 1 && story.messages.first().text != m_message)
        problem(u"the message became \"%1\""_s.arg(story.messages.first().text));
    if (story.replies.size() != count)
        problem(u"%1 replies to %2 messages"_s.arg(story.replies.size()).arg(count));
}

void KillRound::checkQuestions(const Story &story)
{
    if (story.questions.size() > 2)
        problem(u"%1 questions instead of two"_s.arg(story.questions.size()));
    for (auto it = m_asked.cbegin(); it != m_asked.cend(); ++it) {
        const auto question = story.question(it.key());
        if (!question || question->text != it.value())
            problem(u"a question that was shown is not in the record: \"%1\""_s.arg(it.value()));
    }
    for (const auto &question : story.questions) {
        const Given given = m_given.value(question.id);
        if (given.isTaken && !question.outcome)
            problem(u"the answer \"%1\" was acknowledged and is lost"_s.arg(given.text));
        if (question.outcome && question.answer != given.text)
            problem(u"\"%1\" got the answer \"%2\" instead of \"%3\""_s.arg(question.text, question.answer,
                                                                            given.text));
        const int settled = question.outcome ? 1 : 0;
        if (story.count(u"inquiry.settled"_s, question.id) != settled ||
            story.count(u"inquiry.answered"_s, question.id) != settled ||
            story.count(u"inquiry.requested"_s, question.id) != (question.isAsked ? 1 : 0))
            problem(u"the audit of \"%1\" tells another story than its question"_s.arg(question.text));
    }
}

void KillRound::checkTools(const Story &story)
{
    if (story.notes.size() > 1 || story.reminders.size() > 1)
        problem(u"%1 notes and %2 reminders: a tool ran again"_s.arg(story.notes.size())
                    .arg(story.reminders.size()));
    int results = 0;
    for (const auto &call : story.calls) {
        const bool isTool = call.name != u"ask_user"_s;
        results += call.result && isTool ? 1 : 0;
        if (m_results.contains(call.id) && m_results[call.id] != call.result.value_or(QString()))
            problem(u"the result of %1 was kept and is another now"_s.arg(call.name));
        if (call.result)
            m_results.insert(call.id, *call.result);
    }
    const auto audited = std::ranges::count(story.audit, u"tool.called"_s, &Story::Audit::kind);
    if (audited != results)
        problem(u"%1 tool calls in the audit, %2 results"_s.arg(audited).arg(results));
}

//! What was told stands in the log under its number; what was told as committed is there in any case.
void KillRound::checkEvents(const Story &story)
{
    const QStringList committed{u"question"_s, u"answer"_s, u"tool_result"_s, u"usage"_s, u"done"_s};
    QMap<qint64, Story::Event> stored;
    for (const auto &event : story.events) {
        if (!stored.isEmpty() && event.seq <= stored.lastKey())
            problem(u"event %1 does not come after %2"_s.arg(event.seq).arg(stored.lastKey()));
        stored.insert(event.seq, event);
    }
    for (auto it = m_seen.cbegin(); it != m_seen.cend(); ++it) {
        const QString type = it.value()[u"type"_s].toString();
        const auto found = stored.constFind(it.key());
        if (found == stored.cend()) {
            if (committed.contains(type))
                problem(u"event %1 (%2) was told and is lost"_s.arg(it.key()).arg(type));
            continue;
        }
        QJsonObject told = it.value();
        for (const QString &key : {u"seq"_s, u"at"_s, u"type"_s, u"chat"_s, u"reply"_s})
            told.remove(key);
        QJsonObject fields = found->fields;
        if (fields.contains(u"reply"_s))
            fields.remove(u"reply"_s);
        if (found->type != type || fields != told)
            problem(u"event %1 was told as %2 and is %3"_s.arg(it.key()).arg(type, found->type));
    }
}

//! A watcher that replays from the beginning: one start, each question and answer once and in order, each
//! result once, and, when it lets go at `resumed` of what had not been finished, the very texts of the turns.
void KillRound::checkReplay(const Story &story)
{
    QStringList turns;
    QString text;
    QSet<QString> asked;
    QSet<QString> answered;
    QSet<QString> results;
    for (qsizetype i = 0; i < story.events.size(); ++i) {
        const auto &event = story.events.at(i);
        const QString id = event.fields[u"id"_s].toString();
        bool fits = (event.type == u"started"_s) == (i == 0);
        if (event.type == u"text"_s) {
            text += event.fields[u"delta"_s].toString();
        } else if (event.type == u"usage"_s) {
            turns.append(std::exchange(text, {}).trimmed()); // as a turn is kept
        } else if (event.fields[u"code"_s].toString() == u"resumed"_s) {
            text.clear();
        } else if (event.type == u"question"_s) {
            fits = fits && !asked.contains(id);
            asked.insert(id);
        } else if (event.type == u"answer"_s) {
            fits = fits && asked.contains(id) && !answered.contains(id);
            answered.insert(id);
        } else if (event.type == u"tool_result"_s) {
            fits = fits && !results.contains(id);
            results.insert(id);
        } else if (event.type == u"done"_s) {
            fits = fits && i == story.events.size() - 1;
        }
        if (!fits)
            problem(u"a replay does not fit at event %1 (%2)"_s.arg(event.seq).arg(event.type));
    }
    if (turns != story.turns)
        problem(u"a replay reads \"%1\", the record \"%2\""_s.arg(turns.join(u'|'), story.turns.join(u'|')));
}

void KillRound::checkEnd(const Story &story)
{
    if (story.replies.size() != 1 || story.replies.first().state != u"done"_s)
        problem(u"there is not exactly one reply that is done"_s);
    if (story.notes.size() != 1 || story.reminders != QStringList{u"call the dentist"_s})
        problem(u"the note or the reminder is missing"_s);
    if (story.turns.size() != 3 || story.calls.size() != 5 || story.questions.size() != 2)
        problem(u"%1 turns, %2 calls, %3 questions"_s.arg(story.turns.size())
                    .arg(story.calls.size())
                    .arg(story.questions.size()));
    if (story.events.isEmpty() || story.events.last().type != u"done"_s)
        problem(u"the log does not end with done"_s);
    const auto requests = m_server.turns();
    const QJsonArray messages =
        requests.isEmpty() ? QJsonArray() : requests.last().json()[u"messages"_s].toArray();
    QStringList results;
    for (const QJsonValue &message : messages) {
        if (message[u"role"_s].toString() == u"tool"_s)
            results.append(message[u"content"_s].toString());
    }
    QStringList kept;
    for (const auto &call : story.calls)
        kept.append(call.result.value_or(QString()));
    if (results != kept)
        problem(u"the model was sent \"%1\" instead of \"%2\""_s.arg(results.join(u'|'), kept.join(u'|')));
    for (const auto &question : story.questions) {
        if (!kept.contains(u"The user answered: %1"_s.arg(question.answer)))
            problem(u"the answer \"%1\" did not reach the model"_s.arg(question.answer));
    }
}

} // namespace heed::test
