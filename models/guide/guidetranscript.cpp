// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/guide/guidetranscript.h"

#include <QJsonDocument>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

GuideCall *callOf(GuideExchange &exchange, const QString &id)
{
    const auto found = std::find_if(exchange.calls.begin(), exchange.calls.end(),
                                    [&id](const GuideCall &call) { return call.call.id == id; });
    return found == exchange.calls.end() ? nullptr : &*found;
}

} // namespace

QJsonObject GuideCall::json() const
{
    return QJsonDocument::fromJson(result.toUtf8()).object();
}

QString GuideCall::purpose() const
{
    // A model's ids are of another form, and its question is not the guide's to go on with.
    static const QStringList purposes{u"what"_s, u"when"_s, u"which"_s, u"place"_s};
    const QString purpose = call.id.section(u'-', 0, 0);
    const bool isOwn = call.name == u"ask_user" ? purposes.contains(purpose) : call.name == purpose;
    return isOwn ? purpose : QString();
}

qsizetype GuideCall::back() const
{
    return purpose().isEmpty() ? 0 : std::max<qsizetype>(0, call.id.section(u'-', 2, 2).toLongLong());
}

GuideTranscript::GuideTranscript(const QList<PromptItem> &items)
{
    for (const PromptItem &item : items) {
        if (item.role == PromptItem::Role::Person || m_exchanges.isEmpty())
            m_exchanges.append(GuideExchange());
        GuideExchange &exchange = m_exchanges.last();
        if (item.role == PromptItem::Role::Person)
            exchange.message = item.text;
        for (const ToolCall &call : item.calls)
            exchange.calls.append({.call = call});
        GuideCall *call = item.role == PromptItem::Role::ToolResult ? callOf(exchange, item.callId) : nullptr;
        if (!call)
            continue;
        const bool isLate = item.late && !item.late->result.isEmpty();
        call->result = isLate ? item.late->result : item.text;
        call->ok = item.ok;
        call->hasResult = true;
        call->late = item.late;
    }
    if (m_exchanges.isEmpty())
        m_exchanges.append(GuideExchange());
}

QString GuideTranscript::openMessage(qsizetype at) const
{
    if (at == 0)
        return {};
    const GuideExchange &before = m_exchanges.at(at - 1);
    const bool didSomething =
        std::any_of(before.calls.cbegin(), before.calls.cend(),
                    [](const GuideCall &call) { return call.call.name != u"ask_user"; });
    return didSomething ? QString() : before.message;
}

QList<GuideCall> GuideTranscript::callsFor(qsizetype at) const
{
    QList<GuideCall> calls;
    for (qsizetype i = at; i < m_exchanges.size(); ++i) {
        for (const GuideCall &call : m_exchanges.at(i).calls) {
            if (i - call.back() == at)
                calls.append(call);
        }
    }
    return calls;
}

bool GuideTranscript::hasBegun(qsizetype at) const
{
    const auto &calls = m_exchanges.last().calls;
    return std::any_of(calls.cbegin(), calls.cend(),
                       [&](const GuideCall &call) { return present() - call.back() == at; });
}

template <typename Wanted>
QList<qsizetype> GuideTranscript::messagesWith(Wanted wanted) const
{
    QList<qsizetype> found;
    for (qsizetype i = 0; i < m_exchanges.size(); ++i) {
        for (const GuideCall &call : m_exchanges.at(i).calls) {
            const qsizetype at = i - call.back();
            if (call.late && wanted(*call.late) && !call.purpose().isEmpty() && at >= 0 &&
                !found.contains(at))
                found.append(at);
        }
    }
    return found;
}

QList<qsizetype> GuideTranscript::ended() const
{
    return messagesWith([](const LateResult &late) { return late.isNews && !late.result.isEmpty(); });
}

QList<qsizetype> GuideTranscript::waiting() const
{
    return messagesWith([](const LateResult &late) { return late.result.isEmpty(); });
}

QString GuideTranscript::callId(const QString &purpose, qsizetype number, qsizetype back)
{
    const QString id = purpose + u'-' + QString::number(number);
    return back == 0 ? id : QString(id + u'-' + QString::number(back));
}

} // namespace heed
