// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/questionscommand.h"

#include "app/cli/chatrequest.h"
#include "app/cli/linereader.h"
#include "app/cli/parkedhere.h"
#include "app/cli/questionlist.h"
#include "app/cli/questionprompt.h"
#include "app/cli/signalwatch.h"
#include "models/question/display.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <algorithm>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

using Verb = QuestionsRequest::Verb;

struct QuestionsCommandText {
    Q_DECLARE_TR_FUNCTIONS(heed::QuestionsCommand)
};

Error wrong(const QString &text)
{
    return {.code = Error::Code::BadInput, .text = text};
}

//! The one that the person means by an id or its beginning.
Result<ListedQuestion> findQuestion(const QString &prefix, const QList<ListedQuestion> &all)
{
    QList<ListedQuestion> meant;
    std::ranges::copy_if(all, std::back_inserter(meant), [&prefix](const ListedQuestion &one) {
        return one.waiting.question.id.value.startsWith(prefix);
    });
    if (meant.isEmpty())
        return Error{.code = Error::Code::NotFound,
                     .text =
                         QuestionsCommandText::tr(
                             "No question \"%1\" waits. Run \"heed questions pending\" for those that do.")
                             .arg(displayLine(prefix))};
    if (meant.size() > 1) {
        QStringList ids;
        for (const auto &one : std::as_const(meant))
            ids.append(one.waiting.question.id.value);
        return Error{.code = Error::Code::Conflict,
                     .text = QuestionsCommandText::tr(
                                 "\"%1\" begins several questions: %2. Type more of the one you mean.")
                                 .arg(displayLine(prefix), ids.join(u", "_s))};
    }
    return meant.constFirst();
}

//! A running program asks it, but something keeps its file out of the folder of pending questions.
Error notFiled(const ListedQuestion &one)
{
    return {.code = Error::Code::Conflict,
            .text =
                QuestionsCommandText::tr(
                    "This question is asked by a running Heed (process %1), but its file is not among the "
                    "pending questions at the moment. Try again in a few seconds, or answer it in that "
                    "program.")
                    .arg(one.waiting.asker.process.section(u':', 0, 0))};
}

int failed(const Error &error, Output &err)
{
    err.line(error.text);
    return exitcode::failed;
}

//! Calls back, from the event loop, when the question can be answered.
using WhenReady = std::function<void(QObject *, const std::function<void()> &)>;

int promptFor(const QuestionsRequest &request, const ChannelWatch::Parts &parts,
              QuestionsElsewhere &elsewhere, const QuestionElsewhere &waiting, const WhenReady &whenReady)
{
    LineReader input(STDIN_FILENO);
    Output output(STDOUT_FILENO);
    SignalWatch signalWatch;
    QuestionPrompt prompt({.elsewhere = elsewhere,
                           .store = parts.store,
                           .clock = parts.clock,
                           .input = input,
                           .output = output},
                          waiting);
    QObject::connect(&signalWatch, &SignalWatch::interrupted, &prompt, &QuestionPrompt::interrupt);
    QObject::connect(&signalWatch, &SignalWatch::terminated, &prompt, &QuestionPrompt::interrupt);
    QObject::connect(&prompt, &QuestionPrompt::finished, &prompt,
                     [](int code) { QCoreApplication::exit(code); });
    const bool declines = request.verb == Verb::Decline;
    whenReady(&prompt, [&prompt, declines] { declines ? prompt.decline() : prompt.ask(); });
    return QCoreApplication::exec();
}

//! A parked question whose process has gone: its answer is stored here, for the chat's next turn.
int answerParked(const QuestionsRequest &request, const ChannelWatch::Parts &parts, QuestionElsewhere waiting)
{
    ParkedHere here(parts);
    if (waiting.question.face == Face::Mcp)
        waiting.asker.client = QuestionsCommandText::tr("the program that started the reply");
    return promptFor(request, parts, here, waiting, [&](QObject *context, const auto &ready) {
        here.take(waiting.question.chat, context, [ready](const Result<int> &) { ready(); });
    });
}

} // namespace

