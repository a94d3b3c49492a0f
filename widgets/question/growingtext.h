// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/clock.h"

#include <QPlainTextEdit>

namespace heed {

//! A box to write in: one line that grows to eight and then scrolls. Enter asks to send, Shift+Enter breaks
//! the line, and an input method's own Enter does neither.
//!
//! \par Enter
//! submitted() is emitted for a fresh press only: never for key repeat, never while something is being
//! composed, and never for the Return with which an input method ended a composition (some deliver it to
//! the program as well, right behind the committed text).
//!
//! Pastes plain text only. Escape, Tab, and Up in an empty box are left to the parent. GUI thread.
class GrowingText final : public QPlainTextEdit
{
    Q_OBJECT
public:
    explicit GrowingText(const Clock &clock, QWidget *parent = nullptr);

    [[nodiscard]] bool isComposing() const { return !m_preedit.isEmpty(); }
    //! Monotonic ms of the last key or input-method event here; very small when there was none.
    [[nodiscard]] qint64 lastTypedMs() const { return m_lastTypedMs; }
    //! Ends a composition as if the person had confirmed it.
    void commitComposition();

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void submitted();
    void compositionChanged();

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void inputMethodEvent(QInputMethodEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    [[nodiscard]] QMimeData *createMimeDataFromSelection() const override;
    void insertFromMimeData(const QMimeData *source) override;

private:
    void returnPressed(QKeyEvent *event);
    void growOrShrink();
    void paintFrame();

    const Clock &m_clock;
    QString m_preedit{};
    qint64 m_lastTypedMs = -1'000'000;
    qint64 m_composedMs = -1'000'000; // when the last composition ended, monotonic
    int m_height = 0;
};

} // namespace heed
