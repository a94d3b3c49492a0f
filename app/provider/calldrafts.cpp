// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/provider/calldrafts.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

std::optional<qint64> indexOf(const QJsonValue &value)
{
    if (value.isDouble())
        return value.toInteger();
    bool ok = false;
    const qint64 number = value.toString().toLongLong(&ok);
    return ok ? std::optional(number) : std::nullopt;
}

//! An id may come as a number from careless servers.
QString idOf(const QJsonValue &value)
{
    return value.isDouble() ? QString::number(value.toInteger()) : value.toString();
}

QString argumentsText(const QJsonValue &value)
{
    if (value.isObject())
        return QString::fromUtf8(QJsonDocument(value.toObject()).toJson(QJsonDocument::Compact));
    if (value.isArray())
        return QString::fromUtf8(QJsonDocument(value.toArray()).toJson(QJsonDocument::Compact));
    return value.toString();
}

QJsonObject objectOf(const QString &text)
{
    return QJsonDocument::fromJson(text.toUtf8()).object();
}

QJsonObject extraOf(const QJsonObject &fragment)
{
    QJsonObject extra = fragment;
    for (const QString &known : {u"index"_s, u"id"_s, u"type"_s, u"function"_s, u"name"_s, u"arguments"_s})
        extra.remove(known);
    return extra;
}

} // namespace

bool isCompleteObject(const QString &text)
{
    const QStringView bare = QStringView(text).trimmed();
    return bare.startsWith(u'{') && bare.endsWith(u'}') && QJsonDocument::fromJson(bare.toUtf8()).isObject();
}

void CallDrafts::add(const QJsonObject &fragment)
{
    const QJsonObject function =
        fragment[u"function"_s].isObject() ? fragment[u"function"_s].toObject() : fragment;
    const QString name = function[u"name"_s].toString();
    const QString id = idOf(fragment[u"id"_s]);
    const auto index = indexOf(fragment[u"index"_s]);
    const QJsonValue given =
        function.contains(u"arguments"_s) ? function[u"arguments"_s] : function[u"parameters"_s];
    const QString arguments = argumentsText(given);

    qsizetype at = find(index, id, name, arguments);
    if (at < 0) {
        at = m_drafts.size();
        m_drafts.append(Draft{});
    }
    Draft &draft = m_drafts[at];
    if (index)
        draft.index = index;
    if (draft.call.id.isEmpty())
        draft.call.id = id;
    addName(draft, name);
    const QJsonObject extra = extraOf(fragment);
    for (auto it = extra.begin(); it != extra.end(); ++it)
        draft.call.extra.insert(it.key(), it.value());
    if (given.isObject() && !draft.call.arguments.isEmpty() &&
        objectOf(draft.call.arguments) != given.toObject())
        draft.call.arguments.clear(); // a whole object replaces what came in pieces
    addArguments(draft, arguments);
}

qsizetype CallDrafts::find(std::optional<qint64> index, const QString &id, const QString &name,
                           const QString &arguments) const
{
    if (m_drafts.isEmpty())
        return -1;
    if (index)
        return findByIndex(*index, id, name, arguments);
    if (!id.isEmpty())
        return findById(id, name, arguments);
    return startsAnother(m_drafts.last(), name, arguments) ? -1 : m_drafts.size() - 1;
}

