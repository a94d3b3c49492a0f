// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/windowprogram.h"

#include "app/api/apicontrol.h"
#include "app/channel/channelwatch.h"
#include "app/cli/chatrequest.h"
#include "app/composition.h"
#include "app/desktop/dbusnotifications.h"
#include "app/desktop/logfile.h"
#include "app/desktop/singleinstance.h"
#include "app/desktop/systemkeychain.h"
#include "app/window/attention.h"
#include "app/window/replykeys.h"
#include "app/window/takingup.h"
#include "app/window/windowdialogs.h"
#include "models/base/places.h"
#include "models/list/otherwriters.h"
#include "widgets/composer/composer.h"
#include "widgets/window/mainwindow.h"

#include <QApplication>
#include <QDBusConnection>
#include <QIcon>
#include <QMessageBox>

using namespace Qt::StringLiterals;

namespace heed {

namespace {

//! Without the database there is no window to say it in.
int cannotOpen(const Error &error, Output &err)
{
    err.line(error.text);
    QMessageBox::critical(nullptr, QCoreApplication::translate("heed::WindowProgram", "Heed cannot open"),
                          error.text);
    return exitcode::failed;
}

QString keyFile()
{
    return places::configFolder() + u"/keys"_s;
}

} // namespace

//! The window and what goes with it, for as long as it is open.
class WindowProgram final : public QObject
{
public:
    WindowProgram(Settings &settings, const Clock &clock, Composition &composition, Keychain &keychain,
                  KeyRing &keys)
        : m_settings(settings)
        , m_composition(composition)
        , m_alarms(clock)
        , m_keys(composition.store(), keys, [&settings] { return settings.providerChoice(); })
        , m_elsewhere(composition.channelParts())
        , m_waiting(composition.replies(), &m_elsewhere)
        , m_takingUp(composition.replies(), m_waiting,
                     [this](auto chat, QObject *context, const auto &then) {
                         m_keys.prepareUnfinished(chat, context, then);
                     })
        , m_chats(composition.replies())
        , m_reminders(composition.replies())
        , m_others(composition.store(), m_alarms)
        , m_notifications(QDBusConnection::sessionBus())
        , m_window({.replies = composition.replies(),
                    .waiting = m_waiting,
                    .chats = m_chats,
                    .reminders = m_reminders,
                    .alarms = m_alarms,
                    .prepare = [this](ChatId chat, QObject *context,
                                      const auto &then) { m_keys.prepare(chat, context, then); }})
        , m_attention(composition.replies(), m_waiting, m_window, m_notifications)
        , m_dialogs({.settings = settings,
                     .composition = composition,
                     .keychain = keychain,
                     .keys = keys,
                     .keyFile = keyFile(),
                     .clock = clock,
                     .alarms = m_alarms,
                     .window = m_window})
        , m_api({.settings = settings,
                 .replies = composition.replies(),
                 .clock = clock,
                 .prepare = [&keys](const ProviderChoice &choice, QObject *context,
                                    const auto &then) { keys.prepare(choice, context, then); },
                 .folder = places::runtimeFolder()},
                ApiControl::When::Enabled)
    {
        connectParts();
        applySettings();
    }

    void open()
    {
        m_window.restore(m_settings.windowState(u"main"_s));
        m_window.show();
        m_window.conversation().focusComposer();
        for (const auto &note : m_settings.notes() + m_composition.store().notes())
            m_window.showNotice(note);
        m_takingUp.takeUpAll([this] { showWhatWaits(); });
        followOthers();
        m_composition.startReminders();
        if (const auto serving = m_api.apply(); !serving)
            m_window.showNotice(serving.error().text);
        m_dialogs.lookForServers();
    }

