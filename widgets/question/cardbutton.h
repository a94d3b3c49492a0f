// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/clock.h"
#include "widgets/question/wrappedtext.h"

#include <QAbstractButton>

namespace heed {

//! A button of the card or the composer: its label wraps and is never elided, and no stray input presses it.
//!
//! It is not a QPushButton on purpose: no dialog can make it a default button, and "&" in a label is no
//! shortcut. Space (on release) and Enter (on press) press it while it has the focus; key repeat does not.
//!
//! \par Clicks that do not count
//! A press while its window is inactive, or within 250 ms of the window's activation (a window manager
//! activates first and passes the click on) or of the button's appearance (it moved under a pointer that
//! was aiming elsewhere). The release must be on the button, as with any button.
class CardButton final : public QAbstractButton
{
    Q_OBJECT
public:
    enum class Look {
        Option, //!< full width, number, label, description under it
        Quiet,
        Strong, //!< the one that sends
    };
    CardButton(Look look, const Clock &clock, QWidget *parent = nullptr);

    void setLabel(const QString &label);
    [[nodiscard]] QString label() const { return m_label; }
    void setDescription(const QString &description);
    //! 1 to 5, shown in front of the label; the key that chooses it.
    void setNumber(int number);

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] bool clickCounts() const;
    [[nodiscard]] WrappedText labelText() const;
    [[nodiscard]] WrappedText descriptionText() const;
    [[nodiscard]] QMargins padding() const;
    [[nodiscard]] int chipWidth() const;
    [[nodiscard]] int textHeight(int textWidth) const;
    void paintOption(QPainter &painter, const QRect &inner) const;

    Look m_look;
    const Clock &m_clock;
    QString m_label{};
    QString m_description{};
    int m_number = 0;
    qint64 m_readyMs; // monotonic; presses before do not count
};

} // namespace heed