qsizetype CallDrafts::findByIndex(qint64 index, const QString &id, const QString &name,
                                  const QString &arguments) const
{
    qsizetype at = m_drafts.size() - 1;
    while (at >= 0 && m_drafts[at].index != index)
        --at;
    if (at < 0) {
        // The index is new. Without a name it may belong to a call that had no index, or drift away from its
        // id.
        if (!name.isEmpty())
            return -1;
        for (qsizetype i = m_drafts.size() - 1; i >= 0; --i) {
            if (!id.isEmpty() && m_drafts[i].call.id == id)
                return i;
        }
        return id.isEmpty() && !m_drafts.last().index ? m_drafts.size() - 1 : -1;
    }
    const Draft &draft = m_drafts[at];
    if (!id.isEmpty() && !draft.call.id.isEmpty() && id != draft.call.id) {
        for (qsizetype i = m_drafts.size() - 1; i >= 0; --i) {
            if (m_drafts[i].call.id == id && m_drafts[i].index == index)
                return i;
        }
        // Some servers make a new id for every fragment: only a name starts a call.
        return name.isEmpty() ? at : -1;
    }
    if (!id.isEmpty() && id == draft.call.id)
        return at;
    return startsAnother(draft, name, arguments) ? -1 : at;
}

qsizetype CallDrafts::findById(const QString &id, const QString &name, const QString &arguments) const
{
    for (qsizetype i = m_drafts.size() - 1; i >= 0; --i) {
        const Draft &draft = m_drafts[i];
        if (draft.call.id != id)
            continue;
        const bool another =
            startsAnother(draft, name, arguments) && objectOf(draft.call.arguments) != objectOf(arguments);
        return another ? -1 : i;
    }
    const Draft &last = m_drafts.last();
    if (!name.isEmpty())
        return last.call.name.isEmpty() && last.call.id.isEmpty() ? m_drafts.size() - 1 : -1;
    return last.call.id.isEmpty() || !isCompleteObject(last.call.arguments) ? m_drafts.size() - 1 : -1;
}

//! Whether a fragment without a usable id or index is the start of the next call.
bool CallDrafts::startsAnother(const Draft &draft, const QString &name, const QString &arguments) const
{
    if (name.isEmpty() || draft.call.name.isEmpty())
        return false;
    if (draft.call.arguments.isEmpty()) {
        const bool grows =
            m_toolNames.contains(QString(draft.call.name + name)) && !m_toolNames.contains(draft.call.name);
        return name != draft.call.name && !grows;
    }
    if (name != draft.call.name)
        return true;
    return isCompleteObject(draft.call.arguments) && arguments.trimmed() != draft.call.arguments.trimmed() &&
           (arguments.isEmpty() || arguments.trimmed().startsWith(u'{'));
}

void CallDrafts::addName(Draft &draft, const QString &name) const
{
    if (name.isEmpty() || name == draft.call.name)
        return;
    const QString longer = draft.call.name + name;
    const bool grows = std::any_of(m_toolNames.begin(), m_toolNames.end(),
                                   [&longer](const QString &tool) { return tool.startsWith(longer); });
    if (draft.call.name.isEmpty())
        draft.call.name = name;
    else if (grows && !m_toolNames.contains(draft.call.name))
        draft.call.name = longer;
    else if (name.startsWith(draft.call.name)) // the name so far, each time longer
        draft.call.name = name;
}

void CallDrafts::addArguments(Draft &draft, const QString &text)
{
    if (text.isEmpty())
        return;
    QString &sofar = draft.call.arguments;
    if (text.trimmed().startsWith(u'{') && isCompleteObject(sofar)) {
        if (objectOf(sofar) == objectOf(text) && isCompleteObject(text))
            return;                    // sent twice
        if (objectOf(sofar).isEmpty()) // {} stood for "to come"
            sofar.clear();
    }
    draft.cumulative = draft.cumulative && text.startsWith(draft.lastFragment);
    draft.lastFragment = text;
    ++draft.fragments;
    sofar += text;
}

QList<CallDraft> CallDrafts::take()
{
    QList<CallDraft> calls;
    for (Draft &draft : m_drafts) {
        // Each fragment was the whole text so far: the last one is the call.
        const bool repeats = draft.cumulative && draft.fragments > 1 &&
                             !isCompleteObject(draft.call.arguments) && isCompleteObject(draft.lastFragment);
        if (repeats)
            draft.call.arguments = draft.lastFragment;
        calls.append(draft.call);
    }
    m_drafts.clear();
    return calls;
}

} // namespace heed
