// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAbstractButton;

namespace heed {

class Sentence;

//! A check box or radio button whose words wrap: Qt's own cut them off in a narrow window. A click on the
//! words is a click on the button. GUI thread.
class CheckRow final : public QWidget
{
    Q_OBJECT
public:
    //! \param button is taken over; its accessible name becomes \a words.
    CheckRow(QAbstractButton *button, const QString &words, QWidget *parent = nullptr);

    [[nodiscard]] QAbstractButton *button() const { return m_button; }

    bool eventFilter(QObject *watched, QEvent *event) override;

protected:
    void changeEvent(QEvent *event) override;

private:
    void alignButton();

    QAbstractButton *m_button;
    Sentence *m_words;
};

} // namespace heed
