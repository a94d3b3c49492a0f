// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLineEdit;
class QListView;

namespace heed {

class CardButton;
class Clock;
class FactModel;
class Sentence;

//! The facts of the chat that is open: read, edited, deleted (book 8.4). GUI thread; the model outlives it.
class FactSection final : public QWidget
{
    Q_OBJECT
public:
    FactSection(FactModel &facts, const Clock &clock, QWidget *parent = nullptr);

Q_SIGNALS:
    void announcementWanted(const QString &text);

private:
    void build(const Clock &clock);
    void connectParts();
    void showButtons();
    void beginEdit();
    void save();
    void endEdit();
    void remove();
    [[nodiscard]] int row() const;

    FactModel &m_facts;
    Sentence *m_empty = nullptr;
    QListView *m_list = nullptr;
    QWidget *m_editor = nullptr;
    Sentence *m_question = nullptr;
    QLineEdit *m_value = nullptr;
    Sentence *m_refusal = nullptr;
    CardButton *m_edit = nullptr;
    CardButton *m_remove = nullptr;
    CardButton *m_undo = nullptr;
    CardButton *m_save = nullptr;
    CardButton *m_cancel = nullptr;
    qint64 m_editing = 0; //!< the fact that is in the box; rows move, facts do not
};

} // namespace heed
