// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/provider/providererrors.h"
#include "models/base/result.h"
#include "models/provider/modelrequest.h"

#include <QUrl>

namespace heed {

//! The addresses of one provider, from what the person typed. A plain value.
class Endpoint
{
public:
    //! Takes "localhost:11434", "https://api.example.com/v1/" or an address that ends in the method itself.
    //! The error's text says what is wrong with the address.
    [[nodiscard]] static Result<Endpoint> of(const ProviderChoice &choice);

    [[nodiscard]] QUrl turns() const;                     //!< where a model turn is asked for
    [[nodiscard]] QUrl models() const;                    //!< where models are listed
    [[nodiscard]] QUrl atRoot(const QString &path) const; //!< beside /v1: "/api/ps"
    [[nodiscard]] const QUrl &base() const { return m_base; }
    //! On this machine: 127.0.0.0/8, ::1 or localhost.
    [[nodiscard]] bool isLocal() const;
    [[nodiscard]] QString host() const; //!< with the port where it is not the usual one

private:
    Endpoint(QUrl base, bool anthropic);
    [[nodiscard]] QUrl at(const QString &path) const;
    QUrl m_base;
    bool m_anthropic;
};

} // namespace heed
