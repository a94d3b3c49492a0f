// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <functional>
#include <memory>

namespace heed {

//! Brings a callback back to the thread that asked, whether or not the asking object still lives.
//!
//! Posting to the object itself would touch it from another thread while it may be dying. A Return posts to
//! a relay object of the thread instead, and looks at the object only there.
//! Made in the thread of \a context; called from any thread.
class Return
{
public:
    explicit Return(QObject *context);
    void post(std::function<void()> call) const;

private:
    std::shared_ptr<QObject> m_relay;
    QPointer<QObject> m_context;
};

} // namespace heed
