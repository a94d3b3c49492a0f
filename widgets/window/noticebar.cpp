// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/window/noticebar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>

namespace heed {

namespace {
constexpr qsizetype mostNotices = 20; // who comes back to more reads the newest
}

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
    layout->setContentsMargins(12, 6, 12, 6);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_button);
    layout->addWidget(close);
    connect(close, &QPushButton::clicked, this, &NoticeBar::next);
    connect(m_button, &QPushButton::clicked, this, [this] {
        const auto pressed = m_notices.value(0).pressed;
        next();
        if (pressed)
            pressed();
    });
    hide();
}

QString NoticeBar::text() const
{
    return m_notices.value(0).text;
}

void NoticeBar::showText(const QString &text, const QString &button, const std::function<void()> &pressed)
{
    m_notices.removeIf([&text](const Notice &known) { return known.text == text; });
    m_notices.prepend({text, button, pressed});
    if (m_notices.size() > mostNotices)
        m_notices.removeLast();
    show(m_notices.first());
    Q_EMIT shown(text);
}

void NoticeBar::addText(const QString &text)
{
    if (m_notices.isEmpty())
        showText(text);
    else if (m_notices.size() < mostNotices)
        m_notices.append({.text = text});
}

void NoticeBar::show(const Notice &notice)
{
    m_text->setText(notice.text);
    m_text->setAccessibleName(notice.text);
    m_button->setText(notice.button);
    m_button->setVisible(!notice.button.isEmpty());
    QWidget::show();
}

void NoticeBar::next()
{
    if (!m_notices.isEmpty())
        m_notices.removeFirst();
    if (!m_notices.isEmpty()) {
        show(m_notices.first());
        Q_EMIT shown(m_notices.first().text);
        return;
    }
    if (isAncestorOf(window()->focusWidget())) // to hide it would leave the focus nowhere
        Q_EMIT focusLeaves();
    hide();
}

void NoticeBar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        next();
    else
        QFrame::keyPressEvent(event);
}

} // namespace heed
