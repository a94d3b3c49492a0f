// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QString>
#include <deque>
#include <functional>

namespace heed {

//! The right to use a model, handed out in first-come order (book 3.3): no reply starves, none overtakes.
//!
//! Lives in the reply thread. A slot belongs to a key (one provider at one address).
class WritingSlots : public QObject
{
    Q_OBJECT
public:
    using Ticket = quint64; //!< 0: none
    using QObject::QObject;

    //! \a taken runs from the event loop when the slot is this ticket's; \a waits says that it had to queue.
    //! A \a holder that dies gives up its place and its slot.
    Ticket acquire(const QString &key, int slots, QObject *holder, std::function<void()> taken,
                   bool *waits = nullptr);
    //! Gives the slot, or the place in the queue, back.
    void release(Ticket ticket);
    [[nodiscard]] int taken(const QString &key) const;
    [[nodiscard]] int waiting(const QString &key) const;

private:
    struct Place {
        Ticket ticket = 0;
        QPointer<QObject> holder{};
        std::function<void()> taken{};
    };
    struct Desk {
        int slots = 1;
        QHash<Ticket, QPointer<QObject>> holders{};
        std::deque<Place> queue{};
    };

    void serve(const QString &key);

    QHash<QString, Desk> m_desks{};
    Ticket m_last = 0;
};

} // namespace heed
