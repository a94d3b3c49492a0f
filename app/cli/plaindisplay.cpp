// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What PlainTerminal prints.
#include "app/cli/plainterminal.h"

#include "models/question/display.h"

#include <QLocale>
#include <utility>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

QString seconds(qint64 ms)
{
    return QLocale().toString(double(ms) / 1000, 'f', 1);
}

} // namespace

void PlainTerminal::showEvent(ReplyId, const Event &event)
{
    const auto field = [&event](const QString &name) { return event.fields.value(name).toString(); };
    if (event.type == EventType::Text) {
        m_prompt.clear();
        m_ends.output->write(m_text.add(field(u"delta"_s)));
        if (m_ends.output->hasFailed())
            finish(exitcode::failed); // nobody reads any more; a waiting question stays
        return;
    }
    switch (event.type) {
    case EventType::Notice:
        note(displayText(field(u"text"_s)));
        break;
    case EventType::ToolResult:
        if (const QString summary = displayLine(field(u"summary"_s)); !summary.isEmpty())
            note(u"· "_s + summary);
        break;
    case EventType::Slot:
        if (field(u"state"_s) == u"waiting"_s)
            note(tr("Waiting for another chat's reply."));
        break;
    case EventType::Stopped:
        m_stopAsked = false;
        note(tr("Stopped."));
        break;
    case EventType::Failed:
        note(displayText(field(u"reason"_s)));
        if (m_isTerminal && !m_request.once)
            note(tr("/retry tries again from where it failed."));
        break;
    case EventType::Done:
        endLine();
        break;
    default:
        break; // thinking, usage and the like are for /stats and the window
    }
}

// The line that the person is typing belongs to what was there before. So does its rest, whatever is shown
// until it is finished.
void PlainTerminal::keepHalfTyped()
{
    const QString typed = QString::fromUtf8(m_ends.input->takeHalfTyped());
    if (typed.isEmpty())
        return;
    m_wasTyping = true;
    m_prompt.clear();
    m_ends.output->line();
    m_begun += typed;
}

void PlainTerminal::showQuestion(const Question &question)
{
    if (!m_personIsThere)
        return;
    const bool isNew = !m_question || m_question->id != question.id;
    if (isNew && m_isTerminal)
        keepHalfTyped();
    endLine();
    if (m_asker)
        note(tr("Another Heed (%1) asks in this chat, and goes on there with your answer. %2")
                 .arg(askerLine(*m_asker), answerGoesLine(*m_asker)));
    m_ends.output->write(
        questionText(question, chatName(), question.deadlineMs ? timeText(*question.deadlineMs) : QString()));
    if (!isNew)
        return;
    m_question = question;
    m_shownAtMs = m_session.replies().clock().monotonicMs();
    m_handedIn = false;
    m_skipAsked = false;
    m_unsure.reset();
    m_session.confirmShown(question.id);
    if (const QString draft = std::exchange(m_draft, {}); !draft.isEmpty())
        note(tr("You had begun to answer: \"%1\".").arg(displayLine(draft)));
    prompt();
}

void PlainTerminal::showEnd(const Question &question, const Settlement &settlement)
{
    if (!m_question || m_question->id != question.id)
        return;
    const bool isOurs = m_handedIn;
    if (!isOurs && m_isTerminal)
        keepHalfTyped();
    if (m_unsure)
        m_begun += *m_unsure;
    m_question.reset();
    m_handedIn = false;
    m_unsure.reset();
    const QString text = displayLine(settlement.text);
    if (settlement.outcome == Outcome::Unanswered)
        note(question.onSilence == SilencePolicy::Assume
                 ? tr("No answer came; the model goes on with its best assumption.")
                 : tr("No answer came; the model was told to stop here."));
    else if (settlement.outcome == Outcome::NotShown)
        note(tr("The question could not be shown in time; the model was told so."));
    else if (!isOurs && settlement.via && !text.isEmpty())
        note(tr("Answered %1, %2: %3").arg(facePlace(*settlement.via), timeText(settlement.atMs), text));
    else if (!isOurs && settlement.via)
        note(tr("Ended %1, %2.").arg(facePlace(*settlement.via), timeText(settlement.atMs)));
    if (!settlement.heldBack.isEmpty())
        note(tr("Held back, because it looks like a secret: %1. The model got \"%2\".")
                 .arg(settlement.heldBack.join(u", "_s), text));
}

void PlainTerminal::showReminder(const ReminderRecord &reminder, bool missed)
{
    const QString text = displayLine(reminder.text);
    const auto time = QDateTime::fromString(reminder.localTime.left(16), Qt::ISODate);
    note(missed ? tr("Reminder, from %1: %2").arg(QLocale().toString(time, QLocale::ShortFormat), text)
                : tr("Reminder: %1").arg(text));
    prompt();
}

void PlainTerminal::showFigures(const ReplyRecord &reply)
{
    const Figures &figures = reply.figures;
    note(tr("Model %1 s, tools %2 s, waited for you %3 s.")
             .arg(seconds(figures.modelMs), seconds(figures.toolMs), seconds(figures.waitedMs)));
    note(tr("Tokens: %1 in, %2 out. Model turns: %3.")
             .arg(QLocale().toString(figures.tokensIn), QLocale().toString(figures.tokensOut),
                  QLocale().toString(figures.modelTurns)));
    if (figures.firstTokenMs)
        note(tr("First token after %1 s.").arg(seconds(*figures.firstTokenMs)));
    prompt();
}

void PlainTerminal::showHelp()
{
    note(tr("/stop   stop the reply (or Ctrl-C)"));
    note(tr("/retry  try a failed or stopped reply again"));
    note(tr("/stats  what the last reply took"));
    note(tr("/wait   under a question with a time limit: let it wait until you answer"));
    note(tr("/quit   leave (or Ctrl-D); a waiting question stays"));
    prompt();
}

void PlainTerminal::prompt()
{
    if (!m_isTerminal || hasFinished() || m_handedIn)
        return;
    QString next;
    if (m_question)
        next = m_unsure ? tr("y/n> ") : tr("answer> ");
    else if (!m_session.isBusy() && m_toSend.isEmpty() && !m_request.once)
        next = u"> "_s;
    if (next.isEmpty() || next == m_prompt)
        return;
    endLine();
    if (!m_question && !m_begun.isEmpty())
        note(tr("You had begun to type: \"%1\". Enter sends it; or type something else.")
                 .arg(displayLine(m_begun)));
    m_ends.output->write(next);
    m_prompt = next;
}

void PlainTerminal::endLine()
{
    m_prompt.clear();
    m_ends.output->write(m_text.rest());
    if (!m_ends.output->isAtLineStart())
        m_ends.output->line();
}

void PlainTerminal::note(const QString &text)
{
    endLine();
    m_ends.notes->line(text);
}

QString PlainTerminal::timeText(qint64 atMs) const
{
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(atMs, m_session.replies().clock().zone());
    const bool isToday = time.date() == m_session.replies().clock().now().date();
    return isToday ? QLocale().toString(time.time(), u"HH:mm"_s)
                   : QLocale().toString(time, QLocale::ShortFormat);
}

QString PlainTerminal::chatName() const
{
    return m_session.title().isEmpty() ? tr("new chat") : displayLine(m_session.title());
}

QString PlainTerminal::comeBack() const
{
    return u"heed chat --chat %1"_s.arg(m_session.chat().value);
}

} // namespace heed
