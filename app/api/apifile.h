// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"

#include <QByteArray>
#include <QString>
#include <memory>

class QLockFile;

namespace heed {

//! api.json in the runtime folder: where the API listens and the token that opens it, for whoever may read
//! the person's own files (mode 0600). One process at a time has it; it is removed at the end, and one that a
//! killed process left behind is replaced. One thread.
class ApiFile
{
public:
    //! \param folder the runtime folder.
    explicit ApiFile(const QString &folder);
    ~ApiFile();

    //! Conflict: another process serves the API here; Storage: the folder cannot be used.
    [[nodiscard]] Result<Done> claim();
    //! Whole or not at all. Storage.
    [[nodiscard]] Result<Done> write(quint16 port, const QByteArray &token);

private:
    QString m_file;
    std::unique_ptr<QLockFile> m_lock;
    bool m_claimed = false;
};

} // namespace heed
