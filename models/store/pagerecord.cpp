// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/pagerecord.h"

#include "models/store/sql.h"

#include <limits>

using namespace Qt::StringLiterals;

namespace heed::records {

Result<QList<ChatRecord>> chatsAfter(QSqlDatabase &database, std::optional<ChatPlace> place, int most)
{
    const ChatPlace from = place.value_or(ChatPlace{.updatedMs = std::numeric_limits<qint64>::max()});
    const auto ids =
        sql::rows<ChatId>(database,
                          u"SELECT id FROM chat WHERE trashed_ms IS NULL AND (updated_ms, id) < (?, ?)"
                          " ORDER BY updated_ms DESC, id DESC LIMIT ?"_s,
                          {from.updatedMs, from.chat.value, most},
                          [](const QSqlQuery &query) { return ChatId{query.value(0).toLongLong()}; });
    if (!ids)
        return ids.error();
    QList<ChatRecord> page;
    for (const ChatId id : *ids) {
        const auto record = chat(database, id);
        if (!record)
            return record.error();
        page.append(*record);
    }
    return page;
}

Result<QList<EventRow>> eventsAfter(QSqlDatabase &database, ReplyId reply, qint64 after, int most)
{
    return sql::rows<EventRow>(
        database,
        u"SELECT seq, first_seq, at_ms, type, fields FROM event WHERE reply = ? AND seq > ? ORDER BY seq"
        " LIMIT ?"_s,
        {reply.value, after, most}, [](const QSqlQuery &query) {
            return EventRow{.seq = query.value(0).toLongLong(),
                            .firstSeq = query.value(1).toLongLong(),
                            .atMs = query.value(2).toLongLong(),
                            .type = query.value(3).toString(),
                            .fields = sql::object(query.value(4))};
        });
}

} // namespace heed::records