Result<QuestionsRequest> readQuestionsRequest(const QStringList &words)
{
    if (words.isEmpty())
        return wrong(QuestionsCommandText::tr("Say what to do: pending, answer ID or decline ID."));
    const QString &word = words.constFirst();
    if (word == u"pending"_s) {
        if (words.size() > 1)
            return wrong(
                QuestionsCommandText::tr("\"%1\" was not expected there.").arg(displayLine(words.at(1))));
        return QuestionsRequest{};
    }
    const bool answers = word == u"answer"_s;
    if (!answers && word != u"decline"_s)
        return wrong(QuestionsCommandText::tr(
                         "There is no \"heed questions %1\": say pending, answer ID or decline ID.")
                         .arg(displayLine(word)));
    if (words.size() == 1 || words.at(1).trimmed().isEmpty())
        return wrong(QuestionsCommandText::tr("Which question? \"heed questions pending\" lists their ids."));
    if (words.size() > 2)
        return wrong(QuestionsCommandText::tr(
            "Only the question's id is expected. You are asked for the answer on the "
            "terminal, so that it is in neither the shell's history nor the list of processes."));
    return QuestionsRequest{.verb = answers ? Verb::Answer : Verb::Decline,
                            .id = words.at(1).trimmed().toLower()};
}

std::optional<Error> checkTerminal()
{
    if (::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1)
        return std::nullopt;
    return Error{.code = Error::Code::Refused,
                 .text = QuestionsCommandText::tr(
                     "A question is answered by a person: run this in a terminal, with neither "
                     "input nor output redirected.")};
}

int runPending(const QuestionsRequest &request, const QuestionPlaces &places, const Clock &clock, Output &out,
               Output &err)
{
    const auto listed = listQuestions(places, clock);
    if (!listed)
        return failed(listed.error(), err);
    for (const QString &problem : listed->problems)
        err.line(problem);
    for (const auto &one : listed->questions)
        request.json ? printQuestionJson(one, out) : printQuestion(one, clock, out);
    if (listed->questions.isEmpty() && !request.json)
        out.line(QuestionsCommandText::tr("No question waits for you."));
    return exitcode::ok;
}

int runAnswer(const QuestionsRequest &request, const ChannelWatch::Parts &parts, Output &err)
{
    const auto listed = listQuestions({parts.folder, parts.store.file()}, parts.clock);
    if (!listed)
        return failed(listed.error(), err);
    const auto found = findQuestion(request.id, listed->questions);
    if (!found)
        return failed(found.error(), err);
    if (!found->isHeld && found->isAsked())
        return failed(notFiled(*found), err);
    if (!found->isHeld && found->waiting.question.parkedMs)
        return answerParked(request, parts, found->waiting);
    if (!found->isHeld)
        return failed({.code = Error::Code::Conflict,
                       .text = QuestionsCommandText::tr(
                                   "No running program holds this question now. To take up its chat and "
                                   "answer there, run: heed chat --chat %1")
                                   .arg(found->waiting.question.chat.value)},
                      err);
    ChannelWatch watch(parts);
    if (const auto started = watch.start(); !started)
        return failed(started.error(), err);
    return promptFor(request, parts, watch, found->waiting, [](QObject *context, const auto &ready) {
        QMetaObject::invokeMethod(context, ready, Qt::QueuedConnection); // exit() needs a running loop
    });
}

std::optional<QuestionElsewhere> questionElsewhere(ChatId chat, const QString &channelFolder,
                                                   const Clock &clock)
{
    const auto held = heldQuestions(channelFolder, clock);
    if (!held)
        return std::nullopt;
    const auto found = std::ranges::find_if(
        held->questions, [chat](const ListedQuestion &one) { return one.waiting.question.chat == chat; });
    return found == held->questions.end() ? std::nullopt : std::optional(found->waiting);
}

int countElsewhere(const QString &channelFolder, const Clock &clock)
{
    const auto held = heldQuestions(channelFolder, clock);
    return held ? int(held->questions.size()) : 0;
}

} // namespace heed
