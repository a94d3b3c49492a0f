// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAbstractItemModel;
class QLabel;
class QListView;

namespace heed {

//! A list at the right with a heading and a word for when it is empty: Waiting, Reminders. Rows of two lines,
//! from DisplayRole and a second role. Emits which row was activated.
class ListPane final : public QWidget
{
    Q_OBJECT
public:
    //! \param secondRole the role of the smaller line.
    ListPane(QAbstractItemModel &model, int secondRole, const QString &title, const QString &whenEmpty,
             QWidget *parent = nullptr);
    [[nodiscard]] QListView *list() const { return m_list; }

Q_SIGNALS:
    void activated(int row);
    void deleteWanted(int row); //!< the Delete key on a row

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showWhetherEmpty();

    QAbstractItemModel &m_model;
    QListView *m_list;
    QLabel *m_empty;
};

} // namespace heed
