// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/logfile.h"

#include <QDir>
#include <atomic>
#include <utility>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr qsizetype longestLine = 2000; // characters

// Qt's message handler is a plain function: it finds the one log here.
std::atomic<LogFile *> current = nullptr;
QtMessageHandler former = nullptr;

void handle(QtMsgType type, const QMessageLogContext &context, const QString &message)
{
    if (LogFile *log = current.load())
        log->write(type, context.category, message);
    if (former)
        former(type, context, message);
}

const char *levelName(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg:
        return "debug";
    case QtInfoMsg:
        return "info";
    case QtWarningMsg:
        return "warning";
    case QtCriticalMsg:
        return "error";
    case QtFatalMsg:
        return "fatal";
    }
    return "";
}

} // namespace

LogFile::LogFile(const QString &folder, const Clock &clock)
    : m_clock(clock)
    , m_file(folder + u"/heed.log"_s)
{
    const bool isNew = !QFileInfo::exists(folder);
    QDir().mkpath(folder);
    if (isNew)
        QFile::setPermissions(folder,
                              QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    std::ignore = m_file.open(QIODevice::WriteOnly | QIODevice::Append,
                              QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    Q_ASSERT_X(!current.load(), "LogFile", "one at a time");
    current = this;
    former = qInstallMessageHandler(handle);
}

LogFile::~LogFile()
{
    qInstallMessageHandler(former);
    current = nullptr;
}

void LogFile::write(QtMsgType type, const char *category, const QString &message)
{
    QString text = message.left(longestLine);
    text.replace(u'\n', u' ').replace(u'\r', u' ');
    const QDateTime at = QDateTime::fromMSecsSinceEpoch(m_clock.wallMs(), Qt::UTC);
    const QString line = at.toString(Qt::ISODateWithMs) + u' ' + QString::fromLatin1(levelName(type)) + u' ' +
                         QString::fromLatin1(category) + u' ' + text + u'\n';
    // A file that fails says so through a message of its own, which would come back here.
    thread_local bool isWriting = false;
    if (std::exchange(isWriting, true))
        return;
    {
        const QMutexLocker lock(&m_mutex);
        if (m_file.isOpen() && m_file.size() >= sizeLimit)
            rotate();
        if (m_file.isOpen()) {
            m_file.write(line.toUtf8());
            m_file.flush();
        }
    }
    isWriting = false;
}

void LogFile::rotate()
{
    const QString name = m_file.fileName();
    m_file.close();
    for (int n = kept - 1; n >= 1; --n) {
        const QString older = name + u'.' + QString::number(n);
        const QString newer = n == 1 ? name : QString(name + u'.' + QString::number(n - 1));
        QFile::remove(older);
        QFile::rename(newer, older);
    }
    std::ignore = m_file.open(QIODevice::WriteOnly | QIODevice::Append,
                              QFileDevice::ReadOwner | QFileDevice::WriteOwner);
}

} // namespace heed
