// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/window/mainwindow.h"

#include "models/store/replyrecord.h"
#include "widgets/chat/chatview.h"
#include "widgets/chat/chatviewaccessible.h"
#include "widgets/panes/chatlistpane.h"
#include "widgets/panes/listpane.h"
#include "widgets/question/questionaccessibility.h"
#include "widgets/window/noticebar.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDataStream>
#include <QDockWidget>
#include <QListView>
#include <QMenuBar>
#include <QSplitter>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

constexpr quint32 stateVersion = 2;
// Below this many character heights the chats and the conversation are shown one at a time.
constexpr int narrowHeights = 38;

//! Before anything is named: a screen reader that runs already asks for the interface at once, and Qt keeps
//! the first.
MainWindow::Parts withAccessibility(const MainWindow::Parts &parts)
{
    installQuestionAccessibility();
    installChatViewAccessibility();
    return parts;
}

} // namespace

MainWindow::MainWindow(const Parts &parts)
    : m_parts(withAccessibility(parts))
    , m_announcer(this, parts.alarms)
    , m_focusGuard(this, m_announcer, parts.alarms)
    , m_splitter(new QSplitter(this))
    , m_chatList(new ChatListPane(parts.chats, this))
    , m_notice(new NoticeBar(this))
    , m_conversation(new Conversation({.replies = parts.replies,
                                       .waiting = parts.waiting,
                                       .announcer = m_announcer,
                                       .focusGuard = m_focusGuard,
                                       .alarms = parts.alarms,
                                       .prepare = parts.prepare},
                                      this))
    , m_centre(new QWidget(this))
{
    setObjectName(u"MainWindow"_s);
    auto *column = new QVBoxLayout(m_centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_notice);
    column->addWidget(m_conversation, 1);
    m_splitter->addWidget(m_chatList);
    m_splitter->addWidget(m_centre);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setSizes({240, 760});
    setCentralWidget(m_splitter);
    buildPanes();
    buildActions();
    connectParts();
    connectChatList();
    resize(1000, 720);
    updateTitle();
}

MainWindow::~MainWindow()
{
    delete m_conversation; // it uses the announcer and the focus guard, which go first otherwise
}

QDockWidget *MainWindow::addPane(ListPane *pane, const QString &title, const QString &name)
{
    auto *dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(pane);
    dock->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
    addDockWidget(Qt::RightDockWidgetArea, dock);
    dock->hide();
    connect(pane, &ListPane::left, m_conversation, &Conversation::focusComposer);
    return dock;
}

void MainWindow::buildPanes()
{
    const auto whoAndHowLong = [](const QModelIndex &row) {
        const QString age = row.data(WaitingModel::AgeRole).toString();
        const QString chat = row.data(WaitingModel::ChatTitleRole).toString();
        const QString asker = row.data(WaitingModel::AskerRole).toString();
        //: Under a question that waits: the chat, and for how long it has waited.
        const QString line = chat.isEmpty() ? age : tr("%1 · for %2").arg(chat, age);
        //: The same for a question of another program.
        return asker.isEmpty() ? line : tr("%1 · asked by %2").arg(line, asker);
    };
    auto *waiting = new ListPane(m_parts.waiting, whoAndHowLong, tr("Waiting for you"),
                                 tr("No question waits for you."), this);
    m_waiting = addPane(waiting, tr("Waiting"), u"Waiting"_s);
    connect(waiting, &ListPane::activated, this, [this](int row) {
        showQuestion({m_parts.waiting.index(row).data(WaitingModel::QuestionIdRole).toString()});
    });
    // A question of another program comes with no chat that the person has in front of them.
    connect(&m_parts.waiting, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex &, int row) {
        if (!m_parts.waiting.index(row).data(WaitingModel::AskerRole).toString().isEmpty())
            m_waiting->show();
    });
    const auto when = [](const QModelIndex &row) { return row.data(ReminderModel::WhenRole).toString(); };
    auto *reminders =
        new ListPane(m_parts.reminders, when, tr("Reminders"),
                     tr("No reminder is set. Say for example: remind me to call the dentist."), this);
    m_reminders = addPane(reminders, tr("Reminders"), u"Reminders"_s);
    connect(reminders, &ListPane::deleteWanted, this, [this](int row) { m_parts.reminders.cancel(row); });
    QListView *list = reminders->list();
    list->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(list, &QWidget::customContextMenuRequested, this, [this, list](const QPoint &at) {
        const QPersistentModelIndex row = list->indexAt(at); // others may fire while the menu is open
        if (!row.isValid())
            return;
        auto *menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        connect(menu->addAction(tr("&Cancel this reminder")), &QAction::triggered, this, [this, row] {
            if (row.isValid())
                m_parts.reminders.cancel(row.row());
        });
        menu->popup(list->viewport()->mapToGlobal(at));
    });
}

