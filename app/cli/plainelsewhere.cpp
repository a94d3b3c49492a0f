// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What other processes ask in the chat that PlainTerminal shows.
#include "app/cli/plainterminal.h"

#include "models/base/process.h"
#include "models/question/broker.h"
#include "models/question/display.h"

namespace heed {

namespace {
constexpr Milliseconds lookForAskerAfter = std::chrono::seconds(1); // while the question's file is gone
} // namespace

void PlainTerminal::connectElsewhere()
{
    if (!m_ends.elsewhere || !m_isTerminal || !m_personIsThere || m_request.once)
        return;
    connect(m_ends.elsewhere, &QuestionsElsewhere::appeared, this, &PlainTerminal::showElsewhere);
    connect(m_ends.elsewhere, &QuestionsElsewhere::changed, this, [this](const QuestionElsewhere &waiting) {
        if (isAskedElsewhere(waiting.question.id))
            showElsewhere(waiting);
    });
    connect(m_ends.elsewhere, &QuestionsElsewhere::ended, this, &PlainTerminal::endedElsewhere);
}

bool PlainTerminal::isAskedElsewhere(const QuestionId &id) const
{
    return m_asker && m_question && m_question->id == id;
}

void PlainTerminal::showElsewhere(const QuestionElsewhere &waiting)
{
    if (waiting.question.chat != m_session.chat() || hasFinished())
        return;
    if (isAskedElsewhere(waiting.question.id)) { // its file was away for a moment, or its deadline moved
        m_question = waiting.question;
        m_asker = waiting.asker;
        m_isAwayElsewhere = false;
    } else if (m_question || m_session.isBusy()) { // one that a reply before this one left behind
        note(tr("A question of %1 waits in this chat, too. To answer it, run in another terminal: "
                "heed questions answer %2")
                 .arg(askerLine(waiting.asker), waiting.question.id.value));
        prompt();
    } else {
        m_asker = waiting.asker;
        m_isAwayElsewhere = false;
        showQuestion(waiting.question);
    }
}

void PlainTerminal::giveAnswer(const Answer &answer)
{
    m_handedIn = true;
    if (m_asker)
        m_ends.elsewhere->answer(
            m_question->id, answer, Face::Terminal, this,
            [this](const Result<QuestionsElsewhere::Taken> &taken) { answeredElsewhere(taken); });
    else
        m_session.answer(m_question->id, answer);
}

void PlainTerminal::answeredElsewhere(const Result<QuestionsElsewhere::Taken> &taken)
{
    if (!m_asker || !m_question)
        return;
    m_handedIn = taken && taken->isOurs;
    if (taken) {
        const QString process = m_asker->process.section(u':', 0, 0);
        leftElsewhere(taken->settlement);
        if (taken->isOurs)
            note(tr("Answered. The other Heed (process %1) carries on with it.").arg(process));
    } else {
        note(taken.error().text);
        const auto code = taken.error().code;
        if (code != Error::Code::BadInput && code != Error::Code::Refused)
            leftElsewhere({});
        else if (m_isAwayElsewhere)
            lookElsewhere(m_question->id);
    }
    if (m_leaving)
        leave();
    else
        prompt();
}

void PlainTerminal::endedElsewhere(const QuestionId &id)
{
    if (!isAskedElsewhere(id))
        return;
    m_isAwayElsewhere = true;
    lookElsewhere(id);
}

//! Why its file has gone. A process that ends removes it a moment before; one that carries on files it again.
void PlainTerminal::lookElsewhere(const QuestionId &id)
{
    m_session.replies().store().read<QuestionRecord>(
        this, [id](QSqlDatabase &database) { return records::question(database, id); },
        [this, id](const Result<QuestionRecord> &record) {
            if (!isAskedElsewhere(id) || !m_isAwayElsewhere || m_handedIn)
                return; // what becomes of the answer is told
            const bool waits = record && !record->settlement;
            if (waits && isProcessAlive(m_asker->process)) {
                m_alarms.cancel(m_lookAgain);
                m_lookAgain = m_alarms.after(lookForAskerAfter, this, [this, id] { lookElsewhere(id); });
                return;
            }
            leftElsewhere(record ? record->settlement : std::nullopt);
            prompt();
        });
}

//! The question is no longer asked there. \a settlement: how it ended; none: it waits, or that is not known.
void PlainTerminal::leftElsewhere(const std::optional<Settlement> &settlement)
{
    const Question question = *m_question;
    m_asker.reset();
    if (settlement) {
        if (settlement->outcome == Outcome::Withdrawn)
            note(tr("This question is no longer open."));
        showEnd(question, *settlement);
        return;
    }
    keepHalfTyped();
    if (m_unsure)
        m_begun += *std::exchange(m_unsure, {});
    m_question.reset();
    m_session.takeOver(); // it waits on when its process has ended
}

} // namespace heed
