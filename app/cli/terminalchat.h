// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/chatrequest.h"
#include "app/cli/linereader.h"
#include "app/cli/output.h"
#include "models/question/elsewhere.h"
#include "models/reply/replies.h"
#include "models/store/keptrecord.h"

#include <QObject>

namespace heed {

//! `heed chat` in one of its forms: for a person (PlainTerminal) or in JSON lines (JsonTerminal). Nothing in
//! it blocks: input, signals, events and deadlines all come through the event loop.
//!
//! Lives in the main thread of the command. Nothing given to it is owned by it.
class TerminalChat : public QObject
{
    Q_OBJECT
public:
    struct Ends {
        LineReader *input = nullptr;
        Output *output = nullptr;                //!< the reply and the questions, or the JSON lines
        Output *notes = nullptr;                 //!< everything else a person is told
        QuestionsElsewhere *elsewhere = nullptr; //!< what other processes ask; null: nobody looks
    };
    [[nodiscard]] static std::unique_ptr<TerminalChat> make(const ChatRequest &request, Replies &replies,
                                                            const Ends &ends,
                                                            const std::optional<ProviderChoice> &provider);

    virtual void start() = 0;
    //! Ctrl-C.
    virtual void interrupt() = 0;
    //! A reminder is due. \a missed: it comes late, since nobody was there at its time.
    virtual void showReminder(const ReminderRecord &reminder, bool missed) = 0;
    //! Whether somebody is there to read a reminder.
    [[nodiscard]] bool showsReminders() const
    {
        return !m_request.once && (m_request.json || m_ends.input->isTerminal());
    }
    //! The wish to end (SIGTERM): leaves at once; what waits stays.
    void terminate();

Q_SIGNALS:
    //! Comes once: the command ends with this code.
    void finished(int exitCode);

protected:
    TerminalChat(const ChatRequest &request, const Ends &ends)
        : m_request(request)
        , m_ends(ends)
    {
    }
    void finish(int exitCode);
    [[nodiscard]] bool hasFinished() const { return m_finished; }

    const ChatRequest m_request;
    const Ends m_ends;

private:
    bool m_finished = false;
};

} // namespace heed
