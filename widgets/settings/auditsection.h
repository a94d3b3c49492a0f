// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/id.h"

#include <QWidget>
#include <optional>

class QComboBox;
class QListView;
class QPlainTextEdit;

namespace heed {

class AuditModel;
class CardButton;
class Clock;
class Sentence;

//! What was asked, answered and used, as it was recorded (book 8.2). Nothing here can be changed. GUI thread;
//! the model outlives it.
class AuditSection final : public QWidget
{
    Q_OBJECT
public:
    AuditSection(AuditModel &audit, const Clock &clock, QWidget *parent = nullptr);

    //! The chat that is open, to be chosen besides all chats.
    void setChat(std::optional<ChatId> chat, const QString &title);

Q_SIGNALS:
    void announcementWanted(const QString &text);

private:
    void build(const Clock &clock);
    void showDetail();
    void showPage();
    void turn(bool older);

    AuditModel &m_audit;
    std::optional<ChatId> m_chat{};
    QComboBox *m_filter = nullptr;
    Sentence *m_empty = nullptr;
    QListView *m_list = nullptr;
    QPlainTextEdit *m_detail = nullptr;
    CardButton *m_newer = nullptr;
    CardButton *m_older = nullptr;
    bool m_turned = false; //!< the person asked for another page
};

} // namespace heed
