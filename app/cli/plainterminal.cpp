// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plainterminal.h"

#include "models/question/display.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace heed {

namespace {
// As long as a question card swallows keys after it took the focus (book 5.2).
constexpr qint64 tooQuickMs = 500;
constexpr qsizetype exchangeLength = 300; // characters of each side of the last exchange
} // namespace

PlainTerminal::PlainTerminal(const ChatRequest &request, const Ends &ends, Replies &replies,
                             const SendOptions &options)
    : TerminalChat(request, ends)
    , m_session(replies, options)
    , m_isTerminal(ends.input->isTerminal())
    , m_personIsThere(options.personIsThere)
    , m_alarms(replies.clock())
{
    m_ends.input->setPaused(true); // until the chat is open
    connectInput();
    connectSession();
    connectElsewhere();
}

void PlainTerminal::connectInput()
{
    connect(m_ends.input, &LineReader::line, this, &PlainTerminal::take);
    connect(m_ends.input, &LineReader::lineTooLong, this, [this] {
        m_wasTyping = false;
        note(tr("That line is too long and was not used."));
        prompt();
    });
    connect(m_ends.input, &LineReader::unfinished, this, [this](const QByteArray &typed) {
        m_prompt.clear();
        m_ends.output->line(); // it stands there half typed
        if (m_question)
            m_session.saveDraft(m_question->id, QString::fromUtf8(typed));
    });
    connect(m_ends.input, &LineReader::ended, this, &PlainTerminal::inputEnded);
}

void PlainTerminal::connectSession()
{
    connect(&m_session, &ChatSession::opened, this, &PlainTerminal::opened);
    connect(&m_session, &ChatSession::cannotOpen, this, [this](const Error &error) {
        note(error.text);
        finish(exitcode::failed);
    });
    connect(&m_session, &ChatSession::tookOver, this, [this](const OpenedChat &chat) {
        note(tr("The Heed that was writing this chat's reply has ended. The reply is carried on here."));
        if (m_isTerminal)
            showLastExchange(chat);
        m_draft = chat.draft;
    });
    connect(&m_session, &ChatSession::eventCame, this, &PlainTerminal::showEvent);
    connect(&m_session, &ChatSession::questionCame, this, &PlainTerminal::showQuestion);
    connect(&m_session, &ChatSession::questionMoved, this, [this](const Question &question) {
        m_question = question;
        if (!question.deadlineMs)
            note(tr("The question now waits until you answer."));
        prompt();
    });
    connect(&m_session, &ChatSession::questionEnded, this, &PlainTerminal::showEnd);
    connect(&m_session, &ChatSession::queued, this,
            [this] { note(tr("Your message is sent when this reply has ended.")); });
    connect(&m_session, &ChatSession::problem, this, [this](const Error &error) {
        m_handedIn = false;
        note(error.text);
        if (m_leaving)
            leave();
        else
            prompt();
    });
    connect(&m_session, &ChatSession::answerTaken, this, [this] {
        if (m_leaving)
            leave();
    });
    connect(&m_session, &ChatSession::figures, this, &PlainTerminal::showFigures);
    connect(&m_session, &ChatSession::idle, this, &PlainTerminal::becameIdle);
}

void PlainTerminal::start()
{
    if (m_request.chat)
        m_session.open(*m_request.chat);
    else if (m_request.once)
        send(*m_request.once);
    if (m_request.chat || m_request.once)
        return;
    // A chat is made with its first message, so that none is left empty.
    if (m_isTerminal)
        note(tr("Heed %1. Type a message; /help lists what else there is, Ctrl-D leaves.")
                 .arg(QString::fromLatin1(HEED_VERSION)));
    m_ends.input->setPaused(false);
    prompt();
}

