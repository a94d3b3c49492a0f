// SPDX-FileCopyrightText: The Heed developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/e2e/terminal/heedrun.h"
#include "tests/e2e/terminal/story.h"
#include "tests/support/scriptedserver.h"

#include <QElapsedTimer>
#include <QMap>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <memory>

namespace heed::test {

//! One conversation that is killed with SIGKILL at random moments, taken up again each time, and carried to
//! its end; after each death the record must hold what had been told, and once.
//!
//! The conversation: a message; a turn that sets a reminder, keeps a note and asks the time; a turn that asks
//! two questions; a turn of text that streams. Everything random comes from the seed; how far the program has
//! got when it dies is up to the machine. Lives in one thread, whose events it serves.
class KillRound
{
public:
    explicit KillRound(quint32 seed);
    //! Plays it. \return what went wrong, or nothing.
    [[nodiscard]] QStringList run();
    //! The moments at which it was killed.
    [[nodiscard]] const QStringList &moments() const { return m_moments; }

private:
    //! What an answer line said, and what became of it.
    struct Given {
        QString text{};
        bool isTaken = false; //!< its `answer` event was read
    };
    struct Moment {
        QString trigger{}; //!< what must have happened in this life; empty: it lives on
        int microseconds = 0;
    };

    void script();
    [[nodiscard]] Moment randomMoment();
    void life(const Moment &moment);
    void wait(const QString &happened);
    void takeNext();
    void take(const QJsonObject &line);
    void takeEvent(const QJsonObject &line);
    void begin();
    void answer(const QJsonObject &question);
    void sendAnswer(const QString &id);
    void tryAnotherAnswer(const QString &id);

    void check(const Story &story);
    void checkMessages(const Story &story);
    void checkQuestions(const Story &story);
    void checkTools(const Story &story);
    void checkEvents(const Story &story);
    void checkReplay(const Story &story);
    void checkEnd(const Story &story);
    void problem(const QString &text);

    quint32 m_seed;
    QRandomGenerator m_random;
    QTemporaryDir m_home{};
    ScriptedServer m_server{};
    std::unique_ptr<HeedRun> m_heed{};
    Moment m_moment{};
    bool m_isDead = false;
    qint64 m_chat = 0;
    QString m_message{};
    bool m_messageTaken = false; //!< its `started` event was read
    bool m_isDone = false;
    qint64 m_lastSeq = 0;
    qsizetype m_read = 0;               //!< lines of this life that were taken
    QMap<QString, Given> m_given{};     //!< by question id
    QMap<QString, QString> m_asked{};   //!< text by question id
    QMap<qint64, QJsonObject> m_seen{}; //!< events that were read, by number
    QMap<qint64, QString> m_results{};  //!< of calls, once they were told
    QString m_retried{};                //!< the question whose answer was sent again
    Story m_before{};                   //!< the record at the start of this life
    QStringList m_moments{};
    QStringList m_problems{};
};

} // namespace heed::test
