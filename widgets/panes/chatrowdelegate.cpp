// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/panes/chatrowdelegate.h"

#include "models/list/chatlistmodel.h"

#include <QApplication>
#include <QPainter>

namespace heed {

namespace {

constexpr int rowMargin = 8;

bool beginsGroup(const QModelIndex &index)
{
    const QModelIndex above = index.siblingAtRow(index.row() - 1);
    return !above.isValid() || above.data(ChatListModel::GroupRole) != index.data(ChatListModel::GroupRole);
}

int lineHeight(const QStyleOptionViewItem &option)
{
    return option.fontMetrics.height() + rowMargin;
}

} // namespace

QSize ChatRowDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const int lines = beginsGroup(index) ? 2 : 1;
    return {120, lines * lineHeight(option) + 2};
}

void ChatRowDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                            const QModelIndex &index) const
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    QRect row = option.rect;
    const QPalette &palette = option.palette;
    if (beginsGroup(index)) {
        QFont small = option.font;
        small.setBold(true);
        painter->setFont(small);
        painter->setPen(palette.color(QPalette::PlaceholderText));
        const QRect heading(row.left() + rowMargin, row.top(), row.width() - 2 * rowMargin,
                            lineHeight(option));
        painter->drawText(heading, Qt::AlignVCenter | Qt::AlignLeading,
                          index.data(ChatListModel::GroupRole).toString());
        row.setTop(row.top() + lineHeight(option));
    }
    const bool selected = option.state & QStyle::State_Selected;
    if (selected || option.state & QStyle::State_MouseOver) {
        QColor back = palette.color(QPalette::Highlight);
        back.setAlpha(selected ? 255 : 40);
        painter->setPen(Qt::NoPen);
        painter->setBrush(back);
        painter->drawRoundedRect(row.adjusted(2, 1, -2, -1), 6, 6);
    }
    const QColor ink = palette.color(selected ? QPalette::HighlightedText : QPalette::Text);
    QRect text = row.adjusted(rowMargin, 0, -rowMargin, 0);
    const int waiting = index.data(ChatListModel::WaitingRole).toInt();
    const bool writing = index.data(ChatListModel::WritingRole).toBool();
    if (waiting > 0 || writing) {
        const int size = option.fontMetrics.height() / 2;
        QRect dot(0, 0, size, size);
        dot.moveCenter({text.right() - size / 2, text.center().y()});
        dot = QStyle::visualRect(option.direction, row, dot);
        painter->setPen(QPen(ink, 1.5));
        painter->setBrush(waiting > 0 ? QBrush(ink)
                                      : QBrush(Qt::NoBrush)); // full: waits for you; ring: writes
        painter->drawEllipse(dot);
        text.setRight(text.right() - size - rowMargin);
    }
    QFont font = option.font;
    font.setBold(waiting > 0);
    painter->setFont(font);
    painter->setPen(ink);
    const QString title =
        QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideRight, text.width());
    painter->drawText(QStyle::visualRect(option.direction, row, text), Qt::AlignVCenter | Qt::AlignLeading,
                      title);
    if (option.state & QStyle::State_HasFocus) {
        QStyleOptionFocusRect ring;
        ring.QStyleOption::operator=(option);
        ring.rect = row.adjusted(1, 0, -1, 0);
        QApplication::style()->drawPrimitive(QStyle::PE_FrameFocusRect, &ring, painter);
    }
    painter->restore();
}

} // namespace heed
