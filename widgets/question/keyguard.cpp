// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/question/keyguard.h"

#include <QGuiApplication>
#include <QInputMethod>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QWidget>

namespace heed {

namespace {

constexpr qint64 swallowMs = 500; // book 5.2

[[nodiscard]] bool isPlain(const QKeyEvent *event)
{
    return !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
}

[[nodiscard]] bool isText(const QKeyEvent *event)
{
    return isPlain(event) && !event->text().isEmpty() && event->text().at(0).isPrint();
}

[[nodiscard]] bool isEnter(const QKeyEvent *event)
{
    return event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
}

// Space and digits choose on the card; only other characters prove that somebody is writing.
[[nodiscard]] bool isWriting(const QString &text)
{
    for (const QChar c : text) {
        if (!c.isSpace() && c.digitValue() < 0)
            return true;
    }
    return false;
}

[[nodiscard]] bool belongsToCard(const QKeyEvent *event)
{
    if (event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier))
        return false;
    switch (event->key()) {
    case Qt::Key_Escape:
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        return true;
    default:
        return isText(event);
    }
}

} // namespace

KeyGuard::KeyGuard(const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_clock(clock)
{
}

void KeyGuard::watch(QWidget *widget)
{
    widget->installEventFilter(this);
}

void KeyGuard::moveFocus(QWidget *to)
{
    m_movingWithin = true;
    to->setFocus(Qt::OtherFocusReason);
    m_movingWithin = false;
}

bool KeyGuard::isSwallowing() const
{
    return m_clock.monotonicMs() - m_arrivedMs < swallowMs;
}

void KeyGuard::focusArrived(const QFocusEvent *event)
{
    if (m_movingWithin)
        return;
    switch (event->reason()) {
    case Qt::MouseFocusReason:
    case Qt::TabFocusReason:
    case Qt::BacktabFocusReason:
    case Qt::ShortcutFocusReason:
        m_untouched = false;
        m_wroteBefore = false;
        m_leftText = false;
        m_arrivedMs = -1'000'000;
        return;
    default:
        m_arrivedMs = m_clock.monotonicMs();
        m_untouched = true;
        m_swallowed.clear();
    }
}

void KeyGuard::report(const QString &text)
{
    const QString all = m_swallowed + text;
    m_swallowed.clear();
    Q_EMIT typedElsewhere(all);
}

bool KeyGuard::filterKey(QObject *watched, const QKeyEvent *event)
{
    const bool onButton = !qobject_cast<QPlainTextEdit *>(watched);
    if (isSwallowing()) {
        if (!isText(event))
            return true;
        // In a box a space chooses nothing: it is writing.
        if (!onButton || m_wroteBefore || isWriting(event->text()))
            report(event->text());
        else
            m_swallowed += event->text();
        return true;
    }
    const bool isPartOfText = m_leftText && (isText(event) || isEnter(event));
    if (m_untouched && (isPartOfText || (onButton && isText(event) && isWriting(event->text())))) {
        report(isText(event) ? event->text() : QString());
        return true;
    }
    m_untouched = false;
    m_swallowed.clear();
    return false;
}

bool KeyGuard::filterInputMethod(QObject *, const QInputMethodEvent *event)
{
    if (event->commitString().isEmpty() && event->preeditString().isEmpty())
        return false;
    if (!isSwallowing() && !(m_untouched && m_leftText))
        return false;
    if (!event->preeditString().isEmpty())
        QGuiApplication::inputMethod()->reset(); // it was begun for another place
    if (m_wroteBefore || m_leftText || isWriting(event->commitString()))
        report(event->commitString());
    else
        m_swallowed += event->commitString();
    return true;
}

bool KeyGuard::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::FocusIn:
        focusArrived(static_cast<QFocusEvent *>(event));
        return false;
    case QEvent::ShortcutOverride:
        if (!belongsToCard(static_cast<QKeyEvent *>(event)))
            return false;
        event->accept();
        return true;
    case QEvent::KeyPress:
        return filterKey(watched, static_cast<QKeyEvent *>(event));
    case QEvent::InputMethod:
        return filterInputMethod(watched, static_cast<QInputMethodEvent *>(event));
    case QEvent::MouseButtonPress:
        m_untouched = false;
        return false;
    default:
        return false;
    }
}

} // namespace heed
