// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/rowlayout.h"

#include "widgets/chat/rowactions.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>

// How RowLayout paints.
namespace heed {

void RowLayout::paintGround(QPainter &painter, QPointF at, const RowContent &content,
                            const RowStyle &style) const
{
    if (m_ground.isEmpty())
        return;
    const QRectF box = m_ground.translated(at);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const ChatColors &colors = style.colors;
    switch (content.kind()) {
    case RowKind::Message:
        painter.setPen(colors.isHighContrast ? QPen(colors.line, 1) : QPen(Qt::NoPen));
        painter.setBrush(colors.bubble);
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), style.em * 0.75, style.em * 0.75);
        break;
    case RowKind::Question:
        painter.setPen(QPen(colors.line, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 10, 10);
        break;
    case RowKind::Notice: {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colors.panel);
        painter.drawRoundedRect(box, 6, 6);
        const qreal edge = style.isRightToLeft ? box.right() - 3 : box.left();
        painter.fillRect(QRectF(edge, box.top(), 3, box.height()), colors.quiet);
        break;
    }
    default:
        painter.fillRect(box, colors.line);
    }
    painter.restore();
}

void RowLayout::paintTitle(QPainter &painter, QPointF at, const RowContent &content,
                           const RowStyle &style) const
{
    if (m_heading)
        m_heading->paint(painter, at + m_headingAt, style, {}, QRectF(at, QSizeF(style.width, m_height)));
    if (m_title)
        m_title->paint(painter, at + m_titleAt, style, {}, QRectF(at, QSizeF(style.width, m_height)));
    if (!m_fold.isEmpty()) {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        const qreal size = style.em * 0.22;
        const qreal x =
            style.isRightToLeft ? m_fold.right() - style.em * 0.45 : m_fold.left() + style.em * 0.45;
        painter.translate(at.x() + x, at.y() + m_titleAt.y() + style.em * 0.48);
        if (!content.setting().isFolded)
            painter.rotate(90);
        else if (style.isRightToLeft)
            painter.rotate(180);
        QPainterPath triangle;
        triangle.moveTo(-size * 0.6, -size);
        triangle.lineTo(size * 0.6, 0);
        triangle.lineTo(-size * 0.6, size);
        painter.setPen(QPen(style.colors.quiet, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPath(triangle);
        painter.restore();
    }
    if (!m_more.isEmpty())
        paintButton(painter, m_more.translated(at),
                    QCoreApplication::translate("heed::ChatView", "Show more"), style);
    for (const Button &action : m_actions)
        paintButton(painter, action.box.translated(at), rowActionLabel(action.word), style);
}

void RowLayout::paintButton(QPainter &painter, const QRectF &box, const QString &label,
                            const RowStyle &style) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(style.colors.line, 1));
    painter.setBrush(style.colors.panel);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), box.height() / 2, box.height() / 2);
    painter.setPen(style.colors.link);
    painter.setFont(style.small);
    painter.drawText(box, Qt::AlignCenter, label);
    painter.restore();
}

void RowLayout::paintBlocks(QPainter &painter, QPointF at, const RowStyle &style, const Paint &how) const
{
    for (size_t i = 0; i < m_blocks.size(); ++i) {
        const Placed &placed = m_blocks.at(i);
        if (placed.at.y() > how.clip.bottom() || placed.at.y() + placed.layout->height() < how.clip.top())
            continue;
        const int size = int(placed.layout->block().text.size());
        QList<TextMark> marks;
        const auto mark = [&](int from, int to, TextMark::Kind kind) {
            const int start = qMax(0, from - placed.start);
            const int end = qMin(size, to - placed.start);
            if (start < end)
                marks.append({start, end - start, kind});
        };
        for (const TextChunk &found : how.found)
            mark(found.start, found.start + found.length, TextMark::Kind::Found);
        if (how.selectedFrom < how.selectedTo)
            mark(how.selectedFrom, how.selectedTo, TextMark::Kind::Selected);
        qreal above = 0;
        if (i > 0 && m_blocks.at(i - 1).layout->block().quoteDepth() > 0) {
            const Placed &before = m_blocks.at(i - 1);
            above = placed.at.y() - before.at.y() - before.layout->height();
        }
        placed.layout->paintQuotes(painter, at + placed.at, style, above);
        placed.layout->paint(painter, at + placed.at, style, marks, how.clip.translated(at));
    }
}

// A bar after the last word while more is coming. It does not blink: nothing ticks while a reply waits.
void RowLayout::paintWriting(QPainter &painter, QPointF at, const RowStyle &style) const
{
    QRectF bar(m_column.left(), m_y - style.em, style.em * 0.42, style.em * 0.76);
    if (!m_blocks.empty()) {
        const Placed &last = m_blocks.back();
        const int end = int(last.layout->block().text.size());
        const qreal caret = last.at.x() + last.layout->caretX(end);
        bar.moveTop(last.at.y() + last.layout->lineRect(end).top() + style.em * 0.15);
        bar.moveLeft(last.layout->isRightToLeft() ? caret - 3 - bar.width() : caret + 3);
    }
    painter.fillRect(bar.translated(at), style.colors.quiet);
}

void RowLayout::paint(QPainter &painter, QPointF at, const RowContent &content, const RowStyle &style,
                      const Paint &how) const
{
    paintGround(painter, at, content, style);
    paintTitle(painter, at, content, style);
    paintBlocks(painter, at, style, how);
    if (content.isStreaming() && content.kind() == RowKind::ReplyText)
        paintWriting(painter, at, style);
    if (!how.isCurrent)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(style.colors.ring, 2));
    painter.setBrush(Qt::NoBrush);
    const QRectF frame(m_column.left() - 8, 2, m_column.width() + 16, m_height - 4);
    painter.drawRoundedRect(frame.translated(at), 8, 8);
    painter.restore();
}

} // namespace heed
