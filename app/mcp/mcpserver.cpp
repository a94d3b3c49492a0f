// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mcp/mcpserver.h"

using namespace Qt::StringLiterals;

namespace heed {

Q_LOGGING_CATEGORY(lcMcp, "heed.mcp")

namespace {
constexpr Milliseconds closingTime = std::chrono::seconds(3); // hosts kill a server that is slow to go
} // namespace

McpServer::McpServer(Workshop &workshop, const SendLine &send, QObject *parent)
    : QObject(parent)
    , m_send(send)
    , m_threads(workshop)
    , m_legacy(m_threads, send)
    , m_modern(m_threads, send)
{
}

void McpServer::takeLine(const QByteArray &line)
{
    if (line.trimmed().isEmpty() || m_stopping)
        return;
    const auto read = jsonrpc::read(line);
    if (const auto *failure = std::get_if<QJsonObject>(&read)) {
        m_send(*failure);
        return;
    }
    const auto &message = std::get<jsonrpc::Message>(read);
    switch (message.kind) {
    case jsonrpc::Message::Kind::Request:
        ModernWire::isModern(message) ? m_modern.take(message) : m_legacy.take(message);
        break;
    case jsonrpc::Message::Kind::Notification: // says nothing of its era; each knows its own requests
        m_legacy.take(message);
        m_modern.take(message);
        break;
    case jsonrpc::Message::Kind::Response:
        m_legacy.take(message);
        break;
    }
}

void McpServer::refuseLongLine(qsizetype limit)
{
    m_send(jsonrpc::tooLong(limit));
}

void McpServer::stop()
{
    if (std::exchange(m_stopping, true))
        return;
    m_legacy.close();
    m_modern.close();
    m_threads.alarms().after(closingTime, this, [this] { end(); });
    m_threads.stop([this] { end(); });
}

void McpServer::end()
{
    if (!std::exchange(m_ended, true))
        Q_EMIT ended();
}

} // namespace heed
