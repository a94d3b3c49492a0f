// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/questionhost.h"

#include <QEvent>
#include <QLayout>

namespace heed {

QuestionHost::QuestionHost(const QModelIndex &row, QWidget *card, QWidget *viewport)
    : QWidget(viewport)
    , m_row(row)
    , m_card(card)
{
    setFocusPolicy(Qt::NoFocus);
    m_card->setParent(this);
    m_card->show();
}

int QuestionHost::cardHeight(int width)
{
    if (width == m_width)
        return m_height;
    ++m_hintsAsked;
    m_width = width;
    m_card->ensurePolished();
    int height = m_card->hasHeightForWidth() ? m_card->heightForWidth(width) : m_card->sizeHint().height();
    height = qMax(height, m_card->minimumHeight());
    if (m_card->layout() && !m_card->hasHeightForWidth())
        height = qMax(height, m_card->layout()->minimumSize().height());
    m_height = qBound(1, height, QWIDGETSIZE_MAX);
    return m_height;
}

bool QuestionHost::event(QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest) {
        m_width = -1;
        Q_EMIT heightChanged();
    }
    return QWidget::event(event);
}

void QuestionHost::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_card->setGeometry(rect());
}

// In their tab order. That order need not be in one piece: a card of which only the controls joined it is
// left where it was.
QList<QWidget *> QuestionHost::controls() const
{
    QList<QWidget *> found;
    QWidget *next = m_card;
    do {
        if (isAncestorOf(next) && (next->focusPolicy() & Qt::TabFocus))
            found.append(next);
        next = next->nextInFocusChain();
    } while (next != m_card);
    return found;
}

QWidget *QuestionHost::joinTabOrder(QWidget *before)
{
    for (QWidget *control : controls()) {
        QWidget::setTabOrder(before, control);
        before = control;
    }
    return before;
}

} // namespace heed
