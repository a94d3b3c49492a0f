// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/api/httpmessage.h"

#include <QByteArrayView>
#include <memory>
#include <optional>

namespace heed {

//! Reads one request out of bytes. The grammar is Boost.Beast's, which is known to this class's source alone;
//! it refuses what two readers could take for different things: both lengths at once, a bare line feed, a
//! negative length. One thread.
class HttpParser
{
public:
    static constexpr quint32 headerLimit = 16 * 1024;      //!< bytes, first line included (book 4.3)
    static constexpr quint64 bodyLimit = quint64(1) << 20; //!< bytes (book 4.3)

    enum class State {
        Head,     //!< more bytes are needed for the head
        Body,     //!< the head can be read, the body is still to come
        Complete, //!< nothing more is taken: what follows is the next request
        Failed,   //!< not HTTP, or too large; refusal() says which
    };

    HttpParser();
    ~HttpParser();

    //! Takes bytes and says how many; the others have to come again, with more behind them. Stops after the
    //! head, so that it can be judged before the body is read.
    [[nodiscard]] qsizetype feed(QByteArrayView bytes);
    [[nodiscard]] State state() const;
    //! Whether the first byte has come.
    [[nodiscard]] bool hasBegun() const;
    //! Everything but the body once the head was read; all of it once it is complete.
    [[nodiscard]] const HttpRequest &request() const;
    //! For a failed one: what to answer before the connection is closed.
    [[nodiscard]] HttpAnswer refusal() const;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace heed
