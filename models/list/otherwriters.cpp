// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/list/otherwriters.h"

#include "models/store/sql.h"

#include <QFile>

using namespace Qt::StringLiterals;

namespace heed {

namespace {
// A reply that is being written commits twenty times a second.
constexpr Milliseconds gathered{500};
} // namespace

OtherWriters::OtherWriters(Store &store, Alarms &alarms, QObject *parent)
    : QObject(parent)
    , m_store(store)
    , m_alarms(alarms)
{
    connect(&m_files, &QFileSystemWatcher::fileChanged, this, &OtherWriters::touched);
    follow();
    look();
}

OtherWriters::~OtherWriters()
{
    if (m_alarm)
        m_alarms.cancel(m_alarm);
}

//! A file that was put in the place of another one is not followed any more.
void OtherWriters::follow()
{
    const QStringList followed = m_files.files();
    for (const QString &file : {m_store.file(), QString(m_store.file() + u"-wal"_s)}) {
        if (!followed.contains(file) && QFile::exists(file))
            m_files.addPath(file);
    }
}

void OtherWriters::touched()
{
    if (m_alarm)
        return;
    m_alarm = m_alarms.after(gathered, this, [this] {
        m_alarm = 0;
        follow();
        look();
    });
}

void OtherWriters::look()
{
    m_store.read<qint64>(
        this,
        [](QSqlDatabase &database) -> Result<qint64> {
            const auto version =
                sql::row<qint64>(database, u"PRAGMA data_version"_s, {},
                                 [](const QSqlQuery &row) { return row.value(0).toLongLong(); });
            if (!version)
                return version.error();
            return version->value_or(0);
        },
        [this](const Result<qint64> &version) {
            if (!version)
                return; // who reads or writes next tells of it
            const auto before = std::exchange(m_version, *version);
            if (before && *before != *version)
                Q_EMIT wrote();
        });
}

} // namespace heed
