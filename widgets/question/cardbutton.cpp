// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/question/cardbutton.h"

#include "widgets/question/contrast.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QPainter>
#include <QStyle>
#include <algorithm>

namespace heed {

namespace {
// Longer than a window manager needs between activating a window and passing the click on, shorter than a
// person needs to see a button and press it.
constexpr qint64 notYetMs = 250;
constexpr double radius = 8;
constexpr int chipGap = 10;
constexpr int lineGap = 2;
} // namespace

CardButton::CardButton(Look look, const Clock &clock, QWidget *parent)
    : QAbstractButton(parent)
    , m_look(look)
    , m_clock(clock)
    , m_readyMs(clock.monotonicMs())
{
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy(look == Look::Option ? QSizePolicy::Expanding : QSizePolicy::Preferred,
                       QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void CardButton::setLabel(const QString &label)
{
    if (label == m_label)
        return;
    m_label = label;
    setAccessibleName(label);
    updateGeometry();
    update();
}

void CardButton::setDescription(const QString &description)
{
    m_description = description;
    updateGeometry();
    update();
}

void CardButton::setNumber(int number)
{
    m_number = number;
    updateGeometry();
    update();
}

WrappedText CardButton::labelText() const
{
    QFont labelFont = font();
    if (m_look != Look::Quiet)
        labelFont.setWeight(QFont::DemiBold);
    return {m_label, labelFont};
}

WrappedText CardButton::descriptionText() const
{
    return {m_description, font()};
}

QMargins CardButton::padding() const
{
    const int across = m_look == Look::Option ? 12 : 14;
    return m_look == Look::Option ? QMargins(across, 9, across, 9) : QMargins(across, 7, across, 7);
}

int CardButton::chipWidth() const
{
    return m_number > 0
               ? std::max(QFontMetrics(font()).horizontalAdvance(u'0') + 12, fontMetrics().height() + 2)
               : 0;
}

int CardButton::textHeight(int textWidth) const
{
    const int label = labelText().height(textWidth);
    return m_description.isEmpty() ? label : label + lineGap + descriptionText().height(textWidth);
}

int CardButton::heightForWidth(int width) const
{
    const QMargins pad = padding();
    const int chip = m_number > 0 ? chipWidth() + chipGap : 0;
    const int text = textHeight(width - pad.left() - pad.right() - chip);
    return std::max(text, m_number > 0 ? fontMetrics().height() + 2 : 0) + pad.top() + pad.bottom();
}

QSize CardButton::sizeHint() const
{
    const QMargins pad = padding();
    const int chip = m_number > 0 ? chipWidth() + chipGap : 0;
    int text = labelText().naturalWidth();
    if (!m_description.isEmpty())
        text = std::max(text, descriptionText().naturalWidth());
    if (m_look == Look::Option)
        text = std::min(text, fontMetrics().averageCharWidth() * 60);
    const int width = text + chip + pad.left() + pad.right();
    return {width, heightForWidth(width)};
}

QSize CardButton::minimumSizeHint() const
{
    return {std::min(fontMetrics().averageCharWidth() * 10, sizeHint().width()), fontMetrics().height()};
}

bool CardButton::clickCounts() const
{
    return isActiveWindow() && m_clock.monotonicMs() >= m_readyMs;
}

bool CardButton::event(QEvent *event)
{
    if (event->type() == QEvent::WindowActivate || event->type() == QEvent::Show)
        m_readyMs = m_clock.monotonicMs() + notYetMs;
    return QAbstractButton::event(event);
}

void CardButton::changeEvent(QEvent *event)
{
    QAbstractButton::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
}

void CardButton::mousePressEvent(QMouseEvent *event)
{
    if (clickCounts()) {
        QAbstractButton::mousePressEvent(event);
        return;
    }
    event->accept(); // and is forgotten: without a press the release does nothing
}

void CardButton::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        event->accept();
        if (!event->isAutoRepeat() && !(event->modifiers() & ~Qt::KeypadModifier))
            click();
        return;
    case Qt::Key_Space:
    case Qt::Key_Select:
        if (event->isAutoRepeat() || (event->modifiers() & ~Qt::KeypadModifier))
            event->accept();
        else
            QAbstractButton::keyPressEvent(event);
        return;
    case Qt::Key_Escape:
        if (isDown()) { // a press that was begun is taken back
            setDown(false);
            event->accept();
            return;
        }
        break;
    default:
        break;
    }
    event->ignore();
}

void CardButton::keyReleaseEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Select)
        QAbstractButton::keyReleaseEvent(event);
    else
        event->ignore();
}

void CardButton::paintOption(QPainter &painter, const QRect &inner) const
{
    const CardColours colours = CardColours::from(palette());
    QRect text = inner;
    if (m_number > 0) {
        const QRect chip(inner.left(), inner.top(), chipWidth(), fontMetrics().height() + 2);
        const QRect shown = QStyle::visualRect(layoutDirection(), inner, chip);
        painter.setPen(QPen(colours.edge, 1));
        painter.setBrush(colours.ground);
        painter.drawRoundedRect(QRectF(shown).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
        painter.setPen(colours.accent);
        painter.drawText(shown, Qt::AlignCenter, locale().toString(m_number));
        text.setLeft(inner.left() + chipWidth() + chipGap);
        text = QStyle::visualRect(layoutDirection(), inner, text);
    }
    const WrappedText label = labelText();
    const int labelHeight = label.height(text.width());
    const int top =
        m_description.isEmpty() ? text.top() + std::max(0, (text.height() - labelHeight) / 2) : text.top();
    label.draw(painter, QRectF(text.left(), top, text.width(), labelHeight), colours.controlInk);
    if (!m_description.isEmpty()) {
        const QRectF below(text.left(), top + labelHeight + lineGap, text.width(), text.height());
        descriptionText().draw(painter, below, colours.controlQuiet);
    }
}

void CardButton::paintEvent(QPaintEvent *)
{
    const CardColours colours = CardColours::from(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool strong = m_look == Look::Strong && isEnabled();
    QColor ground = strong ? colours.strong : colours.control;
    if (isEnabled() && (isDown() || underMouse()))
        ground = strong ? colours.strongHover : (isDown() ? colours.controlDown : colours.controlHover);

    const QColor edge = strong ? ground : colours.controlEdge;
    painter.setPen(QPen(edge, 1, isEnabled() ? Qt::SolidLine : Qt::DashLine));
    painter.setBrush(ground);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    if (hasFocus()) {
        // Two lines, so that the ring shows on the strong ground as well as on the plain one.
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colours.ring, 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), radius - 0.5, radius - 0.5);
        if (strong) {
            painter.setPen(QPen(colours.strongInk, 1));
            painter.drawRoundedRect(QRectF(rect()).adjusted(3.5, 3.5, -3.5, -3.5), radius - 3, radius - 3);
        }
    }
    const QRect inner = rect().marginsRemoved(padding());
    if (m_look == Look::Option) {
        paintOption(painter, inner);
        return;
    }
    const WrappedText label = labelText();
    const int height = label.height(inner.width());
    const QRectF middle(inner.left(), inner.top() + (inner.height() - height) / 2.0, inner.width(), height);
    const QColor ink = strong ? colours.strongInk : (isEnabled() ? colours.controlInk : colours.controlQuiet);
    label.draw(painter, middle, ink, WrappedText::Align::Centre);
}

} // namespace heed
