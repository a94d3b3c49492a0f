// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>
#include <vector>

namespace heed {

//! The heights of all rows, most of them estimated, with their sums in a Fenwick tree: the top of a row
//! and the row at a height take O(log n), an insertion in the middle O(n) of a few nanoseconds. Pixels.
class RowHeights
{
public:
    //! Forgets everything; \a count rows of estimated height.
    void reset(int count);
    void insert(int first, int count);
    void remove(int first, int count);
    void setExact(int row, int height);
    //! The height is kept as an estimate until the row is seen again.
    void setEstimated(int row) { m_exact.at(size_t(row)) = false; }
    void setAllEstimated();

    [[nodiscard]] int count() const { return int(m_heights.size()); }
    [[nodiscard]] int height(int row) const { return m_heights.at(size_t(row)); }
    [[nodiscard]] bool isExact(int row) const { return m_exact.at(size_t(row)); }
    //! Sum of the heights of the rows before \a row.
    [[nodiscard]] qint64 top(int row) const;
    [[nodiscard]] qint64 total() const { return top(count()); }
    //! The row that covers \a y, clamped to the first and the last; -1 when there are none.
    [[nodiscard]] int rowAt(qint64 y) const;

private:
    [[nodiscard]] int estimate() const;
    void rebuild();
    void add(int row, int difference);

    std::vector<int> m_heights{};
    std::vector<bool> m_exact{};
    std::vector<qint64> m_sums{}; // Fenwick tree, one-based
    qint64 m_seenSum = 0;         // of heights that were measured
    qint64 m_seen = 0;
};

} // namespace heed
