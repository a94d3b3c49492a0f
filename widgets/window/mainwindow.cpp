// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/window/mainwindow.h"

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
constexpr quint32 stateVersion = 1;
}

MainWindow::MainWindow(const Parts &parts)
    : m_parts(parts)
    , m_announcer(this, parts.alarms)
    , m_focusGuard(this, m_announcer, parts.alarms)
    , m_splitter(new QSplitter(this))
    , m_chatList(new ChatListPane(parts.chats, this))
    , m_notice(new NoticeBar(this))
    , m_conversation(new Conversation({.replies = parts.replies,
                                       .waiting = parts.waiting,
                                       .announcer = m_announcer,
                                       .focusGuard = m_focusGuard,
                                       .alarms = parts.alarms},
                                      this))
{
    installQuestionAccessibility();
    installChatViewAccessibility();
    setObjectName(u"MainWindow"_s);
    auto *centre = new QWidget(this);
    auto *column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_notice);
    column->addWidget(m_conversation, 1);
    m_splitter->addWidget(m_chatList);
    m_splitter->addWidget(centre);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setChildrenCollapsible(true);
    m_splitter->setSizes({240, 760});
    setCentralWidget(m_splitter);
    resize(1000, 720);
    buildPanes();
    buildActions();
    connectParts();
    updateTitle();
}

MainWindow::~MainWindow()
{
    delete m_conversation; // it uses the announcer and the focus guard, which go first otherwise
}

