// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace heed {

//! A few lines to write in, that say when the person has finished: by leaving them. Tab leaves. GUI thread.
class LinesBox final : public QPlainTextEdit
{
    Q_OBJECT
public:
    explicit LinesBox(QWidget *parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void editingFinished();

protected:
    void focusOutEvent(QFocusEvent *event) override;
};

} // namespace heed
