// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/api/apifile.h"

#include "models/base/processlock.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QSaveFile>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

struct ApiFileText {
    Q_DECLARE_TR_FUNCTIONS(heed::ApiFile)
};

} // namespace

ApiFile::ApiFile(const QString &folder)
    : m_file(folder + u"/api.json"_s)
    , m_lock(std::make_unique<QLockFile>(QString(folder + u"/api.lock"_s)))
{
}

ApiFile::~ApiFile()
{
    if (m_claimed)
        QFile::remove(m_file);
}

Result<Done> ApiFile::claim()
{
    if (tryProcessLock(*m_lock, Milliseconds(0))) {
        m_claimed = true;
        QFile::setPermissions(m_lock->fileName(), QFileDevice::ReadOwner | QFileDevice::WriteOwner);
        QFile::remove(m_file); // of one that was killed: its port may be anybody's by now
        return Done{};
    }
    if (m_lock->error() != QLockFile::LockFailedError)
        return Error{Error::Code::Storage,
                     ApiFileText::tr("The file %1 cannot be written. Check who owns its folder.").arg(m_file),
                     {}};
    qint64 pid = 0;
    QString host;
    QString program;
    m_lock->getLockInfo(&pid, &host, &program);
    return Error{Error::Code::Conflict,
                 ApiFileText::tr("Another Heed (process %1) serves the API already; %2 says where.")
                     .arg(pid)
                     .arg(m_file),
                 {}};
}

Result<Done> ApiFile::write(quint16 port, const QByteArray &token)
{
    const QJsonObject json{{u"port"_s, port},
                           {u"url"_s, u"http://127.0.0.1:%1"_s.arg(port)},
                           {u"token"_s, QString::fromLatin1(token)},
                           {u"process"_s, QCoreApplication::applicationPid()}};
    QSaveFile file(m_file);
    const bool written =
        file.open(QIODevice::WriteOnly) &&
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner) && // before the token is in it
        file.write(QJsonDocument(json).toJson(QJsonDocument::Compact) + '\n') > 0 && file.commit();
    if (!written)
        return Error{
            Error::Code::Storage,
            ApiFileText::tr("The file %1 cannot be written. Make room, or check who owns its folder.")
                .arg(m_file),
            file.errorString()};
    return Done{};
}

} // namespace heed
