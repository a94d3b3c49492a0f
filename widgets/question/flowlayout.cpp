// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/question/flowlayout.h"

#include <QStyle>
#include <QWidget>
#include <algorithm>
#include <utility>

namespace heed {

FlowLayout::FlowLayout(int gap, QWidget *parent)
    : QLayout(parent)
    , m_gap(gap)
{
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout()
{
    qDeleteAll(m_items);
}

void FlowLayout::addItem(QLayoutItem *item)
{
    m_items.append(item);
    invalidate();
}

QLayoutItem *FlowLayout::itemAt(int index) const
{
    return m_items.value(index);
}

QLayoutItem *FlowLayout::takeAt(int index)
{
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

// Left to right from (0, 0), each in the middle of its row; returns the height that was used.
int FlowLayout::arrange(int width, const std::function<void(QLayoutItem *, const QRect &)> &place) const
{
    QList<std::pair<QLayoutItem *, QRect>> row;
    int x = 0;
    int y = 0;
    int rowHeight = 0;
    const auto endRow = [&] {
        for (const auto &[item, rect] : std::as_const(row))
            place(item, rect.translated(0, y + (rowHeight - rect.height()) / 2));
        row.clear();
    };
    for (QLayoutItem *item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize hint = item->sizeHint();
        const int itemWidth = std::min(hint.width(), width);
        const bool narrowed = itemWidth < hint.width() && item->hasHeightForWidth();
        const int itemHeight = narrowed ? item->heightForWidth(itemWidth) : hint.height();
        if (x > 0 && x + itemWidth > width) {
            endRow();
            x = 0;
            y += rowHeight + m_gap;
            rowHeight = 0;
        }
        row.append({item, {x, 0, itemWidth, itemHeight}});
        x += itemWidth + m_gap;
        rowHeight = std::max(rowHeight, itemHeight);
    }
    endRow();
    return y + rowHeight;
}

int FlowLayout::heightForWidth(int width) const
{
    return arrange(width, [](QLayoutItem *, const QRect &) {});
}

QSize FlowLayout::sizeHint() const
{
    int width = 0;
    int height = 0;
    for (QLayoutItem *item : m_items) {
        if (item->isEmpty())
            continue;
        width += item->sizeHint().width() + (width > 0 ? m_gap : 0);
        height = std::max(height, item->sizeHint().height());
    }
    return {width, height};
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (QLayoutItem *item : m_items) {
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    }
    return size;
}

void FlowLayout::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    const auto direction = parentWidget() ? parentWidget()->layoutDirection() : Qt::LeftToRight;
    arrange(rect.width(), [&](QLayoutItem *item, const QRect &place) {
        item->setGeometry(QStyle::visualRect(direction, rect, place.translated(rect.topLeft())));
    });
}

} // namespace heed
