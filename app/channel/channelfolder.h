// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"

#include <QByteArray>
#include <QStringList>
#include <memory>

namespace heed {

//! The folder of the pending channel, as far as the system decides: who may be in it, what is a file of ours,
//! and which of two writers is first. Opened once; whatever happens to the path afterwards, every function
//! works in the folder that was opened. One thread; other processes work in the same folder meanwhile.
class ChannelFolder
{
public:
    static constexpr qint64 fileLimit = 64 * 1024; //!< bytes; several times what the largest question takes

    //! Makes the folder (0700) when it is missing. Refused: it is a symbolic link, or somebody else owns it
    //! or may look into it; the text says what to do.
    [[nodiscard]] static Result<std::unique_ptr<ChannelFolder>> open(const QString &path);
    virtual ~ChannelFolder() = default;

    //! Everything in it, in no order.
    [[nodiscard]] virtual Result<QStringList> names() const = 0;
    //! NotFound; Refused: a symbolic link, no plain file, another owner, readable for others, or too large.
    [[nodiscard]] virtual Result<QByteArray> read(const QString &name) const = 0;
    //! Puts a file (0600) in place of whatever has this name: on the disk and whole, or not at all.
    [[nodiscard]] virtual Result<Done> put(const QString &name, const QByteArray &bytes) = 0;
    //! The same, but only if nothing has this name: false when somebody else was first.
    [[nodiscard]] virtual Result<bool> putFirst(const QString &name, const QByteArray &bytes) = 0;
    //! True when it was this call that removed it.
    [[nodiscard]] virtual bool remove(const QString &name) = 0;
    //! Whether the path still leads to the folder that was opened, and that folder may still be used.
    [[nodiscard]] virtual bool isCurrent() const = 0;

    //! Who began a file that was never put in its place; empty: the name is none of those.
    [[nodiscard]] static QString writerOf(const QString &name);

protected:
    //! A name for a file that is being written, by this process.
    [[nodiscard]] static QString temporaryName();
};

} // namespace heed
