// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/question/plaintext.h"

#include <QMimeData>
#include <QTextCursor>
#include <QTextOption>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace heed {

PlainText::PlainText(Use use, QWidget *parent)
    : QTextEdit(parent)
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setReadOnly(true);
    setTabChangesFocus(true);
    setTextInteractionFlags(use == Use::Selectable ? Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard
                                                   : Qt::NoTextInteraction);
    setFocusPolicy(use == Use::Selectable ? Qt::ClickFocus : Qt::NoFocus);
    if (use == Use::Shown) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        viewport()->setCursor(Qt::ArrowCursor);
    }
    viewport()->setAutoFillBackground(false);
    document()->setDocumentMargin(0);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    measureAgain();
}

void PlainText::setText(const QString &text)
{
    if (text == m_text)
        return;
    m_text = text;
    setPlainText(text);
    measureAgain();
}

void PlainText::setInk(const QColor &ink)
{
    QPalette inks;
    for (const auto group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled})
        inks.setColor(group, QPalette::Text, ink);
    setPalette(inks);
}

void PlainText::measureAgain()
{
    m_measured.setDocumentMargin(0);
    m_measured.setDefaultFont(font());
    m_measured.setDefaultTextOption(document()->defaultTextOption());
    m_measured.setPlainText(m_text);
    updateGeometry();
}

int PlainText::heightForWidth(int width) const
{
    m_measured.setTextWidth(std::max(1, width));
    return int(std::ceil(m_measured.size().height()));
}

QSize PlainText::sizeHint() const
{
    m_measured.setTextWidth(-1);
    const int comfortable = fontMetrics().averageCharWidth() * 60;
    const int width = std::min(int(std::ceil(m_measured.idealWidth())) + 1, comfortable);
    return {width, heightForWidth(width)};
}

QSize PlainText::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 6, fontMetrics().height()};
}

void PlainText::changeEvent(QEvent *event)
{
    QTextEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        measureAgain();
}

void PlainText::wheelEvent(QWheelEvent *event)
{
    event->ignore(); // scrolls the chat; QTextEdit would zoom with Ctrl
}

QMimeData *PlainText::createMimeDataFromSelection() const
{
    auto *copied = new QMimeData;
    copied->setText(textCursor().selectedText().replace(QChar::ParagraphSeparator, u'\n'));
    return copied;
}

} // namespace heed
