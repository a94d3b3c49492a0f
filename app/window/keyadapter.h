// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/settings/keyport.h"

namespace heed {

class Keychain;
class KeyRing;

//! The settings dialog's way to the keychain. A key passes through and stays nowhere here. Lives in the main
//! thread.
class KeyAdapter final : public KeyPort
{
    Q_OBJECT
public:
    //! \param file where \a keychain keeps keys that the person wants in a file, for people. Keychain and
    //! ring outlive this.
    KeyAdapter(Keychain &keychain, KeyRing &ring, const QString &file, QObject *parent = nullptr);

    void look(const ProviderChoice &choice) override;
    void keep(const ProviderChoice &choice, const QString &key, Place place) override;
    void forget(const ProviderChoice &choice) override;
    [[nodiscard]] QString keyFile() const override { return m_file; }

private:
    Keychain &m_keychain;
    KeyRing &m_ring;
    QString m_file;
};

} // namespace heed
