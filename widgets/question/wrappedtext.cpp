// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/question/wrappedtext.h"

#include <QPainter>
#include <QTextLayout>
#include <algorithm>
#include <cmath>

namespace heed {

namespace {

// Lays out from the top; returns the height. Lines wider than the room happen only below one character.
double layOut(QTextLayout &layout, double width, int maxLines, WrappedText::Align align)
{
    const bool rightToLeft = layout.text().isRightToLeft();
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    option.setTextDirection(rightToLeft ? Qt::RightToLeft : Qt::LeftToRight);
    const auto start = rightToLeft ? Qt::AlignRight : Qt::AlignLeft;
    option.setAlignment(align == WrappedText::Align::Centre ? Qt::AlignHCenter : start);
    layout.setTextOption(option);

    double y = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1.0, width));
        line.setPosition({0, y});
        y += line.height();
        if (maxLines > 0 && layout.lineCount() >= maxLines)
            break;
    }
    layout.endLayout();
    return y;
}

QString withLineSeparators(QString text)
{
    return text.replace(u'\n', QChar::LineSeparator);
}

} // namespace

int WrappedText::naturalWidth() const
{
    QTextLayout layout(withLineSeparators(text), font);
    layOut(layout, 1e6, 0, Align::Start);
    double widest = 0;
    for (int i = 0; i < layout.lineCount(); ++i)
        widest = std::max(widest, layout.lineAt(i).naturalTextWidth());
    return int(std::ceil(widest)) + 1;
}

int WrappedText::height(int width, int maxLines) const
{
    QTextLayout layout(withLineSeparators(text), font);
    return int(std::ceil(layOut(layout, width, maxLines, Align::Start)));
}

void WrappedText::draw(QPainter &painter, const QRectF &into, const QColor &ink, Align align) const
{
    QTextLayout layout(withLineSeparators(text), font);
    layOut(layout, std::floor(into.width()), 0, align);
    painter.setPen(ink);
    layout.draw(&painter, into.topLeft());
}

} // namespace heed
