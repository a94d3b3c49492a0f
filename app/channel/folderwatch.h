// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QFileSystemWatcher;

namespace heed {

//! Tells that something in a folder changed, by the file system's own word. What changed is for the listener
//! to look at anew, and whole: several changes may come as one. Lives in its owner's thread.
class FolderWatch final : public QObject
{
    Q_OBJECT
public:
    explicit FolderWatch(QObject *parent = nullptr);
    //! Changes from now on are told, until stop(). A folder that takes the place of this one is another one.
    void start(const QString &path);
    //! What is written into this file is told, too, until it goes or another takes its place.
    void startFile(const QString &file);
    void stop();

Q_SIGNALS:
    void changed();

private:
    [[nodiscard]] QFileSystemWatcher &watcher();

    QFileSystemWatcher *m_watcher = nullptr; // not made before it is needed: it costs descriptors
};

} // namespace heed
