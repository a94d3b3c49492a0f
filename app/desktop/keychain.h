// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"
#include "models/provider/modelrequest.h"

#include <QObject>
#include <functional>

namespace heed {

//! Where API keys are kept when no environment variable holds them. A port: tests bring their own.
//!
//! All functions return at once and are called in the thread of their \a context; `then` runs back there, and
//! not at all when the context has died. Nothing of a key is ever in an error or a log.
class Keychain : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    enum class Place {
        System,  //!< the desktop's keychain
        ThisRun, //!< this process only
        File,    //!< a file of mode 0600, only when the person agreed to that
    };
    template <typename T>
    using Then = std::function<void(Result<T>)>;

    //! NotFound: there is no key for this account, in none of the places.
    virtual void read(const QString &account, QObject *context, const Then<QString> &then) = 0;
    //! Refused: there is no keychain service, or it said no; the text says what else can be done.
    virtual void write(const QString &account, const QString &key, Place place, QObject *context,
                       const Then<Done> &then) = 0;
    //! Forgets it in every place.
    virtual void remove(const QString &account, QObject *context, const Then<Done> &then) = 0;
};

//! The name under which a provider's key is kept. It holds the host, so that a key is never sent to another
//! one.
[[nodiscard]] QString keyAccount(const ProviderChoice &choice);

} // namespace heed
