// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/channel/folderwatch.h"

#include "models/base/logging.h"

#include <QFileSystemWatcher>

namespace heed {

FolderWatch::FolderWatch(QObject *parent)
    : QObject(parent)
{
}

QFileSystemWatcher &FolderWatch::watcher()
{
    if (!m_watcher) {
        m_watcher = new QFileSystemWatcher(this);
        connect(m_watcher, &QFileSystemWatcher::directoryChanged, this, &FolderWatch::changed);
        connect(m_watcher, &QFileSystemWatcher::fileChanged, this, &FolderWatch::changed);
    }
    return *m_watcher;
}

void FolderWatch::start(const QString &path)
{
    if (watcher().directories().contains(path))
        return; // without a gap
    if (!watcher().addPath(path))
        qCWarning(lcQuestion) << "the folder of pending questions cannot be watched:" << path;
}

void FolderWatch::startFile(const QString &file)
{
    watcher().removePath(file); // the one that was there before
    if (!watcher().addPath(file))
        qCInfo(lcQuestion) << "a pending question's file cannot be watched:" << file;
}

void FolderWatch::stop()
{
    if (!m_watcher)
        return;
    m_watcher->disconnect(this);
    std::exchange(m_watcher, nullptr)->deleteLater(); // it may be telling just now
}

} // namespace heed
