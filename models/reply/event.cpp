// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/reply/event.h"

#include <QDateTime>
#include <array>

using namespace Qt::StringLiterals;

namespace heed {

namespace {
struct Row {
    EventType type;
    QLatin1StringView name;
};
constexpr std::array rows{
    Row{EventType::Started, QLatin1StringView("started")},
    Row{EventType::Text, QLatin1StringView("text")},
    Row{EventType::Thinking, QLatin1StringView("thinking")},
    Row{EventType::Tool, QLatin1StringView("tool")},
    Row{EventType::ToolResult, QLatin1StringView("tool_result")},
    Row{EventType::Question, QLatin1StringView("question")},
    Row{EventType::Answer, QLatin1StringView("answer")},
    Row{EventType::Slot, QLatin1StringView("slot")},
    Row{EventType::Notice, QLatin1StringView("notice")},
    Row{EventType::Usage, QLatin1StringView("usage")},
    Row{EventType::Done, QLatin1StringView("done")},
    Row{EventType::Stopped, QLatin1StringView("stopped")},
    Row{EventType::Failed, QLatin1StringView("failed")},
};
} // namespace

QString eventTypeName(EventType type)
{
    for (const auto &row : rows) {
        if (row.type == type)
            return row.name;
    }
    return {};
}

std::optional<EventType> eventTypeFromName(QStringView name)
{
    for (const auto &row : rows) {
        if (row.name == name)
            return row.type;
    }
    return std::nullopt;
}

QJsonObject eventToJson(const Event &event)
{
    QJsonObject json = event.fields;
    json[u"seq"_s] = event.seq;
    json[u"at"_s] = QDateTime::fromMSecsSinceEpoch(event.atMs, Qt::UTC).toString(Qt::ISODateWithMs);
    json[u"type"_s] = eventTypeName(event.type);
    return json;
}

bool isEnd(EventType type)
{
    return type == EventType::Done || type == EventType::Stopped || type == EventType::Failed;
}

} // namespace heed
