// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/mcp/legacywire.h"
#include "app/mcp/modernwire.h"

namespace heed {

//! Heed as an MCP server (book 7.3): reads messages, a line each, and gives every one to the wire of its era.
//! Nothing is opened or written before a call needs it. Lives in the main thread.
class McpServer final : public QObject
{
    Q_OBJECT
public:
    //! \param workshop outlives this. \param send writes one message as a line.
    McpServer(Workshop &workshop, const SendLine &send, QObject *parent = nullptr);

    void takeLine(const QByteArray &line);
    //! A line was dropped because it was longer than this many bytes.
    void refuseLongLine(qsizetype limit);
    //! Nobody is there any more: what waits and is not parked is withdrawn. ended() follows, soon in any
    //! case.
    void stop();

    [[nodiscard]] Threads &threads() { return m_threads; }

Q_SIGNALS:
    void ended();

private:
    void end();

    SendLine m_send;
    Threads m_threads;
    LegacyWire m_legacy;
    ModernWire m_modern;
    bool m_stopping = false;
    bool m_ended = false;
};

} // namespace heed
