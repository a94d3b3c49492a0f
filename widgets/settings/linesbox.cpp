// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/linesbox.h"

#include <QFocusEvent>
#include <QFontMetrics>

namespace heed {

LinesBox::LinesBox(QWidget *parent)
    : QPlainTextEdit(parent)
{
    setTabChangesFocus(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize LinesBox::sizeHint() const
{
    constexpr int lines = 3;
    return {fontMetrics().averageCharWidth() * 30,
            fontMetrics().lineSpacing() * lines + 2 * frameWidth() + 12};
}

QSize LinesBox::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 8, sizeHint().height()};
}

void LinesBox::focusOutEvent(QFocusEvent *event)
{
    QPlainTextEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason)
        Q_EMIT editingFinished();
}

} // namespace heed