void MainWindow::buildPanes()
{
    const auto dock = [this](ListPane *pane, const QString &title, const QString &name) {
        auto *widget = new QDockWidget(title, this);
        widget->setObjectName(name);
        widget->setWidget(pane);
        widget->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
        addDockWidget(Qt::RightDockWidgetArea, widget);
        widget->hide();
        return widget;
    };
    auto *waiting = new ListPane(m_parts.waiting, WaitingModel::ChatTitleRole, tr("Waiting for you"),
                                 tr("No question waits for you."), this);
    m_waiting = dock(waiting, tr("Waiting"), u"Waiting"_s);
    connect(waiting, &ListPane::activated, this, [this](int row) {
        showQuestion({m_parts.waiting.index(row).data(WaitingModel::QuestionIdRole).toString()});
    });
    auto *reminders =
        new ListPane(m_parts.reminders, ReminderModel::WhenRole, tr("Reminders"),
                     tr("No reminder is set. Say for example: remind me to call the dentist."), this);
    m_reminders = dock(reminders, tr("Reminders"), u"Reminders"_s);
    connect(reminders, &ListPane::deleteWanted, this, [this](int row) { m_parts.reminders.cancel(row); });
    reminders->list()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(reminders->list(), &QWidget::customContextMenuRequested, this,
            [this, list = reminders->list()](const QPoint &at) {
                const QModelIndex index = list->indexAt(at);
                if (!index.isValid())
                    return;
                auto *menu = new QMenu(this);
                menu->setAttribute(Qt::WA_DeleteOnClose);
                connect(menu->addAction(tr("Cancel this reminder")), &QAction::triggered, this,
                        [this, row = index.row()] { m_parts.reminders.cancel(row); });
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
    add(chat, tr("&Search chats"), QKeySequence(tr("Ctrl+K")), [this] { m_chatList->focusSearch(); });
    add(chat, tr("&Find in this chat"), QKeySequence::Find, [this] { m_conversation->showFind(); });
    add(chat, tr("S&top the reply"), QKeySequence(tr("Ctrl+.")), [this] { m_conversation->stop(); });
    chat->addSeparator();
    add(chat, tr("Se&ttings…"), QKeySequence(tr("Ctrl+,")), [this] {
        Q_EMIT
        settingsWanted();
    });
    add(chat, tr("&Quit"), QKeySequence::Quit, [this] {
        Q_EMIT
        quitWanted();
    });

    QMenu *go = menuBar()->addMenu(tr("&Go"));
    add(go, tr("To the &message box"), QKeySequence(tr("Ctrl+L")),
        [this] { m_conversation->focusComposer(); });
    add(go, tr("To the newest &reply"), QKeySequence(tr("Ctrl+J")),
        [this] { m_conversation->showNewestReply(); });
    add(go, tr("Between &question and message box") + u"\tF6"_s, {}, [this] { m_focusGuard.toggle(); });
    add(go, tr("&Say the question again") + u"\tCtrl+Shift+Q"_s, {}, [this] { m_focusGuard.sayAgain(); });

    QMenu *view = menuBar()->addMenu(tr("&View"));
    QAction *waiting = m_waiting->toggleViewAction();
    waiting->setText(tr("&Waiting"));
    waiting->setShortcut(QKeySequence(tr("Ctrl+Shift+W")));
    view->addAction(waiting);
    QAction *reminders = m_reminders->toggleViewAction();
    reminders->setText(tr("&Reminders"));
    reminders->setShortcut(QKeySequence(tr("Ctrl+Shift+R")));
    view->addAction(reminders);
}

void MainWindow::connectParts()
{
    connect(m_chatList, &ChatListPane::chosen, this, &MainWindow::showChat);
    connect(m_chatList, &ChatListPane::newChatWanted, this, &MainWindow::newChat);
    connect(m_chatList, &ChatListPane::trashed, this, &MainWindow::trashed);
    connect(m_conversation, &Conversation::chatMade, this, [this](ChatId chat) {
        m_chatList->setCurrent(chat);
        updateTitle();
        Q_EMIT
        chatShown();
    });
    connect(m_conversation, &Conversation::problem, this,
            [this](const Error &error) { showNotice(error.text); });
    connect(m_notice, &NoticeBar::shown, &m_announcer,
            [this](const QString &text) { m_announcer.say(text); });
    connect(&m_parts.waiting, &WaitingModel::countChanged, this, &MainWindow::updateTitle);
    connect(&m_parts.chats, &ChatListModel::loaded, this, &MainWindow::updateTitle);
    connect(&m_parts.chats, &ChatListModel::failed, this,
            [this](const Error &error) { showNotice(error.text); });
    connect(&m_parts.reminders, &ReminderModel::failed, this,
            [this](const Error &error) { showNotice(error.text); });
    connect(&m_parts.replies, &Replies::storageTrouble, this,
            [this](const Error &error) { showNotice(error.text); });
    connect(&m_parts.replies, &Replies::storageRecovered, this,
            [this] { showNotice(tr("The database can be written again. Nothing was lost.")); });
}

void MainWindow::newChat()
{
    m_conversation->setChat({});
    m_chatList->setCurrent({});
    m_conversation->focusComposer();
    updateTitle();
}

void MainWindow::showChat(ChatId chat)
{
    if (chat != m_conversation->chat())
        m_conversation->setChat(chat);
    m_chatList->setCurrent(chat);
    updateTitle();
    Q_EMIT
    chatShown();
}

void MainWindow::showQuestion(const QuestionId &id)
{
    const auto question = m_parts.waiting.question(id);
    raiseWindow();
    if (!question)
        return;
    showChat(question->chat);
    m_conversation->view()->showWaitingQuestion();
}

void MainWindow::showNotice(const QString &text)
{
    m_notice->showText(text);
}

void MainWindow::trashed(ChatId chat, const QString &title)
{
    if (chat == m_conversation->chat())
        newChat();
    m_notice->showText(tr("“%1” is in the trash. It stays there for 30 days.").arg(title), tr("Undo"),
                       [this, chat] { m_parts.chats.restore(chat); });
}

void MainWindow::raiseWindow()
{
    if (isMinimized())
        showNormal();
    show();
    raise();
    activateWindow();
}

void MainWindow::updateTitle()
{
    const QModelIndex index = m_parts.chats.indexOf(m_conversation->chat());
    const QString chat = index.isValid() ? index.data().toString() : tr("New chat");
    const int waiting = m_parts.waiting.rowCount();
    setWindowTitle(waiting > 0 ? tr("(%1) %2 - Heed").arg(waiting).arg(chat) : tr("%1 - Heed").arg(chat));
    m_waiting->setWindowTitle(waiting > 0 ? tr("Waiting (%1)").arg(waiting) : tr("Waiting"));
}

QByteArray MainWindow::state() const
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << stateVersion << saveGeometry() << saveState() << m_splitter->saveState()
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
    stream >> geometry >> panes >> splitter >> chat;
    if (stream.status() != QDataStream::Ok)
        return;
    restoreGeometry(geometry);
    restoreState(panes);
    m_splitter->restoreState(splitter);
    if (chat > 0)
        showChat({chat});
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    Q_EMIT
    closing();
    event->accept();
}

} // namespace heed
