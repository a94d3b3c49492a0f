// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/provider/promptitems.h"

#include <QHash>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

QString joined(const QString &first, const QString &second)
{
    if (first.isEmpty() || second.isEmpty())
        return first + second;
    return first + u"\n\n"_s + second;
}

PromptItem lost(const ToolCall &call)
{
    PromptItem item;
    item.role = PromptItem::Role::ToolResult;
    item.callId = call.id;
    item.toolName = call.name;
    item.ok = false;
    item.text = u"No result: the call was interrupted."_s;
    return item;
}

} // namespace

QList<PromptItem> tidyItems(const QList<PromptItem> &items)
{
    using Role = PromptItem::Role;
    QList<PromptItem> tidy;
    for (qsizetype i = 0; i < items.size(); ++i) {
        const PromptItem &item = items[i];
        if (item.role == Role::ToolResult)
            continue; // taken with its call
        if (item.text.trimmed().isEmpty() && item.calls.isEmpty())
            continue;
        const bool merge = !tidy.isEmpty() && tidy.last().role == item.role && tidy.last().calls.isEmpty() &&
                           item.calls.isEmpty();
        if (merge) {
            tidy.last().text = joined(tidy.last().text, item.text);
            continue;
        }
        tidy.append(item);
        QHash<QString, PromptItem> results;
        for (qsizetype j = i + 1; j < items.size() && items[j].role != Role::Model; ++j) {
            if (items[j].role == Role::ToolResult && !results.contains(items[j].callId))
                results.insert(items[j].callId, items[j]);
        }
        for (const ToolCall &call : item.calls)
            tidy.append(results.value(call.id, lost(call)));
    }
    return tidy;
}

QList<PromptItem> plainItems(const QList<PromptItem> &items)
{
    QList<PromptItem> plain;
    for (PromptItem item : tidyItems(items)) {
        item.echo = {};
        if (item.role == PromptItem::Role::ToolResult) {
            item.role = PromptItem::Role::Person;
            item.text = u"Result of "_s + item.toolName + u":\n"_s + item.text;
        }
        for (const ToolCall &call : std::as_const(item.calls)) {
            const QString arguments =
                QString::fromUtf8(QJsonDocument(call.arguments).toJson(QJsonDocument::Compact));
            item.text = joined(item.text, u"(Used "_s + call.name + u' ' + arguments + u')');
        }
        item.calls.clear();
        plain.append(item);
    }
    return tidyItems(plain);
}

} // namespace heed
