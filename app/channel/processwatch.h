// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>
#include <unordered_map>

class QSocketNotifier;

namespace heed {

//! Tells when another process ends, however it ends, without asking again and again. Where the system has no
//! way to wait for a process that is not one's child (not Linux), it tells nothing, and an end is seen with
//! the next change of the folder. Lives in its owner's thread.
class ProcessWatch final : public QObject
{
    Q_OBJECT
public:
    explicit ProcessWatch(QObject *parent = nullptr);
    ~ProcessWatch() override;
    //! Names as of processIdentity(). ended() follows from the event loop, also for one that has ended
    //! already.
    void watch(const QString &process);
    void forget(const QString &process);
    [[nodiscard]] QStringList watched() const;

Q_SIGNALS:
    //! Comes once for a process; it is then forgotten.
    void ended(const QString &process);

private:
    struct Watched;

    std::unordered_map<QString, std::shared_ptr<Watched>> m_watched{};
};

} // namespace heed
