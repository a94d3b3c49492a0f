// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/blocklayout.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

using namespace Qt::StringLiterals;

// How BlockLayout paints.
namespace heed {

namespace {

void paintCheckBox(QPainter &painter, const QRectF &box, bool isChecked, const RowStyle &style)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(style.colors.quiet, 1.3));
    painter.setBrush(isChecked ? style.colors.quiet : Qt::transparent);
    painter.drawRoundedRect(box, 3, 3);
    if (isChecked) {
        QPainterPath tick;
        tick.moveTo(box.left() + box.width() * 0.22, box.top() + box.height() * 0.52);
        tick.lineTo(box.left() + box.width() * 0.43, box.top() + box.height() * 0.74);
        tick.lineTo(box.left() + box.width() * 0.8, box.top() + box.height() * 0.28);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(style.colors.base, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPath(tick);
    }
    painter.restore();
}

QTextLayout::FormatRange rangeOf(const TextMark &mark, const RowStyle &style)
{
    QTextLayout::FormatRange range;
    range.start = mark.start;
    range.length = mark.length;
    if (mark.kind == TextMark::Kind::Selected) {
        range.format.setBackground(style.colors.selection);
        range.format.setForeground(style.colors.selectionText);
    } else {
        range.format.setBackground(style.colors.match);
        range.format.setForeground(legible(style.colors.text, style.colors.match, 4.5));
    }
    return range;
}

} // namespace

void BlockLayout::paintQuotes(QPainter &painter, QPointF at, const RowStyle &style, qreal above) const
{
    for (qsizetype i = 0; i < m_block.nest.size(); ++i) {
        if (m_block.nest.at(i) != 'q')
            continue;
        const qreal in = m_step * qreal(i) + 2;
        const qreal x = m_isRightToLeft ? m_width - in - 3 : in;
        painter.fillRect(QRectF(at.x() + x, at.y() - above, 3, m_height + above), style.colors.line);
    }
}

void BlockLayout::paintMarker(QPainter &painter, QPointF at, const RowStyle &style) const
{
    const QFontMetricsF metrics(style.text);
    const qreal gap = style.em * 0.4;
    const qreal middle = at.y() + m_pieces.front().at.y() + metrics.height() / 2;
    const qreal edge = at.x() + (m_isRightToLeft ? m_contentWidth + gap : m_left - gap);
    const qreal out = m_isRightToLeft ? 1 : -1; // away from the text
    painter.setPen(m_color);
    painter.setFont(style.text);
    switch (m_block.marker.kind) {
    case ListMarker::Kind::Bullet: {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        const qreal radius = style.em * 0.13;
        painter.setBrush(m_block.listDepth() % 2 == 1 ? QBrush(m_color) : QBrush(Qt::NoBrush));
        painter.drawEllipse(QPointF(edge + out * radius * 2, middle + 1), radius, radius);
        painter.restore();
        break;
    }
    case ListMarker::Kind::Ordinal: {
        const QString sign = QString::number(m_block.marker.ordinal) + QChar(m_block.marker.delimiter);
        const qreal width = metrics.horizontalAdvance(sign);
        const QRectF box(m_isRightToLeft ? edge : edge - width, at.y() + m_pieces.front().at.y(), width + 1,
                         metrics.height());
        painter.save();
        painter.setLayoutDirection(m_isRightToLeft ? Qt::RightToLeft : Qt::LeftToRight);
        painter.drawText(box, Qt::AlignAbsolute | Qt::AlignLeft | Qt::AlignTop | Qt::TextDontClip, sign);
        painter.restore();
        break;
    }
    case ListMarker::Kind::Task: {
        const qreal size = style.em * 0.68;
        const QRectF box(m_isRightToLeft ? edge : edge - size, middle - size / 2 + 1, size, size);
        paintCheckBox(painter, box, m_block.marker.checked, style);
        break;
    }
    case ListMarker::Kind::None:
        break;
    }
}

void BlockLayout::paintCodePanel(QPainter &painter, QPointF at, const RowStyle &style) const
{
    const QRectF panel = m_panel.translated(at);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(style.colors.line, 1));
    painter.setBrush(style.colors.panel);
    painter.drawRoundedRect(panel.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QRectF button = m_copyButton.translated(at);
    painter.drawLine(QPointF(panel.left() + 1, button.bottom()), QPointF(panel.right() - 1, button.bottom()));
    painter.setFont(style.small);
    painter.setPen(style.colors.quiet);
    const QRectF head(panel.left() + 12, panel.top(), button.left() - panel.left() - 12, button.height());
    const QString name =
        m_block.language.isEmpty() ? QCoreApplication::translate("heed::ChatView", "Code") : m_block.language;
    painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, name);
    painter.setPen(style.colors.link);
    painter.drawText(button, Qt::AlignCenter, QCoreApplication::translate("heed::ChatView", "Copy"));
    painter.restore();
}

void BlockLayout::paintTable(QPainter &painter, QPointF at, const RowStyle &style) const
{
    const QRectF panel = m_panel.translated(at);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath frame;
    frame.addRoundedRect(panel.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
    const qreal headBottom = m_rowTops.size() > 1 ? m_rowTops.at(1) : m_height;
    painter.save();
    painter.setClipPath(frame, Qt::IntersectClip);
    painter.fillRect(QRectF(panel.left(), panel.top(), panel.width(), headBottom), style.colors.panel);
    painter.restore();
    painter.setPen(QPen(style.colors.line, 1));
    painter.drawPath(frame);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (qsizetype i = 1; i < m_rowTops.size(); ++i) {
        const qreal y = at.y() + m_rowTops.at(i);
        painter.drawLine(QPointF(panel.left() + 1, y), QPointF(panel.right() - 1, y));
    }
    painter.restore();
}

void BlockLayout::paint(QPainter &painter, QPointF at, const RowStyle &style, const QList<TextMark> &marks,
                        const QRectF &clip) const
{
    if (m_block.kind == MarkdownBlock::Kind::Rule) {
        painter.fillRect(QRectF(at.x() + m_left, at.y() + m_height / 2, m_contentWidth, 1),
                         style.colors.line);
        return;
    }
    if (m_block.kind == MarkdownBlock::Kind::Code)
        paintCodePanel(painter, at, style);
    else if (m_block.kind == MarkdownBlock::Kind::Table)
        paintTable(painter, at, style);
    if (m_block.isListItem() && !m_pieces.empty())
        paintMarker(painter, at, style);

    for (const auto &piece : m_pieces) {
        const QPointF place = at + piece.at;
        if (place.y() + piece.height < clip.top() || place.y() > clip.bottom())
            continue;
        QList<QTextLayout::FormatRange> ranges;
        for (const TextMark &mark : marks) {
            const int start = qMax(mark.start, piece.chunk.start);
            const int end = qMin(mark.start + mark.length, piece.chunk.start + piece.chunk.length);
            if (start < end)
                ranges.append(rangeOf({start - piece.chunk.start, end - start, mark.kind}, style));
        }
        painter.setPen(m_color);
        piece.layout->draw(&painter, place, ranges, clip);
    }
}

} // namespace heed
