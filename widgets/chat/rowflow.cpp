// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/rowflow.h"

#include <algorithm>

namespace heed {

RowFlow::RowFlow(std::function<int(int)> measure)
    : m_measure(std::move(measure))
{
}

void RowFlow::reset(int count)
{
    m_heights.reset(count);
    m_row = 0;
    m_offset = 0;
    m_isAtEnd = true;
}

void RowFlow::insert(int first, int count)
{
    m_heights.insert(first, count);
    if (first <= m_row && m_heights.count() > count)
        m_row += count;
}

void RowFlow::remove(int first, int count)
{
    m_heights.remove(first, count);
    if (m_row >= first + count) {
        m_row -= count;
    } else if (m_row >= first) {
        m_row = first;
        m_offset = 0;
    }
    m_row = std::clamp(m_row, 0, std::max(0, m_heights.count() - 1));
}

void RowFlow::invalidate(int row)
{
    m_heights.setEstimated(row);
}

void RowFlow::invalidateAll()
{
    m_heights.setAllEstimated();
}

void RowFlow::setViewport(int height, int padding)
{
    m_viewport = height;
    m_padding = padding;
}

int RowFlow::exact(int row)
{
    if (!m_heights.isExact(row))
        m_heights.setExact(row, m_measure(row));
    return m_heights.height(row);
}

void RowFlow::arrange()
{
    if (m_heights.count() == 0) {
        m_row = 0;
        m_offset = 0;
        m_isAtEnd = true;
        return;
    }
    if (m_isAtEnd)
        arrangeEnd();
    else
        arrangeAnchor();
}

void RowFlow::arrangeEnd()
{
    const int room = m_viewport - m_padding;
    int row = m_heights.count();
    int sum = 0;
    while (row > 0 && sum < room)
        sum += exact(--row);
    m_row = row;
    m_offset = std::max(0, sum - room);
}

void RowFlow::arrangeAnchor()
{
    const int count = m_heights.count();
    while (m_offset >= exact(m_row) && m_row + 1 < count)
        m_offset -= m_heights.height(m_row++);
    while (m_offset < 0 && m_row > 0)
        m_offset += exact(--m_row);
    m_offset = std::max(0, m_offset);
    int bottom = -m_offset;
    int row = m_row;
    while (row < count && bottom < m_viewport)
        bottom += exact(row++);
    if (row == count && bottom + m_padding <= m_viewport) {
        m_isAtEnd = true;
        arrangeEnd();
    }
}

void RowFlow::scrollBy(qint64 pixels)
{
    if (m_heights.count() == 0 || pixels == 0 || (m_isAtEnd && pixels > 0))
        return;
    m_isAtEnd = false;
    m_offset += int(std::clamp<qint64>(pixels, -1'000'000, 1'000'000));
    arrange();
}

void RowFlow::scrollTo(qint64 y)
{
    if (m_heights.count() == 0)
        return;
    m_isAtEnd = false;
    m_row = m_heights.rowAt(y);
    m_offset = int(std::clamp<qint64>(y - m_heights.top(m_row), 0, m_heights.height(m_row)));
    arrange();
}

void RowFlow::scrollToEnd()
{
    m_isAtEnd = true;
    arrange();
}

void RowFlow::show(int row)
{
    const int height = exact(row);
    show(row, 0, height);
}

void RowFlow::show(int row, int from, int to)
{
    exact(row);
    const int room = m_viewport - m_padding;
    if (row >= firstRow() && row <= lastRow()) {
        const qint64 top = topOf(row);
        if (top + from >= 0 && top + to <= room)
            return;
    }
    const bool isAbove = row < m_row || (row == m_row && from < m_offset);
    if (m_isAtEnd && row + 1 == m_heights.count() && to == m_heights.height(row) && to - from <= room)
        return;
    m_isAtEnd = false;
    m_row = row;
    m_offset = isAbove || to - from > room ? from : to - room;
    arrange();
}

bool RowFlow::measureNear(int pixels)
{
    const int count = m_heights.count();
    int bottom = lastRow() + 1;
    for (int far = 0; bottom < count && far < pixels; ++bottom) {
        if (!m_heights.isExact(bottom)) {
            exact(bottom);
            return true;
        }
        far += m_heights.height(bottom);
    }
    int top = firstRow() - 1;
    for (int far = 0; top >= 0 && far < pixels; --top) {
        if (!m_heights.isExact(top)) {
            exact(top);
            return true;
        }
        far += m_heights.height(top);
    }
    return false;
}

qint64 RowFlow::y() const
{
    return m_heights.count() == 0 ? 0 : m_heights.top(m_row) + m_offset;
}

qint64 RowFlow::lastY() const
{
    return std::max<qint64>(0, m_heights.total() + m_padding - m_viewport);
}

int RowFlow::lastRow() const
{
    const int count = m_heights.count();
    int row = m_row;
    qint64 bottom = -m_offset;
    while (row < count && bottom < m_viewport)
        bottom += m_heights.height(row++);
    return row - 1;
}

} // namespace heed