void PlainTerminal::opened(const OpenedChat &chat)
{
    if (m_request.chat && m_isTerminal)
        showLastExchange(chat);
    m_draft = chat.draft;
    if (chat.waiting && !m_personIsThere) {
        note(tr("A question waits in this chat, and nobody is here to answer it. In a terminal, run: %1")
                 .arg(comeBack()));
        finish(exitcode::failed);
        return;
    }
    if (m_request.chat)
        m_session.takeUp();
    for (const QString &text : std::exchange(m_toSend, {}))
        m_session.send(text);
    if (m_request.chat && m_request.once)
        m_session.send(*m_request.once);
    if (hasFinished())
        return;
    // From a pipe, the next message is read when the reply to this one has ended.
    m_ends.input->setPaused(!m_isTerminal && (m_session.isBusy() || m_request.once));
    prompt();
}

void PlainTerminal::showLastExchange(const OpenedChat &chat)
{
    const auto brief = [](const QString &text) {
        const QString line = displayLine(text);
        return line.size() > exchangeLength ? QString(line.left(exchangeLength) + u'…') : line;
    };
    note(tr("Chat %1, \"%2\"").arg(QString::number(chat.chat.value), chatName()));
    if (!chat.lastMessage.isEmpty())
        note(tr("You: %1").arg(brief(chat.lastMessage)));
    if (!chat.lastReply.isEmpty())
        note(tr("Model: %1").arg(brief(chat.lastReply)));
}

void PlainTerminal::take(const QByteArray &bytes)
{
    m_leaveAsked = false;
    m_prompt.clear();
    const bool wasBegun = std::exchange(m_wasTyping, false);
    if (m_isTerminal)
        m_ends.output->setAtLineStart();
    const auto readable = LineReader::text(bytes);
    if (!readable) {
        note(LineReader::unreadableText());
        prompt();
        return;
    }
    const QString &text = *readable;
    if (m_isTerminal && takeCommand(text.trimmed()))
        return;
    if (m_question && m_personIsThere)
        takeAnswer(text, wasBegun);
    else
        takeMessage(text);
}

void PlainTerminal::takeMessage(const QString &text)
{
    if (text.trimmed().isEmpty()) {
        if (m_begun.isEmpty() || m_session.isBusy())
            prompt();
        else
            send(std::exchange(m_begun, {}));
    } else if (m_request.once) {
        note(tr("This run takes one message only; that line was not used."));
    } else {
        m_begun.clear();
        send(text);
    }
}

void PlainTerminal::send(const QString &text)
{
    if (!m_isTerminal)
        m_ends.input->setPaused(true);
    if (m_session.chat().isValid()) {
        m_session.send(text);
    } else {
        m_toSend.append(text);
        if (m_toSend.size() == 1)
            m_session.create();
    }
}

void PlainTerminal::takeAnswer(const QString &text, bool wasBegun)
{
    if (m_handedIn) {
        note(tr("Your answer is being kept; that line was not used."));
        return;
    }
    if (m_unsure) {
        takeConfirmation(text.trimmed());
        return;
    }
    const bool isEmpty = text.trimmed().isEmpty();
    const bool isQuick = m_session.replies().clock().monotonicMs() - m_shownAtMs < tooQuickMs;
    const bool isUnsure = wasBegun || isQuick;
    if (isUnsure && isEmpty) {
        prompt(); // the end of what was begun before; nothing is skipped by it
        return;
    }
    if (isUnsure) {
        m_unsure = text;
        note(tr("You were typing when the question came. Is \"%1\" your answer? (y/n)")
                 .arg(displayLine(text)));
        prompt();
        return;
    }
    handIn(text);
}

void PlainTerminal::takeConfirmation(const QString &text)
{
    const bool yes = text.compare(tr("y", "yes"), Qt::CaseInsensitive) == 0;
    const bool no = text.compare(tr("n", "no"), Qt::CaseInsensitive) == 0;
    if (yes) {
        handIn(*std::exchange(m_unsure, {}));
        return;
    }
    if (no) {
        m_begun += *std::exchange(m_unsure, {});
        note(tr("It is kept for later. The question still waits."));
    } else {
        note(tr("Type y to answer with \"%1\", or n to keep it for later.").arg(displayLine(*m_unsure)));
    }
    prompt();
}

