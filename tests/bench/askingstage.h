// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/base/clock.h"
#include "models/reply/replies.h"

#include <QTemporaryDir>

namespace heed::bench {

//! Replies over a real database and the real clock. Their model asks one question and, once it has its
//! answer, says a sentence and is done; it keeps nothing of what it was sent.
class AskingStage final : public QObject
{
    Q_OBJECT
public:
    //! \param file the database; empty: a new one in a folder that goes with this.
    explicit AskingStage(const ReplySettings &settings, const QString &file = {});
    ~AskingStage() override;

    [[nodiscard]] ChatId createChat();
    //! Gives the reply.
    ReplyId send(ChatId chat);
    //! Waits until so many questions have been asked since the beginning.
    void waitForAsked(qsizetype count);
    void choose(const QuestionId &id);
    //! Serves this thread's events until it holds, for ten minutes at most.
    static void waitFor(const std::function<bool()> &holds);

    [[nodiscard]] Store &store() { return *m_store; }
    [[nodiscard]] Replies &replies() { return *m_replies; }
    [[nodiscard]] const QList<QuestionId> &asked() const { return m_asked; }
    //! Ends the program, as far as replies are concerned.
    void end() { m_replies.reset(); }

private:
    const QTemporaryDir m_folder{};
    const SystemClock m_clock{};
    std::unique_ptr<Store> m_store{};
    std::unique_ptr<Replies> m_replies{};
    QList<QuestionId> m_asked{};
};

//! One question may be asked after the other, for ever.
[[nodiscard]] ReplySettings patientSettings(int waitingMost);

} // namespace heed::bench
