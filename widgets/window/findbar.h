// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace heed {

class SearchBox;

//! Find in chat: a line above the transcript. GUI thread.
class FindBar final : public QWidget
{
    Q_OBJECT
public:
    explicit FindBar(QWidget *parent = nullptr);
    void open();
    void showFound(bool isFound);

Q_SIGNALS:
    void wanted(const QString &text, bool isForward);
    void closed();

private:
    void close();

    SearchBox *m_text;
    QLabel *m_result;
};

} // namespace heed
