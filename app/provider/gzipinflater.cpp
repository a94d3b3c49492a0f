// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/provider/gzipinflater.h"

#include <array>
#include <zlib.h>

namespace heed {

namespace {
constexpr int anyHeader = MAX_WBITS + 32; // zlib manual, inflateInit2: detect zlib and gzip headers
constexpr size_t pieceSize = 64 * 1024;
} // namespace

struct GzipInflater::State {
    z_stream stream{};
    bool ok = false;
};

GzipInflater::GzipInflater()
    : m_state(std::make_unique<State>())
{
    m_state->ok = inflateInit2(&m_state->stream, anyHeader) == Z_OK;
}

GzipInflater::~GzipInflater()
{
    inflateEnd(&m_state->stream);
}

bool GzipInflater::feed(QByteArrayView bytes, const std::function<bool(QByteArrayView)> &sink)
{
    z_stream &z = m_state->stream;
    std::array<Bytef, pieceSize> piece;
    // zlib does not write to next_in; its type is older than const.
    z.next_in = const_cast<Bytef *>(reinterpret_cast<const Bytef *>(bytes.data()));
    z.avail_in = uInt(bytes.size());
    while (m_state->ok) {
        z.next_out = piece.data();
        z.avail_out = uInt(piece.size());
        const int code = inflate(&z, Z_SYNC_FLUSH);
        const qsizetype made = qsizetype(piece.size() - z.avail_out);
        if (made > 0 && !sink(QByteArrayView(piece.data(), made)))
            return true;
        if (code == Z_STREAM_END) {
            if (z.avail_in == 0)
                return true;
            m_state->ok = inflateReset(&z) == Z_OK; // a second gzip member follows
            continue;
        }
        if (code == Z_BUF_ERROR || (code == Z_OK && z.avail_in == 0 && z.avail_out > 0))
            return true; // wants more bytes
        m_state->ok = code == Z_OK;
    }
    return false;
}

} // namespace heed
