// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/guide/guidetalk.h"

#include "models/question/outcometext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

//! The locale of the texts, which need not be the machine's: "at 9:00 on Montag" helps nobody.
QLocale textLocale()
{
    return QLocale(
        QCoreApplication::translate("heed::Guide", "en", "the code of this translation's language"));
}

} // namespace

QJsonObject GuideCall::json() const
{
    return QJsonDocument::fromJson(result.toUtf8()).object();
}

GuideTalk::GuideTalk(const ModelRequest &request, const QDateTime &now)
    : m_now(now)
{
    for (const ToolSpec &tool : request.tools)
        m_tools += tool.name;
    const auto &items = request.items;
    qsizetype own = items.size();
    while (own > 0 && items.at(own - 1).role != PromptItem::Role::Person)
        --own;
    if (own == 0)
        return;
    m_message = items.at(own - 1).text;
    readReply(items, own);
    // The reply before this one: did it do anything?
    qsizetype before = own - 1;
    bool didSomething = false;
    while (before > 0 && items.at(before - 1).role != PromptItem::Role::Person) {
        --before;
        for (const ToolCall &call : items.at(before).calls)
            didSomething = didSomething || call.name != u"ask_user";
    }
    if (before > 0 && !didSomething)
        m_openMessage = items.at(before - 1).text;
}

void GuideTalk::readReply(const QList<PromptItem> &items, qsizetype from)
{
    for (qsizetype i = from; i < items.size(); ++i) {
        const PromptItem &item = items.at(i);
        for (const ToolCall &call : item.calls)
            m_calls.append({.call = call});
        if (item.role != PromptItem::Role::ToolResult)
            continue;
        for (GuideCall &call : m_calls) {
            if (call.call.id == item.callId) {
                call.result = item.text;
                call.ok = item.ok;
                call.hasResult = true;
            }
        }
    }
}

bool GuideTalk::can(const QString &tool) const
{
    return m_tools.contains(tool);
}

QList<GuideCall> GuideTalk::calls(const QString &tool, const QString &action) const
{
    QList<GuideCall> found;
    for (const GuideCall &call : m_calls) {
        const bool fits = action.isEmpty() || call.call.arguments[u"action"_s].toString() == action;
        if (call.call.name == tool && call.hasResult && fits)
            found.append(call);
    }
    return found;
}

const GuideCall *GuideTalk::last(const QString &tool, const QString &action) const
{
    for (auto call = m_calls.crbegin(); call != m_calls.crend(); ++call) {
        const bool fits = action.isEmpty() || call->call.arguments[u"action"_s].toString() == action;
        if (call->call.name == tool && call->hasResult && fits)
            return &*call;
    }
    return nullptr;
}

GuideAsked GuideTalk::asked(const QString &purpose) const
{
    GuideAsked asked;
    for (const GuideCall &call : m_calls) {
        if (call.call.name != u"ask_user" || !call.hasResult || call.call.id.section(u'-', 0, 0) != purpose)
            continue;
        ++asked.times;
        asked.outcome = outcomeFromResult(call.result);
        if (!asked.outcome)
            asked.outcome = Outcome::Refused;
        asked.parked =
            call.result == parkedForModel() ? call.call.arguments[u"question"_s].toString() : QString();
        asked.answer = answerFromResult(call.result).value_or(QString()).trimmed();
        asked.options.clear();
        const QJsonArray options = call.call.arguments[u"options"_s].toArray();
        for (const QJsonValue &option : options)
            asked.options += option.isString() ? option.toString() : option.toObject()[u"label"_s].toString();
    }
    return asked;
}

void GuideTalk::say(const QString &paragraph)
{
    if (paragraph.isEmpty())
        return;
    if (!m_step.text.isEmpty())
        m_step.text += u"\n\n"_s;
    m_step.text += paragraph;
}

void GuideTalk::addCall(const QString &tool, const QString &purpose, const QJsonObject &arguments)
{
    // The purpose is in the id, so that the next turn knows which question was answered.
    const QString id = purpose + u'-' + QString::number(m_calls.size() + m_step.calls.size() + 1);
    m_step.calls.append(
        {.id = id,
         .name = tool,
         .rawArguments = QString::fromUtf8(QJsonDocument(arguments).toJson(QJsonDocument::Compact)),
         .arguments = arguments});
}

void GuideTalk::call(const QString &tool, const QJsonObject &arguments)
{
    addCall(tool, tool, arguments);
}

bool GuideTalk::ask(const QString &purpose, const QString &question, const QList<Option> &options,
                    bool allowOther)
{
    if (!can(u"ask_user"_s))
        return false;
    QJsonObject arguments{{u"question"_s, question}, {u"allow_other"_s, allowOther}};
    if (options.size() >= 2)
        arguments.insert(u"options"_s, optionsToJson(options));
    addCall(u"ask_user"_s, purpose, arguments);
    return true;
}

QString GuideTalk::shownTime(const QDateTime &at)
{
    return tr("%1 at %2", "a day and a time").arg(shownDay(at.date()), at.toString(u"H:mm"));
}

QString GuideTalk::shownDay(const QDate &date)
{
    return textLocale().toString(date, tr("dddd, d MMMM yyyy", "format of a day"));
}

QString GuideTalk::shortTime(const QDateTime &at)
{
    return textLocale().toString(at, tr("ddd d MMM, H:mm", "short format of a day and a time"));
}

} // namespace heed
