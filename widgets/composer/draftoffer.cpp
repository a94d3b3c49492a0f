// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/composer/draftoffer.h"

#include "widgets/question/cardbutton.h"
#include "widgets/question/contrast.h"
#include "widgets/question/flowlayout.h"
#include "widgets/question/plaintext.h"

#include <QVBoxLayout>

namespace heed {

namespace {
// Enough to know the text again; all of it comes with the button and is in its accessible description.
constexpr qsizetype previewLength = 160;
} // namespace

DraftOffer::DraftOffer(const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_preview(new PlainText(PlainText::Use::Shown, this))
    , m_use(new CardButton(CardButton::Look::Quiet, clock, this))
    , m_dismiss(new CardButton(CardButton::Look::Quiet, clock, this))
{
    m_use->setLabel(tr("Use what you were writing"));
    m_dismiss->setLabel(tr("Dismiss"));
    m_dismiss->setAccessibleDescription(tr("Forgets what you were writing"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(m_preview);
    auto *buttons = new FlowLayout(8);
    buttons->addWidget(m_use);
    buttons->addWidget(m_dismiss);
    column->addLayout(buttons);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    hide();

    connect(m_use, &CardButton::clicked, this, [this] {
        const QString text = m_texts.value(0);
        Q_EMIT used(text);
        next();
    });
    connect(m_dismiss, &CardButton::clicked, this, &DraftOffer::next);
}

void DraftOffer::add(const QString &text)
{
    if (text.trimmed().isEmpty() || m_texts.contains(text))
        return;
    m_texts.append(text);
    if (m_texts.size() == 1)
        show(text);
}

void DraftOffer::clear()
{
    m_texts.clear();
    QWidget::hide();
}

void DraftOffer::next()
{
    const QString text = m_texts.takeFirst();
    Q_EMIT ended(text);
    if (!m_texts.isEmpty()) {
        show(m_texts.first());
        return;
    }
    if (isAncestorOf(window()->focusWidget()))
        Q_EMIT focusLeaves();
    QWidget::hide();
}

void DraftOffer::show(const QString &text)
{
    const QString line = text.simplified();
    m_preview->setInk(CardColours::from(palette()).quiet);
    m_preview->setText(line.size() > previewLength
                           ? tr("You were writing: “%1…”").arg(line.left(previewLength))
                           : tr("You were writing: “%1”").arg(line));
    m_use->setAccessibleDescription(text);
    QWidget::show();
}

} // namespace heed
