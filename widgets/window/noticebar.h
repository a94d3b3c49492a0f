// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QList>
#include <functional>

class QLabel;
class QPushButton;

namespace heed {

//! Sentences the person should read, the newest first, one after the other until each is closed; perhaps with
//! something to do. Plain text, hidden when there is none. GUI thread.
class NoticeBar final : public QFrame
{
    Q_OBJECT
public:
    explicit NoticeBar(QWidget *parent = nullptr);
    //! \param button its text; empty: none. \param pressed what it does; the notice closes by itself.
    void showText(const QString &text, const QString &button = {}, const std::function<void()> &pressed = {});
    //! The same behind those that are there: what explains rather than tells.
    void addText(const QString &text);
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void shown(const QString &text); //!< for a screen reader
    //! The last one was closed, and the focus was in here: it must go somewhere.
    void focusLeaves();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    struct Notice {
        QString text{};
        QString button{};
        std::function<void()> pressed{};
    };
    void next();
    void show(const Notice &notice);

    QList<Notice> m_notices{}; //!< newest first
    QLabel *m_text;
    QPushButton *m_button;
};

} // namespace heed