QAction *MainWindow::add(QMenu *menu, const QString &text, const QKeySequence &keys,
                         const std::function<void()> &call)
{
    QAction *action = menu->addAction(text);
    action->setShortcut(keys);
    connect(action, &QAction::triggered, this, [call] { call(); });
    return action;
}

void MainWindow::buildActions()
{
    QMenu *chat = menuBar()->addMenu(tr("&Chat"));
    add(chat, tr("&New chat"), QKeySequence::New, [this] { newChat(); });
    add(chat, tr("&Search chats"), QKeySequence(tr("Ctrl+K")), [this] {
        showChatList(true);
        m_chatList->focusSearch();
    });
    add(chat, tr("&Find in this chat"), QKeySequence::Find, [this] { m_conversation->showFind(); });
    add(chat, tr("S&top the reply"), QKeySequence(tr("Ctrl+.")), [this] { m_conversation->stop(); });
    chat->addSeparator();
    add(chat, tr("Se&ttings…"), QKeySequence(tr("Ctrl+,")), [this] { Q_EMIT settingsWanted(); });
    add(chat, tr("&Quit"), QKeySequence::Quit, [this] { Q_EMIT quitWanted(); });

    QMenu *go = menuBar()->addMenu(tr("&Go"));
    add(go, tr("To the &message box"), QKeySequence(tr("Ctrl+L")),
        [this] { m_conversation->focusComposer(); });
    add(go, tr("To the newest &reply"), QKeySequence(tr("Ctrl+J")),
        [this] { m_conversation->showNewestReply(); });
    add(go, tr("Between &question and message box") + u"\tF6"_s, {}, [this] { m_focusGuard.toggle(); });
    add(go, tr("&Say the question again") + u"\tCtrl+Shift+Q"_s, {}, [this] { m_focusGuard.sayAgain(); });

    QMenu *view = menuBar()->addMenu(tr("&View"));
    m_showsChatList = view->addAction(tr("&Chats"));
    m_showsChatList->setShortcut(QKeySequence(Qt::Key_F9));
    m_showsChatList->setCheckable(true);
    m_showsChatList->setChecked(true);
    connect(m_showsChatList, &QAction::triggered, this, [this](bool shows) {
        showChatList(shows);
        if (shows)
            m_chatList->focusList();
        else
            m_conversation->focusComposer();
    });
    addPaneAction(view, m_waiting, tr("&Waiting"), QKeySequence(tr("Ctrl+Shift+W")));
    addPaneAction(view, m_reminders, tr("&Reminders"), QKeySequence(tr("Ctrl+Shift+R")));
}

QAction *MainWindow::addPaneAction(QMenu *menu, QDockWidget *dock, const QString &text,
                                   const QKeySequence &keys)
{
    QAction *action = dock->toggleViewAction();
    action->setText(text);
    action->setShortcut(keys);
    menu->addAction(action);
    // The person opened it to be in it, and is nowhere when it closes around the focus.
    connect(action, &QAction::triggered, this, [this, dock](bool shows) {
        if (shows)
            qobject_cast<ListPane *>(dock->widget())->enter();
        else
            m_conversation->focusComposer();
    });
    return action;
}

void MainWindow::connectParts()
{
    connect(m_conversation, &Conversation::chatMade, this, [this](ChatId chat) {
        m_chatList->setCurrent(chat);
        Q_EMIT chatShown();
    });
    connect(m_conversation, &Conversation::chatGone, this, &MainWindow::showEmptyChat);
    connect(m_conversation, &Conversation::titleChanged, this, &MainWindow::updateTitle);
    connect(m_conversation, &Conversation::unsentChanged, &m_parts.chats, &ChatListModel::reload);
    connect(m_conversation, &Conversation::problem, this,
            [this](const Error &error) { showNotice(error.text); });
    connect(m_notice, &NoticeBar::shown, &m_announcer,
            [this](const QString &text) { m_announcer.say(text); });
    connect(m_notice, &NoticeBar::focusLeaves, m_conversation, &Conversation::focusComposer);
    connect(&m_parts.waiting, &WaitingModel::countChanged, this, &MainWindow::updateTitle);
    connect(&m_parts.chats, &ChatListModel::failed, this,
            [this](const Error &error) { showNotice(error.text); });
    connect(&m_parts.reminders, &ReminderModel::failed, this,
            [this](const Error &error) { showNotice(error.text); });
    connect(&m_parts.replies, &Replies::storageTrouble, this,
            [this](const Error &error) { showNotice(error.text); });
    connect(&m_parts.replies, &Replies::storageRecovered, this,
            [this] { showNotice(tr("The database can be written again. Nothing was lost.")); });
}

