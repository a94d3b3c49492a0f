// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/chatsession.h"
#include "app/cli/jsoncommand.h"
#include "app/cli/terminalchat.h"

namespace heed {

//! `heed chat --json`: every event as a line out, commands as lines in (book 7.1).
class JsonTerminal final : public TerminalChat
{
    Q_OBJECT
public:
    JsonTerminal(const ChatRequest &request, const Ends &ends, Replies &replies, const SendOptions &options);
    void start() override;
    void interrupt() override;
    void showReminder(const ReminderRecord &reminder, bool missed) override;

private:
    void opened(const OpenedChat &chat);
    void listen();
    void take(const QByteArray &line);
    void takeAnswer(const JsonAnswer &command);
    void printEvent(ReplyId reply, const Event &event);
    void print(const QJsonObject &object);
    void printError(const QString &code, const QString &message);
    void ended(const Question &question, const Settlement &settlement);
    void inputEnded();
    void leaveIfDone();

    ChatSession m_session;
    QSet<QString> m_printed{}; //!< questions whose event is out
    bool m_inputEnded = false;
    bool m_sentOnce = false;
    bool m_stopping = false; //!< a stop was asked for, and the reply has not ended yet
};

} // namespace heed
