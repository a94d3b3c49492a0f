// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/api/apifile.h"
#include "app/api/apiroom.h"

#include <QObject>
#include <memory>

class QThread;

namespace heed {

//! The API of this process (book 4): while it lives, it is served on loopback, and api.json says where.
//!
//! \par Threads
//! Made, used and destroyed in its owner's thread; owns the thread "server", where every socket lives. That
//! one should run without GLib's event loop, which takes twice the time for a thousand sockets:
//! QT_NO_THREADED_GLIB, set before any thread starts.
class ApiServer final : public QObject
{
    Q_OBJECT
public:
    struct Parts {
        Replies &replies;          //!< outlives this
        const Clock &clock;        //!< outlives this
        QString folder{};          //!< where api.json goes
        quint16 port = 0;          //!< 0: any
        ProviderChoice provider{}; //!< for chats that are made with a model of their own
        PrepareProvider prepare{}; //!< outlives this in what it refers to
        ApiLimits limits{};
    };
    //! Listens when it returns. Conflict: another process serves here; Network: the port cannot be used;
    //! Storage: api.json cannot be written.
    [[nodiscard]] static Result<std::unique_ptr<ApiServer>> start(const Parts &parts);
    ~ApiServer() override;

    [[nodiscard]] quint16 port() const { return m_port; }
    void setProvider(const ProviderChoice &provider);
    //! Another token from now on: streams and companions of the old one are ended. Storage: nothing changed.
    [[nodiscard]] Result<Done> rollToken();

private:
    ApiServer(std::unique_ptr<ApiFile> file, quint16 port);
    void run(std::unique_ptr<HttpListener> listener, const Parts &parts, const QByteArray &token);
    template <typename Call>
    void post(Call call); //!< runs in the server thread

    std::unique_ptr<ApiFile> m_file;
    quint16 m_port;
    QThread *m_thread;
    std::unique_ptr<QObject> m_post = std::make_unique<QObject>(); //!< in the server thread
    ApiRoom *m_room = nullptr; //!< lives in, and is touched only by, the server thread
};

} // namespace heed
