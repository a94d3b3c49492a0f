// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QStringList>
#include <QWidget>

// What a machine can see of a window that is shown. GUI thread.
namespace heed::test {

//! What is wrong with it, a sentence each: a control that sticks out of what holds it, words that are cut
//! off, words that hardly stand out from their ground (WCAG 1.4.3, measured in the picture). \param picture
//! the whole window, as it was just painted.
[[nodiscard]] QStringList faultsIn(const QWidget &window, const QImage &picture);

//! Where the controls of a window are, by what they are and what they are called.
struct Sight {
    QString name{};
    QRect place{}; //!< in the window
};
[[nodiscard]] QList<Sight> sightsOf(const QWidget &window);

//! Which controls do not stand where they stood in the other window, seen in a mirror.
[[nodiscard]] QStringList notMirrored(const QList<Sight> &there, const QList<Sight> &here, int width);

} // namespace heed::test
