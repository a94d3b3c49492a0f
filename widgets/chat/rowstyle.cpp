// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chat/rowstyle.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QWidget>

namespace heed {

namespace {

QFont scaled(QFont font, double factor)
{
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * factor);
    else
        font.setPixelSize(qMax(1, qRound(font.pixelSize() * factor)));
    return font;
}

} // namespace

RowStyle RowStyle::from(const QWidget &view, int width)
{
    RowStyle style;
    style.text = view.font();
    style.small = scaled(style.text, 0.87);
    style.mono = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    const QFont like = scaled(style.text, 0.94);
    if (like.pointSizeF() > 0)
        style.mono.setPointSizeF(like.pointSizeF());
    else
        style.mono.setPixelSize(like.pixelSize());
    style.colors = ChatColors::from(view.palette());
    style.em = QFontMetricsF(style.text).height();
    style.width = width;
    style.isRightToLeft = view.layoutDirection() == Qt::RightToLeft;
    // About 95 characters a line at most, which is 760 pixels at the usual size of text.
    const qreal longest = qMax(760.0, QFontMetricsF(style.text).averageCharWidth() * 95);
    const qreal margin = width < 480 ? 12 : 24;
    style.measure = qMax(40.0, qMin(longest, width - 2 * margin));
    return style;
}

QFont RowStyle::heading(int level) const
{
    constexpr double sizes[] = {1.55, 1.35, 1.18, 1.08, 1.0, 1.0};
    QFont font = scaled(text, sizes[qBound(1, level, 6) - 1]);
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace heed
