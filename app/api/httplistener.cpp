// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/httplistener.h"

#include "app/api/clientsocket.h"

#include <QTimer>
#include <algorithm>
#include <sys/resource.h>

namespace heed {

namespace {

constexpr rlim_t filesWanted =
    4096; // 1,024 connections, and what else is open; many systems start with 1,024
constexpr std::chrono::seconds breath(1);

} // namespace

HttpListener::HttpListener(QObject *parent)
    : QTcpServer(parent)
{
    setListenBacklogSize(backlog);
    // Qt stops accepting when no file can be opened any more; others close some.
    connect(this, &QTcpServer::acceptError, this,
            [this] { QTimer::singleShot(breath, this, &QTcpServer::resumeAccepting); });
}

Result<Done> HttpListener::bind(quint16 wanted)
{
    if (listen(QHostAddress::LocalHost, wanted))
        return Done{};
    return Error{Error::Code::Network,
                 tr("Port %1 cannot be used for the API; perhaps another program has it. Choose another with "
                    "\"heed config set api.port NUMBER\"; 0 takes any that is free.")
                     .arg(wanted),
                 errorString()};
}

void HttpListener::incomingConnection(qintptr descriptor)
{
    auto *socket = new ClientSocket(this);
    if (socket->setSocketDescriptor(descriptor))
        Q_EMIT accepted(socket);
    else
        delete socket;
}

void allowManyConnections()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= filesWanted)
        return;
    limit.rlim_cur = std::min(filesWanted, limit.rlim_max);
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

} // namespace heed
