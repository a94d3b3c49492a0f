// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/keychain.h"

#include <QHash>

namespace heed {

//! The keychain of the desktop through QtKeychain; besides, keys for this run, and a file of mode 0600 for
//! those who have no keychain and agree to it. Lives in the main thread; its functions may be called from
//! any.
class SystemKeychain final : public Keychain
{
    Q_OBJECT
public:
    //! \param file where keys go that the person wants in a file; made only then.
    explicit SystemKeychain(const QString &file, QObject *parent = nullptr);

    void read(const QString &account, QObject *context, const Then<QString> &then) override;
    void write(const QString &account, const QString &key, Place place, QObject *context,
               const Then<Done> &then) override;
    void remove(const QString &account, QObject *context, const Then<Done> &then) override;

private:
    using Told = std::function<void(Result<QString>)>;
    void readHere(const QString &account, const Told &told);
    void writeHere(const QString &account, const QString &key, Place place,
                   const std::function<void(Result<Done>)> &told);
    void removeHere(const QString &account, const std::function<void(Result<Done>)> &told);
    [[nodiscard]] QHash<QString, QString> readFile() const;
    [[nodiscard]] Result<Done> writeFile(const QHash<QString, QString> &keys) const;

    QString m_file;
    QHash<QString, QString> m_thisRun{};
};

} // namespace heed
