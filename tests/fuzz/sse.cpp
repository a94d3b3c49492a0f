// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Server-sent events: however the bytes are cut, the same events come.
#include "app/provider/ssereader.h"
#include "tests/fuzz/fuzz.h"

#include <QList>

using namespace heed;

namespace {

struct Event {
    QByteArray name{};
    QByteArray data{};
    friend bool operator==(const Event &, const Event &) = default;
};

struct Reading {
    QList<Event> events{};
    bool isOverLimit = false;
    bool isStopped = false;
    friend bool operator==(const Reading &, const Reading &) = default;
};

//! \param most the sink stops the reading after so many events.
Reading read(const QByteArray &bytes, qsizetype piece, qsizetype lineLimit, qsizetype most)
{
    Reading reading;
    SseReader reader(
        [&](QByteArrayView name, QByteArrayView data) {
            HEED_HOLDS(reading.events.size() < most);
            reading.events.append({name.toByteArray(), data.toByteArray()});
            return reading.events.size() < most;
        },
        lineLimit);
    for (qsizetype at = 0; at < bytes.size(); at += piece)
        reader.feed(QByteArrayView(bytes).sliced(at, std::min(piece, bytes.size() - at)));
    reader.end();
    reading.isOverLimit = reader.isOverLimit();
    reading.isStopped = reader.isStopped();
    return reading;
}

void check(const Reading &reading, const QByteArray &bytes)
{
    qsizetype total = 0;
    for (const Event &event : reading.events) {
        HEED_HOLDS(!event.data.isEmpty() && event.data == event.data.trimmed());
        HEED_HOLDS(event.data.front() != ':');
        HEED_HOLDS(!event.data.contains('\r'));
        HEED_HOLDS(!event.name.contains('\r') && !event.name.contains('\n'));
        total += event.data.size();
    }
    HEED_HOLDS(total <= bytes.size());
    HEED_HOLDS(!reading.isOverLimit || reading.isStopped);
}

} // namespace

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray bytes = fuzz::bytesOf(data, size);
    const qsizetype whole = std::max<qsizetype>(1, bytes.size());
    const auto all = [&](qsizetype lineLimit, qsizetype most) {
        const Reading once = read(bytes, whole, lineLimit, most);
        check(once, bytes);
        HEED_HOLDS(read(bytes, 1, lineLimit, most) == once);
        HEED_HOLDS(read(bytes, fuzz::pieceOf(data, size), lineLimit, most) == once);
        return once;
    };
    const Reading full = all(SseReader::defaultLineLimit, 1'000'000);
    HEED_HOLDS(!full.isStopped);
    const Reading narrow = all(24, 1'000'000);
    HEED_HOLDS(narrow.events == full.events.first(narrow.events.size()));
    HEED_HOLDS(narrow.isOverLimit || narrow == full);
    const Reading two = all(SseReader::defaultLineLimit, 2);
    HEED_HOLDS(two.events == full.events.first(std::min<qsizetype>(2, full.events.size())));
    return 0;
}
