// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>

class QAbstractItemModel;
class QLabel;
class QListView;
class QModelIndex;

namespace heed {

//! A list at the right with a heading and a word for when it is empty: Waiting, Reminders. Rows of two lines,
//! from DisplayRole and a second text. Emits which row was activated.
class ListPane final : public QWidget
{
    Q_OBJECT
public:
    using SecondLine = std::function<QString(const QModelIndex &row)>;
    //! \param second the smaller line, asked whenever it is painted.
    ListPane(QAbstractItemModel &model, const SecondLine &second, const QString &title,
             const QString &whenEmpty, QWidget *parent = nullptr);
    [[nodiscard]] QListView *list() const { return m_list; }
    //! The focus comes into it: on a row, or on the word that there is none.
    void enter();

Q_SIGNALS:
    void activated(int row);
    void deleteWanted(int row); //!< the Delete key on a row
    void left();                //!< Escape, or the last row went from under the focus

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showWhetherEmpty();

    QAbstractItemModel &m_model;
    QListView *m_list;
    QLabel *m_empty;
};

} // namespace heed
