// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>

namespace heed {

//! Colours that can be read, computed from the palette of the platform (WCAG 2.1 arithmetic). GUI thread;
//! plain functions over values.
namespace contrast {

//! WCAG 1.4.3 asks 4.5; thin letters, as they are drawn, reach up to 3 % less than their colour.
constexpr double forText = 4.8;
constexpr double forTextEnhanced = 7.0; //!< WCAG 1.4.6, wanted in high-contrast themes
constexpr double forShapes = 3.0;       //!< WCAG 1.4.11: focus rings, borders of controls

//! 1 (the same) to 21 (black on white). Transparency is ignored.
[[nodiscard]] double ratio(const QColor &ink, const QColor &ground);
//! \a share of \a b (0 to 1) over \a a.
[[nodiscard]] QColor mix(const QColor &a, const QColor &b, double share);
//! \a wanted, moved no further towards black or white than \a atLeast needs.
[[nodiscard]] QColor readable(const QColor &wanted, const QColor &ground, double atLeast);
//! The text ratio that this theme asks for: enhanced when every ground is pure black or white.
[[nodiscard]] double wantedFor(const QPalette &palette);
//! Only the roles that Qt leaves too pale (placeholder, disabled text, selected text), for
//! QWidget::setPalette(); all else keeps following the theme.
[[nodiscard]] QPalette fixes(const QPalette &palette);

} // namespace contrast

//! What the card and the composer paint with. Every ink is readable on the ground that it is named for.
struct CardColours {
    QColor ground{};  //!< of the card
    QColor edge{};    //!< soft accent line around it
    QColor accent{};  //!< heading, bar
    QColor ink{};     //!< text on ground
    QColor quiet{};   //!< less important text on ground
    QColor control{}; //!< ground of options and boxes
    QColor controlHover{};
    QColor controlDown{};
    QColor controlEdge{};
    QColor controlInk{};   //!< readable on control, hover and down
    QColor controlQuiet{}; //!< likewise
    QColor ring{};         //!< focus
    QColor strong{};       //!< ground of the button that sends
    QColor strongHover{};
    QColor strongInk{}; //!< readable on both

    [[nodiscard]] static CardColours from(const QPalette &palette);
};

} // namespace heed
