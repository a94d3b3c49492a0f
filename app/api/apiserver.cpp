// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/apiserver.h"

#include <QThread>

namespace heed {

Result<std::unique_ptr<ApiServer>> ApiServer::start(const Parts &parts)
{
    auto file = std::make_unique<ApiFile>(parts.folder);
    if (const auto claimed = file->claim(); !claimed)
        return claimed.error();
    allowManyConnections();
    auto listener = std::make_unique<HttpListener>();
    if (const auto bound = listener->bind(parts.port); !bound)
        return bound.error();
    const QByteArray token = newToken();
    if (const auto written = file->write(listener->serverPort(), token); !written)
        return written.error();
    auto server = std::unique_ptr<ApiServer>(new ApiServer(std::move(file), listener->serverPort()));
    server->run(std::move(listener), parts, token);
    return server;
}

ApiServer::ApiServer(std::unique_ptr<ApiFile> file, quint16 port)
    : m_file(std::move(file))
    , m_port(port)
    , m_thread(new QThread(this))
{
    m_thread->setObjectName(QStringLiteral("server"));
}

void ApiServer::run(std::unique_ptr<HttpListener> listener, const Parts &parts, const QByteArray &token)
{
    listener->moveToThread(m_thread);
    m_post->moveToThread(m_thread);
    // Sockets, alarms and turns must be born in the thread that they live in.
    connect(
        m_thread, &QThread::started, m_thread,
        [this, listener = listener.release(), &replies = parts.replies, &clock = parts.clock,
         prepare = parts.prepare, limits = parts.limits, provider = parts.provider, token] {
            m_room = new ApiRoom(listener, replies, clock, prepare, limits, token);
            m_room->setProvider(provider);
        },
        Qt::DirectConnection);
    m_thread->start();
}

ApiServer::~ApiServer()
{
    m_file.reset(); // nobody new is shown the way
    post([this] {
        delete std::exchange(m_room, nullptr);
        m_thread->quit();
    });
    m_thread->wait();
}

template <typename Call>
void ApiServer::post(Call call)
{
    QMetaObject::invokeMethod(m_post.get(), std::move(call), Qt::QueuedConnection);
}

void ApiServer::setProvider(const ProviderChoice &provider)
{
    post([this, provider] { m_room->setProvider(provider); });
}

Result<Done> ApiServer::rollToken()
{
    const QByteArray token = newToken();
    if (const auto written = m_file->write(m_port, token); !written)
        return written;
    post([this, token] { m_room->setToken(token); });
    return Done{};
}

} // namespace heed
