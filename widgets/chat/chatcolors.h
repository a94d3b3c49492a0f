// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/chat/highlighter.h"

#include <QColor>
#include <QPalette>
#include <array>

namespace heed {

//! The colours of the chat view, all derived from a palette, so that light, dark and high-contrast themes
//! each give a legible set: words reach 4.5:1 on every ground they stand on (7:1 in high contrast), the
//! focus ring 3:1. A value; GUI thread.
struct ChatColors {
    QColor base{};
    QColor text{};
    QColor quiet{}; //!< times, figures, notices
    QColor link{};
    QColor bubble{}; //!< under the person's messages
    QColor panel{};  //!< under code
    QColor line{};   //!< frames and rules: decoration only
    QColor ring{};   //!< focus frame
    QColor selection{};
    QColor selectionText{};
    QColor match{};               //!< under words that were found
    std::array<QColor, 9> code{}; //!< by CodeToken
    bool isHighContrast = false;

    [[nodiscard]] static ChatColors from(const QPalette &palette);
    [[nodiscard]] QColor token(CodeToken kind) const { return code.at(size_t(kind)); }
};

//! \a color, moved towards black or white as far as it takes to reach \a ratio on \a ground.
[[nodiscard]] QColor legible(const QColor &color, const QColor &ground, double ratio);

} // namespace heed
