// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"

#include <QTcpServer>

class QTcpSocket;

namespace heed {

//! Accepts connections on loopback and hands them over. Made and bound by whoever starts the API, so that a
//! port that is taken is known at once; then moved to the server thread.
class HttpListener final : public QTcpServer
{
    Q_OBJECT
public:
    static constexpr int backlog = 1024; //!< with Qt's 50, a thousand clients take ten seconds to come in

    explicit HttpListener(QObject *parent = nullptr);
    //! \param wanted 0: any. Network: the port is taken, or not for us.
    [[nodiscard]] Result<Done> bind(quint16 wanted);

Q_SIGNALS:
    void accepted(QTcpSocket *socket); //!< the receiver's

protected:
    void incomingConnection(qintptr descriptor) override;
};

//! Lets this process have as many open files as the connections of an API may need.
void allowManyConnections();

} // namespace heed
