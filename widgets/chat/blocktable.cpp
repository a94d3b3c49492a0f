// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/blocklayout.h"

#include <QFontMetricsF>
#include <cmath>
#include <numeric>

// How BlockLayout lays out tables.
namespace heed {

namespace {

constexpr qreal CellAcross = 10;
constexpr qreal CellDown = 6;

// Gives columns that ask for little what they ask for, and shares the rest among the others.
QList<qreal> shared(const QList<qreal> &wanted, qreal room)
{
    QList<qreal> given(wanted.size(), -1);
    qsizetype open = wanted.size();
    bool hasChanged = true;
    while (open > 0 && hasChanged) {
        hasChanged = false;
        const qreal fair = room / qreal(open);
        for (qsizetype i = 0; i < wanted.size(); ++i) {
            if (given.at(i) < 0 && wanted.at(i) <= fair) {
                given[i] = wanted.at(i);
                room -= wanted.at(i);
                --open;
                hasChanged = true;
            }
        }
    }
    for (qreal &width : given) {
        if (width < 0)
            width = std::floor(room / qreal(open));
    }
    return given;
}

} // namespace

// One width for each column, or a single one when the columns would be too narrow to read: then the cells
// of a row stand under each other.
QList<qreal> BlockLayout::columnWidths(const RowStyle &style) const
{
    QFont bold = style.text;
    bold.setBold(true);
    const QFontMetricsF head(bold);
    const QFontMetricsF body(style.text);
    QList<qreal> wanted(qMax(1, m_block.columns), style.em * 2);
    for (const auto &cell : m_block.cells) {
        const QString words = m_block.text.mid(cell.start, qMin(cell.length, 200));
        const qreal width = (cell.row == 0 ? head : body).horizontalAdvance(words) * 1.06;
        wanted[cell.column] = qMax(wanted.at(cell.column), std::ceil(width + 2 * CellAcross + 2));
    }
    const qreal sum = std::accumulate(wanted.begin(), wanted.end(), 0.0);
    if (sum <= m_contentWidth)
        return wanted;
    const QList<qreal> given = shared(wanted, m_contentWidth);
    const qreal least = style.em * 3.5;
    for (qsizetype i = 0; i < given.size(); ++i) {
        if (given.at(i) < qMin(least, wanted.at(i)))
            return {m_contentWidth};
    }
    return given;
}

void BlockLayout::layRow(const QList<TableCell> &cells, const QList<qreal> &columns, const RowStyle &style)
{
    const bool isStacked = columns.size() == 1 && m_block.columns > 1;
    const qreal top = m_height;
    qreal bottom = top;
    for (const auto &cell : cells) {
        const int column = isStacked ? 0 : cell.column;
        qreal x = std::accumulate(columns.begin(), columns.begin() + column, 0.0);
        const qreal width = columns.at(column);
        if (m_isRightToLeft)
            x = m_contentWidth - x - width;
        Place place;
        place.font = style.text;
        place.font.setBold(cell.row == 0);
        place.width = width - 2 * CellAcross;
        place.align =
            cell.align && !isStacked ? cell.align : (m_isRightToLeft ? Qt::AlignRight : Qt::AlignLeft);
        qreal y = isStacked ? bottom : top;
        for (TextChunk chunk : textChunks(QStringView(m_block.text).sliced(cell.start, cell.length))) {
            chunk.start += cell.start;
            place.at = QPointF(m_left + x + CellAcross, y + CellDown);
            y += add(chunk, place, formats(chunk, style));
        }
        bottom = qMax(bottom, y + (isStacked ? CellDown : 2 * CellDown));
    }
    m_height = bottom;
}

void BlockLayout::layTable(const RowStyle &style)
{
    const QList<qreal> columns = columnWidths(style);
    m_tableWidth = std::accumulate(columns.begin(), columns.end(), 0.0);
    QList<TableCell> row;
    for (qsizetype i = 0; i < m_block.cells.size(); ++i) {
        row.append(m_block.cells.at(i));
        const bool isLast = i + 1 == m_block.cells.size() || m_block.cells.at(i + 1).row != row.first().row;
        if (!isLast)
            continue;
        m_rowTops.append(m_height);
        layRow(row, columns, style);
        row.clear();
    }
    const qreal x = m_isRightToLeft ? m_contentWidth - m_tableWidth : m_left;
    m_panel = QRectF(x, 0, m_tableWidth, m_height);
}

} // namespace heed
