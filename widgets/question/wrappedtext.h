// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QRectF>
#include <QString>

class QColor;
class QPainter;

namespace heed {

//! Plain text that is wrapped, inside a word when it must be, and never cut; laid out by its own direction.
//! Measuring and painting share one layout function, so they cannot disagree. GUI thread, a value.
struct WrappedText {
    QString text{};
    QFont font{};

    enum class Align { Start, Centre };
    //! All of it on one line, in device-independent pixels.
    [[nodiscard]] int naturalWidth() const;
    //! Needed height at \a width. \a maxLines: stop counting there (0: all).
    [[nodiscard]] int height(int width, int maxLines = 0) const;
    void draw(QPainter &painter, const QRectF &into, const QColor &ink, Align align = Align::Start) const;
};

} // namespace heed
