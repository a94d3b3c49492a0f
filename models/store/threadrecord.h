// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/id.h"
#include "models/base/result.h"

#include <QList>
#include <QSqlDatabase>
#include <optional>

namespace heed {

//! The name under which another program knows a chat (book 7.3: a thread).
struct ThreadRecord {
    QString name{};
    ChatId chat{};
    qint64 usedMs = 0; //!< ms since 1970 UTC
};

namespace records {

//! Names a chat; a name that another chat had (one that is in the trash) goes over to this one.
[[nodiscard]] Result<Done> setThread(QSqlDatabase &database, const ThreadRecord &thread);
//! None: no chat has this name, or it is in the trash.
[[nodiscard]] Result<std::optional<ThreadRecord>> thread(QSqlDatabase &database, const QString &name);
//! Last used first; those in the trash left out.
[[nodiscard]] Result<QList<ThreadRecord>> threads(QSqlDatabase &database);
//! Takes the name from its chat, which stays; false when there was none.
[[nodiscard]] Result<bool> removeThread(QSqlDatabase &database, const QString &name);

} // namespace records
} // namespace heed