    [[nodiscard]] MainWindow &window() { return m_window; }

private:
    void connectParts()
    {
        connect(&m_window, &MainWindow::closing, this, &WindowProgram::saveState);
        connect(&m_window, &MainWindow::chatShown, this, &WindowProgram::saveState); // a crash closes nothing
        connect(&m_window, &MainWindow::quitWanted, &m_window, &QWidget::close);
        connect(&m_composition, &Composition::reminderDue, &m_attention, &Attention::remind);
        connect(&m_composition, &Composition::remindersChanged, &m_reminders, &ReminderModel::reload);
        connect(&m_reminders, &ReminderModel::edited, this, [this] { m_composition.reloadReminders(); });
        connect(&m_settings, &Settings::changed, this, &WindowProgram::applySettings);
        connect(&m_api, &ApiControl::failed, &m_window, &MainWindow::showNotice);
        connect(&m_takingUp, &TakingUp::failed, this,
                [this](const Error &error) { m_window.showNotice(error.text); });
        connect(&m_dialogs, &WindowDialogs::newTokenWanted, this, [this] {
            const auto rolled = m_api.rollToken();
            m_window.showNotice(
                rolled ? QCoreApplication::translate("heed::WindowProgram", "The API has a new token.")
                       : rolled.error().text);
        });
    }

    //! The questions of other processes.
    void followOthers()
    {
        connect(&m_composition, &Composition::channelRefused, this,
                [this](const Error &error) { m_window.showNotice(error.text); });
        // Chats that they make and change.
        connect(&m_others, &OtherWriters::wrote, &m_chats, &ChatListModel::reload);
        connect(&m_others, &OtherWriters::wrote, &m_reminders, &ReminderModel::reload);
        connect(&m_others, &OtherWriters::wrote, &m_window.conversation(), &Conversation::readTitle);
        // A chat that went to the trash takes its question along, whoever asks it.
        connect(&m_chats, &QAbstractItemModel::modelReset, &m_elsewhere, &ChannelWatch::look);
        connect(&m_chats, &QAbstractItemModel::rowsRemoved, &m_elsewhere, &ChannelWatch::look);
        // The machine may have slept.
        connect(qApp, &QGuiApplication::applicationStateChanged, &m_elsewhere,
                [this](Qt::ApplicationState state) {
                    if (state != Qt::ApplicationActive)
                        return;
                    m_elsewhere.look();
                    m_others.look();
                });
        if (const auto followed = m_elsewhere.start(); !followed)
            m_window.showNotice(followed.error().text);
    }

    //! Heed opens with the card that waits, unless the chat that was in front has one itself.
    void showWhatWaits()
    {
        const bool writes = !m_window.conversation().composer()->text().isEmpty();
        if (m_waiting.rowCount() > 0 && !writes && !m_waiting.ofChat(m_window.conversation().chat()))
            m_window.showChat({m_waiting.index(0).data(WaitingModel::ChatRole).toLongLong()});
    }

    void saveState() { m_settings.setWindowState(u"main"_s, m_window.state()); }

    void applySettings()
    {
        const bool never = m_settings.text(u"questions.takeFocus"_s) == "never"_L1;
        m_window.focusGuard().setTaking(never ? FocusGuard::Taking::Never : FocusGuard::Taking::WhenIdle);
    }

    Settings &m_settings;
    Composition &m_composition;
    Alarms m_alarms;
    ReplyKeys m_keys;
    ChannelWatch m_elsewhere;
    WaitingModel m_waiting;
    TakingUp m_takingUp;
    ChatListModel m_chats;
    ReminderModel m_reminders;
    OtherWriters m_others;
    DBusNotifications m_notifications;
    MainWindow m_window;
    Attention m_attention;
    WindowDialogs m_dialogs;
    ApiControl m_api;
};

int runWindow(Settings &settings, const Clock &clock, Output &err)
{
    QApplication::setWindowIcon(QIcon(u":/icons/heed.svg"_s));
    QApplication::setDesktopFileName(u"heed"_s);
    SingleInstance instance(places::runtimeFolder());
    const auto role = instance.claim();
    if (!role)
        return cannotOpen(role.error(), err);
    if (*role == SingleInstance::Role::Raised)
        return exitcode::ok;

    const LogFile log(places::dataFolder() + u"/logs"_s, clock);
    settings.followFile();
    SystemKeychain keychain(keyFile());
    KeyRing keys(keychain);
    keys.fetch(settings.providerChoice(), {});
    const auto composition = Composition::make(settings, clock, keys);
    if (!composition)
        return cannotOpen(composition.error(), err);
    WindowProgram program(settings, clock, **composition, keychain, keys);
    QObject::connect(&instance, &SingleInstance::raiseAsked, &program,
                     [&program] { program.window().raiseWindow(); });
    program.open();
    return QApplication::exec();
}

} // namespace heed
