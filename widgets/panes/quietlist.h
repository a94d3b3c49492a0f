// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListView>

namespace heed {

//! A list that tells a screen reader of its current row only while the focus is in it. Qt's own says that the
//! focus moved to the row whenever the row changes, wherever the focus is: Orca then speaks the row in the
//! middle of what the person writes, and drops what was to be said meanwhile.
class QuietList final : public QListView
{
    Q_OBJECT
public:
    using QListView::QListView;

protected:
    void focusInEvent(QFocusEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void selectionChanged(const QItemSelection &selected, const QItemSelection &deselected) override;
};

} // namespace heed
