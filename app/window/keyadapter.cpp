// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/keyadapter.h"

#include "app/desktop/keychain.h"
#include "app/keyring.h"

namespace heed {

namespace {

Keychain::Place placeOf(KeyPort::Place place)
{
    switch (place) {
    case KeyPort::Place::Keychain:
        return Keychain::Place::System;
    case KeyPort::Place::ThisRun:
        return Keychain::Place::ThisRun;
    case KeyPort::Place::File:
        return Keychain::Place::File;
    }
    return Keychain::Place::System;
}

} // namespace

KeyAdapter::KeyAdapter(Keychain &keychain, KeyRing &ring, const QString &file, QObject *parent)
    : KeyPort(parent)
    , m_keychain(keychain)
    , m_ring(ring)
    , m_file(file)
{
}

void KeyAdapter::look(const ProviderChoice &choice)
{
    if (!choice.keyFrom.isEmpty()) {
        const bool isSet = !qEnvironmentVariableIsEmpty(choice.keyFrom.toUtf8().constData());
        Q_EMIT looked(choice, isSet ? State::VariableSet : State::VariableMissing);
        return;
    }
    m_keychain.read(keyAccount(choice), this, [this, choice](const Result<QString> &key) {
        Q_EMIT looked(choice, key && !key->isEmpty() ? State::Kept : State::None);
    });
}

void KeyAdapter::keep(const ProviderChoice &choice, const QString &key, Place place)
{
    m_keychain.write(keyAccount(choice), key, placeOf(place), this,
                     [this, choice](const Result<Done> &written) {
                         if (!written) {
                             Q_EMIT refused(choice, written.error());
                             return;
                         }
                         m_ring.forget(choice); // what was fetched before
                         look(choice);
                     });
}

void KeyAdapter::forget(const ProviderChoice &choice)
{
    m_keychain.remove(keyAccount(choice), this, [this, choice](const Result<Done> &removed) {
        m_ring.forget(choice);
        if (!removed)
            Q_EMIT refused(choice, removed.error());
        else
            look(choice);
    });
}

} // namespace heed
