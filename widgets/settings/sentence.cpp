// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/settings/sentence.h"

#include "widgets/question/contrast.h"
#include "widgets/question/plaintext.h"

#include <QEvent>
#include <QVBoxLayout>

namespace heed {

Sentence::Sentence(Tone tone, const QString &text, QWidget *parent)
    : QWidget(parent)
    , m_tone(tone)
    , m_words(new PlainText(PlainText::Use::Selectable, this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, tone == Tone::Heading ? 8 : 0, 0, 0);
    column->addWidget(m_words);
    setText(text);
    paintWords();
}

void Sentence::setText(const QString &text)
{
    m_words->setText(text);
    setVisible(!text.isEmpty());
}

void Sentence::setTone(Tone tone)
{
    m_tone = tone;
    paintWords();
}

QString Sentence::text() const
{
    return m_words->text();
}

void Sentence::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        paintWords();
}

void Sentence::paintWords()
{
    const QPalette theme = palette();
    const QColor ground = theme.color(QPalette::Active, QPalette::Window);
    const QColor ink = theme.color(QPalette::Active, QPalette::WindowText);
    const double wanted = contrast::wantedFor(theme);
    QColor colour = ink;
    if (m_tone == Tone::Quiet)
        colour = contrast::readable(contrast::mix(ink, ground, 0.35), ground, wanted);
    if (m_tone == Tone::Trouble)
        colour = contrast::readable(QColor(0xb3, 0x26, 0x1e), ground, wanted);
    m_words->setInk(colour);
    QFont words = font();
    if (m_tone == Tone::Heading) {
        words.setBold(true);
        words.setPointSizeF(words.pointSizeF() * 1.1);
    }
    m_words->setFont(words);
}

} // namespace heed
