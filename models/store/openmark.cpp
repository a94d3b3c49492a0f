// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/openmark.h"

#include "models/base/logging.h"
#include "models/base/process.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <atomic>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

QString stem(const QString &database)
{
    return database + u".open-"_s;
}

bool leave(const QString &file, const QByteArray &text)
{
    QFile mark(file);
    return mark.open(QIODevice::WriteOnly, QFileDevice::ReadOwner | QFileDevice::WriteOwner) &&
           mark.write(text) == text.size();
}

} // namespace

OpenMark::Found OpenMark::look(const QString &database)
{
    Found found;
    const QFileInfo info(stem(database));
    const QStringList names = info.dir().entryList({info.fileName() + u"*"_s}, QDir::Files | QDir::Hidden);
    for (const QString &name : names) {
        QFile mark(info.dir().filePath(name));
        // Another process may take its own away between the two lines: that was a clean end.
        if (!mark.open(QIODevice::ReadOnly))
            continue;
        if (isProcessAlive(QString::fromUtf8(mark.read(200))))
            found.othersOpen = true;
        else
            found.left.append(mark.fileName());
    }
    return found;
}

void OpenMark::askForCheck(const QString &database)
{
    leave(stem(database) + u"check"_s, "damage was met");
}

OpenMark::OpenMark(const QString &database)
{
    static std::atomic<int> count = 0;
    m_file = stem(database) + u"%1-%2"_s.arg(QCoreApplication::applicationPid()).arg(++count);
    if (!leave(m_file, processIdentity().toUtf8()))
        qCWarning(lcStore) << "the mark of an open database could not be written";
}

OpenMark::~OpenMark()
{
    QFile::remove(m_file);
}

} // namespace heed
