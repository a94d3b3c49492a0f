// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/alarms.h"

#include <QList>
#include <QWidget>

namespace heed {

//! The invisible widget through which a screen reader is told something without a move of the focus. One
//! pixel, always shown, never focused. Below Qt 6.8 its role is Notification and it says that it appeared.
class LiveRegion final : public QWidget
{
    Q_OBJECT
public:
    explicit LiveRegion(QWidget *parent);
    [[nodiscard]] QString text() const { return m_text; }
    void say(const QString &text);

private:
    QString m_text{};
};

//! Says things to a screen reader, one at a time.
//!
//! A reader that is given several texts at once says the last only, so they wait in a queue, 300 ms apart;
//! after a piece of a reply that is read aloud the next one waits until that should be over, because a
//! reader never drops queued speech for newer speech. GUI thread; lives as long as its window.
class Announcer final : public QObject
{
    Q_OBJECT
public:
    enum class Kind {
        Notice,   //!< is said, in order: "Reply finished", "Answered: Billing"
        Piece,    //!< a sentence of a reply; dropped when a question comes or dropPieces() is called
        Question, //!< drops pieces and goes first
    };
    Announcer(QWidget *window, Alarms &alarms, QObject *parent = nullptr);
    ~Announcer() override;

    void say(const QString &text, Kind kind = Kind::Notice);
    //! The person types, or the reply was stopped.
    void dropPieces();

Q_SIGNALS:
    //! It was handed to the screen reader now.
    void said(const QString &text);

private:
    struct Waiting {
        QString text{};
        Kind kind = Kind::Notice;
    };
    void next();
    void arm();

    QList<LiveRegion *> m_regions{}; // in turn: a reader that comes late finds each text still there
    qsizetype m_turn = 0;
    Alarms &m_alarms;
    Alarms::Handle m_alarm = 0;
    QList<Waiting> m_waiting{};
    qint64 m_collapseUntilMs = -1'000'000; // monotonic; said earlier, it would hide the one before
    qint64 m_pieceUntilMs = -1'000'000;    // monotonic; when the last piece should be over
};

} // namespace heed
