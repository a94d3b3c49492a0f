// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/channel/processwatch.h"

#include "models/base/process.h"

#include <QSocketNotifier>

#ifdef Q_OS_LINUX
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace heed {

namespace {

#ifdef Q_OS_LINUX

int openProcess(qint64 process)
{
    return int(::syscall(SYS_pidfd_open, pid_t(process), 0)); // close-on-exec by itself
}

void closeProcess(int descriptor)
{
    ::close(descriptor);
}

#else

int openProcess(qint64)
{
    return -1;
}

void closeProcess(int)
{
}

#endif

} // namespace

struct ProcessWatch::Watched {
    int descriptor = -1;
    std::unique_ptr<QSocketNotifier> notifier{};

    Watched() = default;
    ~Watched()
    {
        notifier.reset(); // before what it looks at
        if (descriptor >= 0)
            closeProcess(descriptor);
    }
    Q_DISABLE_COPY_MOVE(Watched)
};

ProcessWatch::ProcessWatch(QObject *parent)
    : QObject(parent)
{
}

ProcessWatch::~ProcessWatch() = default;

void ProcessWatch::watch(const QString &process)
{
    if (m_watched.contains(process))
        return;
    auto &watched = m_watched[process];
    watched = std::make_shared<Watched>();
    watched->descriptor = openProcess(process.section(u':', 0, 0).toLongLong());
    const auto tell = [this, process] {
        if (m_watched.contains(process)) {
            forget(process);
            Q_EMIT ended(process);
        }
    };
    // After the descriptor is there: the number may have gone to another process before.
    if (!isProcessAlive(process)) {
        QMetaObject::invokeMethod(this, tell, Qt::QueuedConnection);
        return;
    }
    if (watched->descriptor < 0)
        return;
    watched->notifier = std::make_unique<QSocketNotifier>(watched->descriptor, QSocketNotifier::Read);
    // Later: a notifier must not be destroyed from inside its signal.
    connect(watched->notifier.get(), &QSocketNotifier::activated, this, [this, process, tell] {
        if (const auto found = m_watched.find(process); found != m_watched.end() && found->second->notifier)
            found->second->notifier->setEnabled(false);
        QMetaObject::invokeMethod(this, tell, Qt::QueuedConnection);
    });
}

void ProcessWatch::forget(const QString &process)
{
    m_watched.erase(process);
}

QStringList ProcessWatch::watched() const
{
    QStringList names;
    for (const auto &[process, watched] : m_watched)
        names.append(process);
    return names;
}

} // namespace heed
