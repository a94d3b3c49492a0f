// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/result.h"

#include <QObject>
#include <memory>

class QLocalServer;
class QLockFile;

namespace heed {

//! One window a person (and HEED_HOME): the second start raises the first and leaves.
//!
//! The lock decides who is first, so that two starts at the same time cannot both be; it and the socket of a
//! process that was killed are cleared away. Lives in the GUI thread.
class SingleInstance final : public QObject
{
    Q_OBJECT
public:
    //! \param folder of the person only (mode 0700), one a HEED_HOME.
    explicit SingleInstance(const QString &folder, QObject *parent = nullptr);
    ~SingleInstance() override;

    enum class Role {
        First,  //!< this process opens the window
        Raised, //!< another has it and was asked to raise it
    };
    //! Called once, before the event loop; waits for another instance at most a few seconds. Conflict:
    //! another runs and does not answer; Storage: the folder cannot be used.
    [[nodiscard]] Result<Role> claim();

Q_SIGNALS:
    //! Another start wants the window. \a token: what the desktop gave it to be let to the front, may be
    //! empty.
    void raiseAsked(const QByteArray &token);

private:
    [[nodiscard]] Result<Role> listen();
    [[nodiscard]] Result<Role> raiseOther();
    void serve();

    QString m_folder;
    QString m_socket;
    std::unique_ptr<QLockFile> m_lock;
    QLocalServer *m_server = nullptr;
};

} // namespace heed
