// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/panes/searchbox.h"

#include <QFocusEvent>
#include <QKeyEvent>

namespace heed {

SearchBox::SearchBox(QWidget *parent)
    : QLineEdit(parent)
{
    setClearButtonEnabled(true);
}

void SearchBox::focusInEvent(QFocusEvent *event)
{
    const bool byKey = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                       event->reason() == Qt::ShortcutFocusReason;
    QFocusEvent other(QEvent::FocusIn, byKey ? Qt::OtherFocusReason : event->reason());
    QLineEdit::focusInEvent(&other);
    if (byKey)
        selectAll();
}

void SearchBox::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape) {
        clear();
        Q_EMIT left();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

} // namespace heed
