// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/chatview.h"

#include "widgets/chat/chatviewaccessible.h"
#include "widgets/chat/markdowntext.h"

#include <QAbstractItemModel>
#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QStyleHints>
#include <QTextBoundaryFinder>
#include <algorithm>

// How ChatView answers to mouse and keyboard.
namespace heed {

namespace {

constexpr int DragScrollMs = 30;

} // namespace

QRect ChatView::rowRect(int row) const
{
    if (row < 0 || row >= m_flow.heights().count())
        return {};
    const qint64 top = std::clamp<qint64>(m_flow.topOf(row), -QWIDGETSIZE_MAX, QWIDGETSIZE_MAX);
    return QRect(0, int(top), viewport()->width(), m_flow.heights().height(row));
}

int ChatView::rowAt(int y) const
{
    for (int row = m_flow.firstRow(); row <= m_flow.lastRow(); ++row) {
        if (y < rowRect(row).bottom() + 1)
            return row;
    }
    return m_flow.lastRow();
}

RowHit ChatView::hitAt(QPoint inViewport, int *row)
{
    const int at = rowAt(inViewport.y());
    if (row)
        *row = at;
    return at < 0 ? RowHit() : painted(at).layout.hit(inViewport - rowRect(at).topLeft());
}

void ChatView::updateCursor(QPoint at)
{
    switch (hitAt(at).what) {
    case RowHit::What::Nothing:
        viewport()->unsetCursor();
        break;
    case RowHit::What::Text:
        viewport()->setCursor(Qt::IBeamCursor);
        break;
    default:
        viewport()->setCursor(Qt::PointingHandCursor);
    }
}

void ChatView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return QAbstractScrollArea::mousePressEvent(event);
    if (!m_model || m_model->rowCount() == 0)
        return;
    m_showsRing = false;
    m_isPressed = true;
    m_isSelecting = false;
    m_pressedAt = event->position().toPoint();
    m_pressedHit = hitAt(m_pressedAt, &m_pressedRow);
    m_current = indexOf(m_pressedRow);
    const auto since = event->timestamp() - m_lastDouble;
    const bool isTriple =
        m_lastDouble > 0 && since < quint64(QGuiApplication::styleHints()->mouseDoubleClickInterval());
    if (isTriple) {
        m_lastDouble = 0;
        selectParagraph(m_pressedRow, m_pressedHit.position);
    } else if ((event->modifiers() & Qt::ShiftModifier) && m_selection.anchor().row.isValid()) {
        extendSelection(m_pressedAt);
    } else {
        m_selection.start(m_current, m_pressedHit.position);
    }
    viewport()->update();
}

void ChatView::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint at = event->position().toPoint();
    if (!m_isPressed || !(event->buttons() & Qt::LeftButton)) {
        updateCursor(at);
        return;
    }
    if (!m_isSelecting && (at - m_pressedAt).manhattanLength() < QApplication::startDragDistance())
        return;
    m_isSelecting = true;
    m_dragTo = at;
    const bool isBeyond = at.y() < 0 || at.y() >= viewport()->height();
    if (isBeyond && !m_drag.isActive())
        m_drag.start(DragScrollMs, this);
    else if (!isBeyond)
        m_drag.stop();
    extendSelection(at);
}

void ChatView::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return QAbstractScrollArea::mouseReleaseEvent(event);
    if (!std::exchange(m_isPressed, false))
        return;
    m_drag.stop();
    if (std::exchange(m_isSelecting, false)) {
        QClipboard *clipboard = QGuiApplication::clipboard();
        if (clipboard->supportsSelection() && hasSelection())
            clipboard->setText(selectedText(), QClipboard::Selection);
        return;
    }
    // A press and a release on the same thing: what is dragged over or slid onto does nothing.
    int row = -1;
    const RowHit hit = hitAt(event->position().toPoint(), &row);
    if (row == m_pressedRow && hit.what == m_pressedHit.what && hit.block == m_pressedHit.block &&
        hit.target == m_pressedHit.target)
        activate(row, hit);
}

