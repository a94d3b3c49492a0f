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

void QuestionHost::focusCard()
{
    for (QWidget *next = m_card; next && isAncestorOf(next); next = next->nextInFocusChain()) {
        if (next->isEnabled() && next->isVisible() && (next->focusPolicy() & Qt::TabFocus)) {
            next->setFocus(Qt::OtherFocusReason);
            return;
        }
    }
}

QWidget *QuestionHost::joinTabOrder(QWidget *before)
{
    QList<QWidget *> controls; // in the order in which the card has them
    QWidget *const first = m_card;
    for (QWidget *next = first; !controls.contains(next); next = next->nextInFocusChain()) {
        if (isAncestorOf(next))
            controls.append(next);
        else if (!controls.isEmpty())
            break;
    }
    for (QWidget *control : std::as_const(controls)) {
        if (!(control->focusPolicy() & Qt::TabFocus))
            continue;
        QWidget::setTabOrder(before, control);
        before = control;
    }
    return before;
}

} // namespace heed
