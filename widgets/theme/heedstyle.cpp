// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/heedstyle.h"

#include "widgets/question/contrast.h"

#include <QFrame>
#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr double corner = 3;

QColor onEvery(const QPalette &palette, QColor colour, double ratio)
{
    for (const auto ground : {QPalette::Window, QPalette::Base, QPalette::Button})
        colour = contrast::readable(colour, palette.color(QPalette::Active, ground), ratio);
    return colour;
}

double wantedForShapes(const QPalette &palette)
{
    const double text = contrast::wantedFor(palette);
    return text > contrast::forText ? text : contrast::forShapes;
}

void frame(QPainter *painter, const QRect &rect, const QColor &colour, double width, double radius)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(colour, width));
    painter->setBrush(Qt::NoBrush);
    const double inset = width / 2;
    painter->drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), radius, radius);
    painter->restore();
}

//! A control's edge, or its ring while it has the focus.
void outline(QPainter *painter, const QStyleOption *option, double radius = corner)
{
    const bool focused =
        option->state.testFlag(QStyle::State_HasFocus) && option->state.testFlag(QStyle::State_Enabled);
    if (focused)
        frame(painter, option->rect, HeedStyle::ring(option->palette), 2, radius);
    else
        frame(painter, option->rect, HeedStyle::edge(option->palette), 1, radius);
}

} // namespace

HeedStyle::HeedStyle()
    : QProxyStyle(QStyleFactory::create(u"Fusion"_s))
{
}

QColor HeedStyle::edge(const QPalette &palette)
{
    const QColor soft = contrast::mix(palette.color(QPalette::Active, QPalette::Window),
                                      palette.color(QPalette::Active, QPalette::WindowText), 0.3);
    return onEvery(palette, soft, wantedForShapes(palette));
}

QColor HeedStyle::ring(const QPalette &palette)
{
    return onEvery(palette, palette.color(QPalette::Active, QPalette::Highlight), wantedForShapes(palette));
}

void HeedStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                              const QWidget *widget) const
{
    if (element == PE_FrameFocusRect) {
        const bool selected = option->state.testFlag(State_Selected);
        const QColor ink =
            selected ? option->palette.color(QPalette::HighlightedText) : ring(option->palette);
        frame(painter, option->rect, ink, selected ? 1 : 2, corner - 1);
        return;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    switch (element) {
    case PE_PanelButtonCommand:
    case PE_FrameLineEdit:
        outline(painter, option);
        break;
    case PE_Frame:
        // Lists and text boxes show their focus by their frame.
        if (!qobject_cast<const QFrame *>(widget) ||
            static_cast<const QFrame *>(widget)->frameShape() != QFrame::NoFrame)
            outline(painter, option);
        break;
    case PE_IndicatorCheckBox:
        frame(painter, option->rect, edge(option->palette), 1, 2);
        break;
    case PE_IndicatorRadioButton: {
        const int side = qMin(option->rect.width(), option->rect.height());
        const QRect round(option->rect.center() - QPoint((side - 1) / 2, (side - 1) / 2), QSize(side, side));
        frame(painter, round, edge(option->palette), 1, side / 2.0);
        break;
    }
    case PE_FrameMenu:
    case PE_PanelTipLabel:
        frame(painter, option->rect, edge(option->palette), 1, 0);
        break;
    default:
        break;
    }
}

void HeedStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option,
                                   QPainter *painter, const QWidget *widget) const
{
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (control == CC_ComboBox || control == CC_SpinBox) {
        outline(painter, option);
    } else if (control == CC_ScrollBar && option->subControls.testFlag(SC_ScrollBarSlider)) {
        const QRect handle = proxy()->subControlRect(control, option, SC_ScrollBarSlider, widget);
        frame(painter, handle.adjusted(1, 1, -1, -1), edge(option->palette), 1, corner);
    }
}

QSize HeedStyle::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                                  const QWidget *widget) const
{
    QSize sized = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_ItemViewItem) // rows are aimed at with a pointer or a finger
        sized.rheight() += option->fontMetrics.height() / 2;
    return sized;
}

int HeedStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                         QStyleHintReturn *returnData) const
{
    // A list under the control, as in every other desktop program; Fusion's covers the control and its label.
    if (hint == SH_ComboBox_Popup)
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, returnData);
}

} // namespace heed
