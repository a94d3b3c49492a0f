// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/answerline.h"
#include "app/cli/linereader.h"
#include "app/cli/output.h"
#include "models/base/alarms.h"
#include "models/question/elsewhere.h"
#include "models/store/questionrecord.h"
#include "models/store/store.h"

namespace heed {

//! Shows one question of another program on the terminal and takes the person's answer. Nothing in it blocks:
//! Ctrl-C, and the question's end elsewhere, end it. Lives in the main thread of a command.
class QuestionPrompt final : public QObject
{
    Q_OBJECT
public:
    //! All outlive this.
    struct Parts {
        QuestionsElsewhere &elsewhere;
        Store &store;
        const Clock &clock;
        LineReader &input;
        Output &output;
    };
    QuestionPrompt(const Parts &parts, QuestionElsewhere waiting, QObject *parent = nullptr);

    //! Shows the question, and asks until there is an answer.
    void ask();
    //! Shows the question, and skips it.
    void decline();
    //! Ctrl-C.
    void interrupt();

Q_SIGNALS:
    //! Comes once: the command ends with this code.
    void finished(int exitCode);

private:
    void show();
    void prompt();
    void take(const QByteArray &bytes);
    void hand(const Answer &answer);
    void handOver(const Answer &answer);
    void answered(const Result<QuestionsElsewhere::Taken> &taken);
    void tellTaken(const Settlement &end, bool isParked);
    void endedElsewhere(const QuestionId &id);
    void cameBack(const QuestionElsewhere &waiting);
    void lookWhy();
    void tellWhy(const Result<QuestionRecord> &record);
    void tellEnd(const Settlement &settlement);
    void inputEnded();
    void finish(int exitCode);
    [[nodiscard]] QString timeText(qint64 atMs) const;

    Parts m_parts;
    QuestionElsewhere m_waiting;
    Alarms m_alarms;
    std::optional<Answer> m_kept{}; //!< until the question is back
    bool m_isShown = false;
    bool m_skipAsked = false;
    bool m_isHanded = false; //!< an answer was given, or none is taken any more
    bool m_isGone = false;   //!< its file was removed, while the program that asks still lives
    bool m_isFinished = false;
};

} // namespace heed
