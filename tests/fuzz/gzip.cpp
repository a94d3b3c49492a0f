// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// A compressed stream: however the bytes are cut, the same comes out, and no more than was asked for.
#include "app/provider/gzipinflater.h"
#include "tests/fuzz/fuzz.h"

using namespace heed;

namespace {

struct Reading {
    QByteArray bytes{};
    bool isGzip = true;
    friend bool operator==(const Reading &, const Reading &) = default;
};

constexpr qsizetype most = 200'000; // a few bytes can become a thousand times as many

Reading read(const QByteArray &bytes, qsizetype piece)
{
    Reading reading;
    GzipInflater inflater;
    bool isFull = false;
    for (qsizetype at = 0; at < bytes.size() && reading.isGzip && !isFull; at += piece) {
        reading.isGzip = inflater.feed(QByteArrayView(bytes).sliced(at, std::min(piece, bytes.size() - at)),
                                       [&](QByteArrayView inflated) {
                                           HEED_HOLDS(!isFull && inflated.size() <= 65'536);
                                           reading.bytes.append(inflated);
                                           isFull = reading.bytes.size() > most;
                                           return !isFull;
                                       });
    }
    return reading;
}

} // namespace

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray bytes = fuzz::bytesOf(data, size);
    const Reading once = read(bytes, std::max<qsizetype>(1, bytes.size()));
    if (once.bytes.size() > most)
        return 0; // where a full reading stops depends on the pieces
    HEED_HOLDS(read(bytes, 1) == once);
    HEED_HOLDS(read(bytes, fuzz::pieceOf(data, size)) == once);
    return 0;
}