void ChatView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return QAbstractScrollArea::mouseDoubleClickEvent(event);
    int row = -1;
    const RowHit hit = hitAt(event->position().toPoint(), &row);
    if (hit.what != RowHit::What::Text) { // the second press on a fold or a button
        mousePressEvent(event);
        return;
    }
    m_lastDouble = event->timestamp();
    selectWord(row, hit.position);
}

void ChatView::activate(int row, const RowHit &hit)
{
    switch (hit.what) {
    case RowHit::What::Link:
        Q_EMIT linkActivated(QUrl(hit.target, QUrl::StrictMode));
        break;
    case RowHit::What::Copy:
        copyCode(row, hit.block);
        break;
    case RowHit::What::Fold:
    case RowHit::What::More:
        toggleFold(row);
        break;
    case RowHit::What::Action:
        Q_EMIT actionRequested(indexOf(row), hit.target);
        break;
    case RowHit::What::Text:
    case RowHit::What::Nothing:
        break;
    }
}

void ChatView::toggleFold(int row)
{
    const qint64 id = idOf(row);
    const Item &item = painted(row);
    if (item.content.hasMore())
        m_shownMost[id] = 4 * m_shownMost.value(id, RowContent::ShownFirst);
    else if (!item.content.isFoldable())
        return;
    else if (!m_unfolded.remove(id))
        m_unfolded.insert(id);
    // What opens or closes must not slide away from under the pointer.
    const bool wasAtEnd = m_flow.isAtEnd();
    if (wasAtEnd && m_flow.lastY() > 0)
        m_flow.scrollTo(m_flow.y());
    refresh(row);
    dirty(-2);
    flush();
}

void ChatView::extendSelection(QPoint to)
{
    int row = -1;
    const QPoint inside(to.x(), qBound(0, to.y(), viewport()->height() - 1));
    const RowHit hit = hitAt(inside, &row);
    if (row < 0)
        return;
    m_selection.extend(indexOf(row), hit.position);
    viewport()->update();
}

void ChatView::selectWord(int row, int position)
{
    const QString words = MarkdownText::bare(painted(row).content.blocks());
    QTextBoundaryFinder finder(QTextBoundaryFinder::Word, words);
    finder.setPosition(qMin(position, int(words.size())));
    if (!finder.isAtBoundary() || !(finder.boundaryReasons() & QTextBoundaryFinder::StartOfItem))
        finder.toPreviousBoundary();
    const qsizetype from = qMax<qsizetype>(0, finder.position());
    const qsizetype to = finder.toNextBoundary();
    m_selection.set(indexOf(row), int(from), int(to < 0 ? words.size() : to));
    viewport()->update();
}

void ChatView::selectParagraph(int row, int position)
{
    int start = 0;
    for (const auto &block : painted(row).content.blocks()) {
        const int end = start + int(block.text.size());
        if (position <= end) {
            m_selection.set(indexOf(row), start, end);
            break;
        }
        start = end + 1;
    }
    viewport()->update();
}

bool ChatView::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Copy) || key->matches(QKeySequence::SelectAll)) {
            event->accept();
            return true;
        }
    }
    return QAbstractScrollArea::event(event);
}

void ChatView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        copy();
    } else if (event->matches(QKeySequence::SelectAll)) {
        selectAll();
    } else if (event->matches(QKeySequence::SelectNextChar) ||
               event->matches(QKeySequence::SelectPreviousChar)) {
        extendByCharacter(event->matches(QKeySequence::SelectNextChar));
    } else if (event->key() == Qt::Key_Escape && hasSelection()) {
        m_selection.clear();
        viewport()->update();
    } else if (event->modifiers() & ~Qt::KeypadModifier) {
        event->ignore();
    } else if (!moveByKey(event->key())) {
        event->ignore();
    }
}

