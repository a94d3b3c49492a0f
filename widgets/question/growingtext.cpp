// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/question/growingtext.h"

#include "widgets/question/contrast.h"
#include "widgets/question/wrappedtext.h"

#include <QEvent>
#include <QGuiApplication>
#include <QInputMethod>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>
#include <QPainterPath>
#include <QTextBlock>
#include <algorithm>

namespace heed {

namespace {
constexpr int mostLines = 8;
constexpr QMargins padding(8, 5, 8, 5);
constexpr double cornerRadius = 7;
// A Return this soon behind a committed composition is the one that committed it; no hand is as fast.
constexpr qint64 commitReturnMs = 100;
} // namespace

GrowingText::GrowingText(const Clock &clock, QWidget *parent)
    : QPlainTextEdit(parent)
    , m_clock(clock)
{
    setFrameShape(QFrame::NoFrame);
    setViewportMargins(padding);
    viewport()->setAutoFillBackground(false);
    setTabChangesFocus(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    document()->setDocumentMargin(2);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(this, &QPlainTextEdit::textChanged, this, &GrowingText::growOrShrink);
}

void GrowingText::commitComposition()
{
    if (isComposing())
        QGuiApplication::inputMethod()->commit();
}

int GrowingText::heightForWidth(int width) const
{
    const int margin = int(document()->documentMargin());
    const int room = width - padding.left() - padding.right() - 2 * margin;
    QString text = toPlainText();
    text.insert(textCursor().position(), m_preedit);
    text.append(QChar(QChar::ByteOrderMark)); // so that an empty last line counts
    const int lines = WrappedText{text, font()}.height(room, mostLines);
    return std::max(lines, fontMetrics().height()) + 2 * margin + padding.top() + padding.bottom() + 1;
}

QSize GrowingText::sizeHint() const
{
    const int wide = fontMetrics().averageCharWidth() * 40;
    return {wide, heightForWidth(width() > 0 ? width() : wide)};
}

QSize GrowingText::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 8,
            fontMetrics().height() + padding.top() + padding.bottom() + 5};
}

void GrowingText::growOrShrink()
{
    const int wanted = heightForWidth(width());
    if (wanted == m_height)
        return;
    m_height = wanted;
    updateGeometry();
}

void GrowingText::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    growOrShrink();
}

bool GrowingText::event(QEvent *event)
{
    if (event->type() == QEvent::Paint) {
        paintFrame();
        return true;
    }
    return QPlainTextEdit::event(event);
}

void GrowingText::paintFrame()
{
    const CardColours colours = CardColours::from(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double line = hasFocus() ? 2 : 1;
    painter.setPen(QPen(hasFocus() ? colours.ring : colours.controlEdge, line));
    painter.setBrush(colours.control);
    painter.drawRoundedRect(QRectF(rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2), cornerRadius,
                            cornerRadius);
}

void GrowingText::keyPressEvent(QKeyEvent *event)
{
    m_lastTypedMs = m_clock.monotonicMs();
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        returnPressed(event);
        return;
    case Qt::Key_Escape:
        event->ignore();
        return;
    case Qt::Key_Up:
        if (document()->isEmpty() && !isComposing()) {
            event->ignore();
            return;
        }
        break;
    default:
        break;
    }
    QPlainTextEdit::keyPressEvent(event);
}

void GrowingText::returnPressed(QKeyEvent *event)
{
    event->accept();
    if (isComposing())
        return;
    if (event->modifiers() & Qt::ShiftModifier) {
        // Qt's own would insert a line separator, which is no end of a paragraph to whoever reads the text.
        if (!isReadOnly())
            textCursor().insertBlock();
        ensureCursorVisible();
        return;
    }
    if (event->modifiers() & (Qt::AltModifier | Qt::MetaModifier))
        return;
    const bool commits = m_lastTypedMs - m_composedMs < commitReturnMs;
    m_composedMs = -1'000'000; // only the first Return can be the one that committed
    if (!event->isAutoRepeat() && !commits)
        Q_EMIT submitted();
}

void GrowingText::inputMethodEvent(QInputMethodEvent *event)
{
    m_lastTypedMs = m_clock.monotonicMs();
    const bool was = isComposing();
    m_preedit = event->preeditString();
    if (was && !isComposing())
        m_composedMs = m_lastTypedMs;
    QPlainTextEdit::inputMethodEvent(event);
    growOrShrink();
    if (was != isComposing())
        Q_EMIT compositionChanged();
}

void GrowingText::focusInEvent(QFocusEvent *event)
{
    update();
    // Told of a Tab or a shortcut, Qt selects or scrolls before the focus event reaches a screen reader,
    // which then takes the focus for old news and stays silent.
    switch (event->reason()) {
    case Qt::TabFocusReason:
    case Qt::BacktabFocusReason:
    case Qt::ShortcutFocusReason: {
        QFocusEvent plain(QEvent::FocusIn, Qt::OtherFocusReason);
        QPlainTextEdit::focusInEvent(&plain);
        return;
    }
    default:
        QPlainTextEdit::focusInEvent(event);
    }
}

void GrowingText::focusOutEvent(QFocusEvent *event)
{
    update();
    QPlainTextEdit::focusOutEvent(event);
}

QMimeData *GrowingText::createMimeDataFromSelection() const
{
    auto *copied = new QMimeData;
    copied->setText(textCursor().selectedText().replace(QChar::ParagraphSeparator, u'\n'));
    return copied;
}

void GrowingText::insertFromMimeData(const QMimeData *source)
{
    if (source->hasText())
        insertPlainText(source->text());
}

} // namespace heed
