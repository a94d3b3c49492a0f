// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"

#include <QObject>
#include <QStringList>

namespace heed {

//! What the desktop is to show. The words may be a model's: they are shown as plain text.
struct Notification {
    QString key{}; //!< names it: a question's id, a reminder's time, …
    QString title{};
    QString text{};
    QStringList buttons{}; //!< shown up to three, where the desktop can
};

//! Notifications of the desktop. A port: tests bring their own. Lives in the GUI thread; nothing in it
//! blocks.
class Notifications : public QObject
{
    Q_OBJECT
public:
    static constexpr int buttonLimit = 3; //!< book 2.9
    using QObject::QObject;
    //! Shows it once: a key that was shown in this run is never shown again.
    virtual void show(const heed::Notification &notification) = 0;
    //! Takes it away, wherever it is by now.
    virtual void close(const QString &key) = 0;

Q_SIGNALS:
    void opened(const QString &key);              //!< the person clicked on it
    void pressed(const QString &key, int button); //!< 0-based
    //! The desktop shows no notifications; said once, so that the person can be told in another way.
    void unavailable(const heed::Error &error);
};

} // namespace heed