void MainWindow::connectChatList()
{
    connect(m_chatList, &ChatListPane::chosen, this, [this](ChatId chat) {
        showChat(chat);
        if (m_isNarrow)
            showChatList(false);
    });
    connect(m_chatList, &ChatListPane::entered, this, [this](ChatId chat) {
        showChat(chat);
        if (m_isNarrow)
            showChatList(false);
        m_conversation->focusComposer();
    });
    connect(m_chatList, &ChatListPane::newChatWanted, this, [this] {
        newChat();
        if (m_isNarrow)
            showChatList(false);
    });
    connect(m_chatList, &ChatListPane::trashWanted, this, &MainWindow::trash);
}

void MainWindow::newChat()
{
    if (const ChatId unsent = m_parts.chats.unsentChat(); unsent.isValid()) {
        showChat(unsent);
        m_conversation->focusComposer();
    } else {
        showEmptyChat();
    }
}

void MainWindow::showEmptyChat()
{
    m_conversation->setChat({});
    m_chatList->setCurrent({});
    m_conversation->focusComposer();
    Q_EMIT chatShown();
}

void MainWindow::showChat(ChatId chat)
{
    if (chat != m_conversation->chat())
        m_conversation->setChat(chat);
    m_chatList->setCurrent(chat);
    Q_EMIT chatShown();
}

void MainWindow::showQuestion(const QuestionId &id)
{
    const auto question = m_parts.waiting.question(id);
    raiseWindow();
    if (!question)
        return;
    showChat(question->chat);
    if (m_isNarrow)
        showChatList(false);
    m_conversation->showWaitingCard();
}

void MainWindow::showNotice(const QString &text)
{
    m_notice->showText(text);
}

void MainWindow::addNotice(const QString &text)
{
    m_notice->addText(text);
}

//! A reply in the trash would wait where nobody sees it, so it is stopped.
void MainWindow::trash(ChatId chat, const QString &title)
{
    m_parts.replies.store().read<QList<ReplyRecord>>(
        this, [](QSqlDatabase &database) { return records::unfinishedReplies(database); },
        [this, chat, title](const Result<QList<ReplyRecord>> &unfinished) {
            if (!unfinished) {
                showNotice(unfinished.error().text);
                return;
            }
            // First the trash: what is queued in the chat must not begin when its reply stops.
            m_parts.chats.moveToTrash(chat);
            for (const auto &reply : *unfinished) {
                if (reply.chat == chat)
                    m_parts.replies.stop(reply.id);
            }
            if (chat == m_conversation->chat())
                showEmptyChat();
            m_notice->showText(tr("“%1” is in the trash. It stays there for 30 days.").arg(title), tr("Undo"),
                               [this, chat] { m_parts.chats.restore(chat); });
        });
}

//! In a narrow window they take turns with the conversation.
void MainWindow::showChatList(bool shows)
{
    if (!m_isNarrow)
        m_wantsChatList = shows;
    m_showsChatList->setChecked(shows);
    m_chatList->setVisible(shows);
    m_centre->setVisible(!m_isNarrow || !shows);
}

void MainWindow::arrangePanes()
{
    const bool isNarrow = width() < narrowHeights * fontMetrics().height();
    if (isNarrow == m_isNarrow)
        return;
    m_isNarrow = isNarrow;
    showChatList(!isNarrow && m_wantsChatList);
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    arrangePanes();
}

void MainWindow::raiseWindow()
{
    if (isMinimized())
        showNormal();
    show();
    raise();
    activateWindow();
}

QString MainWindow::chatTitle() const
{
    const QString title = m_conversation->title();
    return title.isEmpty() ? tr("New chat") : title;
}

void MainWindow::updateTitle()
{
    const QString chat = chatTitle();
    const int waiting = m_parts.waiting.rowCount();
    setWindowTitle(waiting > 0 ? tr("(%1) %2 - Heed").arg(waiting).arg(chat) : tr("%1 - Heed").arg(chat));
    m_waiting->setWindowTitle(waiting > 0 ? tr("Waiting (%1)").arg(waiting) : tr("Waiting"));
    m_waiting->toggleViewAction()->setText(tr("&Waiting")); // it follows the title otherwise
}

QByteArray MainWindow::state() const
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << stateVersion << saveGeometry() << saveState() << m_splitter->saveState() << m_wantsChatList
           << m_conversation->chat().value;
    return bytes;
}

void MainWindow::restore(const QByteArray &state)
{
    QDataStream stream(state);
    quint32 version = 0;
    QByteArray geometry;
    QByteArray panes;
    QByteArray splitter;
    qint64 chat = 0;
    stream >> version;
    if (version != stateVersion)
        return;
    bool wantsChatList = true;
    stream >> geometry >> panes >> splitter >> wantsChatList >> chat;
    if (stream.status() != QDataStream::Ok)
        return;
    restoreGeometry(geometry);
    restoreState(panes);
    m_splitter->restoreState(splitter);
    m_wantsChatList = wantsChatList;
    showChatList(!m_isNarrow && wantsChatList);
    if (chat > 0)
        showChat({chat});
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    Q_EMIT closing();
    event->accept();
}

} // namespace heed
