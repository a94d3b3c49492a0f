// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/answerline.h"
#include "app/cli/chatsession.h"
#include "app/cli/streamtext.h"
#include "app/cli/terminalchat.h"

namespace heed {

//! `heed chat` for a person: text as it comes, questions with numbered options, lines typed in between.
//!
//! A line is the answer to a question only when it was typed under it: what the person had begun before the
//! question came is taken out of the terminal and offered again afterwards, and a line that ends just after
//! is asked about first.
class PlainTerminal final : public TerminalChat
{
    Q_OBJECT
public:
    PlainTerminal(const ChatRequest &request, const Ends &ends, Replies &replies, const SendOptions &options);
    void start() override;
    void interrupt() override;
    void showReminder(const ReminderRecord &reminder, bool missed) override;

private:
    void connectInput();
    void connectSession();

    // Opening and leaving.
    void opened(const OpenedChat &chat);
    void showLastExchange(const OpenedChat &chat);
    void inputEnded();
    void leave();
    void becameIdle();

    // Lines.
    void take(const QByteArray &bytes);
    void takeMessage(const QString &text);
    //! \a wasBegun: before the question was shown.
    void takeAnswer(const QString &text, bool wasBegun);
    void takeConfirmation(const QString &text);
    void handIn(const QString &text);
    void send(const QString &text);
    [[nodiscard]] bool takeCommand(const QString &text);
    void stopReply();
    void keepWaiting();
    void retry();
    void cannotBeDone(const QString &why);

    // What other processes ask in this chat (plainelsewhere.cpp).
    void connectElsewhere();
    void showElsewhere(const QuestionElsewhere &waiting);
    void giveAnswer(const Answer &answer);
    void answeredElsewhere(const Result<QuestionsElsewhere::Taken> &taken);
    void endedElsewhere(const QuestionId &id);
    void lookElsewhere(const QuestionId &id);
    void leftElsewhere(const std::optional<Settlement> &settlement);
    [[nodiscard]] bool isAskedElsewhere(const QuestionId &id) const;

    // What happens (plaindisplay.cpp).
    void showEvent(ReplyId reply, const Event &event);
    void showQuestion(const Question &question);
    void showEnd(const Question &question, const Settlement &settlement);
    void showFigures(const ReplyRecord &reply);
    void showHelp();
    void prompt();
    void note(const QString &text);
    void endLine();
    void keepHalfTyped();
    [[nodiscard]] QString timeText(qint64 atMs) const;
    [[nodiscard]] QString chatName() const;
    [[nodiscard]] QString comeBack() const;

    ChatSession m_session;
    const bool m_isTerminal;
    bool m_personIsThere;
    StreamText m_text{};
    QStringList m_toSend{}; //!< the first messages, while their chat is being made
    std::optional<Question> m_question{};
    std::optional<AskerName> m_asker{}; //!< of m_question, when another process asks it
    bool m_isAwayElsewhere = false;     //!< m_asker's file of it has gone
    Alarms m_alarms;
    Alarms::Handle m_lookAgain = 0; //!< whether m_asker still lives
    qint64 m_shownAtMs = 0;         //!< monotonic; when m_question was printed
    bool m_wasTyping = false;       //!< the line that is not finished was begun before m_question came
    bool m_handedIn = false;        //!< an answer is being committed
    bool m_skipAsked = false;
    std::optional<QString> m_unsure{}; //!< a line that may not have been meant as the answer
    QString m_draft{};                 //!< what was half typed as the answer in an earlier run
    QString m_begun{};                 //!< half typed when a question came
    QString m_prompt{};                //!< stands at the end of the screen
    bool m_leaveAsked = false;
    bool m_stopAsked = false;
    bool m_wasInterrupted = false;
    bool m_inputEnded = false;
    bool m_leaving = false; //!< as soon as the answer that was handed in is kept
};

} // namespace heed
