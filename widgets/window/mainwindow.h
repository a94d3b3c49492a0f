// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/list/chatlistmodel.h"
#include "models/list/remindermodel.h"
#include "models/list/waitingmodel.h"
#include "widgets/question/announcer.h"
#include "widgets/question/focusguard.h"
#include "widgets/window/conversation.h"

#include <QMainWindow>

class QDockWidget;
class QLabel;
class QMenu;
class QSplitter;

namespace heed {

class ChatListPane;
class ListPane;
class NoticeBar;

//! The window: chats at the left, the chat in front, and on demand Waiting and Reminders at the right. GUI
//! thread.
class MainWindow final : public QMainWindow
{
    Q_OBJECT
public:
    struct Parts {
        Replies &replies;
        WaitingModel &waiting;
        ChatListModel &chats;
        ReminderModel &reminders;
        Alarms &alarms;
        decltype(Conversation::Parts::prepare) prepare{}; //!< \sa Conversation::Parts
    };
    explicit MainWindow(const Parts &parts);
    ~MainWindow() override;

    [[nodiscard]] Conversation &conversation() { return *m_conversation; }
    [[nodiscard]] Announcer &announcer() { return m_announcer; }
    [[nodiscard]] FocusGuard &focusGuard() { return m_focusGuard; }

    void showChat(ChatId chat);
    //! Of the chat in front.
    [[nodiscard]] QString chatTitle() const;
    //! The chat in which only a draft stands, if there is one; else a new one.
    void newChat();
    //! Brings the question's chat to the front and its card into view.
    void showQuestion(const QuestionId &id);
    //! A sentence the person should read, above the conversation until it is closed.
    void showNotice(const QString &text);
    void addNotice(const QString &text); //!< behind those that are shown
    //! Comes to the front.
    void raiseWindow();

    //! Size, panes and the chat in front, to be restored at the next start.
    [[nodiscard]] QByteArray state() const;
    void restore(const QByteArray &state);

Q_SIGNALS:
    void settingsWanted();
    void quitWanted();
    void chatShown(); //!< another chat is in front
    void closing();

protected:
    void closeEvent(QCloseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void buildActions();
    void buildPanes();
    void connectParts();
    void updateTitle();
    void trash(ChatId chat, const QString &title);
    void showChatList(bool shows);
    void showEmptyChat();
    void arrangePanes();
    void connectChatList();
    QDockWidget *addPane(ListPane *pane, const QString &title, const QString &name);
    QAction *addPaneAction(QMenu *menu, QDockWidget *dock, const QString &text, const QKeySequence &keys);
    QAction *add(QMenu *menu, const QString &text, const QKeySequence &keys,
                 const std::function<void()> &call);

    Parts m_parts;
    Announcer m_announcer;
    FocusGuard m_focusGuard;
    QSplitter *m_splitter;
    ChatListPane *m_chatList;
    NoticeBar *m_notice;
    Conversation *m_conversation;
    QDockWidget *m_waiting = nullptr;
    QDockWidget *m_reminders = nullptr;
    QWidget *m_centre = nullptr;
    QAction *m_showsChatList = nullptr;
    bool m_wantsChatList = true; //!< where there is room for both
    bool m_isNarrow = false;
};

} // namespace heed
