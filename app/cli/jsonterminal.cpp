// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/jsonterminal.h"

#include "app/cli/jsonline.h"

#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace heed {

JsonTerminal::JsonTerminal(const ChatRequest &request, const Ends &ends, Replies &replies,
                           const SendOptions &options)
    : TerminalChat(request, ends)
    , m_session(replies, options)
{
    m_ends.input->setPaused(true); // until it is known which chat the lines are for
    connect(m_ends.input, &LineReader::line, this, &JsonTerminal::take);
    connect(m_ends.input, &LineReader::lineTooLong, this, [this] {
        printError(u"too_long"_s,
                   tr("The line is longer than %n bytes.", nullptr, int(LineReader::lineLimit)));
    });
    connect(m_ends.input, &LineReader::ended, this, &JsonTerminal::inputEnded);
    connect(&m_session, &ChatSession::opened, this, &JsonTerminal::opened);
    connect(&m_session, &ChatSession::cannotOpen, this, [this](const Error &error) {
        printError(errorCodeName(error.code), error.text);
        finish(exitcode::failed);
    });
    connect(&m_session, &ChatSession::tookOver, this, [this](const OpenedChat &chat) {
        if (chat.waitingEvent)
            printEvent(chat.unfinished, *chat.waitingEvent);
    });
    connect(&m_session, &ChatSession::eventCame, this, &JsonTerminal::printEvent);
    // A question from an earlier run can be answered only when its reply has been taken up.
    connect(&m_session, &ChatSession::questionCame, this, &JsonTerminal::listen);
    connect(&m_session, &ChatSession::questionEnded, this, &JsonTerminal::listen);
    connect(&m_session, &ChatSession::questionCame, this, [this](const Question &question) {
        m_session.confirmShown(question.id); // its event is out, maybe before its reply was taken up
        leaveIfDone();
    });
    connect(&m_session, &ChatSession::questionEnded, this, &JsonTerminal::ended);
    connect(&m_session, &ChatSession::problem, this, [this](const Error &error) {
        printError(errorCodeName(error.code), error.text);
        leaveIfDone();
    });
    connect(&m_session, &ChatSession::queued, this, [this](MessageId message) {
        print({{u"type"_s, u"queued"_s}, {u"chat"_s, m_session.chat().value}, {u"message"_s, message.value}});
        leaveIfDone();
    });
    connect(&m_session, &ChatSession::answerTaken, this, &JsonTerminal::leaveIfDone);
    connect(&m_session, &ChatSession::idle, this, &JsonTerminal::leaveIfDone);
}

void JsonTerminal::start()
{
    if (m_request.chat)
        m_session.open(*m_request.chat);
    else
        m_session.create();
}

void JsonTerminal::opened(const OpenedChat &chat)
{
    print({{u"type"_s, u"ready"_s}, {u"chat"_s, chat.chat.value}});
    if (chat.waitingEvent)
        printEvent(chat.unfinished, *chat.waitingEvent);
    m_session.takeUp();
    if (m_request.once) {
        m_sentOnce = true;
        m_session.send(*m_request.once);
    }
    if (!chat.waiting)
        listen();
}

void JsonTerminal::listen()
{
    if (!hasFinished())
        m_ends.input->setPaused(false);
}

void JsonTerminal::take(const QByteArray &line)
{
    if (line.trimmed().isEmpty())
        return;
    const auto read = readJsonCommand(line);
    if (const auto *refusal = std::get_if<JsonRefusal>(&read)) {
        printError(refusal->code, refusal->message);
        return;
    }
    const auto &command = std::get<JsonCommand>(read);
    if (const auto *message = std::get_if<JsonMessage>(&command)) {
        m_session.send(message->text);
    } else if (const auto *answer = std::get_if<JsonAnswer>(&command)) {
        takeAnswer(*answer);
    } else if (m_session.stop()) {
        m_stopping = true;
    } else {
        m_session.stopElsewhere();
    }
}

void JsonTerminal::takeAnswer(const JsonAnswer &command)
{
    if (m_printed.contains(command.id.value))
        m_session.answer(command.id, command.answer);
    else
        m_session.answerAgain(command.id, command.answer);
}

void JsonTerminal::printEvent(ReplyId reply, const Event &event)
{
    QJsonObject line = eventToJson(event);
    line[u"chat"_s] = m_session.chat().value;
    line[u"reply"_s] = reply.value;
    print(line);
    if (isEnd(event.type))
        m_stopping = false;
    if (event.type != EventType::Question)
        return;
    const QuestionId id{event.fields.value(u"id"_s).toString()};
    m_printed.insert(id.value);
    m_session.confirmShown(id); // at once: the answer may be quicker than anything that we hear meanwhile
}

// Every other end is in the reply's log, as an `answer`.
void JsonTerminal::ended(const Question &question, const Settlement &settlement)
{
    if (settlement.outcome == Outcome::Withdrawn && m_printed.contains(question.id.value))
        print({{u"type"_s, u"withdrawn"_s}, {u"id"_s, question.id.value}});
}

void JsonTerminal::showReminder(const ReminderRecord &reminder, bool missed)
{
    print({{u"type"_s, u"reminder"_s},
           {u"id"_s, reminder.id.value},
           {u"text"_s, reminder.text},
           {u"missed"_s, missed}});
}

void JsonTerminal::print(const QJsonObject &object)
{
    if (hasFinished())
        return;
    m_ends.output->bytes(jsonLine(object));
    if (m_ends.output->hasFailed())
        finish(exitcode::failed); // nobody reads any more; a waiting question stays
}

void JsonTerminal::printError(const QString &code, const QString &message)
{
    print({{u"type"_s, u"error"_s}, {u"code"_s, code}, {u"message"_s, message}});
}

void JsonTerminal::interrupt()
{
    if (!m_session.stop())
        finish(exitcode::interrupted);
}

void JsonTerminal::inputEnded()
{
    m_inputEnded = true;
    leaveIfDone();
}

// At the end of the input a running reply is finished; a question has nobody left who could answer it here.
// What was asked for before the end is done first.
void JsonTerminal::leaveIfDone()
{
    if (m_stopping || m_session.isHandingIn())
        return;
    const auto &waiting = m_session.waiting();
    const bool waits = waiting && m_printed.contains(waiting->id.value); // else its event is still to come
    if (m_inputEnded && waits)
        finish(m_sentOnce ? exitcode::failed : exitcode::ok);
    else if (!m_session.isBusy() && m_sentOnce)
        finish(m_session.wentWell() ? exitcode::ok : exitcode::failed);
    else if (!m_session.isBusy() && m_inputEnded)
        finish(exitcode::ok);
}

} // namespace heed
