// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/rowheights.h"

#include <bit>

namespace heed {

namespace {

// Before any row was measured: a short message and its heading.
constexpr int FirstGuess = 96;

} // namespace

int RowHeights::estimate() const
{
    return m_seen > 0 ? qMax(1, int(m_seenSum / m_seen)) : FirstGuess;
}

void RowHeights::reset(int count)
{
    m_heights.assign(size_t(count), estimate());
    m_exact.assign(size_t(count), false);
    rebuild();
}

void RowHeights::insert(int first, int count)
{
    const bool isAtEnd = first == this->count();
    m_heights.insert(m_heights.begin() + first, size_t(count), estimate());
    m_exact.insert(m_exact.begin() + first, size_t(count), false);
    if (!isAtEnd || count > 64) {
        rebuild();
        return;
    }
    m_sums.resize(m_heights.size() + 1, 0);
    for (size_t i = size_t(first) + 1; i < m_sums.size(); ++i) {
        // A new node of the tree covers the rows from its lowest set bit down.
        const size_t from = i - (i & (~i + 1));
        m_sums.at(i) = top(int(i) - 1) - top(int(from)) + m_heights.at(i - 1);
    }
}

void RowHeights::remove(int first, int count)
{
    m_heights.erase(m_heights.begin() + first, m_heights.begin() + first + count);
    m_exact.erase(m_exact.begin() + first, m_exact.begin() + first + count);
    rebuild();
}

void RowHeights::rebuild()
{
    m_sums.assign(m_heights.size() + 1, 0);
    for (size_t i = 1; i < m_sums.size(); ++i) {
        m_sums.at(i) += m_heights.at(i - 1);
        const size_t next = i + (i & (~i + 1));
        if (next < m_sums.size())
            m_sums.at(next) += m_sums.at(i);
    }
}

void RowHeights::add(int row, int difference)
{
    for (size_t i = size_t(row) + 1; i < m_sums.size(); i += i & (~i + 1))
        m_sums.at(i) += difference;
}

void RowHeights::setExact(int row, int height)
{
    if (!isExact(row)) {
        m_seenSum += height;
        ++m_seen;
    }
    m_exact.at(size_t(row)) = true;
    const int difference = height - m_heights.at(size_t(row));
    m_heights.at(size_t(row)) = height;
    if (difference != 0)
        add(row, difference);
}

void RowHeights::setAllEstimated()
{
    m_exact.assign(m_exact.size(), false);
    m_seen = 0;
    m_seenSum = 0;
}

qint64 RowHeights::top(int row) const
{
    qint64 sum = 0;
    for (size_t i = size_t(row); i > 0; i -= i & (~i + 1))
        sum += m_sums.at(i);
    return sum;
}

int RowHeights::rowAt(qint64 y) const
{
    if (m_heights.empty())
        return -1;
    size_t at = 0;
    qint64 left = qMax<qint64>(0, y);
    for (size_t step = std::bit_floor(m_heights.size()); step > 0; step /= 2) {
        if (at + step < m_sums.size() && m_sums.at(at + step) <= left) {
            at += step;
            left -= m_sums.at(at);
        }
    }
    return int(qMin(at, m_heights.size() - 1));
}

} // namespace heed
