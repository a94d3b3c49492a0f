// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/singleinstance.h"

#include "models/base/processlock.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QLocalServer>
#include <QLocalSocket>
#include <QLockFile>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr Milliseconds startWait = std::chrono::seconds(10); // for other starts that are just at this point
constexpr int answerWaitMs = 10'000;         // a window that is just opening on a busy machine
constexpr qint64 longestRequest = 4096;      // bytes
constexpr qsizetype longestSocketPath = 100; // bytes; sun_path of unix(7) holds 108
const QByteArray done = "ok\n";

// A deep folder does not fit into a socket's address.
QString socketIn(const QString &folder)
{
    const QString plain = folder + u"/window.socket"_s;
    if (QFile::encodeName(plain).size() <= longestSocketPath)
        return plain;
    const QByteArray digest =
        QCryptographicHash::hash(folder.toUtf8(), QCryptographicHash::Sha256).toHex().left(32);
    return QDir::tempPath() + u"/heed-"_s + QString::fromLatin1(digest);
}

Error unusable(const QString &folder)
{
    return {Error::Code::Storage,
            SingleInstance::tr("The folder %1 cannot be used. Check who owns it and may write to it.")
                .arg(folder),
            {}};
}

} // namespace

SingleInstance::SingleInstance(const QString &folder, QObject *parent)
    : QObject(parent)
    , m_folder(folder)
    , m_socket(socketIn(folder))
    , m_lock(std::make_unique<QLockFile>(QString(folder + u"/window.lock"_s)))
{
}

SingleInstance::~SingleInstance() = default;

Result<SingleInstance::Role> SingleInstance::claim()
{
    // Held from here until the winner listens: a loser that gets it next finds somebody to talk to.
    QLockFile starting(m_folder + u"/window.starting.lock"_s);
    if (!tryProcessLock(starting, startWait))
        return unusable(m_folder);
    if (tryProcessLock(*m_lock, Milliseconds(0))) {
        QFile::setPermissions(m_lock->fileName(), QFileDevice::ReadOwner | QFileDevice::WriteOwner);
        return listen();
    }
    if (m_lock->error() != QLockFile::LockFailedError)
        return unusable(m_folder);
    starting.unlock();
    return raiseOther();
}

Result<SingleInstance::Role> SingleInstance::listen()
{
    QLocalServer::removeServer(m_socket); // of one that was killed: the lock is ours
    m_server = new QLocalServer(this);
    m_server->setSocketOptions(QLocalServer::UserAccessOption);
    if (!m_server->listen(m_socket))
        return unusable(m_folder);
    connect(m_server, &QLocalServer::newConnection, this, &SingleInstance::serve);
    return Role::First;
}

void SingleInstance::serve()
{
    while (QLocalSocket *peer = m_server->nextPendingConnection()) {
        peer->setReadBufferSize(longestRequest);
        connect(peer, &QLocalSocket::disconnected, peer, &QObject::deleteLater);
        const auto take = [this, peer] {
            if (!peer->canReadLine()) {
                if (peer->bytesAvailable() >= longestRequest)
                    peer->abort();
                return;
            }
            const QByteArray line = peer->readLine().trimmed();
            peer->write(done);
            peer->flush(); // also when raising ends this program
            peer->disconnectFromServer();
            if (line == "raise" || line.startsWith("raise "))
                Q_EMIT raiseAsked(line.mid(6));
        };
        connect(peer, &QLocalSocket::readyRead, this, take);
        take(); // what came before we listened
    }
}

Result<SingleInstance::Role> SingleInstance::raiseOther()
{
    QLocalSocket socket;
    socket.connectToServer(m_socket);
    const QByteArray token = qgetenv("XDG_ACTIVATION_TOKEN").simplified();
    if (socket.waitForConnected(answerWaitMs)) {
        socket.write(
            QByteArray(token.isEmpty() ? QByteArray("raise\n") : QByteArray("raise " + token + '\n')));
        while (!socket.canReadLine() && socket.waitForReadyRead(answerWaitMs)) {
        }
        if (socket.readLine() == done)
            return Role::Raised;
    }
    qint64 pid = 0;
    QString host;
    QString program;
    m_lock->getLockInfo(&pid, &host, &program);
    return Error{
        Error::Code::Conflict,
        tr("Heed is running already (process %1) but does not answer. End that process and try again.")
            .arg(pid),
        {}};
}

} // namespace heed
