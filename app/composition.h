// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/channel/channelwatch.h"
#include "app/keyring.h"
#include "app/provider/providersettings.h"
#include "app/settings/settings.h"
#include "models/base/clock.h"
#include "models/reply/replies.h"
#include "models/store/keptrecord.h"
#include "models/store/store.h"

#include <QObject>
#include <memory>

namespace heed {

class ChannelAsker;
class Reminders;

//! The program's parts, put together once: store, tools, providers, replies. Every command and the window
//! stand on one of these. Lives in the main thread.
class Composition final : public QObject
{
    Q_OBJECT
public:
    //! Opens the database. Errors as Store::open(), with a sentence for the person.
    //! \param settings, clock, keys outlive this.
    [[nodiscard]] static Result<std::unique_ptr<Composition>> make(Settings &settings, const Clock &clock,
                                                                   KeyRing &keys);
    ~Composition() override;

    [[nodiscard]] Replies &replies() const { return *m_replies; }
    [[nodiscard]] Store &store() const { return *m_store; }
    //! What a ChannelWatch needs, to show the questions of other processes in this one.
    [[nodiscard]] ChannelWatch::Parts channelParts() const;
    //! What the person is told in other processes about who asks here. \a program: the command that this
    //! process runs, such as "heed mcp" ("heed" until it is said). \a client: the program that it asks for.
    //! Counts for questions that wait already, too.
    void setAsker(const QString &program, const QString &client);
    //! From now on reminders fire in this process; those that were missed come at once. Only where somebody
    //! is there to see them: a reminder fires once.
    void startReminders();
    //! Something outside the replies changed the reminders.
    void reloadReminders();

Q_SIGNALS:
    void reminderDue(const heed::ReminderRecord &reminder, bool missed);
    void remindersChanged();
    //! Questions of this process reach no other: the text says why, and what to do. From the event loop.
    void channelRefused(const heed::Error &error);

private:
    //! What the reply thread reads while the person changes it.
    struct Shared;

    Composition(Settings &settings, const Clock &clock, KeyRing &keys, std::unique_ptr<Store> store,
                const QByteArray &secretKey);
    void settingsChanged();
    [[nodiscard]] Replies::Parts parts(const Clock &clock, KeyRing &keys, const QByteArray &secretKey);
    std::unique_ptr<QObject> registerTools(ToolRegistry &tools, Alarms &alarms, const Clock &clock);
    void fileQuestions();

    Settings &m_settings;
    const Clock &m_clock;
    QByteArray m_secretKey;
    std::shared_ptr<Shared> m_shared;
    std::unique_ptr<Store> m_store;
    QObject *m_beside = nullptr;      //!< in the reply thread, as long as the replies
    ChannelAsker *m_asker = nullptr;  //!< lives in, and is touched only by, the reply thread
    Reminders *m_reminders = nullptr; //!< lives in, and is touched only by, the reply thread
    bool m_remindersFire = false;     //!< of the reply thread
    std::unique_ptr<Replies> m_replies;
};

} // namespace heed
