// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/window/findbar.h"

#include "widgets/panes/searchbox.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QStyle>
#include <QToolButton>

namespace heed {

FindBar::FindBar(QWidget *parent)
    : QWidget(parent)
    , m_text(new SearchBox(this))
    , m_result(new QLabel(this))
{
    m_text->setPlaceholderText(tr("Find in this chat"));
    m_text->setAccessibleName(tr("Find in this chat"));
    m_text->setMinimumWidth(120);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 12, 6);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_result);
    const auto button = [this, layout](const QString &name, auto draw, const auto &pressed) {
        auto *made = new QToolButton(this);
        made->setAccessibleName(name);
        made->setToolTip(name);
        made->setFocusPolicy(Qt::StrongFocus);
        made->setAutoRaise(true);
        draw(made);
        layout->addWidget(made);
        connect(made, &QToolButton::clicked, this, pressed);
    };
    button(
        tr("Find the one before"), [](QToolButton *up) { up->setArrowType(Qt::UpArrow); },
        [this] { look(false, true); });
    button(
        tr("Find the next"), [](QToolButton *down) { down->setArrowType(Qt::DownArrow); },
        [this] { look(true, true); });
    button(
        tr("Close find"), [](QToolButton *close) { close->setText(QStringLiteral("\u2715")); },
        [this] { close(); });
    connect(m_text, &QLineEdit::textEdited, this, [this] { look(true, false); });
    connect(m_text, &SearchBox::left, this, &FindBar::close);
}

void FindBar::keyPressEvent(QKeyEvent *event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && m_text->hasFocus())
        look(!(event->modifiers() & Qt::ShiftModifier), true);
    else if (event->key() == Qt::Key_Escape)
        close();
    else
        QWidget::keyPressEvent(event);
}

void FindBar::look(bool isForward, bool looksFar)
{
    m_isForward = isForward;
    m_looksFar = looksFar;
    if (m_text->text().isEmpty())
        m_result->clear();
    Q_EMIT wanted(m_text->text(), isForward);
}

void FindBar::again()
{
    if (isVisible() && !m_text->text().isEmpty())
        Q_EMIT wanted(m_text->text(), m_isForward);
}

void FindBar::open()
{
    show();
    m_text->setFocus(Qt::ShortcutFocusReason);
}

void FindBar::close()
{
    hide();
    m_result->clear();
    Q_EMIT closed();
}

void FindBar::showFound(bool isFound)
{
    const bool isMissing = !isFound && !m_text->text().isEmpty();
    m_result->setText(isMissing ? tr("Not found") : QString());
    if (isMissing && m_looksFar)
        Q_EMIT notFound(tr("“%1” is not in this chat.").arg(m_text->text()));
}

} // namespace heed
