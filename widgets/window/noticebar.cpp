// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/window/noticebar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace heed {

NoticeBar::NoticeBar(QWidget *parent)
    : QFrame(parent)
    , m_text(new QLabel(this))
    , m_button(new QPushButton(this))
{
    setFrameShape(QFrame::StyledPanel);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_button->setAutoDefault(true);
    auto *close = new QPushButton(tr("Close"), this);
    close->setAccessibleName(tr("Close this notice"));
    close->setAutoDefault(true);
    auto *layout = new QHBoxLayout(this);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_button);
    layout->addWidget(close);
    connect(close, &QPushButton::clicked, this, &QWidget::hide);
    connect(m_button, &QPushButton::clicked, this, [this] {
        hide();
        if (m_pressed)
            m_pressed();
    });
    hide();
}

void NoticeBar::showText(const QString &text, const QString &button, const std::function<void()> &pressed)
{
    m_text->setText(text);
    m_text->setAccessibleName(text);
    m_button->setText(button);
    m_button->setVisible(!button.isEmpty());
    m_pressed = pressed;
    show();
    Q_EMIT
    shown(text);
}

} // namespace heed
