// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPersistentModelIndex>
#include <climits>

namespace heed {

//! What is selected in the chat view: from a position of one row to a position of another. Follows its
//! rows when others come or go.
class ChatSelection
{
public:
    struct Place {
        QPersistentModelIndex row{};
        int position = 0;
    };
    //! A half-open range of positions of one row.
    struct Range {
        int from = 0;
        int to = 0;
        [[nodiscard]] bool isEmpty() const { return from >= to; }
    };

    void clear() { m_anchor = m_cursor = {}; }
    void set(const QModelIndex &row, int from, int to)
    {
        m_anchor = {row, from};
        m_cursor = {row, to};
    }
    void setAll(const QModelIndex &first, const QModelIndex &last)
    {
        m_anchor = {first, 0};
        m_cursor = {last, INT_MAX};
    }
    void start(const QModelIndex &row, int position) { set(row, position, position); }
    void extend(const QModelIndex &row, int position) { m_cursor = {row, position}; }

    [[nodiscard]] const Place &cursor() const { return m_cursor; }
    [[nodiscard]] const Place &anchor() const { return m_anchor; }
    [[nodiscard]] bool isEmpty() const
    {
        return !m_anchor.row.isValid() || !m_cursor.row.isValid() ||
               (m_anchor.row == m_cursor.row && m_anchor.position == m_cursor.position);
    }
    [[nodiscard]] const Place &first() const { return isForward() ? m_anchor : m_cursor; }
    [[nodiscard]] const Place &last() const { return isForward() ? m_cursor : m_anchor; }
    //! What of a row is selected; `to` may lie behind the row's end.
    [[nodiscard]] Range rangeIn(int row) const
    {
        if (isEmpty() || row < first().row.row() || row > last().row.row())
            return {};
        return {row == first().row.row() ? first().position : 0,
                row == last().row.row() ? last().position : INT_MAX};
    }

private:
    [[nodiscard]] bool isForward() const
    {
        return m_anchor.row.row() < m_cursor.row.row() ||
               (m_anchor.row.row() == m_cursor.row.row() && m_anchor.position <= m_cursor.position);
    }

    Place m_anchor{};
    Place m_cursor{};
};

} // namespace heed
