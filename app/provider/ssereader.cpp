// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/provider/ssereader.h"

#include <cstring>

namespace heed {

namespace {

//! The first CR or LF; -1 when there is none. Two memchr are faster than a loop over a predicate.
qsizetype lineEnd(QByteArrayView bytes)
{
    if (bytes.isEmpty())
        return -1;
    const auto at = [&bytes](char c, qsizetype within) -> qsizetype {
        const void *hit = within > 0 ? std::memchr(bytes.data(), c, size_t(within)) : nullptr;
        return hit ? static_cast<const char *>(hit) - bytes.data() : -1;
    };
    const qsizetype lf = at('\n', bytes.size());
    const qsizetype cr = at('\r', lf < 0 ? bytes.size() : lf);
    return cr >= 0 ? cr : lf;
}

} // namespace

SseReader::SseReader(Sink sink, qsizetype lineLimit)
    : m_sink(std::move(sink))
    , m_lineLimit(lineLimit)
{
}

void SseReader::feed(QByteArrayView bytes)
{
    while (!bytes.isEmpty() && !m_stopped) {
        if (m_skipLf) {
            m_skipLf = false;
            if (bytes.front() == '\n') {
                bytes = bytes.sliced(1);
                continue;
            }
        }
        const qsizetype end = lineEnd(bytes);
        if (m_partial.size() + (end < 0 ? bytes.size() : end) > m_lineLimit) {
            m_overLimit = m_stopped = true;
            return;
        }
        if (end < 0) {
            m_partial.append(bytes);
            return;
        }
        m_skipLf = bytes[end] == '\r';
        if (m_partial.isEmpty()) {
            line(bytes.first(end));
        } else {
            m_partial.append(bytes.first(end));
            const QByteArray whole = std::exchange(m_partial, {});
            line(whole);
        }
        bytes = bytes.sliced(end + 1);
    }
}

void SseReader::end()
{
    if (m_stopped)
        return;
    if (!m_partial.isEmpty()) {
        const QByteArray last = std::exchange(m_partial, {});
        line(last);
    }
    dispatch();
}

void SseReader::line(QByteArrayView bytes)
{
    if (m_first) {
        m_first = false;
        if (bytes.startsWith("\xEF\xBB\xBF"))
            bytes = bytes.sliced(3);
    }
    if (bytes.isEmpty()) {
        dispatch();
        return;
    }
    if (bytes.front() == ':')
        return;
    if (bytes.front() == '{') {
        dispatch();
        m_data = bytes.toByteArray();
        m_hasData = true;
        dispatch();
        return;
    }
    const qsizetype colon = bytes.indexOf(':');
    if (colon < 0) {
        field(bytes, {});
        return;
    }
    QByteArrayView value = bytes.sliced(colon + 1);
    if (value.startsWith(' '))
        value = value.sliced(1);
    field(bytes.first(colon), value);
}

void SseReader::field(QByteArrayView name, QByteArrayView value)
{
    if (name == "event") {
        m_name = value.toByteArray();
        return;
    }
    if (name == "error" && !value.isEmpty())
        m_name = "error";
    else if (name != "data")
        return;
    if (m_data.size() + value.size() > m_lineLimit) {
        m_overLimit = m_stopped = true;
        return;
    }
    if (m_hasData)
        m_data.append('\n');
    m_data.append(value);
    m_hasData = true;
}

void SseReader::dispatch()
{
    const QByteArray name = std::exchange(m_name, {});
    const QByteArray data = std::exchange(m_data, {});
    m_hasData = false;
    const QByteArrayView bare = QByteArrayView(data).trimmed();
    if (m_stopped || bare.isEmpty() || bare.front() == ':')
        return;
    m_stopped = !m_sink(name, bare);
}

} // namespace heed
