// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFocusEvent>
#include <QLineEdit>

namespace heed {

//! A line to write in that a screen reader announces when it is reached by keyboard. QLineEdit selects its
//! text then, and Orca 43 takes the moved caret for a focus change that it has heard of already, and says
//! nothing.
class LineBox final : public QLineEdit
{
    Q_OBJECT
public:
    using QLineEdit::QLineEdit;

protected:
    void focusInEvent(QFocusEvent *event) override
    {
        const bool byKey = event->reason() == Qt::TabFocusReason ||
                           event->reason() == Qt::BacktabFocusReason ||
                           event->reason() == Qt::ShortcutFocusReason;
        QFocusEvent quiet(event->type(), byKey ? Qt::OtherFocusReason : event->reason());
        QLineEdit::focusInEvent(&quiet);
    }
};

} // namespace heed
