// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <functional>

namespace heed {

//! Server-sent events from bytes that may be cut anywhere.
//!
//! CR, LF and CRLF end a line; one byte order mark at the very start is dropped; comments, `id`, `retry`
//! and unknown fields are ignored; data lines of one event are joined with LF; an event without data, or
//! whose data starts with ":" (a proxy's keep-alive), is skipped. Beyond the standard: an event at the end
//! without its empty line still counts, `error: …` is an event named error, and a line that is bare JSON is
//! an event of its own. Bytes are decoded by nobody here, so no character can be cut. Any one thread.
class SseReader
{
public:
    static constexpr qsizetype defaultLineLimit = 16 * 1024 * 1024; // book 3.6

    //! Gets each event's name (mostly empty) and data; valid only during the call. Returns false to stop
    //! reading.
    using Sink = std::function<bool(QByteArrayView name, QByteArrayView data)>;
    explicit SseReader(Sink sink, qsizetype lineLimit = defaultLineLimit);

    void feed(QByteArrayView bytes);
    //! No more bytes come: delivers what is still open.
    void end();
    //! A line or the data of one event grew over the limit; nothing more is read.
    [[nodiscard]] bool isOverLimit() const { return m_overLimit; }
    //! The sink or the limit has ended reading.
    [[nodiscard]] bool isStopped() const { return m_stopped; }

private:
    void line(QByteArrayView bytes);
    void field(QByteArrayView name, QByteArrayView value);
    void dispatch();

    Sink m_sink;
    qsizetype m_lineLimit;
    QByteArray m_partial{};
    QByteArray m_name{};
    QByteArray m_data{};
    bool m_hasData = false;
    bool m_first = true;
    bool m_skipLf = false;
    bool m_overLimit = false;
    bool m_stopped = false;
};

} // namespace heed
