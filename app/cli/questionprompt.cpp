// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/questionprompt.h"

#include "app/cli/chatrequest.h"
#include "models/base/process.h"
#include "models/question/broker.h"
#include "models/question/display.h"

#include <QLocale>
#include <utility>

using namespace Qt::StringLiterals;

namespace heed {

namespace {
constexpr Milliseconds lookAgainAfter = std::chrono::seconds(1); // while the question's file is gone
} // namespace

QuestionPrompt::QuestionPrompt(const Parts &parts, QuestionElsewhere waiting, QObject *parent)
    : QObject(parent)
    , m_parts(parts)
    , m_waiting(std::move(waiting))
    , m_alarms(parts.clock)
{
    connect(&m_parts.input, &LineReader::line, this, &QuestionPrompt::take);
    connect(&m_parts.input, &LineReader::lineTooLong, this, [this] {
        m_parts.output.line(tr("That line is too long and was not used."));
        prompt();
    });
    connect(&m_parts.input, &LineReader::unfinished, this, [this](const QByteArray &typed) {
        m_parts.output.line();
        m_parts.output.line(
            tr("You had begun to type: \"%1\". It was not sent.").arg(displayLine(QString::fromUtf8(typed))));
    });
    connect(&m_parts.input, &LineReader::ended, this, &QuestionPrompt::inputEnded);
    connect(&m_parts.elsewhere, &QuestionsElsewhere::ended, this, &QuestionPrompt::endedElsewhere);
    connect(&m_parts.elsewhere, &QuestionsElsewhere::appeared, this, &QuestionPrompt::cameBack);
    connect(&m_parts.elsewhere, &QuestionsElsewhere::changed, this, [this](const QuestionElsewhere &changed) {
        if (changed.question.id == m_waiting.question.id)
            m_waiting = changed;
    });
}

void QuestionPrompt::ask()
{
    // What was typed before the question could be read is no answer to it.
    if (const QByteArray early = m_parts.input.takeHalfTyped(); !early.isEmpty())
        m_parts.output.line(
            tr("You had begun to type: \"%1\". It was not used.").arg(displayLine(QString::fromUtf8(early))));
    show();
    m_isShown = true;
    prompt();
}

void QuestionPrompt::decline()
{
    m_parts.output.line(displayLine(m_waiting.question.text));
    hand({.kind = Answer::Kind::Decline});
}

void QuestionPrompt::show()
{
    const Question &question = m_waiting.question;
    m_parts.output.line(
        m_waiting.asker.process.isEmpty()
            ? answerGoesLine(m_waiting.asker) // parked, and whoever asked has gone
            : tr("Asked by %1. %2").arg(askerLine(m_waiting.asker), answerGoesLine(m_waiting.asker)));
    m_parts.output.write(questionText(
        question, m_waiting.chatTitle.isEmpty() ? tr("new chat") : m_waiting.chatTitle, QString()));
    if (question.deadlineMs)
        m_parts.output.line((question.onSilence == SilencePolicy::Assume
                                 ? tr("Without an answer the model goes on at %1.")
                                 : tr("Without an answer the model stops at %1."))
                                .arg(timeText(*question.deadlineMs)));
}

void QuestionPrompt::prompt()
{
    if (!m_isFinished && !m_isHanded)
        m_parts.output.write(tr("answer> "));
}

void QuestionPrompt::take(const QByteArray &bytes)
{
    m_parts.output.setAtLineStart();
    const auto readable = LineReader::text(bytes);
    const QString text = readable ? *readable : QString::fromUtf8(bytes);
    if (!m_isShown || m_isHanded || m_isFinished) {
        m_parts.output.line(tr("That line was not used: \"%1\"").arg(displayLine(text)));
        return;
    }
    if (!readable) {
        m_parts.output.line(LineReader::unreadableText());
        prompt();
        return;
    }
    const AnswerLine read = readAnswerLine(m_waiting.question, text);
    if (const auto *answer = std::get_if<Answer>(&read)) {
        hand(*answer);
        return;
    }
    const bool skips = std::holds_alternative<SkipLine>(read);
    if (skips && std::exchange(m_skipAsked, true)) {
        hand({.kind = Answer::Kind::Decline});
        return;
    }
    if (skips)
        m_parts.output.line(tr("Skip the question? Press Enter once more to skip, or type your answer."));
    else if (const auto *refused = std::get_if<RefusedLine>(&read))
        m_parts.output.line(refused->text);
    else
        show();
    m_skipAsked = skips;
    prompt();
}

void QuestionPrompt::hand(const Answer &answer)
{
    m_isHanded = true;
    if (!m_isGone) {
        handOver(answer);
        return;
    }
    m_kept = answer;
    m_parts.output.line(
        tr("The question's file is not among the pending questions at the moment. Your answer is handed over "
           "as soon as the program that asks has put it back."));
}

void QuestionPrompt::handOver(const Answer &answer)
{
    m_parts.elsewhere.answer(m_waiting.question.id, answer, Face::Questions, this,
                             [this](const Result<QuestionsElsewhere::Taken> &taken) { answered(taken); });
}

void QuestionPrompt::answered(const Result<QuestionsElsewhere::Taken> &taken)
{
    if (!taken) {
        m_parts.output.line(taken.error().text);
        const auto code = taken.error().code;
        const bool again = m_isShown && (code == Error::Code::BadInput || code == Error::Code::Refused);
        m_isHanded = !again;
        again ? prompt() : finish(exitcode::failed);
        if (again && m_isGone)
            lookWhy();
        return;
    }
    const Settlement &end = taken->settlement;
    if (!taken->isOurs) {
        m_parts.output.line(QuestionBroker::alreadyAnswered(end).text);
        finish(exitcode::failed);
        return;
    }
    if (!taken->heldBack.isEmpty())
        m_parts.output.line(tr("Held back, because it looks like a secret: %1. The model got \"%2\".")
                                .arg(taken->heldBack.join(u", "_s), displayLine(end.text)));
    // Whether a reply waited for it may have changed since the question was shown.
    m_parts.store.read<QuestionRecord>(
        this,
        [id = m_waiting.question.id](QSqlDatabase &database) { return records::question(database, id); },
        [this, end](const Result<QuestionRecord> &record) {
            tellTaken(end, record && record->question.parkedMs);
        });
}

void QuestionPrompt::tellTaken(const Settlement &end, bool isParked)
{
    const QString text = displayLine(end.text);
    if (isParked && end.outcome == Outcome::Declined)
        m_parts.output.line(
            tr("Skipped. The reply has ended already; the model is told so with the chat's next message."));
    else if (end.outcome == Outcome::Declined)
        m_parts.output.line(tr("Skipped. The model was told so."));
    else if (isParked && text.isEmpty())
        m_parts.output.line(
            tr("Answered. The reply has ended already; the model is told with the chat's next message."));
    else if (isParked)
        m_parts.output.line(tr("Answered: %1. The reply has ended already; the model is told with the chat's "
                               "next message.")
                                .arg(text));
    else if (text.isEmpty())
        m_parts.output.line(tr("Answered. The reply carries on there."));
    else
        m_parts.output.line(tr("Answered: %1. The reply carries on there.").arg(text));
    finish(exitcode::ok);
}

void QuestionPrompt::endedElsewhere(const QuestionId &id)
{
    if (id != m_waiting.question.id || m_isFinished)
        return;
    m_isGone = true;
    if (!m_isHanded) // else what becomes of the answer is told
        lookWhy();
}

void QuestionPrompt::cameBack(const QuestionElsewhere &waiting)
{
    if (waiting.question.id != m_waiting.question.id)
        return;
    m_waiting = waiting;
    m_isGone = false;
    if (m_kept)
        handOver(*std::exchange(m_kept, {}));
}

void QuestionPrompt::lookWhy()
{
    m_parts.store.read<QuestionRecord>(
        this,
        [id = m_waiting.question.id](QSqlDatabase &database) { return records::question(database, id); },
        [this](const Result<QuestionRecord> &record) {
            if (!m_isGone || m_isFinished || (m_isHanded && !m_kept))
                return; // it is back, or has been answered meanwhile
            const bool isOpen = record && !record->settlement;
            if (isOpen && isProcessAlive(m_waiting.asker.process))
                m_alarms.after(lookAgainAfter, this, [this] { lookWhy(); }); // that program files it again
            else
                tellWhy(record);
        });
}

void QuestionPrompt::tellWhy(const Result<QuestionRecord> &record)
{
    m_isHanded = true; // no answer is taken any more
    const QByteArray typed = m_parts.input.takeHalfTyped();
    m_parts.output.line();
    if (record && record->settlement)
        tellEnd(*record->settlement);
    else if (record)
        m_parts.output.line(tr("The program that asked has ended. The question stays; to answer it, run: "
                               "heed chat --chat %1")
                                .arg(m_waiting.question.chat.value));
    else
        m_parts.output.line(tr("This question is no longer open."));
    if (m_kept)
        m_parts.output.line(tr("Your answer came too late and was not sent."));
    if (!typed.isEmpty())
        m_parts.output.line(
            tr("You had begun to type: \"%1\". It was not sent.").arg(displayLine(QString::fromUtf8(typed))));
    finish(exitcode::failed);
}

void QuestionPrompt::tellEnd(const Settlement &settlement)
{
    const QString time = timeText(settlement.atMs);
    const QString text = displayLine(settlement.text);
    if (settlement.via && !text.isEmpty())
        m_parts.output.line(tr("Answered %1, %2: %3").arg(facePlace(*settlement.via), time, text));
    else if (settlement.via)
        m_parts.output.line(tr("Ended %1, %2.").arg(facePlace(*settlement.via), time));
    else
        m_parts.output.line(tr("This question is no longer open."));
}

void QuestionPrompt::interrupt()
{
    m_parts.output.line();
    if (m_kept)
        m_parts.output.line(tr("Your answer was not handed over. The question stays."));
    else
        m_parts.output.line(m_isHanded ? tr("Your answer was handed over and may still be taken.")
                                       : tr("The question stays."));
    finish(exitcode::interrupted);
}

void QuestionPrompt::inputEnded()
{
    if (m_isHanded)
        return; // what was entered is seen through
    m_parts.output.line();
    m_parts.output.line(tr("The question stays."));
    finish(exitcode::failed);
}

void QuestionPrompt::finish(int exitCode)
{
    if (std::exchange(m_isFinished, true))
        return;
    m_parts.input.setPaused(true);
    Q_EMIT finished(exitCode);
}

QString QuestionPrompt::timeText(qint64 atMs) const
{
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(atMs, m_parts.clock.zone());
    const bool isToday = time.date() == m_parts.clock.now().date();
    return isToday ? QLocale().toString(time.time(), u"HH:mm"_s)
                   : QLocale().toString(time, QLocale::ShortFormat);
}

} // namespace heed
