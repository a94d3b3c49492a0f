// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"
#include "models/provider/modelrequest.h"

#include <QObject>

namespace heed {

//! The keys of providers, as the settings dialog handles them: it hands one in and is told whether there is
//! one, and never gets one back. A port that the program implements. GUI thread; answers come through
//! signals.
class KeyPort : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    enum class Place {
        Keychain, //!< the desktop's
        ThisRun,  //!< nowhere but in this process
        File,     //!< a file of mode 0600, when the person chose that
    };
    enum class State {
        Unknown,
        None,
        Kept,            //!< in one of the places
        VariableSet,     //!< the environment variable holds something
        VariableMissing, //!< it does not exist in this run, or is empty
    };

    //! Asks whether there is a key for a choice; looked() tells.
    virtual void look(const heed::ProviderChoice &choice) = 0;
    virtual void keep(const heed::ProviderChoice &choice, const QString &key, heed::KeyPort::Place place) = 0;
    //! Forgets it in every place.
    virtual void forget(const heed::ProviderChoice &choice) = 0;
    //! The file of Place::File, for people.
    [[nodiscard]] virtual QString keyFile() const = 0;

Q_SIGNALS:
    //! Also after keep() and forget().
    void looked(const heed::ProviderChoice &choice, heed::KeyPort::State state);
    void refused(const heed::ProviderChoice &choice, const heed::Error &error);
};

} // namespace heed
