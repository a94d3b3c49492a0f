// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace heed {

//! A line to search with. Reached by Tab it is spoken: Qt selects all on the way in, and the reader then
//! takes the move of the focus as known (Orca 43); as another reason it is not.
class SearchBox final : public QLineEdit
{
    Q_OBJECT
public:
    explicit SearchBox(QWidget *parent = nullptr);

Q_SIGNALS:
    void left(); //!< Escape: back to where the focus was

protected:
    void focusInEvent(QFocusEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
};

} // namespace heed
