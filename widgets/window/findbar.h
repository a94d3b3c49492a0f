// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace heed {

class SearchBox;

//! Find in chat: a line above the transcript. Looks while one types; Enter goes on, Shift+Enter back. GUI
//! thread.
class FindBar final : public QWidget
{
    Q_OBJECT
public:
    explicit FindBar(QWidget *parent = nullptr);
    void open();
    void showFound(bool isFound);
    //! Whether the last search was asked for, and not only a step on the way: it is worth loading more of the
    //! chat.
    [[nodiscard]] bool looksFar() const { return m_looksFar; }

public Q_SLOTS:
    void again(); //!< the last search, after more was loaded

Q_SIGNALS:
    void wanted(const QString &text, bool isForward);
    void notFound(const QString &said); //!< for a screen reader; not while one types
    void closed();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void look(bool isForward, bool looksFar);
    void close();

    SearchBox *m_text;
    QLabel *m_result;
    bool m_isForward = true;
    bool m_looksFar = false;
};

} // namespace heed
