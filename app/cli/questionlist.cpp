// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/questionlist.h"

#include "app/channel/keeperof.h"
#include "app/cli/jsonline.h"
#include "models/base/process.h"
#include "models/question/display.h"
#include "models/store/chatrecord.h"
#include "models/store/questionrecord.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonObject>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

struct QuestionListText {
    Q_DECLARE_TR_FUNCTIONS(heed::QuestionsCommand)
};

void sortByAge(QList<ListedQuestion> &questions)
{
    std::ranges::sort(questions, {}, [](const ListedQuestion &one) {
        return std::pair(one.waiting.question.askedMs, one.waiting.question.id.value);
    });
}

Result<QList<ListedQuestion>> readUnheld(QSqlDatabase &database)
{
    const auto waiting = records::waitingQuestions(database);
    if (!waiting)
        return waiting.error();
    QList<ListedQuestion> unheld;
    for (const auto &record : *waiting) {
        const auto chat = records::chat(database, record.question.chat);
        if (!chat)
            return chat.error();
        const auto keeper = keeperOf(database, record.question);
        if (!keeper)
            return keeper.error();
        ListedQuestion one{.waiting = {.question = record.question, .chatTitle = chat->title}};
        if (isProcessAlive(*keeper))
            one.waiting.asker = {.process = *keeper, .program = u"heed"_s};
        unheld.append(one);
    }
    return unheld;
}

QString timeText(qint64 ms)
{
    return QDateTime::fromMSecsSinceEpoch(ms, Qt::UTC).toString(Qt::ISODateWithMs);
}

} // namespace

Result<QuestionListing> heldQuestions(const QString &channelFolder, const Clock &clock)
{
    QuestionListing listing;
    if (!QFileInfo(channelFolder).isSymLink() && !QFileInfo::exists(channelFolder))
        return listing; // nothing was ever asked
    const auto channel = Channel::open(channelFolder);
    if (!channel)
        return channel.error();
    const auto read = (*channel)->list();
    if (!read)
        return read.error();
    for (const auto &one : read->questions) {
        const auto &deadline = one.waiting.question.deadlineMs;
        if (isProcessAlive(one.waiting.asker.process) && (!deadline || *deadline > clock.wallMs()))
            listing.questions.append({.waiting = one.waiting, .isHeld = true});
    }
    for (const auto &bad : read->bad)
        listing.problems.append(
            QuestionListText::tr(
                "The file of the question %1 was altered or is not Heed's; it is not shown (%2).")
                .arg(bad.id.value, bad.reason));
    sortByAge(listing.questions);
    return listing;
}

Result<QuestionListing> listQuestions(const QuestionPlaces &places, const Clock &clock)
{
    auto held = heldQuestions(places.channelFolder, clock);
    if (!held || !QFileInfo::exists(places.databaseFile))
        return held;
    auto reader = Store::openReader(places.databaseFile);
    if (!reader)
        return reader.error();
    const auto unheld = readUnheld(*reader);
    Store::closeReader(*reader);
    if (!unheld)
        return unheld.error();
    QuestionListing &listing = *held;
    for (const auto &one : *unheld) {
        const bool isHeld = std::ranges::any_of(listing.questions, [&one](const ListedQuestion &known) {
            return known.waiting.question.id == one.waiting.question.id;
        });
        if (!isHeld)
            listing.questions.append(one);
    }
    sortByAge(listing.questions);
    return held;
}

QString ageText(qint64 sinceMs, const Clock &clock)
{
    const qint64 minutes = std::max<qint64>(0, (clock.wallMs() - sinceMs) / 60'000);
    if (minutes < 1)
        return QuestionListText::tr("less than a minute");
    if (minutes < 60)
        return QuestionListText::tr("%n minute(s)", nullptr, int(minutes));
    if (minutes < 48 * 60)
        return QuestionListText::tr("%n hour(s)", nullptr, int(minutes / 60));
    return QuestionListText::tr("%n day(s)", nullptr, int(minutes / (24 * 60)));
}

void printQuestion(const ListedQuestion &one, const Clock &clock, Output &out)
{
    const Question &question = one.waiting.question;
    const QString who =
        one.isAsked()
            ? askerLine(one.waiting.asker)
            : QuestionListText::tr("no running program; heed chat --chat %1").arg(question.chat.value);
    const QString chat = QuestionListText::tr("chat %1, \"%2\"")
                             .arg(QString::number(question.chat.value), displayLine(one.waiting.chatTitle));
    out.line(question.id.value + u"  "_s + ageText(question.askedMs, clock) + u"  "_s + chat + u"  "_s + who);
    out.line(u"          "_s + displayLine(question.text));
}

void printQuestionJson(const ListedQuestion &one, Output &out)
{
    const Question &question = one.waiting.question;
    const AskerName &asker = one.waiting.asker;
    const QJsonValue client = asker.client.isEmpty() ? QJsonValue() : QJsonValue(asker.client);
    const QJsonValue who =
        one.isAsked() ? QJsonValue(QJsonObject{{u"process"_s, asker.process.section(u':', 0, 0).toLongLong()},
                                               {u"program"_s, asker.program},
                                               {u"client"_s, client}})
                      : QJsonValue();
    const QJsonObject object{
        {u"id"_s, question.id.value},
        {u"asked"_s, timeText(question.askedMs)},
        {u"deadline"_s, question.deadlineMs ? QJsonValue(timeText(*question.deadlineMs)) : QJsonValue()},
        {u"chat"_s, question.chat.value},
        {u"title"_s, one.waiting.chatTitle},
        {u"asker"_s, who},
        {u"question"_s, question.text},
        {u"options"_s, optionsToJson(question.options)},
        {u"allow_other"_s, question.allowOther}};
    out.bytes(jsonLine(object));
}

} // namespace heed
