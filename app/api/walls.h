// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/api/httpmessage.h"

#include <optional>

namespace heed {

//! Who may call (book 4.3): only somebody who read the token from the person's own files, on this machine,
//! and no page in a browser. Pure but for the token; lives in the server thread.
class Walls
{
public:
    explicit Walls(const QByteArray &token)
        : m_token(token)
    {
    }
    //! The old token opens nothing any more.
    void setToken(const QByteArray &token) { m_token = token; }

    //! Nothing: come in.
    [[nodiscard]] std::optional<HttpAnswer> check(const HttpRequest &head) const;

private:
    QByteArray m_token;
};

//! 32 bytes of the system's random source, as 64 hexadecimal digits.
[[nodiscard]] QByteArray newToken();

//! Takes as long for a near miss as for a far one, so that the time tells nothing about the token.
[[nodiscard]] bool isSameToken(const QByteArray &given, const QByteArray &token);

} // namespace heed
