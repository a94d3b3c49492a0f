// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/waitingbar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace heed {

WaitingBar::WaitingBar(QWidget *parent)
    : QFrame(parent)
    , m_label(new QLabel(this))
{
    setAutoFillBackground(true);
    setFrameShape(QFrame::StyledPanel);
    m_label->setTextFormat(Qt::PlainText);
    m_label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    //: Button that scrolls to the question that waits for an answer.
    auto *show = new QPushButton(tr("&Show"), this);
    show->setAutoDefault(true);
    show->setAccessibleName(tr("Show the waiting question"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 12, 6);
    layout->addWidget(m_label, 1);
    layout->addWidget(show);
    connect(show, &QPushButton::clicked, this, &WaitingBar::showRequested);
}

void WaitingBar::setQuestion(const QString &question)
{
    //: %1 is the question.
    m_text = tr("The model asks: %1").arg(question.simplified());
    m_label->setAccessibleName(m_text);
    elide();
}

void WaitingBar::elide()
{
    m_label->setText(m_label->fontMetrics().elidedText(m_text, Qt::ElideRight, qMax(40, m_label->width())));
}

void WaitingBar::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    elide();
}

} // namespace heed
