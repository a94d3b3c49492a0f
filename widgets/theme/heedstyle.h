// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace heed {

//! Fusion, with edges and focus rings that can be seen: Fusion's own follow the window's colour only and fall
//! below 3:1 (WCAG 1.4.11), in a black theme to nothing.
class HeedStyle final : public QProxyStyle
{
    Q_OBJECT
public:
    HeedStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget = nullptr) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                            const QWidget *widget = nullptr) const override;
    int styleHint(StyleHint hint, const QStyleOption *option = nullptr, const QWidget *widget = nullptr,
                  QStyleHintReturn *returnData = nullptr) const override;

    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                           const QWidget *widget = nullptr) const override;

    //! The line around a control, 3:1 on window and base.
    [[nodiscard]] static QColor edge(const QPalette &palette);
    //! Focus, 3:1 on window, base and button.
    [[nodiscard]] static QColor ring(const QPalette &palette);
};

} // namespace heed
