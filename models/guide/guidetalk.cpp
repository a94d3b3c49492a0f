// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/guide/guidetalk.h"

#include "models/question/outcometext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QLocale>
#include <QTimeZone>
#include <algorithm>

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

GuideTalk::GuideTalk(const GuideTranscript &transcript, qsizetype at, const QStringList &tools,
                     const QDateTime &now)
    : m_tools(tools)
    , m_now(now)
    , m_message(transcript.message(at))
    , m_openMessage(transcript.openMessage(at))
    , m_back(transcript.present() - at)
    , m_calls(transcript.callsFor(at))
{
}

QDateTime GuideTalk::timeOf(qint64 ms) const
{
    return QDateTime::fromMSecsSinceEpoch(ms, m_now.timeZone());
}

GuideWish GuideTalk::wish() const
{
    // The guide asks at once: when its first question was asked is when the message was said.
    const auto first = std::find_if(m_calls.cbegin(), m_calls.cend(),
                                    [](const GuideCall &call) { return call.late.has_value(); });
    const QDateTime saidAt = first == m_calls.cend() ? m_now : timeOf(first->late->askedMs);
    GuideWish wish = understood(m_message, saidAt);
    if (wish.when)
        wish.when = guide::asItStands(*wish.when, saidAt, m_now,
                                      [this] { return understood(m_message, m_now).when; });
    return wish;
}

bool GuideTalk::goesOn() const
{
    for (auto call = m_calls.crbegin(); call != m_calls.crend(); ++call) {
        if (call->call.name != u"ask_user")
            continue;
        const auto outcome = outcomeFromResult(call->result);
        return outcome == Outcome::Answered || outcome == Outcome::AskedBack;
    }
    return false;
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
        if (call.call.name != u"ask_user" || !call.hasResult || call.purpose() != purpose)
            continue;
        ++asked.times;
        asked.outcome = outcomeFromResult(call.result);
        if (!asked.outcome)
            asked.outcome = Outcome::Refused;
        asked.parked =
            call.result == parkedForModel() ? call.call.arguments[u"question"_s].toString() : QString();
        asked.answer = answerFromResult(call.result).value_or(QString()).trimmed();
        const bool isLate = call.late && !call.late->result.isEmpty();
        asked.askedAt = isLate ? timeOf(call.late->askedMs) : QDateTime();
        asked.answeredAt = isLate ? timeOf(call.late->endedMs) : QDateTime();
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
    m_step.calls.append(
        {.id = GuideTranscript::callId(purpose, m_calls.size() + m_step.calls.size() + 1, m_back),
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
