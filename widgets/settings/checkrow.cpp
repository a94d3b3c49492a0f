// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/checkrow.h"

#include "widgets/question/plaintext.h"
#include "widgets/settings/sentence.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QMouseEvent>

namespace heed {

CheckRow::CheckRow(QAbstractButton *button, const QString &words, QWidget *parent)
    : QWidget(parent)
    , m_button(button)
    , m_words(new Sentence(Sentence::Tone::Plain, words, this))
{
    button->setParent(this);
    button->setAccessibleName(words);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(button, 0, Qt::AlignTop);
    row->addWidget(m_words, 1);
    auto *label = m_words->findChild<PlainText *>();
    label->setTextInteractionFlags(Qt::NoTextInteraction);
    label->setFocusPolicy(Qt::NoFocus);
    label->viewport()->setCursor(Qt::ArrowCursor);
    label->viewport()->installEventFilter(this);
    setFocusProxy(button);
    alignButton();
}

// In the middle of the first line, whatever the size of the text.
void CheckRow::alignButton()
{
    m_button->setMinimumHeight(fontMetrics().height());
}

void CheckRow::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        alignButton();
}

bool CheckRow::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::MouseButtonRelease && m_button->isEnabled() &&
        static_cast<QMouseEvent *>(event)->button() == Qt::LeftButton) {
        m_button->setFocus(Qt::MouseFocusReason);
        m_button->click();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace heed
