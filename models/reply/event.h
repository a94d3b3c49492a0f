// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QMetaType>
#include <QString>
#include <optional>

namespace heed {

//! Everything a reply does (book 3.2). `text` and `thinking` carry `delta`; the others as the book's table.
enum class EventType {
    Started,
    Text,
    Thinking,
    Tool,
    ToolResult,
    Question,
    Answer,
    Slot,
    Notice,
    Usage,
    Done,
    Stopped,
    Failed,
};

struct Event {
    qint64 seq = 0;  //!< rises within a reply and from reply to reply in a chat; not always by one (it jumps
                     //!< when a reply is resumed)
    qint64 atMs = 0; //!< ms since 1970 UTC
    EventType type = EventType::Notice;
    QJsonObject fields{}; //!< all but seq, at and type
};

[[nodiscard]] QString eventTypeName(EventType type);
[[nodiscard]] std::optional<EventType> eventTypeFromName(QStringView name);
//! The event as one JSON object: {"seq", "at" (ISO 8601, UTC), "type", …}.
[[nodiscard]] QJsonObject eventToJson(const Event &event);
//! Done, stopped or failed: nothing follows (unless the person tries again, which is a new reply).
[[nodiscard]] bool isEnd(EventType type);

} // namespace heed

Q_DECLARE_METATYPE(heed::Event)