bool ChatView::moveByKey(int key)
{
    const int rows = m_model ? m_model->rowCount() : 0;
    if (rows == 0)
        return false;
    const int page = qMax(1, viewport()->height() - 2 * int(m_style.em));
    int to = qMax(0, currentRow());
    switch (key) {
    case Qt::Key_Up:
        to = qMax(0, to - 1);
        break;
    case Qt::Key_Down:
        to = qMin(rows - 1, to + 1);
        break;
    case Qt::Key_Home:
        to = 0;
        break;
    case Qt::Key_End:
        to = rows - 1;
        break;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown: {
        m_flow.scrollBy(key == Qt::Key_PageUp ? -page : page);
        const bool isWhole = m_flow.anchorOffset() == 0 || m_flow.firstRow() == m_flow.lastRow();
        to = m_flow.isAtEnd() && key == Qt::Key_PageDown ? rows - 1 : m_flow.firstRow() + (isWhole ? 0 : 1);
        m_showsRing = true;
        m_current = indexOf(to);
        settle();
        viewport()->update();
        sendRowFocus();
        Q_EMIT currentRowChanged(to);
        return true;
    }
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (currentRow() < 0)
            return false;
        m_showsRing = true;
        if (painted(to).content.isFoldable() || painted(to).content.hasMore())
            toggleFold(to);
        else if (!painted(to).content.actions().isEmpty())
            showMenuOfRow(to);
        else
            return false;
        return true;
    default:
        return false;
    }
    m_showsRing = true;
    if (key == Qt::Key_End)
        m_flow.scrollToEnd();
    setCurrentRow(to);
    return true;
}

void ChatView::extendByCharacter(bool isForward)
{
    if (!m_selection.cursor().row.isValid()) {
        if (currentRow() < 0)
            return;
        m_selection.start(m_current, 0);
    }
    int row = m_selection.cursor().row.row();
    const QString words = MarkdownText::bare(painted(row).content.blocks());
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, words);
    finder.setPosition(qMin(m_selection.cursor().position, int(words.size())));
    qsizetype to = isForward ? finder.toNextBoundary() : finder.toPreviousBoundary();
    if (to < 0) {
        row += isForward ? 1 : -1;
        if (row < 0 || row >= m_model->rowCount())
            return;
        to = isForward ? 0 : MarkdownText::length(painted(row).content.blocks());
    }
    m_selection.extend(indexOf(row), int(to));
    const QRectF line = painted(row).layout.lineRect(int(to));
    m_flow.show(row, int(line.top()), int(line.bottom()));
    settle();
    viewport()->update();
}

void ChatView::setCurrentRow(int row)
{
    if (!m_model || row < 0 || row >= m_model->rowCount())
        return;
    const bool isOther = row != currentRow();
    m_current = indexOf(row);
    m_flow.show(row);
    settle();
    viewport()->update();
    sendRowFocus();
    if (isOther)
        Q_EMIT currentRowChanged(row);
}

void ChatView::showRow(const QModelIndex &row)
{
    if (!row.isValid() || row.model() != m_model)
        return;
    m_flow.show(row.row());
    settle();
    viewport()->update();
}

void ChatView::scrollToEnd()
{
    m_flow.scrollToEnd();
    settle();
    viewport()->update();
}

void ChatView::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    m_showsRing = event->reason() != Qt::MouseFocusReason;
    if (!m_current.isValid() && m_model && m_model->rowCount() > 0)
        m_current = indexOf(m_model->rowCount() - 1);
    viewport()->update();
    // After Qt's own event for the view, which a screen reader would otherwise hear last.
    QMetaObject::invokeMethod(this, &ChatView::sendRowFocus, Qt::QueuedConnection);
}

void ChatView::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void ChatView::sendRowFocus()
{
    if (hasFocus() && m_current.isValid())
        sendChatRowFocus(this, m_current);
}

} // namespace heed
