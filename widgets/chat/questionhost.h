// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPersistentModelIndex>
#include <QWidget>

namespace heed {

//! Carries the card of one waiting question inside the chat view's viewport. For a screen reader the host
//! is the row: the card is its only child. Lives as long as the question waits, also while scrolled away.
class QuestionHost final : public QWidget
{
    Q_OBJECT
public:
    //! Takes \a card over.
    QuestionHost(const QModelIndex &row, QWidget *card, QWidget *viewport);
    [[nodiscard]] const QPersistentModelIndex &row() const { return m_row; }
    [[nodiscard]] QWidget *card() const { return m_card; }
    //! The height of the card at this width, in pixels.
    [[nodiscard]] int cardHeight(int width);
    //! How often the card was asked for its size: what a test counts.
    [[nodiscard]] int hintsAsked() const { return m_hintsAsked; }
    //! Puts the card's controls behind \a before in the order of Tab. \return the last of them, or \a before.
    QWidget *joinTabOrder(QWidget *before);

Q_SIGNALS:
    //! The card wants another height.
    void heightChanged();

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    [[nodiscard]] QList<QWidget *> controls() const;

    QPersistentModelIndex m_row;
    QWidget *m_card;
    int m_width = -1;
    int m_height = 0; // at m_width
    int m_hintsAsked = 0;
};

} // namespace heed
