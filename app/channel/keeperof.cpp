// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/channel/keeperof.h"

#include "models/store/parkedrecord.h"
#include "models/store/replyrecord.h"

#include <algorithm>

namespace heed {

Result<QString> keeperOf(QSqlDatabase &database, const Question &question)
{
    if (!question.parkedMs) {
        const auto reply = records::reply(database, question.reply);
        return reply ? Result<QString>(reply->owner) : Result<QString>(reply.error());
    }
    const auto parked = records::parkedQuestions(database, question.chat);
    if (!parked)
        return parked.error();
    const auto found = std::ranges::find_if(
        *parked, [&question](const ParkedRecord &one) { return one.record.question.id == question.id; });
    return found == parked->end() ? QString() : found->keeper;
}

} // namespace heed
