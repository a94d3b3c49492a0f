// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/channel/channelfolder.h"

#include <functional>

namespace heed {

//! The folder of the pending channel on a POSIX system: everything is done relative to the opened directory
//! and follows no symbolic link.
class PosixFolder final : public ChannelFolder
{
public:
    [[nodiscard]] static Result<std::unique_ptr<ChannelFolder>> open(const QString &path);
    ~PosixFolder() override;
    Q_DISABLE_COPY_MOVE(PosixFolder)

    [[nodiscard]] Result<QStringList> names() const override;
    [[nodiscard]] Result<QByteArray> read(const QString &name) const override;
    [[nodiscard]] Result<Done> put(const QString &name, const QByteArray &bytes) override;
    [[nodiscard]] Result<bool> putFirst(const QString &name, const QByteArray &bytes) override;
    [[nodiscard]] bool remove(const QString &name) override;
    [[nodiscard]] bool isCurrent() const override;

private:
    //! What puts a finished file in its place; the errno, 0 when it went well.
    using Place = std::function<int(const QByteArray &temporary)>;

    PosixFolder(QString path, int descriptor);
    //! Writes a temporary file to the disk and places it; what place() gave.
    [[nodiscard]] Result<int> write(const QByteArray &bytes, const Place &place);
    [[nodiscard]] Error failure(int number) const;
    [[nodiscard]] Error inTheWay(const QString &name) const;

    QString m_path;
    int m_directory;
};

} // namespace heed
