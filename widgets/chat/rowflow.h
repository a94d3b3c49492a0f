// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/chat/rowheights.h"

#include <functional>

namespace heed {

//! Which rows are in the viewport and where. The truth is an anchor, the row at the top edge and how many
//! of its pixels are above that edge; or "at the end", which keeps the last row at the bottom edge. Scroll
//! bar values are derived from it, so heights that turn out different above the anchor move nothing.
//! Only rows that come into the viewport are measured. No widget, no painting: testable by itself.
class RowFlow
{
public:
    //! \param measure the exact height of a row, in pixels; may be called often for the same row.
    explicit RowFlow(std::function<int(int row)> measure);

    void reset(int count);
    void insert(int first, int count);
    void remove(int first, int count);
    //! The row changed: it is measured again when it is in view.
    void invalidate(int row);
    void invalidateAll();

    //! \param padding pixels kept free under the last row.
    void setViewport(int height, int padding);
    //! Measures what is in view and settles the anchor. To be called after any change.
    void arrange();
    void scrollBy(qint64 pixels);
    void scrollTo(qint64 y);
    void scrollToEnd();
    //! Brings a row into view with the least movement; its top when it does not fit.
    void show(int row);
    //! Brings the row's pixels \a from to \a to into view.
    void show(int row, int from, int to);
    //! Measures one row that is not in view, within \a pixels of it. \return whether there was one.
    bool measureNear(int pixels);

    [[nodiscard]] bool isAtEnd() const { return m_isAtEnd; }
    [[nodiscard]] int anchorRow() const { return m_row; }
    [[nodiscard]] int anchorOffset() const { return m_offset; }
    [[nodiscard]] qint64 y() const;     //!< of the viewport's top edge
    [[nodiscard]] qint64 lastY() const; //!< the greatest y
    //! Top of a row relative to the viewport.
    [[nodiscard]] qint64 topOf(int row) const { return m_heights.top(row) - y(); }
    [[nodiscard]] int firstRow() const { return m_heights.count() == 0 ? 0 : m_row; }
    [[nodiscard]] int lastRow() const; //!< -1 when there are no rows
    [[nodiscard]] const RowHeights &heights() const { return m_heights; }

private:
    int exact(int row);
    void arrangeEnd();
    void arrangeAnchor();

    std::function<int(int)> m_measure;
    RowHeights m_heights{};
    int m_row = 0;
    int m_offset = 0;
    bool m_isAtEnd = true;
    int m_viewport = 0;
    int m_padding = 0;
};

} // namespace heed
