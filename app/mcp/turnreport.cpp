// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mcp/turnreport.h"

#include "app/mcp/threaduri.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

// The caller is a program or its model: fixed English.
QString stateName(TurnReport::State state)
{
    switch (state) {
    case TurnReport::State::Complete:
        return u"complete"_s;
    case TurnReport::State::Parked:
        return u"parked"_s;
    case TurnReport::State::Failed:
        return u"failed"_s;
    }
    return {};
}

QString questionLine(const QuestionRecord &record)
{
    QStringList labels;
    for (const auto &option : record.question.options)
        labels.append(option.label);
    QString line = u"- question "_s + record.question.id.value + u" ("_s + questionState(record) + u"): "_s +
                   record.question.text;
    if (!labels.isEmpty())
        line += u" ["_s + labels.join(u" | "_s) + u']';
    return line;
}

QString usageLine(const QJsonObject &usage)
{
    return u"tokens %1 in, %2 out; model %3 s; waited for the person %4 s"_s
        .arg(usage[u"tokens_in"_s].toInteger())
        .arg(usage[u"tokens_out"_s].toInteger())
        .arg(usage[u"model_seconds"_s].toDouble(), 0, 'f', 1)
        .arg(usage[u"waited_seconds"_s].toDouble(), 0, 'f', 1);
}

} // namespace

QString questionState(const QuestionRecord &record)
{
    if (!record.settlement)
        return u"waiting"_s;
    if (record.settlement->outcome == Outcome::Chosen)
        return u"answered"_s;
    return outcomeName(record.settlement->outcome);
}

QJsonObject questionSummary(const QuestionRecord &record, const QString &thread)
{
    QJsonArray options;
    for (const auto &option : record.question.options)
        options.append(option.label);
    return {{u"id"_s, record.question.id.value},
            {u"question"_s, record.question.text},
            {u"options"_s, options},
            {u"state"_s, questionState(record)},
            {u"uri"_s, threaduri::of(thread)}};
}

QString waitingNotice(const Question &question)
{
    return u"A question waits for the person: %1 (`heed questions answer %2`); its answer reaches this "
           u"thread's "
           "next turn; do not answer it yourself."_s.arg(question.text, question.id.value);
}

TurnReport TurnReport::failed(const QString &thread, const QString &notice)
{
    return {.state = State::Failed, .thread = thread, .notice = notice};
}

QJsonObject TurnReport::structured() const
{
    QJsonArray asked;
    for (const auto &record : questions)
        asked.append(questionSummary(record, thread));
    QJsonObject object{
        {u"reply"_s, reply},
        {u"thread"_s, thread},
        {u"uri"_s, threaduri::of(thread)},
        {u"state"_s, stateName(state)},
        {u"questions"_s, asked},
        {u"usage"_s, QJsonObject{{u"tokens_in"_s, usage[u"tokens_in"_s].toInteger()},
                                 {u"tokens_out"_s, usage[u"tokens_out"_s].toInteger()},
                                 {u"model_seconds"_s, usage[u"model_seconds"_s].toDouble()},
                                 {u"waited_seconds"_s, usage[u"waited_seconds"_s].toDouble()}}}};
    if (!notice.isEmpty())
        object[u"notice"_s] = notice;
    return object;
}

QString TurnReport::text() const
{
    QStringList parts;
    if (!reply.isEmpty())
        parts.append(reply);
    if (!notice.isEmpty())
        parts.append(notice);
    QStringList lines{u"[thread \"%1\", %2, %3]"_s.arg(thread, threaduri::of(thread), stateName(state))};
    for (const auto &record : questions)
        lines.append(questionLine(record));
    lines.append(usageLine(usage));
    parts.append(lines.join(u'\n'));
    return parts.join(u"\n\n"_s);
}

QJsonObject TurnReport::toolResult() const
{
    return heed::toolResult(structured(), text(), state == State::Failed);
}

QJsonObject toolResult(const QJsonObject &structured, const QString &text, bool isError)
{
    QJsonObject result{{u"content"_s, QJsonArray{QJsonObject{{u"type"_s, u"text"_s}, {u"text"_s, text}}}},
                       {u"structuredContent"_s, structured}};
    if (isError)
        result[u"isError"_s] = true;
    return result;
}

} // namespace heed
