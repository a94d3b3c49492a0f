// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/clock.h"

#include <QObject>
#include <QString>

class QFocusEvent;
class QInputMethodEvent;
class QKeyEvent;
class QWidget;

namespace heed {

//! Keeps keystrokes that were meant for another place from doing anything on the card.
//!
//! For 500 ms after the focus came to a guarded widget without the person's doing (a program moved it, or
//! the window became active), keys and input-method text are swallowed. A letter among them (in a box also
//! a space or digit), or a letter on a button afterwards before the card was used, means that somebody is
//! writing elsewhere: typedElsewhere() then carries everything they typed, so that it can be put where it
//! belongs.
//!
//! Who left a text half written may go on with it after any pause: then everything that could be part of it
//! (Enter, too, which sends it) goes back in the same way, until the card is used by another key.
//!
//! Focus that came by mouse, Tab or a shortcut is the person's doing. GUI thread; watches by event filter.
class KeyGuard final : public QObject
{
    Q_OBJECT
public:
    explicit KeyGuard(const Clock &clock, QObject *parent = nullptr);

    //! Also lets no window shortcut take the keys that mean something on the card (Escape, Space, Enter,
    //! digits).
    void watch(QWidget *widget);
    //! Moves the focus from one guarded widget to another; not an arrival.
    void moveFocus(QWidget *to);
    [[nodiscard]] bool isSwallowing() const;
    //! Whether the person wrote elsewhere seconds before the focus comes: then a space or a digit is writing
    //! too.
    void setWroteBefore(bool wrote) { m_wroteBefore = wrote; }
    //! Whether a text that is not sent stays behind where the focus comes from.
    void setLeftText(bool left) { m_leftText = left; }

    bool eventFilter(QObject *watched, QEvent *event) override;

Q_SIGNALS:
    void typedElsewhere(const QString &text);

private:
    void focusArrived(const QFocusEvent *event);
    bool filterKey(QObject *watched, const QKeyEvent *event);
    bool filterInputMethod(QObject *watched, const QInputMethodEvent *event);
    void report(const QString &text);

    const Clock &m_clock;
    qint64 m_arrivedMs = -1'000'000; // monotonic
    QString m_swallowed{};           // spaces and digits since then: writing, if a letter follows
    bool m_untouched = false;        // the focus arrived by itself and the card was not used since
    bool m_wroteBefore = false;
    bool m_leftText = false;
    bool m_movingWithin = false;
};

} // namespace heed
