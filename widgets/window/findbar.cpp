// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/window/findbar.h"

#include "widgets/panes/searchbox.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace heed {

FindBar::FindBar(QWidget *parent)
    : QWidget(parent)
    , m_text(new SearchBox(this))
    , m_result(new QLabel(this))
{
    m_text->setPlaceholderText(tr("Find in this chat"));
    m_text->setAccessibleName(tr("Find in this chat"));
    auto *back = new QPushButton(tr("Previous"), this);
    auto *forward = new QPushButton(tr("Next"), this);
    auto *done = new QPushButton(tr("Close"), this);
    auto *layout = new QHBoxLayout(this);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_result);
    for (auto *button : {back, forward, done}) {
        button->setAutoDefault(true);
        layout->addWidget(button);
    }
    connect(m_text, &QLineEdit::returnPressed, this, [this] {
        Q_EMIT
        wanted(m_text->text(), true);
    });
    connect(m_text, &SearchBox::left, this, &FindBar::close);
    connect(back, &QPushButton::clicked, this, [this] {
        Q_EMIT
        wanted(m_text->text(), false);
    });
    connect(forward, &QPushButton::clicked, this, [this] {
        Q_EMIT
        wanted(m_text->text(), true);
    });
    connect(done, &QPushButton::clicked, this, &FindBar::close);
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
    Q_EMIT
    closed();
}

void FindBar::showFound(bool isFound)
{
    m_result->setText(isFound || m_text->text().isEmpty() ? QString() : tr("Not found"));
}

} // namespace heed
