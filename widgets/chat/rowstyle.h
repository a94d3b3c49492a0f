// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/chat/chatcolors.h"

#include <QFont>

class QWidget;

namespace heed {

//! Fonts, colours and lengths of the rows at one width. Lengths are device-independent pixels.
struct RowStyle {
    QFont text{};
    QFont small{};
    QFont mono{};
    ChatColors colors{};
    qreal em = 0;               //!< height of a line of text: what spacing follows
    qreal width = 0;            //!< of the viewport
    qreal measure = 0;          //!< width of the column of text
    bool isRightToLeft = false; //!< of the program; texts have a direction of their own

    [[nodiscard]] static RowStyle from(const QWidget &view, int width);
    [[nodiscard]] QFont heading(int level) const;
    [[nodiscard]] qreal columnLeft() const { return (width - measure) / 2; }
};

} // namespace heed
