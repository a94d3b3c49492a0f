// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/base/return.h"

#include <QThread>

namespace heed {

namespace {
std::shared_ptr<QObject> relayOfThisThread()
{
    // Kept by every Return too, so that a call from another thread never meets a relay that is gone.
    thread_local const std::shared_ptr<QObject> relay = std::make_shared<QObject>();
    return relay;
}
} // namespace

Return::Return(QObject *context)
    : m_relay(relayOfThisThread())
    , m_context(context)
{
    Q_ASSERT(!context || context->thread() == QThread::currentThread());
}

void Return::post(std::function<void()> call) const
{
    QMetaObject::invokeMethod(
        m_relay.get(),
        [context = m_context, call = std::move(call)] {
            if (context)
                call();
        },
        Qt::QueuedConnection);
}

} // namespace heed