void PlainTerminal::handIn(const QString &text)
{
    const AnswerLine read = readAnswerLine(*m_question, text);
    if (const auto *answer = std::get_if<Answer>(&read)) {
        giveAnswer(*answer);
        return;
    }
    const bool skips = std::holds_alternative<SkipLine>(read);
    if (skips && std::exchange(m_skipAsked, true)) {
        giveAnswer({.kind = Answer::Kind::Decline});
        return;
    }
    if (skips)
        note(tr("Skip this question? Another empty line skips it; or type your answer."));
    else if (const auto *refused = std::get_if<RefusedLine>(&read))
        note(refused->text);
    else
        showQuestion(*m_question);
    m_skipAsked = skips;
    prompt();
}

bool PlainTerminal::takeCommand(const QString &text)
{
    if (!text.startsWith(u'/') || m_unsure)
        return false;
    if (text == u"/quit"_s)
        leave();
    else if (text == u"/help"_s)
        showHelp();
    else if (text == u"/stats"_s)
        m_session.askFigures();
    else if (text == u"/stop"_s)
        stopReply();
    else if (text == u"/wait"_s)
        keepWaiting();
    else if (text == u"/retry"_s)
        retry();
    else if (m_question || text.contains(u' ') || text.count(u'/') > 1)
        return false; // a path, say: words like any others
    else
        cannotBeDone(tr("%1 cannot be done now. /help lists what can.").arg(displayLine(text)));
    return true;
}

void PlainTerminal::keepWaiting()
{
    if (m_asker)
        cannotBeDone(tr("The other Heed writes the reply: its time limit can only be taken away there."));
    else if (m_question && m_question->deadlineMs)
        m_session.keepWaiting();
    else if (m_question)
        cannotBeDone(tr("The question has no time limit: it waits until you answer."));
    else
        cannotBeDone(tr("No question waits here."));
}

void PlainTerminal::retry()
{
    if (!m_session.retry())
        cannotBeDone(tr("There is no failed or stopped reply to try again."));
}

void PlainTerminal::cannotBeDone(const QString &why)
{
    note(why);
    prompt();
}

void PlainTerminal::stopReply()
{
    if (m_session.stop())
        m_stopAsked = true;
    else
        m_session.stopElsewhere();
}

void PlainTerminal::interrupt()
{
    m_prompt.clear();
    if (m_isTerminal)
        m_ends.output->setAtLineStart();
    if (!m_isTerminal || m_request.once)
        m_wasInterrupted = true;
    if (m_stopAsked || m_leaveAsked || (!m_session.isBusy() && m_wasInterrupted)) {
        finish(exitcode::interrupted);
    } else if (m_session.stop()) {
        m_ends.notes->line();
        m_stopAsked = true;
    } else {
        m_ends.notes->line();
        note(tr("Press Ctrl-C once more, or Ctrl-D, to leave."));
        m_leaveAsked = true;
        prompt();
    }
}

void PlainTerminal::inputEnded()
{
    m_inputEnded = true;
    if (m_isTerminal)
        leave();
    else
        becameIdle();
}

void PlainTerminal::leave()
{
    m_leaving = true;
    if ((m_session.isHandingIn() || (m_asker && m_handedIn)) && !m_request.once)
        return; // what the person entered is kept first; this is called again
    endLine();
    if (m_question)
        note(tr("The question stays. To come back to it, run: %1").arg(comeBack()));
    else if (m_session.isWriting())
        note(tr("The reply carries on when you come back with: %1").arg(comeBack()));
    finish(m_request.once && m_session.isBusy() ? exitcode::failed : exitcode::ok);
}

void PlainTerminal::becameIdle()
{
    m_stopAsked = false;
    if (m_session.isBusy() || !m_toSend.isEmpty())
        return;
    if (m_wasInterrupted)
        finish(exitcode::interrupted);
    else if (m_request.once || (m_inputEnded && !m_isTerminal))
        finish(m_session.wentWell() ? exitcode::ok : exitcode::failed);
    else if (!m_isTerminal)
        m_ends.input->setPaused(false);
    if (!hasFinished())
        prompt();
}

} // namespace heed
