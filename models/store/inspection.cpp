// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/inspection.h"

#include "models/store/rawsqlite.h"

#include <QFileInfo>
#include <sqlite3.h>

using namespace Qt::StringLiterals;

namespace heed {

bool hasLog(const QString &file)
{
    return QFileInfo(file + u"-wal"_s).size() > 0;
}

Inspection inspect(const QString &file)
{
    const QFileInfo info(file);
    if (!info.exists() || (info.isFile() && info.size() == 0))
        return {};
    // Without a log the file alone tells everything, and nothing needs to be made beside it. With one, a
    // newer Heed may have left its number there.
    const raw::Connection connection(file, hasLog(file) ? raw::Connection::Mode::ReadOnly
                                                        : raw::Connection::Mode::Untouched);
    Inspection found{.state = Inspection::State::Readable};
    found.code = connection.openCode();
    if (found.code == SQLITE_OK) {
        raw::Statement version(connection.get(), "PRAGMA user_version");
        found.code = version.step();
        if (found.code == SQLITE_ROW) {
            found.version = int(version.number(0));
            raw::Statement schema(connection.get(), "SELECT count(*), count(*) FILTER (WHERE name = 'chat') "
                                                    "FROM sqlite_schema WHERE type = 'table'");
            found.code = schema.step();
            // Heed makes all its tables in one step with their number; every version has chats.
            if (found.code == SQLITE_ROW && schema.number(0) > 0)
                found.isForeign = schema.number(1) == 0 || found.version == 0;
        }
    }
    // Locked: somebody writes, so it can be opened.
    if (found.code == SQLITE_ROW || raw::primary(found.code) == SQLITE_BUSY)
        return found;
    found.detail = connection.message();
    found.state = raw::isDamage(found.code) ? Inspection::State::Damaged : Inspection::State::Unreachable;
    return found;
}

bool isSound(const QString &file)
{
    const raw::Connection connection(file, raw::Connection::Mode::ReadOnly);
    if (connection.openCode() != SQLITE_OK)
        return !raw::isDamage(connection.openCode());
    raw::Statement check(connection.get(), "PRAGMA quick_check(1)");
    const int code = check.step();
    if (code != SQLITE_ROW)
        return !raw::isDamage(code);
    return check.text(0) == "ok";
}

} // namespace heed
