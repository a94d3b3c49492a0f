// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <functional>

class QLabel;
class QPushButton;

namespace heed {

//! A sentence above the conversation, with at most one thing to do about it, until it is closed. GUI thread.
class NoticeBar final : public QFrame
{
    Q_OBJECT
public:
    explicit NoticeBar(QWidget *parent = nullptr);
    void showText(const QString &text, const QString &button = {}, const std::function<void()> &pressed = {});

Q_SIGNALS:
    void shown(const QString &text);

private:
    QLabel *m_text;
    QPushButton *m_button;
    std::function<void()> m_pressed{};
};

} // namespace heed
