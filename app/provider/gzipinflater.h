// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <functional>
#include <memory>

namespace heed {

//! Inflates gzip or zlib bytes as they come, so that a compressed stream is still a stream. Any one thread.
class GzipInflater
{
public:
    GzipInflater();
    ~GzipInflater();
    Q_DISABLE_COPY_MOVE(GzipInflater)

    //! Gives what these bytes inflate to in pieces of at most 64 KiB; the sink returns false to stop.
    //! \return false when the bytes are not gzip (nothing more can be read then).
    bool feed(QByteArrayView bytes, const std::function<bool(QByteArrayView)> &sink);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace heed
